"""The proof of layers computed row by row against a plain simulation, on right programs and on broken ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from edgec.codegen.arena.problem import Placement
from edgec.codegen.arena.solve import solve
from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.spec import Call
from edgec.codegen.plan.fuse import caching, fuse
from edgec.codegen.plan.proof import check_all, check_replay
from edgec.codegen.plan.proof_rows import _written, replay_group
from edgec.codegen.plan.replay import ReplayMemory
from edgec.codegen.schedule.best import best_schedule
from edgec.codegen.schedule.liveness import ScratchOf, WindowOf, arena_problem
from edgec.codegen.schedule.rows import RowMove, RowRun
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerOutput,
    GraphConstant,
    GroupStep,
    Part,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import ConcatAttrs
from tests.builders.chosen import calls_of, target_with
from tests.builders.row_groups import Case, Simulated, changed, group_of, outer_names, proven
from tests.builders.row_models import Net, decoder


def skip() -> Graph:
    """A sum in the place of the group's input, between convolutions."""
    n = Net(True, 1, (5, 3, 2))
    x = n.conv(n.x, 2)
    return n.done(n.conv(n.add(x, n.conv(n.conv(x, 9, 1, pad=0), 2)), 1))


def strided() -> Graph:
    """Strides, pools with padding and a table."""
    n = Net(True, 2, (9, 6, 2))
    x = n.pool(n.tanh(n.conv(n.x, 10)), "MaxPool", 3, 2, 1)
    return n.done(n.conv(x, 1, 3, 2, 1))


def narrow() -> Graph:
    """Layers in a row without padding: the output can begin before the input ends."""
    n = Net(True, 3, (9, 4, 4))
    x = n.conv(n.x, 3, 1, pad=0)
    return n.done(n.conv(n.conv(n.conv(x, 8, 2, pad=0), 3, 2, pad=0), 2, 1, pad=0))


def decoding() -> Graph:
    """Rows that are doubled, beside those of before."""
    return decoder(True)


def between() -> Graph:
    """The same with values between rows."""
    return decoder(True, linear=True)


NETS = (skip, strided, narrow, decoding, between)


@cache
def planned(net: Callable[[], Graph]) -> list[Case]:
    """Every group of the net's plan for least RAM."""
    chooser = Chooser(target_with(), Selection(plain=True))
    graph = net()
    schedule = best_schedule(graph, calls_of(graph, plain=True), gaps=False)
    schedule = fuse(schedule, caching(chooser.one), chooser.price, 0)
    arena = arena_problem(schedule)
    placement = solve(arena.problem)
    check_all(schedule, arena, placement)
    found = [(schedule, arena, placement, at) for at, s in enumerate(schedule.steps) if isinstance(s, GroupStep)]
    assert found
    return found


def broken(group: GroupStep, seed: int, count: int) -> Iterator[GroupStep]:
    """Programs with one step left out, twice, or with one figure changed."""
    rng = random.Random(seed)
    steps = list(group.program.steps)
    for _ in range(count):
        step = rng.choice(steps)
        by = rng.choice((-1, 1))
        if rng.random() < 0.1:
            yield changed(group, step)
        elif rng.random() < 0.05:
            yield changed(group, step, step, step)
        elif isinstance(step, RowMove):
            row = group.program.stages[step.stage].out_row
            offset = {"offset": max(0, step.offset + by * rng.choice((1, row)))}
            size = {"size": step.size + row * rng.choice((-1, 1, 50))}
            yield changed(group, step, replace(step, **rng.choice((offset, size))))
        else:
            row, k = group.program.stages[step.stage].out_row, rng.randrange(len(step.reads))
            reads = list(step.reads)
            reads[k] = (reads[k][0] + max(0, by), reads[k][1] + min(0, by))
            offsets = list(step.in_offsets)
            offsets[k] += by * rng.choice((1, group.program.stages[step.stage].in_row[k]))
            rows = step.rows[0] + by, step.rows[1]
            out = max(0, step.out_offset + by * rng.choice((1, row)))
            later = list(step.in_offsets)
            later[k] += group.program.stages[step.stage].in_row[k]
            fewer = [(r[0] + (n == k), r[1]) for n, r in enumerate(step.reads)]
            forms: tuple[dict[str, Any], ...] = (
                {"reads": tuple(fewer), "in_offsets": tuple(later)},
                {"reads": tuple(reads)},
                {"in_offsets": tuple(offsets)},
                {"out_offset": out},
                {"rows": rng.choice((rows, (step.rows[0], step.rows[1] + by)))},
            )
            if isinstance(group.program.stages[step.stage].node.attrs, ConcatAttrs):
                forms += ({"part": 1 - step.part},)
            yield changed(group, step, replace(step, **rng.choice(forms)))


