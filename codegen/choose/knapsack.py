"""One option for each layer: least cost within a number of bytes (the multiple-choice knapsack).

Exact for what a list of partial sums holds without being thinned out (Nemhauser and Ullmann, "Discrete dynamic
programming and capital allocation", 1969): of partial sums only those that no other beats in both bytes and cost stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.frozen import dataclass

MOST_SUMS = 20_000  # partial sums kept; beyond that neighbours are merged, which costs less than one in 20,000


@dataclass(frozen=True)
class KnapsackItem:
    """One choice of a layer: its bytes, and the cost that is to be little."""

    nbytes: int
    cost: float


@dataclass(frozen=True)
class _Sum:
    nbytes: int
    cost: float
    picked: int
    before: _Sum | None


def cheapest(layers: Sequence[Sequence[KnapsackItem]], limit: int) -> list[int]:
    """The option of each layer (0 for layers without any) so that the sum of bytes is at most ``limit``.

    The sum of costs is the least possible; when no choice is within the limit, that of bytes is.
    """
    sums = [_Sum(0, 0.0, 0, None)]
    rest = sum(min((o.nbytes for o in options), default=0) for options in layers)
    for options in layers:
        rest -= min((o.nbytes for o in options), default=0)
        longer = [_Sum(s.nbytes, s.cost, 0, s) for s in sums] if not options else [
            _Sum(s.nbytes + o.nbytes, s.cost + o.cost, i, s) for s in sums for i, o in enumerate(options)
        ]  # fmt: skip
        within = [s for s in longer if s.nbytes + rest <= limit]
        sums = _front(within or [min(longer, key=lambda s: (s.nbytes, s.cost))])
    return _picked(min(sums, key=lambda s: (s.cost, s.nbytes)))


def _front(sums: list[_Sum]) -> list[_Sum]:
    """The sums that no other beats in both, thinned out to ``MOST_SUMS``."""
    front: list[_Sum] = []
    for one in sorted(sums, key=lambda s: (s.nbytes, s.cost)):
        if not front or one.cost < front[-1].cost:
            front.append(one)
    step = -(-len(front) // MOST_SUMS)
    return front if step == 1 else [*front[:-1:step], front[-1]]


def _picked(last: _Sum) -> list[int]:
    picked: list[int] = []
    one: _Sum | None = last
    while one is not None and one.before is not None:
        picked.append(one.picked)
        one = one.before
    return picked[::-1]
