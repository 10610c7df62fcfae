"""Accuracy of the shared models in every integer scheme, beside the float model, TFLite and ONNX Runtime.

    python benchmarks/accuracy.py [--write FILE] [NAME ...]        or: make accuracy

prints two Markdown tables, and writes them with an explanation to a file when asked.  Models and data come from the
folder that EDGEC_SHARED names, or from ../shared beside the checkout.  No sample is used both to calibrate and to
evaluate: where there is one set only, each half is evaluated with the model that was calibrated on the other.  edgec's
columns are those of the simulator, whose bytes are the device's (``edgec verify``).
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from accuracy_peers import TFLITE, input_shape, quantize_static_outputs, run_onnx

from edgec.converter.graph.ir import DType, Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import mean_squared_error, sqnr_db, top1
from edgec.quantize.ranges.scheme import Rounding, Scheme
from edgec.samples.loss import simulated

SHARED = Path(os.environ.get("EDGEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")
CALIBRATION = 100
TEXT = """# Accuracy

Written by `python benchmarks/accuracy.py --write docs/accuracy.md` (`make accuracy`) from the models and data of the
shared folder; do not edit.

No sample is used both to calibrate and to evaluate: `kws`, `ad` and `str_ww`, which have a single set, are evaluated
half by half with the model calibrated on the other half. Calibration takes at most 100 samples and never sees a label.
TFLite's results are those of its own conversion on the same evaluation samples; on `resnet8` it was calibrated on these
very samples. ONNX Runtime's is the best of `quantize_static` with three calibrators, per tensor and per channel, picked
on the evaluation set itself. edgec runs with its defaults; its results are the simulator's, bit-identical to the
device's (`edgec verify`). "naive int4" rounds each weight to the nearest step of a min-max range.

{accuracy}
One sample is 0.4 points on `resnet8`, 0.33 on `vww`, 0.2 on `kws`, 4 on `str_ww`. A quantized model that scores above
the float model owes that to samples near the float model's decision boundary. The sharper question is how closely a
quantized model follows the float model: the share of samples with the same class (`ad`: root mean squared distance
from its reconstruction), the mean absolute difference of all outputs, and their signal-to-quantization-noise ratio
(SQNR). Compare the SQNR: even at 45 dB some samples change class, where the float model has two classes within
hundredths of each other, and which way these fall moves top-1 by as much as separates the columns.

{closeness}"""


@dataclass(frozen=True)
class Case:
    """A model, its evaluation set and its calibration set.

    ``calibration`` None: the evaluation set is all there is.
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
    "str_ww": Case("mlperf_str_ww", "str_ww_calib"),
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


