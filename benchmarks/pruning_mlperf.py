"""Pruning without training on MLPerf Tiny nets: what is left, what it costs, what is lost (Cortex-M4, int8).

    python benchmarks/pruning_mlperf.py [NET ...]

Needs the shared folder (``EDGEC_SHARED``, else ``../shared``).  No sample serves both: ``resnet8`` is calibrated on 300
JPEG training images and evaluated on 1,000 JPEG and 250 lossless test images; of ``kws`` and ``ad`` one half, drawn by
a seed (``ad``: every other window), calibrates; ``vww`` is calibrated on 128 photos and evaluated on 300.  Columns:
share asked for; MACs, flash and instructions (estimated) left; top-1 in percent (``ad``: mean squared error).
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from edgec import ConvertOptions, convert
from edgec.converter.edge.file import load_edge
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.judge.accuracy import mean_squared_error, top1
from edgec.reports import Report
from edgec.samples.loss import simulated

SHARED = Path(os.environ.get("EDGEC_SHARED", Path(__file__).resolve().parents[2] / "shared"))
ASKED = {
    "resnet8": ("macs=0.75", "instructions=0.75"),
    "kws": ("instructions=0.75", "macs=0.5"),
    "ad": ("flash=0.6",),
    "vww": ("macs=0.75",),
}


@dataclass(frozen=True)
class Net:
    """A model, its calibration samples, and sets to evaluate on (labels None: the input is to be reproduced)."""

    model: str
    calibration: Array
    sets: tuple[tuple[Array, Array | None], ...]


def _file(name: str) -> dict[str, Array]:
    with np.load(SHARED / "data" / name) as found:
        return {k: found[k] for k in found.files if k in ("x", "y", "x_float")}


def net(name: str) -> Net:
    """A net of ``ASKED``."""
    if name == "resnet8":
        sets = tuple(_file(f) for f in ("cifar10_test.npz", "cifar10_test_lossless.npz"))
        calibration = _file("cifar10_calib.npz")["x"].astype(np.float32)
        return Net("mlperf_resnet8_cifar", calibration, tuple((s["x"].astype(np.float32), s["y"]) for s in sets))
    if name == "vww":
        calibration, data = (_file(f) for f in ("vww_calib.npz", "vww01.npz"))
        return Net("mlperf_mobilenet_vww", _unit(calibration["x"]), ((_unit(data["x"]), data["y"]),))
    if name == "ad":
        x = _file("ad01_windows.npz")["x"]
        return Net("mlperf_ad01_autoencoder", x[::2], ((x[1::2], None),))
    data, half = _file("kws01.npz"), np.random.default_rng(0).permutation(500)
    x, y = data["x_float"].astype(np.float32)[half], data["y"][half]
    return Net("mlperf_kws_dscnn", x[:250], ((x[250:], y[250:]),))


def _unit(x: Array) -> Array:
    return x.astype(np.float32) / 255


def figures(graph: Graph, sets: Sequence[tuple[Array, Array | None]]) -> tuple[float, ...]:
    """Of an integer graph, one for each set."""
    found = []
    for x, labels in sets:
        made = simulated(graph, [x.reshape(len(x), *graph.tensors[graph.inputs[0]].shape)])[0].reshape(len(x), -1)
        found.append(mean_squared_error(x, made.reshape(x.shape)) if labels is None else 100 * top1(made, labels))
    return tuple(found)


def rows(name: str) -> Iterator[tuple[str, Report, tuple[float, ...]]]:
    """The unpruned build, then the pruned ones: share asked for, report, figures."""
    one = net(name)
    with tempfile.TemporaryDirectory() as temp:
        data = Path(temp) / "calibration.npz"
        np.savez(data, x=one.calibration)
        for asked in (None, *ASKED[name]):
            options = ConvertOptions(calibration=str(data), prune=asked, name=name)
            made = convert(SHARED / "models" / f"{one.model}.onnx", options, Path(temp) / "out", True)
            graph, _ = load_edge(made.folder / f"{name}.edge")
            yield asked or "", made.report, figures(graph, one.sets)


def main(names: Sequence[str]) -> None:
    """Print the table."""
    print("net      asked for           MACs    flash  instructions  figures")
    for name in names or ASKED:
        whole: Report | None = None
        for asked, report, found in rows(name):
            whole = whole or report
            shares = (report.macs / whole.macs, report.flash.needed / whole.flash.needed,
                      report.instructions / whole.instructions)  # fmt: skip
            text = ", ".join(f"{f:.2f}" for f in found)
            print(f"{name:8} {asked:18} {shares[0]:5.3f}    {shares[1]:5.3f}  {shares[2]:12.3f}  {text}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
