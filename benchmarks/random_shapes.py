"""Layers of random sizes on cores without SIMD: bytes against the reference, and instructions per MAC of neighbours.

    python benchmarks/random_shapes.py [--target cortex-m0plus] [--layers 600] [--seed 30]

Every kernel that takes a layer computes it under QEMU.  A layer's neighbours are the ten of its kernel that are nearest
in positions, outputs and taps; one that takes more than 1.5 times their median is printed with the reason: the term of
its price that is furthest above theirs, each for a MAC, and the share of its blocks' products that are of the layer,
for the rest fills them up.  Exit code 1: a byte differs, or a layer's price does not say that it takes as much.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.scalar import LIBRARY  # noqa: E402
from edgec.converter.graph.ir import Array  # noqa: E402
from edgec.targets.reader import Rates, load_target  # noqa: E402
from tests.kernels.rates import LEAST, Counted, count_layers  # noqa: E402
from tests.kernels.scalar.shapes import random_layers  # noqa: E402

NEIGHBOURS, LIMIT = 10, 1.5
EXPLAINED = 0.75  # of the counted ratio: what the prices must give
HEAD = "| kernel | layer | instructions per MAC | of its neighbours | most of it | products of the layer |"
BLOCK = 4  # positions, channels and taps of a block


def sizes(one: Counted) -> tuple[int, int, int]:
    """Positions, outputs and taps of a layer."""
    view = one.made.trial.view
    outputs = view.y.shape[-1]
    return view.y.size // outputs, outputs, view.x(1).size // outputs


def filled(one: Counted) -> float:
    """The share of the products of whole blocks that the layer asked for."""
    return float(np.prod([n / (-(-n // BLOCK) * BLOCK) for n in sizes(one)]))


@dataclass(frozen=True)
class Above:
    """A layer that takes more instructions per MAC than its neighbours.

    ``ratio`` is counted, ``priced`` the same of the estimates.  ``term`` of the price is furthest above the
    neighbours', by ``share`` of all that is above.
    """

    ratio: float
    one: Counted
    priced: float
    term: str
    share: float

    @property
    def explained(self) -> bool:
        """Whether the price knows of it."""
        return self.priced > self.ratio * EXPLAINED or self.one.instructions < LEAST

    @property
    def line(self) -> str:
        """The layer as a row of the table."""
        made = self.one.made
        per_mac = self.one.instructions / float(np.prod(sizes(self.one)))
        why = f"{self.term}, {self.share:.0%}" if self.explained else "not priced"
        return (
            f"| {made.kernel.name} | {made.name} | {per_mac:.2f} | {self.ratio:.2f} | {why} | {filled(self.one):.0%} |"
        )


def priced_terms(one: Counted, rates: Rates) -> dict[str, float]:
    """A layer's estimated instructions per MAC, by the term of its price."""
    found: dict[str, float] = defaultdict(float)
    for (library, owner, term), times in one.work.items():
        found[term] += rates.price(library, owner, [(term, times)]) / float(np.prod(sizes(one)))
    return found


def reason(ratio: float, one: Counted, near: Sequence[Counted], rates: Rates) -> Above:
    """The reason why a layer takes more than its neighbours."""
    own, others = priced_terms(one, rates), [priced_terms(n, rates) for n in near]
    more = {term: value - float(np.median([o.get(term, 0.0) for o in others])) for term, value in own.items()}
    term = max(more, key=lambda t: more[t])
    priced = sum(own.values()) / float(np.median([sum(o.values()) for o in others]))
    return Above(ratio, one, priced, term, more[term] / max(1e-9, sum(v for v in more.values() if v > 0)))


def above(found: Sequence[Counted], rates: Rates) -> list[Above]:
    """The layers that take more than ``LIMIT`` times the instructions per MAC of their neighbours."""
    groups: dict[str, list[Counted]] = defaultdict(list)
    for one in found:
        groups[one.made.kernel.name].append(one)
    worse: list[Above] = []
    for group in groups.values():
        at: Array = np.log2(np.array([sizes(one) for one in group], np.float64))
        each = np.array([one.instructions / np.prod(sizes(one)) for one in group])
        for i, one in enumerate(group):
            near = np.argsort(np.abs(at - at[i]).sum(axis=1), kind="stable")[1 : NEIGHBOURS + 1]
            ratio = float(each[i] / np.median(each[near]))
            if ratio > LIMIT:
                worse.append(reason(ratio, one, [group[j] for j in near], rates))
    return sorted(worse, key=lambda a: -a.ratio)


def main() -> None:
    """Print what differs, and what takes more than its neighbours."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cortex-m0plus")
    parser.add_argument("--layers", type=int, default=600)
    parser.add_argument("--seed", type=int, default=30)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    target = load_target(options.target)
    wanted = [k for k in kernels_of(target) if k.library == LIBRARY]
    found = count_layers(random_layers(wanted, options.layers, options.seed), options.target, options.jobs)
    wrong = [one for one in found if not one.right]
    for one in wrong:
        print(f"DIFFERS {one.made.kernel.name} {one.made.name}")
    worse = above(found, target.rates)
    print(f"{HEAD}\n|---|---|--:|--:|---|--:|", *(each.line for each in worse), sep="\n")
    unknown = sum(not each.explained for each in worse)
    print(
        f"{options.layers} layers, {len(found)} calls: {len(found) - len(wrong)} equal, {len(worse)} above {LIMIT}, "
        f"{unknown} of them not priced"
    )
    sys.exit(1 if wrong or unknown else 0)


if __name__ == "__main__":
    main()
