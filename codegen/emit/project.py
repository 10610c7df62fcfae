"""Complete projects around a generated folder: start-up code, linker script, build file, a main that runs a sample.

A project is files to begin from: nothing in it is needed by the generated folder, and edgec does not look at it again.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from edgec.codegen.emit.environment import render
from edgec.codegen.emit.literals import array_lines
from edgec.codegen.kernels.spec import stored
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Array
from edgec.targets.reader import Qemu, Target

STACK_BYTES = 0x10000
PROGRAM = "app"


class ProjectKind(Enum):
    """How a project is built and where it runs."""

    QEMU = "qemu"
    CMAKE = "cmake"


@dataclass(frozen=True)
class Port:
    """An input or output of the C API: the type of its elements, and the values of the sample."""

    ctype: str
    values: Array

    @property
    def size(self) -> int:
        """Number of elements."""
        return int(self.values.size)

    @property
    def rows(self) -> str:
        """The values as lines of an initializer."""
        return "\n".join(f"    {line}" for line in array_lines(stored(self.values)))


@dataclass(frozen=True)
class Answer:
    """The class that a model says: output ``output`` holds it, or with ``scores`` one score for each class."""

    output: int
    scores: bool


@dataclass(frozen=True)
class Sample:
    """A sample and, of a model in integers, what the simulator computes of it; ``about`` says where it is from.

    ``label`` is the class that the sample has, where that is known; ``answer`` where the program finds one.
    """

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    about: str
    expected: bool
    answer: Answer | None
    label: int | None = None


@dataclass(frozen=True)
class Timer:
    """How a program measures: ``scale`` of ``unit`` go into one tick."""

    kind: str
    unit: str
    scale: int
    about: str


def project_files(
    kind: ProjectKind, prefix: str, arenas: Sequence[str], sample: Sample, target: Target, version: str
) -> dict[str, str]:
    """Path and text of the files of a project, the generated folder aside, which lies in ``prefix``.

    Args:
        kind: how it is built and where it runs.
        prefix: name of the model in C.
        arenas: what the macros of the arenas' sizes are called, in the order of ``<prefix>_init``.
        sample: what ``main`` runs.
        target: the target of the folder.
        version: edgec's.

    Raises:
        UsageError: the kind is not for this target.
    """
    values = {
        "prefix": prefix,
        "upper": prefix.upper(),
        "arenas": arenas,
        "target": target.name,
        "version": version,
        **vars(sample),
    }
    files = {name: _text(name, **values) for name in ("main.c", "sample.h")}
    build = _cmake if kind is ProjectKind.CMAKE else _qemu
    return {**files, "console.h": _text("console.h"), **build(values, target)}


def _cmake(values: dict[str, object], target: Target) -> dict[str, str]:
    if not target.hosted:
        raise UsageError(
            f"target '{target.name}' has no operating system, and a CMake project of it needs your board's toolchain "
            "file and start-up code; take --for qemu, or convert with '-t host'"
        )
    says = "A CMake project that runs a model on this computer."
    commands = "```sh\ncmake -B build\ncmake --build build --target run\n```"
    return {
        "console.c": _text("console_stdio.c"),
        "timer.h": _text("timer.h", timer=_POSIX),
        "CMakeLists.txt": _text("CMakeLists.txt", **values),
        "README.md": _text("README.md", kind_says=says, commands=commands, script=False, **values),
    }


def _qemu(values: dict[str, object], target: Target) -> dict[str, str]:
    qemu, chain = target.qemu, target.toolchain
    machine = qemu is not None and not qemu.user
    if qemu is None and not target.hosted:
        raise UsageError(f"target '{target.name}' names no emulator; take one of a core, such as '-t cortex-m4'")
    flags = [*chain.compile_flags, *([] if machine else ["-D_POSIX_C_SOURCE=199309L"])]
    linked = [*(chain.link_flags if machine else ()), *(qemu.link_flags if qemu else ())]
    where = f"{'under QEMU' if qemu else 'on this computer'}"
    made = {
        "Makefile": _text(
            "Makefile",
            program=PROGRAM,
            compiler=chain.compilers[0],
            flags=shlex.join(flags),
            link_flags=shlex.join([*linked, "-T", "memory.ld"] if machine else linked),
            libraries=shlex.join(chain.libraries),
            emulator=_emulator(qemu),
            script=machine,
            **values,
        ),
        "console.c": _text(f"console_{'semihosting' if machine else 'stdio'}.c"),
        "timer.h": _text("timer.h", timer=_timer(qemu)),
        "README.md": _text(
            "README.md",
            kind_says=f"A project that runs a model {where}.",
            commands="```sh\nmake run\n```",
            script=machine,
            **values,
        ),
    }
    if machine:
        assert qemu is not None
        startup = "startup_riscv.c" if "riscv" in qemu.command else "startup_arm.c"
        made["startup.c"] = _text(startup)
        made["memory.ld"] = _text("memory.ld", regions=qemu.regions, stack=STACK_BYTES)
    return made


_POSIX = Timer("posix", "microseconds", 1, "the system's monotonic clock; an emulator's time is not a board's")


def _timer(qemu: Qemu | None) -> Timer:
    if qemu is None or qemu.user:
        return _POSIX
    kind, counter = ("mcycle", "mcycle") if "riscv" in qemu.command else ("systick", "SysTick")
    about = (
        f"{counter} counts {qemu.instructions_per_tick:g} instructions a tick under QEMU, cycles of the core on a board"
    )
    return Timer(kind, "instructions, about", int(qemu.instructions_per_tick), about)


def _text(name: str, **values: object) -> str:
    return render(f"project/{name}.j2", **values)


def _emulator(qemu: Qemu | None) -> str:
    """The command before the program's name; nothing where it runs as it is."""
    if qemu is None:
        return ""
    own = [] if qemu.user else [*qemu.icount_args, "-kernel"]
    return shlex.join([qemu.command, *qemu.args, *own])
