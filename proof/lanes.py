"""Terms without the neighbours that share a word with what they read: halves and bytes in the place of words.

Kernels load and compute several values at once.  The execution keeps words as they are, for most need no more; here
what an element reads of them is taken apart, so that it depends on its own values only.
"""

from __future__ import annotations

from typing import Any

from edgec.proof.sums_of_halves import SumsOfHalves
from edgec.proof.thumb.slices import PAIRS, byte_of, half_of
from edgec.proof.thumb.terms import Term, Value, term, value

HALVES = {f"sm{n}{x}{y}": (x == "t", y == "t") for n in ("ul", "la") for x in "bt" for y in "bt"}
DUAL = {"smlad": (False, "add"), "smladx": (True, "add"), "smuad": (False, "add"), "smuadx": (True, "add"),
         "smlsd": (False, "sub"), "smusd": (False, "sub")}  # fmt: skip


class Lanes:
    """Rewrites terms; what was rewritten once is kept."""

    def __init__(self) -> None:
        self.done: dict[int, Value] = {}
        self.halves = SumsOfHalves()

    def of(self, root: Value) -> Value:
        """The same value of fewer inputs."""
        stack: list[Value] = [root]
        while stack:
            t = stack[-1]
            if not isinstance(t, Term) or t.n in self.done:
                stack.pop()
                continue
            todo = [a for a in t.args if isinstance(a, Term) and a.n not in self.done]
            if todo:
                stack += todo
                continue
            self.done[t.n] = self._one(t)
            self.halves.learn(self.done[t.n])
            stack.pop()
        lane = self._now(root)
        assert value(lane) == value(root), "what is read of a word does not depend on how it is taken apart"
        return lane

    def _now(self, x: Value) -> Value:
        return self.done[x.n] if isinstance(x, Term) else x

    def _one(self, t: Term) -> Value:
        if t.op == "leaf":
            return t
        args: list[Any] = [self._now(a) if isinstance(a, Term) else a for a in t.args]
        if t.op in HALVES:
            product = _product(*(half_of(a, high) for a, high in zip(args[:2], HALVES[t.op], strict=True)))
            return _sum(product, args[2]) if t.op.startswith("smla") else product
        if isinstance(args[0], Term) and args[0].op == "cat" and len(args[0].args) == 4:
            inside = _field_of_half(t.op, args)
            if inside is not None:
                return inside
        if t.op in DUAL:
            crossed, both = DUAL[t.op]
            low, high = (_product(half_of(args[0], h), half_of(args[1], h != crossed)) for h in (False, True))
            total = _sum(low, high) if both == "add" else term(both, low, high)
            return _sum(total, args[2]) if len(args) > 2 else total
        if t.op == "sdot":
            total = args[0]
            for i in range(4):
                total = _sum(total, _product(*(term("sxtb", byte_of(a, i)) for a in args[1:])))
            return total
        if t.op in ("smlald.l", "smlald.h"):
            return term(t.op, *args[:2], *(_pair(a) for a in args[2:]))
        if t.op in ("sxth", "asr", "lsr", "byte", "sxtb", "uxth") and _is_pair(args[0]):
            high = t.op in ("asr", "lsr") and args[1] == 16
            if high or t.op == "sxth":
                return half_of(args[0], high) if t.op != "lsr" else term("uxth", half_of(args[0], high))
            if t.op in ("byte", "sxtb", "uxth"):
                i = args[1] if t.op == "byte" else 0
                inner = half_of(args[0], i >= 2)
                return term("byte", inner, i % 2) if t.op == "byte" else term(t.op, inner)
        sums = self.halves.of(args[0]) if t.op == "byte" else None
        if sums is not None and sums.apart:
            return sums.byte(args[1])
        return term(t.op, *args)


def _field_of_half(op: str, args: list[Any]) -> Value | None:
    """An operation that reads some bits of one half only, of that half; None where it reads more."""
    x, numbers = args[0], args[1:]
    if any(n.__class__ is not int for n in numbers):
        return None
    low, high = (term("uxth", half_of(x, h)) for h in (False, True))
    if op in ("sbfx", "ubfx") and numbers[0] // 16 == (numbers[0] + numbers[1] - 1) // 16:
        return term(op, high if numbers[0] >= 16 else low, numbers[0] % 16, numbers[1])
    if op == "and" and numbers[0] <= 0xFFFF:
        return term("and", low, numbers[0])
    if op == "and" and numbers[0] & 0xFFFF == 0:
        return term("lsl", term("and", high, numbers[0] >> 16), 16)
    if op == "lsl" and 16 <= numbers[0] < 32:
        return term("lsl", low, numbers[0])
    if op in ("lsr", "asr") and 16 <= numbers[0] < 32:
        return term(op, half_of(x, True) if op == "asr" else high, numbers[0] - 16)
    return None


def _product(a: Value, b: Value) -> Value:
    return 0 if 0 in (a, b) else term("mul", a, b)


def _sum(a: Value, b: Value) -> Value:
    return b if a == 0 else a if b == 0 else term("add", a, b)


def _pair(x: Value) -> Value:
    """The word of its halves."""
    return term("pkhbt", half_of(x, False), term("lsl", half_of(x, True), 16)) if isinstance(x, Term) else x


def _is_pair(x: Value) -> bool:
    return isinstance(x, Term) and (x.op in PAIRS or x.op in ("sxtab16", "uxtab16", "sxtb16", "uxtb16"))
