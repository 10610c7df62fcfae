"""Linking and running programs for a target: by its emulator, a machine or a Linux process, or as they are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile

from edgec.converter.graph.errors import ToolFailed, printable
from edgec.targets.machine.arch.avr import skipped_returns
from edgec.targets.machine.toolchain import find_qemu
from edgec.targets.reader import Qemu, Target, parse_size, support_text

IO_HEADER = "edgec_bench_io.h"
BULK = "BULK"  # the region of constants
RAM_WEIGHTS = ".bench_ram_weights_"  # and a memory's name: sections of constants that a board keeps in RAM
CORE_HEADER = "edgec_bench_core.h"
SERIAL = (
    "-chardev", "pipe,id=samples,path=samples", "-serial", "chardev:samples",
    "-chardev", "file,id=errors,path=/dev/stderr", "-serial", "chardev:errors",
    "-chardev", "pipe,id=end,path=end,mux=on", "-serial", "chardev:end",
)  # fmt: skip
"""Serial ports of a machine without semihosting: samples and results, the error channel, and one that ends QEMU.

QEMU takes what is read from the last for keys of its console.  It reads ahead as many bytes as its buffer holds, so
that the program, which reads from this port when it has ended and never before, first gets ``END_PADDING`` of zeros.
"""
END_OF_QEMU = b"\x01x"
END_PADDING = 64
NEAR_FLASH = 0x10000  # bytes that an address of 16 bits reaches


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
    script.write_text(_linker_script(target, target.qemu), encoding="utf-8")
    return (*target.qemu.link_flags, "-T", str(script))


def command_of(target: Target, program: Path, arguments: Sequence[str] = ()) -> list[str]:
    """The command that runs a program; ``arguments`` are more of the emulator's.

    Raises:
        ToolchainMissing: no emulator.
    """
    if target.qemu is None:
        return [str(program)]
    qemu, path = target.qemu, str(program)
    *before, last = [""] if qemu.user else qemu.program.split(" ")
    end = [*before, last + path.replace(",", ",,")] if last else [*before, path]
    return [find_qemu(target), *qemu.args, *(SERIAL if qemu.serial else ()), *arguments, *end]


def prepare_serial(target: Target, program: Path, work: Path) -> None:
    """Make the files behind the serial ports in ``work``, where ``in.bin`` is: the machine writes to ``out.bin``.

    Raises:
        ToolFailed: the emulator does not run the program as the processor would.
    """
    _check_program(target, program)
    for name in ("out.bin", "end.out"):
        (work / name).write_bytes(b"")
    for end in ("in", "out"):
        (work / f"samples.{end}").symlink_to(f"{end}.bin")
    (work / "end.in").write_bytes(bytes(END_PADDING) + END_OF_QEMU)


def _check_program(target: Target, program: Path) -> None:
    """Refuse code for which QEMU 7.2 is wrong.

    It stays for ever at a return of an AVR that is skipped, and reads flash beyond 64 KB as if it were below.
    """
    assert target.qemu is not None
    with program.open("rb") as stream:
        elf = ELFFile(stream)
        sections = {s.name: (int(s["sh_addr"]), s.data()) for s in elf.iter_sections()}
        loads = [s["p_paddr"] + s["p_filesz"] for s in elf.iter_segments("PT_LOAD") if s["p_paddr"] != s["p_vaddr"]]
    start, code = sections[".text"]
    skipped = [start + at for at in skipped_returns(code)]
    first, constants = sections.get(".constants", (0, b""))
    read = max(first + len(constants), *loads, 0)
    why = ""
    if skipped:
        why = f"it loops at a return that may be skipped (0x{skipped[0]:x})"
    elif read > NEAR_FLASH:
        why = f"it misreads the flash beyond 64 KB, of which constants take {len(constants):,} bytes"
    if why:
        name = printable(target.name)
        raise ToolFailed(f"'{target.qemu.command}' cannot run this program, as target '{name}' can: {why}")


def emulator_failed(target: Target, told: str) -> ToolFailed:
    """The sentence about an emulator that does not work; ``told`` is what it said or did."""
    assert target.qemu is not None
    name = printable(target.qemu.command)
    return ToolFailed(
        f"'{name}', which runs target '{printable(target.name)}', does not work: {told}; try '{name} --version', "
        "and install it again, or another release of it"
    )


def _linker_script(target: Target, qemu: Qemu) -> str:
    """The script of the emulated machine, with memories in which the arenas and constants of a board's lie.

    Constants in RAM have sections of their own (``RAM_WEIGHTS``), for they are no part of the flash.
    """
    stands = [(f"bench_{s.memory}", s.origin, s.size) for s in qemu.stand_ins]
    memories = [
        f"{name} (rwx) : ORIGIN = 0x{origin:08X}, LENGTH = {parse_size(size)}"
        for name, origin, size in (*((r.name, r.origin, r.size) for r in qemu.regions), *stands)
    ]
    ram, apart = [m.name for m in target.memories_of("ram")], [s.memory for s in qemu.stand_ins]
    sections = [
        f"{RAM_WEIGHTS if name in ram else '.bench_weights_'}{name} : {{ *(.rodata.edgec_{name}.*) }} > bench_{name}\n"
        f"    .bench_arena_{name} (NOLOAD) : {{ *(.bss.bench_arena_{name}) }} > bench_{name}"
        for name in apart
    ]
    bulk = [r.name for r in qemu.regions if r.name == BULK]
    sections += [
        f"{RAM_WEIGHTS}{name} : {{ *(.rodata.edgec_{name}.*) }} > {BULK}" for name in ram if bulk and name not in apart
    ]
    text = support_text(qemu.linker_script)
    return text.replace("@MEMORIES@", "\n    ".join(memories)).replace("@SECTIONS@", "\n    ".join(sections))
