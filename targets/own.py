"""Targets of the user's own: where they are found by name, and which files a target is made of."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from edgec.targets.shipped import list_targets

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

VARIABLE = "EDGEC_TARGETS"
"""Folders of targets, separated as those of PATH are."""
ENDING = ".toml"


def places() -> tuple[Path, ...]:
    """Folders in which targets are looked for by name, in order: of EDGEC_TARGETS, ``./targets``, the user's own."""
    told = (Path(folder) for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder)
    return (*told, Path("targets"), Path(click.get_app_dir("edgec")) / "targets")


def own_targets() -> dict[str, Path]:
    """Name -> file of the targets in these folders; the first of a name counts, and none that edgec brings.

    A name that comes with edgec means the same in every folder that somebody works in.
    """
    by_name: dict[str, Path] = {}
    for folder in places():
        for file in sorted(_files(folder)):
            by_name.setdefault(file.stem, file)
    return {name: file for name, file in by_name.items() if name not in list_targets()}


def _files(folder: Path) -> Iterator[Path]:
    try:
        yield from (path for path in folder.iterdir() if path.suffix == ENDING and path.is_file())
    except OSError:
        return  # there is no such folder, or it may not be read


def located(name: str) -> str:
    """A target's name, or the path of its file where it is the user's own."""
    if name.endswith(ENDING) or name in list_targets():
        return name
    file = own_targets().get(name)
    return name if file is None else str(file)


def files_of(target: str) -> tuple[Path, ...]:
    """Files and folders that ``load_target`` reads for a target that it takes: ``.toml`` files, folders of libraries.

    Those of edgec's own targets are not the user's.
    """
    files: dict[Path, None] = {}
    name: object = located(target)
    while isinstance(name, str) and name.endswith(ENDING) and Path(name) not in files:
        path = Path(name)
        files[path] = None
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        libraries = table.get("libraries")
        files |= dict.fromkeys(path.resolve().parent / str(f) for f in libraries) if isinstance(libraries, list) else {}
        parent = table.get("inherits")
        name = located(parent) if isinstance(parent, str) else None
    return tuple(files)
