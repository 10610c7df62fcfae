"""The shared models with CMSIS-NN's kernels, proven and counted under QEMU, as Markdown tables.

    python benchmarks/cmsis_nn.py FOLDER [FOLDER ...] [--tables proof,int4,rule,cost] [--samples N] [--models kws,ad]
                                  [--targets cortex-m4] [--jobs N] [--write]

Each FOLDER holds the sources of CMSIS-NN (7.0.0 or later) and is called what the tables call it.

proof: every model is converted with ``--kernels cmsis-nn`` for every target, and run with each folder in its default
build and in the one of single rounding (CMSIS_NN_USE_SINGLE_ROUNDING): samples whose bytes differ from the simulator's,
of all that the shared folder has for the model or the first N.  int4: the same with int4 weights, on the Cortex-M4.
rule: what factors in multiples of 2**-31 change of the outputs, on the samples that were not calibrated with (needs no
library and no compiler).  cost: instructions, flash and RAM beside those of edgec's own kernels and of ``--kernels
auto``, with the first folder, and beside TensorFlow Lite Micro with CMSIS-NN (baselines.toml).

``--write`` puts the rows into docs/cmsis-nn.md, those of cost into docs/benchmarks.md; rows of other models and targets
stay.  Needs the shared models (EDGEC_SHARED, or ../shared beside the checkout), arm-none-eabi-gcc and QEMU.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(REPO)]
import cmsis_nn_rule  # noqa: E402
from accuracy import CASES, SHARED, read, split  # noqa: E402
from peers import load  # noqa: E402
from whole_models import have_shared  # noqa: E402

from edgec import ConvertOptions, convert  # noqa: E402
from edgec.commands.profile import profile  # noqa: E402
from edgec.converter.arithmetic.fixed_point import quantize_array  # noqa: E402
from edgec.folder.read import OutputFolder, open_folder  # noqa: E402
from edgec.quantize.ranges.simulate import simulate  # noqa: E402
from edgec.targets.machine.bench import BenchOptions, run_bench  # noqa: E402
from tests.cmsis_nn.folder import single_rounding  # noqa: E402

MODELS = ("kws", "resnet8", "vww", "ad", "str_ww", "mnist")
TARGETS = ("cortex-m3", "cortex-m4", "cortex-m55")
KERNELS = ("own", "cmsis-nn", "auto")
VARIABLE = "CMSIS_NN_DIR"
HOURS = 4 * 3600.0  # that one run may take at most, in seconds
DOCS = REPO / "docs"


@dataclass(frozen=True)
class Cost:
    """Cost of a build: instructions, bytes of flash and RAM, multiply-accumulates."""

    instructions: int
    flash: int
    ram: int
    macs: int


def made(name: str, target: str, kernels: str, place: Path, numbers: str = "int8") -> Path:
    """The folder of a model, converted."""
    case = CASES[name]
    place.mkdir(exist_ok=True)
    calibration, _ = split(case, place)
    options = ConvertOptions(target=target, calibration=str(calibration), quantize=numbers, kernels=kernels)
    return convert(SHARED / "models" / f"{case.model}.onnx", options, place / kernels).folder


def cost(folder: Path) -> Cost:
    """Return the cost of a generated folder."""
    report = open_folder(folder).report
    return Cost(profile(folder).profile.total.instructions, report.flash.total or 0, report.ram.total, report.macs)


def share(out: OutputFolder, packed: bool = False) -> float:
    """The part of the MACs that CMSIS-NN's functions do, 0 to 1; ``packed``: those of int4 weights alone."""
    arms = [layer for layer in out.report.layers if layer.library.startswith("cmsis_nn")]
    return sum(layer.macs for layer in arms if "_s4_" in layer.kernel or not packed) / max(1, out.report.macs)


def folders_of(libraries: Sequence[Path], place: Path) -> dict[str, Path]:
    """Each library in both builds, by a name for the table."""
    found = {}
    for i, library in enumerate(libraries):
        found[f"{library.name}, default"] = library
        found[f"{library.name}, single"] = single_rounding(library, place / str(i))
    return found


def everything(name: str) -> np.ndarray:
    """All samples that the shared folder has for a model: other sets first, those calibrated with last."""
    cases = [case for case in CASES.values() if case.model == CASES[name].model]
    sets = [case.evaluation for case in cases] + [case.calibration for case in cases if case.calibration is not None]
    shape = read(CASES[name], sets[0])[0].shape[1:]
    return np.concatenate([read(CASES[name], one)[0].reshape(-1, *shape) for one in dict.fromkeys(sets)])


