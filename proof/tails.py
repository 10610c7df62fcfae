"""Tails: the operations on a sum behind the last value that everything else passes through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

from edgec.proof.thumb.terms import M32, SEMANTICS, Carrier, Term, Value

DEEPEST = 400  # terms between an output and its sum
MOST_LIFT = 24


def gates(root: Term) -> list[Term]:
    """Terms that every way from the inputs to ``root`` passes through, from ``root`` inwards."""
    terms = [root]
    heap: list[tuple[int, Term]] = []
    seen: set[int] = {root.n}
    todo = root
    for _ in range(DEEPEST):
        for x in todo.args:
            if isinstance(x, Term) and x.n not in seen:
                seen.add(x.n)
                heappush(heap, (-x.n, x))
        if not heap:
            break
        if len(heap) == 1:
            terms.append(heap[0][1])
        todo = heappop(heap)[1]
        if todo.op == "leaf":
            break
    return terms


@dataclass(frozen=True)
class Reading:
    """Place of a sum in a word: times 2**lift, or in its low (0) or high (1) half."""

    lift: int = 0
    half: int | None = None

    def __str__(self) -> str:
        return f"sum * 2^{self.lift}" if self.half is None else f"sum in the {('low', 'high')[self.half]} half"


def readings(word: int, acc: int) -> set[Reading]:
    """The ways in which ``word`` may hold ``acc``."""
    readings_of_word = {Reading(k) for k in range(MOST_LIFT + 1) if (acc << k) & M32 == word}
    for half in (0, 1):
        part = (word >> (16 * half)) & 0xFFFF
        if (part ^ 0x8000) - 0x8000 == acc and -(1 << 15) <= acc < 1 << 15:
            readings_of_word.add(Reading(half=half))
    return readings_of_word


@dataclass(frozen=True)
class Tail:
    """The operations between a cut and an output, in order; arguments are constants or ``("t", number)``."""

    ops: tuple[tuple[str, tuple[Any, ...]], ...]

    def of(self, word: Carrier) -> Carrier:
        """The output for the word at the cut."""
        values: list[Carrier] = [word]
        for op, args in self.ops:
            given = [values[a[1]] if isinstance(a, tuple) else a for a in args]
            values.append(SEMANTICS[op](*given))
        return values[-1]


def tail(root: Value, cut: Term | None) -> Tail | None:
    """Return ``root`` as a function of ``cut``; None when it depends on inputs in another way too."""
    if not isinstance(root, Term):
        return Tail((("and", (root, M32)),))
    order: list[Term] = []
    seen: set[int] = set()
    stack = [root]
    while stack:
        t = stack.pop()
        if t.n in seen or t is cut:
            continue
        if t.op == "leaf" or len(seen) > DEEPEST:
            return None
        seen.add(t.n)
        order.append(t)
        stack += [a for a in t.args if isinstance(a, Term)]
    order.sort(key=lambda t: t.n)
    place = {t.n: i for i, t in enumerate(order, 1)}
    if cut is not None:
        place[cut.n] = 0
    return Tail(tuple((t.op, tuple(("t", place[a.n]) if isinstance(a, Term) else a for a in t.args)) for t in order))


def cuts_of(chains: Sequence[Sequence[Term]], sums: Sequence[int]) -> list[tuple[int, Reading]]:
    """Gates that hold the sum in every one of some elements of like code, and how they do; the deepest first."""
    common: set[tuple[int, Reading]] | None = None
    for chain, acc in zip(chains, sums, strict=True):
        held = {(d, r) for d, t in enumerate(chain) for r in readings(t.v, acc)}
        common = held if common is None else common & held
        if not common:
            break
    return sorted(common or (), key=lambda c: (c[0], c[1].half is None, -c[1].lift), reverse=True)
