"""Pruning: points lost at equal MACs by rankings and repairs, and what the device gains.

    python benchmarks/pruning.py [--write FILE] [NAME ...]        or: make pruning

measures ``fashion`` (examples/fashion, with Debian's dataset-fashion-mnist), ``resnet8`` and ``kws`` (shared models),
those that there are data for, and prints Markdown tables.  Calibration and training never see samples that are
evaluated: ``kws``, which has one set, is calibrated and trained on one half and evaluated on the other.  What was
measured is kept in build/pruning, row by row; remove that folder to measure anew.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples" / "fashion"))
import data as fashion_data
from accuracy import SHARED

from edgec import ConvertOptions, convert
from edgec.commands.profile import profile
from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.export import export_model
from edgec.converter.onnx.importer import import_model
from edgec.folder import open_folder
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import top1
from edgec.quantize.prune.groups import Budget, Kind, Weighed
from edgec.quantize.prune.prune import prune
from edgec.quantize.prune.rank import Chance, Magnitude, Ranking
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified
from edgec.quantize.train.fit import TrainOptions, fit
from edgec.samples.loss import simulated

REPO = Path(__file__).resolve().parents[1]
KEPT = REPO / "build" / "pruning"
CALIBRATION = 512
TEXT = """# Pruning

Written by `python benchmarks/pruning.py --write docs/pruning.md` (`make pruning`); do not edit.

Channels are removed until so much of the MACs is left. "L1" and "random" remove the channels with the smallest
filters, or any, and repair nothing; they are baselines. "repair" ranks channels by the error that they leave after the
best refit of the layers behind, and refits these (`edgec prune`, `edgec convert --prune`); "training" goes on from
there with labels and the unpruned model's outputs (`edgec prune --train-data --train-steps`); its seconds are those of
the machine that ran it. No sample is used both to calibrate or train and to evaluate. Points are those of top-1 lost
against the unpruned float model; instructions are counted under QEMU (cortex-m4, int8), flash is that of the
compiled folder.

{tables}"""


@dataclass(frozen=True)
class Case:
    """A model with samples [N, *input shape].

    ``said``: what the samples are; ``steps``: of the training, ``labelled`` whether it sees labels.
    """

    model: Path
    calibration: np.ndarray
    training: np.ndarray
    labels: np.ndarray | None
    x: np.ndarray
    y: np.ndarray
    share: float
    steps: int
    said: str


@dataclass(frozen=True)
class Row:
    """A model as measured.

    ``macs`` and ``parameters`` are counts; scores percent of top-1; ``seconds`` of the training; 0 where not measured.
    """

    name: str
    macs: int
    parameters: int
    float32: float
    int8: float = 0.0
    instructions: int = 0
    flash: int = 0
    steps: int = 0
    seconds: float = 0.0


def fashion() -> Case | None:
    """The example's net; labels of all training images are used in training."""
    if not fashion_data.FOLDER.is_dir():
        return None
    train, test = fashion_data.load("train"), fashion_data.load("t10k")
    said = f"{CALIBRATION} training images calibrate, 60,000 with labels train; 10,000 others are evaluated"
    model = REPO / "examples" / "fashion" / "fashion.onnx"
    return Case(model, train.x[:CALIBRATION], train.x, train.y, test.x, test.y, 0.5, 1800, said)


def resnet8() -> Case | None:
    """CIFAR-10; only 300 images are there to calibrate and train with."""
    if not (SHARED / "models").is_dir():
        return None
    (x, y), (x_test, y_test) = _arrays("cifar10_calib", "x", "y"), _arrays("cifar10_test_lossless", "x", "y")
    said = f"{len(x)} images calibrate and train, with their labels; {len(x_test)} others are evaluated"
    images = x.astype(np.float32)[:, None]
    model = SHARED / "models" / "mlperf_resnet8_cifar.onnx"
    return Case(model, images, images, y, x_test.astype(np.float32)[:, None], y_test, 0.75, 300, said)


def kws() -> Case | None:
    """Keyword spotting; one half calibrates and trains."""
    if not (SHARED / "models").is_dir():
        return None
    x, y = _arrays("kws01", "x_float", "y")
    x, half = x.astype(np.float32)[:, None], len(x) // 2
    said = f"{half} samples calibrate and train, with their labels; {len(x) - half} others are evaluated"
    model = SHARED / "models" / "mlperf_kws_dscnn.onnx"
    return Case(model, x[half:], x[half:], y[half:], x[:half], y[:half], 0.75, 300, said)


def _arrays(name: str, *arrays: str) -> list[np.ndarray]:
    with np.load(SHARED / "data" / f"{name}.npz") as file:
        return [file[a] for a in arrays]


CASES: dict[str, Callable[[], Case | None]] = {"fashion": fashion, "resnet8": resnet8, "kws": kws}
BASELINES: dict[str, Ranking] = {"L1": Magnitude(), "random": Chance()}
WAYS = ("unpruned", *BASELINES, "repair", "training")


