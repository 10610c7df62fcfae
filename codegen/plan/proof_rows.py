"""The replay of a group of layers: every byte knows its name, and every run must find the rows its layer reads."""

from __future__ import annotations

from collections.abc import Container, Sequence

import numpy as np

from edgec.codegen.plan.replay import NO_TENSOR, ReplayMemory
from edgec.codegen.schedule.liveness import WindowOf, desk
from edgec.codegen.schedule.row_rules import Taps
from edgec.codegen.schedule.rows import Feed, RowMove, RowRun, Stage
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
    windows = _windows(at, group, memory)
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
        done = computed[step.stage]
        again = 0 if step.stage < last else done  # inner rows may be made again
        if not again <= step.rows[0] <= done or step.rows[1] > stage.out_height:
            return False
        if not _reads_its_taps(stage, step, _table(stage, memory)):
            return False
        if not isinstance(stage.node.attrs, ConcatAttrs) or step.part == len(stage.feeds) - 1:
            computed[step.stage] = step.rows[1]
        target = out if step.stage == last else windows[step.stage]
        in_place = _in_place(group, step, windows, target, memory)
        if not _scratch_is_there(at, group, step, memory):
            return False
        if not _inputs_are_there(group, step, windows, names, memory, in_place):
            return False
        made = _of_rows(names[step.stage], stage, step.rows)
        end = step.out_offset + made.size
        if end > target.size:
            return False
        written = np.flatnonzero(_written(memory, stage, step))
        target.flat[written + step.out_offset] = made[written]
        if not _inputs_are_there(group, step, windows, names, memory, set(range(len(stage.feeds))) - in_place):
            return False
    return computed[last] == stages[last].out_height and np.array_equal(out.ravel(), names[last])


def _scratch_is_there(at: int, group: GroupStep, run: RowRun, memory: ReplayMemory) -> bool:
    """Let a kernel overwrite what it works in; False when that is not all in its block."""
    size = group.calls[run].scratch_bytes
    if size:
        owner, offset = desk(at, group, run.stage)
        if offset < 0 or offset + size > len(memory.spans[owner]):
            return False
        memory.spans[owner][offset : offset + size] = NO_TENSOR
    return True


def _windows(at: int, group: GroupStep, memory: ReplayMemory) -> list[Array]:
    """The memory of each inner stage's window."""
    windows = []
    for i, size in enumerate(group.program.windows[:-1]):
        block, offset = group.program.place(i)
        if WindowOf(at, block) in memory.spans:
            windows.append(memory.spans[WindowOf(at, block)][offset : offset + size])
    return [w for w, size in zip(windows, group.program.windows, strict=False) if len(w) == size]


def _in_place(group: GroupStep, run: RowRun, windows: Sequence[Array], target: Array, memory: ReplayMemory) -> set[int]:
    """Positions of the feeds that a run writes over as its kernel allows: from the same byte on, row by row."""
    feeds, inplace = group.program.stages[run.stage].feeds, group.calls[run].inplace
    begins = [(_address(_source(group, f, windows, memory)), o) for f, o in zip(feeds, run.in_offsets, strict=True)]
    own = _address(target), run.out_offset
    return {at for at, f in enumerate(feeds) if f.index in inplace and f.axis is not None and begins[at] == own}


def _address(memory: Array | None) -> int | None:
    return None if memory is None else memory.__array_interface__["data"][0]


def _source(group: GroupStep, feed: Feed, windows: Sequence[Array], memory: ReplayMemory) -> Array | None:
    """The memory that a feed is read from; None for a constant."""
    if feed.stage is not None:
        return windows[feed.stage]
    return None if feed.outer is None else memory.at(group.inputs[feed.outer])


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


def _of_rows(names: Array, stage: Stage, rows: tuple[int, int]) -> Array:
    """The names of some rows of a stage's output, in the order of a tensor that has no others."""
    run = stage.out_row // stage.apart
    taken: Array = names.reshape(stage.apart, -1)[:, rows[0] * run : rows[1] * run].ravel()
    return taken


def _inputs_are_there(
    group: GroupStep,
    run: RowRun,
    windows: Sequence[Array],
    names: Sequence[Array],
    memory: ReplayMemory,
    which: Container[int],
) -> bool:
    """Return whether the feeds at the positions ``which`` hold what the run is to read."""
    stage = group.program.stages[run.stage]
    feeds = enumerate(zip(stage.feeds, run.in_offsets, run.reads, stage.in_row, strict=True))
    for feed, offset, rows, row in (fed for at, fed in feeds if at in which):
        end = offset + (rows[1] - rows[0]) * row
        held = _source(group, feed, windows, memory)
        if feed.stage is not None:
            named = _of_rows(names[feed.stage], group.program.stages[feed.stage], rows)
            if held is None or offset < 0 or not np.array_equal(held[offset:end], named):
                return False
        elif feed.outer is not None:
            whole = memory.names[stage.node.inputs[feed.index]]
            end = len(whole) if feed.axis is None else end
            if held is None or not np.array_equal(held[offset:end], whole[offset:end]):
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
