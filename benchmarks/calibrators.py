"""Calibrators compared: how near int8 outputs come to the float model's on samples that no range was taken from.

    python benchmarks/calibrators.py [--scheme int8] [--no-peers] [--unseen] [--write FILE] [NAME ...]

prints a Markdown table: signal to quantization noise ratio (dB) of the simulator's outputs with each calibrator, those
of ONNX Runtime's ``quantize_static`` (weights per channel) beside them, and what ``auto`` lacks to the best single one.
"""

from __future__ import annotations

import argparse
import logging
import math
import shlex
import statistics
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from accuracy_peers import quantize_static_outputs, run_onnx
from calibrator_nets import UNSEEN, Fold, Net, nets

from edgec.converter.graph.ir import DType
from edgec.quantize import QuantizeOptions
from edgec.quantize.integers.ptq import quantize_calibrated
from edgec.quantize.integers.reconstruct import remembered
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.calibrate import AUTO, CHOICES, Calibration, calibrate
from edgec.quantize.ranges.scheme import Scheme
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import prepared
from edgec.samples.loss import simulated

EVALUATED = 250  # samples of a fold
MEDIAN, ANY = 0.3, 1.0  # dB that auto may lack to the best single calibrator
SINGLE = tuple(c for c in CHOICES if c != AUTO)
PEERS = {"MinMax": "MinMax, per channel", "Entropy": "Entropy, per channel", "Percentile": "Percentile, per channel"}


TEXT = """# Calibrators

Written by `{command}`; do not edit.

Signal to quantization noise ratio in dB of int8 outputs (the simulator's, whose bytes are the device's) against the
float model's, on at most 250 samples that were not used for calibration; the mean over outputs. Nets: the shared models
with their data (`/1` and `/2`: calibrated on one half, measured on the other; `/100-200`: calibrated on these samples
of the set), the `digits` example, PyTorch models and nets of the test suite on seeded noise (`/1`: all samples of one
size, `/2`: sizes that differ from sample to sample). `auto` is the default, "auto lacks" what the best single
calibrator has more. "ORT" are ONNX Runtime's `quantize_static` with its calibrators, weights per channel; "-": not run
(`--no-peers`, a slice, or no ONNX file of one output). With its defaults its entropy calibrator has one range to choose
from, the symmetric one around all values seen.

{table}
{summary}

How `auto` judges was settled by comparing variants on most of these nets, so that this table flatters it. It was then
measured on the shared models calibrated with other samples, which had no part in that (`--unseen`), 16 at a time among
them:

{unseen_table}
{unseen_summary}

Single calibrators change places from one set of samples to the next, on `kws` and `resnet8` by more than a decibel.
"""


@dataclass(frozen=True)
class Row:
    """One fold of a net: dB by calibrator, ours and ONNX Runtime's."""

    name: str
    ours: Mapping[str, float]
    peers: Mapping[str, float]

    @property
    def lacks(self) -> float:
        """What ``auto`` lacks to the best single calibrator (dB; below 0 where it is better)."""
        best = max(self.ours[c] for c in SINGLE)
        return 0.0 if best == self.ours[AUTO] else best - self.ours[AUTO]


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
        for kind, found_ in quantize_static_outputs(net.model, given[0], given[1], (True,)).items():
            others[kind] = ratio([reference], [found_])
    return Row(name, ours, others)


def table(rows: Sequence[Row], scheme: str) -> str:
    """Markdown."""
    columns = ["net", "scheme", *SINGLE, AUTO, "auto lacks", *(f"ORT {p}" for p in PEERS)]
    lines = [columns, ["---", "---", *["---:"] * (len(columns) - 2)]]
    for row in rows:
        peers = [row.peers.get(key, math.nan) for key in PEERS.values()]
        numbers = [*(row.ours[c] for c in (*SINGLE, AUTO)), row.lacks, *peers]
        lines.append([row.name, scheme, *("-" if math.isnan(n) else f"{n:.2f}" for n in numbers)])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def summary(rows: Sequence[Row]) -> str:
    """One sentence: the median and the worst of what ``auto`` lacks."""
    lacks = [r.lacks for r in rows]
    worst = max(rows, key=lambda r: r.lacks)
    return (
        f"`auto` lacks {statistics.median(lacks):.2f} dB to the best single calibrator on the median of {len(rows)} "
        f"and {worst.lacks:.2f} dB at worst ({worst.name}); allowed are {MEDIAN:g} and {ANY:g}."
    )


def measured(folder: Path, arguments: argparse.Namespace, unseen: bool) -> list[Row]:
    """A row for every fold of the nets asked for."""
    rows = []
    names = [n for n in arguments.names if n in UNSEEN] if unseen else arguments.names
    for net in nets(folder, names, unseen):
        for fold in net.folds:
            name = f"{net.name}/{fold.label}" if fold.label else net.name
            rows.append(measure(net, fold, Scheme(arguments.scheme), name, arguments.peers and "-" not in fold.label))
            print(table(rows[-1:], arguments.scheme).splitlines()[-1], file=sys.stderr, flush=True)
    return rows


def main(arguments: argparse.Namespace) -> None:
    """Print the table, and write it with that of unseen samples to a file when asked."""
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        rows = measured(Path(folder), arguments, arguments.unseen)
        print(table(rows, arguments.scheme))
        print(summary(rows))
        if arguments.write is not None:
            more = measured(Path(folder), arguments, unseen=True)
            text = TEXT.format(
                command=shlex.join(["python", *sys.argv]),
                table=table(rows, arguments.scheme),
                summary=summary(rows),
                unseen_table=table(more, arguments.scheme),
                unseen_summary=summary(more),
            )
            arguments.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scheme", choices=[s.value for s in Scheme], default=Scheme.INT8.value)
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="without ONNX Runtime's columns")
    parser.add_argument("--unseen", action="store_true", help="the shared models, calibrated with other samples")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write both tables with an explanation")
    main(parser.parse_args())
