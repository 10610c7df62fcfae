"""Linear and cubic resizing computes in integers: one rounding of exact sums, no transpose around it."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from edgec.commands.verify import verify
from edgec.converter.ops.resample import resample_weight_quant
from edgec.pipeline import ConvertOptions, convert
from edgec.settings.values import VerifyOptions
from tests.builders.onnx_models import model, node, save

SCALES = {"double": (2.0, 2.0), "uneven": (1.5, 0.75)}


def build(mode: str, scales: str, folder: Path) -> Path:
    rng = np.random.default_rng(0)
    weight = rng.normal(size=(4, 2, 3, 3)).astype(np.float32)
    nodes = [
        node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
        node("Resize", ["c", "", "s"], ["r"], mode=mode),
        node("Conv", ["r", "v"], ["y"]),
    ]
    constants = {"w": weight, "v": weight[:2, :, :1, :1].reshape(1, 4, 1, 1), "s": np.float32((1, 1, *SCALES[scales]))}
    return save(model(nodes, {"x": [1, 2, 8, 8]}, ["y"], constants), folder)


@pytest.mark.parametrize(
    ("mode", "scales", "quantize", "decibels"),
    [("linear", "double", "int8", 28), ("cubic", "uneven", "int8", 28), ("linear", "uneven", "int16x8", 40)],
)
def test_resize(mode: str, scales: str, quantize: str, decibels: float, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no host compiler")
    data = tmp_path / "d.npz"
    np.savez(data, x=np.random.default_rng(1).normal(size=(16, 2, 8, 8)).astype(np.float32))
    options = ConvertOptions(quantize=quantize, calibration=str(data), input_layout="nhwc")
    made = convert(build(mode, scales, tmp_path), options, tmp_path / "out")
    assert "Transpose" not in {layer.op for layer in made.report.layers}
    found = verify(made.folder, VerifyOptions(data=str(data), on="host"))
    assert found.byte_equal == {"host": 16}
    assert found.accuracy["host"] > decibels


def test_weights_of_doubling_are_exact() -> None:
    quant = resample_weight_quant(np.array([[0.25, 0.75]], np.float32))
    assert quant.s == 2.0**-14
    assert resample_weight_quant(np.array([[5.0]], np.float32)).s == 2.0**-12
