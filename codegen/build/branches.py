"""Who branches to whom, and how, from the relocations of Arm objects compiled with a section for each function.

GCC's call graph files list a tail call like any other, but the caller's frame is gone by then; and they do not list
compiler support functions at all.  Both are in the relocations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Symbol, SymbolTableSection

_CALLS = {10, 28}  # R_ARM_THM_CALL, R_ARM_CALL (ELF for the Arm Architecture, table 4-8): bl
_JUMPS = {29, 30, 51}  # R_ARM_JUMP24, R_ARM_THM_JUMP24, R_ARM_THM_JUMP19: b, with the frame given back before
_COLD = ".cold"  # suffix of the part of a function that GCC moves away

Branches = Mapping[str, Mapping[str, bool]]
"""Caller -> callee -> whether every branch to it is a tail call."""


def read_branches(objects: Sequence[Path]) -> Branches:
    """The branches between functions of all objects; empty unless all are Arm ELF files.

    Functions that share a name (static ones of several objects) are taken as one: a call of either is a call.
    """
    found: dict[str, dict[str, bool]] = {}
    for path in objects:
        with path.open("rb") as stream:
            if stream.read(4) != b"\x7fELF":
                return {}
            elf = ELFFile(stream)
            if elf["e_machine"] != "EM_ARM":
                return {}
            for caller, callee, tail in _branches(elf):
                known = found.setdefault(caller, {})
                known[callee] = known.get(callee, True) and tail
    return found


def _branches(elf: ELFFile) -> Iterator[tuple[str, str, bool]]:
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection):
            continue
        table = elf.get_section(section["sh_link"])
        assert isinstance(table, SymbolTableSection)
        functions = sorted(_functions(table, section["sh_info"]), reverse=True)
        for relocation in section.iter_relocations():
            kind = relocation["r_info_type"]
            if kind in _CALLS | _JUMPS:
                caller = next((name for start, name in functions if start <= relocation["r_offset"]), "")
                yield caller, _whole(table.get_symbol(relocation["r_info_sym"])), kind in _JUMPS


def _functions(table: SymbolTableSection, section: int) -> Iterator[tuple[int, str]]:
    """Start (without the Thumb bit) and name of the functions of a section."""
    for symbol in table.iter_symbols():
        if symbol["st_shndx"] == section and symbol["st_info"]["type"] == "STT_FUNC":
            yield symbol["st_value"] & ~1, _whole(symbol)


def _whole(symbol: Symbol) -> str:
    return str(symbol.name).removesuffix(_COLD)
