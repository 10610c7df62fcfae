"""What a build system takes a generated folder by: a description as a CMSIS pack, a module of Zephyr."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from edgec.codegen.emit.environment import render
from edgec.codegen.emit.package import version_of
from edgec.codegen.kernels.library import External
from edgec.codegen.plan.plan import Plan

VENDOR = "edgec"
LONGEST = 32  # characters of a component's name in a pack


class Packaging(Enum):
    """Whose build system a folder is described for."""

    CMSIS_PACK = "cmsis-pack"
    ZEPHYR = "zephyr"


TEMPLATES = {
    Packaging.CMSIS_PACK: (("pack.pdsc.j2", f"{VENDOR}.{{prefix}}.pdsc"),),
    Packaging.ZEPHYR: (
        ("zephyr_module.yml.j2", "zephyr/module.yml"),
        ("zephyr_cmake.txt.j2", "zephyr/CMakeLists.txt"),
        ("zephyr_kconfig.j2", "zephyr/Kconfig"),
    ),
}


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
        for template, path in TEMPLATES[one]
    }
    return tuple((path, made[path].encode("ascii")) for path in sorted(made))


def _externals(plan: Plan) -> list[External]:
    return list(dict.fromkeys(lib.external for lib in plan.libraries if lib.external is not None))
