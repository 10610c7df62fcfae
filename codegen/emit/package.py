"""The library as a package: how a folder for a system with processes is built by CMake, installed and found."""

from __future__ import annotations

import re

from edgec.codegen.plan.plan import Identity
from edgec.converter.graph.frozen import dataclass
from edgec.targets.reader import Target

_CARRIED = re.compile(r"-[mOfD][A-Za-z0-9_+=.,-]*")


@dataclass(frozen=True)
class Package:
    """``version`` is of edgec, as CMake writes one; ``flags`` are the library's own options of the compiler."""

    version: str
    flags: tuple[str, ...]


def library_flags(target: Target) -> tuple[str, ...]:
    """Options of the compiler that a library for a target carries: its processor, level and sections.

    Empty for microcontrollers, whose firmware has one set of options for all its files.
    """
    return tuple(f for f in target.toolchain.compile_flags if _CARRIED.fullmatch(f)) if target.hosted else ()


def measured_options(target: Target, level: str) -> tuple[str, ...]:
    """Options of the compiler that a model's flash, stack and instructions are stated for: processor and optimization.

    ``level`` is the optimization that the files ask for ("Os"), in the place of the target's own; "": they ask for
    none.
    """
    own = tuple(f for f in target.toolchain.compile_flags if _CARRIED.fullmatch(f))
    return (*(f for f in own if not f.startswith("-O")), f"-{level}") if level else own


def optimization_of(identity: Identity) -> str:
    """The option of the compiler that a model's sources are to be optimized with; "" where none is known."""
    return next((f for f in reversed(identity.options) if f.startswith("-O")), "")


def is_raised(identity: Identity) -> bool:
    """Return whether a model's files ask for -O3, which their figures are stated for, in a build at -Os.

    A library of a hosted target carries its level; the search may have chosen one.
    """
    return optimization_of(identity) == "-O3" and not identity.level and not identity.flags


def version_of(identity: Identity) -> str:
    """The version of edgec as packages write one."""
    match = re.match(r"\d+(\.\d+){0,3}", identity.tool_version)
    return match[0] if match else "0"


def package_of(identity: Identity) -> Package | None:
    """The package that a model is installed as; None where nothing is installed."""
    if not identity.flags:
        return None
    level = (f"-{identity.level}",) if identity.level else ()
    kept = (f for f in identity.flags if not (level and f.startswith("-O")))
    return Package(version_of(identity), (*kept, *level))
