"""Layers computed row by row: the same bytes in less RAM, and a validator that finds what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.codegen import Generated, generate
from edgec.codegen.arena.problem import Placement, Problem
from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.spec import CTYPES, Call, NodeView
from edgec.codegen.plan.fuse import caching, fuse
from edgec.codegen.plan.plan import PlannedGroup
from edgec.codegen.plan.prices import MIN_CHANGE, step_price
from edgec.codegen.plan.proof import check_all, check_replay
from edgec.codegen.schedule.liveness import WindowOf, arena_problem
from edgec.codegen.schedule.rows import RowProgram, RowRun
from edgec.codegen.schedule.steps import ArenaTensor, GroupStep, Schedule, make_schedule
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port, run_bench
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of, target_with
from tests.builders.codegen_models import aimed, need, options, run, write
from tests.builders.row_models import NETS, residual

CHOOSER = Chooser(target_with(), Selection(plain=True))


def scheduled(graph: Graph) -> Schedule:
    return make_schedule(graph, calls_of(graph, plain=True))


def fused(graph: Graph, limit: int = 0) -> Schedule:
    return fuse(scheduled(graph), caching(CHOOSER.one), CHOOSER.price, limit)


def samples(graph: Graph) -> Array:
    rng, t = np.random.default_rng(0), graph.tensors[graph.inputs[0]]
    if graph.is_quantized:
        return rng.integers(-128, 128, (3, *t.shape)).astype(np.int8)
    return rng.standard_normal((3, *t.shape)).astype(np.float32)


def made(graph: Graph, folder: Path, optimize: str = "balanced", **changes: Any) -> Generated:
    base = aimed(options(scheme="int8" if graph.is_quantized else "float32"), optimize)
    generated = generate(graph, replace(base, **changes))
    write(generated, folder)
    return generated


def test_what_costs_too_much_is_paid_only_where_a_limit_asks_for_it() -> None:
    """Rows that cost many times an image's: no group in any RAM, the same group as before within a limit."""
    schedule = scheduled(residual(True))

    def dear(view: NodeView, call: Call) -> float:
        whole = schedule.graph.tensors[view.node.outputs[0]].shape
        return CHOOSER.price(view, call) * (1 if view.y.shape == whole else 20)

    least = arena_problem(fused(residual(True))).problem
    small = solve(least).size
    for limit, groups in ((0, False), (small, True)):
        steps = fuse(schedule, caching(CHOOSER.one), dear, limit).steps
        assert any(isinstance(s, GroupStep) for s in steps) is groups


@pytest.mark.parametrize("int8", [True, False], ids=["int8", "float32"])
@pytest.mark.parametrize("net", NETS)
def test_same_bytes_in_less_ram(net: Callable[[bool], Graph], int8: bool, tmp_path: Path) -> None:
    need("gcc")
    graph = net(int8)
    kernels = Selection(plain=True)  # whose working memory is small: the search gives up others for --optimize ram
    plain = made(graph, tmp_path / "plain", selection=kernels)
    small = made(graph, tmp_path / "small", optimize="ram", selection=kernels)
    assert any(isinstance(s, PlannedGroup) for s in small.plan.steps)
    assert small.plan.arena_size < 0.7 * plain.plan.arena_size
    x = samples(graph)
    wanted = run(plain, tmp_path / "plain", [x])
    found = run(small, tmp_path / "small", [x], STRICT_WARNINGS)
    np.testing.assert_array_equal(found[0], wanted[0])


@pytest.mark.parametrize("net", NETS)
def test_same_bytes_under_qemu(net: Callable[[bool], Graph], tmp_path: Path) -> None:
    need("arm-none-eabi-gcc", "qemu-system-arm")
    graph, target, x = net(True), load_target("cortex-m4"), samples(net(True))
    outputs = []
    for optimize in ("balanced", "ram"):
        folder = tmp_path / optimize
        plan = made(graph, folder, optimize=optimize, target=target).plan
        ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (plan.inputs, plan.outputs)]
        model = BenchModel(plan.identity.prefix, ports[0], ports[1], plan.arena_size, plan.arena_align)
        outputs.append(run_bench(folder, model, target, [x], BenchOptions(extra_flags=STRICT_WARNINGS))[0])
    plain = made(graph, tmp_path / "host")
    np.testing.assert_array_equal(outputs[0], run(plain, tmp_path / "host", [x])[0])
    np.testing.assert_array_equal(outputs[0], outputs[1])


@pytest.mark.parametrize("int8", [True, False], ids=["int8", "float32"])
@pytest.mark.parametrize("net", NETS)
def test_all_rows_of_a_layer_read_the_same_weights(net: Callable[[bool], Graph], int8: bool) -> None:
    """A row at a border is not worth another arrangement of the weights."""
    base = aimed(options(scheme="int8" if int8 else "float32"), "ram")
    plan = generate(net(int8), replace(base, target=load_target("cortex-m4"))).plan
    readers = [layer for symbol in plan.symbols if symbol.array.role == "weights" for layer in symbol.layers]
    assert any(isinstance(s, PlannedGroup) for s in plan.steps)
    assert len(readers) == len(set(readers))


