"""Which files of the user's a target is made of."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]


def files_of(target: str) -> tuple[Path, ...]:
    """Files and folders that ``load_target`` reads for a target that it takes: ``.toml`` files, folders of libraries.

    Those of edgec's own targets are not the user's.
    """
    found: dict[Path, None] = {}
    name: object = target
    while isinstance(name, str) and name.endswith(".toml") and Path(name) not in found:
        path = Path(name)
        found[path] = None
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        libraries = table.get("libraries")
        found |= dict.fromkeys(path.resolve().parent / str(f) for f in libraries) if isinstance(libraries, list) else {}
        name = table.get("inherits")
    return tuple(found)
