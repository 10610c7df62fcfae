"""Parts of words that were put together from smaller values: what a part is made of, without its neighbours."""

from __future__ import annotations

from typing import Any

from edgec.proof.thumb.terms import Term, Value, term


def byte_of(held: Value, i: int) -> Value:
    """Byte ``i`` of a value, of what it was put together from where that is to be seen."""
    if not isinstance(held, Term):
        return (held >> (8 * i)) & 255
    op, args = held.op, held.args
    if op == "leaf":
        return held if i == 0 else 0
    if op == "cat":
        return args[i] if i < len(args) else 0
    inner = _inner(op, args, i)
    if inner is not None:
        return byte_of(*inner)
    if op == "sel" and isinstance(args[0], Term) and args[0].op == "ssub16.ge":
        lane = [joined([byte_of(x, i & 2), byte_of(x, (i & 2) + 1)]) for x in args[0].args]
        return term("ite", term("bit", term("ssub16.ge", *lane), 0), byte_of(args[1], i), byte_of(args[2], i))
    if op == "sel" and isinstance(args[0], Term) and args[0].op in _BYTEWISE:
        bit = term("bit", term(args[0].op, *(byte_of(x, i) for x in args[0].args)), 0)
        return term("ite", bit, byte_of(args[1], i), byte_of(args[2], i))
    if op in ("orr", "eor"):
        parts = [byte_of(x, i) for x in args]
        known = [x for x in parts if x.__class__ is not int or x != 0]
        if len(known) == 1:
            return known[0]
        if not all(isinstance(x, Term) and x.op == "byte" for x in parts):
            return term(op, *parts)
    if op == "bic" and args[0].__class__ is int and (args[0] >> (8 * i)) & 255 in (0, 255):
        return term("eor", byte_of(args[1], i), 255) if (args[0] >> (8 * i)) & 255 else 0
    return term("byte", held, i)


def _inner(op: str, args: tuple[Any, ...], i: int) -> tuple[Value, int] | None:
    """A smaller value and its byte that byte ``i`` is; None where it is not one byte of one value."""
    if op in _EXTENDS:
        _, count, sign = _EXTENDS[op]
        return (args[0], i) if i < count else None if sign else (0, 0)
    if op in ("uxtb16", "sxtb16"):
        return (args[0], i) if i % 2 == 0 else (0, 0) if op == "uxtb16" else None
    if op in ("pkhbt", "pkhtb"):
        return args[(i >= 2) == (op == "pkhbt")], i
    if op == "bfi" and args[2] % 8 == args[3] % 8 == 0:
        inside = args[2] <= 8 * i < args[2] + args[3]
        return (args[1], i - args[2] // 8) if inside else (args[0], i)
    if op in _SHIFTS and args[1].__class__ is int and args[1] % 8 == 0:
        k = args[1] // 8
        j = i - k if op == "lsl" else i + k
        if op == "ror":
            return args[0], j % 4
        return (args[0], j) if 0 <= j < 4 else None if op == "asr" else (0, 0)
    if op == "and" and any(x.__class__ is int and (x >> (8 * i)) & 255 in (0, 255) for x in args):
        mask, x = args if args[0].__class__ is int else args[::-1]
        return (x, i) if (mask >> (8 * i)) & 255 else (0, 0)
    return None


_BYTEWISE = frozenset({"uadd8.ge", "usub8.ge", "sadd8.ge", "ssub8.ge"})
_SHIFTS = ("lsl", "lsr", "asr", "ror")


def joined(parts: list[Value]) -> Value:
    """A word of bytes, the lowest first: the value that they are the bytes of where that is to be seen."""
    known = [x for x in parts if isinstance(x, int)]
    if len(known) == len(parts):
        return sum(x << (8 * i) for i, x in enumerate(known))
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    if isinstance(first, Term) and first.op == "byte":
        held = first.args[0]
        if all(isinstance(x, Term) and x.op == "byte" and x.args == (held, i) for i, x in enumerate(parts)):
            return held if len(parts) == 4 else term("uxth", held)
    return term("cat", *parts)


def sliced(op: str, args: tuple[Any, ...]) -> Value:
    """``term`` of an operation that may take one byte or half of a word."""
    x = args[0]
    if isinstance(x, Term) and x.op in _COMPOSED and all(a.__class__ is int for a in args[1:]):
        part = _part(op, args[1:])
        if part is not None:
            first, count, sign = part
            value = joined([byte_of(x, first + k) for k in range(count)])
            return term("sxtb" if count == 1 else "sxth", value) if sign else value
    return term(op, *args)


_COMPOSED = frozenset({"cat", "bfi", "pkhbt", "pkhtb", "orr"})
_EXTENDS = {"sxtb": (0, 1, True), "uxtb": (0, 1, False), "sxth": (0, 2, True), "uxth": (0, 2, False)}


def _part(op: str, args: tuple[int, ...]) -> tuple[int, int, bool] | None:
    """First byte, number of bytes and sign of what an operation takes; None where it takes no byte or half."""
    if op in _EXTENDS:
        return _EXTENDS[op]
    if op in ("sbfx", "ubfx") and args[0] % 8 == 0 and args[1] in (8, 16):
        return args[0] // 8, args[1] // 8, op == "sbfx"
    if op in ("asr", "lsr") and args[0] in (16, 24):
        return args[0] // 8, 4 - args[0] // 8, op == "asr"
    return None


PAIRS = {"sadd16": "add", "ssub16": "sub"}
"""Operations on halves of words, with the operation that each half undergoes."""
_PACKED = frozenset({"pkhbt", "pkhtb"})


def half_of(x: Value, high: bool) -> Value:
    """The low or high half of a word as a signed number."""
    first = 2 * high
    if isinstance(x, Term):
        if x.op in ("sxtb16", "uxtb16"):
            return term(x.op[:4], byte_of(x.args[0], first))
        if x.op in ("sxtab16", "uxtab16"):
            byte = term(f"{x.op[:3]}b", byte_of(x.args[1], first))
            return term("sxth", term("add", half_of(x.args[0], high), byte))
        if x.op in PAIRS:
            return term("sxth", term(PAIRS[x.op], *(half_of(a, high) for a in x.args)))
        inner = _inner_half(x, high)
        if inner is not None:
            return half_of(*inner)
    both = joined([byte_of(x, first), byte_of(x, first + 1)])
    return term("sxth", both.args[0] if isinstance(both, Term) and both.op == "uxth" else both)


def _inner_half(x: Term, high: bool) -> tuple[Value, bool] | None:
    """The word and its half that a half of ``x`` is, None where it is not one."""
    if x.op in _PACKED:
        return x.args[high == (x.op == "pkhbt")], high
    if x.op in ("sxth", "uxth") and not high:
        return x.args[0], False
    if x.op in ("lsl", "lsr", "asr", "ror") and x.args[1] == 16 and (x.op == "ror" or high == (x.op == "lsl")):
        return x.args[0], not high
    parts = [byte_of(x, 2 * high + k) for k in (0, 1)]
    low, top = parts
    if isinstance(low, Term) and isinstance(top, Term) and low.op == top.op == "byte" and low.args[0] is top.args[0]:
        held, at = low.args
        if held is not x and at in (0, 2) and top.args[1] == at + 1:
            return held, at == 2
    return None