def test_a_limit_costs_no_more_than_it_must() -> None:
    graph = residual(True)
    largest = solve(arena_problem(scheduled(graph)).problem).size
    smallest = solve(arena_problem(fused(graph)).problem).size
    assert not any(isinstance(s, GroupStep) for s in fused(graph, largest).steps)
    between = fused(graph, (largest + smallest) // 2)
    assert solve(arena_problem(between).problem).size <= (largest + smallest) // 2

    def moved(schedule: Schedule) -> int:
        return sum(s.program.moved for s in schedule.steps if isinstance(s, GroupStep))

    assert moved(between) <= moved(fused(graph))


@pytest.mark.parametrize("net", NETS)
def test_a_saving_states_what_it_saves_and_costs(net: Callable[[bool], Graph]) -> None:
    graph = net(True)
    schedule = scheduled(graph)
    small = fused(graph)
    assert small.savings
    for saving in small.savings:
        assert saving.arena > 0 and saving.instructions > 0
        assert saving.rows > 0 or len(saving.layers) == 1
    before, after = (sum(step_price(s, step, CHOOSER.price) for step in s.steps) for s in (schedule, small))
    least = MIN_CHANGE * len(small.savings)  # rows may be estimated to be quicker than whole layers
    assert sum(s.instructions for s in small.savings) == pytest.approx(max(least, after - before), rel=0.01)
    if len(small.savings) == 1:
        sizes = [solve(arena_problem(s).problem).size for s in (schedule, small)]
        assert small.savings[0].arena == sizes[0] - sizes[1]
    assert all(schedule.layers[i].node == small.layers[i].node for s in small.savings for i in s.layers)


@pytest.mark.parametrize("net", NETS)
def test_every_limit_down_to_the_smallest_arena_is_met(net: Callable[[bool], Graph]) -> None:
    graph = net(True)
    limit = solve(arena_problem(scheduled(graph)).problem).size
    smallest = solve(arena_problem(fused(graph, 0)).problem).size
    for share in (0, 1, 30, 60, 100):
        wanted = limit - 1 - (limit - 1 - smallest) * share // 100
        made = fused(graph, wanted)
        assert solve(arena_problem(made).problem).size <= wanted
        assert made.savings


def groups(schedule: Schedule) -> list[tuple[int, GroupStep]]:
    return [(i, s) for i, s in enumerate(schedule.steps) if isinstance(s, GroupStep)]


@pytest.mark.parametrize("net", NETS)
def test_the_replay_finds_a_window_that_is_too_small(net: Callable[[bool], Graph]) -> None:
    schedule = fused(net(True))
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    for owner in [o for o in arena.owners if isinstance(o, WindowOf)]:
        group = schedule.steps[owner.step]
        assert isinstance(group, GroupStep)
        row = group.program.stages[owner.stage].out_row
        windows = tuple(w - row if i == owner.stage else w for i, w in enumerate(group.program.windows))
        program = replace(group.program, windows=windows)
        steps = tuple(replace(group, program=program) if s is group else s for s in schedule.steps)
        broken = replace(schedule, steps=steps)
        small = arena_problem(broken)
        with pytest.raises(EdgecError, match="rows that are not there"):
            check_replay(broken, small, solve(small.problem))


def test_the_replay_finds_a_missing_row() -> None:
    schedule = fused(residual(True))
    at, group = groups(schedule)[0]
    runs = [s for s in group.program.steps if isinstance(s, RowRun)]
    late = runs[len(runs) // 2]
    strips = tuple(tuple(s for s in strip if s is not late) for strip in group.program.strips)
    program: RowProgram = replace(group.program, strips=strips)
    steps = (*schedule.steps[:at], replace(group, program=program), *schedule.steps[at + 1 :])
    broken = replace(schedule, steps=steps)
    arena = arena_problem(broken)
    with pytest.raises(EdgecError, match="rows that are not there"):
        check_replay(broken, arena, solve(arena.problem))


@pytest.mark.parametrize("net", NETS)
def test_group_distance_is_exact(net: Callable[[bool], Graph]) -> None:
    """At the stated distance the replay passes; one row closer (but not in place) it fails."""
    schedule = fused(net(True))
    arena = arena_problem(schedule)
    for _, group in groups(schedule):
        source, out = group.inputs[0], group.output
        if not isinstance(source, ArenaTensor) or not isinstance(out, ArenaTensor):
            continue
        distance = group.distances[0][0]
        row = group.program.stages[-1].out_row
        if distance > row:
            blocks = arena.owners.index(source), arena.owners.index(out)
            check_replay(schedule, arena, apart(arena.problem, *blocks, distance))
            near = apart(arena.problem, *blocks, distance - row)
            with pytest.raises(EdgecError, match="rows that are not there"):
                check_replay(schedule, arena, near)


def apart(problem: Problem, source: int, out: int, distance: int) -> Placement:
    """Every block on its own but these two, which lie ``distance`` bytes from each other."""
    offsets, end = [], 0
    for i, block in enumerate(problem.blocks):
        offsets.append(end)
        end += block.size if i not in (source, out) else 0
    offsets[out], offsets[source] = end, end + distance
    end = max(offsets[i] + problem.blocks[i].size for i in (source, out))
    return Placement(tuple(offsets), (end,), "by hand")
