"""A stage: the hidden folder beside an output folder in which the new one is made and from which it takes its place.

    .edgec-<digest of the name>-<random>/
        journal     what it is for, and every path that may be removed from it
        new/        the folder in the making; after an exchange, what was replaced
        old/        what is being replaced, where the system cannot exchange two folders

At every moment the output folder is whole, or (only without an exchange, between two renames) lies whole in ``old``.
A stage is locked by the process that uses it.  One without a lock is what an interrupted run left: ``recover`` puts
back what lies in ``old`` when nothing is in its place, and removes the rest, path by path as the journal lists them.
What the journal does not list stays, and so does a stage that is not plainly edgec's.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePosixPath

from edgec.converter.graph.frozen import dataclass
from edgec.folder import system

Files = Sequence[tuple[str, bytes]]
MAGIC = b"edgec makes a folder here; what an interrupted run leaves, the next run to the same place removes\n"
JOURNAL, NEW, OLD = "journal", "new", "old"
PARTS = {JOURNAL: system.FILE, NEW: system.FOLDER, OLD: system.FOLDER}


@dataclass(frozen=True)
class Journal:
    """The name of the folder that is replaced, and the paths that may be removed from the stage."""

    target: str
    paths: tuple[str, ...]

    def encode(self) -> bytes:
        """The journal's file."""
        return MAGIC + json.dumps({"target": self.target, "paths": self.paths}).encode() + b"\n"

    @staticmethod
    def decode(content: bytes) -> Journal | None:
        """The journal read back; None when it is incomplete or none."""
        try:
            value = json.loads(content.removeprefix(MAGIC))
            return Journal(str(value["target"]), tuple(map(str, value["paths"])))
        except (ValueError, KeyError, TypeError, RecursionError):
            return None


class StagedFolder:
    """Makes a folder and puts it in the place of ``target``, whose parent exists.

    Args:
        target: the folder to make, its path without links.
        files: path and content of every file.
        replaced: paths of all that lies in the folder that is replaced, None when there is none.
        kept: of these the ones that the new folder has too, and what each is; parents come before children.
    """

    def __init__(
        self, target: Path, files: Files, replaced: Collection[str] | None, kept: Mapping[str, str] | None = None
    ) -> None:
        self.target = target
        self.files = files
        self.replaces = replaced is not None
        self.kept = kept or {}
        self.folders = sorted({str(p) for path, _ in files for p in PurePosixPath(path).parents} - {"."})
        paths = {*(path for path, _ in files), *self.folders, *(replaced or ())}
        self.journal = Journal(target.name, tuple(sorted(paths)))
        self.path = target.parent / f"{prefix_of(target)}{secrets.token_hex(8)}"
        self.new, self.old = self.path / NEW, self.path / OLD
        self._lock: int | None = None

    def fill(self) -> None:
        """Write all files, and bring them to the disk.

        Raises:
            OSError: a system call failed.
        """
        system.make_folder(self.path, 0o700)
        self._lock = system.lock(self.path)
        system.write_file(self.path / JOURNAL, self.journal.encode())
        folders = [self.new, *(self.new / f for f in self.folders)]
        for folder in folders:
            system.make_folder(folder)
        for path, content in self.files:
            system.write_file(self.new / path, content)
        for path, what in self.kept.items():
            self._take_along(path, what)
        folders += [self.new / path for path, what in self.kept.items() if what == system.FOLDER]
        for folder in (*reversed(folders), self.path, self.target.parent):
            system.sync_folder(folder)

    def _take_along(self, path: str, what: str) -> None:
        if what == system.FOLDER:
            system.make_folder(self.new / path)
        elif what == system.LINK:
            system.copy_link(self.target / path, self.new / path)
        else:
            system.copy_file(self.target / path, self.new / path)

    def take_place(self) -> None:
        """Put the new folder where the old one is; when this fails, the old one is where it was.

        Raises:
            OSError: a system call failed.
        """
        if not self.replaces:
            steps = [(self.new, self.target)]
        elif system.exchange(self.new, self.target):
            steps = []
        else:
            steps = [(self.target, self.old), (self.new, self.target)]
        done: list[tuple[Path, Path]] = []
        try:
            for path, to in steps:
                system.rename(path, to)
                done.append((path, to))
            system.sync_folder(self.target.parent)
            system.sync_folder(self.path)
        except OSError:
            if not steps:
                system.exchange(self.new, self.target)
            for path, to in reversed(done):
                system.rename(to, path)
            raise

    def close(self) -> bool:
        """Remove what is left of the stage; False when something stays, for the next run."""
        try:
            return system.kind(self.path) is None or _settled(self.path, self.target, self.journal)
        except OSError:
            return False
        finally:
            system.unlock(self._lock)


