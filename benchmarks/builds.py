"""Folders built with other options than their target's, run under QEMU: what each build does, as a Markdown table.

    python benchmarks/builds.py [--cmsis-nn FOLDER] [--models kws,ad] [--targets cortex-m55] [--builds WORD] [--samples N]
                                [--write]

Every model is converted for every target with each kind of kernels and built once with each wrong set of options.  A
build refuses to compile with a sentence that names the option, or does not link, or refuses in ``<name>_init``, or gives
the simulator's bytes; "differs" is a silent wrong result, and ends the program with exit code 1.

FOLDER holds the sources of CMSIS-NN (default: CMSIS_NN_DIR); without it ``own`` is tried alone.  ``--write`` puts the
table into docs/firmware.md.  Needs the shared models, the cross compilers and QEMU.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

REPO = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).resolve().parent), str(REPO)]
from accuracy import CASES, SHARED, split  # noqa: E402
from cmsis_nn import VARIABLE, everything  # noqa: E402
from whole_models import have_shared  # noqa: E402

from edgec import ConvertOptions, convert  # noqa: E402
from edgec.converter.arithmetic.fixed_point import quantize_array  # noqa: E402
from edgec.converter.graph.errors import EdgecError  # noqa: E402
from edgec.folder import OutputFolder, open_folder  # noqa: E402
from edgec.quantize.ranges.simulate import simulate  # noqa: E402
from edgec.targets.machine.bench import BenchModel, run_bench  # noqa: E402
from edgec.targets.machine.compile import KernelSources, compile_files  # noqa: E402
from edgec.targets.reader import Target, load_target  # noqa: E402

MODELS = ("kws", "resnet8", "vww", "ad", "str_ww")
DOCUMENT, MARK, END = REPO / "docs" / "firmware.md", "<!-- python benchmarks/builds.py -->", "<!-- end -->"

M3 = ("-mcpu=cortex-m3", "-mfloat-abi=soft")
M4 = ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard")
M33 = ("-mcpu=cortex-m33", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard")
M33_NO_DSP = ("-mcpu=cortex-m33+nodsp", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard")
M55 = ("-mcpu=cortex-m55", "-mfloat-abi=hard")
A7 = ("-mcpu=cortex-a7", "-mfpu=neon-vfpv4", "-mfloat-abi=hard")


@dataclass(frozen=True)
class Wrong:
    """A wrong build: ``processor`` stands for the target's options of that kind, ``library`` for those of CMSIS-NN
    alone; ``more`` follows all others; ``machine`` is the target whose emulator runs it."""

    name: str
    processor: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    library: tuple[str, ...] | None = None
    machine: str = ""


ANYWHERE = (
    Wrong("-O0", more=("-O0", "-DEDGEC_UNOPTIMIZED")),
    Wrong("-Os", more=("-Os",)),
    Wrong("-flto", more=("-flto",)),
    Wrong("-ffast-math", more=("-ffast-math",)),
    Wrong("-funsigned-char", more=("-funsigned-char",)),
    Wrong("-fwrapv -fno-strict-aliasing", more=("-fwrapv", "-fno-strict-aliasing")),
)
ON_M = (
    *ANYWHERE,
    Wrong("-fno-short-enums", more=("-fno-short-enums",)),
    Wrong("-mbig-endian", more=("-mbig-endian",)),
    Wrong("-mno-unaligned-access", more=("-mno-unaligned-access",)),
)
BUILDS: dict[str, tuple[Wrong, ...]] = {
    "cortex-m4": (
        Wrong("as the target's"),
        Wrong("-mfloat-abi=soft", ("-mcpu=cortex-m4", "-mfloat-abi=soft")),
        Wrong("no processor named", (), ("-march=armv7-m", "-mfloat-abi=soft")),
        Wrong("-mcpu=cortex-m3", M3),
        Wrong("-mcpu=cortex-m33", M33, machine="cortex-m33"),
        Wrong("-mcpu=cortex-m33+nodsp", M33_NO_DSP, machine="cortex-m33"),
        Wrong("-mcpu=cortex-m55", M55, machine="cortex-m55"),
        Wrong("CMSIS-NN without DSP", library=(*M4, "-U__ARM_FEATURE_DSP")),
        Wrong("CMSIS-NN for cortex-m55", M33, library=M55, machine="cortex-m55"),
        *ON_M,
    ),
    "cortex-m55": (
        Wrong("as the target's"),
        Wrong("-mfloat-abi=soft", ("-mcpu=cortex-m55", "-mfloat-abi=soft")),
        Wrong("-mfloat-abi=softfp", ("-mcpu=cortex-m55", "-mfloat-abi=softfp")),
        Wrong("-mcpu=cortex-m55+nomve.fp", ("-mcpu=cortex-m55+nomve.fp", "-mfloat-abi=hard")),
        Wrong("-mcpu=cortex-m55+nomve", ("-mcpu=cortex-m55+nomve", "-mfloat-abi=hard")),
        Wrong("-mcpu=cortex-m55+nodsp", ("-mcpu=cortex-m55+nodsp", "-mfloat-abi=hard")),
        Wrong("-mcpu=cortex-m4", M4),
        Wrong("-mcpu=cortex-m33", M33),
        Wrong("CMSIS-NN for +nomve", library=("-mcpu=cortex-m55+nomve", "-mfloat-abi=hard")),
        Wrong("CMSIS-NN for +nodsp", library=("-mcpu=cortex-m55+nodsp", "-mfloat-abi=hard")),
        Wrong("CMSIS-NN, single rounding", library=(*M55, "-DCMSIS_NN_USE_SINGLE_ROUNDING")),
        Wrong("CMSIS-NN, ARM_MATH_AUTOVECTORIZE", library=(*M55, "-DARM_MATH_AUTOVECTORIZE")),
        *ON_M,
    ),
    "cortex-a76": (
        Wrong("as the target's"),
        Wrong("-march=armv8.2-a+nodotprod", ("-march=armv8.2-a",)),
        Wrong("-mcpu=cortex-a53", ("-mcpu=cortex-a53",)),
        Wrong("-mgeneral-regs-only", more=("-mgeneral-regs-only",)),
        Wrong("-mcpu=cortex-a76+nosimd", ("-mcpu=cortex-a76+nosimd",)),
        Wrong("-mbig-endian", more=("-mbig-endian",)),
        *ANYWHERE,
    ),
    "cortex-a7": (
        Wrong("as the target's"),
        Wrong("-mfpu=vfpv4-d16", ("-mcpu=cortex-a7", "-mfpu=vfpv4-d16", "-mfloat-abi=hard")),
        Wrong("-mfloat-abi=soft", ("-mcpu=cortex-a7", "-mfloat-abi=soft")),
        Wrong("-mfloat-abi=softfp", ("-mcpu=cortex-a7", "-mfpu=neon-vfpv4", "-mfloat-abi=softfp")),
        Wrong("-mcpu=cortex-a9", ("-mcpu=cortex-a9", "-mfpu=neon", "-mfloat-abi=hard")),
        Wrong("-mthumb", more=("-mthumb",)),
        Wrong("-mbig-endian", more=("-mbig-endian",)),
        *ANYWHERE,
    ),
    "rv32imac": (
        Wrong("as the target's"),
        Wrong("-march=rv32ic", more=("-march=rv32ic", "-mabi=ilp32")),
        Wrong("-march=rv32im", more=("-march=rv32im", "-mabi=ilp32")),
        Wrong("-march=rv32i", more=("-march=rv32i", "-mabi=ilp32")),
        Wrong("-mno-strict-align", more=("-mno-strict-align",)),
        *ANYWHERE,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Net:
    """A converted model, its samples as the device takes them, and the simulator's bytes."""

    out: OutputFolder
    inputs: list[np.ndarray]
    expected: np.ndarray


