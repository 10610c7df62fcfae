"""Bindings of the Helium recurrent layers: gates of a step four at a time, then four cells at a time."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import INT32_MAX
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY
from edgec.codegen.kernels.mve.params import RecurrentMve, RecurrentS8Mve
from edgec.codegen.kernels.neon.recurrent import factor_misfit, groups, misfit_of, read_by, rows_of, taken_forms
from edgec.codegen.kernels.plain.recurrent_int import (
    HOLDS,
    INT4,
    INT8,
    IntegerLayer,
    int4_misfit,
    integer_layer,
    recurrent_macs,
    stream_args,
    stream_kernels,
)
from edgec.codegen.kernels.spec import Bound, Call, Const, ConstArray, Misfit, NodeView
from edgec.converter.graph.ir import Array
from edgec.converter.ops.gates import GATES, RecurrentAttrs

CELLS, VECTOR = RecurrentMve.EDGEC_RECURRENT_MVE_CELLS.value, RecurrentMve.EDGEC_RECURRENT_MVE_VECTOR.value
FACTORS_OF = [0, 2, 1, 3]  # gates of four as their factors follow each other
RAISED = np.array([16, 1, 16, 1])  # times the biases of gates with int4 weights
EVEN = 2  # bytes of int4 weights behind whole steps are a multiple of it


def _run(rows: Array, bits: int) -> Array:
    """Weights of four rows as words: 16 of each in turn, then what is left of each; int4: of two rows in a byte."""
    if bits == INT4:
        rows = (rows[::2] & 15) | (rows[1::2] << 4)
    whole = rows.shape[1] // VECTOR * VECTOR
    steps = rows[:, :whole].reshape(len(rows), -1, VECTOR).transpose(1, 0, 2).reshape(-1)
    rest = rows[:, whole:]
    if bits == INT4:
        rest = np.pad(rest, ((0, 0), (0, rest.shape[1] % EVEN)))
    run: Array = np.concatenate([steps, rest.reshape(-1)]).astype(np.int8).view(np.uint32)
    return run


def _stream(layer: IntegerLayer, all_groups: Array, bits: int) -> Array:
    """The words of a stream of some gates."""
    rows = len(layer.w)
    halves = (slice(0, rows), slice(rows, None))
    parts: list[Array] = []
    for four in all_groups:
        for weights, half in zip((layer.w, layer.r), halves, strict=True):
            start = rows_of(layer.start[half], four).astype(np.int64) * (RAISED if bits == INT4 else 1)
            parts += [start.astype(np.int32).view(np.uint32), _run(rows_of(weights, four), bits)]
        both = np.stack([rows_of(layer.factors[half], four) for half in halves], axis=1)
        parts.append(both[FACTORS_OF].astype(np.uint32).reshape(-1))
    joined: Array = np.concatenate(parts)
    return joined


def _raised_misfit(view: NodeView, layer: IntegerLayer) -> Misfit | None:
    """Return why sums with int4 weights do not fit 16 times; None where they do."""
    misfit = int4_misfit(view)
    if misfit is not None:
        return misfit
    rows = len(layer.w)
    reach = 128 * max(int(np.abs(m.astype(np.int64)).sum(axis=1).max(initial=0)) for m in (layer.w, layer.r))
    starts = np.abs(layer.start.astype(np.int64)).reshape(2, rows).max(initial=0)
    return Misfit("16 times a sum does not fit int32") if 16 * (reach + int(starts)) > INT32_MAX else None


def _bind(view: NodeView, bits: int) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    misfit = (_raised_misfit(view, layer) if bits == INT4 else None) or misfit_of(op, view, layer)
    misfit = misfit or factor_misfit(layer)
    if misfit is not None:
        return misfit
    a, plain = view.attrs(RecurrentAttrs), layer.params
    streams = [_stream(layer, groups(a, range(2 if op == "Gru" else GATES[op]), CELLS), bits)]
    if op == "Gru":
        streams.append(_stream(layer, groups(a, (2,), CELLS), bits))
    params = RecurrentS8Mve(
        plain.steps,
        plain.batch,
        plain.in_,
        a.hidden,
        plain.reverse,
        len(streams[0]),
        len(streams[-1]),
        plain.shift,
        state=plain.state,
        raise_=plain.raise_,
        out_multiplier=plain.out_multiplier,
        out_shift=plain.out_shift,
        out_zero=plain.out_zero,
    )
    args = stream_args(
        view, Const(ConstArray("weights", "uint32_t", np.concatenate(streams), holds=HOLDS)), layer, "int32_t"
    )
    arguments = 1 if op == "Rnn" else 4  # of a cell: a GRU's candidate has two
    scratch = 4 * arguments * CELLS * -(-a.hidden // CELLS)
    why = f"four gates of a step at a time: {10 if bits == INT8 else 12} instructions for 64 MACs"
    symbol, unread, header = f"edgec_{op.lower()}_s{bits}_mve", read_by(op, "apart"), f"edgec_recurrent_s{bits}_mve.h"
    return (Call(symbol, header, params, args, scratch, recurrent_macs(view), why=why, unread=unread),)


def _work(view: NodeView, call: Call, bits: int) -> Counts:
    """Steps, four sums at a time over both rows, and four cells."""
    p, op = call.params_of(RecurrentS8Mve), view.node.op
    times = p.steps * p.batch
    fours = -(-p.hidden // CELLS)
    gates = times * fours * GATES[op]
    sums, cells = f"gates_s{bits}_mve", f"{op.lower()}_cells_mve"
    return (
        (f"{cells}.step", times),
        (f"{sums}.four", gates),
        (f"{sums}.vector", gates * (p.in_ // VECTOR + p.hidden // VECTOR)),
        (f"{sums}.tail", gates * ((p.in_ % VECTOR > 0) + (p.hidden % VECTOR > 0))),
        (f"{cells}.four", times * fours),
    )


KERNELS: tuple[Kernel, ...] = stream_kernels(LIBRARY, _bind, _work, taken_forms)
