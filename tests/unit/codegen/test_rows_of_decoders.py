"""Resizing and concatenation by rows: the same bytes in less RAM, loops of turns, and a proof that finds wrong rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Selection
from edgec.codegen.plan.plan import Plan, PlannedGroup
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.rows import RowRun, TableTaps
from edgec.codegen.schedule.steps import GroupStep
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.shape import ConcatAttrs
from edgec.targets.machine.compile import STRICT_WARNINGS
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of
from tests.builders.codegen_models import need, run
from tests.builders.row_groups import Case, changed, group_of, proven
from tests.builders.row_models import DECODERS, decoder
from tests.unit.codegen.test_rows import CHOOSER, caching, fuse, made, samples


def group(plan: Plan) -> PlannedGroup:
    """The group with the concatenation."""
    found = [s for s in plan.steps if isinstance(s, PlannedGroup)]
    return next(g for g in found if any(isinstance(s.node.attrs, ConcatAttrs) for s in g.program.stages))


def planned(net: Callable[[bool], Graph]) -> Case:
    """The group with the concatenation, of a plan for least RAM."""
    graph = net(True)
    schedule = best_schedule(graph, calls_of(graph, plain=True), gaps=False)
    schedule = fuse(schedule, caching(CHOOSER.one), CHOOSER.price, 0)
    arena = arena_problem(schedule)
    at = next(
        i
        for i, s in enumerate(schedule.steps)
        if isinstance(s, GroupStep) and any(isinstance(t.node.attrs, ConcatAttrs) for t in s.program.stages)
    )
    return schedule, arena, solve(arena.problem), at


@pytest.mark.parametrize("int8", [True, False], ids=["int8", "float32"])
@pytest.mark.parametrize("net", DECODERS)
def test_same_bytes_in_less_ram(net: Callable[[bool], Graph], int8: bool, tmp_path: Path) -> None:
    need("gcc")
    graph, kernels = net(int8), Selection(plain=True)
    plain = made(graph, tmp_path / "plain", selection=kernels)
    small = made(graph, tmp_path / "small", optimize="ram", selection=kernels)
    assert group(small.plan).program.strips
    assert small.plan.arena_size < 0.6 * plain.plan.arena_size
    x = samples(graph)
    wanted = run(plain, tmp_path / "plain", [x])
    found = run(small, tmp_path / "small", [x], STRICT_WARNINGS)
    np.testing.assert_array_equal(found[0], wanted[0])


@pytest.mark.parametrize("net", DECODERS)
def test_kernels_of_a_core_compute_the_rows_too(net: Callable[[bool], Graph], tmp_path: Path) -> None:
    plan = made(net(True), tmp_path, optimize="ram", target=load_target("cortex-m4")).plan
    assert any(isinstance(s.taps, TableTaps) for s in group(plan).program.stages)


def test_rows_that_take_turns_are_a_loop(tmp_path: Path) -> None:
    plan = made(decoder(True), tmp_path, optimize="ram").plan
    found = group(plan)
    lines = sum(len(loop.body) for loop in found.loops)
    assert max(loop.count for loop in found.loops) >= 3
    assert lines < 0.7 * len(found.program.steps)


@pytest.mark.parametrize("net", DECODERS)
def test_the_proof_refuses_wrong_rows(net: Callable[[bool], Graph]) -> None:
    case = planned(net)
    steps, stages = group_of(case).program.steps, group_of(case).program.stages
    assert proven(case, group_of(case), case[2])
    runs = [s for s in steps if isinstance(s, RowRun)]
    joined = next(s for s in runs if s.part == 1)
    resized = next(s for s in runs[8:] if isinstance(stages[s.stage].taps, TableTaps) and s.reads[0][0] > 0)
    low, high = resized.reads[0]
    wrong: tuple[tuple[RowRun, tuple[RowRun, ...]], ...] = (
        (joined, ()),  # the second part is never copied
        (joined, (replace(joined, part=0),)),  # or the first twice
        (joined, (replace(joined, out_offset=joined.out_offset + 1),)),
        (resized, (replace(resized, reads=((low - 1, high - 1),)),)),
        (resized, (replace(resized, rows=(resized.rows[0] + 1, resized.rows[1] + 1)),)),
    )
    for old, new in wrong:
        assert not proven(case, changed(group_of(case), old, *new), case[2])
