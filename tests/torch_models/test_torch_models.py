"""PyTorch models by both exporters: in float32 within 1e-4 of ONNX Runtime on the host and under QEMU."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
import pytest

HERE = Path(__file__).resolve().parent
MODELS = sorted(p.stem for p in HERE.glob("*.onnx"))


def test_the_models_are_here() -> None:
    assert len(MODELS) == 16


@pytest.mark.parametrize("name", MODELS)
def test_float32_matches_onnx_runtime(name: str, tmp_path: Path, edgec: Callable[..., object]) -> None:
    path = HERE / f"{name}.onnx"
    ran = edgec("convert", path, "-t", "cortex-m4", "-o", tmp_path / "out")
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    value = onnxruntime.InferenceSession(str(path)).get_inputs()[0]
    shape = [d if isinstance(d, int) else 1 for d in value.shape]
    np.savez(tmp_path / "x.npz", x=np.random.default_rng(0).standard_normal((8, *shape)).astype(np.float32))
    ran = edgec("verify", tmp_path / "out", "--data", tmp_path / "x.npz", "--json")
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    found = json.loads(ran.out)  # type: ignore[attr-defined]
    assert found["samples"] == 8
    assert max(e for e in found["max_error"].values() if e is not None) < 1e-4


@pytest.mark.parametrize("name", [m for m in MODELS if m.startswith("cnn")])
def test_cnn_in_int8(name: str, tmp_path: Path, edgec: Callable[..., object]) -> None:
    x = np.random.default_rng(0).standard_normal((40, 3, 16, 16)).astype(np.float32)
    np.savez(tmp_path / "c.npz", x=x[:20])
    np.savez(tmp_path / "x.npz", x=x[20:])
    path = HERE / f"{name}.onnx"
    ran = edgec(
        "convert", path, "-t", "cortex-m4", "-o", tmp_path / "out", "--calibration", tmp_path / "c.npz", "--argmax"
    )
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    ran = edgec("verify", tmp_path / "out", "--data", tmp_path / "x.npz", "--json")
    assert ran.code == 0, ran.err  # type: ignore[attr-defined]
    found = json.loads(ran.out)  # type: ignore[attr-defined]
    assert found["byte_equal"]["host"] == 20
    assert found["accuracy"]["simulator"] > 20  # dB
