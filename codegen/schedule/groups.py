"""Steps of a schedule that can become one group computed row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from edgec.codegen.kernels.spec import Arg, Input
from edgec.codegen.schedule.rows import Feed, RowChooser, Stage, bind_rows, make_program, row_taps
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
)
from edgec.converter.graph.ir import Graph
from edgec.converter.ops.shape import ConcatAttrs


def stages_of(schedule: Schedule, first: int, end: int) -> tuple[tuple[Stage, ...], tuple[Storage, ...]] | None:
    """Stages and outer inputs of the steps ``first`` .. ``end`` - 1 as a group; None when they cannot be one."""
    steps = schedule.steps[first:end]
    made: dict[Storage, int] = {}
    outer: dict[Storage, int] = {}
    stages: list[Stage] = []
    for calls in _by_layer(steps):
        stage = _stage(schedule, calls, made, outer, stages)
        if stage is None:
            return None
        stages.append(stage)
        made[calls[0].writes[0]] = len(stages) - 1
    inner = set(list(made)[:-1])
    if any(not isinstance(s, ArenaTensor) for s in inner):
        return None
    used = {f.stage for s in stages for f in s.feeds}
    read = [schedule.reads[s] for s in inner if s in schedule.reads]
    if any(a < first or b >= end for a, b in read) or used - {None} != set(range(len(stages) - 1)):
        return None
    return tuple(stages), tuple(outer)


def _by_layer(steps: Sequence[Step]) -> list[tuple[CallStep, ...]]:
    """The calls of each layer; of what are no calls, none."""
    found = groupby(steps, lambda s: s.layer if isinstance(s, CallStep) else -1)
    return [tuple(s for s in some if isinstance(s, CallStep)) for _, some in found]


def _stage(
    schedule: Schedule, calls: Sequence[CallStep], made: Mapping[Storage, int], outer: dict[Storage, int],
    before: Sequence[Stage],
) -> Stage | None:  # fmt: skip
    if not calls or len(schedule.layers[calls[0].layer].calls) != len(calls):
        return None
    graph, node = schedule.graph, schedule.layers[calls[0].layer].node
    taps = row_taps(graph, node)
    if taps is None or len(calls) != (len(node.inputs) if isinstance(node.attrs, ConcatAttrs) else 1):
        return None
    feeds: list[Feed] = []
    for arg, storage in ((a, s) for c in calls for a, s in zip(c.call.args, c.storage, strict=True)):
        if isinstance(storage, GraphConstant) or (isinstance(storage, Part) and _is_inner(arg, storage, made)):
            return None
        if isinstance(arg, Input) and storage is not None:
            source = made.get(storage)
            if source is not None and not _same_shape(graph, before[source], node.inputs[arg.index]):
                return None
            if source is None:
                outer.setdefault(storage, len(outer))
            feeds.append(Feed(arg.index, source, None if source is not None else outer[storage]))
    tensors = [graph.tensors[node.inputs[f.index]] for f in feeds]
    y = graph.tensors[node.outputs[0]]
    if not feeds or any(len(t.shape) != 4 or t.shape[0] != 1 or t.shape[1] != tensors[0].shape[1] for t in tensors):
        return None
    in_rows = tuple(t.nbytes // t.shape[1] for t in tensors)
    return Stage(taps, tuple(feeds), tensors[0].shape[1], y.shape[1], in_rows, y.nbytes // y.shape[1], len(calls), node)


def _is_inner(arg: Arg, part: Part, made: Mapping[Storage, int]) -> bool:
    """Return whether a part is read that the group makes, or that has gaps (which only whole tensors are read with)."""
    return isinstance(arg, Input) and (part.pitch > 0 or part.whole in made)


def _same_shape(graph: Graph, source: Stage, name: str) -> bool:
    return graph.tensors[source.node.outputs[0]].shape == graph.tensors[name].shape


def make_group(schedule: Schedule, first: int, end: int, strip: int, choose: RowChooser) -> GroupStep | None:
    """The steps ``first`` .. ``end`` - 1 as a group that makes ``strip`` rows at a time; None: they cannot be one."""
    found = stages_of(schedule, first, end)
    if found is None:
        return None
    stages, outer = found
    program = make_program(stages, strip)
    steps = [s for s in schedule.steps[first:end] if isinstance(s, CallStep)]
    home, made = steps[-1].writes[0], schedule.graph.tensors[stages[-1].node.outputs[0]]
    calls = bind_rows(schedule.graph, program, choose, has_gaps(home))
    if calls is None or not all(can_lie(call, home) for run, call in calls.items() if run.stage == len(stages) - 1):
        return None
    placed = {r: at_home(c, home, made) if r.stage == len(stages) - 1 else c for r, c in calls.items()}
    return GroupStep(tuple(dict.fromkeys(s.layer for s in steps)), program, placed, outer, home)
