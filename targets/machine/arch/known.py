"""The instruction set of an ELF file."""

from __future__ import annotations

from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.sections import ARMAttributesSection

from edgec.converter.graph.errors import EdgecError
from edgec.targets.machine.arch.aarch64 import AARCH64
from edgec.targets.machine.arch.arm import A32, HELIUM, THUMB
from edgec.targets.machine.arch.avr import AVR
from edgec.targets.machine.arch.riscv import RISCV
from edgec.targets.machine.arch.spec import Arch

ARCHS = (THUMB, HELIUM, A32, AARCH64, RISCV, AVR)
_APPLICATION = ord("A")
_V8_1_M = 21  # Tag_CPU_arch of Armv8.1-M Mainline (ABI for the Arm Architecture, addenda32)


def arch_in(elf: ELFFile) -> Arch | None:
    """The instruction set of an ELF file; None when nothing is known of it."""
    if elf["e_machine"] == THUMB.machine:  # one name for all that Arm has of 32 bits
        return _arm_of(elf)
    return next((a for a in ARCHS if a.machine == elf["e_machine"]), None)


def _arm_of(elf: ELFFile) -> Arch:
    """Return the instruction set of an Arm file, which its attributes say."""
    section = elf.get_section_by_name(".ARM.attributes")
    if not isinstance(section, ARMAttributesSection):
        return THUMB
    parts = (part for vendor in section.iter_subsections() for part in vendor.iter_subsubsections())
    said = {a.tag: a.value for part in parts for a in part.attributes}
    if said.get("TAG_CPU_ARCH_PROFILE") == _APPLICATION:
        return A32
    return HELIUM if said.get("TAG_CPU_ARCH") == _V8_1_M else THUMB


def arch_of(program: Path) -> Arch:
    """The instruction set of a linked program.

    Raises:
        EdgecError: nothing is known of it.
    """
    with program.open("rb") as stream:
        elf = ELFFile(stream)
        arch = arch_in(elf)
        if arch is None:
            raise EdgecError(f"{program.name} is for {elf['e_machine']}, whose instructions the profiler does not know")
        return arch
