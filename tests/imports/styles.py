"""Float ONNX models written as quantized ones, in the styles of several tools.

``quantized`` folds batch normalizations, measures every activation on samples, and writes QuantizeLinear and
DequantizeLinear around what tools quantize.  A ``Style`` names what the tools differ in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime as ort
from onnx import helper, numpy_helper
from onnxruntime.quantization.shape_inference import quant_pre_process

Array: TypeAlias = npt.NDArray[Any]
Ranges: TypeAlias = Mapping[str, tuple[float, float]]

ACTIVATIONS = ("Relu", "Clip")
KEEP_SCALE = ("Reshape", "Transpose", "Flatten", "MaxPool", "AveragePool", "GlobalAveragePool")
WEIGHTED = ("Conv", "Gemm", "MatMul")
TINY = 1e-8  # smallest scale


@dataclass(frozen=True)
class Style:
    """A tool's way to write a quantized model.

    Attributes:
        power_of_two: all scales are powers of two.
        symmetric: activations have their zero point in the middle.
        unsigned: activations are uint8.
        per_channel: each output channel of the weights has a scale.
        bias: "float", or "int32" behind a DequantizeLinear of scale s_in * s_w.
        weights_as_float: a QuantizeLinear makes the integers of the weights, as in exported fake quantization.
        every_edge: each reader of a tensor has a pair of nodes of its own.
        own_scales: results of data movement and averages are quantized with a scale of their own.
        bits, weight_bits: fewer than eight are limited by a Clip; more than eight are int16.
        narrow: without the lowest integer, also by a Clip.
        lowest: the smallest weight of each channel is the lowest integer.
        integer_ends: the model takes and gives integers.
    """

    power_of_two: bool = False
    symmetric: bool = False
    unsigned: bool = False
    per_channel: bool = True
    bias: str = "float"
    weights_as_float: bool = False
    every_edge: bool = False
    own_scales: bool = False
    bits: int = 8
    weight_bits: int = 8
    narrow: bool = False
    lowest: bool = False
    integer_ends: bool = False

    def limits(self, bits: int, unsigned: bool) -> tuple[int, int]:
        """The integers that are used."""
        low = 0 if unsigned else -(1 << (bits - 1))
        return low + (self.narrow and not unsigned), low + (1 << bits) - 1

    def grid(self, lo: float, hi: float) -> tuple[float, int]:
        """Scale and zero point of an activation between two values."""
        first, last = self.limits(self.bits, self.unsigned)
        lo, hi = min(lo, 0.0), max(hi, 0.0)
        middle = (first + last + 1) // 2
        scale = max(-lo, hi) / (last - middle) if self.symmetric else (hi - lo) / (last - first)
        scale = float(self.scales(np.array(scale)))
        return scale, middle if self.symmetric else int(np.clip(np.rint(first - lo / scale), first, last))

    def scales(self, values: Array) -> Array:
        """Scales as the style has them: float32."""
        values = np.maximum(values, TINY).astype(np.float32)
        return np.exp2(np.ceil(np.log2(values))).astype(np.float32) if self.power_of_two else values


def quantized(source: Path, samples: Array, style: Style, out: Path) -> Path:
    """Write the quantized form of a float model with one input.

    Args:
        source: the float model.
        samples: what its activations are measured on, [N, *input shape].
        style: how it is written.
        out: the file to write.
    """
    folded = out.with_name("folded.onnx")
    quant_pre_process(str(source), str(folded), skip_symbolic_shape=True)
    model = onnx.load(folded)
    onnx.save(_Writer(model, style, measured(model, samples)).write(), out)
    return out


def measured(model: onnx.ModelProto, samples: Array) -> Ranges:
    """Smallest and largest value of every activation."""
    names = [o for n in model.graph.node for o in n.output]
    seen = onnx.ModelProto()
    seen.CopyFrom(model)
    del seen.graph.output[:]
    seen.graph.output.extend(helper.make_empty_tensor_value_info(n) for n in names)
    session = ort.InferenceSession(seen.SerializeToString(), providers=["CPUExecutionProvider"])
    source = model.graph.input[0].name
    found = {source: (float(samples.min()), float(samples.max()))}
    for x in samples:
        for name, y in zip(names, session.run(names, {source: x}), strict=True):
            lo, hi = found.get(name, (np.inf, -np.inf))
            found[name] = min(lo, float(y.min())), max(hi, float(y.max()))
    return found


class _Writer:
    """The quantized model on its way."""

    def __init__(self, source: onnx.ModelProto, style: Style, ranges: Ranges) -> None:
        self.source, self.style, self.ranges = source.graph, style, ranges
        self.holder = np.uint8 if style.unsigned else np.int8
        self.floats = {t.name: numpy_helper.to_array(t) for t in self.source.initializer}
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self.grids = {self.source.input[0].name: style.grid(*ranges[self.source.input[0].name])}
        self.read: dict[str, str] = {}

    def write(self) -> onnx.ModelProto:
        """The model."""
        waiting = list(self.source.node)
        while waiting:
            node = waiting.pop(0)
            follower = self._activation_of(node)
            if follower is not None:
                waiting.remove(follower)
            self._layer(node, follower)
        source, target = self.source.input[0], self.source.output[0]
        last = self._pair(target.name, "last")
        ends = [helper.make_tensor_value_info(source.name, onnx.TensorProto.FLOAT, _sizes(source)),
                helper.make_tensor_value_info(last, onnx.TensorProto.FLOAT, _sizes(target))]  # fmt: skip
        if self.style.integer_ends:
            kind = helper.np_dtype_to_tensor_dtype(np.dtype(self.holder))
            first, final = self.nodes[0], self.nodes.pop()
            assert first.op_type == "QuantizeLinear"
            self.nodes.remove(first)
            ends = [helper.make_tensor_value_info(first.output[0], kind, _sizes(source)),
                    helper.make_tensor_value_info(final.input[0], kind, _sizes(target))]  # fmt: skip
        graph = helper.make_graph(self.nodes, "quantized", ends[:1], ends[1:], list(self.constants.values()))
        opset = 21 if self.style.weight_bits > 8 else 13
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=10)
        onnx.checker.check_model(model)
        return model

    # --- nodes ----------------------------------------------------------------------------------------------------

    def _activation_of(self, node: onnx.NodeProto) -> onnx.NodeProto | None:
        """The activation that alone reads a layer: nothing is quantized between them."""
        readers = [n for n in self.source.node if node.output[0] in n.input]
        alone = len(readers) == 1 and readers[0].op_type in ACTIVATIONS and node.op_type not in KEEP_SCALE
        return readers[0] if alone else None

    def _layer(self, node: onnx.NodeProto, follower: onnx.NodeProto | None) -> None:
        out = node if follower is None else follower
        inputs = [self._input(i) for i in node.input]
        if node.op_type in WEIGHTED:
            inputs[1:] = self._parameters(node)
        self.nodes.append(_copied(node, inputs))
        if follower is not None:
            self.nodes.append(_copied(follower, [node.output[0], *(self._input(i) for i in follower.input[1:])]))
        keeps = node.op_type in KEEP_SCALE and not self.style.own_scales
        self.grids[out.output[0]] = self.grids[node.input[0]] if keeps else self.style.grid(*self.ranges[out.output[0]])

    def _input(self, name: str) -> str:
        """A tensor as an operator reads it."""
        if name in self.floats:
            return self._constant(name, self.floats[name])
        if not name:
            return name
        if self.style.every_edge or name not in self.read:
            self.read[name] = self._pair(name, str(len(self.nodes)))
        return self.read[name]

    def _op(self, op: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(op, list(inputs), [output], name=output, **attributes))
        return output

    def _pair(self, name: str, suffix: str) -> str:
        """QuantizeLinear, Clip where not all integers are used, DequantizeLinear."""
        style, base = self.style, f"{name}.{suffix}"
        scale, zero = self.grids[name]
        grid = [self._constant(f"{base}.scale", np.array(scale, np.float32)),
                self._constant(f"{base}.zero", np.array(zero, self.holder))]  # fmt: skip
        q = self._op("QuantizeLinear", [name, *grid], f"{base}.q")
        q = self._clipped(q, style.limits(style.bits, style.unsigned), self.holder)
        return self._op("DequantizeLinear", [q, *grid], f"{base}.dq")

    def _clipped(self, q: str, limits: tuple[int, int], holder: Any) -> str:
        full = np.iinfo(holder)
        if limits == (full.min, full.max):
            return q
        bounds = [self._constant(f"{q}.{i}", np.array(v, holder)) for i, v in enumerate(limits)]
        return self._op("Clip", [q, *bounds], f"{q}.clip")

    # --- constants ------------------------------------------------------------------------------------------------

    def _constant(self, name: str, values: Array) -> str:
        self.constants[name] = numpy_helper.from_array(np.asarray(values), name)
        return name

    def _parameters(self, node: onnx.NodeProto) -> list[str]:
        """Weights and bias of a layer."""
        w = self.floats[node.input[1]]
        turned = node.op_type == "Conv" or any(a.name == "transB" and a.i for a in node.attribute)
        weights, scale = self._weights(node.input[1], w, 0 if turned else w.ndim - 1)
        if len(node.input) < 3:
            return [weights]
        return [weights, self._bias(node.input[2], np.float32(self.grids[node.input[0]][0]) * scale)]

    def _weights(self, name: str, w: Array, axis: int) -> tuple[str, Array]:
        style = self.style
        holder, limits = np.int16 if style.weight_bits > 8 else np.int8, style.limits(style.weight_bits, False)
        others = tuple(i for i in range(w.ndim) if i != axis)
        scale = style.scales(np.abs(w).max(axis=others if style.per_channel else None) / limits[1])
        column = np.expand_dims(scale, others) if style.per_channel else scale
        more = {"axis": axis} if style.per_channel else {}
        grid = [self._constant(f"{name}.scale", scale), self._constant(f"{name}.zero", np.zeros(scale.shape, holder))]
        if style.weights_as_float:
            q = self._op("QuantizeLinear", [self._constant(name, w), *grid], f"{name}.q", **more)
            q = self._clipped(q, limits, holder)
        else:
            values = np.clip(np.rint(w / column), *limits)
            if style.lowest:
                values = np.where(w == w.min(axis=others, keepdims=True), limits[0], values)
            q = self._constant(f"{name}.q", values.astype(holder))
        return self._op("DequantizeLinear", [q, *grid], f"{name}.dq", **more), scale

    def _bias(self, name: str, unit: Array) -> str:
        b, name = self.floats[name], f"{name}.{len(self.nodes)}"  # layers may share it
        if self.style.bias == "float":
            return self._constant(name, b)
        more = {"axis": 0} if unit.ndim else {}
        grid = [self._constant(f"{name}.scale", unit.astype(np.float32)),
                self._constant(f"{name}.zero", np.zeros(unit.shape, np.int32))]  # fmt: skip
        q = self._constant(f"{name}.q", np.rint(b / unit).astype(np.int32))
        return self._op("DequantizeLinear", [q, *grid], f"{name}.dq", **more)


def _copied(node: onnx.NodeProto, inputs: Sequence[str]) -> onnx.NodeProto:
    made = onnx.NodeProto()
    made.CopyFrom(node)
    made.input[:] = inputs
    return made


def _sizes(value: onnx.ValueInfoProto) -> list[int]:
    return [d.dim_value or 1 for d in value.type.tensor_type.shape.dim]
