"""Steps of a schedule that can become one group computed row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import prod

from edgec.codegen.kernels.spec import Arg, Input
from edgec.codegen.schedule.row_room import holds_strips, in_one_room, with_desks
from edgec.codegen.schedule.row_rules import RowRule, row_axes, row_rule, same_rows
from edgec.codegen.schedule.rows import Feed, RowChooser, Stage, bind_rows, make_program
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallStep,
    GraphConstant,
    GroupStep,
    Part,
    Schedule,
    Step,
    Storage,
    at_home,
    can_lie,
    has_gaps,
    whole,
)
from edgec.converter.graph.frozen import dataclass
from edgec.converter.ops.shape import ConcatAttrs


def stages_of(schedule: Schedule, first: int, end: int) -> tuple[tuple[Stage, ...], tuple[Storage, ...]] | None:
    """Stages and outer inputs of the steps ``first`` .. ``end`` - 1 as a group; None when they cannot be one."""
    steps = _by_layer(schedule.steps[first:end])
    if not all(steps) or not _is_closed(schedule, steps, first, end):
        return None
    made = schedule.graph.tensors[schedule.layers[steps[-1][0].layer].node.outputs[0]]
    for axis in row_axes(made.shape):
        rules = _rules(schedule, steps, axis)
        stages = rules and _stages(schedule, steps, rules)
        if stages:
            return stages
    return None


def _is_closed(schedule: Schedule, steps: Sequence[Sequence[CallStep]], first: int, end: int) -> bool:
    """Return whether the layers are whole, and what all but the last make is read by the others alone."""
    if any(len(schedule.layers[calls[0].layer].calls) != len(calls) for calls in steps):
        return False
    inner = [calls[0].writes[0] for calls in steps[:-1]]
    spans = [schedule.reads.get(s, (end, end)) for s in inner]
    return all(isinstance(s, ArenaTensor) for s in inner) and all(a >= first and b < end for a, b in spans)


@dataclass(frozen=True)
class _Along:
    """The rule of a layer, and the axis of the rows of its output."""

    rule: RowRule
    axis: int


def _rules(schedule: Schedule, steps: Sequence[Sequence[CallStep]], axis: int) -> list[_Along] | None:
    """Return how each layer is computed when the last one is along ``axis``; None when one cannot be."""
    graph = schedule.graph
    made = {calls[0].writes[0]: schedule.layers[calls[0].layer].node.outputs[0] for calls in steps}
    axes: dict[Storage, int] = {steps[-1][0].writes[0]: axis}
    along: list[_Along] = []
    for calls in reversed(steps):
        node, home = schedule.layers[calls[0].layer].node, calls[0].writes[0]
        rule = row_rule(graph, node, axes[home]) if home in axes else None
        if rule is None:
            return None
        along.append(_Along(rule, axes[home]))
        for index, storage in _inputs(calls):
            if storage in made:
                own, x = rule.axes[index], graph.tensors[node.inputs[index]].shape
                source = None if own is None else same_rows(x, own, graph.tensors[made[storage]].shape)
                if source is None or axes.setdefault(storage, source) != source:
                    return None
    return along[::-1]


def _inputs(calls: Sequence[CallStep]) -> list[tuple[int, Storage]]:
    """The inputs that the calls of a layer read, and where they lie."""
    pairs = ((a, s) for c in calls for a, s in zip(c.call.args, c.storage, strict=True))
    return [(a.index, s) for a, s in pairs if isinstance(a, Input) and s is not None]


def _stages(
    schedule: Schedule, steps: Sequence[Sequence[CallStep]], rules: Sequence[_Along]
) -> tuple[tuple[Stage, ...], tuple[Storage, ...]] | None:
    made: dict[Storage, int] = {}
    outer: dict[Storage, int] = {}
    stages: list[Stage] = []
    for calls, along in zip(steps, rules, strict=True):
        stage = _stage(schedule, calls, along, made, outer)
        if stage is None:
            return None
        stages.append(stage)
        made[calls[0].writes[0]] = len(stages) - 1
    used = {f.stage for s in stages for f in s.feeds}
    read = used - {None} == set(range(len(stages) - 1))
    return (tuple(stages), tuple(outer)) if read and any(s.in_height > 1 for s in stages) else None


def _by_layer(steps: Sequence[Step]) -> list[tuple[CallStep, ...]]:
    """The calls of each layer; of what are no calls, none."""
    grouped = groupby(steps, lambda s: s.layer if isinstance(s, CallStep) else -1)
    return [tuple(s for s in some if isinstance(s, CallStep)) for _, some in grouped]


def _stage(
    schedule: Schedule, calls: Sequence[CallStep], along: _Along, made: Mapping[Storage, int], outer: dict[Storage, int]
) -> Stage | None:
    graph, node = schedule.graph, schedule.layers[calls[0].layer].node
    if len(calls) != (len(node.inputs) if isinstance(node.attrs, ConcatAttrs) else 1):
        return None
    feeds: list[Feed] = []
    for arg, storage in ((a, s) for c in calls for a, s in zip(c.call.args, c.storage, strict=True)):
        if isinstance(storage, GraphConstant) or (isinstance(storage, Part) and _is_inner(arg, storage, made)):
            return None
        if isinstance(arg, Input) and storage is not None:
            axis, source = along.rule.axes[arg.index], made.get(storage)
            if source is None:
                outer.setdefault(storage, len(outer))
                if axis is not None and prod(graph.tensors[node.inputs[arg.index]].shape[:axis]) > 1:
                    return None
            feeds.append(Feed(arg.index, source, None if source is not None else outer[storage], axis))
    by_rows = [(graph.tensors[node.inputs[f.index]], f.axis) for f in feeds if f.axis is not None]
    heights = {t.shape[axis] for t, axis in by_rows}
    if len(heights) != 1:
        return None
    (height,), y = heights, graph.tensors[node.outputs[0]]
    in_rows = tuple(0 if f.axis is None else graph.tensors[node.inputs[f.index]].nbytes // height for f in feeds)
    rows, apart = y.shape[along.axis], prod(y.shape[: along.axis])
    taps = along.rule.taps
    return Stage(taps, tuple(feeds), height, rows, in_rows, y.nbytes // rows, len(calls), node, along.axis, apart)


def _is_inner(arg: Arg, part: Part, made: Mapping[Storage, int]) -> bool:
    """Return whether a part is read that the group makes, or that has gaps (which only whole tensors are read with)."""
    return isinstance(arg, Input) and (part.pitch > 0 or part.whole in made)


def make_group(
    schedule: Schedule, first: int, end: int, strip: int, choose: RowChooser, frugal: bool = True, late: bool = False
) -> GroupStep | None:
    """The steps ``first`` .. ``end`` - 1 as a group that makes ``strip`` rows at a time; None: they cannot be one.

    ``frugal``: see ``NodeView``, ``late``: ``make_program``.
    """
    staged = stages_of(schedule, first, end)
    if staged is None:
        return None
    stages, outer = staged
    program = make_program(stages, strip, late)
    if not holds_strips(program):
        return None
    steps = [s for s in schedule.steps[first:end] if isinstance(s, CallStep)]
    home, made = steps[-1].writes[0], schedule.graph.tensors[stages[-1].node.outputs[0]]
    calls = bind_rows(schedule.graph, program, choose, has_gaps(home), frugal)
    if calls is None or not all(can_lie(call, home) for run, call in calls.items() if run.stage == len(stages) - 1):
        return None
    placed = {r: at_home(c, home, made) if r.stage == len(stages) - 1 else c for r, c in calls.items()}
    program = with_desks(program, placed) if late else in_one_room(program, placed)
    group = GroupStep(tuple(dict.fromkeys(s.layer for s in steps)), program, placed, outer, home)
    return group if _keeps_outputs(group) else None


def _keeps_outputs(group: GroupStep) -> bool:
    """Return whether nothing is read where an output's buffer is written, but row by row in place."""
    home = group.output
    if isinstance(whole(home), ArenaTensor):
        return True
    shared = [i for i, s in enumerate(group.inputs) if _overlap(s, home)]
    return all(group.inputs[i] == home and group.distances[i][1] for i in shared)


def _overlap(a: Storage, b: Storage) -> bool:
    """Return whether two storages may share bytes."""
    if whole(a) != whole(b):
        return False
    if not isinstance(a, Part) or not isinstance(b, Part):
        return True
    return (a.pitch or b.pitch) > 0 or (a.offset < b.end and b.offset < a.end)
