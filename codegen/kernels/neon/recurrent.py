"""Bindings of the AArch64 recurrent layers: all gates of eight cells of a step, then these cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.kernels.common import const
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY
from edgec.codegen.kernels.neon.params_ops import RecurrentNeon, RecurrentS8Neon
from edgec.codegen.kernels.plain.recurrent_int import (
    BYTES,
    HOLDS,
    INT4,
    INT8,
    IntegerLayer,
    default_attrs,
    forms,
    int4_misfit,
    integer_layer,
    of_others,
    recurrent_macs,
    stream_args,
    stream_kernels,
)
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.gates import GATE_BITS, ONE, SUM_BITS
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATES, RecurrentAttrs
from edgec.converter.ops.recurrent_int import LENGTHS, is_rectifier, largest_sum

INT16 = 16  # values of a row; weights have 8 bits
CELLS, UNIT = RecurrentNeon.EDGEC_RECURRENT_NEON_CELLS.value, RecurrentNeon.EDGEC_RECURRENT_NEON_UNIT.value
WHOLE = RecurrentNeon.EDGEC_RECURRENT_NEON_WHOLE.value
UNIT_S4 = RecurrentNeon.EDGEC_RECURRENT_S4_NEON_UNIT.value
NARROW = {
    INT4: RecurrentNeon.EDGEC_RECURRENT_NEON_NARROW.value,
    INT8: RecurrentNeon.EDGEC_RECURRENT_NEON_NARROW.value,
    INT16: RecurrentNeon.EDGEC_RECURRENT_S16_NEON_NARROW.value,
}
RISE = RecurrentNeon.EDGEC_RECURRENT_NEON_RISE.value
HEADER = "edgec_recurrent_neon.h"
LEAST_WEIGHT = {INT4: -7, INT8: -127, INT16: -128}
VECTOR, HALF = 16, 4  # bytes of a step, gates of a vector of sums
LEAST_VALUES = 16  # of a row
PAIR = {INT8: 2, INT16: 1}  # taps of a gate side by side
TAPS = {INT8: 13, INT16: 25}  # instructions for eight taps of eight gates
TAPS_S4 = "61 instructions for 256 MACs"
LARGEST_ROW = 2**16  # of weights of a row, which int16 values multiply
FREE_BITS = 31 - SUM_BITS  # of factors
LARGEST_CANDIDATE = 2**29  # what a GRU's sum may not reach, which is multiplied as 32 bits with 2 more
LEAST_OUT_SHIFT = 32  # a shift of at least 1 behind the high word of a doubled product
MOST_POWER = 14  # bits by which values of 16 bits are raised at most, before an output's factor


def groups(a: RecurrentAttrs, gates: Sequence[int], width: int) -> Array:
    """Rows of each ``width`` sums, in the order of a stream: of all gates for ``width`` cells at a time; -1 is none."""
    cells = np.arange(-(-a.hidden // width) * width).reshape(-1, 1, width)
    rows = np.array(gates).reshape(1, -1, 1) * a.hidden + cells
    picked: Array = np.where(cells < a.hidden, rows, -1).reshape(-1, width)
    return picked


def rows_of(values: Array, group: Array) -> Array:
    """The values of a group's rows, zeros for rows that are none."""
    there = (group >= 0).reshape(-1, *([1] * (values.ndim - 1)))
    picked: Array = values[np.maximum(group, 0)] * there
    return picked


def misfit_of(op: str, view: NodeView, layer: IntegerLayer) -> Misfit | None:
    """Return the reason to leave a layer to plain C; None when there is none."""
    a = view.attrs(RecurrentAttrs)
    if op == "Gru" and not a.before_reset:
        return Misfit("its output is reset before the product, which takes 16 bits")
    if a.coupled:
        return Misfit("two of its gates are one")
    if is_rectifier(op, a):
        return Misfit("its function is Relu, whose sums are outputs")
    if any(t is not None for t in view.ins[LENGTHS["Gru"] + (op == "Lstm") :]):
        return Misfit("it has peepholes or sequence lengths")
    if op == "Gru" and largest_sum(view.node, layer.form, view.ins, view.y) >= LARGEST_CANDIDATE:
        return Misfit("a candidate's sum may leave 29 bits")
    return None


def factor_misfit(layer: IntegerLayer) -> Misfit | None:
    """Return the reason why an output's factor does not fit behind the high word of a product; None when it does."""
    return Misfit("its output's factor is 1/2 or more") if layer.params.out_shift < LEAST_OUT_SHIFT else None


