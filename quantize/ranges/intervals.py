"""Interval analysis of an integer graph: which values each channel can take at all.

A channel is an index of a tensor's last axis; a tensor of rank 0 is one channel.  Every rule is exact about rounding,
because requantization is monotonic: the bounds of the accumulator give the bounds of the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from edgec.converter.arithmetic.fixed_point import (
    add_multipliers,
    clamp_limits,
    integer_limits,
    multiplier,
    product_multiplier,
    requantize,
    requantize_even,
)
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, unary_table
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts
from edgec.converter.ops.registry import is_weighted
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs
from edgec.converter.ops.spec import IntCall

ROW_BYTES = 4 << 20  # int64 weights of a layer whose sums are bounded at a time


@dataclass(frozen=True)
class Interval:
    """Smallest and largest stored integer of each channel: int64 arrays [Tensor.channels]."""

    lo: Array
    hi: Array

    @property
    def constant(self) -> Array:
        """Mask of the channels that hold one value everywhere: bool [C]."""
        return np.asarray(self.lo == self.hi)


def full(t: Tensor) -> Interval:
    """Every value of the type."""
    lo, hi = integer_limits(t.dtype)
    return Interval(np.full(t.channels, lo, np.int64), np.full(t.channels, hi, np.int64))


def _stored(t: Tensor) -> Interval:
    """Return the interval of a constant's values."""
    assert t.data is not None
    if t.size == 0:
        return full(t)
    flat = t.data.reshape(-1, t.channels).astype(np.int64)
    return Interval(flat.min(axis=0), flat.max(axis=0))


def analyse(graph: Graph) -> dict[str, Interval]:
    """Intervals of all integer tensors with a quantization."""
    intervals: dict[str, Interval] = {}
    for name in graph.inputs:
        if graph.tensors[name].quant is not None:
            intervals[name] = full(graph.tensors[name])
    for t in graph.constants():
        if t.quant is not None:
            intervals[t.name] = _stored(t)
    for node in graph.nodes:
        out = graph.tensors[node.outputs[0]]
        if out.quant is None:
            continue
        rule = bounds.get(node)
        known = all(i in intervals or not i or graph.tensors[i].is_const for i in node.inputs)
        result = rule(graph, node, intervals) if rule is not None and known and _is_narrow(graph, node) else None
        intervals[out.name] = full(out) if result is None else result
        for other in node.outputs[1:]:
            intervals[other] = full(graph.tensors[other])
    return intervals


def _is_narrow(graph: Graph, node: Node) -> bool:
    """The rules of operators without weights know int8 only."""
    names = [n for n in (*node.inputs, *node.outputs) if n]
    return is_weighted(node) or all(graph.tensors[n].dtype is not DType.I16 for n in names)


Found = Mapping[str, Interval]
Rule = Callable[[Graph, Node, Found], "Interval | None"]
bounds: Facet[Rule] = Facet("bounds", "bounds of its results by its inputs", "they may take every value of their type")


