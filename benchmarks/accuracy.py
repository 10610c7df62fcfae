"""Accuracy of the shared models in every integer scheme, beside the float model, TFLite and ONNX Runtime.

    python benchmarks/accuracy.py [NAME ...]        or: make accuracy

prints a Markdown table.  Models and data come from the folder that EDGEC_SHARED names, or from ../shared beside the
checkout.  No sample is used both to calibrate and to evaluate.  edgec's columns are those of the simulator, whose bytes
are the device's (``edgec verify``).
"""

from __future__ import annotations

import logging
import os
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from accuracy_peers import TFLITE, input_shape, quantize_static_best, run_onnx

from edgec.budget import simulated
from edgec.converter.ir import DType, Graph
from edgec.converter.onnx_import import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.accuracy import mean_squared_error, top1
from edgec.quantize.scheme import Rounding, Scheme

SHARED = Path(os.environ.get("EDGEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")
CALIBRATION = 100


@dataclass(frozen=True)
class Case:
    """A model, its evaluation set and its calibration set.

    ``calibration`` None: the first samples of the evaluation set are split off; "rolled": they are its samples moved in
    time and scaled, where no second set exists.
    """

    model: str
    evaluation: str
    calibration: str | None = None
    divide: float = 1.0
    array: str = "x"


CASES = {
    "kws": Case("mlperf_kws_dscnn", "kws01", array="x_float"),
    "resnet8": Case("mlperf_resnet8_cifar", "cifar10_test_lossless", "cifar10_calib"),
    "resnet8-jpeg": Case("mlperf_resnet8_cifar", "cifar10_test", "cifar10_calib"),
    "vww": Case("mlperf_mobilenet_vww", "vww01", "vww_calib", 255.0),
    "ad": Case("mlperf_ad01_autoencoder", "ad01_windows"),
    "str_ww": Case("mlperf_str_ww", "str_ww_calib", "rolled"),
    "mnist": Case("torch_mnist_dsres_cnn_ts13_bn_kept", "mnist_test", "mnist_train", 255.0),
}
SCHEMES = {
    "int8": QuantizeOptions(),
    "int16x8": QuantizeOptions(Scheme.INT16X8),
    "int4": QuantizeOptions(Scheme.INT4),
    "naive int4": QuantizeOptions(Scheme.INT4, "minmax", rounding=Rounding.NEAREST),
}


@dataclass(frozen=True)
class Data:
    """Calibration samples, evaluation samples and labels; samples as [N, *input shape]."""

    calibration: np.ndarray
    x: np.ndarray
    y: np.ndarray | None

    def score(self, outputs: np.ndarray) -> float:
        """Top-1, or the mean squared reconstruction error."""
        flat = outputs.reshape(len(self.x), -1)
        return top1(flat, self.y) if self.y is not None else mean_squared_error(self.x.reshape(len(self.x), -1), flat)


def read(case: Case, name: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Samples, preprocessed, and labels."""
    with np.load(SHARED / "data" / f"{name}.npz") as file:
        x = file[case.array].astype(np.float32)
        return x / np.float32(case.divide), file.get("y")


def load(case: Case, shape: tuple[int, ...]) -> Data:
    """The data of a case, in the input's shape."""
    x, y = read(case, case.evaluation)
    if case.calibration == "rolled":
        chosen = np.clip(np.concatenate([np.roll(x, 3, axis=1), np.roll(x, -4, axis=1) * 0.97]), 0, 1)
    elif case.calibration is None:
        cut = min(CALIBRATION, len(x) // 2)
        chosen, x, y = x[:cut], x[cut:], None if y is None else y[cut:]
    else:
        chosen = read(case, case.calibration)[0][:CALIBRATION]
    return Data(*(a.reshape(len(a), *shape).astype(np.float32) for a in (chosen, x)), y)


def split(case: Case, folder: Path) -> tuple[Path, Path]:
    """The calibration and the evaluation set of a case, written as files."""
    data = load(case, read(case, case.evaluation)[0].shape[1:])
    calibration, evaluation = folder / "calibration.npz", folder / "evaluation.npz"
    np.savez(calibration, x=data.calibration)
    np.savez(evaluation, **({"x": data.x} if data.y is None else {"x": data.x, "y": data.y}))
    return calibration, evaluation


def weight_bytes(graph: Graph) -> int:
    """Bytes of weights in flash."""
    weights = [t for t in graph.constants() if t.dtype in (DType.I4, DType.I8)]
    return sum((t.size + 1) // 2 if t.dtype is DType.I4 else t.size for t in weights)


def row(name: str) -> list[str]:
    """One line of the table."""
    case = CASES[name]
    model = SHARED / "models" / f"{case.model}.onnx"
    data = load(case, input_shape(model))
    graph = run_default(import_model(model).graph)
    device = graph.tensors[graph.inputs[0]].shape
    sizes: dict[str, int] = {}
    scores: dict[str, float] = {}
    for scheme, options in SCHEMES.items():
        made = quantize_model(graph, [data.calibration.reshape(-1, *device)], options)
        scores[scheme] = data.score(simulated(made, [data.x.reshape(-1, *device)])[0])
        sizes[scheme] = weight_bytes(made)
    peer, how = quantize_static_best(model, data.calibration, data.x, data.score, data.y is not None)
    reference = data.score(run_onnx(model, data.x))
    numbers = [reference, TFLITE.get(name), peer, *scores.values()]
    texts = ["-" if v is None else f"{v:.3f}" for v in numbers]
    ratio = f"{sizes['int4'] / sizes['int8']:.2f}"
    return [name, str(len(data.x)), "top-1" if data.y is not None else "MSE", *texts[:2], f"{texts[2]} ({how})",
            *texts[3:], ratio]  # fmt: skip


def main(names: list[str]) -> None:
    """Print the table."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    columns = ["model", "samples", "measure", "float", "TFLite int8", "ONNX Runtime int8 (best of six)"]
    columns += [f"edgec {s}" for s in SCHEMES] + ["int4 / int8 weights"]
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))
    for name in names or CASES:
        print("| " + " | ".join(row(name)) + " |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
