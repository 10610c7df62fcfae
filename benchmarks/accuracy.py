"""Accuracy of the shared models: ONNX Runtime beside edgec's int8 in the simulator, on the host and under QEMU.

    python benchmarks/accuracy.py [NAME ...]

prints a Markdown table.  Models and data come from the folder that EDGEC_SHARED names, or from ../shared beside the
checkout.  No sample is used both to calibrate and to evaluate.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec import ConvertOptions, convert
from edgec.verify import Found, verify

SHARED = Path(os.environ.get("EDGEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")
SEED = 0
CALIBRATION = 100


@dataclass(frozen=True)
class Case:
    """A model, its evaluation set, and its calibration set (None: a part of the evaluation set is split off)."""

    model: str
    evaluation: str
    calibration: str | None = None
    divide: float = 1.0
    array: str = "x"


CASES = {
    "kws": Case("mlperf_kws_dscnn", "kws01", array="x_float"),
    "kws-qdq": Case("mlperf_kws_dscnn_qdq", "kws01", array="x_int8"),
    "resnet8": Case("mlperf_resnet8_cifar", "cifar10_test_lossless", "cifar10_calib"),
    "resnet8-nchw": Case("mlperf_resnet8_cifar_nchw", "cifar10_test_lossless", "cifar10_calib"),
    "resnet8-qdq": Case("mlperf_resnet8_cifar_qdq", "cifar10_test_lossless", "cifar10_calib"),
    "vww": Case("mlperf_mobilenet_vww", "vww01", "vww_calib", 255.0),
    "ad": Case("mlperf_ad01_autoencoder", "ad01_windows"),
    "str_ww": Case("mlperf_str_ww", "str_ww_calib"),
    "mnist": Case("torch_mnist_dsres_cnn_ts13_bn_kept", "mnist_test", "mnist_train", 255.0),
    "mnist-dynamic": Case("torch_mnist_dsres_cnn_ts13_dynbatch", "mnist_test", "mnist_train", 255.0),
}


def split(case: Case, folder: Path) -> tuple[Path, Path]:
    """Write the calibration and the evaluation set of a case."""
    x, y = read(case, case.evaluation)
    order = np.random.default_rng(SEED).permutation(len(x))
    if case.calibration is None:
        cut = min(CALIBRATION, len(x) // 2)
        chosen, rest = x[order[:cut]], np.sort(order[cut:])
        x, y = x[rest], y if y is None else y[rest]
    else:
        pool = read(case, case.calibration)[0]
        chosen = pool[np.random.default_rng(SEED).permutation(len(pool))[:CALIBRATION]]
    np.savez(folder / "calibration.npz", x=chosen)
    np.savez(folder / "evaluation.npz", **({"x": x} if y is None else {"x": x, "y": y}))
    return folder / "calibration.npz", folder / "evaluation.npz"


def read(case: Case, name: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Samples, preprocessed, and labels."""
    with np.load(SHARED / "data" / f"{name}.npz") as file:
        x = file[case.array]
        return (x / np.float32(case.divide) if case.divide != 1.0 else x), file.get("y")


def run(case: Case, folder: Path) -> Found:
    """Convert and verify one case."""
    calibration, evaluation = split(case, folder)
    quantized = case.model.endswith("_qdq")
    options = ConvertOptions(calibration=None if quantized else str(calibration))
    made = convert(SHARED / "models" / f"{case.model}.onnx", options, folder / "out")
    return verify(made.folder, str(evaluation))


def main(names: list[str]) -> None:
    """Print the table."""
    print("| model | samples | measure | ONNX Runtime | edgec int8 | bytes equal, host | bytes equal, QEMU Cortex-M4 |")
    print("|---|---|---|---|---|---|---|")
    for name in names or CASES:
        with tempfile.TemporaryDirectory() as folder:
            found = run(CASES[name], Path(folder))
        scores = [found.accuracy.get(p) for p in ("onnxruntime", "simulator")]
        texts = ["-" if s is None else f"{s:.3f}" if found.metric == "top1" else f"{s:.1f}" for s in scores]
        equal = [found.byte_equal.get(p, "-") for p in ("host", "qemu")]
        measure = "top-1" if found.metric == "top1" else "SQNR, dB"
        print(f"| {name} | {found.samples} | {measure} | {' | '.join(texts)} | {equal[0]} | {equal[1]} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
