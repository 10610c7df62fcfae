"""Simulator, host and QEMU give the same bytes whatever numbers the layers compute with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import residual_model, save

LAYERS = {
    "int8": [],
    "int16x8": ["--quantize", "int16x8"],
    "int4": ["--quantize", "int4", "--layer", "n_c=int4", "--layer", "n_d=int4", "--layer", "n_y=int4"],
    "mixed": ["--layer", "n_c=int16", "--layer", "n_d=int4", "--layer", "n_y=int16"],
    "float-layer": ["--layer", "n_d=float32"],
}


@pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")
@pytest.mark.parametrize("scheme", LAYERS)
def test_bytes(scheme: str, tmp_path: Path, edgec: Callable[..., object]) -> None:
    rng = np.random.default_rng(3)
    np.savez(tmp_path / "c.npz", x=rng.normal(size=(32, 3, 8, 8)).astype(np.float32))
    path = save(residual_model(), tmp_path)
    words = ["--calibration", tmp_path / "c.npz", "-o", tmp_path / "out", *LAYERS[scheme]]
    assert edgec("convert", path, *words).code == 0  # type: ignore[attr-defined]
    ran = edgec("verify", tmp_path / "out", "--data", tmp_path / "c.npz", "--json")
    result = json.loads(ran.out)  # type: ignore[attr-defined]
    assert result["byte_equal"] == {"host": 32, "qemu": 32, "device": None}
    assert result["accuracy"]["simulator"] > {"int8": 30, "int16x8": 40, "float-layer": 30}.get(scheme, 12)
