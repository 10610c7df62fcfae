"""The hill climb gives the placements of one that places every block anew at each step."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from edgec.codegen.arena import greedy as module
from edgec.codegen.arena.greedy import HILL_STEPS, first_fit, greedy, hill_climb, top
from edgec.codegen.arena.pairs import Gaps, make_gaps
from edgec.codegen.arena.problem import Problem
from tests.arena import corpus


def plainly(problem: Problem, gaps: Gaps, start: Sequence[int], steps: int) -> list[int]:
    """The same search without any knowledge of what a move reaches."""
    blocks, rng = problem.blocks, random.Random(1)
    order = sorted(range(len(blocks)), key=lambda i: (start[i], -blocks[i].size, i))
    best = list(start)
    for _ in range(steps):
        highest = max(range(len(blocks)), key=lambda i: (best[i] + blocks[i].size, i))
        moved = highest if rng.random() < 0.3 else rng.randrange(len(blocks))
        tried = [i for i in order if i != moved]
        tried.insert(rng.randrange(len(blocks)), moved)
        offsets = first_fit(blocks, gaps, tried)
        if top(blocks, offsets) <= top(blocks, best):
            order = tried
        if top(blocks, offsets) < top(blocks, best):
            best = offsets
    return best


@pytest.mark.parametrize(
    ("problem", "steps"),
    [
        (corpus.mixed(5, 40, 30, 6), HILL_STEPS),
        (corpus.scattered(5, 60, 40, 8), HILL_STEPS),
        (corpus.residual(5, 6), HILL_STEPS),
        (corpus.chain(5, 30, 3), HILL_STEPS),
        (corpus.mixed(6, 400, 300, 4), 60),
    ],
)
def test_same_placements(problem: Problem, steps: int) -> None:
    gaps = make_gaps(problem)
    start = [0] * len(problem.blocks)
    for i, block in enumerate(problem.blocks):  # far from good, so that there is something to climb
        start[i] = start[i - 1] + -(-problem.blocks[i - 1].size // block.align) * block.align if i else 0
    assert hill_climb(problem, gaps, start, 0, steps) == plainly(problem, gaps, start, steps)
    good = greedy(problem, gaps)[0]
    assert hill_climb(problem, gaps, good, 0, steps) == plainly(problem, gaps, good, steps)


def test_a_move_places_few_blocks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """400 convolutions once took minutes of ``--optimize ram``, nearly all in here."""
    placed, lowest = 0, module._lowest

    def counted(*arguments: object) -> int:
        nonlocal placed
        placed += 1
        return lowest(*arguments)  # type: ignore[arg-type]

    problem = corpus.chain(7, 800, 3)
    gaps = make_gaps(problem)
    good = greedy(problem, gaps)[0]
    monkeypatch.setattr(module, "_lowest", counted)
    hill_climb(problem, gaps, good, 0, 100)
    assert placed < len(problem.blocks) + 100 * 20
