"""Placement by first fit: several orders, then a hill climb over orders.  Fast, good, proves nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from edgec.codegen.arena.pairs import Gap, Gaps
from edgec.codegen.arena.problem import Block, Problem

HILL_STEPS = 400
HILL_BLOCKS = 800_000  # blocks placed in all steps: problems of thousands of blocks get fewer steps


def greedy(problem: Problem, gaps: Gaps) -> tuple[list[int], str]:
    """The best of first fit in several orders: offsets and the name of the order (of equals, the first)."""
    placements = [(first_fit(problem.blocks, gaps, _order(problem, key)), name) for name, key in _ORDERS]
    return min(placements, key=lambda f: top(problem.blocks, f[0]))


def hill_climb(problem: Problem, gaps: Gaps, start: Sequence[int], enough: int, steps: int = HILL_STEPS) -> list[int]:
    """First fit over orders changed a little at a time, from the order of ``start``; stops at a top of ``enough``.

    The random numbers have a fixed seed: equal problems give equal results.
    """
    blocks = problem.blocks
    if len(blocks) < 3:
        return list(start)
    rng = random.Random(1)
    order = sorted(range(len(blocks)), key=lambda i: (start[i], -blocks[i].size, i))
    best, best_top = list(start), top(blocks, start)
    current = first_fit(blocks, gaps, order)
    highest = _highest(blocks, best)
    for _ in range(min(steps, HILL_BLOCKS // len(blocks))):
        if best_top <= enough:
            return best
        moved = highest if rng.random() < 0.3 else rng.randrange(len(blocks))
        tried = list(order)
        tried.remove(moved)
        tried.insert(rng.randrange(len(blocks)), moved)
        offsets = _moved(blocks, gaps, (order, tried), moved, current, best_top)
        if offsets is not None:
            order, current = tried, offsets
            height = top(blocks, offsets)
            if height < best_top:
                best, best_top, highest = offsets, height, _highest(blocks, offsets)
    return best


def _highest(blocks: Sequence[Block], offsets: Sequence[int]) -> int:
    """The block that ends last, of equals the last one."""
    return max(range(len(blocks)), key=lambda i: (offsets[i] + blocks[i].size, i))


def _moved(
    blocks: Sequence[Block],
    gaps: Gaps,
    orders: tuple[Sequence[int], Sequence[int]],
    moved: int,
    before: Sequence[int],
    limit: int,
) -> list[int] | None:
    """``first_fit`` in the second of two orders that differ in the place of ``moved``; None if above ``limit``.

    ``before`` is ``first_fit`` in the first order.  A block keeps its offset there unless the rivals before it changed:
    only what a move reaches is placed anew.
    """
    old, new = (dict(zip(order, range(len(order)), strict=True)) for order in orders)
    offsets = list(before)
    changed = {moved, *(j for j in gaps[moved] if (old[j] < old[moved]) != (new[j] < new[moved]))}
    for at in range(min(old[moved], new[moved]), len(blocks)):
        i = orders[1][at]
        if i in changed:
            lowest = _lowest(i, blocks, gaps, [(j, offsets[j]) for j in gaps[i] if new[j] < at])
            if blocks[i].size and lowest + blocks[i].size > limit:
                return None
            if lowest != offsets[i]:
                offsets[i] = lowest
                changed.update(gaps[i])  # those before it have their place
    return offsets if top(blocks, offsets) <= limit else None


def all_orders(problem: Problem) -> list[list[int]]:
    """The orders that ``greedy`` tries."""
    return [_order(problem, key) for _, key in _ORDERS]


def fits_below(blocks: Sequence[Block], gaps: Gaps, orders: Iterable[Sequence[int]], limit: int) -> bool:
    """Return whether first fit in one of the orders, of all blocks or of some, stays below ``limit``."""
    for order in orders:
        offsets = first_fit(blocks, gaps, order)
        if all(offsets[i] + blocks[i].size <= limit for i in order):
            return True
    return False


def top(blocks: Sequence[Block], offsets: Sequence[int]) -> int:
    """The last byte used, plus one."""
    return max((at + b.size for b, at in zip(blocks, offsets, strict=True) if b.size), default=0)


def first_fit(blocks: Sequence[Block], gaps: Gaps, order: Sequence[int]) -> list[int]:
    """Every block, in this order, at the lowest offset where it clashes with none placed before."""
    offsets = [-1] * len(blocks)
    for i in order:
        offsets[i] = _lowest(i, blocks, gaps, [(j, offsets[j]) for j in gaps[i] if offsets[j] >= 0])
    return offsets


def _lowest(i: int, blocks: Sequence[Block], gaps: Gaps, placed: Iterable[tuple[int, int]]) -> int:
    """The lowest offset of a block that clashes with none of the rivals that are ``placed`` (with their offsets).

    It is 0, or the least that the distance from some rival allows.
    """
    align = blocks[i].align
    rivals = [(at, gaps[i][j], gaps[j][i]) for j, at in placed]
    starts = {0}
    for at, below, above in rivals:
        starts.add(at + above.apart)
        if above.low <= above.high:
            starts.add(at + above.low)
        if below.low <= below.high:
            starts.add(at - below.high)
    aligned = sorted({-(-start // align) * align for start in starts if start >= 0})
    return next(start for start in aligned if _fits(start, rivals))


def _fits(start: int, rivals: Iterable[tuple[int, Gap, Gap]]) -> bool:
    """Return whether ``start`` is free of rivals: their offsets, and distances to those above and from those below."""
    for at, below, above in rivals:
        over = start - at
        if over >= above.apart or above.low <= over <= above.high:
            continue
        if -over < below.apart and not below.low <= -over <= below.high:
            return False
    return True


def _order(problem: Problem, key: Callable[[Block], tuple[int, ...]]) -> list[int]:
    return sorted(range(len(problem.blocks)), key=lambda i: (key(problem.blocks[i]), i))


def _by_size(b: Block) -> tuple[int, ...]:
    return (-b.size, b.first, b.last)


def _by_area(b: Block) -> tuple[int, ...]:
    return (-b.size * (b.last - b.first + 1), -b.size, b.first)


def _by_length(b: Block) -> tuple[int, ...]:
    return (b.first - b.last, -b.size, b.first)


def _by_time(b: Block) -> tuple[int, ...]:
    return (b.first, -b.size, b.last)


def _backward(b: Block) -> tuple[int, ...]:
    return (-b.last, -b.size, b.first)


_ORDERS: tuple[tuple[str, Callable[[Block], tuple[int, ...]]], ...] = (
    ("greedy by size", _by_size),
    ("greedy by size and time", _by_area),
    ("greedy by duration", _by_length),
    ("greedy by time", _by_time),
    ("greedy by time, backward", _backward),
)
