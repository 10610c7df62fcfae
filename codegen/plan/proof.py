"""Independent proof that a placement is safe; it shares no code with liveness analysis or solvers.

Two checks run on every plan.  The geometric one compares every pair of blocks.  The replay runs the schedule on a model
of all memory in which every byte knows the value it holds (``arena_replay``): a read of a byte that something else has
overwritten is an error, so a mistake in liveness analysis or in parts is found as well as one in placement.
"""

from __future__ import annotations

import numpy as np

from edgec.codegen.arena.problem import Placement, Problem
from edgec.codegen.kernels.spec import Input, Output, Scratch, Window
from edgec.codegen.plan.proof_rows import replay_group
from edgec.codegen.plan.replay import NO_TENSOR, ReplayMemory, written_bytes
from edgec.codegen.schedule.liveness import ArenaProblem, ScratchOf
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    GroupStep,
    IntakeStep,
    Schedule,
    Storage,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array


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
    begun: list[int] = []  # blocks that do not end before the one that is looked at begins
    for i in sorted(range(len(problem.blocks)), key=lambda k: (problem.blocks[k].first, k)):
        a = problem.blocks[i]
        begun = [j for j in begun if problem.blocks[j].last >= a.first]
        for j in begun:
            b = problem.blocks[j]
            apart_in_time = a.last < b.first or b.last < a.first or a.region != b.region
            ia, ib = placement.offsets[i], placement.offsets[j]
            apart_in_space = ia + a.size <= ib or ib + b.size <= ia
            if not apart_in_time and not apart_in_space and frozenset((i, j)) not in permitted:
                raise _bug(f"blocks {min(i, j)} and {max(i, j)} are in use together and share bytes")
        begun.append(i)


def check_replay(schedule: Schedule, arena: ArenaProblem, placement: Placement) -> None:
    """Run the schedule on a memory whose bytes remember what they hold; every read must find its own value.

    Raises:
        EdgecError: names the step and the tensor (a bug in liveness analysis, parts or a solver).
    """
    memory = ReplayMemory(schedule, arena, placement)
    for owner, block in zip(arena.owners, arena.problem.blocks, strict=True):
        if len(memory.spans[owner]) != block.size:
            raise _bug(f"the memory of {owner} ends outside its region")
        if isinstance(owner, ArenaTensor) and block.size != schedule.graph.tensors[owner.tensor].nbytes:
            raise _bug(f"tensor '{owner.tensor}' has a block of {block.size} bytes, not its size")
    for at, step in enumerate(schedule.steps):
        if isinstance(step, CallStep):
            _replay_call(at, step, schedule, memory)
        elif isinstance(step, GroupStep):
            if not replay_group(at, step, memory):
                raise _bug(f"step {at}, a group of layers, reads rows that are not there")
        elif isinstance(step, IntakeStep):
            for tensor in step.tensors:
                memory.spans[tensor][:] = memory.names[tensor.tensor]
        else:
            name = schedule.graph.outputs[step.target.index]
            _expect(at, step.source, name, memory)
            memory.outputs[step.target.index][:] = memory.names[name]
    for index, name in enumerate(schedule.graph.outputs):
        if not memory.holds(CallerOutput(index), name):
            raise _bug(f"output '{name}' is not complete at the end")
    for index, name in enumerate(schedule.graph.inputs):
        if name in schedule.graph.free_inputs and not memory.holds(CallerInput(index), name):
            raise _bug(f"input '{name}' is overwritten")


def _expect(at: int, storage: Storage | None, tensor: str, memory: ReplayMemory) -> None:
    if not memory.holds(storage, tensor):
        raise _bug(f"step {at} reads tensor '{tensor}' after part of it was overwritten")


def _replay_call(at: int, step: CallStep, schedule: Schedule, memory: ReplayMemory) -> None:
    node = schedule.layers[step.layer].node
    args = list(zip(step.call.args, step.storage, strict=True))
    reads: list[tuple[int, Array]] = []
    writes: list[tuple[Array, Array, bool]] = []  # memory, what it will hold, whether it is scratch
    for arg, storage in args:
        held = memory.at(storage)
        if isinstance(arg, Input) and held is not None:
            _expect(at, storage, node.inputs[arg.index], memory)
            reads.append((arg.index, held))
        elif isinstance(arg, Output) and held is not None:
            names = memory.names[node.outputs[arg.index]]
            if names.size != held.size:
                raise _bug(f"step {at} writes {names.size} bytes to a place of {held.size}")
            writes.append((*_written(step, schedule, held, names), False))
        elif isinstance(arg, Scratch) and step.call.scratch_bytes:
            scratch = memory.spans[ScratchOf(at)]
            if len(scratch) < step.call.scratch_bytes:
                raise _bug(f"step {at} needs {step.call.scratch_bytes} bytes of scratch")
            writes.append((scratch, np.full(len(scratch), NO_TENSOR), True))
    for i, (target, values, is_scratch) in enumerate(writes):
        if any(_touch(target, other) for other, _, _ in writes[i + 1 :]):
            raise _bug(f"step {at} writes two things to the same bytes")
        for index, source in reads:
            if _touch(target, source):
                _check_shared(at, step, index, target, source, is_scratch)
        target[:] = values


def _written(step: CallStep, schedule: Schedule, held: Array, names: Array) -> tuple[Array, Array]:
    """The part of an output's memory that a call writes, and what it then holds."""
    if held.ndim > 1:
        return held, names.reshape(held.shape)
    some = written_bytes(schedule, step, len(names))
    if isinstance(some, slice):
        return held[some], names[some]
    kept = held.copy()
    kept[some] = names[some]
    return held, kept


def _check_shared(at: int, step: CallStep, index: int, written: Array, read: Array, is_scratch: bool) -> None:
    """An output may lie on an input when the kernel may work in place, or when its window order loses no byte."""
    same_start = written.__array_interface__["data"][0] == read.__array_interface__["data"][0]
    if not is_scratch and index in step.call.inplace and same_start:
        return
    window = step.call.window
    if is_scratch or window is None or index != 0 or not survives(window, written, read):
        raise _bug(f"step {at} overwrites its input {index} while reading it")


def survives(window: Window, written: Array, read: Array) -> bool:
    """Return whether a window operator reads every byte of its input for the last time before it writes there.

    Every byte of ``written`` gets the number of the tile that writes it, negative as no name of a byte that is read is.
    """
    positions = window.batch * window.out_size[0] * window.out_size[1]
    tiles = np.arange(positions) // window.tile
    written[...] = np.repeat(-1 - tiles, window.out_bytes).reshape(written.shape)
    writer = -1 - read.reshape(window.batch, *window.in_size, window.in_bytes)  # negative: nothing writes there
    rows, columns = _last_readers(window, 0)[:, None], _last_readers(window, 1)
    images = np.arange(window.batch)[:, None, None] * window.out_size[0]
    reader = ((images + rows) * window.out_size[1] + columns) // window.tile
    lost = writer < reader[..., None] + (not window.buffered)
    return not np.any((writer >= 0) & lost & ((rows >= 0) & (columns >= 0))[..., None])


def _last_readers(window: Window, axis: int) -> Array:
    """For each input index along an axis, the last output index that reads it; -1 for none."""
    last = np.full(window.in_size[axis], -1)
    for i, taps in enumerate(_taps(window, axis)):
        last[taps] = i
    return last


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
