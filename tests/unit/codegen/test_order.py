"""The order of layers: exact for small graphs, never worse than the given one."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import permutations

import pytest

from edgec.codegen.arena.solve import solve
from edgec.codegen.plan.proof import check_all
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.order import EXACT_LAYERS, Unit, _Problem, best_order, in_best_order
from edgec.codegen.schedule.steps import make_schedule
from tests.builders.chosen import calls_of
from tests.builders.codegen_models import float_graph
from tests.unit.codegen.test_arena import call, chain


def random_units(seed: int, count: int) -> list[Unit]:
    """Every layer makes one tensor and reads up to two earlier ones; some work in place."""
    rng = random.Random(seed)
    units = []
    for i in range(count):
        reads = frozenset(rng.sample(range(i), min(i, rng.randrange(3))))
        saves = tuple((t, 8) for t in reads if rng.random() < 0.3)
        units.append(Unit(((i, rng.randrange(8, 100)),), reads, rng.randrange(20), sum(1 << t for t in reads), saves))
    return units


@pytest.mark.parametrize("seed", range(30))
def test_exact_order_is_the_best_of_all(seed: int) -> None:
    units = random_units(seed, 7)
    problem = _Problem(units)
    allowed = [o for o in permutations(range(7)) if all(
        all(o.index(t) < o.index(i) for t in u.reads) for i, u in enumerate(units))]  # fmt: skip
    assert problem.peak(best_order(units)) == min(problem.peak(o) for o in allowed)


Cell = tuple[int, tuple[int, ...], int, int]
"""Size, inputs, scratch, and the percentage that an output may share with an input."""


def cells(rows: list[Cell]) -> list[Unit]:
    units = []
    for i, (made, reads, scratch, shared) in enumerate(rows):
        saves = tuple((t, min(made, rows[t][0]) * shared // 100) for t in reads if shared)
        units.append(Unit(((i, made),), frozenset(reads), scratch, sum(1 << t for t in reads), saves))
    return units


def inception(count: int, rng: random.Random) -> list[Unit]:
    """Modules of four branches that are joined by their readers."""
    rows: list[Cell] = [(128, (), 0, 0)]
    before: tuple[int, ...] = (0,)
    while len(rows) < count - 8:
        ends: list[int] = []
        for depth in (1, 2, 3, 2):
            last = before
            for _ in range(depth):
                rows.append((rng.randrange(16, 160), last, rng.randrange(20), rng.choice((0, 60))))
                last = (len(rows) - 1,)
            ends += last
        before = tuple(ends)
    while len(rows) < count:
        rows.append((rng.randrange(16, 160), before, rng.randrange(20), 0))
        before = (len(rows) - 1,)
    return cells(rows)


def densenet(count: int, rng: random.Random) -> list[Unit]:
    """Blocks in which every layer reads all before it."""
    block = [tuple(range(i // 10 * 10, i)) or ((i - 1,) if i else ()) for i in range(count)]
    return cells([(rng.randrange(20, 60), reads, rng.randrange(40), 0) for reads in block])


def searched(count: int, rng: random.Random) -> list[Unit]:
    """Every layer reads two of the last seven, as in cells found by architecture search."""
    reads = [tuple(sorted(rng.sample(range(max(0, i - 7), i), min(i, 2)))) for i in range(count)]
    return cells([(rng.randrange(20, 150), r, rng.randrange(30), rng.choice((0, 100))) for r in reads])


def branches(count: int, rng: random.Random) -> list[Unit]:
    """Many chains of one input, all joined at the end."""
    width = max(2, count // 5)
    rows: list[Cell] = [(100, (), 0, 0)]
    for i in range(1, count - 1):
        rows.append((rng.randrange(10, 200), (max(0, i - width),), rng.randrange(30), rng.choice((0, 50, 100))))
    read = {t for _, reads, _, _ in rows for t in reads}
    return cells([*rows, (100, tuple(t for t in range(count - 1) if t not in read), 0, 0)])


def smallest_peak(units: list[Unit]) -> int:
    """By trying everything, from the definition: what is alive is what has been made and somebody has yet to read."""

    @cache
    def rest(done: frozenset[int]) -> int:
        def alive(after: frozenset[int]) -> set[int]:
            return {t for i in after for t, _ in units[i].makes if any(t in u.reads for u in others(after))}

        def others(after: frozenset[int]) -> list[Unit]:
            return [u for i, u in enumerate(units) if i not in after]

        best = 0 if len(done) == len(units) else 1 << 60
        for i in set(range(len(units))) - done:
            if any(units[i].after >> k & 1 for k in set(range(len(units))) - done):
                continue
            dying = alive(done) - alive(done | {i})
            shared = max((size for t, size in units[i].saves if t in dying), default=0)
            used = sum(sizes[t] for t in alive(done)) + sizes[i] + units[i].scratch - shared
            best = min(best, max(used, rest(done | {i})))
        return best

    sizes = {t: size for u in units for t, size in u.makes}
    return rest(frozenset())


SHAPES = (inception, densenet, searched, branches)


@pytest.mark.parametrize("shape", SHAPES)
def test_branchy_graphs_against_everything_tried(shape: Callable[[int, random.Random], list[Unit]]) -> None:
    for seed in range(8):
        units = shape(10, random.Random(seed))
        order = best_order(units)
        assert sorted(order) == list(range(10))
        assert _Problem(units).peak(order) == smallest_peak(units), seed


@pytest.mark.parametrize("shape", SHAPES)
def test_branchy_graphs_of_forty_layers_are_solved_exactly(shape: Callable[[int, random.Random], list[Unit]]) -> None:
    for seed in range(8):
        units = shape(EXACT_LAYERS, random.Random(seed))
        problem = _Problem(units)
        order = problem.exact()
        assert order is not None, seed
        assert all(order.index(t) < order.index(i) for i, u in enumerate(units) for t in u.reads)
        assert problem.peak(order) <= min(problem.peak(problem.greedy()), problem.peak(range(len(units))))


@pytest.mark.parametrize("seed", [1, 3])
def test_random_graphs_of_forty_layers_are_solved_exactly(seed: int) -> None:
    problem = _Problem(random_units(seed, EXACT_LAYERS))
    order = problem.exact()
    assert order is not None
    assert problem.peak(order) <= problem.peak(problem.greedy())


@pytest.mark.parametrize("seed", range(2))
def test_many_layers_are_never_worse_than_given(seed: int) -> None:
    units = random_units(seed, EXACT_LAYERS + 40)
    order = best_order(units)
    assert sorted(order) == list(range(len(units)))
    assert all(order.index(t) < order.index(i) for i, u in enumerate(units) for t in u.reads)
    assert _Problem(units).peak(order) <= _Problem(units).peak(range(len(units)))


def test_a_branch_is_finished_before_the_next_one_starts() -> None:
    """Given: both branches side by side, four tensors alive at once; better: one after the other."""
    graph, calls = chain(
        (("in",), "a1", call(1)),
        (("in",), "b1", call(1)),
        (("in",), "c1", call(1)),
        (("a1",), "a2", call(1, inplace=(0,))),
        (("b1", "a2"), "b2", call(2, inplace=(0,))),
        (("c1", "b2"), "c2", call(2, inplace=(0,))),
        (("c2",), "out", call(1)),
    )
    schedule = make_schedule(graph, calls)
    better = in_best_order(schedule)
    arena = arena_problem(better)
    placement = solve(arena.problem)
    check_all(better, arena, placement)
    assert placement.size == 128 < solve(arena_problem(schedule).problem).size


def test_a_good_order_stays() -> None:
    graph = float_graph()
    schedule = make_schedule(graph, calls_of(graph))
    assert in_best_order(schedule) == schedule
