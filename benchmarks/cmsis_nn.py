"""The shared int8 models with CMSIS-NN's kernels, proven and counted under QEMU, as Markdown tables.

    python benchmarks/cmsis_nn.py FOLDER [FOLDER ...] [--samples N] [--models kws,ad] [--targets cortex-m4] [--write]

Each FOLDER holds the sources of CMSIS-NN (7.0.0 or later) and is called what the tables call it.  Every model is
converted with ``--kernels cmsis-nn`` for every target, and run with each folder in its default build and in the one of
single rounding (CMSIS_NN_USE_SINGLE_ROUNDING): samples whose bytes differ from the simulator's, of all at hand or the
first N.  Then instructions, flash and arena stand beside those of edgec's own kernels and of ``--kernels auto``.
``--write`` puts the tables into docs/cmsis-nn.md.  Needs the shared models (EDGEC_SHARED, or ../shared beside the
checkout), arm-none-eabi-gcc and QEMU.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(Path(__file__).resolve().parent))
from accuracy import CASES, SHARED, split  # noqa: E402
from whole_models import have_shared  # noqa: E402

from edgec import ConvertOptions, convert  # noqa: E402
from edgec.commands.profile import profile  # noqa: E402
from edgec.converter.arithmetic.fixed_point import quantize_array  # noqa: E402
from edgec.folder import OutputFolder, open_folder  # noqa: E402
from edgec.quantize.ranges.simulate import simulate  # noqa: E402
from edgec.targets.machine.bench import run_bench  # noqa: E402

MODELS = ("kws", "resnet8", "vww", "ad", "str_ww", "mnist")
TARGETS = ("cortex-m3", "cortex-m4", "cortex-m55")
KERNELS = ("own", "cmsis-nn", "auto")
VARIABLE, SINGLE = "CMSIS_NN_DIR", "CMSIS_NN_USE_SINGLE_ROUNDING"
DOCUMENT, BEGIN, END = REPO / "docs" / "cmsis-nn.md", "<!-- python benchmarks/cmsis_nn.py -->", "<!-- end -->"


@dataclass(frozen=True)
class Cost:
    """What a build costs."""

    instructions: int
    flash: int
    arena: int


def single_rounding(folder: Path, place: Path) -> Path:
    """A copy of the library that is always built with single rounding."""
    for part in ("Include", "Source"):
        shutil.copytree(folder / part, place / part)
    header = place / "Include" / "arm_nnsupportfunctions.h"
    header.write_text(f"#define {SINGLE}\n{header.read_text(encoding='utf-8')}", encoding="utf-8")
    return place


def made(name: str, target: str, kernels: str, place: Path) -> Path:
    """The folder of a model, converted."""
    case = CASES[name]
    place.mkdir(exist_ok=True)
    calibration, _ = split(case, place)
    options = ConvertOptions(target=target, calibration=str(calibration), quantize="int8", kernels=kernels)
    return convert(SHARED / "models" / f"{case.model}.onnx", options, place / kernels).folder


def cost(folder: Path) -> Cost:
    """What a folder costs."""
    report = open_folder(folder).report
    return Cost(profile(folder).profile.total.instructions, report.flash.total or 0, report.ram.arena)


def cost_share(out: OutputFolder) -> float:
    """The part of the MACs that CMSIS-NN's functions do, 0 to 1."""
    arms = sum(layer.macs for layer in out.report.layers if layer.library.startswith("cmsis_nn"))
    return arms / max(1, out.report.macs)


def folders_of(libraries: Sequence[Path], place: Path) -> dict[str, Path]:
    """Each library in both builds, by a name for the table."""
    found = {}
    for i, library in enumerate(libraries):
        found[f"{library.name}, default"] = library
        found[f"{library.name}, single"] = single_rounding(library, place / str(i))
    return found


