"""The targets that come with edgec: names and files, each read once, and which of them a user may mean."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.wording import did_you_mean, nearest, plain

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

GENERIC = "generic-c"
WITHOUT_TARGET = {  # beginnings of names, as letters and digits: what the chip's core is
    "esp32c": "",
    "esp32h": "",
    "esp32p": "",
    "esp32": "an Xtensa core",
    "esp8266": "an Xtensa core",
    "attiny": "an 8-bit AVR core",
    "msp430": "an MSP430 core",
    "pic32": "a MIPS core",
}
"""Chips of cores for which there is no target; the first beginning that fits counts, "" for those that have one."""
CORE_OF = {"atmega": "avr"}
"""Chips, by the beginning of their names, whose core is proposed where a name is unknown."""
_MAX_PROPOSED = 5  # names that a sentence about an unknown target proposes at most


def list_targets() -> tuple[str, ...]:
    """Names of all targets, cores first, each group sorted."""
    return (*_names(""), *_names("boards"))


def described_targets() -> list[tuple[str, str]]:
    """Name and description of all targets; a core's description is its file's."""
    return [(name, str(read_shipped(name).get("description", ""))) for name in list_targets()]


def shipped_text(name: str) -> str:
    """The text of a target's file."""
    folder = "boards" if name in _names("boards") else ""
    return resources.files("edgec.targets").joinpath(folder).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def core_of(name: str) -> str:
    """The core that a target inherits from; a core's own name."""
    while name in _names("boards"):
        name = _file("boards", name)["inherits"]
    return name


def read_shipped(name: str) -> dict[str, Any]:
    """The table of a target's file, which the caller must not change.

    Raises:
        UsageError: there is no such target; names those that may be meant.
    """
    if name in list_targets():
        return _file("boards" if name in _names("boards") else "", name)
    core = next((core for start, core in WITHOUT_TARGET.items() if plain(name).startswith(start)), "")
    if core:
        raise UsageError(
            f"target '{printable(name)}' has {core}, for which edgec has no kernels of its own; take '{GENERIC}', "
            "portable C99 for any compiler"
        )
    hint = did_you_mean(_suggestions(name))
    raise UsageError(
        f"unknown target '{printable(name)}'{hint} ('edgec targets' lists all; or give the path of a .toml file, or "
        "its name where EDGEC_TARGETS names its folder)"
    )


def read_rates(name: object, where: str) -> dict[str, Any]:
    """The table of a file in ``targets/rates``, by its name without folder and ending; not to be changed.

    Raises:
        UsageError: there is none; the sentence starts with ``where``.
    """
    if not isinstance(name, str) or re.fullmatch(r"[a-z0-9-]+", name) is None:
        raise UsageError(f"{where}: key 'rates_from' must be the name of a file of rates that comes with edgec")
    if name not in _names("rates"):
        raise UsageError(f"{where}: key 'rates_from': there are no rates called '{printable(name)}'")
    return _rates(name)


@cache
def _rates(name: str) -> dict[str, Any]:
    return with_bases(_file("rates", name))


def with_bases(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of rates without ``base`` and ``factors``, which are worked into ``terms``.

    ``base`` names, by library, the file whose rates the library's terms take that the table does not state;
    ``factors`` are, by library and kernel, times these rates (1.0 where left out).
    """
    terms = dict(table.get("terms", {}))
    for library, name in table.get("base", {}).items():
        own, factors = terms.get(library, {}), table.get("factors", {}).get(library, {})
        base: Mapping[str, Mapping[str, float]] = _rates(name)["terms"][library]
        terms[library] = {
            kernel: {term: rate * factors.get(kernel, 1.0) for term, rate in base.get(kernel, {}).items()}
            | own.get(kernel, {})
            for kernel in (*base, *(k for k in own if k not in base))
        }
    return {key: value for key, value in table.items() if key not in ("base", "factors")} | {"terms": terms}


def with_library_stack(toolchain: object, where: str) -> object:
    """A table of a toolchain, with what its C library takes where it names a file in ``targets/stacks``.

    Raises:
        UsageError: there is none of this name; the sentence starts with ``where``.
    """
    name = toolchain.get("library_stack") if isinstance(toolchain, dict) else None
    if not isinstance(toolchain, dict) or not isinstance(name, str):
        return toolchain
    if name not in _names("stacks"):
        raise UsageError(f"{where}: key 'library_stack': there is no table called '{printable(name)}'")
    listed = [{"name": function, "bytes": size} for function, size in library_stack(name).items()]
    return {**toolchain, "library_stack": listed}


def library_stack(name: str) -> dict[str, int]:
    """Stack bytes of the functions in a file of ``targets/stacks``: its own, and those of the one that it inherits."""
    table = _file("stacks", name)
    return {**(library_stack(table["inherits"]) if "inherits" in table else {}), **table["bytes"]}


def read_code_sizes(name: str) -> dict[str, Any] | None:
    """The table of a file in ``targets/code``; None when there is none of this name.  Not to be changed."""
    return _file("code", name) if name in _names("code") else None


def matches(words: Iterable[str], texts: Iterable[str]) -> bool:
    """Return whether every word is part of one of the texts; only letters and digits count, capital or small."""
    known = [plain(text) for text in texts]
    return all(any(plain(word) in text for text in known) for word in words)


def _suggestions(name: str) -> list[str]:
    """Targets of nearly this name, else those whose name or description has it in it, else the one closest to it."""
    if not plain(name):
        return []
    names = list_targets()
    described = {n: _file("boards", n).get("description", "") for n in _names("boards")}
    suggestions = (
        [n for n in names if plain(n) == plain(name)]
        or [n for n in names if matches([name], [n])]
        or [n for n, text in described.items() if matches([name], [text])]
        or nearest(name, names)
    )
    cores = [core for start, core in CORE_OF.items() if plain(name).startswith(start)]
    return [*suggestions[: _MAX_PROPOSED - len(cores)], *cores]


@cache
def _names(folder: str) -> tuple[str, ...]:
    root = resources.files("edgec.targets").joinpath(folder)
    return tuple(sorted(f.name[:-5] for f in root.iterdir() if f.name.endswith(".toml")))


@cache
def _file(folder: str, name: str) -> dict[str, Any]:
    path = resources.files("edgec.targets").joinpath(folder).joinpath(f"{name}.toml")
    table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return table
