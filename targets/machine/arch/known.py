"""The instruction set of an ELF file."""

from __future__ import annotations

from pathlib import Path

from elftools.elf.elffile import ELFFile

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.arch.spec import Arch
from edgec.targets.machine.arch.thumb import THUMB

ARCHS = (THUMB,)


def arch_named(machine: str) -> Arch | None:
    """The instruction set that ELF files call ``machine``; None when nothing is known of it."""
    return next((a for a in ARCHS if a.machine == machine), None)


def arch_of(program: Path) -> Arch:
    """The instruction set of a linked program.

    Raises:
        EdgecError: nothing is known of it.
    """
    with program.open("rb") as stream:
        machine = str(ELFFile(stream)["e_machine"])
    found = arch_named(machine)
    if found is None:
        raise EdgecError(f"{program.name} is for {machine}, whose instructions the profiler does not know")
    return found
