"""The replay of a group of layers: every row knows its name, and every run must find the rows its layer reads."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from edgec.codegen.plan.replay import GARBAGE, Memory
from edgec.codegen.schedule.liveness import ScratchOf, WindowOf
from edgec.codegen.schedule.rows import RowMove, RowRun, Stage
from edgec.codegen.schedule.steps import GroupStep
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs

_ROWS = 1 << 20  # names of rows: -(stage + 1) * _ROWS - row, which no owner has


def replay_group(at: int, group: GroupStep, memory: Memory) -> bool:
    """Run a group on the model of the arena; False when a byte that is read is not what it should be."""
    stages = group.program.stages
    last = len(stages) - 1
    windows = {i: memory.spans.get(WindowOf(at, i), np.empty(0, np.int64)) for i in range(last)}
    out, names = memory.at(group.output), memory.names[stages[last].node.outputs[0]]
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
        if not _reads_its_taps(stage, step):
            return False
        computed[step.stage] = step.rows[1]
        in_place = step.stage == last and _works_in_place(group, step)
        if in_place and not _inputs_are_there(group, step, windows, memory):
            return False
        if group.calls[step].scratch_bytes:
            memory.spans[ScratchOf(at)][:] = GARBAGE
        target = out if step.stage == last else windows[step.stage]
        if target is None:
            return False
        end = step.out_offset + (step.rows[1] - step.rows[0]) * stage.out_row
        if end > target.size:
            return False
        if step.stage == last and target.ndim > 1:
            run = target.shape[1]
            target[step.out_offset // run : end // run] = names[step.out_offset : end].reshape(-1, run)
        elif step.stage == last:
            target[step.out_offset : end] = names[step.out_offset : end]
        else:
            named = [_row_name(step.stage, r) for r in range(*step.rows)]
            target[step.out_offset : end] = np.repeat(named, stage.out_row)
        if not in_place and not _inputs_are_there(group, step, windows, memory):
            return False
    return out is not None and computed[last] == stages[last].out_height and np.array_equal(out.reshape(-1), names)


def _works_in_place(group: GroupStep, run: RowRun) -> bool:
    """Whether the kernel allows the run's output to take the place of each outer input it may lie on."""
    stage = group.program.stages[run.stage]
    inplace = group.calls[run].inplace
    fed = [i for i, f in enumerate(stage.feeds) if f.outer is not None]
    return all(stage.feeds[i].index in inplace and run.in_offsets[i] == run.out_offset for i in fed)


def _inputs_are_there(
    group: GroupStep,
    run: RowRun,
    windows: Mapping[int, Array],
    memory: Memory,
) -> bool:
    stage = group.program.stages[run.stage]
    for feed, offset, rows, row in zip(stage.feeds, run.in_offsets, run.reads, stage.in_row, strict=True):
        end = offset + (rows[1] - rows[0]) * row
        if feed.stage is not None:
            named = np.repeat([_row_name(feed.stage, r) for r in range(*rows)], row)
            if offset < 0 or end > len(windows[feed.stage]) or np.any(windows[feed.stage][offset:end] != named):
                return False
        elif feed.outer is not None:
            source, names = memory.at(group.inputs[feed.outer]), memory.names[stage.node.inputs[feed.index]]
            if source is None or not np.array_equal(source[offset:end], names[offset:end]):
                return False
            if offset != rows[0] * row:
                return False
    return True


def _reads_its_taps(stage: Stage, run: RowRun) -> bool:
    """Whether the rows a run reads are those its operator's definition names."""
    a = stage.node.attrs
    wanted = set(range(*run.rows))
    if isinstance(a, ConvAttrs | PoolAttrs):
        taps = range(0, stage.taps.extent, a.dilations[0])
        wanted = {r * a.strides[0] - a.pads[0] + k for r in range(*run.rows) for k in taps}
        wanted = {r for r in wanted if 0 <= r < stage.in_height}
    return all(set(range(*rows)) >= wanted for rows in run.reads)


def _row_name(stage: int, row: int) -> int:
    return -(stage + 1) * _ROWS - row
