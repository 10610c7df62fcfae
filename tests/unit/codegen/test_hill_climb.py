"""The hill climb gives the placements of one that places every block anew at each step."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from edgec.codegen.arena import greedy as module
from edgec.codegen.arena.greedy import HILL_STEPS, first_fit, greedy, hill_climb, top
from edgec.codegen.arena.pairs import Gaps, make_gaps
from edgec.codegen.arena.problem import Block, Overlap, Problem
from tests.arena import corpus
from tests.arena.exhaustive import permitted


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


@pytest.mark.parametrize(("count", "steps"), [(2, 0), (3, 400), (2000, 400), (2589, 308), (3200, 250)])
def test_many_blocks_get_fewer_steps(monkeypatch: pytest.MonkeyPatch, count: int, steps: int) -> None:
    """The steps decide what a plan is: 400, or as many as place 800 000 blocks, the last of them included."""
    taken = 0

    def rejected(*arguments: object) -> None:
        nonlocal taken
        taken += 1

    monkeypatch.setattr(module, "_moved", rejected)
    problem = Problem(tuple(Block(16, i, i) for i in range(count)))
    start = [16] * count
    assert hill_climb(problem, make_gaps(problem), start, 0) == start and taken == steps


@pytest.mark.parametrize("seed", range(12))
def test_a_move_places_anew_what_has_other_rivals_before_it(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """The one that moves, and those with another set of rivals, or one of them elsewhere; none after one too high."""
    problem = corpus.mixed(seed, 24, 12, 5) if seed % 2 else corpus.scattered(seed, 24, 12, 5)
    blocks, gaps, rng = problem.blocks, make_gaps(problem), random.Random(seed)
    placed: list[int] = []
    lowest = module._lowest

    def noted(i: int, *arguments: Any) -> int:
        placed.append(i)
        return lowest(i, *arguments)

    def rivals(i: int, order: Sequence[int], offsets: Sequence[int]) -> dict[int, int]:
        return {j: offsets[j] for j in order[: order.index(i)] if j in gaps[i]}

    for _ in range(60):
        order = rng.sample(range(len(blocks)), len(blocks))
        moved = rng.choice(order)
        tried = [i for i in order if i != moved]
        tried.insert(rng.randrange(len(blocks)), moved)
        before, after = (first_fit(blocks, gaps, o) for o in (order, tried))
        limit = top(blocks, before) + 16 * rng.randrange(-4, 5)
        wanted = [i for i in tried if i == moved or rivals(i, order, before) != rivals(i, tried, after)]
        high = [k for k, i in enumerate(wanted) if after[i] + blocks[i].size > limit]
        placed.clear()
        with monkeypatch.context() as patched:
            patched.setattr(module, "_lowest", noted)
            found = module._moved(blocks, gaps, (order, tried), moved, before, limit)
        assert placed == wanted[: high[0] + 1 if high else None]
        assert found == (after if top(blocks, after) <= limit else None)


@pytest.mark.parametrize("seed", range(30))
def test_no_lower_offset_is_free_of_rivals(seed: int) -> None:
    """With rules of every kind, on blocks that may begin at any byte."""
    rng = random.Random(seed)
    for _ in range(20):
        blocks = [Block(rng.randrange(1, 24), 0, 0, rng.choice((1, 1, 4, 8))) for _ in range(5)]
        sides = (None, None), (0, 0), (None, -3), (5, None), (-7, 2), (3, 9), (-9, -4), (4, 4)
        pairs = [(i, j) for j in range(5) for i in range(j)]
        rules = [Overlap(*rng.choice((p, p[::-1])), *rng.choice(sides)) for p in pairs if rng.random() < 0.7]
        problem = Problem(tuple(blocks), tuple(rules))
        order = rng.sample(range(5), 5)
        offsets = first_fit(blocks, make_gaps(problem), order)
        for k, i in enumerate(order):
            lower = range(0, offsets[i] + 1, blocks[i].align)
            free = [at for at in lower if all(permitted(problem, i, j, at, offsets[j]) for j in order[:k])]
            assert free == [offsets[i]]


def test_one_way_of_two_rules_is_enough() -> None:
    """At one offset, which one order of the two blocks allows, or far enough below: what is not lost with a band."""
    blocks = (Block(64, 0, 1), Block(64, 1, 2))
    gaps = make_gaps(Problem(blocks, (Overlap(0, 1, 16, 48), Overlap(0, 1))))
    assert gaps[0][1].low == 16 and gaps[1][0].low == 0
    assert first_fit(blocks, gaps, (0, 1)) == first_fit(blocks, gaps, (1, 0)) == [0, 0]
    assert module._fits(0, [(0, gaps[0][1], gaps[1][0])]) is True
    assert module._fits(8, [(0, gaps[0][1], gaps[1][0])]) is False


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
