"""Linking and running programs for a target: by its emulator, a machine or a Linux process, or as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from edgec.converter.graph.errors import ToolFailed, printable
from edgec.targets.machine.toolchain import find_qemu
from edgec.targets.reader import Qemu, Target, parse_size, support_text

IO_HEADER = "edgec_bench_io.h"
CORE_HEADER = "edgec_bench_core.h"


def write_support(target: Target, folder: Path) -> tuple[Path, ...]:
    """Write what a test program needs on a target into ``folder``; the C files among it, to be compiled with it."""
    sources = target.qemu.sources if target.qemu else ("io_stdio.c",)
    for name in (IO_HEADER, *sources):
        (folder / name).write_text(support_text(name), encoding="utf-8")
    if target.qemu:
        (folder / CORE_HEADER).write_text(support_text(target.qemu.core_header), encoding="utf-8")
    return tuple(folder / name for name in sources)


def link_flags(target: Target, folder: Path) -> tuple[str, ...]:
    """Flags that link a test program for a target; they name files that are written into ``folder``, absolutely."""
    if target.qemu is None or not target.qemu.linker_script:
        return target.qemu.link_flags if target.qemu else ()
    script = folder.resolve() / target.qemu.linker_script
    script.write_text(_linker_script(target.qemu), encoding="utf-8")
    return (*target.qemu.link_flags, "-T", str(script))


def command_of(target: Target, program: Path, arguments: Sequence[str] = ()) -> list[str]:
    """The command that runs a program; ``arguments`` are more of the emulator's.

    Raises:
        ToolchainMissing: no emulator.
    """
    if target.qemu is None:
        return [str(program)]
    end = [str(program)] if target.qemu.user else ["-kernel", str(program)]
    return [find_qemu(target), *target.qemu.args, *arguments, *end]


def emulator_failed(target: Target, told: str) -> ToolFailed:
    """The sentence about an emulator that does not work; ``told`` is what it said or did."""
    assert target.qemu is not None
    name = printable(target.qemu.command)
    return ToolFailed(
        f"'{name}', which runs target '{printable(target.name)}', does not work: {told}; try '{name} --version', "
        "and install it again, or another release of it"
    )


def _linker_script(qemu: Qemu) -> str:
    """The script of the emulated machine, with memories in which the arenas and constants of a board's lie."""
    stands = [(f"bench_{s.memory}", s.origin, s.size) for s in qemu.stand_ins]
    memories = [
        f"{name} (rwx) : ORIGIN = 0x{origin:08X}, LENGTH = {parse_size(size)}"
        for name, origin, size in (*((r.name, r.origin, r.size) for r in qemu.regions), *stands)
    ]
    sections = [
        f".bench_weights_{s.memory} : {{ *(.rodata.edgec_{s.memory}.*) }} > bench_{s.memory}\n"
        f"    .bench_arena_{s.memory} (NOLOAD) : {{ *(.bss.bench_arena_{s.memory}) }} > bench_{s.memory}"
        for s in qemu.stand_ins
    ]
    text = support_text(qemu.linker_script)
    return text.replace("@MEMORIES@", "\n    ".join(memories)).replace("@SECTIONS@", "\n    ".join(sections))
