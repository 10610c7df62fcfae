"""The output folder: it appears whole or not at all, and a folder that edgec did not make is never replaced."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from edgec.converter.graph.errors import UsageError

MARKER = "report.json"
MARKER_KEYS = ("schema", "edgec", "files")


def is_ours(folder: Path) -> bool:
    """True when edgec made the folder: its ``report.json`` lists every file in it (so a build in it is foreign)."""
    try:
        report = json.loads((folder / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(report, dict) or not all(key in report for key in MARKER_KEYS):
        return False
    files = report["files"]
    if not isinstance(files, list):
        return False
    return files_in(folder) <= {str(name) for name in files} | {MARKER}


def check_replaceable(folder: Path, force: bool, inputs: Sequence[Path] = ()) -> None:
    """Raise unless the output may be put at ``folder``; called before any work is done.

    Raises:
        UsageError: the path is a file, is the working folder or one of its parents, lies in something that is not a
            writable folder, holds one of the ``inputs`` of the conversion, or holds files that edgec did not make and
            ``force`` is not set.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise UsageError(f"{folder}: exists and is not a folder; give another path with --output")
    resolved = folder.resolve()
    if Path.cwd().resolve().is_relative_to(resolved):
        raise UsageError(f"{folder}: is or holds the current folder and would be replaced; give another with --output")
    for path in inputs:
        if path.resolve().is_relative_to(resolved):
            raise UsageError(f"{folder}: holds '{path.name}', which this command reads; give another with --output")
    _check_writable(folder, resolved.parent)
    if folder.is_dir() and any(folder.iterdir()) and not force and not is_ours(folder):
        raise UsageError(
            f"{folder}: holds files that edgec did not make and would be replaced; "
            "give another path with --output, or --force to replace the whole folder"
        )


@contextmanager
def replacing(folder: Path, force: bool = False, inputs: Sequence[Path] = ()) -> Iterator[Path]:
    """A temporary folder that takes the place of ``folder`` when the block ends well.

    When the block raises, the temporary folder is removed and what was at ``folder`` is untouched.

    Raises:
        UsageError: see ``check_replaceable``; or the parent folder cannot be written.
    """
    check_replaceable(folder, force, inputs)
    target = folder.resolve()
    try:
        work = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".tmp", dir=_existing(target.parent)))
    except OSError as e:
        raise UsageError(f"{folder}: cannot be written ({e.strerror}); give another path with --output") from e
    try:
        work.chmod(0o777 & ~_umask())
        yield work
        target.parent.mkdir(parents=True, exist_ok=True)
        _swap(work, target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _swap(work: Path, target: Path) -> None:
    """Put ``work`` in the place of ``target``; what was there is kept aside until the rename has succeeded."""
    if not target.exists():
        work.rename(target)
        return
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".old", dir=target.parent))
    old = aside / "old"
    target.rename(old)
    try:
        work.rename(target)
    except OSError:
        old.rename(target)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _existing(folder: Path) -> Path:
    while not folder.exists():
        folder = folder.parent
    return folder


def _check_writable(folder: Path, parent: Path) -> None:
    parent = _existing(parent)
    if not parent.is_dir():
        raise UsageError(f"{folder}: cannot be made, '{parent.name}' is a file; give another path with --output")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UsageError(f"{folder}: cannot be made, its parent folder is not writable; give another with --output")


def files_in(folder: Path) -> set[str]:
    """Paths of all files below a folder, relative to it, with forward slashes."""
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if not p.is_dir()}


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
