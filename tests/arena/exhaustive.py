"""Placements by the definition of the problem alone: which are valid, and the smallest size by trying all."""

from __future__ import annotations

import random
from collections.abc import Sequence

from edgec.codegen.arena.problem import Block, Overlap, Problem


def permitted(problem: Problem, i: int, j: int, at_i: int, at_j: int) -> bool:
    """Return whether two blocks may lie at these offsets."""
    a, b = problem.blocks[i], problem.blocks[j]
    if a.region != b.region or a.last < b.first or b.last < a.first or not a.size or not b.size:
        return True
    if at_i + a.size <= at_j or at_j + b.size <= at_i:
        return True
    for o in problem.overlaps:
        for first, second, distance in ((i, j, at_j - at_i), (j, i, at_i - at_j)):
            if (o.a, o.b) == (first, second) and (o.low is None or o.low <= distance):
                if o.high is None or distance <= o.high:
                    return True
    return False


def valid(problem: Problem, offsets: Sequence[int]) -> bool:
    """Return whether all blocks are aligned and no two share bytes that may not."""
    if any(at < 0 or at % b.align for at, b in zip(offsets, problem.blocks, strict=True)):
        return False
    count = len(offsets)
    return all(permitted(problem, i, j, offsets[i], offsets[j]) for j in range(count) for i in range(j))


def ends(problem: Problem, offsets: Sequence[int], region: int = 0) -> int:
    """The last byte in use, plus one."""
    return max((at + b.size for at, b in zip(offsets, problem.blocks, strict=True) if b.size and b.region == region),
               default=0)  # fmt: skip


def within(problem: Problem, size: int) -> list[int] | None:
    """Some valid placement of blocks of one region in ``size`` bytes, None when there is none."""
    order = sorted((i for i, b in enumerate(problem.blocks) if b.size), key=lambda i: -problem.blocks[i].size)
    offsets = [0] * len(problem.blocks)

    def place(k: int) -> bool:
        if k == len(order):
            return True
        i = order[k]
        b = problem.blocks[i]
        for at in range(0, size - b.size + 1, b.align):
            if all(permitted(problem, i, j, at, offsets[j]) for j in order[:k]):
                offsets[i] = at
                if place(k + 1):
                    return True
        return False

    return offsets if place(0) else None


def smallest(problem: Problem) -> int:
    """The size of the smallest valid placement: the sizes that an end can have are tried in turn."""
    start = max((b.size for b in problem.blocks), default=0)
    step = min((b.align for b in problem.blocks), default=1)
    tops = {b.size % step for b in problem.blocks if b.size}
    for size in range(start, sum(-(-b.size // 16) * 16 for b in problem.blocks) * 2 + 64):
        if size % step in tops and within(problem, size) is not None:
            return size
    return 0


def small(seed: int, bands: bool = False) -> Problem:
    """Up to six blocks of a few units, of two alignments, with overlaps in place or on one side (or in ``bands``)."""
    rng = random.Random(seed)
    blocks = []
    for _ in range(rng.randrange(2, 7)):
        first = rng.randrange(5)
        align = 16 if seed % 3 else rng.choice((16, 32))
        size = 16 * rng.randrange(1, 6) - (rng.randrange(16) if seed % 2 else 0)
        blocks.append(Block(size, first, min(6, first + rng.randrange(4)), align))
    rules = []
    for i, a in enumerate(blocks):
        for j, b in enumerate(blocks):
            if i != j and a.last == b.first and rng.random() < 0.6 and not any({o.a, o.b} == {i, j} for o in rules):
                low = 16 * rng.randrange(-3, 3)
                kinds = [Overlap(i, j), Overlap(i, j, None, low), Overlap(i, j, low, None)]
                rules.append(rng.choice([*kinds, Overlap(i, j, low, low + 16)] if bands else kinds))
    return Problem(tuple(blocks), tuple(rules))
