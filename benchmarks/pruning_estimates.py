"""Pruning: what ``edgec prune`` says is lost, beside what samples show that it never saw.

    python benchmarks/pruning_estimates.py [--samples N ...] [--write FILE] [NAME ...]

Each net is pruned with few and with more samples, without labels.  A row holds when the estimate is within 2 points,
or a fifth, of what the unseen samples show, or when a warning stood beside it.  Rows are kept in
build/pruning_estimates; remove that folder to measure anew.  Exit code 1 when a row does not hold.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from pruning_cases import REPO, SHARED
from pruning_page import ESTIMATES, update

from edgec.commands.prune import prepare
from edgec.console.messages import Warned
from edgec.samples.data import DataSource, Samples
from edgec.samples.loss import POINTS_SURE, SHARE_SURE, Loss
from edgec.settings.values import PruneOptions

KEPT = REPO / "build" / "pruning_estimates"
COUNTS = (50, 200, 1000)
MOST_SEEN = 0.7  # of the samples there are, so that enough stay unseen
SEED = 0
Source = Callable[[], np.ndarray]


@dataclass(frozen=True)
class Net:
    """A float model, its samples [N, *input shape], drawn at random for the two parts, and the share of MACs."""

    model: Path
    samples: Source
    share: float


@dataclass(frozen=True)
class Row:
    """A pruned net: the loss that was printed, how often with a warning, and the loss on ``count`` unseen samples."""

    net: str
    share: float
    samples: int
    fitted: float
    estimate: float
    low: float
    high: float
    warned: int
    unseen: float
    count: int
    measure: str

    @property
    def near(self) -> bool:
        """True when the estimate is near what unseen samples show."""
        return abs(self.estimate - self.unseen) <= max(POINTS_SURE, SHARE_SURE * self.unseen)

    @property
    def holds(self) -> bool:
        """True when the estimate is near, or a warning stood beside it."""
        return self.near or self.warned > 0

    def cells(self) -> str:
        """A line of the table."""
        unit = "classes" if "class" in self.measure else "error"
        verdict = "near" if self.near else "warned" if self.warned else "**off**"
        return (
            f"| {self.net} | {self.share:g} | {self.samples} | {self.fitted:.1f} | {self.estimate:.1f} | "
            f"{self.low:.1f} to {self.high:.1f} | {self.unseen:.1f} | {self.count} | {unit} | "
            f"{'yes' if self.warned else 'no'} | {verdict} |"
        )


def arrays(*files: str, name: str = "x") -> Source:
    """Samples of shared files, one after another."""
    return lambda: np.concatenate([np.load(SHARED / "data" / f"{file}.npz")[name] for file in files]).astype(np.float32)


def pixels(*files: str) -> Source:
    """The same, 0..1."""
    return lambda: arrays(*files)() / np.float32(255)


def digits() -> np.ndarray:
    """scikit-learn's 1,797 images of 8x8."""
    from sklearn.datasets import load_digits

    return (load_digits().images / 16).astype(np.float32)


def nets() -> dict[str, Net]:
    """The nets that there are files for."""
    models, small = SHARED / "models", SHARED / "repro-2"
    cifar = arrays("cifar10_calib", "cifar10_test", "cifar10_test_lossless")
    found = {
        "plain_digits": Net(small / "plain_digits.onnx", digits, 0.1),
        "residual_digits": Net(small / "residual_digits.onnx", digits, 0.2),
        "digits": Net(REPO / "examples" / "digits" / "digits.onnx", digits, 0.3),
        "mnist": Net(models / "torch_mnist_dsres_cnn_ts13_dynbatch.onnx", pixels("mnist_train", "mnist_test"), 0.5),
        "kws": Net(models / "mlperf_kws_dscnn.onnx", arrays("kws01", name="x_float"), 0.7),
        "ad": Net(models / "mlperf_ad01_autoencoder.onnx", arrays("ad01_windows"), 0.6),
        "resnet8": Net(models / "mlperf_resnet8_cifar.onnx", cifar, 0.7),
        "vww": Net(models / "mlperf_mobilenet_vww.onnx", pixels("vww_calib", "vww01"), 0.7),
    }
    return {name: net for name, net in found.items() if net.model.exists()}


def measured(name: str, net: Net, count: int) -> Row:
    """A row: the net pruned with ``count`` samples, and judged by all others."""
    x = net.samples()
    x = x[np.random.default_rng(SEED).permutation(len(x))]
    seen = min(count, int(MOST_SEEN * len(x)))
    said: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "x.npz"
        np.savez(data, x=x[:seen])
        options = PruneOptions(prune=f"macs={net.share}", calibration=DataSource(data))
        task = prepare(net.model, Path(folder) / "small.onnx", options, notify=said.extend)
    shape = task.original.tensors[task.original.inputs[0]].shape
    loss = Loss(task.original, Samples((x[seen:].reshape(-1, *shape),)))
    unseen, lost = loss.lost(loss.outputs(task.pruned.graph)), task.lost
    return Row(
        name, net.share, seen, lost.fitted or 0.0, lost.held_back, lost.low, lost.high,
        sum(isinstance(s, Warned) for s in said), unseen.value, unseen.count, loss.measure.value,
    )  # fmt: skip


def cached_row(name: str, net: Net, count: int) -> Row:
    """A row that was measured before, or is now."""
    file = KEPT / f"{name}-{count}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(asdict(measured(name, net, count))), encoding="utf-8")
    return Row(**json.loads(file.read_text(encoding="utf-8")))


TEXT = """\
Written by `python benchmarks/pruning_estimates.py --write docs/pruning.md`: `edgec prune` with so many samples without
labels, drawn at random (seven tenths of the data set where it has fewer); all others are unseen. Counted are percent of
samples whose class differs from the float model's, or percent of error in the outputs (root mean square, against the
signal). "fitted": on the given samples; "estimate" and "95 % interval": as printed, from cross-validation; "near":
within 2 points, or a fifth, of the result on unseen samples; "warned": not near, and a warning said that the samples
are too few or that much is lost.
"""


def table(rows: Sequence[Row]) -> str:
    """The section of the page."""
    near, off = sum(r.near for r in rows), sum(not r.holds for r in rows)
    return "\n".join(
        (
            f"## {ESTIMATES}, and what unseen samples show",
            "",
            TEXT,
            f"Of {len(rows)} rows {near} are near, {len(rows) - near - off} others carry a warning, {off} are off.",
            "",
            "| net | MACs | samples | fitted | estimate | 95 % interval | unseen | of samples | counted | warning | |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- | --- |",
            *(r.cells() for r in rows),
            "",
        )
    )


def main() -> None:
    """Measure and print."""
    known = nets()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    parser.add_argument("--samples", type=int, nargs="+", default=COUNTS, help="how many are given")
    parser.add_argument("--kept", action="store_true", help="only rows that were measured before")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table into a page, its others stay")
    given = parser.parse_args()
    rows = []
    for name in given.names or known:
        for count in given.samples:
            if not given.kept or (KEPT / f"{name}-{count}.json").exists():
                rows.append(cached_row(name, known[name], count))
                print(rows[-1].cells(), flush=True)
    if given.write is not None:
        update(given.write, ESTIMATES, table(rows), ())
    sys.exit(not all(r.holds for r in rows))


if __name__ == "__main__":
    main()