def proven(
    name: str, targets: Sequence[str], libraries: dict[str, Path], samples: int | None, jobs: int, numbers: str = "int8"
) -> list[str]:
    """Table rows: for each target, samples whose bytes differ from the simulator's, with each build of the library."""
    rows, x, simulated = [], everything(name)[:samples], {}
    with tempfile.TemporaryDirectory() as temp:
        for target in targets:
            os.environ[VARIABLE] = str(next(iter(libraries.values())))
            out = open_folder(made(name, target, "cmsis-nn", Path(temp) / target, numbers))
            port = out.graph.tensors[out.graph.inputs[0]]
            inputs = [quantize_array(x.reshape(-1, *port.shape), port.quant, port.dtype)]
            graph = next(out.path.glob("*.edge")).read_bytes()  # of most targets one and the same
            if graph not in simulated:
                simulated[graph] = simulate(out.graph, inputs)[0].reshape(len(x), -1)
            expected, cells = simulated[graph], []
            for build, library in libraries.items():
                os.environ[VARIABLE], begun = str(library), time.monotonic()
                found = run_bench(out.path, out.bench, out.target, inputs, BenchOptions(jobs=jobs, timeout=HOURS))[0]
                cells.append(str(int((found.reshape(len(x), -1).view(expected.dtype) != expected).any(axis=1).sum())))
                told = f"{name}, {target}, {build}: {cells[-1]} of {len(x)} differ, {time.monotonic() - begun:.0f} s"
                print(told, file=sys.stderr, flush=True)
            parts = f"{share(out):.2%}" + (f" | {share(out, packed=True):.2%}" if numbers == "int4" else "")
            rows.append(f"| {name} | {target} | {parts} | {len(x)} | " + " | ".join(cells) + " |")
            print(rows[-1], flush=True)
    return rows


def tflm(name: str, target: str) -> str:
    """The cells of TensorFlow Lite Micro, where it was counted; its arena holds inputs and outputs."""
    peer = next((p for p in load().models if p.name == name), None)
    if peer is not None and target == "cortex-m4":
        return f"{peer.instructions:,} | {peer.flash:,} | {peer.arena + peer.stack:,}"
    if peer is not None and target == "cortex-m55":
        return f"{peer.helium_instructions:,} | - | {peer.helium_arena:,} and stack"
    return "- | - | -"


def tflm_macs(name: str) -> str:
    """The MACs that TensorFlow Lite Micro computes, which leaves out none, as the end of a cell."""
    peer = next((p for p in load().models if p.name == name), None)
    return f" of {peer.macs:,}" if peer is not None else ""


def compared(name: str, targets: Sequence[str], library: Path) -> list[str]:
    """Table rows: for each target, what own kernels, CMSIS-NN's and the cheaper ones cost, and TFLM."""
    os.environ[VARIABLE] = str(library)
    rows = []
    with tempfile.TemporaryDirectory() as temp:
        for target in targets:
            found = [cost(made(name, target, kernels, Path(temp) / target)) for kernels in KERNELS]
            cells = [f"{c.instructions:,} | {c.flash:,} | {c.ram:,}" for c in found]
            left = f"{found[0].macs:,}{tflm_macs(name)}"
            rows.append(f"| {name} | {target} | " + " | ".join((left, *cells, tflm(name, target))) + " |")
            print(rows[-1], flush=True)
    return rows


def columns(libraries: Sequence[str]) -> dict[str, str]:
    """The heads of the tables."""
    builds = " samples |" + "".join(f" {name} |" for name in libraries)
    first, rule = "| model | target | MACs in CMSIS-NN |", "|---|---|--:|--:|" + "--:|" * len(libraries)
    costs = "".join(f" {name}: instructions | flash | RAM |" for name in (*KERNELS, "TFLM"))
    return {
        "proof": f"{first}{builds}\n{rule}",
        "int4": f"{first} of them int4 |{builds}\n{rule}--:|",
        "rule": cmsis_nn_rule.HEAD,
        "cost": f"| model | target | MACs left |{costs}\n|---|---|--:|" + "--:|" * 3 * (len(KERNELS) + 1),
    }


def write(table: str, head: str, rows: Sequence[str]) -> None:
    """Put rows into the table's place in its document; rows there of other models and targets stay."""
    document = DOCS / ("benchmarks.md" if table == "cost" else "cmsis-nn.md")
    begin, end = f"<!-- python benchmarks/cmsis_nn.py --tables {table} -->", "<!-- end -->"
    before, _, rest = document.read_text(encoding="utf-8").partition(begin)
    old, _, after = rest.partition(end)
    kept = {
        _key(row): row for row in (*old.splitlines(), *rows) if row.startswith("| ") and not row.startswith("| model")
    }
    lines = "\n".join(kept[key] for key in sorted(kept))
    document.write_text(f"{before}{begin}\n{head}\n{lines}\n{end}{after}", encoding="utf-8")


def _key(row: str) -> tuple[int, str, str]:
    """Sort key of a row: by model, then by target."""
    name, target = (cell.strip() for cell in row.split("|")[1:3])
    order = MODELS.index(name) if name in MODELS else len(MODELS)
    return order, name, target


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--tables", default="proof,int4,rule,cost")
    parser.add_argument("--samples", type=int)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--jobs", type=int, default=2, help="emulators that run at once")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    models, targets = options.models.split(","), options.targets.split(",")
    packed = [t for t in ("cortex-m4",) if t in targets]
    with tempfile.TemporaryDirectory() as temp:
        libraries = folders_of(options.folders, Path(temp))
        tables: dict[str, Callable[[str], list[str]]] = {
            "proof": lambda name: proven(name, targets, libraries, options.samples, options.jobs),
            "int4": lambda name: proven(name, packed, libraries, options.samples, options.jobs, "int4"),
            "rule": cmsis_nn_rule.rows,
            "cost": lambda name: compared(name, targets, options.folders[0]),
        }
        for table in options.tables.split(","):
            head = columns(list(libraries))[table]
            print(head, flush=True)
            for name in models:
                rows = tables[table](name)
                if options.write:
                    write(table, head, rows)


if __name__ == "__main__":
    main()
