"""Instructions of generated code at -O2 and -Os beside -O3's, by GCC and clang, on cores without SIMD under QEMU.

    python benchmarks/levels.py [--target T ...] [--compiler C ...] [--keep FOLDER] [NAME ...]

prints a Markdown table of the five nets in int8 (the digits example where the shared models are absent), and ends with
1 where a level takes more than LIMIT times the instructions of -O3 or gives another byte.  The C files of the folder
are compiled by the compiler of the row; the bench around them is linked by GCC with its C library.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPO))
from benchmarks.clang import DIGITS, cross_compiler, measured  # noqa: E402
from benchmarks.clang import NETS as SHARED_NETS  # noqa: E402
from edgec import ConvertOptions, convert  # noqa: E402
from edgec.codegen import GenerateOptions  # noqa: E402
from edgec.codegen.kernels.spec import CTYPES  # noqa: E402
from edgec.converter.graph.ir import Graph  # noqa: E402
from edgec.folder.read import open_folder  # noqa: E402
from edgec.reports.measure import write_files  # noqa: E402
from edgec.search.build import Measurements, build  # noqa: E402
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port  # noqa: E402
from edgec.targets.machine.toolchain import find_compiler  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402

TARGETS = ("cortex-m0plus", "cortex-m3", "rv32imc")
LEVELS = ("-O3", "-O2", "-Os")
LIMIT = 1.3
SAMPLES = 2
GCC = "gcc"
CLANG = "clang-19"
TRIPLES = {"arm-none-eabi-gcc": "arm-none-eabi", "riscv64-unknown-elf-gcc": "riscv32-unknown-elf"}


@dataclass(frozen=True)
class Counted:
    """Instructions of an inference at each of ``LEVELS``, and whether all output bytes are the same."""

    counts: tuple[int, ...]
    equal: bool

    @property
    def ratios(self) -> tuple[float, ...]:
        """Instructions of the levels behind the first as multiples of the first's."""
        return tuple(n / self.counts[0] for n in self.counts[1:])

    @property
    def fails(self) -> bool:
        """True when a level is too slow, or another byte came out."""
        return max(self.ratios) > LIMIT or not self.equal


@contextmanager
def program(compiler: str, target: Target) -> Iterator[str | None]:
    """Yield the compiler of a folder: None for the target's GCC, or a program that calls clang and links with GCC."""
    if compiler == GCC:
        yield None
        return
    cross = find_compiler(target)
    with tempfile.TemporaryDirectory() as temp:
        specs = [f for f in target.toolchain.flags if f.startswith("--specs")]
        triple = TRIPLES[Path(cross).name]
        yield cross_compiler(compiler, Path(temp), cross, triple, specs, "-Wno-unused-command-line-argument")


@dataclass(frozen=True)
class Made:
    """A net's C for a target, and samples for it."""

    folder: Path
    model: BenchModel
    target: Target
    inputs: tuple[np.ndarray, ...]


def made(name: str, graph: Graph, target: Target, folder: Path) -> Made:
    """The C of an int8 graph, written into ``folder``."""
    who = GenerateOptions(name, target, "int8", name, "0" * 64, "benchmark", "speed")
    done = build(graph, who, Measurements(target, lambda _: None))
    folder.mkdir()
    write_files(folder, done.files)
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (done.plan.inputs, done.plan.outputs)]
    model = BenchModel(name, ports[0], ports[1], done.plan.arena_size, done.plan.arena_align)
    rng = np.random.default_rng(0)
    inputs = tuple(rng.integers(-128, 128, (SAMPLES, *t.shape)).astype(np.int8) for t in done.plan.inputs)
    return Made(folder, model, target, inputs)


def counted(net: Made, compiler: str) -> Counted:
    """A net's code by a compiler at every level, on the same random samples."""
    with program(compiler, net.target) as path:
        builds = [BenchOptions(compiler=path, extra_flags=(level,), jobs=1) for level in LEVELS]
        return Counted(*measured(net.folder, net.model, net.target, net.inputs, builds))


def graph_of(name: str, folder: Path) -> Graph:
    """A net in int8, which stays in ``folder``: one of the shared models, or the digits example."""
    if name != "digits":
        from matrix import quantized

        return quantized(name, folder)
    options = ConvertOptions(target="host", calibration=str(DIGITS / "calibration.npz"), quantize="int8")
    return open_folder(convert(DIGITS / "digits.onnx", options, folder / name).folder).graph


def main() -> None:
    """Print the table."""
    from whole_models import have_shared

    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("names", nargs="*", default=list(SHARED_NETS) if have_shared() else ["digits"], metavar="NAME")
    parser.add_argument("--target", action="append", choices=TARGETS)
    parser.add_argument("--compiler", action="append", help=f"{GCC}, or a clang (default: both, {CLANG} where it is)")
    parser.add_argument("--keep", type=Path, help="a folder for the quantized nets: what is there is not made again")
    asked = parser.parse_args()
    compilers = asked.compiler or [c for c in (GCC, CLANG) if c == GCC or shutil.which(c)]
    print("| net | target | compiler | -O3 | -O2 | -Os | bytes |\n| --- | --- | --- | --: | --: | --: | --- |")
    failed = False
    with tempfile.TemporaryDirectory() as temp:
        folder = asked.keep or Path(temp)
        folder.mkdir(parents=True, exist_ok=True)
        for name in asked.names:
            graph = graph_of(name, folder)
            for target in asked.target or TARGETS:
                net = made(name, graph, load_target(target), Path(temp) / f"{name}_{target}")
                for compiler in compilers:
                    found = counted(net, compiler)
                    cells = " | ".join(f"{r:.2f}" for r in found.ratios)
                    bytes_ = "equal" if found.equal else "differ"
                    print(f"| {name} | {target} | {compiler} | {found.counts[0]:,} | {cells} | {bytes_} |", flush=True)
                    failed |= found.fails
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
