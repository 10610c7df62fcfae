"""Distance of two blocks in the arena, as all solvers read ``Overlap`` (the validator has its own reading)."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.arena.problem import Block, Overlap, Problem
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Gap:
    """Distances offset(upper) - offset(lower) >= 0 that keep two blocks apart: at least ``apart``, or low .. high.

    ``low`` > ``high`` when there is no such band below ``apart``.  ``shared`` is the largest number of bytes the two
    may then share.
    """

    apart: int
    low: int = 1
    high: int = 0
    shared: int = 0

    def next_allowed(self, distance: int) -> int:
        """The smallest allowed distance that is not below ``distance``."""
        if self.low <= self.high and distance <= self.high:
            return max(distance, self.low)
        return max(distance, self.apart)


Gaps = list[dict[int, Gap]]


def make_gaps(problem: Problem) -> Gaps:
    """``gaps[lower][upper]`` for every pair of blocks that are in use together."""
    blocks = problem.blocks
    rules: dict[tuple[int, int], list[Overlap]] = {}
    for o in problem.overlaps:
        rules.setdefault((o.a, o.b), []).append(o)
    gaps: Gaps = [{} for _ in blocks]
    for i, j in meeting(blocks):
        forward = [(o.low, o.high) for o in rules.get((i, j), [])]
        forward += [_negated(o) for o in rules.get((j, i), [])]
        gaps[i][j] = _gap(blocks[i], blocks[j], forward)
        gaps[j][i] = _gap(blocks[j], blocks[i], [_swapped(low, high) for low, high in forward])
    return gaps


def meeting(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """The pairs of blocks with bytes that are in use at one time in one region, sorted, the smaller number first."""
    meeting_pairs: list[tuple[int, int]] = []
    open_blocks: dict[int, list[int]] = {}  # region -> those that have begun and perhaps not ended
    for i in sorted((i for i, b in enumerate(blocks) if b.size), key=lambda i: blocks[i].first):
        b = blocks[i]
        still = [j for j in open_blocks.get(b.region, ()) if blocks[j].last >= b.first]
        meeting_pairs += [(min(i, j), max(i, j)) for j in still]
        open_blocks[b.region] = [*still, i]
    return sorted(meeting_pairs)


def _negated(o: Overlap) -> tuple[int | None, int | None]:
    return _swapped(o.low, o.high)


def _swapped(low: int | None, high: int | None) -> tuple[int | None, int | None]:
    return (None if high is None else -high), (None if low is None else -low)


def _gap(lower: Block, upper: Block, allowed: Sequence[tuple[int | None, int | None]]) -> Gap:
    """``allowed`` are intervals of offset(upper) - offset(lower) in which the blocks may share bytes."""
    apart, band, shared = lower.size, (1, 0), 0
    for low, high in allowed:
        start = 0 if low is None else max(0, low)
        if high is not None and high < start:
            continue
        if high is None or high >= lower.size:
            apart = min(apart, start)
        elif high - start > band[1] - band[0]:
            band = (start, high)
        shared = max(shared, min(upper.size, lower.size - start))
    if band[0] >= apart:
        band = (1, 0)
    return Gap(apart, *band, shared=shared)
