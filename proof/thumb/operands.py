"""Operands of instructions as functions of the machine."""

from __future__ import annotations

from collections.abc import Callable

from edgec.proof.thumb.decode import immediate, register
from edgec.proof.thumb.machine import Machine, NotCovered
from edgec.proof.thumb.slices import sliced
from edgec.proof.thumb.terms import M32, SEMANTICS, Value, term

Get = Callable[[Machine], Value]
Action = Callable[[Machine], None]
SHIFTS = frozenset({"lsl", "lsr", "asr", "ror"})


def get(text: str, address: int = 0) -> Get:
    """A register or an immediate."""
    number = register(text)
    if number == 15:
        pc = (address + 4) & ~3
        return lambda _: pc
    if number is not None:
        return lambda m: m.regs[number]
    held = immediate(text)
    if held is None:
        raise NotCovered(f"the operand {text} is not known")
    constant = held & M32
    return lambda _: constant


def flexible(texts: tuple[str, ...], address: int = 0) -> Get:
    """A last operand, which may be shifted: ``("r1",)`` or ``("r1", "lsl #2")``."""
    whole = get(texts[0], address)
    if len(texts) == 1:
        return whole
    kind, amount = texts[1].split()
    n = immediate(amount)
    if kind not in SHIFTS or n is None:
        raise NotCovered(f"the operand {texts[1]} is not known")
    fn, k = SEMANTICS[kind], n
    if n == 32 and kind != "asr":
        return lambda _: 0

    def shifted(m: Machine) -> Value:
        x = whole(m)
        return fn(x, k) if x.__class__ is int else sliced(kind, (x, k))

    return shifted


def target(text: str) -> int:
    """A core register that a result goes to."""
    number = register(text)
    if number is None or number == 15:
        raise NotCovered(f"the result {text} is not known")
    return number


def carry_out(texts: tuple[str, ...]) -> Callable[[Machine], Value | None]:
    """The carry that a last operand gives to an operation that sets flags; None: it stays as it is."""
    held = immediate(texts[0])
    if held is not None:
        low, two = held & 0xFF, held & 0xFF00
        repeated = held in (low, low * 0x10001, two * 0x10001, low * 0x1010101)
        constant = None if repeated else (held >> 31) & 1
        return lambda _: constant
    if len(texts) == 1:
        return lambda _: None
    kind, amount = texts[1].split()
    n, whole = immediate(amount), get(texts[0])
    if n is None or kind not in ("lsl", "lsr", "asr"):
        raise NotCovered(f"the carry of {texts[1]} is not known")
    at = 32 - n if kind == "lsl" else n - 1
    return lambda m: term("bit", whole(m), at)


def set_carry(m: Machine, carry: Value | None) -> None:
    """Set the carry, unless it stays as it is."""
    if carry is not None:
        m.flags.c = carry
