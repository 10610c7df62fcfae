"""Walks a float graph beside its quantized form and rounds the weights of each layer to what reaches it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from edgec.converter.graph.errors import OutOfProportion, Refusal, UnsupportedModel
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.conv import ConvAttrs, windows
from edgec.converter.ops.registry import OPS, quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.integers.plan import QuantPlan, is_real, layer_types
from edgec.quantize.integers.rounding import Grid, Statistics, round_layer
from edgec.quantize.integers.weights import LayerTypes, Weights, overflows, quantize_weights, rounded_bias
from edgec.quantize.ranges.calibrate import Calibration, calibrate
from edgec.quantize.ranges.replay import Replay, Values, fake_quantize, remembered_samples
from edgec.quantize.ranges.scheme import MIN_RANGE, QuantizeOptions, Rounding

MAX_SAMPLES = 128
MAX_POSITIONS = 8192  # positions per layer that statistics are taken from
NOISE = 1e-9
DAMPING = {(DType.I8, DType.I8): 1.0, (DType.I8, DType.I4): 0.5, (DType.I16, DType.I8): 0.3}
MAX_PART_INPUTS = 2048  # inputs of a filter that are rounded together
MAX_PRODUCTS = 1_500_000_000  # multiplications the statistics of one layer may take


def remembered(graph: Graph, inputs: Sequence[Array], groups: Sequence[tuple[Values, int]] = ()) -> Replay:
    """Record the values of a graph that ``round_weights`` reads, on some of the inputs, evenly spread.

    ``groups``: what ``calibrate`` kept, where ``_remembers_all``.
    """
    return Replay(graph, inputs, MAX_SAMPLES, groups)


def calibrated(
    graph: Graph, inputs: Sequence[Array], options: QuantizeOptions, progress: Progress
) -> tuple[Calibration, Replay | None]:
    """Ranges of a graph, and what is ``remembered`` where calibration has computed all of that."""
    groups: list[tuple[Values, int]] = []
    keep = options.rounding is Rounding.COMPENSATED and _remembers_all(graph, inputs)
    ranges = calibrate(graph, inputs, options.calibrator, progress, groups.append if keep else None)
    return ranges, remembered(graph, inputs, groups) if keep else None


def _remembers_all(graph: Graph, inputs: Sequence[Array]) -> bool:
    """Return whether ``remembered`` holds the values of all samples just as ``calibrate`` sees them."""
    traced = any(OPS[n.op].trace is not None for n in graph.nodes)  # recurrent layers are computed in another way there
    return not traced and len(inputs) > 0 and remembered_samples(graph, inputs, MAX_SAMPLES) == len(inputs[0])


def round_weights(graph: Graph, plan: QuantPlan, replay: Replay, progress: Progress = silent) -> dict[str, Weights]:
    """Integer weights of all weighted layers, by the name of their output.

    Layers are taken in order; each sees its inputs as the layers before it, already rounded, make them.  Weights that
    a quantized model brings are kept.

    Args:
        graph: the float graph.
        plan: what becomes an integer.
        replay: the graph's values over calibration samples.
        progress: called after every node.
    """
    return _Walk(graph, plan, replay).run(progress)


class _Walk:
    def __init__(self, graph: Graph, plan: QuantPlan, replay: Replay) -> None:
        self.graph = graph
        self.plan = plan
        self.replay = replay
        self.values: list[dict[str, Array]] = [{} for _ in replay.groups]
        self.weights: dict[str, Weights] = {}
        self.readers = {n: len(u) for n, u in graph.consumers().items()}

    def run(self, progress: Progress) -> dict[str, Weights]:
        """All layers in order."""
        for name in self.graph.inputs:
            for now, (real, _) in zip(self.values, self.replay.groups, strict=True):
                now[name] = self._steps(name, real[name])
        last = {i: n for n in self.graph.nodes for i in n.inputs}
        for position, node in enumerate(self.graph.nodes):
            if self._rounds(node):
                self.weights[node.outputs[0]] = self._round(node)
            self._advance(node)
            for now in self.values:
                for i in node.inputs:
                    if last[i] is node:
                        now.pop(i, None)
            progress(position + 1, len(self.graph.nodes))
        return self.weights

    def _rounds(self, node: Node) -> bool:
        if node.outputs[0] not in self.plan.integer or quant_rule(node) is not QuantRule.WEIGHTED:
            return False
        w = self.graph.tensors[node.inputs[1]]
        return w.quant is None and self.readers[w.name] == 1

    def _steps(self, name: str, x: Array, node: Node | None = None) -> Array:
        """Values as the integer model holds them."""
        if not is_real(self.graph.tensors[name]) or name not in self.plan.quants:
            return x
        dtype = self.plan.type_of(node.outputs[0]) if node is not None else self._input_type(name)
        return fake_quantize(x, self.plan.of(name, dtype), dtype)

    def _input_type(self, name: str) -> DType:
        types = {self.plan.type_of(n.outputs[0]) for n in self.graph.consumers().get(name, [])}
        return DType.I16 if types == {DType.I16} else DType.I8

    def _advance(self, node: Node) -> None:
        """The node's outputs on quantized inputs."""
        weights = self.weights.get(node.outputs[0])
        for now, (_, count) in zip(self.values, self.replay.groups, strict=True):
            ins = {i: now[i] for i in node.inputs if i in now}
            if weights is not None:
                ins |= real_parameters(node, weights, layer_types(self.plan, node))
            results = self.replay.evaluator.node(node, ins, count)
            for name, y in zip(node.outputs, results, strict=True):
                keep = node.outputs[0] in self.plan.integer
                now[name] = self._steps(name, y, node) if keep else y

    def _round(self, node: Node) -> Weights:
        x = node.inputs[0]
        pairs = [(now[x], real[x], count) for now, (real, count) in zip(self.values, self.replay.groups, strict=True)]
        return round_node(self.graph, node, layer_types(self.plan, node), statistics(self.graph, node, pairs))


