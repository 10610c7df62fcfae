"""Estimate of the accesses to each byte of the arena and of the constants in one inference, to rank them by.

A multiply-accumulate reads a value; weights are read once for each tile of positions.  Where a kernel has scratch,
values are gathered into it first, once for each tap of a window, and the multiplications read them there.  What belongs
to a channel (bias, factor, shift) or to a table is read once for each output value; everything else once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Call, Const, Input, Output, Scratch
from edgec.codegen.plan.constants import StepSymbols
from edgec.codegen.schedule.liveness import Owner, ScratchOf, WindowOf, desk
from edgec.codegen.schedule.rows import RowMove, RowRun
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerOutput,
    CallStep,
    CopyStep,
    GraphConstant,
    GroupStep,
    IntakeStep,
    Part,
    Schedule,
    Storage,
)
from edgec.converter.graph.frozen import dataclass

OUTPUTS_TOGETHER = 8  # of a matrix product with a vector, which share a value

_PER_VALUE = frozenset({"bias", "multiplier", "shift", "scale", "table"})
_BYTES = {"int16_t": 2, "uint16_t": 2, "float": 4, "int32_t": 4, "uint32_t": 4, "double": 8, "int64_t": 8}


@dataclass(frozen=True)
class Traffic:
    """Bytes read and written, by owner of a block and by index of a symbol."""

    owners: dict[Owner, float]
    symbols: dict[int, float]


def estimate(schedule: Schedule, indices: Sequence[StepSymbols]) -> Traffic:
    """The traffic of one inference; ``indices`` are the constants of each step (``constants.symbol_indices``)."""
    traffic = Traffic({}, {})
    for at, (step, symbols) in enumerate(zip(schedule.steps, indices, strict=True)):
        if isinstance(step, CopyStep):
            _add(traffic, step.source, symbols[0][0], step.size)
            continue
        if isinstance(step, IntakeStep):
            for tensor in step.tensors:
                _add(traffic, tensor, None, schedule.graph.tensors[tensor.tensor].nbytes)
            continue
        uses = (
            _group(schedule, at, step, symbols)
            if isinstance(step, GroupStep)
            else _call(schedule, at, step, symbols[0])
        )
        for place, symbol, count in uses:
            _add(traffic, place, symbol, count)
    return traffic


Use = tuple["Storage | Owner | None", "int | None", float]


def _add(traffic: Traffic, place: Storage | Owner | None, symbol: int | None, count: float) -> None:
    place = place.whole if isinstance(place, Part) else place
    if symbol is not None:
        traffic.symbols[symbol] = traffic.symbols.get(symbol, 0.0) + count
    elif isinstance(place, ArenaTensor | ScratchOf | WindowOf):
        traffic.owners[place] = traffic.owners.get(place, 0.0) + count


def _call(schedule: Schedule, at: int, step: CallStep, symbols: Sequence[int | None]) -> Iterator[Use]:
    sizes = [_nbytes(schedule, s) for s in step.storage]
    out = sum(n for a, n in zip(step.call.args, sizes, strict=True) if isinstance(a, Output))
    for arg, place, symbol, size in zip(step.call.args, step.storage, symbols, sizes, strict=True):
        yield ScratchOf(at) if isinstance(arg, Scratch) else place, symbol, _accesses(step.call, arg, size, out)


def _group(schedule: Schedule, at: int, group: GroupStep, symbols: StepSymbols) -> Iterator[Use]:
    remaining = iter(symbols)
    for step in group.program.steps:
        if isinstance(step, RowMove):
            yield WindowOf(at, group.program.place(step.stage)[0]), None, 2.0 * step.size
            continue
        stage, call = group.program.stages[step.stage], group.calls[step]
        out = (step.rows[1] - step.rows[0]) * stage.out_row
        for arg, symbol in zip(call.args, next(remaining), strict=True):
            place, size = _of_run(schedule, at, group, step, arg)
            yield place, symbol, _accesses(call, arg, size, out)


def _of_run(
    schedule: Schedule, at: int, group: GroupStep, run: RowRun, arg: object
) -> tuple[Storage | Owner | None, int]:
    """Return the memory of an argument of a run, and its bytes."""
    stage = group.program.stages[run.stage]
    if isinstance(arg, Scratch):
        return desk(at, group, run.stage)[0], 0
    if isinstance(arg, Output):
        last = run.stage == len(group.program.stages) - 1
        place = group.output if last else WindowOf(at, group.program.place(run.stage)[0])
        return place, (run.rows[1] - run.rows[0]) * stage.out_row
    if isinstance(arg, Input):
        i = next(i for i, f in enumerate(stage.feeds) if f.index == arg.index)
        feed, rows = stage.feeds[i], run.reads[i]
        size = (rows[1] - rows[0]) * stage.in_row[i]
        if feed.axis is None:
            size = schedule.graph.tensors[stage.node.inputs[feed.index]].nbytes
        if feed.stage is not None:
            return WindowOf(at, group.program.place(feed.stage)[0]), size
        assert feed.outer is not None
        return group.inputs[feed.outer], size
    return None, 0


def _accesses(call: Call, arg: object, size: int, out: int) -> float:
    """Bytes of an argument that a call reads or writes; ``size`` are the argument's, ``out`` the output's."""
    if isinstance(arg, Output):
        return size
    if isinstance(arg, Const):
        array = arg.array
        if array.role == "weights" and call.macs:
            return _weight_reads(call, array.data.nbytes, array.data.itemsize)
        return out * array.data.itemsize if array.role in _PER_VALUE else array.data.nbytes
    gathered = _gathered(call, size)
    read = call.macs * _input_bytes(call)
    if any(isinstance(a, Const) and a.array.role == "weights" and call.macs <= a.array.data.size for a in call.args):
        read //= OUTPUTS_TOGETHER
    if isinstance(arg, Scratch):
        return max(read + gathered, call.scratch_bytes)
    return gathered if call.scratch_bytes or not call.macs else max(read, size)


def _gathered(call: Call, size: int) -> float:
    """Bytes of the input that are read when every tap of every window is read once."""
    w = call.window
    return size if w is None else w.batch * prod(w.out_size) * prod(w.kernel) * w.in_bytes


def _weight_reads(call: Call, nbytes: int, itemsize: int) -> float:
    """Bytes of weights that are read: all of them for every tile of positions, as many as there are registers for.

    A kernel that works channel by channel has the channel's weights in registers.
    """
    w = call.window
    if w is not None:
        together = call.kernel.together if call.kernel is not None else Kernel.together
        return nbytes * max(1.0, w.batch * prod(w.out_size) / min(w.tile, together))
    if call.kernel is not None and call.kernel.weights_once:
        return nbytes
    return max(call.macs * min(itemsize, _input_bytes(call)), nbytes)  # packed weights have items of whole words


def _input_bytes(call: Call) -> int:
    """Bytes of a value of the first input."""
    return next((_BYTES.get(a.ctype, 1) for a in call.args if isinstance(a, Input)), 1)


def _nbytes(schedule: Schedule, place: Storage | None) -> int:
    """Bytes of what an argument points to; 0 for constants of a kernel and scratch."""
    graph = schedule.graph
    if isinstance(place, ArenaTensor | GraphConstant):
        return graph.tensors[place.tensor].nbytes
    if place is None or isinstance(place, Part):
        return place.size if place else 0
    names = graph.outputs if isinstance(place, CallerOutput) else graph.inputs
    return graph.tensors[names[place.index]].nbytes