def kept(case: str, way: str, measure: Callable[[], Row]) -> Row:
    """A row that was measured before, else ``measure``."""
    file = KEPT / f"{case}-{way}.json"
    if not file.exists():
        row = measure()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(row)), encoding="utf-8")
    return Row(**json.loads(file.read_text(encoding="utf-8")))


def measured(case: Case, name: str, way: str) -> Row:
    """One row: the graph made in a way, and its figures."""
    graph = simplified(import_model(case.model).graph)
    if way == "unpruned":
        return _row(case, way, graph, deployed=True)
    budget = Budget(Kind.MACS, case.share)
    if way in BASELINES:
        small = prune(graph, [case.calibration], budget, ranking=BASELINES[way], repair=False).graph
        return _row(case, way, small)
    saved = KEPT / f"{name}-repair.onnx"
    if way == "repair" or not saved.exists():
        small = prune(graph, [case.calibration], budget).graph
        saved.parent.mkdir(parents=True, exist_ok=True)
        saved.write_bytes(export_model(small))
    small = simplified(import_model(saved).graph)
    if way == "repair":
        return _row(case, way, small, deployed=True)
    options = TrainOptions(steps=case.steps, rate=1e-3)
    done = fit(small, [case.training], options, case.labels, graph, checkpoint=KEPT / f"{name}-training.npz")
    return _row(case, way, done.graph, int8=True, steps=done.steps, seconds=done.seconds)


def _row(
    case: Case, way: str, graph: Graph, int8: bool = False, deployed: bool = False, steps: int = 0, seconds: float = 0
) -> Row:
    weights = sum(t.size for t in graph.constants())
    row = Row(way, int(Weighed(Kind.MACS).whole(graph)), weights, _score(run_float(graph, [case.x])[0], case.y))
    if int8 or deployed:
        made = quantize_model(graph, [case.calibration[:100]], QuantizeOptions())
        row = Row(**{**asdict(row), "int8": _score(simulated(made, [case.x])[0], case.y)})
    if deployed:
        with tempfile.TemporaryDirectory() as folder:
            model, samples = Path(folder) / "model.onnx", Path(folder) / "calibration.npz"
            model.write_bytes(export_model(graph))
            np.savez(samples, x=case.calibration[:100].reshape(-1, *graph.tensors[graph.inputs[0]].shape[1:]))
            made_folder = convert(model, ConvertOptions(calibration=str(samples)), Path(folder) / "out").folder
            flash = open_folder(made_folder).report.flash.total or 0
            counted = profile(made_folder).profile.total.instructions
        row = Row(**{**asdict(row), "instructions": counted, "flash": flash})
    return Row(**{**asdict(row), "steps": steps, "seconds": round(seconds, 1)})


def _score(outputs: np.ndarray, labels: np.ndarray) -> float:
    return round(100 * top1(outputs.reshape(len(labels), -1), labels), 2)


def table(name: str, case: Case, rows: list[Row]) -> str:
    """The Markdown table of a case."""
    whole = rows[0]
    lines = [f"## {name}", "", f"{case.said[0].upper()}{case.said[1:]}.", ""]
    lines += ["| way | MACs | parameters | float top-1 | points lost | int8 top-1 | instructions | flash |"]
    lines += ["| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    for r in rows:
        share = f"{r.macs:,} ({r.macs / whole.macs:.2f})"
        lost = "" if r is whole else f"{whole.float32 - r.float32:.2f}"
        costs = ((r.instructions, whole.instructions), (r.flash, whole.flash))
        cells = [f"{v:,} ({v / w:.2f})" if v else "" for v, w in costs]
        int8 = f"{r.int8:.2f}" if r.int8 else ""
        steps = f" ({r.steps} steps, {r.seconds:.0f} s)" if r.steps else ""
        lines.append(
            f"| {r.name}{steps} | {share} | {r.parameters:,} | {r.float32:.2f} | {lost} | {int8} | "
            f"{' | '.join(cells)} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(CASES))
    parser.add_argument("--way", choices=WAYS, action="append", help="only these rows; no table")
    parser.add_argument("--write", type=Path, metavar="FILE")
    given = parser.parse_args()
    tables = []
    for name in given.names or CASES:
        case = CASES[name]()
        if case is None:
            print(f"{name}: its data are absent", file=sys.stderr)
            continue
        rows = [kept(name, way, lambda c=case, n=name, w=way: measured(c, n, w)) for way in given.way or WAYS]
        if given.way:
            print(*rows, sep="\n")
        else:
            tables.append(table(name, case, rows))
            print(tables[-1])
    if given.write and tables:
        given.write.write_text(TEXT.format(tables="\n".join(tables)), encoding="utf-8")


if __name__ == "__main__":
    main()