def real_parameters(node: Node, weights: Weights, types: LayerTypes) -> dict[str, Array]:
    """Weight and bias of a layer as the real values its integers stand for, by tensor name."""
    scale = weights.scale.astype(np.float64)
    real = weights.data * scale.reshape(-1, *(1,) * (weights.data.ndim - 1))
    return {node.inputs[1]: real, node.inputs[2]: weights.bias * (types.source.s * scale)}


Pairs = Sequence[tuple[Array, Array, int]]
"""Per group of samples: a layer's input in the quantized model, the real one, the number of samples."""


def statistics(graph: Graph, node: Node, pairs: Pairs) -> Statistics:
    """Gather the statistics that rounding needs of a layer's inputs.

    Args:
        graph: the float graph.
        node: a convolution or fully connected layer with constant weights.
        pairs: the layer's inputs over the calibration samples.
    """
    w = graph.tensors[node.inputs[1]].data
    assert w is not None
    parts = _Parts.of(node, w)
    return _statistics(_row_pairs(graph, node, parts, pairs), parts)


def round_node(graph: Graph, node: Node, types: LayerTypes, stats: Statistics) -> Weights:
    """Integer weights of one layer for the inputs it gets (``statistics``); ``types`` are its element types.

    Raises:
        UnsupportedModel: no integers can stand for the weights.
    """
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is found below
            return _rounded(graph, node, types, stats)
    except OutOfProportion as error:
        remedy = "rescale the model's weights or its data"
        raise UnsupportedModel([Refusal(node.name, node.op, "", str(error), remedy)]) from None


def _rounded(graph: Graph, node: Node, types: LayerTypes, stats: Statistics) -> Weights:
    w, b = (graph.tensors[i].data for i in node.inputs[1:])
    assert w is not None and b is not None
    parts = _Parts.of(node, w)
    biases = b.astype(np.float64).reshape(1 if parts.count > 1 else parts.groups, -1)
    best = None
    if all(np.isfinite(a).all() for a in (stats.quantized, stats.cross)):
        grid = Grid(types.largest, types.finest, parts.count > 1)
        made = round_layer(parts.split(w), biases, stats, grid, DAMPING[types.activation, types.weight])
        data = parts.join(made.data).reshape(w.shape)
        best = _proven(data, made.scale.reshape(-1), made.bias.reshape(-1), types)
    return quantize_weights(w, b, types) if best is None else best


