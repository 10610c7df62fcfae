"""Operators that stay in float32 in a quantized model: what it quantizes around them is rounded as it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model, simulate
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.data import to_device
from tests.builders.onnx_models import model, node, save

SCALE = 0.03125
SAMPLES = 6


def pair(x: str, y: str, q: str = "b") -> list[onnx.NodeProto]:
    """``y`` is ``x``, quantized and dequantized; ``q`` names scale and zero point."""
    constants = [f"{q}s", f"{q}z"]
    return [node("QuantizeLinear", [x, *constants], [f"{y}_q"]), node("DequantizeLinear", [f"{y}_q", *constants], [y])]


def lstm(x: str, y: str, weights: str = "w") -> onnx.NodeProto:
    return node("LSTM", [x, weights, "r"], ["", y], name=f"lstm_{y}", hidden_size=3)


CASES: dict[str, list[onnx.NodeProto]] = {
    "all around": [*pair("x", "a"), lstm("a", "h"), *pair("h", "y")],
    "input alone": [*pair("x", "a"), lstm("a", "y")],
    "saturated": [lstm("x", "h"), *pair("h", "y", "fine")],
    "moved": [lstm("x", "h"), node("Squeeze", ["h", "zero"], ["s"]), *pair("s", "t"), node("Flatten", ["t"], ["y"])],
    "moved within": [lstm("x", "h"), *pair("h", "s"), node("Transpose", ["s"], ["y"], perm=[2, 1, 0])],
    "float behind": [lstm("x", "h"), *pair("h", "g"), lstm("g", "y", "r3")],
    "int16": [*pair("x", "a", "w"), lstm("a", "h"), *pair("h", "y", "w")],
    "another scale": [*pair("x", "a"), lstm("a", "h"), *pair("h", "g", "fine"), *pair("g", "y")],
    "integers behind": [lstm("x", "h"), *pair("h", "g"), node("Relu", ["g"], ["p"]), *pair("p", "y")],
    "as it is beside": [lstm("x", "h"), *pair("h", "g"), node("Sub", ["h", "g"], ["d"]), node("Erf", ["d"], ["y"])],
    "moved beside": [lstm("x", "h"), node("Squeeze", ["h", "zero"], ["s"]), *pair("s", "t"),
                     node("Sub", ["h", "t"], ["d"]), node("Erf", ["d"], ["y"])],
    "read beside": [*pair("x", "g"), lstm("x", "h"), lstm("g", "k"), node("Sub", ["h", "k"], ["d"]),
                    node("Mul", ["d", "big"], ["y"])],
}  # fmt: skip


def made(nodes: list[onnx.NodeProto]) -> onnx.ModelProto:
    rng = np.random.default_rng(3)
    constants = {
        "w": rng.normal(0, 1, (1, 12, 4)).astype(np.float32),
        "r": rng.normal(0, 1, (1, 12, 3)).astype(np.float32),
        "r3": rng.normal(0, 1, (1, 12, 3)).astype(np.float32),
        "zero": np.array([0], np.int64),
        "big": np.array(50, np.float32),
        "bs": np.array(SCALE, np.float32),
        "bz": np.array(5, np.int8),
        "fines": np.array(0.002, np.float32),
        "finez": np.array(0, np.int8),
        "ws": np.array(0.0005, np.float32),
        "wz": np.array(0, np.int16),
    }
    read = {i for n in nodes for i in n.input}
    used = {name: value for name, value in constants.items() if name in read}
    return model(nodes, {"x": [2, 1, 4]}, ["y"], used, opset=21)


def outputs(graph: Graph, x: Array) -> Array:
    """The simulator's outputs as real values."""
    t = graph.tensors[graph.outputs[0]]
    device = to_device(x, graph.tensors[graph.inputs[0]])
    y = simulate(graph, [device])[0].astype(np.float64)
    return y if t.quant is None else (y - t.quant.z) * t.quant.s


@pytest.mark.parametrize("case", CASES)
def test_rounded_as_the_model_says(case: str, tmp_path: Path) -> None:
    proto = made(CASES[case])
    x = np.random.default_rng(5).normal(0, 1, (SAMPLES, 2, 1, 4)).astype(np.float32)
    plain = ort.SessionOptions()  # as the model says: optimizations drop and move quantizations
    plain.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(proto.SerializeToString(), plain, providers=["CPUExecutionProvider"])
    wanted = np.stack([session.run(None, {"x": v})[0] for v in x])
    imported = import_model(save(proto, tmp_path), {}).graph
    graph = quantize_model(simplified(imported), None, QuantizeOptions(allow_float=True))
    got = outputs(graph, x).reshape(wanted.shape)
    assert np.abs(got - wanted).max() <= 1e-5 * max(1.0, np.abs(wanted).max())
    rounded = [n for n in graph.nodes if n.op == "Quantize"]
    assert len(rounded) <= sum(n.op_type == "QuantizeLinear" for n in proto.graph.node)


def test_what_a_model_quantizes_is_moved_as_integers(tmp_path: Path) -> None:
    imported = import_model(save(made(CASES["moved within"]), tmp_path), {}).graph
    graph = quantize_model(simplified(imported), None, QuantizeOptions(allow_float=True))
    at = [n.op for n in graph.nodes].index("Quantize")
    assert len(graph.nodes) > at + 1
    assert all(graph.tensors[o].dtype is DType.I8 for n in graph.nodes[at:] for o in n.outputs)
