"""Files of a folder that edgec made, by the ``report.json`` in it, and the changes of others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from edgec.converter.graph.errors import UsageError, listed, printable
from edgec.converter.graph.frozen import dataclass
from edgec.folder import system

MARKER = "report.json"
MARKER_KEYS = ("schema", "edgec", "files")
MAX_NAMED_PATHS = 3  # paths in a message
USER = "user"
"""The folder in a generated folder that is the user's: edgec writes nothing there, and takes it along."""


@dataclass(frozen=True)
class FolderState:
    """A folder: ``there`` is all that it holds, and what it is.

    ``foreign`` are paths that edgec did not make, of a folder only its own; ``edited`` are files that edgec made
    and that are not what they were.
    """

    there: Mapping[str, str]
    foreign: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()

    def refuse(self, folder: Path) -> None:
        """Raise when anything in the folder is not edgec's.

        Raises:
            UsageError: names what would be lost.
        """
        facts = [f"{_listed(self.foreign)}, which edgec did not make"] if self.foreign else []
        facts += [f"{_listed(self.edited)}, edited since edgec made it"] if self.edited else []
        if facts:
            raise UsageError(
                f"{folder}: holds {' and '.join(facts)}; give another path with --output, "
                "or --force to replace the whole folder"
            )


def examine(folder: Path) -> FolderState:
    """Compare a folder with its ``report.json``; where there is none, all in it but the user's folder is foreign."""
    there = system.tree(folder)
    made = _made(folder, there)
    others = set(there) - users(there)
    if made is None:
        return FolderState(there, _outermost(others))
    parents = {str(p) for path in made for p in PurePosixPath(path).parents}
    ours = {path for path, what in there.items() if path in made or (what == system.FOLDER and path in parents)}
    edited = [path for path in made if path in there and not _unchanged(folder / path, there[path], made[path])]
    return FolderState(there, _outermost(others - ours), tuple(sorted(edited)))


def users(there: Mapping[str, str]) -> set[str]:
    """The user's folders among paths in a folder; a link or a file of such a name is none."""
    if there.get(USER) != system.FOLDER:
        return set()
    return {path for path in there if path == USER or path.startswith(f"{USER}/")}


def is_ours(folder: Path) -> bool:
    """True when edgec made all that the folder holds."""
    contents = examine(folder)
    return MARKER in contents.there and not contents.foreign and not contents.edited


def files_in(folder: Path) -> set[str]:
    """Paths of all files below a folder, relative to it, with forward slashes."""
    return {path for path, what in system.tree(folder).items() if what != system.FOLDER}


def _made(folder: Path, there: Mapping[str, str]) -> dict[str, str | None] | None:
    """Path -> SHA-256 (None when the report does not say) of what edgec wrote; None without a report of edgec's."""
    if there.get(MARKER) != system.FILE:
        return None
    try:
        report = json.loads(system.read_file(folder / MARKER))
    except (ValueError, RecursionError):
        return None
    if not isinstance(report, dict) or not all(key in report for key in MARKER_KEYS):
        return None
    files, hashes = report["files"], report.get("hashes", [])
    if not isinstance(files, list) or not isinstance(hashes, list):
        return None
    known = {str(h["path"]): str(h.get("sha256")) for h in hashes if isinstance(h, dict) and "path" in h}
    return {**{str(path): known.get(str(path)) for path in files}, MARKER: None}


def _unchanged(path: Path, what: str, sha256: str | None) -> bool:
    if what != system.FILE:
        return False
    return sha256 is None or hashlib.sha256(system.read_file(path)).hexdigest() == sha256


def _outermost(paths: set[str]) -> tuple[str, ...]:
    """Return the paths that do not lie in another one of them."""
    return tuple(sorted(p for p in paths if not any(str(q) in paths for q in PurePosixPath(p).parents)))


def _listed(paths: tuple[str, ...]) -> str:
    return listed((f"'{printable(p)}'" for p in paths), MAX_NAMED_PATHS)