@bounds(ConvAttrs, DenseAttrs)
def _conv(graph: Graph, node: Node, intervals: Found) -> Interval:
    """Sum over taps of the extreme products; padding adds the product zero to a tap's choices."""
    x, w, b, out = (graph.tensors[n] for n in (*node.inputs, node.outputs[0]))
    assert w.data is not None and b.data is not None and x.quant is not None and out.quant is not None
    assert isinstance(node.attrs, (ConvAttrs, DenseAttrs)) and w.quant is not None
    groups = node.attrs.groups if isinstance(node.attrs, ConvAttrs) else 1
    padded = isinstance(node.attrs, ConvAttrs) and max(node.attrs.pads) > 0
    weight = w.data.reshape(w.shape[0], -1, w.shape[-1])  # [O, taps, C/g]
    iv = intervals[x.name]
    lo, hi = ((v - x.quant.z).reshape(groups, -1) for v in (iv.lo, iv.hi))
    group = np.arange(w.shape[0]) // (w.shape[0] // groups)
    step = max(1, ROW_BYTES // max(1, 8 * weight[0].size))
    parts = [
        _sums(weight[a : a + step].astype(np.int64), lo[group[a : a + step]], hi[group[a : a + step]], padded)
        for a in range(0, w.shape[0], step)
    ]
    bounds = [np.concatenate(sums) + b.data for sums in zip(*parts, strict=True)]
    factors = output_multipliers(x.quant, w.quant, out.quant, w.shape[0])
    limits = clamp_limits(node.attrs.clamp, out.quant, out.dtype)
    low, high = (requantize(acc, factors, out.quant.z, *limits) for acc in bounds)
    return Interval(low, high)


def _sums(weight: Array, lo: Array, hi: Array, padded: bool) -> tuple[Array, Array]:
    """Least and largest sums [O] of weights [O, taps, C] times inputs between ``lo`` and ``hi`` [O, C]."""
    low, high = weight * lo[:, None, :], weight * hi[:, None, :]
    least, most = np.minimum(low, high), np.maximum(low, high)
    if padded:
        least, most = np.minimum(least, 0), np.maximum(most, 0)
    return least.sum(axis=(1, 2)), most.sum(axis=(1, 2))


@bounds("MaxPool")
def _same(graph: Graph, node: Node, intervals: Found) -> Interval | None:
    """Values pass as they are and channels stay channels."""
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    return intervals[x.name] if x.channels == out.channels else None


@bounds(ReshapeAttrs)
def _reshape(graph: Graph, node: Node, intervals: Found) -> Interval | None:
    """Last axis kept, or flattened rows (each position repeats the channels)."""
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    if x.size == 0 or out.channels % x.channels:
        return None
    repeat = out.channels // x.channels
    return Interval(np.tile(intervals[x.name].lo, repeat), np.tile(intervals[x.name].hi, repeat))


@bounds(UnaryAttrs)
def _unary(graph: Graph, node: Node, intervals: Found) -> Interval:
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    assert isinstance(node.attrs, UnaryAttrs)
    call = IntCall(node.attrs, [], [x.quant], [out.quant], [(out.shape, out.dtype)])
    table = unary_table(node.attrs, call).astype(np.int64)
    iv = intervals[x.name]
    pairs = [table[a + 128 : b + 129] for a, b in zip(iv.lo, iv.hi, strict=True)]
    return Interval(np.array([p.min() for p in pairs]), np.array([p.max() for p in pairs]))


def _mean(iv: Interval, x: Tensor, out: Tensor, counts: set[int], with_zero: bool, divided: bool = True) -> Interval:
    """Means (not ``divided``: sums) of so many values; ``with_zero``: some of them may be zero instead."""
    assert x.quant is not None and out.quant is not None
    lows, highs = [], []
    for count in counts:
        factor = multiplier(x.quant.s / (out.quant.s * (count if divided else 1)))
        least = np.minimum(iv.lo - x.quant.z, 0) if with_zero else iv.lo - x.quant.z
        most = np.maximum(iv.hi - x.quant.z, 0) if with_zero else iv.hi - x.quant.z
        lows.append(requantize_even(least * count, factor, out.quant.z, -128, 127))
        highs.append(requantize_even(most * count, factor, out.quant.z, -128, 127))
    return Interval(np.min(lows, axis=0), np.max(highs, axis=0))


@bounds("AvgPool")
def _avgpool(graph: Graph, node: Node, intervals: Found) -> Interval:
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    assert isinstance(node.attrs, PoolAttrs)
    counts = {int(c) for c in np.unique(window_counts(node.attrs, x.shape))}
    return _mean(intervals[x.name], x, out, counts, node.attrs.count_include_pad)


@bounds(ReduceAttrs)
def _reduce(graph: Graph, node: Node, intervals: Found) -> Interval | None:
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    a = node.attrs
    assert isinstance(a, ReduceAttrs)
    if len(x.shape) - 1 in a.axes:
        return None
    if a.fn in (ReduceFn.MAX, ReduceFn.MIN):
        return intervals[x.name]
    count = int(np.prod([x.shape[i] for i in a.axes]))
    return _mean(intervals[x.name], x, out, {count}, False, a.fn is ReduceFn.MEAN)


@bounds(BinaryAttrs)
def _binary(graph: Graph, node: Node, intervals: Found) -> Interval | None:
    a, b, out = (graph.tensors[n] for n in (*node.inputs, node.outputs[0]))
    attrs = node.attrs
    assert isinstance(attrs, BinaryAttrs)
    if attrs.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL) or a.quant is None or b.quant is None:
        return None
    assert out.quant is not None
    ia, ib = (_spread(intervals[t.name], out.channels) for t in (a, b))
    limits = clamp_limits(attrs.clamp, out.quant, out.dtype)
    xs, ys = (ia.lo - a.quant.z, ia.hi - a.quant.z), (ib.lo - b.quant.z, ib.hi - b.quant.z)
    if attrs.fn is BinaryFn.MUL:
        ends = [x * y for x in xs for y in ys]
        factor = product_multiplier(a.quant, b.quant, out.quant)
        bounds = [requantize(e, factor, out.quant.z, *limits) for e in ends]
        return Interval(np.min(bounds, axis=0), np.max(bounds, axis=0))
    f = add_multipliers(a.quant.s, b.quant.s, out.quant.s)
    sign = -1 if attrs.fn is BinaryFn.SUB else 1
    sums = [x * f.a + sign * y * f.b for x in xs for y in ys]
    rounded = [np.clip(((s + (1 << (f.shift - 1))) >> f.shift) + out.quant.z, *limits) for s in sums]
    return Interval(np.min(rounded, axis=0), np.max(rounded, axis=0))


def _spread(iv: Interval, channels: int) -> Interval:
    """An operand's interval for each output channel (last axis broadcast)."""
    return Interval(np.broadcast_to(iv.lo, (channels,)), np.broadcast_to(iv.hi, (channels,)))


@bounds(ConcatAttrs)
def _concat(graph: Graph, node: Node, intervals: Found) -> Interval | None:
    out = graph.tensors[node.outputs[0]]
    assert isinstance(node.attrs, ConcatAttrs) and out.quant is not None
    parts = []
    for name in node.inputs:
        q, iv = graph.tensors[name].quant, intervals[name]
        assert q is not None
        if (q.s, q.z) != (out.quant.s, out.quant.z):
            factor = multiplier(q.s / out.quant.s)
            iv = Interval(*(requantize(v - q.z, factor, out.quant.z, -128, 127) for v in (iv.lo, iv.hi)))
        parts.append(iv)
    if node.attrs.axis == len(out.shape) - 1:
        return Interval(np.concatenate([p.lo for p in parts]), np.concatenate([p.hi for p in parts]))
    return Interval(np.min([p.lo for p in parts], axis=0), np.max([p.hi for p in parts], axis=0))
