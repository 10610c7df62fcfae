"""Footprint of generated code: bytes of code, tables, weights and RAM, read from ELF files; and undefined symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from elftools.common.exceptions import ELFError
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.frozen import dataclass
from edgec.targets.machine.compile import CompiledModel, link
from edgec.targets.reader import Target, support_text

_SHF_WRITE, _SHF_ALLOC, _SHF_EXECINSTR = 1, 2, 4
_START_UP = re.compile(r"__do_(copy_data|clear_bss|global_[cd]tors)$")  # what GCC for AVR names where there are data
_TABLE_NAME = re.compile(r"_(table|lut)_")
_SOFT_DOUBLE = re.compile(
    r"^(__aeabi_(c?d[a-z0-9]+|f2d|i2d|ui2d|l2d|ul2d)"  # Arm run-time ABI
    r"|__\w*df[23]|__fix(uns)?df[sdt]i|__float\w*df|__extend\w+df2|__truncdfsf2)$"  # libgcc
)
_HEAP_OR_STDIO = re.compile(
    r"^_*(malloc|calloc|realloc|free|aligned_alloc|\w*printf|f?puts|putc|putchar|f\w*open|fwrite|fread|exit|abort)"
    r"(_r|_chk)?$"
)


@dataclass(frozen=True)
class Sizes:
    """Bytes by kind.  ``data`` is initialized RAM (it costs flash too), ``bss`` zeroed RAM."""

    code: int = 0
    tables: int = 0
    weights: int = 0
    data: int = 0
    bss: int = 0

    @property
    def flash(self) -> int:
        """Bytes of flash: code, tables, weights and the initial values of data."""
        return self.code + self.tables + self.weights + self.data

    def __add__(self, other: Sizes) -> Sizes:
        return Sizes(
            self.code + other.code, self.tables + other.tables, self.weights + other.weights,
            self.data + other.data, self.bss + other.bss,
        )  # fmt: skip


@dataclass(frozen=True)
class Footprint:
    """Flash of a linked model, C library functions included, and the library functions its objects ask for.

    ``linked`` is False when no linker script measures this target (host): the sizes are then sums over the objects.
    """

    sizes: Sizes
    library_calls: tuple[str, ...]
    linked: bool


def object_sizes(path: Path) -> Sizes:
    """Sizes of one object file.

    Read-only data of an object named ``<prefix>_weights.o`` is weights, except variables whose name holds
    ``_table_`` or ``_lut_`` after the prefix (-fdata-sections gives each its section); elsewhere it is tables.

    Raises:
        EdgecError: not an ELF file (macOS compilers write another format).
    """
    prefix, is_weights = path.name.removesuffix("_weights.o"), path.name.endswith("_weights.o")
    total = Sizes()
    for name, kind, flags, size in _sections(path):
        if not flags & _SHF_ALLOC or name.startswith((".eh_frame", ".note", ".ARM.exidx", ".ARM.extab")):
            continue
        if kind == "SHT_NOBITS":
            total += Sizes(bss=size)
        elif flags & _SHF_EXECINSTR:
            total += Sizes(code=size)
        elif flags & _SHF_WRITE and not name.startswith(".data.rel.ro"):
            total += Sizes(data=size)
        elif is_weights and not _TABLE_NAME.search(name.removeprefix(f".rodata.{prefix}")):
            total += Sizes(weights=size)
        else:
            total += Sizes(tables=size)
    return total


def model_footprint(model: CompiledModel, target: Target, build: Path) -> Footprint:
    """Measure the flash that a firmware pays for calling ``<name>_init`` and ``<name>_run``, in bytes.

    The objects are linked with these two as the only roots, unused sections dropped, C library functions kept: they
    count as code of the model, but not where the system has them (``Target.hosted``).  No start-up code is part of it.
    Without ``size_script`` the objects are summed.

    Raises:
        ToolchainMissing: no compiler.
        EdgecError: the link fails, or an object is not ELF.
    """
    calls = undefined_symbols(model.objects)
    if not target.toolchain.size_script:
        return Footprint(sum(map(object_sizes, model.objects), Sizes()), calls, linked=False)
    script = build / target.toolchain.size_script
    script.write_text(support_text(script.name).replace("@PREFIX@", model.name), encoding="utf-8")
    roots = (f"-Wl,--entry={model.name}_run", f"-Wl,--undefined={model.name}_run", f"-Wl,--undefined={model.name}_init")
    flags = (*target.toolchain.size_flags, *roots, "-T", script.name)
    if target.hosted:  # and GNU ld faults on the thread-local errno of libm when the rest of the library is absent
        target = replace(target, toolchain=replace(target.toolchain, libraries=()))
    image = link(model.objects, target, build / "footprint.elf", flags)
    return Footprint(_image_sizes(image), calls, linked=True)


def undefined_symbols(objects: Sequence[Path]) -> tuple[str, ...]:
    """Names the objects use and none of them defines, sorted; without start-up code, which no function calls.

    Raises:
        EdgecError: an object is not ELF.
    """
    used: set[str] = set()
    defined: set[str] = set()
    for path in objects:
        with path.open("rb") as stream:
            for table in _elf(stream, path).iter_sections(type="SHT_SYMTAB"):
                assert isinstance(table, SymbolTableSection)
                for symbol in table.iter_symbols():
                    if symbol.name:
                        (used if symbol["st_shndx"] == "SHN_UNDEF" else defined).add(symbol.name)
    return tuple(sorted(name for name in used - defined if not _START_UP.match(name)))


def heap_or_stdio(symbols: Iterable[str]) -> tuple[str, ...]:
    """Return the ``symbols`` that allocate, print or end the program: no generated code may use them."""
    return tuple(s for s in symbols if _HEAP_OR_STDIO.match(s))


def soft_double(symbols: Iterable[str]) -> tuple[str, ...]:
    """Return the ``symbols`` that compute in double by software: no integer model may use them."""
    return tuple(s for s in symbols if _SOFT_DOUBLE.match(s))


def _image_sizes(image: Path) -> Sizes:
    total = Sizes()
    for name, kind, flags, size in _sections(image):
        if not flags & _SHF_ALLOC or name.startswith((".ARM.exidx", ".ARM.extab")):
            continue
        if kind == "SHT_NOBITS":
            total += Sizes(bss=size)
        elif name == ".text":
            total += Sizes(code=size)
        elif name == ".weights":
            total += Sizes(weights=size)
        elif name == ".data":
            total += Sizes(data=size)
        else:
            total += Sizes(tables=size)
    return total


def _sections(path: Path) -> list[tuple[str, str, int, int]]:
    with path.open("rb") as stream:
        elf = _elf(stream, path)
        return [(s.name, str(s["sh_type"]), int(s["sh_flags"]), int(s["sh_size"])) for s in elf.iter_sections()]


def _elf(stream: IO[bytes], path: Path) -> ELFFile:
    try:
        return ELFFile(stream)
    except ELFError as error:
        raise EdgecError(f"{path.name} is not ELF: its sizes cannot be read; use a compiler that writes ELF") from error
