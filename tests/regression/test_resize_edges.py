"""Nearest cells of a Resize whose positions lie on the edge of two: as ONNX Runtime, which computes in float32."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


@pytest.mark.parametrize("rule", ["floor", "ceil", "round_prefer_floor", "round_prefer_ceil"])
@pytest.mark.parametrize(
    ("transform", "size", "scale"),
    [("half_pixel", 4, 0.6), ("half_pixel", 19, 0.6), ("asymmetric", 16, 0.3), ("asymmetric", 33, 0.7),
     ("pytorch_half_pixel", 35, 0.6), ("asymmetric", 8, 2.5)],
)  # fmt: skip
def test_cells_are_those_of_onnx_runtime(transform: str, size: int, scale: float, rule: str, tmp_path: Path) -> None:
    attributes = {"mode": "nearest", "nearest_mode": rule, "coordinate_transformation_mode": transform}
    proto = model(
        [node("Resize", ["x", "", "s"], ["y"], **attributes)],
        {"x": [size]}, ["y"], {"s": np.array([scale], np.float32)}, opset=19,
    )  # fmt: skip
    x = np.arange(size, dtype=np.float32)
    wanted = ort.InferenceSession(proto.SerializeToString(), providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
    assert np.array_equal(run_float(import_model(save(proto, tmp_path), {}).graph, [x[None]])[0][0], wanted)
