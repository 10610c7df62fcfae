"""Files of dynamic quantization: products of integers, scaled by what each run measures, become layers on real values.

ONNX Runtime's ``quantize_dynamic`` writes DynamicQuantizeLinear, MatMulInteger or ConvInteger, Cast, and a Mul by both
scales.  Computed as it says, every layer would scan its input twice and hold 32-bit products, and a difference in the
last bit of one float would move integers by a step: no reference could bound the outputs.  What the file means is a
layer whose weights are 8-bit integers with a scale: DequantizeLinear before a MatMul or Conv, whose activations are
real, or with a calibration set integers with a fixed scale.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.onnx.edit import drop_dead

REAL = {"MatMulInteger": "MatMul", "ConvInteger": "Conv"}
PER_AXIS_OPSET = 13  # from which on DequantizeLinear takes a scale per channel
NOTICE = (
    "{} layers of the file quantize their inputs at run time: they stay in float32, or become integers with "
    "--calibration, with the file's own weights"
)


@dataclass(frozen=True)
class _Product:
    """A product of integers and the node that scales it."""

    node: onnx.NodeProto
    cast: onnx.NodeProto
    scaled: onnx.NodeProto


def open_dynamic(model: onnx.ModelProto) -> list[str]:
    """Replace products of dynamically quantized values; returns a notice about it when there are any.

    Products whose scales are used otherwise stay as they are.
    """
    graph = model.graph
    if any(a.HasField("g") or a.graphs for n in graph.node for a in n.attribute):
        return []  # a subgraph may read any of the tensors
    opset = max((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), default=0)
    finder = _Finder(graph, opset)
    made = {p.scaled.output[0]: nodes for p in finder.products() if (nodes := finder.layer(p)) is not None}
    if not made:
        return []
    nodes = [new for old in graph.node for new in made.get(old.output[0] if old.output else "", [old])]
    del graph.node[:]
    graph.node.extend(nodes)
    drop_dead(graph)
    return [NOTICE.format(len(made))]


class _Finder:
    """The products of a graph, and the layers that stand for them."""

    def __init__(self, graph: onnx.GraphProto, opset: int) -> None:
        self.graph = graph
        self.opset = opset
        self.constants = {t.name: t for t in graph.initializer}
        self.producers = {o: n for n in graph.node for o in n.output if o}
        self.users: dict[str, list[onnx.NodeProto]] = {}
        for node in graph.node:
            for name in node.input:
                self.users.setdefault(name, []).append(node)
        self.outputs = {o.name for o in graph.output}
        self.names = {*self.constants, *self.producers, *self.users, *self.outputs}
        self.weights: dict[tuple[str, ...], str] = {}

    def products(self) -> Iterator[_Product]:
        """Products that are cast to float32 and scaled, and read by nothing else."""
        for node in self.graph.node:
            if node.op_type not in REAL or node.domain not in ("", "ai.onnx") or len(node.output) != 1:
                continue
            cast = self._only_user(node.output[0], "Cast")
            scaled = None if cast is None else self._only_user(cast.output[0], "Mul")
            if cast is not None and scaled is not None and _to_float(cast) and len(scaled.input) == 2:
                yield _Product(node, cast, scaled)

    def _only_user(self, name: str, op: str) -> onnx.NodeProto | None:
        users = self.users.get(name, [])
        fits = len(users) == 1 and users[0].op_type == op and len(users[0].output) == 1 and name not in self.outputs
        return users[0] if fits else None

    def layer(self, p: _Product) -> list[onnx.NodeProto] | None:
        """The nodes of the layer in the place of its scaling; None where the scales are not those of the operands."""
        inputs = [*p.node.input, "", ""][:4]
        scales = self._factors(next((i for i in p.scaled.input if i != p.cast.output[0]), ""))
        real: list[str] = []
        for name, zero in zip(inputs[:2], inputs[2:], strict=True):
            source = self.producers.get(name)
            if source is None or source.op_type != "DynamicQuantizeLinear" or len(source.input) != 1:
                continue
            if list(source.output[::2]) != [name, zero]:
                continue
            if source.output[1] not in scales:
                return None
            scales.remove(source.output[1])
            real.append(source.input[0])
        if len(real) == 2 and not scales and p.node.op_type == "MatMulInteger":
            return [self._product(p, real)]
        if len(real) != 1 or len(scales) != 1 or inputs[1] not in self.constants:
            return None
        parts = self._weights(p.node.op_type, inputs[1], scales[0], inputs[3])
        return None if parts is None else [*parts[1], self._product(p, [*real, parts[0]])]

    def _factors(self, name: str) -> list[str]:
        """The tensors that a product of two scales multiplies; another product is one factor."""
        node = self.producers.get(name)
        return list(node.input) if node is not None and node.op_type == "Mul" else [name]

    def _product(self, p: _Product, inputs: list[str]) -> onnx.NodeProto:
        made = helper.make_node(REAL[p.node.op_type], inputs, [p.scaled.output[0]], name=p.node.name)
        made.attribute.extend(p.node.attribute)
        return made

    def _weights(self, op: str, name: str, scale: str, zero: str) -> tuple[str, list[onnx.NodeProto]] | None:
        """The real form of constant weights and the node that makes it, once for all that read it."""
        key = (op, name, scale, zero)
        if key in self.weights:
            return self.weights[key], []
        scales = self._scales(op, self.constants[name], scale, zero)
        if scales is None:
            return None
        made = self._fresh(f"{name}.real")
        names = [self._fresh(f"{made}.scale"), self._fresh(f"{made}.zero")]
        nodes = [
            helper.make_node("Constant", [], [given], name=given, value=numpy_helper.from_array(values, given))
            for values, given in zip(scales, names, strict=True)
        ]
        axis = 0 if op == "ConvInteger" else len(self.constants[name].dims) - 1
        attributes: dict[str, Any] = {"axis": axis} if scales[0].ndim else {}
        nodes.append(helper.make_node("DequantizeLinear", [name, *names], [made], name=made, **attributes))
        self.weights[key] = made
        return made, nodes

    def _fresh(self, name: str) -> str:
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name

    def _scales(self, op: str, w: onnx.TensorProto, scale: str, zero: str) -> tuple[Array, Array] | None:
        """Scales and zero points of weights, one or one per output channel."""
        if w.data_type not in (TensorProto.INT8, TensorProto.UINT8) or len(w.dims) < 2 or scale not in self.constants:
            return None
        if zero and zero not in self.constants:
            return None
        kind = np.int8 if w.data_type == TensorProto.INT8 else np.uint8
        try:
            s = numpy_helper.to_array(self.constants[scale])
            z = numpy_helper.to_array(self.constants[zero]) if zero else np.zeros((), kind)
        except (TypeError, ValueError):  # the checker will say so
            return None
        channels, last = (w.dims[0], 2) if op == "ConvInteger" else (w.dims[-1], 0)
        along = s.size == 1 or (s.size == channels and s.ndim > last and s.shape[s.ndim - 1 - last] == channels)
        if s.dtype != np.float32 or z.dtype != kind or not along or z.size not in (1, channels):
            return None
        if not (np.isfinite(s).all() and (s > 0).all()):
            return None
        if max(s.size, z.size) == 1:
            return s.reshape(()), z.reshape(())
        if self.opset < PER_AXIS_OPSET:
            return None
        full = (np.ascontiguousarray(np.broadcast_to(v.reshape(-1), (channels,))) for v in (s, z))
        return next(full), next(full)


def _to_float(cast: onnx.NodeProto) -> bool:
    return any(a.name == "to" and a.i == TensorProto.FLOAT for a in cast.attribute)
