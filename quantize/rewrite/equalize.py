"""Channels of very different ranges between two layers are brought to one range (cross-layer equalization).

Between two layers with weights a channel may be divided by any positive factor before a Relu and multiplied by it
behind: max(x, 0) / s = max(x / s, 0).  An activation has one scale for all its channels, so channels far below the
others would have few steps or none.  Factors are powers of two: the function of the float graph stays the same, bit
by bit.  Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias Correction", 2019, section 4.1; a
channel's range is that of its activation here, and pairs of layers that would win little are left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import is_weighted
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.passes.rewriter import Rewriter
from edgec.quantize.ranges.observers import median
from edgec.quantize.ranges.replay import spread
from edgec.quantize.ranges.simulate import Evaluator

MIN_NOISE_GAIN = (
    256.0  # the noise of the activation's steps behind the second layer (a power) must fall by this: four bits
)
MIN_CHANNEL_SHARE = 1e-3  # of the largest product of range and weight: channels below have no say
ROUNDS = 20
MAX_SAMPLES = 16


@dataclass(frozen=True)
class _Pair:
    """Two layers with nothing between them that would notice a positive factor."""

    first: Node
    second: Node


def equalize(graph: Graph, inputs: Sequence[Array]) -> Graph:
    """The same function with channels of like ranges between layers where they were far apart.

    Args:
        graph: a float graph.
        inputs: samples, one array [N, *shape] per graph input.
    """
    ranges = _ranges(graph, inputs)
    rw = Rewriter(graph)
    for _ in range(ROUNDS):
        changed = False
        for node in list(rw.nodes("Conv", "Dense")):
            first = rw.producer(node.outputs[0])
            second = _next_layer(rw, first) if first is not None and _is_free(rw, first) else None
            if first is not None and second is not None:
                changed |= _even(rw, _Pair(first, second), ranges)
        if not changed:
            break
    return rw.build()


def _is_free(rw: Rewriter, node: Node) -> bool:
    """Real weights of its own, and an activation that is nothing or a Relu."""
    clamp = node.attrs.clamp if isinstance(node.attrs, (ConvAttrs, DenseAttrs)) else None
    if clamp is None or clamp.hi != inf or clamp.lo not in (0.0, -inf):
        return False
    constants = [rw.tensors[i] for i in node.inputs[1:]]
    return all(t.data is not None and t.quant is None and t.dtype is DType.F32 for t in constants)


def _next_layer(rw: Rewriter, node: Node) -> Node | None:
    """The only layer that reads a layer's output, perhaps pooled."""
    name = node.outputs[0]
    while rw.tensors[name].quant is None and (user := rw.only_user(name)) is not None:
        if is_weighted(user):
            fits = user.inputs[0] == name and rw.tensors[name].shape[-1] == rw.tensors[node.outputs[0]].shape[-1]
            return user if fits and has_real_weights(rw, user) else None
        if not _passes(rw, user):
            return None
        name = user.outputs[0]
    return None


def has_real_weights(rw: Rewriter, node: Node) -> bool:
    """Return whether the weights are constants whose integers nothing prescribes."""
    weights = rw.tensors[node.inputs[1]]
    return weights.data is not None and weights.quant is None


def _passes(rw: Rewriter, node: Node) -> bool:
    """Every channel alone, and a factor comes out as it went in."""
    if node.op in ("MaxPool", "AvgPool"):
        return True
    x, y = rw.tensors[node.inputs[0]].shape, rw.tensors[node.outputs[0]].shape
    if isinstance(node.attrs, ReduceAttrs):
        return node.attrs.fn in (ReduceFn.MEAN, ReduceFn.MAX) and len(x) - 1 not in node.attrs.axes
    return isinstance(node.attrs, ReshapeAttrs) and x[-1:] == y[-1:]


def _ranges(graph: Graph, inputs: Sequence[Array]) -> dict[str, Array]:
    """The largest magnitude of each channel of what the layers write, over some samples."""
    ranges: dict[str, Array] = {n.outputs[0]: np.zeros(1) for n in graph.nodes if is_weighted(n)}

    def observe(name: str, values: Array) -> None:
        if name in ranges:
            ranges[name] = np.maximum(
                ranges[name], np.abs(values).reshape(-1, values.shape[-1]).max(axis=0, initial=0.0)
            )

    if ranges:
        evaluator = Evaluator(graph, np.float64)
        for group, count in evaluator.groups([spread(x, MAX_SAMPLES) for x in inputs]):
            evaluator.run(group, count, observe)
    return ranges


def _even(rw: Rewriter, pair: _Pair, ranges: dict[str, Array]) -> bool:
    """Moves factors from the first layer to the second; whether that was worth it."""
    first, second = pair.first, pair.second
    weights, bias, following = (rw.data(n) for n in (*first.inputs[1:], second.inputs[1]))
    assert weights is not None and bias is not None and following is not None
    factor = _factors(ranges[first.outputs[0]], np.abs(by_input(second, following)).max(axis=1).astype(np.float64))
    if factor is None:
        return False
    ranges[first.outputs[0]] = ranges[first.outputs[0]] / factor
    scaled = weights / factor.reshape(-1, *(1,) * (weights.ndim - 1))
    w, b = (
        rw.const(first.inputs[1], scaled.astype(np.float32)),
        rw.const(first.inputs[2], (bias / factor).astype(np.float32)),
    )
    rw.replace(first, inputs=(first.inputs[0], w, b))
    now = rw.producer(second.outputs[0])
    assert now is not None
    made = rw.const(second.inputs[1], (following * per_input(second, following, factor)).astype(np.float32))
    rw.replace(now, inputs=(now.inputs[0], made, now.inputs[2]))
    return True


def _factors(reach: Array, effect: Array) -> Array | None:
    """Return divisors of channels, by their ranges and the largest weights that read them; None when little is won."""
    matters = reach * effect > MIN_CHANNEL_SHARE * (reach * effect).max(initial=0.0)
    if matters.sum() < 2:
        return None
    ratio = np.log2(reach[matters] / effect[matters])
    factor = np.ones(len(reach))
    factor[matters] = np.exp2(np.rint(0.5 * (ratio - median(ratio))))
    was = _noise(reach[matters], effect[matters])
    now = _noise((reach / factor)[matters], (effect * factor)[matters])
    return factor if was >= MIN_NOISE_GAIN * now else None


def _noise(reach: Array, effect: Array) -> float:
    """Power of the rounding noise behind the second layer: one step for all channels, as wide as the widest asks."""
    return float(reach.max() ** 2 * np.sum(effect**2))


def by_input(node: Node, w: Array) -> Array:
    """Weights by input channel: [C, all that read it]."""
    groups = node.attrs.groups if isinstance(node.attrs, ConvAttrs) else 1
    split = w.reshape(groups, w.shape[0] // groups, -1, w.shape[-1])
    return np.asarray(split.transpose(0, 3, 1, 2).reshape(groups * w.shape[-1], -1))


def per_input(node: Node, w: Array, factor: Array) -> Array:
    """A factor per input channel in the shape of the weights [O, ..., C / groups]."""
    groups = node.attrs.groups if isinstance(node.attrs, ConvAttrs) else 1
    rows = np.repeat(factor.reshape(groups, -1), w.shape[0] // groups, axis=0)
    return np.asarray(rows.reshape(w.shape[0], *(1,) * (w.ndim - 2), w.shape[-1]))