def converted(name: str, target: str, kernels: str, place: Path, samples: int) -> Net:
    """A model made for a target with one kind of kernels."""
    place.mkdir(parents=True, exist_ok=True)
    calibration, _ = split(CASES[name], place)
    options = ConvertOptions(target=target, calibration=str(calibration), kernels=kernels)
    made = convert(SHARED / "models" / f"{CASES[name].model}.onnx", options, place / kernels)
    out = open_folder(made.folder)
    port = out.graph.tensors[out.graph.inputs[0]]
    assert port.quant is not None
    x = everything(name)[:samples]
    inputs = [quantize_array(x.reshape(-1, *port.shape), port.quant, port.dtype)]
    return Net(out, inputs, simulate(out.graph, inputs)[0].reshape(len(x), -1))


def options_of(target: Target, wrong: Wrong, processor: tuple[str, ...]) -> tuple[str, ...]:
    """The target's options of the compiler with those of a wrong build."""
    kept = target.toolchain.flags
    if processor:
        kept = (*processor, *(f for f in kept if not f.startswith(("-mcpu=", "-march=", "-mfpu=", "-mfloat-abi="))))
    return (*kept, *wrong.more)


def built_for(target: Target, wrong: Wrong) -> Target:
    """The target whose options are a build's, on the machine that runs it."""
    machine = load_target(wrong.machine) if wrong.machine else target
    return replace(machine, toolchain=replace(machine.toolchain, flags=options_of(target, wrong, wrong.processor)))


