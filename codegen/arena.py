"""The arena planning problem and a greedy solver.

A ``Problem`` says which blocks of memory exist, when each is in use, and which pairs may overlap although both are in
use; a ``Placement`` gives every block an offset.  Better solvers replace ``solve`` only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

ARENA_ALIGN = 16


@dataclass(frozen=True)
class Block:
    """Bytes that are in use from step ``first`` to step ``last``, both included."""

    size: int
    first: int
    last: int
    align: int = ARENA_ALIGN
    region: int = 0


@dataclass(frozen=True)
class Overlap:
    """Blocks ``a`` and ``b`` may share bytes although both are in use when low <= offset(b) - offset(a) <= high.

    In place means low = high = 0; None leaves that side open.
    """

    a: int
    b: int
    low: int | None = 0
    high: int | None = 0

    def allows(self, distance: int) -> bool:
        """Whether the blocks may lie ``distance`` = offset(b) - offset(a) apart."""
        return (self.low is None or self.low <= distance) and (self.high is None or distance <= self.high)


@dataclass(frozen=True)
class Problem:
    """Blocks and the overlaps allowed between them (indices into ``blocks``)."""

    blocks: tuple[Block, ...]
    overlaps: tuple[Overlap, ...] = ()

    @property
    def regions(self) -> int:
        """Number of memory regions."""
        return max((b.region for b in self.blocks), default=0) + 1


@dataclass(frozen=True)
class Placement:
    """Offset of every block in its region, and the bytes each region needs (exact: the last byte used, no rounding)."""

    offsets: tuple[int, ...]
    sizes: tuple[int, ...]
    method: str

    @property
    def size(self) -> int:
        """Bytes of the first region."""
        return self.sizes[0]


def lower_bound(problem: Problem, region: int = 0) -> int:
    """Bytes no placement can do without: the largest sum of sizes in use at one step, allowed overlaps counted once."""
    best = 0
    for step in sorted({b.first for b in problem.blocks if b.region == region}):
        alive = {i for i, b in enumerate(problem.blocks) if b.region == region and b.first <= step <= b.last}
        total = sum(problem.blocks[i].size for i in alive)
        for o in problem.overlaps:
            if o.a in alive and o.b in alive:
                total -= min(problem.blocks[o.a].size, problem.blocks[o.b].size)
        best = max(best, total)
    return best


def solve(problem: Problem) -> Placement:
    """Place every block: greedy in several orders, the smallest result wins (the first of equals)."""
    candidates = (_greedy(problem, order, name) for name, order in _ORDERS)
    return min(candidates, key=lambda p: (sum(p.sizes), p.sizes))


def _by_size(b: Block) -> tuple[int, ...]:
    return (-b.size, b.first, b.last)


def _by_area(b: Block) -> tuple[int, ...]:
    return (-b.size * (b.last - b.first + 1), -b.size, b.first)


def _by_length(b: Block) -> tuple[int, ...]:
    return (b.first - b.last, -b.size, b.first)


def _by_time(b: Block) -> tuple[int, ...]:
    return (b.first, -b.size, b.last)


_ORDERS: tuple[tuple[str, Callable[[Block], tuple[int, ...]]], ...] = (
    ("greedy by size", _by_size),
    ("greedy by size and time", _by_area),
    ("greedy by duration", _by_length),
    ("greedy by time", _by_time),
)


def _greedy(problem: Problem, order: Callable[[Block], tuple[int, ...]], name: str) -> Placement:
    blocks = problem.blocks
    allowed: dict[tuple[int, int], Overlap] = {(o.a, o.b): o for o in problem.overlaps}
    offsets: list[int | None] = [None] * len(blocks)
    for i in sorted(range(len(blocks)), key=lambda k: (order(blocks[k]), k)):
        rivals = [
            (j, at)
            for j, at in enumerate(offsets)
            if at is not None and _meet(blocks[i], blocks[j]) and blocks[j].size and blocks[i].size
        ]
        offsets[i] = _lowest(i, blocks, rivals, allowed)
    final = [at or 0 for at in offsets]
    sizes = [0] * problem.regions
    for block, at in zip(blocks, final, strict=True):
        sizes[block.region] = max(sizes[block.region], at + block.size if block.size else 0)
    return Placement(tuple(final), tuple(sizes), name)


def _meet(a: Block, b: Block) -> bool:
    return a.region == b.region and a.first <= b.last and b.first <= a.last


def _lowest(
    i: int, blocks: Sequence[Block], rivals: Sequence[tuple[int, int]], allowed: dict[tuple[int, int], Overlap]
) -> int:
    """The lowest offset where block ``i`` clashes with no placed rival."""
    block = blocks[i]
    starts = {0}
    for j, at in rivals:
        starts.add(_up(at + blocks[j].size, block.align))
        forward, backward = allowed.get((j, i)), allowed.get((i, j))
        edges = [forward.low, forward.high] if forward else []
        edges += [-v if v is not None else None for v in (backward.high, backward.low)] if backward else []
        starts.update(at + v for v in edges if v is not None and at + v >= 0 and (at + v) % block.align == 0)

    def fits(start: int) -> bool:
        return not any(
            start < at + blocks[j].size and at < start + block.size and not _shared(i, j, start, at, allowed)
            for j, at in rivals
        )

    return min(s for s in starts if fits(s))


def _shared(i: int, j: int, start: int, at: int, allowed: dict[tuple[int, int], Overlap]) -> bool:
    forward, backward = allowed.get((j, i)), allowed.get((i, j))
    return bool((forward and forward.allows(start - at)) or (backward and backward.allows(at - start)))


def _up(value: int, align: int) -> int:
    return -(-value // align) * align
