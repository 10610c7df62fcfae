"""Quantized files that end in LogSoftmax: it is computed on real values, as the file says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto

from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.loss import simulated
from tests.builders.onnx_models import model, node, save

CONSTANTS = {
    "s": np.float32(0.0625),
    "ws": np.float32(2**-7),
    "so": np.float32(0.13),
    "sl": np.float32(0.08),
    "z": np.int8(0),
    "zo": np.int8(5),
    "zl": np.int8(127),
    "w": np.random.default_rng(0).integers(-127, 128, (10, 16)).astype(np.int8),
}


def scores() -> list[onnx.NodeProto]:
    return [
        node("QuantizeLinear", ["x", "s", "z"], ["xq"]),
        node("DequantizeLinear", ["xq", "s", "z"], ["xd"]),
        node("DequantizeLinear", ["w", "ws", "z"], ["wd"]),
        node("Gemm", ["xd", "wd"], ["g"], transB=1),
        node("QuantizeLinear", ["g", "so", "zo"], ["gq"]),
        node("DequantizeLinear", ["gq", "so", "zo"], ["gd"]),
    ]


def lowered(nodes: list[onnx.NodeProto], folder: Path, dtype: int = TensorProto.FLOAT) -> tuple[Path, Graph, list[str]]:
    proto = model(nodes, {"x": [1, 16]}, [nodes[-1].output[0]], CONSTANTS, opset=13)
    proto.graph.output[0].type.tensor_type.elem_type = dtype
    path, notes = save(proto, folder), []
    return path, quantize_model(simplified(import_model(path).graph), None, QuantizeOptions(), notes.extend), notes


@pytest.mark.parametrize("end", ["real", "int8", "qdq"])
def test_the_last_step(end: str, tmp_path: Path) -> None:
    nodes = [*scores(), node("LogSoftmax", ["gd"], ["p"], axis=1)]
    if end != "real":
        nodes.append(node("QuantizeLinear", ["p", "sl", "zl"], ["pq"]))
    if end == "qdq":
        nodes.append(node("DequantizeLinear", ["pq", "sl", "zl"], ["pd"]))
    path, graph, notes = lowered(nodes, tmp_path, TensorProto.INT8 if end == "int8" else TensorProto.FLOAT)
    assert any(n.endswith("give --argmax") for n in notes)
    assert [n.op for n in graph.nodes if is_integer_node(graph, n)] == ["Dense"]
    assert graph.tensors[graph.outputs[0]].dtype is (DType.F32 if end == "real" else DType.I8)
    x = np.random.default_rng(1).integers(-40, 40, (30, 1, 16)).astype(np.float32) / 16
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x]).astype(np.float64)
    got = simulated(graph, [x])[0].reshape(wanted.shape)
    unit = 0.08 if end == "int8" else 1.0
    wanted = (wanted - 127) * unit if end == "int8" else wanted
    assert np.abs(got - wanted).max() < 1e-4  # sums of powers of two are exact


def test_before_another_layer_its_name_and_the_remedy_are_told(tmp_path: Path) -> None:
    nodes = [*scores(), node("LogSoftmax", ["gd"], ["p"], axis=1), node("Mul", ["p", "gd"], ["y"])]
    with pytest.raises(UnsupportedModel) as caught:
        lowered(nodes, tmp_path)
    told = [(r.node, r.op) for r in caught.value.refusals]
    assert told == [("n_p", "LogSoftmax"), ("n_y", "Binary mul")]
    assert "give --calibration" in caught.value.refusals[0].remedy


def test_tensors_that_the_model_does_not_have_are_not_named(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModel) as caught:
        lowered([*scores(), node("ReduceSumSquare", ["gd"], ["y"], axes=[1])], tmp_path)
    assert len(caught.value.refusals) == 1
    assert caught.value.refusals[0].node == "n_y"
    assert "no scale is known for what it computes on the way" in str(caught.value)
