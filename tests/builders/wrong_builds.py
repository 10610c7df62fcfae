"""Folders built with other options than their target's: which builds there are, and what one does."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from edgec.codegen import GenerateOptions, generate
from edgec.codegen.choose.choice import Kernels, Selection
from edgec.codegen.kernels.catalog import sources_of
from edgec.codegen.kernels.spec import CTYPES
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.q31 import with_q31
from edgec.targets.machine.bench import BenchModel, BenchOptions, Port, run_bench
from edgec.targets.machine.compile import KernelSources, compile_files
from edgec.targets.reader import Target, load_target

EQUAL, SILENT = "equal", "DIFFERS"

M0 = ("-mcpu=cortex-m0", "-mfloat-abi=soft")
M23 = ("-mcpu=cortex-m23", "-mfloat-abi=soft")
M3 = ("-mcpu=cortex-m3", "-mfloat-abi=soft")
M4 = ("-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard")
M33 = ("-mcpu=cortex-m33", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard")
M33_NO_DSP = ("-mcpu=cortex-m33+nodsp", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard")
M55 = ("-mcpu=cortex-m55", "-mfloat-abi=hard")
A7 = ("-mcpu=cortex-a7", "-mfpu=neon-vfpv4", "-mfloat-abi=hard")


@dataclass(frozen=True)
class Wrong:
    """A wrong build.

    ``processor`` stands for the target's options of that kind, ``library`` for those of CMSIS-NN alone; ``more``
    follows all others, for the folder and CMSIS-NN, not for the bench; ``machine`` names the target whose emulator
    runs it.
    """

    name: str
    processor: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    library: tuple[str, ...] | None = None
    machine: str = ""


ANYWHERE = (
    Wrong("-O0", more=("-O0", "-DEDGEC_UNOPTIMIZED")),
    Wrong("-flto", more=("-flto",)),
    Wrong("-ffast-math", more=("-ffast-math",)),
    Wrong("-funsigned-char", more=("-funsigned-char",)),
)
WIDE_ENUMS = (*ANYWHERE, Wrong("-fshort-enums", more=("-fshort-enums",)))
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
        Wrong("-march=armv7-m", ("-march=armv7-m", "-mfloat-abi=soft")),
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
    "cortex-m85": (
        Wrong("as the target's"),
        Wrong("-march without +mve", ("-march=armv8.1-m.main+dsp+fp.dp", "-mfloat-abi=hard")),
        Wrong("-march without +dsp and +mve", ("-march=armv8.1-m.main+fp.dp", "-mfloat-abi=hard")),
        Wrong("-march with +mve alone", ("-march=armv8.1-m.main+mve", "-mfloat-abi=softfp")),
        Wrong("-mcpu=cortex-m55", M55),
        Wrong("-mcpu=cortex-m7", ("-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard")),
        *ON_M,
    ),
    "cortex-m3": (
        Wrong("as the target's"),
        Wrong("-mcpu=cortex-m0", M0, machine="cortex-m0"),
        Wrong("-mcpu=cortex-m23", M23, machine="cortex-m23"),
        Wrong("-mcpu=cortex-m4", M4, machine="cortex-m4"),
        Wrong("-mcpu=cortex-m33+nodsp", M33_NO_DSP, machine="cortex-m33"),
        Wrong("-mcpu=cortex-m55", M55, machine="cortex-m55"),
        *ON_M,
    ),
    "cortex-m0": (
        Wrong("as the target's"),
        Wrong("-march=armv6s-m", ("-march=armv6s-m", "-mfloat-abi=soft")),
        Wrong("-mcpu=cortex-m0plus.small-multiply", ("-mcpu=cortex-m0plus.small-multiply", "-mfloat-abi=soft")),
        Wrong("-mcpu=cortex-m23", M23, machine="cortex-m23"),
        Wrong("-mcpu=cortex-m3", M3, machine="cortex-m3"),
        Wrong("-mcpu=cortex-m4", M4, machine="cortex-m4"),
        Wrong("-fno-omit-frame-pointer", more=("-fno-omit-frame-pointer",)),
        *ON_M,
    ),
    "cortex-a76": (
        Wrong("as the target's"),
        Wrong("-march=armv8.2-a+nodotprod", ("-march=armv8.2-a",)),
        Wrong("-mcpu=cortex-a53", ("-mcpu=cortex-a53",)),
        Wrong("-mgeneral-regs-only", more=("-mgeneral-regs-only",)),
        Wrong("-mcpu=cortex-a76+nosimd", ("-mcpu=cortex-a76+nosimd",)),
        Wrong("-mbig-endian", more=("-mbig-endian",)),
        *WIDE_ENUMS,
    ),
    "cortex-a7": (
        Wrong("as the target's"),
        Wrong("-mfpu=vfpv4-d16", ("-mcpu=cortex-a7", "-mfpu=vfpv4-d16", "-mfloat-abi=hard")),
        Wrong("-mfloat-abi=soft", ("-mcpu=cortex-a7", "-mfloat-abi=soft")),
        Wrong("-mfloat-abi=softfp", ("-mcpu=cortex-a7", "-mfpu=neon-vfpv4", "-mfloat-abi=softfp")),
        Wrong("-mcpu=cortex-a9", ("-mcpu=cortex-a9", "-mfpu=neon", "-mfloat-abi=hard")),
        Wrong("-mthumb", more=("-mthumb",)),
        Wrong("-mbig-endian", more=("-mbig-endian",)),
        *WIDE_ENUMS,
    ),
    "rv32imac": (
        Wrong("as the target's"),
        Wrong("-march=rv32ic", ("-march=rv32ic",)),
        Wrong("-march=rv32im", ("-march=rv32im",)),
        Wrong("-march=rv32i", ("-march=rv32i",)),
        Wrong("-mno-strict-align", more=("-mno-strict-align",)),
        Wrong("-march=rv32e -mabi=ilp32e", more=("-march=rv32e", "-mabi=ilp32e")),
        *WIDE_ENUMS,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Folder:
    """A graph generated for a target, its inputs as the device takes them, and the simulator's bytes."""

    path: Path
    model: BenchModel
    target: Target
    inputs: list[Array]
    expected: Array


