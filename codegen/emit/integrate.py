"""What a build system takes a generated folder by: descriptions, each made from the templates of a folder.

A folder below ``templates/packages`` is a format: its name is what users ask for, ``package.toml`` says what it is and
which template makes which file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from edgec.codegen.emit.environment import render
from edgec.codegen.emit.package import version_of
from edgec.codegen.kernels.library import Vendor
from edgec.codegen.plan.plan import Plan

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

VENDOR = "edgec"
LONGEST = 32  # characters of a component's name in a pack
PACKAGES = "packages"


@dataclass(frozen=True)
class Packaging:
    """A format in which a folder is described: what it is, and the template and the path of each file."""

    name: str
    help: str
    files: tuple[tuple[str, str], ...]


@cache
def packagings() -> Mapping[str, Packaging]:
    """All formats by name."""
    home = resources.files("edgec.codegen.emit").joinpath("templates").joinpath(PACKAGES)
    found = {}
    for folder in sorted(home.iterdir(), key=lambda f: f.name):
        table = tomllib.loads(folder.joinpath("package.toml").read_text(encoding="utf-8"))
        files = tuple((f"{PACKAGES}/{folder.name}/{template}", path) for template, path in table["files"].items())
        found[folder.name] = Packaging(folder.name, table["help"], files)
    return found


def descriptions(plan: Plan, paths: Iterable[str], wanted: Sequence[Packaging]) -> tuple[tuple[str, bytes], ...]:
    """Path and content of the files that describe a folder whose files are ``paths``, sorted by path."""
    who, known = plan.identity, sorted(paths)
    values = {
        "prefix": who.prefix,
        "upper": who.prefix.upper(),
        "component": who.prefix[:LONGEST],
        "vendor": VENDOR,
        "version": version_of(who),
        "sources": [path for path in known if path.endswith(".c")],
        "headers": [path for path in known if path.endswith(".h")],
        "externals": _externals(plan),
    }
    made = {
        path.format(prefix=who.prefix): render(template, **values)
        for one in dict.fromkeys(wanted)
        for template, path in one.files
    }
    return tuple((path, made[path].encode("ascii")) for path in sorted(made))


def _externals(plan: Plan) -> list[Vendor]:
    return list(dict.fromkeys(lib.vendor for lib in plan.libraries if lib.vendor is not None))
