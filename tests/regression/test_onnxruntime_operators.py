"""Operators that ONNX Runtime's quantizer leaves between integers: pools of bytes, slopes, normalizations."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime as ort
import pytest
from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, strip_qdq
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.samples.loss import simulated
from tests.builders.onnx_models import model, node, save
from tests.builders.ort_samples import Samples


def net(middle: list[onnx.NodeProto]) -> onnx.ModelProto:
    """Convolution and Relu, ``middle`` from r to m, a convolution, an average, a classifier."""
    rng = np.random.default_rng(0)
    nodes = [
        node("Conv", ["x", "w1", "b"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"]),
        *middle,
        node("Conv", ["m", "w2", "b"], ["d"], pads=[1, 1, 1, 1]),
        node("GlobalAveragePool", ["d"], ["g"]),
        node("Flatten", ["g"], ["f"]),
        node("Gemm", ["f", "w3"], ["y"], transB=1),
    ]
    shapes = {"w1": (8, 3, 3, 3), "w2": (8, 8, 3, 3), "w3": (10, 8), "b": (8,)}
    values = {n: rng.normal(0, 0.4, s) for n, s in shapes.items()}
    values |= {"slopes": np.linspace(0.1, 0.5, 8).reshape(8, 1, 1), "mean": np.zeros(8), "variance": np.ones(8)}
    values |= {"root": np.sqrt(2.0), "one": np.ones(()), "half": np.array(0.5)}
    values |= {"scales": np.array([1.0, 1.0, 2.0, 2.0])}
    values |= {"factor": np.geomspace(0.3, 3.0, 8), "shift": np.linspace(-1.0, 1.0, 8)}
    return model(nodes, {"x": [1, 3, 8, 8]}, ["y"], {n: np.float32(v) for n, v in values.items()})


NORMALIZED = [node("BatchNormalization", ["r", "factor", "shift", "mean", "variance"], ["n"])]
GELU = [
    node("Conv", ["r", "w2", "b"], ["e"]),
    node("Div", ["e", "root"], ["scaled"]),
    node("Erf", ["scaled"], ["erf"]),
    node("Add", ["erf", "one"], ["above"]),
    node("Mul", ["e", "above"], ["twice"]),
    node("Mul", ["twice", "half"], ["m"]),
]
MISH = [
    node("Conv", ["r", "w2", "b"], ["e"]),
    node("Softplus", ["e"], ["soft"]),
    node("Tanh", ["soft"], ["gate"]),
    node("Mul", ["e", "gate"], ["m"]),
]
MIDDLES = {
    "gelu": GELU,
    "doubled": [node("Resize", ["r", "", "scales"], ["m"], mode="linear")],
    "mish": MISH,
    "pool of bytes": [node("MaxPool", ["r"], ["m"], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])],
    "slopes": [node("Conv", ["r", "w2", "b"], ["e"]), node("PRelu", ["e", "slopes"], ["m"])],
    "normalization": [*NORMALIZED, node("Relu", ["n"], ["m"])],
    "no scale": [*NORMALIZED, node("Relu", ["n"], ["q"]), node("MaxPool", ["q"], ["m"], kernel_shape=[2, 2])],
}


def steps_apart(name: str, form: QuantFormat, activation: QuantType, folder: Path) -> np.ndarray:
    """Distances of ONNX Runtime's outputs from ours, in steps of the output."""
    x = np.random.default_rng(1).normal(size=(16, 1, 3, 8, 8)).astype(np.float32)
    path = folder / "quantized.onnx"
    quantize_static(
        save(net(MIDDLES[name]), folder), path, Samples(x), quant_format=form, per_channel=True,
        activation_type=activation, weight_type=QuantType.QInt8,
    )  # fmt: skip
    source = run_default(strip_qdq(import_model(path, {}).graph))
    graph = quantize_model(source, [x] if name == "no scale" else None, QuantizeOptions())
    assert all(is_integer_node(graph, n) for n in graph.nodes)
    seen = np.random.default_rng(2).normal(size=(60, 1, 3, 8, 8)).astype(np.float32)
    session = ort.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    wanted = np.concatenate([session.run(None, {"x": v})[0] for v in seen])
    quant = graph.tensors[graph.outputs[0]].quant
    assert quant is not None
    return np.asarray(np.abs(simulated(graph, [seen])[0].reshape(wanted.shape) - wanted) / quant.s)


@pytest.mark.parametrize("form", [QuantFormat.QDQ, QuantFormat.QOperator], ids=["qdq", "qoperator"])
@pytest.mark.parametrize("name", MIDDLES)
def test_same_results(name: str, form: QuantFormat, tmp_path: Path) -> None:
    steps = steps_apart(name, form, QuantType.QUInt8, tmp_path)
    if name == "doubled" and form is QuantFormat.QOperator:  # ONNX Runtime drops the fractions of bytes, all one way
        assert steps.max() < 5.01
    else:
        assert steps.max() < 3.01 and np.mean(steps > 1.01) < 0.1


@pytest.mark.parametrize("name", ["gelu", "no scale"])
def test_same_results_in_int16(name: str, tmp_path: Path) -> None:
    """Few of 65536 steps on average: samples beyond the calibrated range saturate at other ends, ours are symmetric."""
    assert steps_apart(name, QuantFormat.QDQ, QuantType.QInt16, tmp_path).mean() < 16
