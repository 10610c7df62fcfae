"""Instructions, flash and RAM of the shared models on a core without SIMD: int4 beside int8, and beside Cortex-M4.

    python benchmarks/small_cores.py [--target cortex-m0plus] [--base cortex-m4] [--keep FOLDER] [NAME ...]

prints a Markdown table: million instructions with int8 weights, with int4 weights by the scheme's own choice of layers,
which spares small ones for accuracy's sake, and with all convolutions of CHANNELS and more in int4, as multiples of the
int8 figure; bytes of code, and flash and RAM as multiples of
those on ``--base`` (int8).  Exit code 1: an output byte is not the simulator's.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from matrix import MODELS, quantized

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from edgec.converter.graph.ir import Graph  # noqa: E402
from edgec.converter.ops.conv import ConvAttrs  # noqa: E402
from edgec.targets.reader import load_target  # noqa: E402
from tests.builders.cores import Ran, run_on  # noqa: E402

CHANNELS = 2  # one channel is a copy of few bytes for each row of a window
SCHEMES = ("int8", "int4", "all int4")


def wide_convolutions(graph: Graph) -> tuple[str, ...]:
    """The names of the convolutions with one group of at least ``CHANNELS`` inputs."""
    convolutions = (n for n in graph.nodes if isinstance(n.attrs, ConvAttrs) and n.attrs.groups == 1)
    return tuple(n.name for n in convolutions if graph.tensors[n.inputs[0]].shape[-1] >= CHANNELS)


def graph_of(name: str, scheme: str, folder: Path) -> Graph:
    """A shared model in one of ``SCHEMES``, which stays in ``folder``."""
    if scheme != "all int4":
        return quantized(name, folder, scheme)
    layers = tuple(f"{n}=int4" for n in wide_convolutions(quantized(name, folder)))
    return quantized(name, folder, "int4", layers)


def bytes_of(ran: Ran) -> tuple[int, int, int]:
    """Code with its tables, flash, RAM."""
    flash = ran.report.flash
    return (flash.code or 0), (flash.total or 0), ran.report.ram.total


def row(name: str, target: str, base: str, folder: Path) -> tuple[str, bool]:
    """A model's line of the table, and whether all bytes are right."""
    ran: list[Ran] = []
    with tempfile.TemporaryDirectory() as temp:
        for i, scheme in enumerate(SCHEMES):
            ran.append(run_on(load_target(target), name, graph_of(name, scheme, folder), Path(temp) / str(i)))
        beside = run_on(load_target(base), name, quantized(name, folder), Path(temp) / "base")
    counts = [one.profile.total.instructions for one in ran if one.profile is not None]
    code, flash, ram = bytes_of(ran[0])
    _, base_flash, base_ram = bytes_of(beside)
    equal = all(one.equal for one in (*ran, beside))
    ratios = " | ".join(f"{n / counts[0]:.2f}" for n in counts[1:])
    sizes = f"{code:,} | {flash:,} | {flash / base_flash:.2f} | {ram:,} | {ram / base_ram:.2f}"
    return f"| {name} | {counts[0] / 1e6:.3f} | {ratios} | {sizes} | {'equal' if equal else 'differ'} |", equal


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(MODELS), metavar="NAME")
    parser.add_argument("--target", default="cortex-m0plus")
    parser.add_argument("--base", default="cortex-m4")
    parser.add_argument("--keep", type=Path, help="a folder for the quantized models")
    asked = parser.parse_args()
    beside = f"of {asked.base}"
    print(f"| {asked.target} | int8 (million) | int4 | all int4 | code | flash | {beside} | RAM | {beside} | bytes |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |")
    right = True
    with tempfile.TemporaryDirectory() as temp:
        folder = asked.keep or Path(temp)
        folder.mkdir(parents=True, exist_ok=True)
        for name in asked.names:
            line, equal = row(name, asked.target, asked.base, folder)
            print(line, flush=True)
            right &= equal
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
