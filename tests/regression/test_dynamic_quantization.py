"""Files of ONNX Runtime's ``quantize_dynamic``: layers keep their integer weights, and verify finds them right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from edgec.converter.edge.file import load_edge
from edgec.converter.graph.ir import DType
from edgec.converter.onnx.importer import import_model
from edgec.samples.loss import simulated


def net(folder: Path) -> Path:
    """Two convolutions, one of them depthwise, and a fully connected layer."""
    rng = np.random.default_rng(5)
    shapes = {"w1": (8, 3, 3, 3), "w2": (8, 1, 3, 3), "w3": (8, 5)}
    constants = [
        numpy_helper.from_array((rng.normal(size=s) / np.sqrt(np.prod(s[1:]))).astype(np.float32), n)
        for n, s in shapes.items()
    ]
    constants += [numpy_helper.from_array(rng.normal(size=n).astype(np.float32), f"b{n}") for n in (8, 5)]
    nodes = [
        helper.make_node("Conv", ["x", "w1", "b8"], ["c1"], pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c1"], ["r1"]),
        helper.make_node("Conv", ["r1", "w2"], ["c2"], group=8, strides=[2, 2]),
        helper.make_node("GlobalAveragePool", ["c2"], ["g"]),
        helper.make_node("Flatten", ["g"], ["f"]),
        helper.make_node("MatMul", ["f", "w3"], ["m"]),
        helper.make_node("Add", ["m", "b5"], ["y"]),
    ]
    ends = (
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 9, 9])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 5])],
    )
    model = helper.make_model(
        helper.make_graph(nodes, "net", *ends, constants), opset_imports=[helper.make_opsetid("", 13)], ir_version=8
    )
    onnx.save(model, folder / "net.onnx")
    return folder / "net.onnx"


def dynamic(folder: Path, weights: QuantType = QuantType.QInt8, per_channel: bool = True) -> Path:
    out = folder / "dynamic.onnx"
    quantize_dynamic(net(folder), out, weight_type=weights, per_channel=per_channel)
    assert {"DynamicQuantizeLinear", "ConvInteger", "MatMulInteger"} <= {n.op_type for n in onnx.load(out).graph.node}
    return out


def samples(count: int) -> np.ndarray:
    return np.random.default_rng(1).normal(size=(count, 1, 3, 9, 9)).astype(np.float32)


@pytest.mark.parametrize("per_channel", [True, False], ids=["channel", "tensor"])
@pytest.mark.parametrize("weights", [QuantType.QInt8, QuantType.QUInt8], ids=["int8", "uint8"])
def test_near_what_onnx_runtime_computes(weights: QuantType, per_channel: bool, tmp_path: Path) -> None:
    path, x = dynamic(tmp_path, weights, per_channel), samples(40)
    imported = import_model(path, {})
    assert "Cast" not in {n.op for n in imported.graph.nodes}
    assert sum("quantize their inputs at run time" in n for n in imported.notices) == 1
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in x])
    got = simulated(imported.graph, [x])[0].reshape(wanted.shape)
    assert np.sqrt(np.mean((got - wanted) ** 2)) < 0.02 * wanted.std()  # inputs of 8 bits are all that differs


def test_verify_in_float32_and_the_integers_of_the_file_with_calibration(
    tmp_path: Path, edgec: Callable[..., object]
) -> None:
    path = dynamic(tmp_path)
    np.savez(tmp_path / "x.npz", x=samples(60)[:, 0])
    run: Callable[..., int] = lambda *words: edgec(*words).code  # type: ignore[attr-defined]  # noqa: E731
    assert run("convert", path, "-o", tmp_path / "real", "-t", "host") == 0
    assert run("verify", tmp_path / "real", "--data", tmp_path / "x.npz") == 0
    assert run("convert", path, "-o", tmp_path / "int8", "-t", "host", "--calibration", tmp_path / "x.npz") == 0
    assert run("verify", tmp_path / "int8", "--data", tmp_path / "x.npz") == 0
    graph = load_edge(tmp_path / "int8" / "dynamic.edge")[0]
    held = [t.data for n in graph.nodes for t in graph.ins(n) if t and t.dtype is DType.I8 and t.data is not None]
    stored = [numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer]
    stored = [t for t in stored if t.dtype == np.int8 and t.ndim > 1]
    for t in stored:  # channels last, or outputs first
        assert any(sorted(h.reshape(-1)) == sorted(t.reshape(-1)) for h in held)
    assert len(held) == len(stored) == 3


def attention(scales: list[str], folder: Path) -> Path:
    """A product of two values that are measured at run time; ``scales``: what it is multiplied by."""
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["a"], ["aq", "as", "az"]),
        helper.make_node("DynamicQuantizeLinear", ["b"], ["bq", "bs", "bz"]),
        helper.make_node("MatMulInteger", ["aq", "bq", "az", "bz"], ["acc"]),
        helper.make_node("Cast", ["acc"], ["real"], to=TensorProto.FLOAT),
        helper.make_node("Mul", scales, ["s"]),
        helper.make_node("Mul", ["s", "real"], ["y"]),
    ]
    ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [4, 4]) for n in "aby"]
    model = helper.make_model(
        helper.make_graph(nodes, "net", ends[:2], ends[2:]), opset_imports=[helper.make_opsetid("", 13)], ir_version=8
    )
    onnx.checker.check_model(model)
    onnx.save(model, folder / "attention.onnx")
    return folder / "attention.onnx"


def test_two_measured_operands(tmp_path: Path) -> None:
    graph = import_model(attention(["bs", "as"], tmp_path), {}).graph
    assert [n.op for n in graph.nodes] == ["MatMul"]


@pytest.mark.parametrize("scales", [["as", "as"], ["bs", "bs"]])
def test_other_scales_are_computed_as_they_stand(scales: list[str], tmp_path: Path) -> None:
    path = attention(scales, tmp_path)
    graph = import_model(path, {}).graph
    assert any(n.op == "Cast" for n in graph.nodes)
    rng = np.random.default_rng(3)
    a, b = (rng.normal(size=(1, 4, 4)).astype(np.float32) for _ in "ab")
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = session.run(None, {"a": a[0], "b": b[0]})[0]
    np.testing.assert_allclose(simulated(graph, [a, b])[0].reshape(4, 4), wanted, rtol=1e-5, atol=1e-6)
