"""Normative formulas of a layer's output, given its sums, and the range of each element's sum.

The functions are those of ``converter/arithmetic``, for any carrier of ``thumb.terms``; tests hold both together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod

import numpy as np

from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits, integer_limits, multiplier, softmax_table
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, conv_accumulate, output_multipliers
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, run_avgpool, window_counts
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import Carrier, choose, equal, less

UNIT_SHARE = 1 << 16


@dataclass(frozen=True)
class Formula:
    """clamp(zero + floor(acc * m / 2**shift + 1/2), lo, hi) for least <= acc <= most; ``even``: halves to even."""

    m: int
    shift: int
    zero: int
    lo: int
    hi: int
    least: int
    most: int
    even: bool = False

    def of(self, acc: Carrier) -> Carrier:
        """The output for a sum, a signed number."""
        n = self.shift - 30
        if self.even and self.m == 2**30 and 1 <= n <= 30:
            acc = acc - equal(acc & ((1 << (n + 1)) - 1), 1 << (n - 1))
        y = ((acc * self.m + (1 << (self.shift - 1))) >> self.shift) + self.zero
        y = choose(less(y, self.lo), self.lo, y)
        return choose(less(self.hi, y), self.hi, y)

    def __str__(self) -> str:
        how = ", halves to even" if self.even else ""
        return f"clamp({self.zero} + round(acc * {self.m} / 2^{self.shift}), {self.lo}, {self.hi}{how})"


@dataclass(frozen=True)
class Sums:
    """The formula of each element of a layer's output, its sum in the recorded run, and what both are called."""

    name: str
    formulas: tuple[Formula, ...]
    acc: Array  # int64, one for each element, row-major


Values = Mapping[str, Array]
Rule = Callable[[Graph, Node, Values], Sums]
formula: Facet[Rule] = Facet(
    "formula", "formula of its results to compare with", "its code is proven another way, or not"
)


def sums_of(graph: Graph, node: Node, values: Values) -> Sums:
    """Return the sums of a layer by the operator's definition.

    Raises:
        NotCovered: there is no formula for the operator.
    """
    rule = formula.get(node)
    out = graph.tensors[node.outputs[0]]
    if rule is None or out.quant is None or out.quant.axis is not None:
        raise NotCovered(f"{node.op} has no {formula.what}")
    return rule(graph, node, values)


def _quant(t: Tensor) -> Quant:
    if t.quant is None:
        raise NotCovered(f"tensor '{t.name}' has no scale")
    return t.quant


def _bounds(t: Tensor) -> tuple[int, int]:
    """Smallest and largest x - Z of an activation."""
    lo, hi = integer_limits(t.dtype)
    return lo - _quant(t).z, hi - _quant(t).z


@formula(ConvAttrs, DenseAttrs)
def _weighted(graph: Graph, node: Node, values: Values) -> Sums:
    x, w, b, out = (graph.tensors[n] for n in (*node.inputs, node.outputs[0]))
    assert isinstance(node.attrs, (ConvAttrs, DenseAttrs))
    weights, bias = values[w.name].astype(np.float64), values[b.name].astype(np.float64)
    inputs = values[x.name].astype(np.float64) - _quant(x).z
    channels = w.shape[0]
    if isinstance(node.attrs, ConvAttrs):
        acc = conv_accumulate(inputs, weights, node.attrs) + bias
        padded = max(node.attrs.pads) > 0
    else:
        acc, padded = inputs @ weights.T + bias, False
    least, most = _weighted_bounds(_bounds(x), weights.reshape(channels, -1).astype(np.int64), bias, padded)
    factors = output_multipliers(_quant(x), _quant(w), _quant(out), channels)
    lo, hi = clamp_limits(node.attrs.clamp, _quant(out), out.dtype)
    per = [Formula(f.m, f.shift, _quant(out).z, lo, hi, int(least[c]), int(most[c])) for c, f in enumerate(factors)]
    positions = out.size // channels
    return Sums("requantization", tuple(per) * positions, acc.astype(np.int64).reshape(-1))


def _weighted_bounds(ends: tuple[int, int], weights: Array, bias: Array, padded: bool) -> tuple[Array, Array]:
    """Smallest and largest sum of each channel; weights [O, K]."""
    products = np.stack([weights * ends[0], weights * ends[1]] + ([weights * 0] if padded else []))
    total = bias.astype(np.int64)
    return products.min(axis=0).sum(axis=1) + total, products.max(axis=0).sum(axis=1) + total


def _mean(t: Tensor, out: Tensor, count: int, divided: bool, padded: bool = False) -> Formula:
    factor: Multiplier = multiplier(_quant(t).s / (_quant(out).s * (count if divided else 1)))
    ends = [e * count for e in _bounds(t)] + ([0] if padded else [])
    return Formula(factor.m, factor.shift, _quant(out).z, *integer_limits(out.dtype), min(ends), max(ends), even=True)


@formula(ReduceAttrs)
def _reduce(graph: Graph, node: Node, values: Values) -> Sums:
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    a = node.attrs
    assert isinstance(a, ReduceAttrs)
    if a.fn not in (ReduceFn.MEAN, ReduceFn.SUM):
        raise NotCovered(f"there is no formula of {a.fn.value} to compare with")
    acc = np.sum(values[x.name].astype(np.int64) - _quant(x).z, axis=a.axes, keepdims=a.keepdims)
    count = prod(x.shape[i] for i in a.axes)
    formula = _mean(x, out, count, a.fn is ReduceFn.MEAN)
    return Sums("mean, halves to even", (formula,) * out.size, acc.reshape(-1))


@formula("AvgPool")
def _avgpool(graph: Graph, node: Node, values: Values) -> Sums:
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    a = node.attrs
    assert isinstance(a, PoolAttrs)
    centred = values[x.name].astype(np.float64) - _quant(x).z
    counts = np.broadcast_to(window_counts(a, x.shape), out.shape)
    acc = np.rint(run_avgpool(a, [centred])[0] * counts).astype(np.int64)
    made = {int(c): _mean(x, out, int(c), True, a.count_include_pad) for c in np.unique(counts)}
    return Sums("mean, halves to even", tuple(made[int(c)] for c in counts.reshape(-1)), acc.reshape(-1))


@formula(SoftmaxAttrs)
def _softmax(graph: Graph, node: Node, values: Values) -> Sums:
    """The share of an element in unsigned Q16, requantized."""
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    a = node.attrs
    assert isinstance(a, SoftmaxAttrs)
    if x.dtype is not DType.I8:
        raise NotCovered("there is no formula of a softmax of int16 to compare with")
    v = values[x.name].astype(np.int64)
    table = softmax_table(_quant(x).s).astype(np.int64)
    e = np.concatenate([table, np.zeros(256 - len(table), np.int64)])[v.max(axis=a.axis, keepdims=True) - v]
    share = (e << 16) // e.sum(axis=a.axis, keepdims=True)
    factor = multiplier(2.0**-16 / _quant(out).s)
    formula = Formula(factor.m, factor.shift, _quant(out).z, *integer_limits(out.dtype), 0, UNIT_SHARE)
    return Sums("softmax, share to output", (formula,) * out.size, share.reshape(-1))
