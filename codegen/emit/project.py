"""Complete projects around a generated folder: start-up code, linker script, build file, a main that runs a sample.

A project is files to begin from: nothing in it is needed by the generated folder, and edgec does not look at it again.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from edgec.codegen.emit.environment import render
from edgec.codegen.emit.literals import array_lines
from edgec.codegen.kernels.spec import stored
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.targets.reader import Qemu, Target

STACK_BYTES = 0x10000
PROGRAM = "app"


class ProjectKind(Enum):
    """The build system of a project, and where it runs."""

    QEMU = "qemu"
    CMAKE = "cmake"
    ZEPHYR = "zephyr"
    PICO = "pico"
    ARDUINO = "arduino"

    def model_folder(self, prefix: str) -> str:
        """Return the place of the generated folder in the project: Arduino compiles what is below ``src``."""
        return f"src/{prefix}" if self is ProjectKind.ARDUINO else prefix


@dataclass(frozen=True)
class SampleInOut:
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
class PredictedClass:
    """The class that a model says: output ``output`` holds it, or with ``scores`` one score for each class."""

    output: int
    scores: bool


@dataclass(frozen=True)
class Sample:
    """A sample and, of a model in integers, what the simulator computes of it; ``about`` says where it is from.

    ``label`` is the class that the sample has, where that is known; ``answer`` where the program finds one,
    ``named`` whether the header has class names; ``states`` whether calls leave something for the next.
    """

    inputs: tuple[SampleInOut, ...]
    outputs: tuple[SampleInOut, ...]
    about: str
    expected: bool
    answer: PredictedClass | None
    label: int | None = None
    named: bool = False
    states: bool = False


@dataclass(frozen=True)
class Timer:
    """The timer of a program: ``scale`` of ``unit`` go into one tick."""

    kind: str
    unit: str
    scale: int
    about: str


def project_files(
    kind: ProjectKind, name: str, prefix: str, arenas: Sequence[str], sample: Sample, target: Target, version: str
) -> dict[str, str]:
    """Path and text of the files of a project, the generated folder aside (``ProjectKind.model_folder``).

    Args:
        kind: how it is built and where it runs.
        name: that of the project's folder.
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
        "header": f"src/{prefix}/{prefix}.h" if kind is ProjectKind.ARDUINO else f"{prefix}.h",
        "entry": "app_main" if kind is ProjectKind.ARDUINO else "main",
        "project": name,
        **vars(sample),
    }
    shared = {file: _text(file, **values) for file in ("main.c", "sample.h")}
    return {**shared, "console.h": _text("console.h"), **BUILDS[kind](values, target)}


def _cmake(values: dict[str, object], target: Target) -> dict[str, str]:
    if not target.hosted:
        raise UsageError(
            f"target '{target.name}' has no operating system, and a CMake project of it needs your board's toolchain "
            "file and start-up code; take --for qemu, zephyr, pico or arduino, or convert with '-t host'"
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
    return {
        **machine_files(target),
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
        "timer.h": _text("timer.h", timer=_timer(qemu)),
        "README.md": _text(
            "README.md",
            kind_says=f"A project that runs a model {where}.",
            commands="```sh\nmake run\n```",
            script=machine,
            **values,
        ),
    }


def machine_files(target: Target) -> dict[str, str]:
    """Path and text of what programs need of the machine: console; start-up code and memories of an emulated one."""
    qemu = target.qemu
    if qemu is None or qemu.user:
        return {"console.h": _text("console.h"), "console.c": _text("console_stdio.c")}
    if qemu.serial:
        raise UsageError(
            f"target '{target.name}' is emulated by a machine through whose UART only 'edgec verify' and 'edgec "
            "profile' run programs; take --for arduino"
        )
    startup = "startup_riscv.c" if "riscv" in qemu.command else "startup_arm.c"
    return {
        "console.h": _text("console.h"),
        "console.c": _text("console_semihosting.c"),
        "startup.c": _text(startup),
        "memory.ld": _text("memory.ld", regions=qemu.regions, stack=STACK_BYTES),
    }


def _zephyr(values: dict[str, object], target: Target) -> dict[str, str]:
    _need_firmware(target, "Zephyr")
    says = "A Zephyr application that runs a model."
    commands = "```sh\nwest build -b BOARD .\nwest flash  # or west build -t run, where QEMU emulates it\n```"
    return {
        "CMakeLists.txt": _text("zephyr_cmake.txt", **values),
        "prj.conf": _text("zephyr_prj.conf", floats="-mfloat-abi=hard" in target.toolchain.compile_flags),
        "sample.yaml": _text("zephyr_sample.yaml", **values),
        "console.c": _text("console_zephyr.c"),
        "timer.h": _text("timer.h", timer=_ZEPHYR),
        "README.md": _text("README.md", kind_says=says, commands=commands, script=False, **values),
    }


def _pico(values: dict[str, object], target: Target) -> dict[str, str]:
    board = next((b for cpu, b in PICO_BOARDS.items() if f"-mcpu={cpu}" in target.toolchain.compile_flags), None)
    if board is None:
        raise UsageError(
            f"target '{target.name}' is no processor of the Pico SDK; convert with '-t raspberry-pi-pico' (RP2040) or "
            "'-t cortex-m33' (RP2350)"
        )
    says = "A program of the Raspberry Pi Pico SDK that runs a model and prints over USB."
    commands = "```sh\nexport PICO_SDK_PATH=...\ncmake -B build\ncmake --build build    # then copy build/app.uf2\n```"
    return {
        "CMakeLists.txt": _text("pico_cmake.txt", board=board, **values),
        "console.c": _text("console_pico.c"),
        "timer.h": _text("timer.h", timer=_PICO),
        "README.md": _text("README.md", kind_says=says, commands=commands, script=False, **values),
    }


def _arduino(values: dict[str, object], target: Target) -> dict[str, str]:
    _need_firmware(target, "Arduino")
    says = "An Arduino sketch that runs a model and prints to the serial monitor."
    commands = (
        "Open the folder in the Arduino IDE, choose the board and upload; or:\n\n"
        "```sh\narduino-cli compile -b VENDOR:ARCHITECTURE:BOARD .\n"
        "arduino-cli upload -b VENDOR:ARCHITECTURE:BOARD -p PORT .\n```"
    )
    return {
        f"{values['project']}.ino": _text("sketch.ino"),
        "console.cpp": _text("console_arduino.cpp"),
        "timer.h": _text("timer.h", timer=_ARDUINO),
        "README.md": _text("README.md", kind_says=says, commands=commands, script=False, **values),
    }


def _need_firmware(target: Target, what: str) -> None:
    if target.hosted:
        raise UsageError(
            f"target '{target.name}' has an operating system of its own, no {what}; convert for the board's core, such "
            "as '-t cortex-m4'"
        )


BUILDS: Mapping[ProjectKind, Callable[[dict[str, object], Target], dict[str, str]]] = {
    ProjectKind.QEMU: _qemu,
    ProjectKind.CMAKE: _cmake,
    ProjectKind.ZEPHYR: _zephyr,
    ProjectKind.PICO: _pico,
    ProjectKind.ARDUINO: _arduino,
}
PICO_BOARDS = {"cortex-m0plus": "pico", "cortex-m33": "pico2"}
"""Boards of the SDK by their processor, which PICO_BOARD chooses among."""

_ZEPHYR = Timer("zephyr", "microseconds", 1, "Zephyr's hardware clock")
_PICO = Timer("pico", "microseconds", 1, "the microsecond timer of the chip")
_ARDUINO = Timer("arduino", "microseconds", 1, "Arduino's micros()")
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
