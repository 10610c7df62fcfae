"""Raw sensor data as model input: preprocessing becomes scale and zero point, or part of the model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import DType, Quant
from edgec.converter.onnx.importer import import_model
from edgec.converter.onnx.raw_input import RawInput
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model, run_float
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.samples.loss import simulated

RNG = np.random.default_rng(3)
WEIGHT = RNG.normal(size=(4, 3, 3, 3)).astype(np.float32)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A padded convolution over a [1, 3, 8, 8] image."""
    graph = helper.make_graph(
        [helper.make_node("Conv", ["x", "w"], ["y"], pads=[1, 1, 1, 1])],
        "m",
        [helper.make_tensor_value_info("x", onnx.TensorProto.FLOAT, [1, 3, 8, 8])],
        [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, [1, 4, 8, 8])],
        [numpy_helper.from_array(WEIGHT, "w")],
    )
    path = tmp_path / "m.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)]), path)
    return path


def converted(model: Path, raw: RawInput, samples: np.ndarray):  # type: ignore[no-untyped-def]
    graph = run_default(import_model(model, raw=raw).graph)
    return graph, quantize_model(graph, [samples], QuantizeOptions())


def bytes_of(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)


def test_a_uniform_map_with_a_whole_zero_point_costs_nothing(model: Path) -> None:
    x = bytes_of((20, 1, 3, 8, 8))
    graph, made = converted(model, RawInput("uint8", 1 / 128, (1.0,)), x)
    source = made.tensors[made.inputs[0]]
    assert source.dtype is DType.U8
    assert source.quant == Quant.per_tensor(1 / 128, 128)
    assert [n.op for n in made.nodes if n.op not in ("Transpose", "Conv")] == ["Requantize"]
    assert sqnr_db(run_float(graph, [x])[0], simulated(made, [x])[0]) > 35


def test_means_per_channel_stay_exact_at_the_border(model: Path) -> None:
    x = bytes_of((20, 1, 8, 8, 3))
    raw = RawInput("uint8", 1.0, (123.0, 116.0, 103.0), (58.0, 57.0, 57.0), "nhwc")
    graph, made = converted(model, raw, x)
    assert made.tensors[made.inputs[0]].shape == (1, 8, 8, 3)
    real = ((x.astype(np.float64) - raw.mean) / raw.std)[:, 0].transpose(0, 3, 1, 2)
    plain = run_default(import_model(model).graph)
    expected = run_float(plain, [real[:, None].astype(np.float32)])[0]
    np.testing.assert_allclose(run_float(graph, [x])[0], expected, atol=1e-3)
    assert sqnr_db(expected, simulated(made, [x])[0]) > 30


def test_int16_audio(model: Path) -> None:
    x = np.random.default_rng(1).integers(-30000, 30000, (20, 1, 3, 8, 8)).astype(np.int16)
    graph, made = converted(model, RawInput("int16", 1 / 32768), x)
    assert made.tensors[made.inputs[0]].dtype is DType.I16
    assert sqnr_db(run_float(graph, [x])[0], simulated(made, [x])[0]) > 30


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"dtype": "float"}, "needs dtype"),
        ({"dtype": "uint8", "gain": 2}, "unknown key 'gain'"),
        ({"dtype": "uint8", "std": 0}, "above 0"),
        ({"dtype": "uint8", "mean": "a"}, "a number or a list"),
        ({"dtype": "uint8", "mean": [1, 2], "std": [1, 2, 3]}, "as many values"),
        ({"dtype": "uint8", "layout": "hwc"}, "layout"),
    ],
)
def test_wrong_tables(table: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        RawInput.parse("edgec.toml", table)


def test_channels_that_do_not_fit(model: Path) -> None:
    with pytest.raises(UsageError, match="5 values"):
        import_model(model, raw=RawInput("uint8", 1.0, (1.0,) * 5))


def test_settings_file(model: Path, tmp_path: Path, edgec: Callable[..., object]) -> None:
    (tmp_path / "edgec.toml").write_text('[input]\ndtype = "uint8"\nscale = 0.00390625\nlayout = "nhwc"\n')
    np.savez(tmp_path / "c.npz", x=bytes_of((20, 8, 8, 3)))
    words = ["--config", tmp_path / "edgec.toml", "--calibration", tmp_path / "c.npz", "-o", tmp_path / "out"]
    assert edgec("convert", model, *words).code == 0  # type: ignore[attr-defined]
    header = (tmp_path / "out" / "m.h").read_text()
    assert "INPUT0_DTYPE uint8_t" in header and "INPUT0_DIMS {1, 8, 8, 3}" in header
