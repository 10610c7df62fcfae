"""The files of ``runtime_c`` that a model takes along: headers, and for each library a C file of shared blocks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from edgec.codegen.emit.environment import render
from edgec.codegen.kernels.build import EXACT_FLOATS, BuildRule
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.narrow import NARROW_INT, OWN_BLOCKS
from edgec.converter.graph.frozen import dataclass

if TYPE_CHECKING:
    from importlib.abc import Traversable

BASE = "edgec_base.h"  # says what blocks are
BLOCK = "EDGEC_TAGGED("  # names a block
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_FLOATS = re.compile(r"\b(?:float|double|float\d+x\d+_t)\b")
_INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
NARROW_INT_FOLDERS = frozenset({"scalar"})  # whose headers hold there too, with constants among the data


@dataclass(frozen=True)
class RuntimeFile:
    """A header: its name, the folder of ``runtime_c`` it lies in, and its text."""

    name: str
    folder: str
    text: str

    @property
    def includes(self) -> tuple[str, ...]:
        """The headers of edgec that it includes."""
        return tuple(_INCLUDE.findall(self.text))

    @property
    def has_floats(self) -> bool:
        """Whether it computes in floats."""
        return self.name != BASE and _FLOATS.search(_COMMENT.sub("", self.text)) is not None

    @property
    def takes_narrow_int(self) -> bool:
        """Whether its C holds where int has 16 bits."""
        return self.name in NARROW_INT or self.folder in NARROW_INT_FOLDERS

    @property
    def has_blocks(self) -> bool:
        """Whether it holds bodies of functions that all models of a program share."""
        return BLOCK in self.text and self.name != BASE


def runtime_files(headers: Iterable[str], libraries: Iterable[Library] = ()) -> tuple[RuntimeFile, ...]:
    """Headers with all they include, sorted by name; ``libraries`` are those that may lie outside of ``runtime_c``.

    Raises:
        FileNotFoundError: there is no such header.
    """
    libraries = tuple(libraries)
    by_name: dict[str, RuntimeFile] = {}
    pending = sorted(set(headers))
    while pending:
        name = pending.pop()
        if name not in by_name:
            by_name[name] = _of_library(name, libraries) or _header(name)
            pending.extend(by_name[name].includes)
    return tuple(by_name[name] for name in sorted(by_name))


@dataclass(frozen=True)
class SharedBlocks:
    """The shared blocks of a library that a model uses: ``headers`` declare them, the C file holds their bodies.

    ``tag`` is what their names end in: equal for models made of the same kernels, at the same ``level`` (the compiler's
    optimization that the file asks for, or "").  ``rules`` are what its C takes for granted of a build;
    ``narrow_int``: it holds where int has 16 bits; ``raised``: it asks for -O3 for the figures to hold.
    """

    library: str
    headers: tuple[str, ...]
    tag: str
    level: str
    rules: tuple[BuildRule, ...] = ()
    narrow_int: bool = False
    raised: bool = False

    @property
    def file(self) -> str:
        """The name of the C file."""
        return f"edgec_{self.library}.c"

    @property
    def text(self) -> str:
        """Its text."""
        return render("library.c.j2", library=self)


def narrow_int_of(files: Iterable[RuntimeFile], options: Sequence[str]) -> tuple[bool, bool]:
    """Return whether portable C holds where int has 16 bits, and whether constants may lie in another address space."""
    headers = tuple(files)
    narrow = OWN_BLOCKS in options and all(file.takes_narrow_int for file in headers)
    return narrow, narrow and all(file.name in NARROW_INT for file in headers)


def rules_of(files: Iterable[RuntimeFile], libraries: Iterable[Library]) -> tuple[BuildRule, ...]:
    """Return the rules of a build that the C of ``files``, kernels of ``libraries``, takes for granted."""
    rules = [rule for library in libraries for rule in library.rules]
    floats = [EXACT_FLOATS] if any(file.has_floats for file in files) else []
    return tuple(dict.fromkeys((*rules, *floats)))


def shared_blocks(
    files: Sequence[RuntimeFile],
    level: str = "",
    libraries: Iterable[Library] = (),
    *,
    narrow_int: bool = False,
    raised: bool = False,
) -> tuple[SharedBlocks, ...]:
    """The blocks among ``files`` that models share, by library; ``libraries`` are those of the model.

    ``narrow_int``: their C may say that it holds where int has 16 bits; ``raised``: it asks for -O3.
    """
    rules = {library.name: library.rules for library in libraries}
    symbols: dict[str, list[str]] = {}
    for file in files:
        if file.has_blocks:
            symbols.setdefault(file.folder, []).append(file.name)
    digest = _digest(tuple(file.text for file in files if file.name not in _headers()))
    tag = f"{digest}_{level.lower()}" if level else digest
    return tuple(
        SharedBlocks(library, tuple(names), tag, level, rules.get(library, ()), narrow_int, raised)
        for library, names in sorted(symbols.items())
    )


def in_order(headers: Iterable[str], libraries: Iterable[SharedBlocks]) -> tuple[str, ...]:
    """Order a model's includes: headers of shared blocks first, as a kernel's header asks which there are."""
    blocks = (header for library in libraries for header in library.headers)
    return tuple(dict.fromkeys((*blocks, *sorted(headers))))


@cache
def _digest(more: tuple[str, ...] = ()) -> str:
    """A name for the text of all kernels, and of those from elsewhere."""
    digest = hashlib.sha256()
    for text in (*(_headers()[name][1].read_bytes() for name in sorted(_headers())), *map(str.encode, more)):
        digest.update(text)
    return "k" + digest.hexdigest()[:8]


@cache
def _headers() -> dict[str, tuple[str, Traversable]]:
    """The folder and file of every header, by name."""
    root = resources.files("edgec.runtime_c")
    folders = (f for f in root.iterdir() if f.is_dir())
    return {h.name: (folder.name, h) for folder in folders for h in folder.iterdir() if h.name.endswith(".h")}


def _of_library(name: str, libraries: Iterable[Library]) -> RuntimeFile | None:
    for library in libraries:
        path = library.headers.joinpath(name)
        if path.is_file():
            return RuntimeFile(name, library.name, path.read_text(encoding="utf-8"))
    return None


def _header(name: str) -> RuntimeFile:
    if name not in _headers():
        raise FileNotFoundError(f"runtime_c has no header {name}")
    folder, header = _headers()[name]
    return RuntimeFile(name, folder, header.read_text(encoding="utf-8"))
