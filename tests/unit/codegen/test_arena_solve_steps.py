"""Tests of which searches ``solve`` makes in turn, with how many steps, and of what it says of their outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from edgec.codegen.arena import solve as module
from edgec.codegen.arena.bounds import refuting_bound
from edgec.codegen.arena.greedy import greedy, hill_climb, top
from edgec.codegen.arena.order import Fit
from edgec.codegen.arena.pairs import make_gaps
from edgec.codegen.arena.problem import Block, Overlap, Problem, lower_bound
from edgec.codegen.arena.solve import SEARCH_NODES, _effort, _solve_part, solve
from tests.arena import corpus

HARD = corpus.mixed(3, 12, 6, 3)
STEPS = 20_000
CLIMBED = 7  # seed of a problem that changed orders solve, and greedy ones do not


class Searches:
    """In place of both searches: remembers what they are asked, and answers what it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, improved: Sequence[bool], fits: Sequence[Fit]) -> None:
        self.asked: list[tuple[str, int, int]] = []
        self.improved, self.fits = iter(improved), iter(fits)
        monkeypatch.setattr(module, "improve", self.improve)
        monkeypatch.setattr(module, "fit", self.fit)

    def improve(self, _: Problem, gaps: Any, start: Sequence[int], size: int, *more: int) -> tuple[list[int], bool]:
        self.asked.append(("improve", size, more[1]))
        return list(start), next(self.improved)

    def fit(self, _: Problem, gaps: Any, size: int, nodes: int) -> Fit:
        self.asked.append(("fit", size, nodes))
        return next(self.fits)


@pytest.fixture(scope="module")
def hard() -> tuple[list[int], int, int]:
    """The placement of the hill climb, its size and the bound that the searches start with."""
    gaps = make_gaps(HARD)
    bound = lower_bound(HARD)
    offsets = hill_climb(HARD, gaps, greedy(HARD, gaps)[0], bound)
    size = top(HARD.blocks, offsets)
    assert refuting_bound(HARD, gaps, bound, size) + 64 < size
    return offsets, size, refuting_bound(HARD, gaps, bound, size)


def test_a_search_that_ends_early_is_all(monkeypatch: pytest.MonkeyPatch, hard: tuple[list[int], int, int]) -> None:
    offsets, size, _ = hard
    searches = Searches(monkeypatch, [True], [])
    assert _solve_part(HARD, STEPS) == (offsets, size, "exact search")
    assert searches.asked == [("improve", size, STEPS // 10)]
    few = len(HARD.blocks)
    searches = Searches(monkeypatch, [True], [])
    assert _solve_part(HARD, few)[2] == "exact search" and searches.asked == [("improve", size, few // 10)]


def test_sizes_are_refuted_until_one_is_the_bound(
    monkeypatch: pytest.MonkeyPatch, hard: tuple[list[int], int, int]
) -> None:
    """Each search has the steps that those before it left."""
    offsets, size, _ = hard
    lower = [max(0, at - 32) for at in offsets]
    less = top(HARD.blocks, lower)
    assert less < size
    searches = Searches(monkeypatch, [False], [Fit(lower, True, 700), Fit(None, True, 5)])
    assert _solve_part(HARD, STEPS) == (lower, less, "exact search")
    assert searches.asked == [("improve", size, 2000), ("fit", size - 1, STEPS), ("fit", less - 1, STEPS - 700)]
    searches = Searches(monkeypatch, [False, False], [Fit(lower, True, STEPS - 1), Fit(None, False, 2)])
    assert _solve_part(HARD, STEPS)[2] == "search stopped at its limit"
    assert searches.asked[-2:] == [("fit", less - 1, 1), ("improve", less, STEPS)]
    searches = Searches(monkeypatch, [False, False], [Fit(lower, True, STEPS)])
    assert _solve_part(HARD, STEPS)[2] == "search stopped at its limit"
    assert searches.asked[-1:] == [("improve", less, STEPS)]


@pytest.mark.parametrize("optimal", [False, True])
def test_a_last_search_decides_whether_the_plan_is_optimal(
    monkeypatch: pytest.MonkeyPatch, hard: tuple[list[int], int, int], optimal: bool
) -> None:
    offsets, size, bound = hard
    searches = Searches(monkeypatch, [False, optimal], [Fit(None, False, 300)])
    wanted = (size, "exact search") if optimal else (bound, "search stopped at its limit")
    assert _solve_part(HARD, STEPS) == (offsets, *wanted)
    assert searches.asked == [("improve", size, 2000), ("fit", size - 1, STEPS), ("improve", size, STEPS)]


def test_searches_of_many_pairs_have_fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = corpus.mixed(0, 30, 10, 5)
    pairs = sum(len(row) for row in make_gaps(problem)) // 2
    searches = Searches(monkeypatch, [True], [])
    module._solve_part(problem, STEPS)
    assert pairs > 150 and [nodes for _, _, nodes in searches.asked] == [_effort(STEPS, pairs) // 10]
    assert SEARCH_NODES == STEPS


def test_orders_that_reach_the_bound_are_not_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Searches(monkeypatch, [], [])
    easy = Problem((Block(64, 0, 1, region=1), Block(32, 1, 2, region=1)))
    assert _solve_part(easy, STEPS) == ([0, 64], 96, "greedy")
    climbed = corpus.scattered(CLIMBED, 12, 10, 5)
    gaps = make_gaps(climbed)
    bound, first = lower_bound(climbed), greedy(climbed, gaps)[0]
    assert top(climbed.blocks, first) > bound
    assert _solve_part(climbed, STEPS) == (hill_climb(climbed, gaps, first, bound), bound, "hill climb")
    assert not searches.asked


def test_regions_without_blocks_need_no_bytes() -> None:
    """Blocks that are never in use together may have a rule, which says nothing."""
    found = solve(Problem((Block(16, 0, 0, region=2), Block(48, 5, 5, region=2)), (Overlap(0, 1),)))
    assert found.sizes == found.bounds == (0, 0, 48) and found.offsets == (0, 0) and found.method == "greedy"