@dataclass(frozen=True)
class _Parts:
    """The layout of a layer's filters for rounding.

    ``groups`` of a convolution, or ``count`` parts of filters with more than ``MAX_PART_INPUTS`` inputs, filled up with
    zeros.
    """

    groups: int
    taps: int
    count: int

    @staticmethod
    def of(node: Node, w: Array) -> _Parts:
        groups = node.attrs.groups if isinstance(node.attrs, ConvAttrs) else 1
        taps = w.size // w.shape[0]
        return _Parts(groups, taps, -(-taps // MAX_PART_INPUTS) if groups == 1 else 1)

    @property
    def length(self) -> int:
        """Inputs of one part."""
        return -(-self.taps // self.count)

    def split(self, w: Array) -> Array:
        """Filters [O, ...] or rows of inputs [R, taps] as float64 [groups, O / groups, taps] or [count, O, length]."""
        if self.count == 1:
            return w.astype(np.float64).reshape(self.groups, -1, self.taps)
        flat = w.reshape(-1, self.taps)
        parts = np.zeros((self.count, len(flat), self.length))
        for part, first in zip(parts, range(0, self.taps, self.length), strict=True):
            some = flat[:, first : first + self.length]
            part[:, : some.shape[1]] = some
        return parts

    def join(self, data: Array) -> Array:
        """The reverse: [O, taps]."""
        if self.count == 1:
            return data.reshape(-1, self.taps)
        whole = data.transpose(1, 0, 2).reshape(data.shape[1], -1)
        return np.asarray(whole[:, : self.taps])


def _row_pairs(graph: Graph, node: Node, parts: _Parts, pairs: Pairs) -> Iterator[tuple[Array, Array]]:
    """Rows [G, R, K] of the layer's inputs, quantized and real, group by group of samples."""
    limit = min(MAX_POSITIONS, max(512, MAX_PRODUCTS // (2 * parts.groups * parts.count * parts.length**2)))
    per_sample = max(1, limit // sum(count for _, _, count in pairs))
    for now, real, count in pairs:
        rows = [_rows(graph, node, x, per_sample * count) for x in (now, real)]
        yield (rows[0], rows[1]) if parts.count == 1 else (parts.split(rows[0][0]), parts.split(rows[1][0]))


def _rows(graph: Graph, node: Node, x: Array, limit: int) -> Array:
    if not isinstance(node.attrs, ConvAttrs):
        return x.reshape(1, -1, x.shape[-1])
    a = node.attrs
    _, kh, kw, cg = graph.tensors[node.inputs[1]].shape
    t, left, bottom, right = a.pads
    padded = np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0)))
    _, oh, ow, _ = graph.tensors[node.outputs[0]].shape
    view = windows(padded, (kh, kw), a.strides, a.dilations, (oh, ow))
    places = x.shape[0] * oh * ow
    at = (np.arange(min(limit, places)) * places) // min(limit, places)
    cells = view[at // (oh * ow), at // ow % oh, at % ow]  # [R, C, kh, kw]
    cells = cells.reshape(len(at), a.groups, cg, kh, kw).transpose(1, 0, 3, 4, 2)
    return np.ascontiguousarray(cells).reshape(a.groups, len(at), kh * kw * cg)


def _statistics(pairs: Iterator[tuple[Array, Array]], parts: _Parts) -> Statistics:
    count, groups, taps = 0, max(parts.groups, parts.count), parts.length
    square, cross = np.zeros((groups, taps, taps)), np.zeros((groups, taps, taps))
    quantized, real = np.zeros((groups, taps)), np.zeros((groups, taps))
    for now, was in pairs:
        count += now.shape[1]
        turned = np.swapaxes(now, 1, 2)
        square += turned @ now
        cross += turned @ was
        quantized += now.sum(axis=1)
        real += was.sum(axis=1)
    quantized, real = quantized / count, real / count
    raw = np.trace(square, axis1=1, axis2=2) / count
    square = square / count - quantized[:, :, None] * quantized[:, None, :]
    cross = cross / count - quantized[:, :, None] * real[:, None, :]
    still = np.trace(square, axis1=1, axis2=2) <= NOISE * raw  # what is left is the rounding of the subtraction
    square[still], cross[still] = 0.0, 0.0
    return Statistics(square, cross, quantized, real, count)


def _proven(data: Array, scale: Array, bias: Array, types: LayerTypes) -> Weights | None:
    """The layer, when int32 is proven to hold its accumulators and its scales are float32 values."""
    if not (np.isfinite(scale).all() and (scale >= MIN_RANGE).all() and np.isfinite(bias).all()):
        return None
    integers = rounded_bias(bias, types, scale)
    if overflows(data.reshape(len(scale), -1), integers, types).any():
        return None
    return Weights(data.astype(np.int8), scale.astype(np.float32), integers.astype(np.int32))
