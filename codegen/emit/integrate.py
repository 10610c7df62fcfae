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

from edgec.codegen.emit.amalgam import amalgam
from edgec.codegen.emit.calls import arena_suffix
from edgec.codegen.emit.environment import render
from edgec.codegen.emit.package import optimization_of, version_of
from edgec.codegen.emit.runner import runner_constants
from edgec.codegen.kernels.library import Vendor
from edgec.codegen.kernels.spec import CTYPES
from edgec.codegen.plan.plan import Plan
from edgec.converter.graph.errors import UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

VENDOR = "edgec"
LONGEST = 32  # characters of a component's name in a pack
PACKAGES = "packages"


@dataclass(frozen=True)
class Packaging:
    """A format in which a folder is described: what it is, and the template and the path of each file.

    ``amalgam``: the folder of a copy of all C as one file and one header, "" without one.
    """

    name: str
    help: str
    files: tuple[tuple[str, str], ...]
    amalgam: str = ""


@cache
def packagings() -> Mapping[str, Packaging]:
    """All formats by name."""
    home = resources.files("edgec.codegen.emit").joinpath("templates").joinpath(PACKAGES)
    found = {}
    for folder in sorted(home.iterdir(), key=lambda f: f.name):
        table = tomllib.loads(folder.joinpath("package.toml").read_text(encoding="utf-8"))
        files = tuple((f"{PACKAGES}/{folder.name}/{template}", path) for template, path in table["files"].items())
        found[folder.name] = Packaging(folder.name, table["help"], files, table.get("amalgam", ""))
    return found


def descriptions(
    plan: Plan, folder: Iterable[tuple[str, bytes]], wanted: Sequence[Packaging]
) -> tuple[tuple[str, bytes], ...]:
    """Path and content of the files that describe a folder of these files (path and content), sorted by path.

    Raises:
        UsageError: a format holds the C itself, and part of it is another vendor's.
    """
    who, contents = plan.identity, dict(folder)
    known = sorted(contents)
    values = {
        "prefix": who.prefix,
        "upper": who.prefix.upper(),
        "component": who.prefix[:LONGEST],
        "vendor": VENDOR,
        "version": version_of(who),
        "sources": [path for path in known if path.endswith(".c")],
        "headers": [path for path in known if path.endswith(".h")],
        "externals": _externals(plan),
        "optimization": optimization_of(who),
        "options": who.options,
        "target": who.target,
        "header": f"{who.prefix}.h",
        "runner": runner_constants(contents),
        "arena_suffixes": [arena_suffix(plan, i) for i in range(len(plan.arenas))],
        "arenas": [f"{who.prefix.upper()}_ARENA{arena_suffix(plan, i).upper()}_SIZE" for i in range(len(plan.arenas))],
        "input_types": [CTYPES[t.dtype] for t in plan.inputs],
        "output_types": [CTYPES[t.dtype] for t in plan.outputs],
    }
    made = {
        path.format(prefix=who.prefix): render(template, **values)
        for one in dict.fromkeys(wanted)
        for template, path in one.files
    }
    for one in wanted:
        if one.amalgam:
            made |= {f"{one.amalgam}/{name}": text for name, text in _one_file(plan, contents, one).items()}
    return tuple((path, made[path].encode("ascii")) for path in sorted(made))


def _one_file(plan: Plan, contents: Mapping[str, bytes], one: Packaging) -> dict[str, str]:
    external = _externals(plan)
    if external:
        raise UsageError(
            f"--package {one.name}: holds all of the C, and part of this model's is {external[0].maker}'s; convert "
            "with '--kernels own'"
        )
    files = {path: text.decode("ascii") for path, text in contents.items() if path.endswith((".c", ".h"))}
    return amalgam(files, plan.identity.prefix)


def _externals(plan: Plan) -> list[Vendor]:
    return list(dict.fromkeys(lib.vendor for lib in plan.libraries if lib.vendor is not None))
