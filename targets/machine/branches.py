"""Calls and tail calls, from the relocations of objects compiled with a section for each function.

GCC's call graph files list a tail call like any other, but the caller's frame is gone by then; and they do not list
compiler support functions at all.  Both are in the relocations.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import Symbol, SymbolTableSection

from edgec.targets.machine.arch.known import arch_in
from edgec.targets.machine.arch.spec import Arch

_COLD = ".cold"  # suffix of the part of a function that GCC moves away

Branches = Mapping[str, Mapping[str, bool]]
"""Caller -> callee -> whether every branch to it is a tail call."""


def read_branches(objects: Sequence[Path]) -> Branches:
    """The branches between functions of all objects; empty unless all are ELF files of a known instruction set.

    Functions that share a name (static ones of several objects) are taken as one: a call of either is a call.
    """
    branches: dict[str, dict[str, bool]] = {}
    for path in objects:
        with path.open("rb") as stream:
            if stream.read(4) != b"\x7fELF":
                return {}
            elf = ELFFile(stream)
            arch = arch_in(elf)
            if arch is None:
                return {}
            for caller, callee, tail in _branches(elf, arch):
                known = branches.setdefault(caller, {})
                known[callee] = known.get(callee, True) and tail
    return branches


def _branches(elf: ELFFile, arch: Arch) -> Iterator[tuple[str, str, bool]]:
    tables: dict[int, _Symbols] = {}
    for section in elf.iter_sections():
        if not isinstance(section, RelocationSection):
            continue
        link = section["sh_link"]
        if link not in tables:
            table = elf.get_section(link)
            assert isinstance(table, SymbolTableSection)
            tables[link] = _Symbols(table, arch)
        names, functions = tables[link].names, tables[link].functions.get(section["sh_info"], [])
        code = elf.get_section(section["sh_info"]).data() if arch.is_tail else b""
        for relocation in section.iter_relocations():
            kind = relocation["r_info_type"]
            if kind in arch.calls | arch.jumps:
                at, number = relocation["r_offset"], relocation["r_info_sym"]
                callee = names[number] or tables[link].begins(number, relocation.entry.get("r_addend"))
                if not callee:
                    continue
                caller = next((name for start, name in functions if start <= at), "")
                tail = kind in arch.jumps or (arch.is_tail is not None and arch.is_tail(code[at : at + 8]))
                if not (tail and names[number] == "" and callee == caller):  # else a loop from a function's first byte
                    yield caller, callee, tail


class _Symbols:
    """The names of a symbol table ("" for labels), and by section the functions: start and name, last first."""

    def __init__(self, table: SymbolTableSection, arch: Arch) -> None:
        symbols = list(table.iter_symbols())
        self.names = ["" if _is_label(s) else _whole(s) for s in symbols]
        self._sections = {i: s["st_shndx"] for i, s in enumerate(symbols) if s["st_info"]["type"] == "STT_SECTION"}
        self.functions: dict[object, list[tuple[int, str]]] = {}
        for symbol in symbols:
            if symbol["st_info"]["type"] == "STT_FUNC":
                of_section = self.functions.setdefault(symbol["st_shndx"], [])
                of_section.append((arch.address(symbol["st_value"]), _whole(symbol)))
        for of_section in self.functions.values():
            of_section.sort(reverse=True)

    def begins(self, number: int, offset: int | None) -> str:
        """The function that begins at an offset in the section of a symbol; "" where none does, or it is of none."""
        if offset is None or number not in self._sections:
            return ""
        return next((name for start, name in self.functions.get(self._sections[number], []) if start == offset), "")


def _is_label(symbol: Symbol) -> bool:
    return bool(symbol["st_info"]["type"] != "STT_FUNC" and symbol["st_shndx"] != "SHN_UNDEF")


def _whole(symbol: Symbol) -> str:
    return str(symbol.name).removesuffix(_COLD)
