"""Rows made late, in one room with what kernels work in: the same rows in fewer bytes; a proof finds clashes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.plan.fuse import caching
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.groups import make_group
from edgec.codegen.schedule.liveness import arena_problem
from edgec.codegen.schedule.row_room import held_bytes
from edgec.codegen.schedule.rows import RowRun
from edgec.codegen.schedule.steps import GroupStep
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.pool import PoolAttrs
from edgec.targets.reader import load_target
from tests.builders.chosen import calls_of
from tests.builders.row_groups import Case, Simulated, group_of, proven
from tests.builders.row_models import DECODERS, NETS, Net

CHOOSER = Chooser(load_target("cortex-m4"), Selection())


def pooled(int8: bool) -> Graph:
    """A pool of what is given, before convolutions."""
    n = Net(int8, 5, (24, 16, 4))
    return n.done(n.conv(n.conv(n.pool(n.x, "MaxPool", 2, 2), 16), 4))


def grouped(net: Callable[[bool], Graph], strip: int, late: bool) -> Case:
    """All layers of a net in one group."""
    graph = net(True)
    schedule = best_schedule(graph, calls_of(graph, plain=True), gaps=False)
    group = make_group(schedule, 0, len(schedule.steps), strip, caching(CHOOSER.one), late=late)
    assert group is not None
    schedule = replace(schedule, steps=(group,))
    arena = arena_problem(schedule)
    return schedule, arena, solve(arena.problem), 0


def runs_of(group: GroupStep) -> list[RowRun]:
    return [s for s in group.program.steps if isinstance(s, RowRun)]


@pytest.mark.parametrize("strip", [1, 2, 4])
@pytest.mark.parametrize("net", [*NETS, *DECODERS, pooled], ids=lambda n: n.__name__)
def test_late_rows_are_the_right_ones_in_fewer_bytes(net: Callable[[bool], Graph], strip: int) -> None:
    late, early = grouped(net, strip, True), grouped(net, strip, False)
    assert group_of(late).program.desks
    assert proven(late, group_of(late), late[2]) and Simulated(late, group_of(late), late[2]).sound()
    assert late[2].size < early[2].size


@pytest.mark.parametrize("net", DECODERS, ids=lambda n: n.__name__)
def test_kernels_that_work_in_rows_are_found(net: Callable[[bool], Graph]) -> None:
    """Each desk moved onto the first byte of a window that is in use then."""
    case = grouped(net, 2, True)
    group, held = group_of(case), held_bytes(group_of(case).program)
    moved = 0
    for stage, calls in ((i, [c for r, c in group.calls.items() if r.stage == i]) for i in range(len(group.layers))):
        used = next(h for i, h in held if i == stage)
        if not any(c.scratch_bytes for c in calls) or not any(used):
            continue
        place = group.program.places[next(k for k, n in enumerate(used) if n)]
        desks = (*group.program.desks[:stage], place, *group.program.desks[stage + 1 :])
        wrong = replace(group, program=replace(group.program, desks=desks))
        assert not proven(case, wrong, case[2]) and not Simulated(case, wrong, case[2]).sound()
        moved += 1
    assert moved


def test_rows_of_a_pool_are_made_again_where_it_reads_what_is_given() -> None:
    group = group_of(grouped(pooled, 2, True))
    pool = next(i for i, s in enumerate(group.program.stages) if isinstance(s.node.attrs, PoolAttrs))
    made = [r.rows for r in runs_of(group) if r.stage == pool]
    assert sum(b - a for a, b in made) > group.program.stages[pool].out_height
    assert all(not held[pool] for stage, held in held_bytes(group.program) if stage == len(group.layers) - 1)
