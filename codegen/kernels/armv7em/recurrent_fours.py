"""Bindings of the Armv7E-M recurrent layers that make sums over x for two steps, then four gates at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em.params import RecurrentFours
from edgec.codegen.kernels.armv7em.recurrent import HIGH_WORD_SHIFT, MIDDLE, reason_against, units_of, words_of
from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.recurrent_int import (
    HOLDS,
    INT8,
    IntegerLayer,
    default_attrs,
    forms,
    integer_layer,
    layer_of,
    of_others,
    recurrent_macs,
    stream_args,
)
from edgec.codegen.kernels.spec import Bound, Call, Const, ConstArray, Misfit, NodeView
from edgec.converter.arithmetic.gates import GATE_BITS
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.gates import GATES, RecurrentAttrs
from edgec.converter.ops.recurrent_int import STATE

FOUR = 4  # gates whose arguments are computed together
ROUND = 4  # units between two words that say where the assembly goes on
CONTROL = 9  # words behind a row (EDGEC_FOURS_CONTROL)
FRACTION = 8  # bits that the first argument of a pair is higher
LARGEST_FRACTION = 2**31  # of an argument with its fraction
SIZES = ((10, 1, 16, 20), (5, 2, 40, 12), (20, 1, 3, 8), (4, 1, 64, 48), (6, 1, 10, 34), (3, 1, 128, 40))
LARGEST_INNER = 2**17 - 1  # of a candidate's argument over the output before, whose product with a gate is of 32 bits


def _order(op: str, hidden: int) -> Array:
    """Rows in the order of gates: fours of both sums, behind them those of a GRU's candidates; -1 is none."""
    rows = np.arange(GATES[op] * hidden).reshape(GATES[op], hidden)
    if op == "Lstm":
        return np.asarray(rows.T.reshape(-1))
    candidates = np.full(-(-hidden // FOUR) * FOUR, -1)
    candidates[:hidden] = rows[2]
    return np.concatenate([rows[:2].T.reshape(-1), candidates])


def _taken(m: Array, order: Array) -> Array:
    """Values of gates, zero where there is none."""
    return np.where((order < 0).reshape(-1, *[1] * (m.ndim - 1)), 0, m[order])


def _high_low(begin: Array, raised: int) -> tuple[Array, Array]:
    """High and low words of what arguments begin with; the first of each pair has a fraction. int64 [gates]."""
    high, low = [], []
    for k, value in enumerate(begin.astype(object).tolist()):
        whole = value << (raised + (0 if k % 2 else FRACTION))
        high.append(whole >> 32 & 0xFFFFFFFF)
        low.append(whole & 0xFFFFFFFF)
    return np.array(high, np.uint32), np.array(low, np.uint32)


def _pairs(*words: Array) -> Array:
    """Words of gates two by two: uint32 [pairs, 2 * len(words)]."""
    return np.concatenate([w.astype(np.uint32).reshape(-1, 2) for w in words], axis=1)


def _by_fours(weights: Array, ends: Array) -> Array:
    """The stream of gates: words of both pairs by turns, unit by unit, then what follows them."""
    fours = len(weights) // 2
    by_units = weights.reshape(fours, 2, -1, 4).swapaxes(1, 2).reshape(fours, -1)
    return np.concatenate([by_units, ends.reshape(fours, -1)], axis=1)


def _streams(op: str, a: RecurrentAttrs, layer: IntegerLayer) -> tuple[Array, Array] | Misfit:
    """The streams over x and over the output before: uint32."""
    rows, shift, order = len(layer.w), layer.params.shift, _order(op, a.hidden)
    over_x, over_y = (words_of(_taken(m, order), units_of(m.shape[1]), INT8) for m in (layer.w, layer.r))
    if isinstance(over_x, Misfit):
        return over_x
    if isinstance(over_y, Misfit):
        return over_y
    start, factors = layer.start.astype(np.int64), layer.factors.astype(np.int64)
    half, middle = 1 << shift >> 1, MIDDLE << shift
    begin_x = _taken(start[:rows] * factors[:rows] + middle, order)
    begin_y = _taken(start[rows:] * factors[rows:], order)
    by_x, by_y = (2 * _taken(f, order) for f in (factors[:rows], factors[rows:]))
    raised = HIGH_WORD_SHIFT + 1 - shift
    both = len(order) if op == "Lstm" else 2 * a.hidden
    high, low = _high_low((begin_x + begin_y + half)[:both], raised)
    low[-1] |= 1
    stream = [_by_fours(over_y[: both // 2], _pairs(high, low, by_y[:both], by_x[:both]))]
    if op == "Gru":
        ends = []
        for begin, factor in ((begin_y, by_y), (begin_x, by_x)):
            high, low = _high_low(begin[both:] + half, raised)
            low[-1] |= 1
            ends.append(_pairs(high, low, factor[both:]))
        stream.append(_by_fours(over_y[both // 2 :], np.concatenate(ends, axis=1)))
    return over_x.reshape(-1), np.concatenate([s.reshape(-1) for s in stream])


def _largest(layer: IntegerLayer) -> tuple[Array, Array]:
    """The most that sums over x, and over the output before, add to arguments: float64 [rows] each."""
    rows = len(layer.w)
    reach = []
    for k, m in enumerate((layer.w, layer.r)):
        w, start = m.astype(np.int64), layer.start[k * rows : (k + 1) * rows]
        high = start + np.maximum(127 * w, -128 * w).sum(axis=1)
        low = start + np.minimum(127 * w, -128 * w).sum(axis=1)
        factors = layer.factors[k * rows : (k + 1) * rows] * 2.0**-layer.params.shift
        reach.append(np.maximum(np.abs(high), np.abs(low)) * factors)
    return reach[0], reach[1]


def _unfit(op: str, view: NodeView, layer: IntegerLayer) -> Misfit | None:
    """Return the reason to leave a layer to kernels that compute two gates at a time; None when there is none."""
    a, p, up = view.attrs(RecurrentAttrs), layer.params, HIGH_WORD_SHIFT - layer.params.shift
    if op == "Lstm" and (p.coupled or not -FRACTION <= p.raise_ < FRACTION):
        return Misfit("a gate is computed of another, or the scale of its state is too far from that of its function")
    if op == "Gru" and (a.hidden % 2 or p.state != GATE_BITS):
        return Misfit("its cells are odd in number, or its state may be 2 or more")
    if any(t.values[0] != t.values[1] or t.values[-2] != t.values[-1] for t in layer.form.tables):
        return Misfit("the values at the ends of a table are not equal")
    reach = [128 * np.abs(m.astype(np.int64)).sum(axis=1) for m in (layer.w, layer.r)]
    if max(int(r.max()) for r in reach) << (FRACTION + up) >= 2**HIGH_WORD_SHIFT:
        return Misfit("a sum that is 256 times as large may leave 32 bits")
    over_x, over_y = _largest(layer)
    if (over_x + 2.0 * over_y).max() + MIDDLE + 2 >= LARGEST_FRACTION >> FRACTION:
        return Misfit("an argument that is 256 times as large may leave 32 bits")
    if op == "Gru" and over_y[2 * a.hidden :].max() + 1 >= LARGEST_INNER:
        return Misfit("a sum over its output times a gate may leave 32 bits")
    return None


def _bind(view: NodeView) -> Bound:
    layer, op = integer_layer(view), view.node.op
    if isinstance(layer, Misfit):
        return layer
    unfit = reason_against(op, view, layer, INT8) or _unfit(op, view, layer)
    if unfit is not None:
        return unfit
    a, plain = view.attrs(RecurrentAttrs), layer.params
    streams = _streams(op, a, layer)
    if isinstance(streams, Misfit):
        return streams
    sums, down = len(_order(op, a.hidden)), GATE_BITS - plain.state
    params = RecurrentFours(
        plain.steps,
        plain.batch,
        plain.in_,
        a.hidden,
        plain.reverse,
        units_of(plain.in_),
        units_of(a.hidden),
        len(streams[0]),
        sums,
        up=HIGH_WORD_SHIFT - plain.shift,
        scale=1 << (FRACTION + plain.raise_) if op == "Lstm" else 0,
        more=(MIDDLE << FRACTION) + (1 << FRACTION >> 1 if plain.raise_ < 0 else 0),
        added=(1 << down >> 1) + (1 << GATE_BITS >> 1 << down),
        down=down,
        out_multiplier=plain.out_multiplier,
        out_zz=2 * plain.out_zero + 1,
        out_shift=plain.out_shift - 33,
    )
    weights = Const(ConstArray("weights", "uint32_t", np.concatenate(streams), holds=HOLDS))
    args = stream_args(view, weights, layer, "uint32_t")
    words = _row(params.units_x, 8) + _row(params.units_y, FOUR) + 2 * sums
    words += 4 * -(-a.hidden // FOUR) * FOUR if op == "Gru" else 0
    read = {"Gru": set[str](), "Lstm": {"scale", "more", "added", "down"}}
    why = "sums over x for two steps, 23 instructions for 32 MACs; then four gates at a time, 27"
    symbol = f"edgec_{op.lower()}_s8_fours_armv7em"
    unread = of_others(op, read)
    header = "edgec_recurrent_s8_fours_armv7em.h"
    return (Call(symbol, header, params, args, 4 * words, recurrent_macs(view), why=why, unread=unread),)


def _row(units: int, words: int) -> int:
    return units * words + -(-units // ROUND) + CONTROL


def _work(view: NodeView, call: Call) -> Counts:
    """Steps, pairs of gates of two steps and fours with the units of their rows, and cells."""
    p = call.params_of(RecurrentFours)
    times = p.steps * p.batch
    pairs = -(-p.steps // 2) * p.batch * p.sums // 2
    fours = times * p.sums // FOUR
    return (
        ("recurrent_fours.step", times),
        ("recurrent_fours.pair", pairs),
        ("recurrent_fours.x", pairs * p.units_x),
        ("recurrent_fours.y", fours * p.units_y),
        ("cell", times * p.hidden),
    )


def _kernel(op: str) -> Kernel:
    taken = [a for a in (default_attrs(op), *forms(op)) if not a.coupled and (op == "Lstm" or a.before_reset)]
    layers = [layer_of(op, DType.I8, size, taken[0]) for size in SIZES]
    layers += [layer_of(op, DType.I8, SIZES[k], form) for form in taken[1:] for k in (0, 3)]
    layers = [replace(layer, state=GATE_BITS if op == "Gru" else None) for layer in layers]
    return Kernel(LIBRARY, f"{op.lower()}_s8_fours", op, I8, _bind, _work, grid=tuple(layers))


KERNELS: tuple[Kernel, ...] = tuple(map(_kernel, STATE))
