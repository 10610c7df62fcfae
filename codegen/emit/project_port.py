"""Projects whose program is driven over a serial line: the runner of edgec, the harness of MLPerf Tiny."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from enum import Enum

from edgec.codegen.emit.environment import render
from edgec.codegen.emit.integrate import packagings
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Qemu, Target

PROGRAM = "app"
PORT_NUMBER = 4321
PAINTED_BYTES = 0x8000
"""Bytes of the stack that are painted; projects have twice as much."""
PAYLOAD_BYTES = 1024
"""The payload of a frame: emulated machines have the memory, and a line that loses nothing."""


class ProgramKind(Enum):
    """The purpose of a project's program."""

    SAMPLE = "sample"
    RUNNER = "runner"
    MLPERF_TINY = "mlperf-tiny"

    @property
    def suffix(self) -> str:
        """The suffix of the names of the model's part."""
        return {ProgramKind.RUNNER: "runner", ProgramKind.MLPERF_TINY: "mlperf"}.get(self, "")


@dataclass(frozen=True)
class SerialPort:
    """The UART of an emulated machine, at ``base``; ``micros``: the block with its counter of time, 0 for a CLINT."""

    kind: str
    base: int
    micros: int
    about: str


def _cmsdk(base: int, fpga: int) -> SerialPort:
    return SerialPort("cmsdk", base, fpga, "UART 0 (CMSDK) of the emulated machine")


PORTS: Mapping[str, SerialPort] = {
    "mps2-an385": _cmsdk(0x40004000, 0x40028000),
    "mps2-an386": _cmsdk(0x40004000, 0x40028000),
    "mps2-an500": _cmsdk(0x40004000, 0x40028000),
    "mps2-an505": _cmsdk(0x50200000, 0x50302000),
    "mps3-an547": _cmsdk(0x59303000, 0x59302000),
    "virt": SerialPort("ns16550", 0x10000000, 0, "UART 0 (NS16550) of the emulated machine"),
}
"""By the machine's name: addresses of QEMU's documentation and of Arm's application notes."""
SOCKET = SerialPort("posix", 0, 0, f"a TCP connection to port {PORT_NUMBER}, or the one that is named")


def port_files(
    program: ProgramKind, values: Mapping[str, object], target: Target, machine_files: Mapping[str, str]
) -> dict[str, str]:
    """Path and text of the files of a project whose program is driven over a line.

    Args:
        program: which.
        values: what the templates of packages and projects take.
        target: the target of the folder.
        machine_files: console, and start-up code and linker script of an emulated machine.

    Raises:
        UsageError: the target's emulator has no UART that is known, or the program is for no model with states.
    """
    package = packagings()[program.value]
    if package.stateless and values["states"]:
        raise UsageError(f"--program {program.value}: is for models without states; convert it without --state")
    qemu, chain = target.qemu, target.toolchain
    machine = qemu is not None and not qemu.user
    port = _port_of(target)
    says = {
        ProgramKind.RUNNER: "A program that runs a model on samples that come over a serial line.",
        ProgramKind.MLPERF_TINY: "The harness of MLPerf Tiny around a model.",
    }[program]
    known = {**values, "port": port, "suffix": program.suffix, "port_number": PORT_NUMBER, "says": says}
    script = [*chain.link_flags, *(qemu.link_flags if qemu else ()), "-T", "memory.ld"]
    linked = script if machine else list(qemu.link_flags if qemu else ())
    flags = [*chain.compile_flags, *([] if machine else ["-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE"])]
    made = {
        "main.c": _text("port_main.c", **known),
        "port.h": _text("port.h", **known),
        "port.c": _text("port_uart.c" if machine else "port_posix.c", **known),
        "Makefile": _text(
            "port_makefile",
            program=PROGRAM,
            compiler=chain.compilers[0],
            flags=shlex.join(flags),
            link_flags=shlex.join(linked),
            libraries=shlex.join(chain.libraries),
            emulator=_emulator(qemu),
            defines=_defines(program, qemu),
            **{**known, "script": machine},
        ),
        "README.md": _text("port_README.md", **{**known, "script": machine}),
    }
    if not machine and program is ProgramKind.RUNNER:
        made["port_clock.h"] = _text("port_clock.h")
    parts = {path.rpartition("/")[2]: render(template, **known) for template, path in package.files}
    return {**machine_files, **made, **{name.format(**values): text for name, text in parts.items()}}


def _port_of(target: Target) -> SerialPort:
    qemu = target.qemu
    if qemu is None or qemu.user:
        return SOCKET
    machine = qemu.machine.split()[0]
    if machine not in PORTS:
        raise UsageError(
            f"target '{target.name}' is emulated by {machine}, whose UART edgec does not know; add the runner to "
            "your own program with 'edgec convert --package runner'"
        )
    return PORTS[machine]


def _defines(program: ProgramKind, qemu: Qemu | None) -> Sequence[str]:
    """Return the macros that tell the program where it runs."""
    if program is not ProgramKind.RUNNER:
        return ()
    common = (f"-DEDGEC_RUNNER_STACK={PAINTED_BYTES:#x}u", f"-DEDGEC_RUNNER_PAYLOAD={PAYLOAD_BYTES}u")
    if qemu is None or qemu.user:
        return (*common, "-include port_clock.h")
    return (*common, f"-DEDGEC_RUNNER_TICK_INSTRUCTIONS={round(qemu.instructions_per_tick * 100)}u")


def _emulator(qemu: Qemu | None) -> str:
    """The command before the program's name; the serial line of a machine is a TCP port of this computer."""
    if qemu is None:
        return ""
    if qemu.user:
        return shlex.join([qemu.command, *qemu.args])
    rest = [a for before, a in zip(("", *qemu.args), qemu.args, strict=False) if "-serial" not in (before, a)]
    line = "-serial tcp:localhost:$(TCP_PORT),server=on,wait=off"
    return f"{shlex.join([qemu.command, *rest])} {line} {shlex.join([*qemu.icount_args, '-kernel'])}"


def _text(name: str, **values: object) -> str:
    return render(f"project/{name}.j2", **values)
