"""Independent proof that a placement is safe; it shares no code with liveness analysis or solvers.

Two checks run on every plan.  The geometric one compares every pair of blocks.  The replay runs the schedule on a model
of the arena in which every byte knows the value it holds: a read of a byte that something else has overwritten is an
error, so a mistake in liveness analysis is found as well as one in placement.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from edgec.codegen.arena import Placement, Problem
from edgec.codegen.arena_check_rows import replay_group
from edgec.codegen.kernels.spec import Input, Output, Scratch, Window
from edgec.codegen.liveness import ArenaProblem, Owner, ScratchOf
from edgec.codegen.schedule import ArenaTensor, CallStep, GroupStep, Schedule, Storage
from edgec.converter.errors import EdgecError
from edgec.converter.ir import Array

_NOBODY = -1


def check_placement(problem: Problem, placement: Placement) -> None:
    """Every block is inside its region and aligned; blocks in use together do not share bytes unless that is allowed.

    Raises:
        EdgecError: names the blocks and the rule (a bug in a solver).
    """
    if len(placement.offsets) != len(problem.blocks):
        raise _bug(f"{len(problem.blocks)} blocks have {len(placement.offsets)} offsets")
    for i, (block, start) in enumerate(zip(problem.blocks, placement.offsets, strict=True)):
        if start < 0 or start % block.align:
            raise _bug(f"block {i} starts at {start}, which is not a multiple of {block.align}")
        if not 0 <= block.region < len(placement.sizes) or start + block.size > placement.sizes[block.region]:
            raise _bug(f"block {i} ends at byte {start + block.size}, outside its region")
    permitted = {frozenset((o.a, o.b)) for o in problem.overlaps if _permits(o.low, o.high, o.a, o.b, placement)}
    for i, a in enumerate(problem.blocks):
        for j in range(i + 1, len(problem.blocks)):
            b = problem.blocks[j]
            apart_in_time = a.last < b.first or b.last < a.first or a.region != b.region
            ia, ib = placement.offsets[i], placement.offsets[j]
            apart_in_space = ia + a.size <= ib or ib + b.size <= ia
            if not apart_in_time and not apart_in_space and frozenset((i, j)) not in permitted:
                raise _bug(f"blocks {i} and {j} are in use together and share bytes")


def check_replay(schedule: Schedule, arena: ArenaProblem, placement: Placement) -> None:
    """Run the schedule on an arena whose bytes remember their owner; every read must find its own value.

    Raises:
        EdgecError: names the step and the tensor (a bug in liveness analysis or in a solver).
    """
    regions = [np.full(size, _NOBODY, np.int64) for size in placement.sizes]
    spans: dict[Owner, Array] = {}
    for owner, block, start in zip(arena.owners, arena.problem.blocks, placement.offsets, strict=True):
        spans[owner] = regions[block.region][start : start + block.size]
        if len(spans[owner]) != block.size:
            raise _bug(f"the memory of {owner} ends outside its region")
        if isinstance(owner, ArenaTensor) and block.size != schedule.graph.tensors[owner.tensor].nbytes:
            raise _bug(f"tensor '{owner.tensor}' has a block of {block.size} bytes, not its size")
    names = {owner: i for i, owner in enumerate(arena.owners)}
    for at, step in enumerate(schedule.steps):
        for source in step.reads:
            if isinstance(source, ArenaTensor) and not np.all(spans[source] == names[source]):
                raise _bug(f"step {at} reads tensor '{source.tensor}' after part of it was overwritten")
        if isinstance(step, CallStep):
            _replay_call(at, step, spans, names)
        elif isinstance(step, GroupStep) and not replay_group(at, step, spans, names):
            raise _bug(f"step {at}, a group of layers, reads rows that are not there")


def _replay_call(
    at: int,
    step: CallStep,
    spans: Mapping[Owner, Array],
    names: Mapping[Owner, int],
) -> None:
    args = list(zip(step.call.args, step.storage, strict=True))
    outputs = [s for a, s in args if isinstance(a, Output)]
    scratch = [ScratchOf(at)] if any(isinstance(a, Scratch) for a, _ in args) and step.call.scratch_bytes else []
    if scratch and len(spans[scratch[0]]) < step.call.scratch_bytes:
        raise _bug(f"step {at} needs {step.call.scratch_bytes} bytes of scratch")
    written = [*outputs, *scratch]
    for i, target in enumerate(written):
        if not isinstance(target, ArenaTensor | ScratchOf):
            continue
        for other in written[i + 1 :]:
            if isinstance(other, ArenaTensor | ScratchOf) and _touch(spans[target], spans[other]):
                raise _bug(f"step {at} writes two things to the same bytes")
        for arg, source in args:
            if isinstance(arg, Input) and isinstance(source, ArenaTensor) and _touch(spans[target], spans[source]):
                _check_shared(at, step, arg.index, target, spans[target], spans[source], names[target])
        spans[target][:] = names[target]


def _check_shared(
    at: int, step: CallStep, index: int, target: Storage | ScratchOf, written: Array, read: Array, name: int
) -> None:
    """An output may lie on an input when the kernel may work in place, or when its window order loses no byte."""
    same_start = written.__array_interface__["data"][0] == read.__array_interface__["data"][0]
    if not isinstance(target, ScratchOf) and index in step.call.inplace and same_start:
        return
    window = step.call.window
    if isinstance(target, ScratchOf) or window is None or index != 0 or not _survives(window, written, read, name):
        raise _bug(f"step {at} overwrites its input {index} while reading it")


def _survives(window: Window, written: Array, read: Array, name: int) -> bool:
    """Run a window operator position by position, writing ``name``; False when it reads a byte already overwritten."""
    before = read[-1]
    cells = read.reshape(window.batch, *window.in_size, window.in_bytes)
    out = written.reshape(-1, window.out_bytes)
    rows, columns = _taps(window, 0), _taps(window, 1)
    order = [(n, row, column) for n in range(window.batch) for row in rows for column in columns]
    for start in range(0, len(order), window.tile):
        tile = order[start : start + window.tile]
        if not window.buffered:
            out[start : start + len(tile)] = name
        if any(np.any(cells[n, row][:, column] != before) for n, row, column in tile):
            return False
        out[start : start + len(tile)] = name
    return True


def _taps(window: Window, axis: int) -> list[list[int]]:
    """For each output index along an axis, the input indices it reads."""
    starts = [i * window.strides[axis] - window.pads[axis] for i in range(window.out_size[axis])]
    taps = [[s + k * window.dilations[axis] for k in range(window.kernel[axis])] for s in starts]
    return [[t for t in some if 0 <= t < window.in_size[axis]] for some in taps]


def _touch(a: Array, b: Array) -> bool:
    """Exact for slices of one array with step 1."""
    return bool(np.may_share_memory(a, b))


def _permits(low: int | None, high: int | None, a: int, b: int, placement: Placement) -> bool:
    distance = placement.offsets[b] - placement.offsets[a]
    return (low is None or low <= distance) and (high is None or distance <= high)


def _bug(fact: str) -> EdgecError:
    return EdgecError(f"the arena plan is wrong: {fact}; this is a bug in edgec, please report it with the model")


def check_all(schedule: Schedule, arena: ArenaProblem, placement: Placement) -> None:
    """Both checks.

    Raises:
        EdgecError: the plan is unsafe.
    """
    check_placement(arena.problem, placement)
    check_replay(schedule, arena, placement)
