"""The order of layers: exact for small graphs, never worse than the given one."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from codegen_models import float_graph
from test_arena import call, chain

from edgec.codegen.arena_check import check_all
from edgec.codegen.arena_solve import solve
from edgec.codegen.kernels.registry import select_all
from edgec.codegen.liveness import arena_problem
from edgec.codegen.order import EXACT_LAYERS, Unit, _Problem, best_order, in_best_order
from edgec.codegen.schedule import make_schedule


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


@pytest.mark.parametrize("seed", range(5))
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
    schedule = make_schedule(graph, select_all(graph))
    assert in_best_order(schedule) == schedule
