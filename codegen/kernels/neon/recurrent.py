"""Bindings of the AArch64 recurrent layers: gates of a step eight at a time, then eight cells at a time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.kernels.common import const
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY
from edgec.codegen.kernels.neon.params_ops import RecurrentNeon, RecurrentS8Neon
from edgec.codegen.kernels.plain.recurrent_int import (
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
from edgec.converter.arithmetic.gates import ONE, SUM_BITS
from edgec.converter.graph.ir import Array
from edgec.converter.ops.gates import GATES, RecurrentAttrs
from edgec.converter.ops.recurrent_int import LENGTHS, is_rectifier, largest_sum

CELLS, UNIT = RecurrentNeon.EDGEC_RECURRENT_NEON_CELLS.value, RecurrentNeon.EDGEC_RECURRENT_NEON_UNIT.value
WHOLE = RecurrentNeon.EDGEC_RECURRENT_NEON_WHOLE.value
UNIT_S4 = RecurrentNeon.EDGEC_RECURRENT_S4_NEON_UNIT.value
HEADER = "edgec_recurrent_neon.h"
LEAST_WEIGHT = {INT8: -127, INT4: -7}
VECTOR, HALF = 16, 4  # bytes of a step, gates of a vector of sums
PAIR = 2  # taps of a gate side by side
FREE_BITS = 31 - SUM_BITS  # of factors
LARGEST_CANDIDATE = 2**29  # what a GRU's sum may not reach, which is multiplied as 32 bits with 2 more
LEAST_OUT_SHIFT = 32  # a shift of at least 1 behind the high word of a doubled product


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
    if layer.params.out_shift < LEAST_OUT_SHIFT:
        return Misfit("its output's factor is 1/2 or more")
    return None


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
    return max(VECTOR, -(-values // unit) * unit)


def _run(rows: Array, room: int, bits: int) -> Array:
    """Weights of rows: two taps of each of eight rows in turn, four times, and so all eights, then the next taps.

    int4, of eight rows: 16 bytes of each in turn, two taps in a byte, then 8 of each.
    """
    filled = np.pad(rows, ((0, 0), (0, room - rows.shape[1]))).astype(np.int8)
    if bits == INT8:
        turns = filled.reshape(-1, CELLS, room // UNIT, UNIT // PAIR, PAIR)
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


def _stream(layer: IntegerLayer, all_groups: Array, apart: bool, rooms: tuple[int, int], bits: int) -> Array:
    """The bytes of a stream of some gates."""
    rows = len(layer.w)
    scale = 1 << _shift(layer, bits) - layer.params.shift
    factors = (layer.factors[:rows].astype(np.int64) * scale, layer.factors[rows:].astype(np.int64) * scale)
    begin = [layer.start[:rows] * factors[0], layer.start[rows:] * factors[1]]
    half = 1 << _shift(layer, bits) >> 1
    begins = [b + half for b in begin] if apart else [begin[0] + begin[1] + half]
    parts: list[Array] = []
    for group in all_groups:
        parts += [_run(rows_of(m, group), room, bits) for m, room in zip((layer.w, layer.r), rooms, strict=True)]
        for four in group.reshape(-1, HALF):
            parts += [rows_of(b, four).astype("<i8").view(np.int8) for b in begins]
            parts += [rows_of(f, four).astype("<i4").view(np.int8) for f in factors]
    joined: Array = np.concatenate(parts)
    return joined


def _misfit(op: str, view: NodeView, layer: IntegerLayer, bits: int) -> Misfit | None:
    misfit = int4_misfit(view) if bits == INT4 else None
    if misfit is not None:
        return misfit
    least = LEAST_WEIGHT[bits]
    if min(layer.w.min(initial=0), layer.r.min(initial=0)) < least:
        return Misfit(f"a weight is below {least}, so that products may leave 16 bits")
    tables = [t.values.astype(np.int64) for t in layer.form.tables]
    limits = np.iinfo(np.int16)
    if any(np.abs(np.diff(t)).max() > limits.max for t in tables):
        return Misfit("a gate's function jumps by more than 16 bits hold")
    if op == "Gru" and tables and ONE - tables[0].min() > limits.max:
        return Misfit("a gate's value lies too far below 0")
    return misfit_of(op, view, layer)


def _bind(view: NodeView, bits: int) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    misfit = _misfit(op, view, layer, bits)
    if misfit is not None:
        return misfit
    a, plain = view.attrs(RecurrentAttrs), layer.params
    rooms = _room(plain.in_, bits), _room(a.hidden, bits)
    together = 2 if op == "Gru" else GATES[op]
    streams = [_stream(layer, _groups(a, range(together), bits), False, rooms, bits)]
    if op == "Gru":
        streams.append(_stream(layer, _groups(a, (2,), bits), True, rooms, bits))
    params = RecurrentS8Neon(
        plain.steps,
        plain.batch,
        plain.in_,
        a.hidden,
        plain.reverse,
        *rooms,
        len(streams[0]),
        len(streams[-1]),
        _shift(layer, bits),
        state=plain.state,
        raise_=plain.raise_,
        out_multiplier=plain.out_multiplier,
        out_shift=plain.out_shift,
        out_zero=plain.out_zero,
    )
    args = stream_args(view, const("weights", "int8_t", np.concatenate(streams), HOLDS), layer, "int32_t")
    cells = -(-a.hidden // CELLS) * CELLS
    scratch = cells * (2 * {"Rnn": 1, "Gru": 6, "Lstm": 4}[op] + 2) + sum(rooms)
    eight = f"{13 * together + 3} instructions for {64 * together} MACs"
    why = f"gates of eight cells of a step at a time: {eight if bits == INT8 else '61 instructions for 256 MACs'}"
    symbol, unread = f"edgec_{op.lower()}_s{bits}_neon", read_by(op, "apart")
    return (Call(symbol, HEADER, params, args, scratch, recurrent_macs(view), why=why, unread=unread),)


def _work(view: NodeView, call: Call, bits: int) -> Counts:
    """Steps, eight sums at a time over both rows, and eight cells."""
    p, op = call.params_of(RecurrentS8Neon), view.node.op
    times = p.steps * p.batch
    eights = -(-p.hidden // CELLS)
    gates, step = times * eights * GATES[op], 2 * VECTOR if bits == INT4 else UNIT
    sums, cells = f"gates_s{bits}", f"{op.lower()}_cells"
    tails = (p.room_x % step > 0) + (p.room_y % step > 0)
    return (
        (f"{cells}.step", times),
        (f"{sums}.eight", gates),
        (f"{sums}.vector", gates * (p.room_x // step + p.room_y // step)),
        *(((f"{sums}.tail", gates * tails),) if bits == INT4 else ()),
        (f"{cells}.eight", times * eights),
    )


KERNELS: tuple[Kernel, ...] = stream_kernels(LIBRARY, _bind, _work, taken_forms)