def bench_of(out: OutputFolder, target: Target, wrong: Wrong, place: Path) -> tuple[BenchModel, Target]:
    """What is built and run: CMSIS-NN compiled beforehand where its options are others."""
    model = out.bench
    if wrong.library is None or not model.libraries.sources:
        return model, target
    tools = replace(target.toolchain, flags=options_of(out.target, wrong, wrong.library))
    flags = model.libraries.flags
    objects = compile_files(model.libraries.sources, replace(target, toolchain=tools), place, extra_flags=flags)
    others = replace(target.toolchain, libraries=(*map(str, objects), *target.toolchain.libraries))
    own = replace(model, libraries=KernelSources((), model.libraries.include_dirs, model.libraries.defines))
    return own, replace(target, toolchain=others)


def outcome(net: Net, wrong: Wrong) -> str:
    """What a build of a folder does."""
    with tempfile.TemporaryDirectory() as temp:
        try:
            model, target = bench_of(net.out, built_for(net.out.target, wrong), wrong, Path(temp))
            found = run_bench(net.out.path, model, target, net.inputs)[0]
        except EdgecError as error:
            return _refusal(str(error), net.out.model.name)
    same = found.reshape(net.expected.shape).view(net.expected.dtype) == net.expected
    return "equal" if same.all() else f"DIFFERS ({int((~same.all(axis=1)).sum())} of {len(same)})"


def _refusal(told: str, prefix: str) -> str:
    """What refused, by the message of a build or a run that failed."""
    print(f"    {told}", file=sys.stderr, flush=True)
    if "does not link" in told:
        return "linker"
    if "does not compile" in told:
        return "#error" if f'#error "{prefix}' in told else "compiler"
    return "init" if "_init" in told else f"FAILS: {told}"


def rows(models: Sequence[str], targets: Sequence[str], kinds: Sequence[str], words: str, n: int) -> Iterator[list[str]]:
    """A row for each target, build and kind of kernels: what it does with each model."""
    with tempfile.TemporaryDirectory() as temp:
        for target in targets:
            vendors = kinds if target.startswith("cortex-m") else ("own",)
            nets = {
                (kind, name): converted(name, target, kind, Path(temp) / target / name, n)
                for kind in vendors
                for name in models
            }
            for wrong in BUILDS[target]:
                for kind in vendors:
                    if words not in wrong.name or (wrong.library is not None and kind == "own"):
                        continue
                    yield [target, wrong.name, kind, *(outcome(nets[kind, name], wrong) for name in models)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cmsis-nn", default=os.environ.get(VARIABLE))
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--targets", default=",".join(BUILDS))
    parser.add_argument("--builds", default="", help="those whose name holds this word")
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not have_shared():
        raise SystemExit("the shared models are not there")
    kinds: tuple[str, ...] = ("own",)
    if options.cmsis_nn:
        os.environ[VARIABLE] = options.cmsis_nn
        kinds = ("own", "cmsis-nn", "auto")
    models = options.models.split(",")
    head = f"| target | built with | kernels | {' | '.join(models)} |"
    lines = [head, "|---|---|---|" + "---|" * len(models)]
    print("\n".join(lines), flush=True)
    for row in rows(models, options.targets.split(","), kinds, options.builds, options.samples):
        lines.append("| " + " | ".join(row) + " |")
        print(lines[-1], flush=True)
    if options.write:
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
        after = rest.partition(END)[2]
        DOCUMENT.write_text("\n".join([before + MARK, *lines, END + after]), encoding="utf-8")
    wrong = sum("DIFFERS" in line or "FAILS" in line for line in lines)
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
