"""The instruction set of an ELF file."""

from __future__ import annotations

from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import ARMAttributesSection

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.arch.aarch64 import AARCH64
from edgec.targets.machine.arch.arm import A32, THUMB
from edgec.targets.machine.arch.riscv import RISCV
from edgec.targets.machine.arch.spec import Arch

ARCHS = (THUMB, A32, AARCH64, RISCV)


def arch_in(elf: ELFFile) -> Arch | None:
    """The instruction set of an ELF file; None when nothing is known of it."""
    found = [a for a in ARCHS if a.machine == elf["e_machine"]]
    if len(found) > 1:  # of one name: told apart by the profile of the processor
        return found[_application(elf)]
    return found[0] if found else None


def _application(elf: ELFFile) -> bool:
    """Return whether an Arm file is for an A-profile core, which its attributes say."""
    section = elf.get_section_by_name(".ARM.attributes")
    if not isinstance(section, ARMAttributesSection):
        return False
    parts = (part for vendor in section.iter_subsections() for part in vendor.iter_subsubsections())
    attributes = (a for part in parts for a in part.attributes)
    return any(a.tag == "TAG_CPU_ARCH_PROFILE" and a.value == ord("A") for a in attributes)


def arch_of(program: Path) -> Arch:
    """The instruction set of a linked program.

    Raises:
        EdgecError: nothing is known of it.
    """
    with program.open("rb") as stream:
        elf = ELFFile(stream)
        found = arch_in(elf)
        if found is None:
            raise EdgecError(f"{program.name} is for {elf['e_machine']}, whose instructions the profiler does not know")
        return found
