"""Integrity of a generated folder: a file that differs from its report is named before anything of it is used.

The hashes find mistakes and edits, not ill will: who changes a file can change its hash too (see SECURITY.md).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from edgec.converter.graph.errors import UsageError, listed, printable
from edgec.folder.manifest import MARKER, USER
from edgec.reports import Report
from edgec.settings.file import DEFAULT_FILE

CODE = frozenset({".c", ".h", ".s", ".S", ".inc"})
"""Endings of files that a compiler is given, or finds, in a folder of generated files."""
HEADERS = frozenset({".h", ".inc", ".gch", ".pch"})
"""Endings of files that a compiler may find anywhere below, instead of a header of its own."""
MAX_NAMED_FILES = 4
BLOCK_BYTES = 1 << 20


def changes(folder: Path, report: Report, sealed: bool) -> tuple[str, ...]:
    """Compare the folder with its report; a few words for each difference: changed, missing and added files.

    Args:
        folder: the generated folder.
        report: its report.
        sealed: whether the report is as it was written.

    Raises:
        UsageError: the report names a file outside of the folder.
    """
    known = {h.path: h.sha256 for h in report.hashes}
    changed = [] if sealed else [f"{MARKER} was edited"]
    if not known:
        changed.append(f"{MARKER} holds no hashes")
    for path, sha256 in known.items():
        _check_inside(folder, path)
        file = folder / path
        if not file.is_file():
            changed.append(f"{printable(path)} is missing")
        elif file_sha256(file) != sha256:
            changed.append(f"{printable(path)} was changed")
    return (*changed, *(f"{printable(path)} was added" for path in _added(folder, frozenset(known)) if known))


def refuse(folder: Path, differences: Iterable[str]) -> UsageError:
    """The sentence about differences."""
    return UsageError(
        f"{folder}: is not as edgec wrote it ({difference_text(differences)}), and its code would be compiled and run; "
        "run 'edgec convert' again, or go on with --allow-edited if the edits are yours"
    )


def difference_text(differences: Iterable[str]) -> str:
    """The first differences, and how many more there are."""
    return listed(differences, MAX_NAMED_FILES)


def _added(folder: Path, known: frozenset[str]) -> Iterator[str]:
    """Files beside the generated ones that a compilation, or edgec itself, could read."""
    homes = {PurePosixPath(path).parent for path in known}
    for file in sorted(folder.rglob("*")):
        path = PurePosixPath(file.relative_to(folder).as_posix())
        beside = path.parent in homes
        if path.parts[0] == USER and not (folder / USER).is_symlink():
            suspicious = False
        elif file.is_dir():
            suspicious = file.is_symlink()
        elif str(path) in known:
            suspicious = False
        else:
            code = beside and path.suffix in CODE
            suspicious = code or any(PurePosixPath(part).suffix in HEADERS for part in path.parts)
        if suspicious or (beside and path.name == DEFAULT_FILE):
            yield str(path)


def _check_inside(folder: Path, path: str) -> None:
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or "\\" in path or "\0" in path:
        raise UsageError(f"{folder / MARKER}: is damaged (a file outside of the folder); run 'edgec convert' again")


def sha256_of(content: bytes) -> str:
    """The SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def file_sha256(file: Path) -> str:
    """The SHA-256 of a file's content in hexadecimal digits, read a block at a time."""
    digest = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()