def proven(name: str, targets: Sequence[str], libraries: dict[str, Path], samples: int | None) -> list[str]:
    """Table rows: for each target, samples whose bytes differ from the simulator's, with each build of the library."""
    rows = []
    with tempfile.TemporaryDirectory() as temp:
        _, evaluation = split(CASES[name], Path(temp))
        x = np.load(evaluation)["x"][:samples]
        expected = None
        for target in targets:
            os.environ[VARIABLE] = str(next(iter(libraries.values())))
            out = open_folder(made(name, target, "cmsis-nn", Path(temp) / target))
            port = out.graph.tensors[out.graph.inputs[0]]
            inputs = [quantize_array(x.reshape(-1, *port.shape), port.quant, port.dtype)]
            if expected is None:
                expected = simulate(out.graph, inputs)[0].reshape(len(x), -1)
            cells = []
            for library in libraries.values():
                os.environ[VARIABLE] = str(library)
                found = run_bench(out.path, out.bench, out.target, inputs)[0].reshape(len(x), -1)
                cells.append(str(int((found.view(expected.dtype) != expected).any(axis=1).sum())))
            share = cost_share(out)
            rows.append(f"| {name} | {target} | {share:.2%} | {len(x)} | " + " | ".join(cells) + " |")
            print(rows[-1], flush=True)
    return rows


def compared(name: str, targets: Sequence[str], library: Path) -> list[str]:
    """Table rows: for each target, what own kernels, CMSIS-NN's and the cheaper ones cost."""
    os.environ[VARIABLE] = str(library)
    rows = []
    with tempfile.TemporaryDirectory() as temp:
        for target in targets:
            found = [cost(made(name, target, kernels, Path(temp) / target)) for kernels in KERNELS]
            cells = [f"{c.instructions:,} | {c.flash:,} | {c.arena:,}" for c in found]
            rows.append(f"| {name} | {target} | " + " | ".join(cells) + " |")
            print(rows[-1], flush=True)
    return rows


def ruled(name: str, library: Path) -> str:
    """A table row: what factors in multiples of 2**-31 change of the outputs of a model."""
    os.environ[VARIABLE] = str(library)
    with tempfile.TemporaryDirectory() as temp:
        _, evaluation = split(CASES[name], Path(temp))
        data = np.load(evaluation)
        outputs = []
        for kernels in ("own", "cmsis-nn"):
            graph = open_folder(made(name, "cortex-m4", kernels, Path(temp))).graph
            port = graph.tensors[graph.inputs[0]]
            x = quantize_array(data["x"].reshape(-1, *port.shape), port.quant, port.dtype)
            outputs.append(simulate(graph, [x])[0].reshape(len(x), -1))
    changed = int((outputs[0] != outputs[1]).sum())
    most = int(np.abs(outputs[0].astype(int) - outputs[1]).max())
    classes = int((outputs[0].argmax(axis=1) != outputs[1].argmax(axis=1)).sum()) if "y" in data else "-"
    row = f"| {name} | {len(outputs[0])} | {changed:,} of {outputs[0].size:,} | {most} | {classes} |"
    print(row, flush=True)
    return row


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--samples", type=int)
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--targets", default=",".join(TARGETS))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    models, targets = options.models.split(","), options.targets.split(",")
    with tempfile.TemporaryDirectory() as temp:
        libraries = folders_of(options.folders, Path(temp))
        head = "".join(f" {name} |" for name in libraries)
        lines = [
            f"| model | target | MACs in CMSIS-NN | samples |{head}",
            "|---|---|--:|--:|" + "--:|" * len(libraries),
        ]
        lines += [row for name in models for row in proven(name, targets, libraries, options.samples)]
    first = options.folders[0]
    lines += ["", f"Instructions of one inference, bytes of flash and of arena, with CMSIS-NN {first.name}:", ""]
    lines += ["| model | target |" + "".join(f" {k}: instructions | flash | arena |" for k in KERNELS)]
    lines += ["|---|---|" + "--:|" * 9, *(row for name in models for row in compared(name, targets, first))]
    lines += ["", "Outputs with factors in multiples of 2^-31 beside those with the usual ones:", ""]
    lines += ["| model | samples | values that differ | by at most | other classes |", "|---|--:|--:|--:|--:|"]
    lines += [ruled(name, first) for name in models]
    print("\n".join(lines))
    if options.write:
        text = DOCUMENT.read_text(encoding="utf-8")
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        DOCUMENT.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
