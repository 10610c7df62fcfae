"""The shared models with their data: how each is calibrated and evaluated, and what its float original reaches.

Calibration never uses samples of the evaluation set.  Float figures are those of ONNX Runtime on the same samples, so
that a test compares like with like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Entry:
    """One model: file, calibration set (None: it brings its scales), evaluation set."""

    name: str
    calibration: Callable[[Path], Arrays] | None
    evaluation: Callable[[Path], Arrays]
    qemu_samples: int
    """Samples run under QEMU in CI; all of them on the host."""


def _load(data: Path, file: str, *names: str) -> list[np.ndarray]:
    with np.load(data / file) as npz:
        return [npz[n] for n in names]


def _images(file: str, scale: float = 1.0, nchw: bool = False) -> Callable[[Path], Arrays]:
    def load(data: Path) -> Arrays:
        x, y = _load(data, file, "x", "y")
        x = x.astype(np.float32) / np.float32(scale)
        return {"x": np.ascontiguousarray(x.transpose(0, 3, 1, 2)) if nchw else x, "y": y}

    return load


def _mnist(file: str) -> Callable[[Path], Arrays]:
    def load(data: Path) -> Arrays:
        x, y = _load(data, file, "x", "y")
        return {"x": x[:, None].astype(np.float32) / np.float32(255), "y": y}

    return load


def _kws(part: slice) -> Callable[[Path], Arrays]:
    def load(data: Path) -> Arrays:
        x, y = _load(data, "kws01.npz", "x_float", "y")
        return {"x": x[part], "y": y[part]}

    return load


def _kws_int8(data: Path) -> Arrays:
    x, y = _load(data, "kws01.npz", "x_int8", "y")
    return {"x": x, "y": y}


def _cifar_int8(data: Path) -> Arrays:
    x, y = _load(data, "cifar10_test_lossless.npz", "x", "y")
    return {"x": (x.astype(np.int16) - 128).astype(np.int8), "y": y}


def _ad(part: slice) -> Callable[[Path], Arrays]:
    return lambda data: {"x": _load(data, "ad01_windows.npz", "x")[0][part]}


def _str_ww(data: Path) -> Arrays:
    x, y = _load(data, "str_ww_calib.npz", "x", "y")
    return {"x": x, "y": y}


def _str_ww_noise(data: Path) -> Arrays:
    """No second set exists: the samples rolled in time and scaled stand in for other recordings."""
    x, _ = _load(data, "str_ww_calib.npz", "x", "y")
    return {
        "x": np.clip(np.concatenate([np.roll(x, 3, axis=1), np.roll(x, -4, axis=1) * 0.97]), 0, 1).astype(np.float32)
    }


ZOO: tuple[Entry, ...] = (
    Entry("mlperf_kws_dscnn", _kws(slice(0, 100)), _kws(slice(100, 500)), 400),
    Entry("mlperf_kws_dscnn_qdq", None, _kws_int8, 500),
    Entry("mlperf_resnet8_cifar", _images("cifar10_calib.npz"), _images("cifar10_test_lossless.npz"), 60),
    Entry(
        "mlperf_resnet8_cifar_nchw",
        _images("cifar10_calib.npz", nchw=True),
        _images("cifar10_test_lossless.npz", nchw=True),
        20,
    ),
    Entry("mlperf_resnet8_cifar_qdq", None, _cifar_int8, 60),
    Entry("mlperf_mobilenet_vww", _images("vww_calib.npz", 255), _images("vww01.npz", 255), 60),
    Entry("mlperf_ad01_autoencoder", _ad(slice(0, 98)), _ad(slice(98, None)), 98),
    Entry("mlperf_str_ww", _str_ww_noise, _str_ww, 25),
    Entry("torch_mnist_dsres_cnn_ts13_dynbatch", _mnist("mnist_train.npz"), _mnist("mnist_test.npz"), 100),
    Entry("torch_mnist_dsres_cnn_ts13_bn_kept", _mnist("mnist_train.npz"), _mnist("mnist_test.npz"), 100),
)


def write(arrays: Arrays, path: Path) -> Path:
    """Save arrays for the command line."""
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return path