def prefix_of(target: Path) -> str:
    """Return the prefix of the names of a folder's stages."""
    return f".edgec-{hashlib.sha256(target.name.encode(errors='surrogateescape')).hexdigest()[:12]}-"


def stages(target: Path) -> list[Path]:
    """All stages of a folder (its path without links), those in use and those that were left."""
    try:
        return [target.parent / name for name in system.entries(target.parent, prefix_of(target))]
    except OSError:
        return []  # there is no parent yet, or it may be written but not listed


def recover(target: Path) -> tuple[str, ...]:
    """Put back or remove what interrupted runs left beside ``target`` (its path without links).

    Returns:
        Sentences for the user: what was put back, and what could not be removed.
    """
    return tuple(note for stage in stages(target) for note in _recovered(stage, target))


def _recovered(stage: Path, target: Path) -> list[str]:
    lock = system.lock(stage)
    if lock is None:
        return []  # in use, or another user's
    away = system.kind(target) is None
    try:
        journal = _journal(stage, target)
        gone = journal is not None and journal.target == target.name and _settled(stage, target, journal)
        fact = "holds other files; look at them and remove it"
    except OSError as e:
        gone, fact = False, f"cannot be removed ({e.strerror})"
    finally:
        system.unlock(lock)
    notes = [] if gone else [f"'{stage}' is left of an interrupted run and {fact}"]
    if away and system.kind(target) is not None:
        notes.append(f"'{target}' is put back: a run that was to replace it was interrupted")
    return notes


def _journal(stage: Path, target: Path) -> Journal | None:
    """The journal of a stage, with no paths when nothing else is there yet; None when the stage is not edgec's."""
    parts, nothing = system.entries(stage), Journal(target.name, ())
    if any(PARTS.get(name) != what for name, what in parts.items()):
        return None
    if JOURNAL not in parts:
        return nothing if not parts else None
    content = system.read_file(stage / JOURNAL)
    if content.startswith(MAGIC) and (journal := Journal.decode(content)) is not None:
        return journal
    begun = MAGIC.startswith(content) or content.startswith(MAGIC)
    return nothing if begun and len(parts) == 1 else None


def _settled(stage: Path, target: Path, journal: Journal) -> bool:
    """Put the old folder back when nothing is in its place, and remove the stage; whether it is gone.

    Raises:
        OSError: a system call failed; nothing is lost.
    """
    if system.kind(stage / OLD) is not None and system.kind(target) is None:
        system.rename(stage / OLD, target)
        system.sync_folder(target.parent)
    parts = system.entries(stage)
    if {NEW, OLD} <= set(parts):
        return False  # neither is in its place: somebody put another folder there, and both are kept
    emptied = [_emptied(stage / part, journal.paths) for part in (NEW, OLD) if part in parts]
    if not all(emptied) or not set(parts) <= set(PARTS):
        return False
    if JOURNAL in parts:
        system.remove_file(stage / JOURNAL)
    system.remove_folder(stage)
    return True


def _emptied(folder: Path, listed: Collection[str]) -> bool:
    """Remove all that is listed, and the folder when that was all; links are removed, not followed."""
    present, paths, kept = system.tree(folder), set(listed), set[str]()
    for path in reversed(present):
        if path not in paths or path in kept:
            kept |= {path, *(str(p) for p in PurePosixPath(path).parents)}
        elif present[path] == system.FOLDER:
            system.remove_folder(folder / path)
        else:
            system.remove_file(folder / path)
    if not kept:
        system.remove_folder(folder)
    return not kept