def generated(graph: Graph, target: str, kernels: str, inputs: list[Array], path: Path, name: str = "net") -> Folder:
    """An integer graph as a folder, with kernels ``own``, ``cmsis-nn`` or ``auto``."""
    kind, machine = Kernels(kernels), load_target(target)
    graph = graph if kind.only_own else with_q31(graph)
    made = generate(graph, GenerateOptions(name, machine, "int8", name, "0", "0", selection=Selection(kernels=kind)))
    for file, content in made.files:
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(content)
    plan = made.plan
    ports = [tuple(Port(CTYPES[t.dtype], t.nbytes) for t in side) for side in (plan.inputs, plan.outputs)]
    sources = sources_of(plan.libraries)
    model = BenchModel(made.prefix, ports[0], ports[1], plan.arena_size, plan.arena_align, libraries=sources)
    return Folder(path, model, machine, inputs, simulate(graph, inputs)[0].reshape(len(inputs[0]), -1))


def options_of(target: Target, processor: tuple[str, ...]) -> tuple[str, ...]:
    """The target's options of the compiler with others for the processor, if there are any."""
    kept = target.toolchain.flags
    if processor:
        kept = (*processor, *(f for f in kept if not f.startswith(("-mcpu=", "-march=", "-mfpu=", "-mfloat-abi="))))
    return kept


def outcome(folder: Folder, wrong: Wrong) -> tuple[str, str]:
    """Build and run a folder; return the outcome in a word (``SILENT``: other bytes, no error), and what was said."""
    machine = load_target(wrong.machine) if wrong.machine else folder.target
    target = _with(machine, options_of(folder.target, wrong.processor))
    vendors = folder.model.libraries
    model = replace(folder.model, libraries=KernelSources((), vendors.include_dirs, vendors.defines))
    with tempfile.TemporaryDirectory() as temp:
        try:
            if vendors.sources:  # the model first: what it refuses is what counts
                quick = (*vendors.flags, *wrong.more, "-O0", "-DEDGEC_UNOPTIMIZED")
                compile_files([folder.path / f"{model.name}.c"], target, Path(temp), extra_flags=quick)
                library = options_of(folder.target, wrong.processor if wrong.library is None else wrong.library)
                objects = _objects(vendors, _with(machine, (*library, *wrong.more)))
                target = replace(
                    target, toolchain=replace(target.toolchain, libraries=(*objects, *target.toolchain.libraries))
                )
            found = run_bench(folder.path, model, target, folder.inputs, BenchOptions(extra_flags=wrong.more))[0]
        except EdgecError as error:
            return _refusal(str(error), model.name), str(error)
    same = found.reshape(folder.expected.shape).view(folder.expected.dtype) == folder.expected
    return (EQUAL, "") if same.all() else (f"{SILENT} ({int((~same.all(axis=1)).sum())} of {len(same)})", "")


def _with(target: Target, flags: tuple[str, ...]) -> Target:
    return replace(target, toolchain=replace(target.toolchain, flags=flags))


@cache
def _place() -> tempfile.TemporaryDirectory[str]:
    """The folder in which objects of the vendor's library lie as long as the program runs."""
    return tempfile.TemporaryDirectory()


@cache
def _objects(vendors: KernelSources, target: Target) -> tuple[str, ...]:
    """The vendor's files, compiled once for each set of options."""
    place = Path(tempfile.mkdtemp(dir=_place().name))
    return tuple(map(str, compile_files(vendors.sources, target, place, extra_flags=vendors.flags)))


def _refusal(told: str, prefix: str) -> str:
    """Name what refused, by the message of a build or a run that failed."""
    if "does not link" in told:
        return "linker"
    if "does not compile" in told:
        return "#error" if f'#error "{prefix}, made for' in told else "compiler"
    return "init" if f"{prefix}_init" in told else "run" if f"{prefix}_run" in told else f"FAILS: {told}"
