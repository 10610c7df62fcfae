"""Layers of random sizes on cores without SIMD: bytes against the reference, and instructions per MAC of neighbours.

    python benchmarks/random_shapes.py [--target cortex-m0plus] [--layers 600] [--seed 30]

Every kernel that takes a layer computes it under QEMU.  A layer's neighbours are the ten of its kernel that are nearest
in positions, outputs and taps; one that takes more than 1.5 times their median is printed with the share of its blocks'
products that are of the layer: the rest fills them up.  Exit code 1: a byte differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.scalar import LIBRARY  # noqa: E402
from edgec.converter.graph.ir import Array  # noqa: E402
from edgec.targets.reader import load_target  # noqa: E402
from tests.kernels.rates import Counted, count_layers  # noqa: E402
from tests.kernels.scalar.shapes import random_layers  # noqa: E402

NEIGHBOURS, LIMIT = 10, 1.5
BLOCK = 4  # positions, channels and taps of a block


def sizes(one: Counted) -> tuple[int, int, int]:
    """Positions, outputs and taps of a layer."""
    view = one.made.trial.view
    outputs = view.y.shape[-1]
    return view.y.size // outputs, outputs, view.x(1).size // outputs


def filled(one: Counted) -> float:
    """The share of the products of whole blocks that the layer asked for."""
    return float(np.prod([n / (-(-n // BLOCK) * BLOCK) for n in sizes(one)]))


def above(found: list[Counted]) -> list[tuple[float, Counted]]:
    """The layers that take more than ``LIMIT`` times the instructions per MAC of their neighbours."""
    groups: dict[str, list[Counted]] = defaultdict(list)
    for one in found:
        groups[one.made.kernel.name].append(one)
    worse: list[tuple[float, Counted]] = []
    for group in groups.values():
        at: Array = np.log2(np.array([sizes(one) for one in group], np.float64))
        each = np.array([one.instructions / np.prod(sizes(one)) for one in group])
        for i, one in enumerate(group):
            near = np.argsort(np.abs(at - at[i]).sum(axis=1), kind="stable")[1 : NEIGHBOURS + 1]
            ratio = float(each[i] / np.median(each[near]))
            if ratio > LIMIT:
                worse.append((ratio, one))
    return sorted(worse, key=lambda pair: -pair[0])


def main() -> None:
    """Print what differs, and what takes more than its neighbours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cortex-m0plus")
    parser.add_argument("--layers", type=int, default=600)
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    wanted = [k for k in kernels_of(load_target(options.target)) if k.library == LIBRARY]
    found = count_layers(random_layers(wanted, options.layers, options.seed), options.target, options.jobs)
    wrong = [one for one in found if not one.right]
    for one in wrong:
        print(f"DIFFERS {one.made.kernel.name} {one.made.name}")
    worse = above(found)
    print(
        "| kernel | layer | instructions per MAC | of its neighbours | products of the layer |\n|---|---|--:|--:|--:|"
    )
    for ratio, one in worse:
        per_mac = one.instructions / float(np.prod(sizes(one)))
        print(f"| {one.made.kernel.name} | {one.made.name} | {per_mac:.2f} | {ratio:.2f} | {filled(one):.0%} |")
    print(f"{options.layers} layers, {len(found)} calls: {len(found) - len(wrong)} equal, {len(worse)} above {LIMIT}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