@pytest.mark.parametrize("net", NETS)
def test_right_programs_pass_and_broken_ones_are_refused(net: Callable[[], Graph]) -> None:
    """Verdicts of the proof are those of the simulation; some changes do no harm."""
    for given in planned(net):
        group, placement = group_of(given), given[2]
        assert proven(given, group, placement) and Simulated(given, group, placement).sound()
        refused = 0
        programs = list(broken(group, given[3], 150))
        for program in programs:
            wanted = Simulated(given, program, placement).sound()
            assert proven(given, program, placement) is wanted
            refused += not wanted
        assert 0.3 * len(programs) < refused < len(programs)


def test_a_part_of_a_concatenation_is_its_columns_of_all_rows() -> None:
    """The other columns of the rows stay what they were, with values of one byte and of four."""
    for int8 in (True, False):
        given = planned(partial(decoder, int8))[0]
        group, placement = group_of(given), given[2]
        assert proven(given, group, placement) and Simulated(given, group, placement).sound()
        joined = [s for s in group.program.steps if isinstance(s, RowRun) and s.part == 1]
        stage = group.program.stages[joined[0].stage]
        written = _written(ReplayMemory(given[0], given[1], placement), stage, joined[0])
        first = given[0].graph.tensors[stage.node.inputs[0]]
        columns = written.reshape(-1, given[0].graph.tensors[stage.node.outputs[0]].shape[-1] * first.dtype.bytes)
        assert not columns[:, : first.shape[-1] * first.dtype.bytes].any()
        assert columns[:, first.shape[-1] * first.dtype.bytes :].all()


@pytest.mark.parametrize("net", NETS)
def test_memory_that_is_shared_wrongly_is_found(net: Callable[[], Graph]) -> None:
    """Windows, scratch and the output moved over each other: refused where the simulation loses a byte."""
    outcomes = set()
    rng = random.Random(1)
    for given in planned(net):
        _, arena, placement, at = given
        group = group_of(given)
        mine = [i for i, o in enumerate(arena.owners)
                if o in (*group.inputs, group.output) or getattr(o, "step", None) == at]  # fmt: skip
        assert all(isinstance(arena.owners[i], ArenaTensor | WindowOf | ScratchOf) for i in mine)
        for _ in range(60):
            offsets = list(placement.offsets)
            i, j = rng.choice(mine), rng.choice(mine)
            offsets[i] = max(0, offsets[j] + rng.choice((-16, -8, -4, 0, 0, 1, 4, 8, 16)))
            size = max(o + b.size for o, b in zip(offsets, arena.problem.blocks, strict=True))
            moved = Placement(tuple(offsets), (size,), "by hand")
            wanted = Simulated(given, group, moved).sound()
            assert proven(given, group, moved) is wanted
            outcomes.add(wanted)
    assert outcomes == {False, True}


@pytest.mark.parametrize("inplace", [True, False])
def test_a_sum_in_the_place_of_its_input_must_be_allowed_by_its_kernel(inplace: bool) -> None:
    """Kernels that read first may begin the output at the very byte of the input; others lose a byte."""
    tried = 0
    for given in planned(skip):
        _, arena, placement, _ = given
        group = group_of(given)
        source, out = group.inputs[0], group.output
        if source not in arena.owners or out not in arena.owners:
            continue

        def with_inplace(call: Call) -> Call:
            return replace(call, inplace=tuple(range(2)) if inplace else ())

        group = replace(group, calls={run: with_inplace(call) for run, call in group.calls.items()})
        offsets = list(placement.offsets)
        for by in (0, 6, -6, -1):
            i, j = arena.owners.index(source), arena.owners.index(out)
            offsets[i] = max(placement.sizes[0], 64)
            offsets[j] = offsets[i] + by
            size = max(o + b.size for o, b in zip(offsets, arena.problem.blocks, strict=True))
            moved = Placement(tuple(offsets), (size,), "by hand")
            wanted = Simulated(given, group, moved).sound()
            assert proven(given, group, moved) == wanted
            tried += 1
    assert tried


