"""Random layers on the Helium kernels under QEMU: bytes, prices and instructions per multiply-accumulate.

    python benchmarks/helium_shapes.py [--layers 600] [--seed 7] [--above 0.6]

Each layer (odd channels, narrow images, windows of 1x1 to 7x7, strides, dilations, pads, several filters a channel)
runs on every kernel that takes it: int8, int16 activations, int4 weights; parameters are known at run time only.  Of
each kind of layer the table has the instructions per MAC of the kernel with the least price; those above ``--above``
are listed with what their kernel is limited by.  Exit code 1: bytes differ from the integer reference.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from benchmarks.kernel_bench import run_trials  # noqa: E402
from edgec.converter.graph.ir import DType  # noqa: E402
from edgec.targets.reader import load_target  # noqa: E402
from tests.kernels.layers import Made  # noqa: E402
from tests.kernels.mve.test_random_shapes_mve import KINDS, TARGET, calls  # noqa: E402
from tests.kernels.rates import BAND, LEAST, Counted  # noqa: E402

TOGETHER = 120  # calls of a program
SMALL_RUN, FEW_POSITIONS, FEW_MACS = 16, 3, 4096


@dataclass(frozen=True)
class Run:
    """A layer on a kernel."""

    kind: str
    counted: Counted
    estimate: float

    @property
    def macs(self) -> int:
        """Multiply-accumulates."""
        return max(1, self.counted.made.trial.call.macs)

    @property
    def per_mac(self) -> float:
        """Instructions for each."""
        return self.counted.instructions / self.macs


def measured(layers: int, seed: int, weights: DType) -> list[Run]:
    """Each layer on each kernel that takes it."""
    made: list[Made] = list(calls(seed, layers, weights))
    rates, found = load_target(TARGET).rates, []
    for start in range(0, len(made), TOGETHER):
        part = made[start : start + TOGETHER]
        for one, outcome in zip(part, run_trials([m.trial for m in part], TARGET, shared=True), strict=True):
            counted = Counted(one, outcome)
            found.append(Run(KINDS[one.index % len(KINDS)], counted, counted.estimated(rates)))
        print(f"{len(found)} calls of {len(made)}", file=sys.stderr, flush=True)
    return found


def note(run: Run) -> str:
    """Say what limits a layer that takes many instructions per MAC."""
    view = run.counted.made.trial.view
    kernel = run.counted.made.kernel.name
    if run.macs < FEW_MACS:
        return f"fewer than {FEW_MACS} MACs: what a call, a row and a tile begin with"
    if "dwconv2d" in kernel:
        return "depthwise: 9 MACs an output, or 8 channels by products of 16 bits"
    taps = view.x(1).size // view.x(1).shape[0]
    if taps < 2 * SMALL_RUN:
        return f"fewer than {2 * SMALL_RUN} taps an output: its epilogue takes as much"
    if view.y.shape[-1] < 4 or view.y.size // view.y.shape[-1] < FEW_POSITIONS:
        return "fewer outputs than a tile of 4 channels x 3 positions"
    return "runs of a window end in steps of fewer than 16 bytes, positions of a row in tiles of fewer than 3"


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--layers", type=int, default=600)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--above", type=float, default=0.6)
    args = parser.parse_args()
    wrong = 0
    both, four = (measured(args.layers, args.seed, weights) for weights in (DType.I8, DType.I4))
    wide = [r for r in both if "s16" in r.counted.made.kernel.name]
    for name, runs in (
        ("int8", [r for r in both if "s16" not in r.counted.made.kernel.name]),
        ("int16x8", wide),
        ("int4", four),
    ):
        wrong += sum(not r.counted.right for r in runs)
        best: dict[int, Run] = {}
        for r in runs:
            i = r.counted.made.index
            best[i] = min(best.get(i, r), r, key=lambda one: one.estimate)
        print(f"\n{name}: {len(best)} of {args.layers} layers, {len(runs)} calls, "
              f"{sum(not r.counted.right for r in runs)} with other bytes\n")  # fmt: skip
        table(list(best.values()))
        prices(runs)
        above(list(best.values()), args.above)
    return int(wrong > 0)


def table(runs: list[Run]) -> None:
    """Instructions per MAC by kind of layer."""
    print("| layer | layers | median | 90 % | largest |\n|---|---|---|---|---|")
    for kind in dict.fromkeys(KINDS):
        each = np.array([r.per_mac for r in runs if r.kind == kind])
        if len(each):
            print(f"| {kind} | {len(each)} | {np.median(each):.2f} | {np.quantile(each, 0.9):.2f} | {each.max():.2f} |")


def prices(runs: list[Run]) -> None:
    """Print how far prices are from counts, where that matters."""
    ratios = np.array([r.estimate / r.counted.instructions for r in runs if r.counted.instructions >= LEAST])
    if not len(ratios):
        return
    inside = ((ratios >= BAND[0]) & (ratios <= BAND[1])).mean()
    print(f"\nprices of {len(ratios)} calls of {LEAST:,} and more: {ratios.min():.2f} to {ratios.max():.2f} of the "
          f"count, {inside:.1%} within {BAND[0]} to {BAND[1]}")  # fmt: skip


def above(runs: list[Run], limit: float) -> None:
    """Layers that take more for a MAC, by what limits them."""
    notes: dict[str, list[float]] = defaultdict(list)
    for r in runs:
        if r.per_mac > limit:
            notes[note(r)].append(r.per_mac)
    print(f"\nabove {limit} a MAC: {sum(map(len, notes.values()))} of {len(runs)} layers")
    for text, each in sorted(notes.items(), key=lambda item: -len(item[1])):
        print(f"  {len(each):4} layers, {min(each):.2f} to {max(each):.2f}: {text}")


if __name__ == "__main__":
    raise SystemExit(main())
