"""Single int8 layers on AArch64: instructions of the NEON kernels beside those of the plain C, counted under qemu-user.

    python benchmarks/neon_layers.py [--target cortex-a53] [--layers N] [--write]

The first N layers of each kernel's grid are compiled as generated code is, specialized, with GCC at -O3, which turns
some loops of the plain kernels into vectors; of several plain kernels that take a layer the fastest counts.  Figures
are instructions per multiply-accumulate of layers that multiply, else per element of the output.  ``--write`` keeps the
table in docs/neon.md.  Needs aarch64-linux-gnu-gcc and qemu-aarch64.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.codegen.kernels.catalog import kernels_of  # noqa: E402
from edgec.codegen.kernels.library import GridLayer, Kernel  # noqa: E402
from edgec.converter.graph.ir import DType  # noqa: E402
from edgec.targets.reader import load_target  # noqa: E402
from tests.kernels.layers import Made, make  # noqa: E402
from tests.kernels.rates import Counted, count_layers  # noqa: E402

PAGE = REPO / "docs" / "neon.md"
HEAD = """# Layers on AArch64

Instructions of single int8 layers on a Cortex-A53 (NEON without dot products), counted under QEMU: kernels of the
library `neon` beside plain C, compiled by GCC at -O3. Numbers are per MAC for layers that multiply, else per output
element. Both are bit-identical to the integer reference. Written by `python benchmarks/neon_layers.py --write`.
"""


def plain_of(kernel: Kernel, layer: GridLayer, index: int, every: Sequence[Kernel]) -> list[Made]:
    """The layer with each plain kernel that takes it."""
    found = []
    for plain in every:
        if not plain.plain or plain.op != kernel.op or DType.I8 not in plain.dtypes:
            continue
        try:
            found.append(make(plain, typed(layer), index))
        except ValueError:  # it does not take the layer
            continue
    return found


def typed(layer: GridLayer) -> GridLayer:
    """The layer with int8 inputs, which plain kernels of several types have to be told."""
    return replace(layer, dtype=DType.I8)


def per(one: Counted) -> float:
    """Instructions per multiply-accumulate, or per element of the output."""
    calls = one.made.trial.calls
    return one.instructions / (sum(c.macs for c in calls) or one.made.trial.view.y.size)


def lines(target_name: str, layers: int) -> list[str]:
    """The table.

    Raises:
        SystemExit: a kernel's bytes are not the reference's.
    """
    every = kernels_of(load_target(target_name))
    rows = ["| kernel | layer | plain | NEON | plain / NEON |", "|---|---|--:|--:|--:|"]
    for kernel in every:
        if kernel.library.name != "neon":
            continue
        made = [make(kernel, layer, i) for i, layer in enumerate(kernel.grid[:layers])]
        plain = [plain_of(kernel, one.layer, one.index, every) for one in made]
        ours = count_layers(made, target_name)
        theirs = iter(count_layers([m for each in plain for m in each], target_name))
        for one, each in zip(ours, plain, strict=True):
            others = [next(theirs) for _ in each]
            if not one.right or not all(o.right for o in others):
                raise SystemExit(f"{kernel.name} {one.made.name}: the bytes are not the reference's")
            least = min(others, key=per)
            ratio = f"{per(least) / per(one):.1f}"
            name = one.made.name.partition(": ")[2]
            rows.append(f"| {kernel.id} ({kernel.op}) | {name} | {per(least):.2f} | {per(one):.2f} | {ratio} |")
    return rows


def main() -> None:
    """Print the table, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", default="cortex-a53")
    parser.add_argument("--layers", type=int, default=4, help="of each kernel's grid")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = "\n".join(lines(options.target, options.layers)) + "\n"
    if options.write:
        PAGE.write_text(f"{HEAD}\n{text}", encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
