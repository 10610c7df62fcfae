"""The shared models: accuracy of int8 against float, and quantized models against ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, run_float, simulate, strip_qdq
from edgec.quantize.judge.accuracy import mean_squared_error, sqnr_db, top1
from edgec.quantize.ranges.simulate import to_real


def load(shared: Path, model: str) -> Graph:
    return run_default(strip_qdq(import_model(shared / "models" / f"{model}.onnx", {}).graph))


def data(shared: Path, file: str, key: str = "x") -> Array:
    return np.load(shared / "data" / file)[key]


def fitted(graph: Graph, x: Array) -> list[Array]:
    t = graph.tensors[graph.inputs[0]]
    return [x.astype(t.dtype.numpy).reshape(len(x), *t.shape)]


def both(graph: Graph, calibration: Array, x: Array, calibrator: str = "minmax") -> tuple[Array, Array]:
    """Outputs in float and of the integer graph."""
    made = quantize_model(graph, fitted(graph, calibration), QuantizeOptions(calibrator=calibrator))
    assert all(t.dtype in (DType.I8, DType.I32) for t in made.tensors.values())
    t = made.tensors[made.inputs[0]]
    assert t.quant is not None
    ins = fitted(graph, x)
    outs = simulate(made, [quantize_array(ins[0], t.quant, t.dtype)])
    return run_float(graph, ins)[0], to_real(outs[0], made.tensors[made.outputs[0]])


@pytest.mark.parametrize("calibrator", ["minmax", "percentile"])
def test_keyword_spotter(shared: Path, calibrator: str) -> None:
    graph = load(shared, "mlperf_kws_dscnn")
    x, y = data(shared, "kws01.npz", "x_float"), data(shared, "kws01.npz", "y")
    real, found = both(graph, x[:100], x[100:], calibrator)
    assert top1(real, y[100:]) == pytest.approx(0.905, abs=0.003)
    assert top1(found, y[100:]) >= 0.900
    assert sqnr_db(real, found) > 24


def test_resnet(shared: Path) -> None:
    graph = load(shared, "mlperf_resnet8_cifar")
    x, y = data(shared, "cifar10_test_lossless.npz"), data(shared, "cifar10_test_lossless.npz", "y")
    real, found = both(graph, data(shared, "cifar10_calib.npz")[:100], x)
    assert top1(found, y) >= top1(real, y) - 0.01


def test_visual_wake_words(shared: Path) -> None:
    graph = load(shared, "mlperf_mobilenet_vww")
    x, y = data(shared, "vww01.npz")[::2] / np.float32(255), data(shared, "vww01.npz", "y")[::2]
    real, found = both(graph, data(shared, "vww_calib.npz")[:64] / np.float32(255), x)
    assert top1(found, y) >= top1(real, y) - 0.02  # 3 of 150 samples
    assert sqnr_db(real, found) > 25


def test_autoencoder(shared: Path) -> None:
    graph = load(shared, "mlperf_ad01_autoencoder")
    x = data(shared, "ad01_windows.npz")
    real, found = both(graph, x[:98], x[98:])
    assert mean_squared_error(x[98:], found) <= mean_squared_error(x[98:], real) + 0.2


@pytest.mark.parametrize("model", ["torch_mnist_dsres_cnn_ts13_bn_kept", "torch_mnist_dsres_cnn_ts13_dynbatch"])
def test_mnist(shared: Path, model: str) -> None:
    x, y = data(shared, "mnist_test.npz") / np.float32(255), data(shared, "mnist_test.npz", "y")
    real, found = both(load(shared, model), data(shared, "mnist_train.npz")[:100] / np.float32(255), x)
    assert top1(found, y) >= top1(real, y) - 0.005


def test_quantized_keyword_spotter_is_all_integer(shared: Path) -> None:
    made = quantize_model(load(shared, "mlperf_kws_dscnn_qdq"), None, QuantizeOptions())
    assert all(t.dtype in (DType.I8, DType.I32) for t in made.tensors.values())
    x, y = data(shared, "kws01.npz", "x_int8"), data(shared, "kws01.npz", "y")
    assert top1(simulate(made, fitted(made, x))[0], y) == pytest.approx(0.898, abs=0.004)


def test_quantized_resnet_is_all_integer(shared: Path) -> None:
    made = quantize_model(load(shared, "mlperf_resnet8_cifar_qdq"), None, QuantizeOptions())
    assert all(t.dtype in (DType.I8, DType.I32) for t in made.tensors.values())
    x, y = data(shared, "cifar10_test_lossless.npz"), data(shared, "cifar10_test_lossless.npz", "y")
    found = simulate(made, fitted(made, x.astype(np.int16) - 128))[0]
    assert top1(found, y) == pytest.approx(0.888, abs=0.009)
