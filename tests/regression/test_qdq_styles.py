"""QDQ as PyTorch, Brevitas and AIMET write it: computed in integers with ONNX Runtime's results, or refused by name."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, strip_qdq
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.samples.loss import simulated


@dataclass
class Style:
    """Nodes and constants of a small net, written in one of several ways."""

    bits: int = 8
    weights_as_float: bool = False  # a Quantize node on float weights, as PyTorch exports fake quantization
    bias: str = "float"  # or int32: through a Dequantize node
    zero_points: bool = True
    relu_scale: bool = False  # a scale of its own before the Relu
    transposed: int = 1
    missing: str = ""
    opset: int = 21
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def const(self, values: np.ndarray, kind: int | None = None) -> str:
        name = f"c{len(self.constants)}"
        made = numpy_helper.from_array(values, name)
        if kind is not None:
            made = helper.make_tensor(name, kind, values.shape, values.reshape(-1).tolist())
        self.constants.append(made)
        return name

    def op(self, op: str, *inputs: str, name: str = "", **attributes: Any) -> str:
        out = f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, list(inputs), [out], name=name or out, **attributes))
        return out

    def qdq(self, x: str, scale: float, zero: int, label: str = "") -> str:
        if label and label == self.missing:
            return x
        names = [self.const(np.array(scale, np.float32)), self.const(np.array(zero, np.int8))]
        return self.op("DequantizeLinear", self.op("QuantizeLinear", x, *names), *names)

    def weight(self, shape: tuple[int, ...], axis: int = 0) -> str:
        w = self.rng.normal(0, 0.3, shape).astype(np.float32)
        limit = 2 ** (self.bits - 1) - 1
        scale = (np.abs(w).max(axis=tuple(i for i in range(w.ndim) if i != axis)) / limit).astype(np.float32)
        kind = TensorProto.INT8 if self.bits == 8 else TensorProto.INT4
        names = [self.const(scale)]
        names += [self.const(np.zeros(len(scale), int), kind)] if self.zero_points else []
        if self.weights_as_float:
            q = self.op("QuantizeLinear", self.const(w), *names, axis=axis)
        else:
            column = [-1 if i == axis else 1 for i in range(w.ndim)]
            q = self.const(np.rint(w / scale.reshape(column)).astype(int), kind)
        return self.op("DequantizeLinear", q, *names, axis=axis)

    def biases(self, count: int) -> str:
        values = self.rng.normal(0, 0.1, count).astype(np.float32)
        if self.bias == "float":
            return self.const(values)
        names = [self.const(np.full(count, 1e-4, np.float32)), self.const(np.zeros(count, np.int32))]
        return self.op("DequantizeLinear", self.const(np.rint(values * 1e4).astype(np.int32)), *names, axis=0)

    def write(self, folder: Path) -> Path:
        y = self.qdq("x", 0.04, 0)
        y = self.op("Conv", y, self.weight((8, 3, 3, 3)), self.biases(8), name="conv", pads=[1] * 4)
        y = self.qdq(y, 0.05, -10) if self.relu_scale else y
        r = self.qdq(self.op("Relu", y, name="relu"), 0.03, -128, "relu")
        y = self.op("Conv", r, self.weight((8, 1, 3, 3)), self.biases(8), name="depthwise", pads=[1] * 4, group=8)
        y = self.qdq(y, 0.05, 3, "depthwise")
        y = self.qdq(self.op("Add", y, r, name="add"), 0.06, -20, "add")
        y = self.qdq(self.op("GlobalAveragePool", y, name="pool"), 0.03, -20, "pool")
        w = self.weight((10, 8)) if self.transposed else self.weight((8, 10), 1)
        y = self.op("Gemm", self.op("Flatten", y), w, self.biases(10), name="gemm", transB=self.transposed)
        y = self.qdq(y, 0.05, 0, "gemm")
        ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in (("x", [1, 3, 8, 8]), (y, None))]
        graph = helper.make_graph(self.nodes, "g", ends[:1], ends[1:], self.constants)
        path = folder / "m.onnx"
        opsets = [helper.make_opsetid("", self.opset)]
        path.write_bytes(helper.make_model(graph, opset_imports=opsets, ir_version=10).SerializeToString())
        return path


def integers(path: Path) -> Graph:
    return quantize_model(run_default(strip_qdq(import_model(path, {}).graph)), None, QuantizeOptions())


@pytest.mark.parametrize(
    ("style", "most"),
    [
        ({}, 0.05),
        ({"weights_as_float": True}, 0.05),
        ({"bias": "int32"}, 0.05),
        ({"zero_points": False}, 0.05),
        ({"transposed": 0, "opset": 13}, 0.05),
        ({"bits": 4}, 0.1),
        ({"bits": 4, "transposed": 0, "bias": "int32"}, 0.1),
        ({"relu_scale": True}, 0.2),  # one rounding less than the file says
        ({"missing": "pool"}, 0.3),  # the average takes its input's scale
    ],
    ids=str,
)
def test_computed_in_integers(style: dict[str, Any], most: float, tmp_path: Path) -> None:
    path = Style(**style).write(tmp_path)
    graph = integers(path)
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    kinds = [graph.tensors[n.inputs[1]].dtype for n in graph.nodes if n.op in ("Conv", "Dense")]
    assert kinds == ([DType.I4, DType.I8, DType.I4] if style.get("bits") == 4 else [DType.I8] * 3)
    x = 2 * np.random.default_rng(2).normal(size=(30, 1, 3, 8, 8)).astype(np.float32)
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    steps = np.abs(simulated(graph, [x])[0].reshape(wanted.shape) - wanted) / 0.05
    assert steps.max() < 1.01 and steps.mean() < most


@pytest.mark.parametrize(
    ("missing", "named"), [("relu", "conv"), ("depthwise", "depthwise"), ("add", "add"), ("gemm", "gemm")]
)
def test_a_missing_pair_is_refused_with_the_layer_that_needs_it(missing: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModel, match=f"'{named}'.*no scale is known for (its result|the result of)"):
        integers(Style(missing=missing).write(tmp_path))


def test_weights_in_blocks_become_int8_per_channel(tmp_path: Path) -> None:
    style = Style()
    weights = style.const(style.rng.integers(-8, 8, (32, 10)), TensorProto.INT4)
    scales = style.const(style.rng.uniform(0.01, 0.05, (4, 10)).astype(np.float32))
    blocks = style.op("DequantizeLinear", weights, scales, axis=0, block_size=8)
    style.qdq(style.op("MatMul", style.qdq("x", 0.03, 0), blocks), 0.05, 0)
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, k]) for n, k in (("x", 32), ("y", 10))]
    style.nodes[-1].output[0] = "y"
    graph = helper.make_graph(style.nodes, "blocks", ends[:1], ends[1:], style.constants)
    opset = [helper.make_opsetid("", 21)]
    onnx.save(helper.make_model(graph, opset_imports=opset, ir_version=10), tmp_path / "blocks.onnx")
    made = integers(tmp_path / "blocks.onnx")
    assert [(n.op, made.tensors[n.inputs[1]].dtype) for n in made.nodes] == [("Dense", DType.I8)]
    x = style.rng.normal(size=(30, 1, 32)).astype(np.float32)
    session = ort.InferenceSession(str(tmp_path / "blocks.onnx"), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    assert np.abs(simulated(made, [x])[0].reshape(wanted.shape) - wanted).max() < 1.01 * 0.05