def with_scratch(given: Case) -> Case:
    """The group with working memory for each call, in a placement in which nothing shares bytes."""
    schedule, _, _, at = given
    group = group_of(given)
    calls = {run: replace(call, scratch_bytes=12) for run, call in group.calls.items()}
    steps = (*schedule.steps[:at], replace(group, calls=calls), *schedule.steps[at + 1 :])
    changed = replace(schedule, steps=steps)
    arena = arena_problem(changed)
    offsets, end = [], 0
    for block in arena.problem.blocks:
        offsets.append(end)
        end += block.size
    return changed, arena, Placement(tuple(offsets), (end,), "by hand"), at


@pytest.mark.parametrize("net", NETS)
def test_working_memory_is_nobody_else_s(net: Callable[[], Graph]) -> None:
    for given in map(with_scratch, planned(net)):
        _, arena, placement, at = given
        group = group_of(given)
        assert proven(given, group, placement) and Simulated(given, group, placement).sound()
        scratch = arena.owners.index(ScratchOf(at))
        for block, start in zip(arena.problem.blocks, placement.offsets, strict=True):
            for offset in (start, start + block.size - 1):
                offsets = [offset if i == scratch else o for i, o in enumerate(placement.offsets)]
                moved = Placement(tuple(offsets), (placement.sizes[0] + 16,), "by hand")
                assert proven(given, group, moved) == Simulated(given, group, moved).sound()


@pytest.mark.parametrize("net", NETS)
def test_rows_may_be_made_in_a_place_with_gaps(net: Callable[[], Graph]) -> None:
    """The output as columns of a wider tensor: right programs fill them all and nothing else, broken ones do not."""
    for given in planned(net):
        schedule, arena, placement, at = given
        last = group_of(given).program.stages[-1]
        name = last.node.outputs[0]
        run, size = schedule.graph.tensors[name].shape[-1], schedule.graph.tensors[name].nbytes
        group = replace(group_of(given), output=Part(CallerOutput(0), 2, size, run, run + 3))
        for program, wanted in ((group, True), (changed(group, group.program.steps[-1]), False)):
            memory = ReplayMemory(schedule, arena, placement)
            memory.outputs[0] = np.full(4 + size // run * (run + 3), -1, np.int64)
            for storage, source in zip(group.inputs, outer_names(group), strict=True):
                found = memory.at(storage)
                assert found is not None
                found[:] = memory.names[source]
            assert replay_group(at, program, memory) == wanted
            rows = memory.outputs[0][2 : 2 + size // run * (run + 3)].reshape(-1, run + 3)
            assert (rows[:, run:] == -1).all() and (memory.outputs[0][:2] == -1).all()
            assert np.array_equal(rows[:, :run].ravel(), memory.names[name]) == wanted
        nowhere = replace(group, output=GraphConstant("k"))
        assert proven(given, nowhere, placement) is False


@pytest.mark.parametrize("net", NETS)
def test_only_the_rows_count(net: Callable[[], Graph]) -> None:
    """Strides and dilations along the other axis change nothing."""
    for given in planned(net):
        group = group_of(given)
        stages = []
        for stage in group.program.stages:
            a = stage.node.attrs
            if isinstance(a, ConvAttrs | PoolAttrs):
                a = replace(a, strides=(a.strides[0], 5), dilations=(a.dilations[0], 7), pads=(a.pads[0], 9, 8, 7))
            stages.append(replace(stage, node=replace(stage.node, attrs=a)))
        wider = replace(group, program=replace(group.program, stages=tuple(stages)))
        assert proven(given, wider, given[2])
        for program in broken(wider, given[3] + 1, 40):
            assert proven(given, program, given[2]) == Simulated(given, program, given[2]).sound()


def test_a_refused_group_is_named() -> None:
    schedule, arena, placement, at = planned(strided)[0]
    group = group_of(planned(strided)[0])
    short = changed(group, next(s for s in group.program.steps if isinstance(s, RowRun)))
    steps = (*schedule.steps[:at], short, *schedule.steps[at + 1 :])
    with pytest.raises(EdgecError, match=f"step {at}, a group of layers, reads rows that are not there; this is a bug"):
        check_replay(replace(schedule, steps=steps), arena, placement)