def read_by(op: str, gru: str) -> frozenset[str]:
    """Parameters that a kind of layer does not read; ``gru`` is of a GRU alone."""
    read = {"Rnn": set[str](), "Gru": {gru, "state"}, "Lstm": {"state", "raise"}}
    return of_others(op, read)


def taken_forms(op: str) -> list[RecurrentAttrs]:
    """Kinds of layers that these kernels take, the usual one first."""
    return [
        a
        for a in (default_attrs(op), *forms(op))
        if not (is_rectifier(op, a) or a.coupled) and (op != "Gru" or a.before_reset)
    ]


def _room(values: int, bits: int) -> int:
    unit = UNIT_S4 if bits == INT4 else UNIT
    return max(LEAST_VALUES, -(-values // unit) * unit)


def _run(rows: Array, room: int, bits: int) -> Array:
    """Weights of rows: two taps of each of eight rows in turn, four times, and so all eights, then the next taps.

    int16, one tap at a time. int4, of eight rows: 16 bytes of each in turn, two taps in a byte, then 8 of each.
    """
    filled = np.pad(rows, ((0, 0), (0, room - rows.shape[1]))).astype(np.int8)
    if bits != INT4:
        turns = filled.reshape(-1, CELLS, room // UNIT, UNIT // PAIR[bits], PAIR[bits])
        return np.ascontiguousarray(turns.transpose(2, 0, 3, 1, 4)).reshape(-1)
    step = 2 * VECTOR
    whole = room // step * step
    parts = []
    for part, taps in ((filled[:, :whole], step), (filled[:, whole:], step // 2)):
        nibbles = part.reshape(len(rows), -1, taps).transpose(1, 0, 2)
        nibbles = (nibbles[..., : taps // 2] & 15) | (nibbles[..., taps // 2 :] << 4)
        parts.append(nibbles.reshape(-1))
    run: Array = np.concatenate(parts).astype(np.int8)
    return run


def _groups(a: RecurrentAttrs, gates: Sequence[int], bits: int) -> Array:
    """Rows of sums that a pass computes: all gates of eight cells; with int4 weights one gate of them."""
    eights = groups(a, gates, CELLS)
    return eights if bits == INT4 else eights.reshape(-1, len(gates) * CELLS)


def _shift(layer: IntegerLayer, bits: int) -> int:
    """The shift of sums: of whole words where factors leave the bits for it."""
    shift = layer.params.shift
    return WHOLE if bits == INT8 and WHOLE - FREE_BITS <= shift <= WHOLE else shift


def _usual(op: str, layer: IntegerLayer, bits: int) -> bool:
    """Return whether a layer goes by the kernel of the usual functions."""
    rises = [np.diff(t.values.astype(np.int64)) for t in layer.form.tables]
    rising = all(r.min() >= 0 and r.max() <= RISE for r in rises)
    return bits == INT8 and _shift(layer, bits) == WHOLE and rising and (op != "Gru" or layer.form.state == GATE_BITS)


def _stream(layer: IntegerLayer, all_groups: Array, together: int, rooms: tuple[int, int], bits: int) -> Array:
    """The bytes of a stream of some gates, of which the first ``together`` add both sums."""
    rows = len(layer.w)
    scale = 1 << _shift(layer, bits) - layer.params.shift
    factors = (layer.factors[:rows].astype(np.int64) * scale, layer.factors[rows:].astype(np.int64) * scale)
    begin = [layer.start[:rows] * factors[0], layer.start[rows:] * factors[1]]
    half = 1 << _shift(layer, bits) >> 1
    parts: list[Array] = []
    for group in all_groups:
        parts += [_run(rows_of(m, group), room, bits) for m, room in zip((layer.w, layer.r), rooms, strict=True)]
        for i, four in enumerate(group.reshape(-1, HALF)):
            apart = i >= together * CELLS // HALF
            begins = [b + half for b in begin] if apart else [begin[0] + begin[1] + half]
            parts += [rows_of(b, four).astype("<i8").view(np.int8) for b in begins]
            parts += [rows_of(f, four).astype("<i4").view(np.int8) for f in factors]
    joined: Array = np.concatenate(parts)
    return joined


def _streams(op: str, a: RecurrentAttrs, layer: IntegerLayer, rooms: tuple[int, int], bits: int) -> list[Array]:
    """The stream of a layer; with int4 weights that of a GRU's candidates behind it."""
    together = 2 if op == "Gru" else GATES[op]
    if bits != INT4:
        return [_stream(layer, _groups(a, range(GATES[op]), bits), together, rooms, bits)]
    streams = [_stream(layer, _groups(a, range(together), bits), together, rooms, bits)]
    return [*streams, _stream(layer, _groups(a, (2,), bits), 0, rooms, bits)] if op == "Gru" else streams


def _range_misfit(op: str, layer: IntegerLayer, bits: int) -> Misfit | None:
    """Return the reason why values of a layer leave their registers; None when they do not."""
    least = LEAST_WEIGHT[bits]
    if min(layer.w.min(initial=0), layer.r.min(initial=0)) < least:
        return Misfit(f"a weight is below {least}, so that products may leave 16 bits")
    if bits == INT16 and max(np.abs(m.astype(np.int64)).sum(axis=1).max() for m in (layer.w, layer.r)) >= LARGEST_ROW:
        return Misfit("a sum of products may leave 32 bits")
    if bits == INT16 and layer.params.out_zero != 0:
        return Misfit("its output has a zero point")
    tables = [t.values.astype(np.int64) for t in layer.form.tables]
    limits = np.iinfo(np.int16)
    if any(np.abs(np.diff(t)).max() > limits.max for t in tables):
        return Misfit("a gate's function jumps by more than 16 bits hold")
    if op == "Gru" and tables and ONE - tables[0].min() > limits.max:
        return Misfit("a gate's value lies too far below 0")
    if op == "Lstm":
        return factor_misfit(layer)
    power = 31 + NARROW[bits] - layer.params.out_shift
    return None if 0 <= power <= MOST_POWER else Misfit("its output's factor is too large, or too small")


def _bind(view: NodeView, bits: int) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    misfit = (int4_misfit(view) if bits == INT4 else None) or misfit_of(op, view, layer)
    misfit = misfit or _range_misfit(op, layer, bits)
    if misfit is not None:
        return misfit
    a, plain, size = view.attrs(RecurrentAttrs), layer.params, view.y.dtype.bytes
    rooms = _room(plain.in_, bits), _room(a.hidden, bits)
    streams = _streams(op, a, layer, rooms, bits)
    params = RecurrentS8Neon(
        plain.steps,
        plain.batch,
        size * plain.in_,
        a.hidden,
        plain.reverse,
        size * rooms[0],
        size * rooms[1],
        len(streams[0]),
        sum(len(s) for s in streams[1:]),
        int(_usual(op, layer, bits)),
        _shift(layer, bits),
        state=plain.state,
        raise_=plain.raise_,
        out_multiplier=plain.out_multiplier,
        out_shift=plain.out_shift,
        out_zero=plain.out_zero,
    )
    args = stream_args(view, const("weights", "int8_t", np.concatenate(streams), HOLDS), layer, "int32_t")
    kept = {"Rnn": 1, "Gru": 6, "Lstm": 4}[op] if bits == INT4 else int(op == "Rnn")
    scratch = -(-a.hidden // CELLS) * CELLS * (2 * kept + 2) + size * (rooms[0] + 2 * rooms[1])
    eight = f"{TAPS[bits] * GATES[op] + 3} instructions for {64 * GATES[op]} MACs" if bits != INT4 else TAPS_S4
    why = f"all gates of eight cells of a step: {eight}"
    symbol, unread = f"edgec_{op.lower()}_s{bits}_neon", read_by(op, "apart") | ({"usual"} if op == "Rnn" else set())
    return (Call(symbol, HEADER, params, args, scratch, recurrent_macs(view), why=why, unread=unread),)


def _work(view: NodeView, call: Call, bits: int) -> Counts:
    """Steps, eight sums at a time over both rows, and eight cells."""
    p, op, size = call.params_of(RecurrentS8Neon), view.node.op, view.y.dtype.bytes
    times = p.steps * p.batch
    eights = -(-p.hidden // CELLS)
    gates, step = times * eights * GATES[op], 2 * VECTOR if bits == INT4 else size * UNIT
    cells = f"{op.lower()}_cells"
    tails = (p.room_x % step > 0) + (p.room_y % step > 0)
    return (
        (f"{cells}.step", times),
        (f"gates_s{INT4 if bits == INT4 else INT8}.eight", gates),
        (f"gates_s{bits}.vector", gates * (p.room_x // step + p.room_y // step)),
        *((("gates_s4.tail", gates * tails),) if bits == INT4 else ()),
        (f"{cells}.eight", times * eights),
    )


KERNELS: tuple[Kernel, ...] = stream_kernels(LIBRARY, _bind, _work, taken_forms, (*BYTES, (INT16, DType.I16, DType.I8)))
