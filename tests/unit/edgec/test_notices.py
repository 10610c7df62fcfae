"""Notices of an import when values may depart from those of other tools: float64 in float32, sizes that are rounded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto

from edgec.converter.graph.errors import Exit, UnsupportedModel
from edgec.converter.onnx.importer import import_model
from tests.builders.onnx_models import save
from tests.conformance.grid_parts import Fixed, Sample

X = np.zeros((1, 1, 4, 4), np.float32)


def notices(sample: Sample, folder: Path) -> tuple[str, ...]:
    model = sample.model()[0]
    for value in model.graph.output:
        value.type.tensor_type.elem_type = TensorProto.FLOAT
    return import_model(save(model, folder)).notices


def test_integers_as_float64(tmp_path: Path) -> None:
    wide = Sample("Cast", [np.zeros(3, np.int64)], {"to": TensorProto.DOUBLE})
    (text,) = notices(wide, tmp_path)
    assert text == "node 'Cast' (Cast): float64 is computed in float32: int64 values beyond 2^24 are rounded"
    assert not notices(Sample("Cast", [np.zeros(3, np.int16)], {"to": TensorProto.DOUBLE}), tmp_path)
    assert not notices(Sample("Cast", [Fixed(np.array([1 << 24]))], {"to": TensorProto.DOUBLE}), tmp_path)


def test_a_constant_that_float32_does_not_hold(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModel) as caught:
        notices(Sample("Cast", [Fixed(np.array([(1 << 24) + 1]))], {"to": TensorProto.DOUBLE}), tmp_path)
    assert caught.value.exit_code == Exit.UNSUPPORTED == 3
    sentence = caught.value.refusals[0].sentence()
    assert "it makes float64 of an integer that float32 does not hold; keep it an integer, or below 2^24" in sentence


@pytest.mark.parametrize("mode", ["align_corners", "half_pixel_symmetric", "half_pixel"])
def test_scales_that_do_not_make_whole_cells(tmp_path: Path, mode: str) -> None:
    attrs = {"mode": "linear", "coordinate_transformation_mode": mode}
    scales = [Fixed(np.array([1, 1, f, 1], np.float32)) for f in (0.8, 1.5)]
    found = notices(Sample("Resize", [X, None, scales[0]], attrs, 19), tmp_path)
    assert len(found) == (mode != "half_pixel")
    assert all("its scale makes 3.2 cells of 4" in t and "export sizes instead of scales" in t for t in found)
    assert not notices(Sample("Resize", [X, None, scales[1]], attrs, 19), tmp_path)
