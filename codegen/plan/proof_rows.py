"""The replay of a group of layers: every byte knows its name, and every run must find the rows its layer reads."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.plan.replay import NO_TENSOR, ReplayMemory
from edgec.codegen.schedule.liveness import ScratchOf, WindowOf
from edgec.codegen.schedule.rows import RowMove, RowRun, Stage, Taps
from edgec.codegen.schedule.steps import GroupStep
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs


def replay_group(at: int, group: GroupStep, memory: ReplayMemory) -> bool:
    """Run a group on the model of the arena; False when a byte that is read is not what it should be."""
    stages = group.program.stages
    last = len(stages) - 1
    names = [memory.names[stage.node.outputs[0]] for stage in stages]
    windows = [memory.spans[owner] for i in range(last) if (owner := WindowOf(at, i)) in memory.spans]
    out = memory.at(group.output)
    if out is None or len(windows) < last:  # a window of no rows has no place
        return False
    computed = [0] * len(stages)
    for step in group.program.steps:
        if isinstance(step, RowMove):
            window = windows[step.stage]
            if step.offset + step.size > len(window):
                return False
            window[: step.size] = window[step.offset : step.offset + step.size]
            continue
        stage = stages[step.stage]
        if step.rows[0] != computed[step.stage] or step.rows[1] > stage.out_height:
            return False
        if not _reads_its_taps(stage, step, _table(stage, memory)):
            return False
        if not isinstance(stage.node.attrs, ConcatAttrs) or step.part == len(stage.feeds) - 1:
            computed[step.stage] = step.rows[1]
        in_place = step.stage == last and _works_in_place(group, step)
        if in_place and not _inputs_are_there(group, step, windows, names, memory):
            return False
        if group.calls[step].scratch_bytes:
            memory.spans[ScratchOf(at)][:] = NO_TENSOR
        target = out if step.stage == last else windows[step.stage]
        made = names[step.stage][step.rows[0] * stage.out_row : step.rows[1] * stage.out_row]
        end = step.out_offset + made.size
        if end > target.size:
            return False
        written = np.flatnonzero(_written(memory, stage, step))
        target.flat[written + step.out_offset] = made[written]
        if not in_place and not _inputs_are_there(group, step, windows, names, memory):
            return False
    return computed[last] == stages[last].out_height and np.array_equal(out.ravel(), names[last])


def _written(memory: ReplayMemory, stage: Stage, run: RowRun) -> Array:
    """Return which bytes of its rows a run writes: all, or of a concatenation those of one input."""
    count = run.rows[1] - run.rows[0]
    a = stage.node.attrs
    if not isinstance(a, ConcatAttrs):
        return np.ones(count * stage.out_row, np.bool_)
    inner = memory.position_bytes(stage.node.outputs[0], a.axis)
    sizes = [memory.position_bytes(name, a.axis) for name in stage.node.inputs]
    line = np.repeat(np.arange(len(sizes)), sizes) == run.part
    assert len(line) == inner
    return np.tile(line, count * stage.out_row // inner)


def _works_in_place(group: GroupStep, run: RowRun) -> bool:
    """Return whether the kernel allows the run's output to take the place of each outer input it may lie on."""
    stage = group.program.stages[run.stage]
    inplace = group.calls[run].inplace
    fed = [i for i, f in enumerate(stage.feeds) if f.outer is not None]
    return all(stage.feeds[i].index in inplace and run.in_offsets[i] == run.out_offset for i in fed)


def _inputs_are_there(
    group: GroupStep,
    run: RowRun,
    windows: Sequence[Array],
    names: Sequence[Array],
    memory: ReplayMemory,
) -> bool:
    stage = group.program.stages[run.stage]
    for feed, offset, rows, row in zip(stage.feeds, run.in_offsets, run.reads, stage.in_row, strict=True):
        end = offset + (rows[1] - rows[0]) * row
        if feed.stage is not None:
            named = names[feed.stage][rows[0] * row : rows[1] * row]
            if offset < 0 or not np.array_equal(windows[feed.stage][offset:end], named):
                return False
        elif feed.outer is not None:
            source, whole = memory.at(group.inputs[feed.outer]), memory.names[stage.node.inputs[feed.index]]
            if source is None or not np.array_equal(source[offset:end], whole[offset:end]):
                return False
            if offset != rows[0] * row:
                return False
    return True


def _table(stage: Stage, memory: ReplayMemory) -> Array | None:
    """The rows of its input that each row of a resizing is made of."""
    a = stage.node.attrs
    resizes = isinstance(a, GatherAttrs | ResampleAttrs) and a.axis == 1
    return memory.constant(stage.node.inputs[1]) if resizes else None


def _reads_its_taps(stage: Stage, run: RowRun, table: Array | None = None) -> bool:
    """Return whether the rows a run reads are those its operator's definition names; ``table``: of a resizing."""
    a = stage.node.attrs
    wanted = set(range(*run.rows))
    if isinstance(a, ConvAttrs | PoolAttrs) and isinstance(stage.taps, Taps):
        taps = range(0, stage.taps.extent, a.dilations[0])
        wanted = {r * a.strides[0] - a.pads[0] + k for r in range(*run.rows) for k in taps}
        wanted = {r for r in wanted if 0 <= r < stage.in_height}
    if table is not None:
        wanted = {int(r) for r in table[slice(*run.rows)].ravel()}
    return all(set(range(*rows)) >= wanted for rows in run.reads)
