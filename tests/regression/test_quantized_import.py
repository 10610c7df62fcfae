"""Quantized models as tools write them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, simulate, strip_qdq
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


def test_one_scale_along_an_axis_that_does_not_exist(tmp_path: Path) -> None:
    """ONNX Runtime quantizes a bias of one channel so: x [1], scale [1], axis left at 1."""
    nodes = [node("DequantizeLinear", ["q", "s", "z"], ["b"]), node("Conv", ["x", "w", "b"], ["y"])]
    constants = {
        "q": np.array([20], np.int8),
        "s": np.array([0.5], np.float32),
        "z": np.array([2], np.int8),
        "w": np.ones((1, 2, 1, 1), np.float32),
    }
    graph = run_default(import_model(save(model(nodes, {"x": [1, 2, 3, 3]}, ["y"], constants), tmp_path), {}).graph)
    x = np.zeros((1, *graph.tensors[graph.inputs[0]].shape), np.float32)
    assert np.all(run_float(graph, [x])[0] == 9.0)


@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        ("AveragePool", {"kernel_shape": [2, 2], "strides": [2, 2]}),
        ("AveragePool", {"kernel_shape": [2, 1], "pads": [1, 0, 1, 0], "count_include_pad": 1}),
        ("GlobalAveragePool", {}),
        ("ReduceMean", {"axes": [2, 3]}),
    ],
)
def test_averages_round_as_onnx_runtime_does(op: str, attributes: dict[str, object], tmp_path: Path) -> None:
    """One scale on both sides, 4 or 64 cells: every fourth or 64th result lies half way between two integers."""
    pair = [node("QuantizeLinear", ["x", "s", "z"], ["q"]), node("DequantizeLinear", ["q", "s", "z"], ["d"])]
    pair += [node(op, ["d"], ["m"], **attributes), node("QuantizeLinear", ["m", "s", "z"], ["y"])]
    constants = {"s": np.array(0.5, np.float32), "z": np.array(-3, np.int8)}
    made = model(pair, {"x": [1, 5, 8, 8]}, ["y"], constants, opset=13)
    made.graph.output[0].type.tensor_type.elem_type = onnx.TensorProto.INT8
    x = (np.random.default_rng(0).integers(-128, 128, (40, 1, 5, 8, 8)) * 0.5).astype(np.float32)
    session = ort.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    imported = strip_qdq(import_model(save(made, tmp_path), {}).graph)
    graph = quantize_model(run_default(imported), None, QuantizeOptions())
    source = graph.tensors[graph.inputs[0]].quant
    assert source is not None
    steps = np.clip(np.rint(x / 0.5) + source.z, -128, 127).astype(np.int8)
    got = simulate(graph, [steps.reshape(40, *graph.tensors[graph.inputs[0]].shape)])[0]
    assert np.array_equal(got.reshape(wanted.shape), wanted)
