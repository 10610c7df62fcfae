"""Integers as sums of products and of floors of such sums, in one normal form: equal forms are equal for all values.

floor(sum / 2**k) is written with coefficients below 2**k, what they lose standing before it, and
floor((a + floor(b / 2**p)) / 2**q) is floor((2**p * a + b) / 2**(p + q)).  So words that are shifted, added in halves
or held in two registers have the form of the formula that they compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Product: TypeAlias = tuple[int, ...]
"""The unknowns of a product, in ascending order; () stands for 1."""
Range: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Form:
    """Coefficients of products, none of them 0."""

    terms: frozenset[tuple[Product, int]]

    @staticmethod
    def of(terms: Mapping[Product, int]) -> Form:
        """Coefficients without those that are 0."""
        return Form(frozenset((p, c) for p, c in terms.items() if c))

    @staticmethod
    def number(n: int) -> Form:
        """A constant."""
        return Form.of({(): n})

    @property
    def constant(self) -> int | None:
        """The value of a form without unknowns."""
        return dict(self.terms).get((), 0) if all(not p for p, _ in self.terms) else None

    def plus(self, other: Form, times: int = 1) -> Form:
        """This and ``times`` the other."""
        total = dict(self.terms)
        for p, c in other.terms:
            total[p] = total.get(p, 0) + times * c
        return Form.of(total)

    def scaled(self, n: int) -> Form:
        """``n`` times this."""
        return Form.of({p: n * c for p, c in self.terms})

    def times(self, other: Form) -> Form:
        """The product."""
        total: dict[Product, int] = {}
        for p, c in self.terms:
            for q, d in other.terms:
                key = tuple(sorted((*p, *q)))
                total[key] = total.get(key, 0) + c * d
        return Form.of(total)


class Space:
    """Unknowns with their ranges; some are the floor of a form divided by a power of two."""

    def __init__(self) -> None:
        self.ranges: list[Range] = []
        self.floors: dict[int, tuple[Form, int]] = {}
        self.known: dict[tuple[Form, int], int] = {}

    def unknown(self, lo: int, hi: int) -> Form:
        """A new unknown within lo .. hi."""
        self.ranges.append((lo, hi))
        return Form.of({(len(self.ranges) - 1,): 1})

    def range(self, f: Form) -> Range:
        """Bounds of a form."""
        lo = hi = 0
        for p, c in f.terms:
            a, b = _of_product([self.ranges[u] for u in p])
            lo, hi = lo + min(a * c, b * c), hi + max(a * c, b * c)
        for p, c in f.terms:
            if len(p) == 1 and c == 1 and p[0] in self.floors:  # together with what it is added to it varies less
                inner, k = self.floors[p[0]]
                a, b = self.range(f.plus(Form.of({p: 1}), -1).scaled(1 << k).plus(inner))
                lo, hi = max(lo, a >> k), min(hi, b >> k)
        return lo, hi

    def floor(self, f: Form, k: int) -> Form:
        """The form of f / 2**k, rounded down."""
        lo, hi = self.range(f)
        if lo >> k == hi >> k:
            return Form.number(lo >> k)
        k = min(k, _sign(lo, hi))
        before, rest = {}, {}
        for p, c in f.terms:
            before[p], rest[p] = c >> k, c & ((1 << k) - 1)
        return Form.of(before).plus(self._floor_of_rest(Form.of(rest), k))

    def _floor_of_rest(self, f: Form, k: int) -> Form:
        """The same where all coefficients lie in 0 .. 2**k - 1."""
        j = min((_twos(c) for p, c in f.terms if p), default=k)
        if j >= k:
            return Form.number(0)
        if j:
            return self.floor(Form.of({p: c >> j for p, c in f.terms}), k - j)
        for p, c in sorted(f.terms):
            if len(p) == 1 and c == 1 and p[0] in self.floors:
                inner, q = self.floors[p[0]]
                return self.floor(f.plus(Form.of({p: 1}), -1).scaled(1 << q).plus(inner), k + q)
        lo, hi = self.range(f)
        if lo >> k == hi >> k or _sign(lo, hi) < k:
            return self.floor(f, k)
        if (f, k) not in self.known:
            self.ranges.append((lo >> k, hi >> k))
            self.known[f, k] = len(self.ranges) - 1
            self.floors[len(self.ranges) - 1] = f, k
        return Form.of({(self.known[f, k],): 1})

    def evaluated(self, f: Form, values: Mapping[int, int]) -> int:
        """The number for values of the unknowns that are no floors."""
        total = 0
        for p, c in f.terms:
            product = c
            for u in p:
                inner = self.floors.get(u)
                product *= values[u] if inner is None else self.evaluated(inner[0], values) >> inner[1]
            total += product
        return total


def _of_product(ranges: list[Range]) -> Range:
    lo = hi = 1
    for a, b in ranges:
        ends = [lo * a, lo * b, hi * a, hi * b]
        lo, hi = min(ends), max(ends)
    return lo, hi


def _sign(lo: int, hi: int) -> int:
    """By how many bits to shift a number to get -1 where it is negative, else 0; larger shifts give the same."""
    return max(max(hi, 0).bit_length(), max(-lo - 1, 0).bit_length())


def _twos(n: int) -> int:
    """Return the exponent of 2 in a number other than 0."""
    return (n & -n).bit_length() - 1
