"""Gradients of a float graph's outputs and activations: derivatives backwards through the common operators.

A rule gives, of one node, the gradients of its inputs from that of its output.  Activations are those of stacked
samples; a graph with an operator that has no rule is not differentiated (``differentiable``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs, window_extent, windows
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs, taken_by
from edgec.quantize.ranges.batch import batched_attrs, samples_per_step

DIFFERENCE_STEP = 1e-4  # of central differences, of a function of one value
BINARY = (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL)
REDUCE = (ReduceFn.MEAN, ReduceFn.SUM, ReduceFn.MAX)


@dataclass(frozen=True)
class OperatorCall:
    """A node that was run: its inputs, its output, and the gradient of the output."""

    attrs: Any
    ins: Sequence[Array]
    out: Array
    pull: Array

    @property
    def open(self) -> Array:
        """The gradient where the clamp did not cut."""
        clamp: Clamp = self.attrs.clamp
        if clamp.is_identity:
            return self.pull
        return np.where((self.out > clamp.lo) & (self.out < clamp.hi), self.pull, self.pull.dtype.type(0))


Rule = Callable[[OperatorCall], Sequence[Array]]
Seen = Callable[[Node, Array, Array], None]
gradient: Facet[Rule] = Facet(
    "gradient", "gradients of its inputs from that of its output", "repair fits layers one by one, by least squares"
)


def taps(a: ConvAttrs | PoolAttrs, kernel: tuple[int, int], out: Array) -> Iterator[tuple[int, int, Any]]:
    """Each tap of a window: its row and column, and the cells of the padded input that it reads."""
    dilations = a.dilations
    for i in range(kernel[0]):
        for j in range(kernel[1]):
            down, right = i * dilations[0], j * dilations[1]
            rows = slice(down, down + (out.shape[1] - 1) * a.strides[0] + 1, a.strides[0])
            columns = slice(right, right + (out.shape[2] - 1) * a.strides[1] + 1, a.strides[1])
            yield i, j, (slice(None), rows, columns)


def _padded(x: Array, a: ConvAttrs) -> Array:
    t, left, bottom, right = a.pads
    return np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0))) if any(a.pads) else x


def _inside(pull: Array, x: Array, a: ConvAttrs) -> Array:
    t, left = a.pads[:2]
    return pull[:, t : t + x.shape[1], left : left + x.shape[2]]


@gradient(ConvAttrs)
def _conv(c: OperatorCall) -> Sequence[Array]:
    (x, w, _), a, pull = c.ins, c.attrs, c.open
    padded = _padded(x, a)
    back, bias = np.zeros_like(padded), pull.sum(axis=(0, 1, 2))
    if a.groups == w.shape[0] and w.shape[3] == 1:
        grown = np.empty_like(w)
        for i, j, at in taps(a, w.shape[1:3], pull):
            back[at] += pull * w[:, i, j, 0]
            grown[:, i, j, 0] = np.einsum("nhwc,nhwc->c", padded[at], pull)
        return _inside(back, x, a), grown, bias
    flat = pull.reshape(-1, a.groups, pull.shape[3] // a.groups).swapaxes(0, 1)  # [groups, positions, their outputs]
    view = windows(np.ascontiguousarray(padded), w.shape[1:3], a.strides, a.dilations, pull.shape[1:3])
    cells = view.reshape(*pull.shape[:3], a.groups, -1, *w.shape[1:3]).transpose(3, 0, 1, 2, 5, 6, 4)
    grown = (flat.swapaxes(1, 2) @ cells.reshape(*flat.shape[:2], -1)).reshape(w.shape)
    filters = w.reshape(a.groups, -1, *w.shape[1:])
    for i, j, at in taps(a, w.shape[1:3], pull):
        back[at] += (flat @ filters[:, :, i, j]).swapaxes(0, 1).reshape(*pull.shape[:3], -1)
    return _inside(back, x, a), grown, bias


@gradient(DenseAttrs)
def _dense(c: OperatorCall) -> Sequence[Array]:
    (x, w, _), pull = c.ins, c.open
    return pull @ w, pull.T @ x, pull.sum(axis=0)


@gradient(MatMulAttrs)
def _matmul(c: OperatorCall) -> Sequence[Array]:
    (a, b), pull = c.ins, c.pull
    if b.ndim == 2:
        flat = pull.reshape(-1, pull.shape[-1])
        return pull @ b.T, a.reshape(-1, a.shape[-1]).T @ flat
    return tuple(_summed(g, x) for g, x in ((pull @ b.swapaxes(-1, -2), a), (a.swapaxes(-1, -2) @ pull, b)))


def _summed(pull: Array, x: Array) -> Array:
    """The gradient of what was broadcast."""
    pull = pull.sum(axis=tuple(range(pull.ndim - x.ndim)))
    axes = tuple(i for i, (size, of) in enumerate(zip(pull.shape, x.shape, strict=True)) if size != of)
    return np.asarray(pull.sum(axis=axes, keepdims=True) if axes else pull)


@gradient(BinaryAttrs)
def _binary(c: OperatorCall) -> Sequence[Array]:
    (x, y), pull = c.ins, c.open
    if c.attrs.fn is BinaryFn.MUL:
        return _summed(pull * y, x), _summed(pull * x, y)
    return _summed(pull, x), _summed(pull if c.attrs.fn is BinaryFn.ADD else -pull, y)


@gradient(UnaryAttrs)
def _unary(c: OperatorCall) -> Sequence[Array]:
    """By central differences."""
    x, run = c.ins[0].astype(np.float64), OPS["Unary"].run
    slope = (run(c.attrs, [x + DIFFERENCE_STEP])[0] - run(c.attrs, [x - DIFFERENCE_STEP])[0]) / (2 * DIFFERENCE_STEP)
    return (c.pull * np.nan_to_num(slope, nan=0.0, posinf=0.0, neginf=0.0).astype(c.pull.dtype),)


@gradient(SoftmaxAttrs)
def _softmax(c: OperatorCall) -> Sequence[Array]:
    if c.attrs.log:
        return (c.pull - np.exp(c.out) * c.pull.sum(axis=c.attrs.axis, keepdims=True),)
    return (c.out * (c.pull - (c.out * c.pull).sum(axis=c.attrs.axis, keepdims=True)),)


@gradient(ReduceAttrs)
def _reduce(c: OperatorCall) -> Sequence[Array]:
    x, a = c.ins[0], c.attrs
    pull = c.pull if a.keepdims else np.expand_dims(c.pull, a.axes)
    if a.fn is ReduceFn.MAX:
        out = c.out if a.keepdims else np.expand_dims(c.out, a.axes)
        largest = x == out
        return (np.where(largest, pull / largest.sum(axis=a.axes, keepdims=True), x.dtype.type(0)).astype(x.dtype),)
    share = 1 / prod(x.shape[i] for i in a.axes) if a.fn is ReduceFn.MEAN else 1.0
    return (np.broadcast_to(pull * pull.dtype.type(share), x.shape),)


@gradient("AvgPool")
def _avgpool(c: OperatorCall) -> Sequence[Array]:
    x, a = c.ins[0], c.attrs
    pull = (c.pull / window_counts(a, x.shape)).astype(x.dtype)
    back = np.zeros_like(_room(x, a))
    for _, _, at in taps(a, a.kernel, pull):
        back[at] += pull
    return (_inside(back, x, a),)


@gradient("MaxPool")
def _maxpool(c: OperatorCall) -> Sequence[Array]:
    """Several largest cells of a window share its gradient."""
    x, a = c.ins[0], c.attrs
    padded = _room(x, a, -np.inf)
    cells = list(taps(a, a.kernel, c.out))
    share = c.pull / np.maximum(sum((padded[at] == c.out).astype(x.dtype) for _, _, at in cells), 1)
    back = np.zeros_like(padded)
    for _, _, at in cells:
        back[at] += np.where(padded[at] == c.out, share, x.dtype.type(0))
    return (_inside(back, x, a),)


def _room(x: Array, a: PoolAttrs, value: float = 0.0) -> Array:
    """Padded so far that the last window fits."""
    widths = []
    for axis in (0, 1):
        reach = (a.out[axis] - 1) * a.strides[axis] + (a.kernel[axis] - 1) * a.dilations[axis] + 1
        before = a.pads[axis]
        widths.append((before, max(a.pads[axis + 2], reach - before - x.shape[axis + 1])))
    return np.pad(x, ((0, 0), *widths, (0, 0)), constant_values=value)


@gradient(ConcatAttrs)
def _concat(c: OperatorCall) -> Sequence[Array]:
    ends = np.cumsum([x.shape[c.attrs.axis] for x in c.ins])[:-1]
    return np.split(c.pull, ends, axis=c.attrs.axis)


@gradient(SliceAttrs)
def _slice(c: OperatorCall) -> Sequence[Array]:
    back = np.zeros_like(c.ins[0])
    back[taken_by(c.attrs)] = c.pull
    return (back,)


@gradient(GatherAttrs)
def _gather(c: OperatorCall) -> Sequence[Array]:
    """The indices along the axis must be constant."""
    x, index = c.ins
    back = np.zeros_like(np.moveaxis(x, c.attrs.axis, 0))
    np.add.at(back, index, np.moveaxis(c.pull, c.attrs.axis, 0))
    return np.moveaxis(back, 0, c.attrs.axis), np.zeros_like(index)


gradient(ReshapeAttrs)(lambda c: (c.pull.reshape(c.ins[0].shape),))
gradient(TransposeAttrs)(lambda c: (c.pull.transpose(np.argsort(c.attrs.perm)),))


def _rule(graph: Graph, node: Node) -> Rule | None:
    """The rule of a node, if there is one for its attributes and constants."""
    a, constant = node.attrs, [bool(i) and graph.tensors[i].is_const for i in node.inputs]
    if not all(node.inputs) or len(node.outputs) != 1:
        return None
    known = True
    if isinstance(a, (ConvAttrs, DenseAttrs)):
        known = constant == [False, True, True]
    elif isinstance(a, MatMulAttrs):
        known = not constant[0]
    elif isinstance(a, GatherAttrs):
        known = constant == [False, True] and len(graph.tensors[node.inputs[1]].shape) == 1
    elif isinstance(a, BinaryAttrs):
        known = a.fn in BINARY
    elif isinstance(a, ReduceAttrs):
        known = a.fn in REDUCE
    return gradient.get(node) if known else None


class Tape:
    """A graph's activations with other weights, and what gradients of some of them are those of the weights.

    Args:
        graph: a float graph for which ``differentiable``.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.rules = {n.outputs[0]: _rule(graph, n) for n in graph.nodes}
        self.constants = {t.name: t.data for t in graph.constants() if t.data is not None}

    def forward(self, weights: Mapping[str, Array], inputs: Mapping[str, Array], count: int) -> dict[str, Array]:
        """All activations of ``count`` stacked samples, with these constants in place of the graph's."""
        known = {**self.constants, **weights, **inputs}
        for node in self.graph.nodes:
            attrs = batched_attrs(node, count)
            known[node.outputs[0]] = _run(node, attrs, [known[i] for i in node.inputs])
        return known

    def backward(
        self, known: Mapping[str, Array], pulls: Mapping[str, Array], count: int, seen: Seen | None = None
    ) -> dict[str, Array]:
        """Gradients of all constants from gradients of some activations.

        Args:
            known: what ``forward`` gave.
            pulls: gradients of activations.
            count: stacked samples.
            seen: called with each node with weights, its input and the gradient of what it gives before its clamp.
        """
        gradients = dict(pulls)
        for node in reversed(self.graph.nodes):
            name = node.outputs[0]
            rule = self.rules[name]
            if name not in gradients or rule is None:
                continue
            call = OperatorCall(
                batched_attrs(node, count), [known[i] for i in node.inputs], known[name], gradients.pop(name)
            )
            if seen is not None and isinstance(node.attrs, (ConvAttrs, DenseAttrs)):
                seen(node, call.ins[0], call.open)
            for i, pull in zip(node.inputs, rule(call), strict=True):
                gradients[i] = gradients[i] + pull if i in gradients else pull
        return gradients


def _run(node: Node, attrs: Any, ins: Sequence[Array]) -> Array:
    if isinstance(attrs, ConvAttrs) and attrs.groups > 1 and ins[1].shape[::3] == (attrs.groups, 1):
        return _depthwise(attrs, ins)
    return OPS[node.op].run(attrs, ins)[0]


def _depthwise(a: ConvAttrs, ins: Sequence[Array]) -> Array:
    """By taps, which are sums over whole rows of channels."""
    x, w, b = ins
    padded, (_, kh, kw, _) = _padded(x, a), w.shape
    size = [window_extent(padded.shape[i], w.shape[i], a.strides[i - 1], a.dilations[i - 1], 0, 0) for i in (1, 2)]
    out = np.empty((len(x), *size, x.shape[3]), x.dtype)
    out[...] = b
    for i, j, at in taps(a, (kh, kw), out):
        out += padded[at] * w[:, i, j, 0]
    return np.clip(out, a.clamp.lo, a.clamp.hi, out=out)


def differentiable(graph: Graph) -> bool:
    """Return whether all operators have a rule and samples can be stacked."""
    return samples_per_step(graph) > 1 and all(_rule(graph, n) is not None for n in graph.nodes)
