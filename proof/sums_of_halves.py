"""Words that hold two sums, one in each half, so that a multiplication by a constant takes both.

A word is low + 65536 * high as long as the low sum needs no more than its 16 bits: then a byte of the word is a byte of
one of the sums, and depends on that one's values only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgec.proof.thumb.slices import byte_of
from edgec.proof.thumb.terms import Term, Value, term

HALF_BITS = 16
HALF = (1 << HALF_BITS) - 1


@dataclass(frozen=True)
class Halves:
    """Two sums whose word is ``low`` + 65536 * ``high``, modulo 2**32; ``least`` and ``most`` bound the low one."""

    low: Value
    high: Value
    least: int
    most: int

    @property
    def apart(self) -> bool:
        """Return whether nothing of the low sum reaches the high half."""
        return self.least >= 0 and self.most <= HALF

    def byte(self, i: int) -> Value:
        """Byte ``i`` of the word, of the one sum that it is part of; only where they are ``apart``."""
        return term("byte", self.high if i >= 2 else self.low, i % 2)


class SumsOfHalves:
    """The words that are known to hold two sums, by their numbers."""

    def __init__(self) -> None:
        self.known: dict[int, Halves] = {}

    def of(self, x: Value) -> Halves | None:
        """Both sums of a word; None of one that is not known to hold two."""
        if isinstance(x, Term):
            return self.known.get(x.n)
        return Halves(x & HALF, (x >> HALF_BITS) & HALF, x & HALF, x & HALF)

    def learn(self, x: Value) -> None:
        """Note the sums that a word holds, if it does; those of its arguments are known."""
        if isinstance(x, Term) and x.op in _MADE:
            made = _MADE[x.op](self, x.args)
            if made is not None:
                self.known[x.n] = made

    def _extended(self, args: Sequence[Value], op: str, least: int, most: int) -> Halves | None:
        addend, x = args
        if isinstance(addend, Term):
            return None
        k = addend & HALF
        low, high = (term("add", term(op, byte_of(x, i)), n) for i, n in ((0, k), (2, addend >> HALF_BITS)))
        made = Halves(low, high, k + least, k + most)
        return made if made.apart else None  # each half is kept modulo 65536

    def _sum(self, args: Sequence[Value]) -> Halves | None:
        a, b = (self.of(x) for x in args)
        if a is None or b is None:
            return None
        return Halves(term("add", a.low, b.low), term("add", a.high, b.high), a.least + b.least, a.most + b.most)

    def _product(self, args: Sequence[Value]) -> Halves | None:
        word, factor = args if isinstance(args[0], Term) else args[::-1]
        made = self.of(word)
        if made is None or not isinstance(factor, int) or not 0 <= factor <= HALF:
            return None
        return Halves(
            term("mul", made.low, factor), term("mul", made.high, factor), made.least * factor, made.most * factor
        )

    def _accumulated(self, args: Sequence[Value]) -> Halves | None:
        product, more = self._product(args[:2]), self.of(args[2])
        if product is None or more is None:
            return None
        low, high = term("add", product.low, more.low), term("add", product.high, more.high)
        return Halves(low, high, product.least + more.least, product.most + more.most)


_MADE = {
    "sxtab16": lambda sums, args: sums._extended(args, "sxtb", -128, 127),
    "uxtab16": lambda sums, args: sums._extended(args, "uxtb", 0, 255),
    "add": SumsOfHalves._sum,
    "mul": SumsOfHalves._product,
    "mla": SumsOfHalves._accumulated,
}
