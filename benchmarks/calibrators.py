"""Calibrators compared: how near int8 outputs come to the float model's on samples that no range was taken from.

    python benchmarks/calibrators.py [--scheme int8] [--no-peers] [--unseen] [--write FILE] [NAME ...]

prints a Markdown table: signal to quantization noise ratio (dB) of the simulator's outputs with each calibrator, those
of ONNX Runtime's ``quantize_static`` (weights per channel) beside them, and what ``auto`` lacks to the best single one.
``--write`` puts the rows of the nets measured, and those of unseen samples, into the page and keeps its other rows.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from accuracy_peers import quantize_static_outputs, run_onnx
from calibrator_nets import UNSEEN, Fold, Net, names, nets
from calibrator_page import Row, summary, table, update
from onnxruntime.capi.onnxruntime_pybind11_state import Fail

from edgec.converter.graph.ir import DType
from edgec.quantize import QuantizeOptions
from edgec.quantize.integers.ptq import quantize_calibrated
from edgec.quantize.integers.reconstruct import remembered
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.calibrate import CHOICES, Calibration, calibrate
from edgec.quantize.ranges.scheme import Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import prepared
from edgec.samples.loss import simulated

EVALUATED = 250  # samples of a fold


def ratio(reference: Sequence[np.ndarray], values: Sequence[np.ndarray]) -> float:
    """Mean over the outputs of their signal to noise ratio in dB, each at most 150."""
    return float(np.mean([min(150.0, sqnr_db(a, b)) for a, b in zip(reference, values, strict=True)]))


def measure(net: Net, fold: Fold, scheme: Scheme, name: str, peers: bool) -> Row:
    """All calibrators on one fold."""
    x = fold.evaluation[:EVALUATED]
    real = run_float(net.graph, [x])
    floats = [i for i, o in enumerate(net.graph.outputs) if net.graph.tensors[o].dtype is DType.F32]
    graph = prepared(net.graph, [fold.calibration])
    replay = remembered(graph, [fold.calibration])
    ours: dict[str, float] = {}
    done: list[tuple[Calibration, str]] = []
    for calibrator in CHOICES:
        ranges = calibrate(graph, [fold.calibration], calibrator)
        same = next((c for r, c in done if r.ranges == ranges.ranges), None)  # the same ranges make the same model
        if same is None:
            options = QuantizeOptions(scheme, calibrator, allow_float=True)
            made = quantize_calibrated(graph, ranges, [fold.calibration], options, replay=replay)
            found = simulated(made, [x])
            ours[calibrator] = ratio([real[i] for i in floats], [found[i] for i in floats])
        else:
            ours[calibrator] = ours[same]
        done.append((ranges, calibrator))
    others: dict[str, float] = {}
    if peers and net.model is not None and len(floats) == 1 == len(net.graph.outputs):
        given = [a.reshape(len(a), *net.source) for a in (fold.calibration, x)]
        reference = run_onnx(net.model, given[1])
        with contextlib.suppress(Fail):  # ONNX Runtime does not run all that it quantizes
            peer = quantize_static_outputs(net.model, given[0], given[1], (True,))
            others = {kind: ratio([reference], [outputs]) for kind, outputs in peer.items()}
    return Row(name, ours, others)


def measured(folder: Path, arguments: argparse.Namespace, unseen: bool) -> list[Row]:
    """A row for every fold of the nets asked for; they are in the page, if there is one, when their net is done."""
    rows: list[Row] = []
    wanted = [n for n in arguments.names if n in UNSEEN] if unseen else arguments.names
    for net in nets(folder, wanted, unseen) if wanted or not arguments.names else ():
        first = len(rows)
        for fold in net.folds:
            name = f"{net.name}/{fold.label}" if fold.label else net.name
            rows.append(measure(net, fold, Scheme(arguments.scheme), name, arguments.peers and "-" not in fold.label))
            print(table(rows[-1:], arguments.scheme).splitlines()[-1], file=sys.stderr, flush=True)
        if arguments.write is not None:
            made = rows[first:]
            update(arguments.write, arguments.scheme, [] if unseen else made, made if unseen else [], names())
    return rows


def main(arguments: argparse.Namespace) -> None:
    """Print a table; with a page to write, rows of the shared models calibrated with other samples are made too."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        rows = measured(Path(folder), arguments, arguments.unseen)
        print(table(rows, arguments.scheme))
        print(summary(rows))
        if arguments.write is not None and not arguments.unseen:
            measured(Path(folder), arguments, unseen=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scheme", choices=[s.value for s in Scheme], default=Scheme.INT8.value)
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="without ONNX Runtime's columns")
    parser.add_argument("--unseen", action="store_true", help="the shared models, calibrated with other samples")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the rows into a page, its others stay")
    main(parser.parse_args())
