"""Bindings of the Armv7E-M recurrent layers of int16: sums two rows at a time by SMLAD, cells as in plain C."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.common import const
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.params_sampled import RecurrentInt
from edgec.codegen.kernels.plain.recurrent_int import (
    MORE_SIZES,
    default_attrs,
    forms,
    integer_layer,
    layer_of,
    of_others,
    recurrent_macs,
    stream_args,
)
from edgec.codegen.kernels.spec import Bound, Call, Const, ConstArray, Misfit, NodeView
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATES, RecurrentAttrs
from edgec.converter.ops.recurrent_int import LENGTHS, STATE, is_rectifier

VALUES = 8  # of a row of which a step of the loop takes products
HOLDS = "biases"  # what the stream holds beside weights


def _units(values: int) -> int:
    return -(-values // VALUES)


def _stream(start: Array, w: Array) -> Array:
    """Rows of weights two by two, as edgec_recurrent_s16_armv7em.h reads them: uint32 [pairs, 2 + 4 * units]."""
    filled = np.zeros((len(w) + len(w) % 2, _units(w.shape[1]) * VALUES), np.int8)
    filled[: len(w), : w.shape[1]] = w
    begin = np.zeros(len(filled), np.int32)
    begin[: len(w)] = start
    fours = filled.view(np.uint32).reshape(len(filled) // 2, 2, -1)
    words: Array = np.concatenate(
        [begin.view(np.uint32).reshape(-1, 2), fours.swapaxes(1, 2).reshape(len(fours), -1)], 1
    )
    return words.reshape(-1)


def _bind(view: NodeView) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    a = view.attrs(RecurrentAttrs)
    if op == "Gru" and not a.before_reset:
        return Misfit("its output is reset before the product")
    if any(t is not None for t in view.ins[LENGTHS["Gru"] + (op == "Lstm") :]):
        return Misfit("it has peepholes or sequence lengths")
    rows, p = len(layer.w), layer.params
    words = np.concatenate([_stream(layer.start[:rows], layer.w), _stream(layer.start[rows:], layer.r)])
    given, *others = stream_args(view, Const(ConstArray("weights", "uint32_t", words, holds=HOLDS)), layer, "uint32_t")
    args = (given, others[0], const("multiplier", "int32_t", layer.factors), *others[1:])
    scratch = 2 * VALUES * (_units(p.in_) + _units(a.hidden)) + 8 * (rows + rows % 2)
    scratch += 2 * a.hidden if op == "Gru" else 0
    read = {"Rnn": {"rectified"}, "Gru": {"state"}, "Lstm": {"coupled", "state", "raise", "peephole"}}
    unread = of_others(op, read) | {"before_reset", "kept_bits"}
    why = "sums of two rows at a time: 24 instructions for 16 MACs"
    symbol, header = f"edgec_{op.lower()}_s16_armv7em", "edgec_recurrent_s16_armv7em.h"
    return (Call(symbol, header, p, args, scratch, recurrent_macs(view), why=why, unread=unread),)


def _work(view: NodeView, call: Call) -> Counts:
    """Steps, pairs of rows of both weights and units of their rows, and cells."""
    p = call.params_of(RecurrentInt)
    times, units = p.steps * p.batch, _units(p.in_) + _units(p.hidden)
    pairs = times * -(-GATES[view.node.op] * p.hidden // 2)
    return (
        ("recurrent_s16.step", times),
        ("recurrent_s16.pair", 2 * pairs),
        ("recurrent_s16.unit", pairs * units),
        ("cell", 0 if is_rectifier(view.node.op, view.attrs(RecurrentAttrs)) else times * p.hidden),
    )


def _kernel(op: str) -> Kernel:
    taken: list[RecurrentAttrs] = [a for a in (default_attrs(op), *forms(op)) if op != "Gru" or a.before_reset]
    layers = [layer_of(op, DType.I16, size, taken[0]) for size in MORE_SIZES]
    layers += [layer_of(op, DType.I16, MORE_SIZES[k], form) for form in taken[1:] for k in (0, 3, 4)]
    return Kernel(LIBRARY, f"{op.lower()}_s16", op, frozenset({DType.I16}), _bind, _work, grid=tuple(layers))


KERNELS: tuple[Kernel, ...] = tuple(map(_kernel, ("Rnn", *STATE)))
