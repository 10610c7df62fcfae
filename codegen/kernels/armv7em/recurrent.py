"""Bindings of the Armv7E-M recurrent layers: the gates of a step two at a time, as fully connected layers go."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em.pack import weight_words
from edgec.codegen.kernels.armv7em.params import RecurrentS8
from edgec.codegen.kernels.library import Counts, Kernel
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
from edgec.codegen.kernels.spec import Bound, Call, Const, ConstArray, Misfit, NodeView
from edgec.converter.graph.ir import Array
from edgec.converter.ops.gates import GATES, RecurrentAttrs
from edgec.converter.ops.recurrent_int import LENGTHS, is_rectifier

VALUES_PER_STEP = 8  # values of a row of which a step of the loop takes products
SUM_SHIFT = 8  # bits by which the sum of the first gate of a pair is higher, once the second's is taken from it
MIDDLE = 32768  # by which arguments of gates are raised, so that a table begins at 0
HIGH_WORD_SHIFT = 31  # the shift of a gate's sum with which its argument is the high word


def units_of(values: int) -> int:
    """Steps of the loop over a row of so many values."""
    return -(-values // VALUES_PER_STEP)


def words_of(w: Array, units: int, bits: int) -> Array | Misfit:
    """Rows of weights two by two, in words: uint32 [pairs, 4 * units], of int4 weights half as many."""
    filled = np.zeros((len(w) + len(w) % 2, units * VALUES_PER_STEP), np.int64)
    filled[: len(w), : w.shape[1]] = w
    both = 2**bits * filled[::2] + filled[1::2]
    if both.min(initial=0) < -(2 ** (2 * bits - 1)):
        return Misfit("the least weight and one below 0 cannot share a word")
    return weight_words(both, bits)


def _ends(begin: Array, w: Array, r: Array, shift: int) -> Array:
    """Return the words that follow those of each pair of rows: uint32 [pairs, 8].

    Args:
        begin: int64 [rows], sums before any product, times their factors, with the rounding.
        w: factors of the sums over x.
        r: factors of those over the output before.
        shift: of the gates' sums.
    """
    count = len(begin) + len(begin) % 2
    words = np.zeros((count, 4), np.uint32)
    raised = (begin.astype(object) << (HIGH_WORD_SHIFT + 1 - shift)).tolist()
    for row, value in enumerate(raised):
        words[row] = (value & 0xFFFFFFFF, value >> 32 & 0xFFFFFFFF, 2 * int(w[row]), 2 * int(r[row]))
    return words.reshape(-1, 8)


def _stream(op: str, a: RecurrentAttrs, layer: IntegerLayer, bits: int) -> list[Array] | Misfit:
    """The streams: of gates over both rows; of a Gru's candidates over x, and over the output before."""
    rows, shift = len(layer.w), layer.params.shift
    start, factors = layer.start.astype(np.int64), layer.factors.astype(np.int64)
    half = np.full(rows, 1 << shift >> 1, np.int64)
    x, y = start[:rows] * factors[:rows] + (MIDDLE << shift), start[rows:] * factors[rows:]
    units_x, units_y = units_of(layer.w.shape[1]), units_of(a.hidden)
    gates = rows - a.hidden if op == "Gru" else rows
    none = np.zeros(rows, np.int64)
    parts = [(slice(0, gates), units_x, units_y, x + y + half, factors[:rows], factors[rows:])]
    if op == "Gru":
        last = slice(gates, rows)
        parts.append((last, units_x, 0, x + half, factors[:rows], none))
        parts.append((last, 0, units_y, y + half, none, factors[rows:]))
    streams = []
    for at, over_x, over_y, begin, w_factor, r_factor in parts:
        words = []
        for weights, units in ((layer.w, over_x), (layer.r, over_y)):
            empty = np.zeros((-(-len(weights[at]) // 2), 0), np.uint32)
            packed = words_of(weights[at], units, bits) if units else empty
            if isinstance(packed, Misfit):
                return packed
            words.append(packed)
        ends = _ends(begin[at], w_factor[at], r_factor[at], shift)
        streams.append(np.concatenate([*words, ends], axis=1).reshape(-1))
    return streams


def reason_against(op: str, view: NodeView, layer: IntegerLayer, bits: int) -> Misfit | None:
    """Return the reason to leave a layer to plain C; None when there is none."""
    misfit = int4_misfit(view) if bits == INT4 else None
    if misfit is not None:
        return misfit
    a, up = view.attrs(RecurrentAttrs), HIGH_WORD_SHIFT - layer.params.shift
    if op == "Gru" and not a.before_reset:
        return Misfit("its output is reset before the product, which takes 16 bits")
    if is_rectifier(op, a):
        return Misfit("its function is Relu, whose sums are outputs")
    if any(t is not None for t in view.ins[LENGTHS["Gru"] + (op == "Lstm") :]):
        return Misfit("it has peepholes or sequence lengths")
    largest = 128 * max(int(np.abs(m.astype(np.int64)).sum(axis=1).max()) for m in (layer.w, layer.r))
    if largest >= 2**23 or up > SUM_SHIFT or largest << up >= 2**HIGH_WORD_SHIFT:
        return Misfit("a sum may leave 24 bits, so that two gates cannot share a word")
    n = layer.params.out_shift - 33
    zz = 2 * layer.params.out_zero + 1
    if (
        not 0 <= n < 32
        or (2 ** _value_bits(op) * layer.params.out_multiplier >> 32) + (abs(zz) << n) >= 2**HIGH_WORD_SHIFT
    ):
        return Misfit("its output's factor has no shift above 32 bits")
    return None


def _bind(view: NodeView, bits: int) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    misfit = reason_against(op, view, layer, bits)
    if misfit is not None:
        return misfit
    a, plain = view.attrs(RecurrentAttrs), layer.params
    streams = _stream(op, a, layer, bits)
    if isinstance(streams, Misfit):
        return streams
    words, words_x, words_y = ([len(s) for s in streams] + [0, 0])[:3]
    params = RecurrentS8(
        plain.steps,
        plain.batch,
        plain.in_,
        a.hidden,
        plain.reverse,
        plain.coupled,
        units_of(plain.in_),
        units_of(a.hidden),
        words,
        words_x,
        words_y,
        up=HIGH_WORD_SHIFT - plain.shift,
        state=plain.state,
        raise_=plain.raise_,
        out_multiplier=plain.out_multiplier,
        out_zz=2 * plain.out_zero + 1,
        out_shift=plain.out_shift - 33,
    )
    weights = Const(ConstArray("weights", "uint32_t", np.concatenate(streams), holds=HOLDS))
    args = stream_args(view, weights, layer, "uint32_t")
    gates = GATES[op] * a.hidden + a.hidden % 2 * (2 if op == "Gru" else 1)
    scratch = 16 * (params.units_x + params.units_y) + 4 * (gates + (a.hidden if op == "Gru" else 0))
    why = f"gates of a step two at a time: {14 if bits == INT8 else 22} instructions for 16 MACs"
    unread = _unread(op)
    symbol, header = f"edgec_{op.lower()}_s{bits}_armv7em", f"edgec_recurrent_s{bits}_armv7em.h"
    return (Call(symbol, header, params, args, scratch, recurrent_macs(view), why=why, unread=unread),)


def _value_bits(op: str) -> int:
    """Bits of what becomes an output."""
    return {"Rnn": 14, "Gru": 15, "Lstm": 29}[op]


def _unread(op: str) -> frozenset[str]:
    """Parameters that only another kind of layer reads."""
    read = {"Rnn": set[str](), "Gru": {"words_x", "words_y", "state"}, "Lstm": {"coupled", "state", "raise"}}
    return of_others(op, read)


def _work(view: NodeView, call: Call, bits: int) -> Counts:
    """Steps, pairs of gates and units of their rows, and cells, whatever the bits."""
    p, op = call.params_of(RecurrentS8), view.node.op
    times = p.steps * p.batch
    pairs = times * -(-GATES[op] * p.hidden // 2)
    return (
        ("step", times),
        ("widened", times * (p.units_x + p.units_y)),
        ("pair", pairs),
        ("unit", pairs * (p.units_x + p.units_y)),
        ("cell", times * p.hidden),
    )


def _taken(op: str) -> list[RecurrentAttrs]:
    """Kinds of layers that these kernels take."""
    return [a for a in (default_attrs(op), *forms(op)) if not is_rectifier(op, a) and (op != "Gru" or a.before_reset)]


KERNELS: tuple[Kernel, ...] = stream_kernels(LIBRARY, _bind, _work, _taken)
