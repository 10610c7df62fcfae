"""Operators that int8 conversion refused, though combinations of integer operators compute them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto

from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import QuantizeOptions, Scheme
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from tests.builders.onnx_models import model, node, save

SLOPES = np.linspace(0.1, 0.4, 4, dtype=np.float32).reshape(4, 1, 1)
DIVISOR = [node("Sigmoid", ["x"], ["s"]), node("Add", ["s", "one"], ["d"])]  # between 1 and 2
CASES: dict[str, tuple[list[onnx.NodeProto], dict[str, Any]]] = {
    "divide": ([*DIVISOR, node("Div", ["x", "d"], ["y"])], {"one": np.float32(1)}),
    "divide one": ([*DIVISOR, node("Div", ["one", "d"], ["y"])], {"one": np.float32(1)}),
    "square": ([node("Pow", ["x", "two"], ["y"])], {"two": np.float32(2)}),
    "cube": ([node("Pow", ["x", "three"], ["y"])], {"three": np.float32(3)}),
    "maximum": ([node("Neg", ["x"], ["n"]), node("Max", ["x", "n"], ["y"])], {}),
    "minimum": ([node("Neg", ["x"], ["n"]), node("Min", ["x", "n"], ["y"])], {}),
    "bound": ([node("Max", ["x", "c"], ["y"])], {"c": np.float32(0.25)}),
    "slope per channel": ([node("PRelu", ["x", "slopes"], ["y"])], {"slopes": SLOPES}),
    "one slope": ([node("PRelu", ["x", "slope"], ["y"])], {"slope": np.float32([0.2])}),
    "sum": ([node("ReduceSum", ["x", "axes"], ["y"])], {"axes": np.array([2, 3])}),
    "l1": ([node("ReduceL1", ["x"], ["y"], axes=[1])], {}),
    "l2": ([node("ReduceL2", ["x"], ["n"], axes=[1]), node("Div", ["x", "n"], ["y"])], {}),
    "log-softmax": ([node("LogSoftmax", ["x"], ["y"], axis=1)], {}),
    "local response": ([node("LRN", ["x"], ["y"], size=3)], {}),
    "product": ([node("Transpose", ["x"], ["t"], perm=[0, 1, 3, 2]), node("MatMul", ["x", "t"], ["y"])], {}),
    "product by a constant on the left": ([node("MatMul", ["c", "x"], ["y"])], {"c": np.eye(5, dtype=np.float32)}),
    "rms norm": (
        [
            node("Pow", ["x", "two"], ["p"]),
            node("ReduceMean", ["p"], ["m"], axes=[1]),
            node("Sqrt", ["m"], ["r"]),
            node("Div", ["x", "r"], ["y"]),
        ],
        {"two": np.float32(2)},
    ),
}


def integers(
    proto: onnx.ModelProto, folder: Path, samples: np.ndarray[Any, Any], options: QuantizeOptions | None = None
) -> tuple[Graph, Graph]:
    """The float and the integer (int8) graph of a model."""
    graph = run_default(import_model(save(proto, folder), {}).graph)
    return graph, quantize_model(graph, [samples], options or QuantizeOptions())


def compare(graph: Graph, quantized: Graph, x: np.ndarray[Any, Any], given: Sequence[np.ndarray[Any, Any]]) -> float:
    """Signal to noise ratio in dB."""
    real = to_real(simulate(quantized, given)[0], quantized.tensors[quantized.outputs[0]])
    return float(sqnr_db(run_float(graph, [x])[0], real))


@pytest.mark.parametrize("name", CASES)
def test_int8_form(name: str, tmp_path: Path) -> None:
    nodes, constants = CASES[name]
    x = np.random.default_rng(0).standard_normal((32, 1, 4, 5, 6)).astype(np.float32)
    graph, quantized = integers(model(nodes, {"x": [1, 4, 5, 6]}, ["y"], constants), tmp_path, x)
    assert all(t.dtype is not DType.F32 for t in quantized.tensors.values() if not t.is_const)
    source = quantized.tensors[quantized.inputs[0]].quant
    assert source is not None
    given = np.clip(np.rint(x / source.s) + source.z, -128, 127).astype(np.int8)
    assert compare(graph, quantized, x, [given]) > 28


@pytest.mark.parametrize("name", ["product", "product by a constant on the left"])
def test_products_of_int16_matrices_stay_int16(name: str, tmp_path: Path) -> None:
    nodes, constants = CASES[name]
    x = np.random.default_rng(0).standard_normal((32, 1, 4, 5, 6)).astype(np.float32)
    options = QuantizeOptions(Scheme.INT16X8)
    graph, quantized = integers(model(nodes, {"x": [1, 4, 5, 6]}, ["y"], constants), tmp_path, x, options)
    assert {t.dtype for t in quantized.tensors.values() if not t.is_const} == {DType.I16}
    source = quantized.tensors[quantized.inputs[0]].quant
    assert source is not None
    given = np.clip(np.rint(x / source.s), -32768, 32767).astype(np.int16)
    assert compare(graph, quantized, x, [given]) > 70


def test_bytes_that_a_model_casts(tmp_path: Path) -> None:
    nodes = [node("Transpose", ["x"], ["t"], perm=[0, 3, 1, 2]), node("Cast", ["t"], ["f"], to=TensorProto.FLOAT)]
    nodes += [node("Conv", ["f", "w"], ["y"])]
    weight = np.random.default_rng(1).standard_normal((3, 2, 3, 3)).astype(np.float32)
    proto = model(nodes, {"x": [1, 6, 6, 2]}, ["y"], {"w": weight}, dtype=TensorProto.UINT8)
    proto.graph.output[0].type.tensor_type.elem_type = TensorProto.FLOAT
    x = np.random.default_rng(0).integers(0, 256, (32, 1, 6, 6, 2)).astype(np.uint8)
    graph, quantized = integers(proto, tmp_path, x)
    assert quantized.tensors[quantized.inputs[0]].dtype is DType.U8
    assert compare(graph, quantized, x, [x]) > 30


def test_index_of_the_largest_byte(tmp_path: Path) -> None:
    nodes = [node("Gemm", ["x", "w"], ["g"]), node("ArgMax", ["g"], ["y"], axis=1)]
    weight = np.random.default_rng(1).standard_normal((8, 5)).astype(np.float32)
    proto = model(nodes, {"x": [1, 8]}, ["y"], {"w": weight})
    proto.graph.output[0].type.tensor_type.elem_type = TensorProto.INT64
    x = np.random.default_rng(0).standard_normal((64, 1, 8)).astype(np.float32)
    graph, quantized = integers(proto, tmp_path, x)
    source = quantized.tensors[quantized.inputs[0]].quant
    assert source is not None
    given = np.clip(np.rint(x / source.s) + source.z, -128, 127).astype(np.int8)
    assert np.mean(simulate(quantized, [given])[0] == run_float(graph, [x])[0]) > 0.9
