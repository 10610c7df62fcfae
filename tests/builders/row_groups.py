"""A group of layers computed by rows, run on lists of labels: what the proof's verdicts are compared with."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from edgec.codegen.arena.problem import Placement
from edgec.codegen.plan.proof_rows import replay_group
from edgec.codegen.plan.replay import ReplayMemory
from edgec.codegen.schedule.liveness import ArenaProblem, WindowOf, desk
from edgec.codegen.schedule.row_rules import TableTaps
from edgec.codegen.schedule.rows import RowMove, RowRun
from edgec.codegen.schedule.steps import GroupStep, Part, Schedule
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import ConcatAttrs

Case = tuple[Schedule, ArenaProblem, Placement, int]


def group_of(given: Case) -> GroupStep:
    step = given[0].steps[given[3]]
    assert isinstance(step, GroupStep)
    return step


def proven(given: Case, group: GroupStep, placement: Placement) -> bool:
    """Return whether the proof passes a group whose inputs are where they should be."""
    schedule, arena, _, at = given
    memory = ReplayMemory(schedule, arena, placement)
    for storage, name in zip(group.inputs, outer_names(group), strict=True):
        found = memory.at(storage)
        assert found is not None
        found[:] = memory.names[name]
    return replay_group(at, group, memory)


def outer_names(group: GroupStep) -> list[str]:
    found = {f.outer: s.node.inputs[f.index] for s in group.program.stages for f in s.feeds if f.outer is not None}
    return [found[k] for k in range(len(group.inputs))]


class Simulated:
    """A group run on lists of labels (who, which byte), by the definition of its layers."""

    def __init__(self, given: Case, group: GroupStep, placement: Placement) -> None:
        schedule, arena, _, self.at = given
        self.group, self.graph = group, schedule.graph
        self.arena: list[Any] = [None] * placement.sizes[0]
        self.where = {
            o: (at, b.size) for o, b, at in zip(arena.owners, arena.problem.blocks, placement.offsets, strict=True)
        }
        self.callers: dict[Any, list[Any]] = {}
        for storage, name in zip(group.inputs, outer_names(group), strict=True):
            self.write(storage, 0, [(name, k) for k in range(self.graph.tensors[name].nbytes)])

    def span(self, owner: Any) -> tuple[list[Any], int, int]:
        if owner in self.where:
            return (self.arena, *self.where[owner])
        assert not isinstance(owner, Part)
        return self.callers.setdefault(owner, [None] * 4000), 0, 4000

    def window(self, stage: int) -> tuple[Any, int]:
        block, offset = self.group.program.place(stage)
        return WindowOf(self.at, block), offset

    def read(self, owner: Any, first: int, count: int) -> list[Any] | None:
        memory, start, size = self.span(owner)
        return memory[start + first : start + first + count] if first >= 0 and first + count <= size else None

    def write(self, owner: Any, first: int, labels: list[Any]) -> bool:
        memory, start, size = self.span(owner)
        if first < 0 or first + len(labels) > size:
            return False
        memory[start + first : start + first + len(labels)] = labels
        return True

    def sound(self) -> bool:
        """Return whether every run finds the rows its layer reads, and the output is complete in the end."""
        stages = self.group.program.stages
        done = [0] * len(stages)
        for step in self.group.program.steps:
            if isinstance(step, RowMove):
                owner, start = self.window(step.stage)
                kept = self.read(owner, start + step.offset, step.size)
                if kept is None or not self.write(owner, start, kept):
                    return False
            elif self.misplaced(step, done[step.stage]) or not self.runs(step):
                return False
            elif step.part == len(stages[step.stage].feeds) - 1 or stages[step.stage].node.op != "Concat":
                done[step.stage] = step.rows[1]
        name = stages[-1].node.outputs[0]
        size = self.graph.tensors[name].nbytes
        return done[-1] == stages[-1].out_height and self.read(self.group.output, 0, size) == [
            (name, k) for k in range(size)
        ]

    def misplaced(self, run: RowRun, done: int) -> bool:
        """Return whether rows are left out, or rows of the output are made again."""
        last = run.stage == len(self.group.program.stages) - 1
        return run.rows[0] not in ([done] if last else range(done + 1))

    def runs(self, run: RowRun) -> bool:
        stage, call = self.group.program.stages[run.stage], self.group.calls[run]
        a = stage.node.attrs
        if run.rows[1] > stage.out_height:
            return False
        for rows in run.reads:
            for y in range(*run.rows):
                wanted = [y]
                if isinstance(a, ConvAttrs | PoolAttrs):
                    taps = (stage.taps.extent - 1) // a.dilations[0] + 1
                    wanted = [y * a.strides[0] - a.pads[0] + k * a.dilations[0] for k in range(taps)]
                if isinstance(stage.taps, TableTaps):
                    table = self.graph.tensors[stage.node.inputs[1]].data
                    assert table is not None
                    wanted = [int(r) for r in table[y].ravel()]
                if any(0 <= r < stage.in_height and not rows[0] <= r < rows[1] for r in wanted):
                    return False
        last = run.stage == len(self.group.program.stages) - 1
        owner, start = (self.group.output, 0) if last else self.window(run.stage)
        there = self.address(owner, start + run.out_offset)
        places = [self.source(run, i) for i in range(len(stage.feeds))]
        allowed = [f.index in call.inplace for f in stage.feeds]
        in_place = {i for i, place in enumerate(places) if allowed[i] and self.address(*place) == there}
        if call.scratch_bytes:
            desk_owner, offset = desk(self.at, self.group, run.stage)
            if not self.write(desk_owner, offset, ["scratch"] * call.scratch_bytes):
                return False
        if not self.finds(run, in_place):
            return False
        size = (run.rows[1] - run.rows[0]) * stage.out_row
        name = stage.node.outputs[0] if last else run.stage
        first = run.rows[0] * stage.out_row
        limit = self.graph.tensors[stage.node.outputs[0]].nbytes if last else 1 << 30
        labels = self.merged(run, owner, start + run.out_offset, [(name, first + k) for k in range(size)])
        if run.out_offset + size > limit or labels is None or not self.write(owner, start + run.out_offset, labels):
            return False
        return self.finds(run, set(range(len(stage.feeds))) - in_place)

    def source(self, run: RowRun, at: int) -> tuple[Any, int]:
        """The owner of what a run's feed is read from, and where in it."""
        feed = self.group.program.stages[run.stage].feeds[at]
        if feed.stage is None:
            return None if feed.outer is None else self.group.inputs[feed.outer], run.in_offsets[at]
        owner, start = self.window(feed.stage)
        return owner, start + run.in_offsets[at]

    def address(self, owner: Any, offset: int) -> Any:
        """A byte of an owner: one of the arena, or the owner's own."""
        return self.where[owner][0] + offset if owner in self.where else (owner, offset)

    def merged(self, run: RowRun, owner: Any, start: int, labels: list[Any]) -> list[Any] | None:
        """The bytes where a run writes, when it has: of a concatenation only those of its part are new."""
        node = self.group.program.stages[run.stage].node
        if not isinstance(node.attrs, ConcatAttrs):
            return labels
        before = self.read(owner, start, len(labels))
        inputs = [self.graph.tensors[name] for name in node.inputs]
        line = [k for k, t in enumerate(inputs) for _ in range(math.prod(t.shape[node.attrs.axis :]) * t.dtype.bytes)]
        if before is None:
            return None
        return [
            new if line[k % len(line)] == run.part else old
            for k, (new, old) in enumerate(zip(labels, before, strict=True))
        ]

    def finds(self, run: RowRun, which: set[int]) -> bool:
        """Return whether the rows that a run reads of the feeds ``which`` are where it reads them."""
        stage = self.group.program.stages[run.stage]
        for i in which:
            feed, rows, row = stage.feeds[i], run.reads[i], stage.in_row[i]
            if feed.stage is None and feed.outer is None:
                continue
            owner, start = self.source(run, i)
            name = feed.stage if feed.stage is not None else stage.node.inputs[feed.index]
            wanted = [(name, k) for k in range(rows[0] * row, rows[1] * row)]
            if self.read(owner, start, len(wanted)) != wanted:
                return False
        return True


def changed(group: GroupStep, old: RowRun | RowMove, *new: RowRun | RowMove) -> GroupStep:
    """The group with one step in another form; a run keeps its call."""
    strips = tuple(tuple(n for s in strip for n in (new if s is old else (s,))) for strip in group.program.strips)
    calls = dict(group.calls)
    if isinstance(old, RowRun):
        calls |= {n: group.calls[old] for n in new if isinstance(n, RowRun)}
    return replace(group, program=replace(group.program, strips=strips), calls=calls)
