"""Placement of all blocks: first fit, a hill climb, then an exact search, until the lower bound is met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import isqrt

from edgec.codegen.arena.bounds import refuting_bound
from edgec.codegen.arena.exact import improve
from edgec.codegen.arena.greedy import greedy, hill_climb, top
from edgec.codegen.arena.order import fit
from edgec.codegen.arena.pairs import make_gaps
from edgec.codegen.arena.problem import Block, Overlap, Placement, Problem, lower_bound

SEARCH_NODES = 20_000  # of each exact search; a count, not a time, so that equal models give equal code on any machine
FULL_EFFORT = 150  # pairs of blocks that clash; a node of a problem with more takes longer, so it gets fewer
FIRST_SEARCH_PART = 10  # the first search gets this part of the nodes


@lru_cache(maxsize=256)  # builds of a search differ in numbers and code more than in their arenas
def solve(problem: Problem, nodes: int = SEARCH_NODES) -> Placement:
    """Place every block; never worse than the greedy placement, and proven optimal when ``Placement.optimal``.

    The search stops after ``nodes`` steps for each group of blocks that meet: below ten seconds for the hardest
    problems, milliseconds for most models.
    """
    offsets = [0] * len(problem.blocks)
    sizes, bounds = [0] * problem.regions, [0] * problem.regions
    methods: list[str] = []
    for part in _parts(problem):
        some = _subproblem(problem, part)
        placed, bound, method = _solve_part(some, nodes)
        for i, at in zip(part, placed, strict=True):
            offsets[i] = at
        region = problem.blocks[part[0]].region
        sizes[region] = max(sizes[region], top(some.blocks, placed))
        bounds[region] = max(bounds[region], bound)
        methods.append(method)
    return Placement(tuple(offsets), tuple(sizes), max(methods, key=_METHODS.index, default=_METHODS[0]), tuple(bounds))


_METHODS = ("greedy", "hill climb", "exact search", "search stopped at its limit")


def _solve_part(problem: Problem, nodes: int) -> tuple[list[int], int, str]:
    """Offsets, proven lower bound and the name of the method."""
    gaps = make_gaps(problem)
    nodes = _effort(nodes, sum(len(row) for row in gaps) // 2)
    bound = lower_bound(replace(problem, blocks=tuple(replace(b, region=0) for b in problem.blocks)))
    offsets, _ = greedy(problem, gaps)
    if top(problem.blocks, offsets) <= bound:
        return offsets, bound, _METHODS[0]
    offsets = hill_climb(problem, gaps, offsets, bound)
    size = top(problem.blocks, offsets)
    if size <= bound:
        return offsets, bound, _METHODS[1]
    bound = refuting_bound(problem, gaps, bound, size)
    whole = nodes >= len(problem.blocks)  # fewer nodes do not even place all blocks once
    if whole:
        offsets, optimal = improve(problem, gaps, offsets, size, bound, nodes // FIRST_SEARCH_PART)
        size = top(problem.blocks, offsets)
        if optimal:
            return offsets, size, _METHODS[2]
    left = nodes
    while size > bound and left > 0:
        tried = fit(problem, gaps, size - 1, left)
        left -= tried.nodes
        if tried.offsets is not None:
            offsets, size = tried.offsets, top(problem.blocks, tried.offsets)
        elif tried.certain:
            bound = size
        else:
            break
    if size <= bound:
        return offsets, bound, _METHODS[2]
    if not whole:
        return offsets, bound, _METHODS[3]
    offsets, optimal = improve(problem, gaps, offsets, size, bound, nodes)
    return offsets, top(problem.blocks, offsets) if optimal else bound, _METHODS[2 if optimal else 3]


def _effort(nodes: int, pairs: int) -> int:
    """Nodes for a problem: the time of one grows about with the power 1.5 of the pairs that clash."""
    pairs = max(FULL_EFFORT, pairs)
    return nodes * FULL_EFFORT * isqrt(FULL_EFFORT) // (pairs * isqrt(pairs))


def _parts(problem: Problem) -> list[list[int]]:
    """Blocks by region and, within one, cut where no block is in use on both sides."""
    parts: list[list[int]] = []
    past = (-1, -1)
    for i in sorted(range(len(problem.blocks)), key=lambda k: (problem.blocks[k].region, problem.blocks[k].first, k)):
        b = problem.blocks[i]
        if b.region == past[0] and b.first <= past[1]:
            parts[-1].append(i)
            past = (b.region, max(past[1], b.last))
        else:
            parts.append([i])
            past = (b.region, b.last)
    return parts


def _subproblem(problem: Problem, part: Sequence[int]) -> Problem:
    index = {k: i for i, k in enumerate(part)}
    blocks: tuple[Block, ...] = tuple(problem.blocks[k] for k in part)
    overlaps = (o for o in problem.overlaps if o.a in index and o.b in index)
    return Problem(blocks, tuple(Overlap(index[o.a], index[o.b], o.low, o.high) for o in overlaps))