def read(case: Case, name: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Samples, preprocessed, and labels."""
    with np.load(SHARED / "data" / f"{name}.npz") as file:
        x = file[case.array].astype(np.float32)
        return x / np.float32(case.divide), file.get("y")


def folds(case: Case, shape: tuple[int, ...]) -> list[Data]:
    """The data of a case in the input's shape: one pair of sets, or two whose evaluation sets are halves of one."""
    x, y = read(case, case.evaluation)
    x = x.reshape(len(x), *shape).astype(np.float32)
    if case.calibration is None:
        half = len(x) // 2
        labels = (None, None) if y is None else (y[:half], y[half:])
        return [Data(x[half:][:CALIBRATION], x[:half], labels[0]), Data(x[:half][:CALIBRATION], x[half:], labels[1])]
    chosen = read(case, case.calibration)[0][:CALIBRATION]
    return [Data(chosen.reshape(-1, *shape).astype(np.float32), x, y)]


def split(case: Case, folder: Path) -> tuple[Path, Path]:
    """A calibration set and a disjoint evaluation set of a case, written as files in the stored shape."""
    shape = read(case, case.evaluation)[0].shape[1:]
    data = folds(case, shape)[0]
    calibration, evaluation = folder / "calibration.npz", folder / "evaluation.npz"
    np.savez(calibration, x=data.calibration)
    np.savez(evaluation, **({"x": data.x} if data.y is None else {"x": data.x, "y": data.y}))
    return calibration, evaluation


def weight_bytes(graph: Graph) -> int:
    """Bytes of weights in flash."""
    weights = [t for t in graph.constants() if t.dtype in (DType.I4, DType.I8)]
    return sum((t.size + 1) // 2 if t.dtype is DType.I4 else t.size for t in weights)


@dataclass(frozen=True)
class Result:
    """Outputs [N, ...] of one model over its evaluation samples, by what computed them, and bytes of weights."""

    name: str
    x: np.ndarray
    y: np.ndarray | None
    real: np.ndarray
    peers: Mapping[str, np.ndarray]
    ours: Mapping[str, np.ndarray]
    sizes: Mapping[str, int]

    def score(self, outputs: np.ndarray) -> float:
        """Top-1, or the mean squared reconstruction error."""
        return top1(outputs, self.y) if self.y is not None else mean_squared_error(self.x, outputs)

    def agreement(self, outputs: np.ndarray) -> float:
        """Share of samples with the float model's class; without labels the root mean squared distance from it."""
        if self.y is None:
            return float(np.sqrt(mean_squared_error(self.real, outputs)))
        return float(np.mean(outputs.argmax(axis=1) == self.real.argmax(axis=1)))

    def distance(self, outputs: np.ndarray) -> float:
        """Mean absolute difference from the float model's outputs."""
        return float(np.mean(np.abs(outputs - self.real)))

    def accuracy_row(self) -> list[str]:
        """A line of the first table."""
        scores = {how: self.score(y) for how, y in self.peers.items()}
        best = max(scores, key=scores.__getitem__) if self.y is not None else min(scores, key=scores.__getitem__)
        numbers = [self.score(self.real), TFLITE.get(self.name), scores[best]]
        numbers += [self.score(y) for y in self.ours.values()]
        texts = ["-" if v is None else f"{v:.3f}" for v in numbers]
        texts[2] += f" ({best})"
        measure = "top-1" if self.y is not None else "MSE"
        return [self.name, str(len(self.x)), measure, *texts, f"{self.sizes['int4'] / self.sizes['int8']:.2f}"]

    def ratio(self, outputs: np.ndarray) -> float:
        """Signal to quantization noise ratio in dB."""
        return sqnr_db(self.real, outputs)

    def closeness_row(self) -> list[str]:
        """A line of the second table; of ONNX Runtime the setting whose outputs are nearest to the float model's."""
        best = min(self.peers.values(), key=self.distance)
        all_ = [best, *self.ours.values()]
        kind = "same class" if self.y is not None else "RMS"
        return [self.name, kind, *(self.closeness(y) for y in all_)]

    def closeness(self, outputs: np.ndarray) -> str:
        """A cell of the second table."""
        return f"{self.agreement(outputs):.3f} / {self.distance(outputs):.4f} / {self.ratio(outputs):.1f} dB"


def measure(name: str) -> Result:
    """All that computes a model, over all of its folds."""
    case = CASES[name]
    model = SHARED / "models" / f"{case.model}.onnx"
    graph = run_default(import_model(model).graph)
    device = graph.tensors[graph.inputs[0]].shape
    parts: dict[str, list[np.ndarray]] = {}
    sizes: dict[str, int] = {}
    sets = folds(case, input_shape(model))
    for data in sets:
        found = {f"peer {k}": v for k, v in quantize_static_outputs(model, data.calibration, data.x).items()}
        found["real"] = run_onnx(model, data.x)
        for scheme, options in SCHEMES.items():
            made = quantize_model(graph, [data.calibration.reshape(-1, *device)], options)
            found[f"ours {scheme}"] = simulated(made, [data.x.reshape(-1, *device)])[0].reshape(len(data.x), -1)
            sizes[scheme] = weight_bytes(made)
        for key, outputs in found.items():
            parts.setdefault(key, []).append(outputs)
    whole = {key: np.concatenate(outputs) for key, outputs in parts.items()}
    x = np.concatenate([d.x.reshape(len(d.x), -1) for d in sets])
    y = None if sets[0].y is None else np.concatenate([d.y for d in sets if d.y is not None])
    peers = {k.removeprefix("peer "): v for k, v in whole.items() if k.startswith("peer ")}
    ours = {k.removeprefix("ours "): v for k, v in whole.items() if k.startswith("ours ")}
    return Result(name, x, y, whole["real"], peers, ours, sizes)


def table(columns: list[str], rows: list[list[str]]) -> str:
    """Markdown."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def main(names: list[str], file: Path | None) -> None:
    """Print the tables, and write them to ``file``."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    results = []
    for name in names or CASES:
        results.append(measure(name))
        print(f"{name} done", file=sys.stderr, flush=True)
    ours = [f"edgec {s}" for s in SCHEMES]
    columns = ["model", "samples", "measure", "float", "TFLite int8", "ONNX Runtime int8 (best of six)", *ours]
    accuracy = table([*columns, "int4 / int8 weights"], [r.accuracy_row() for r in results])
    columns = ["model", "measure", "ONNX Runtime int8 (nearest of six)", *ours]
    closeness = table(columns, [r.closeness_row() for r in results])
    print(accuracy)
    print(closeness)
    if file is not None:
        file.write_text(TEXT.format(accuracy=accuracy, closeness=closeness), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(CASES)}")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the tables with an explanation")
    arguments = parser.parse_args()
    main(arguments.names, arguments.write)
