"""Destination of a command: refused before any work when something would be lost, written at the end in one step."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from edgec.console.signals import deferred
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.folder import system
from edgec.folder.inputs import refuse_inputs
from edgec.folder.manifest import USER, examine, users
from edgec.folder.stage import Files, StagedFolder, recover, stages

RACE_ERRORS = (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT)


@dataclass(frozen=True)
class Destination:
    """A folder that may be made or replaced: ``folder`` as the user named it, ``target`` without links.

    ``notes`` say what an interrupted run left there.
    """

    folder: Path
    target: Path
    force: bool = False
    notes: tuple[str, ...] = ()

    @staticmethod
    def at(folder: Path, force: bool = False, inputs: Sequence[Path] = ()) -> Destination:
        """The destination ``folder``, after what interrupted runs left there is put back or removed.

        Args:
            folder: need not exist; nor need its parents.
            force: what edgec did not make, or what was edited since, may be replaced.
            inputs: files and folders that the command reads.

        Raises:
            UsageError: the path is a file, is the working folder or one of its parents, lies in something that is not
                a writable folder, holds one of the ``inputs``, or holds what ``force`` would have to allow.
        """
        try:
            target = _target(folder)
            for stage in stages(target):
                refuse_inputs(stage, inputs)
            with deferred():
                notes = recover(target)
            destination = Destination(folder, target, force, notes)
            destination.spare(inputs)
            destination.replaced()
        except OSError as e:
            raise UsageError(f"{folder}: cannot be read ({e.strerror}); give another path with --output") from e
        return destination

    def spare(self, inputs: Sequence[Path]) -> None:
        """Raise when one of the files or folders ``inputs`` lies in the folder, whatever ``force`` says.

        Raises:
            UsageError: names the file.
        """
        refuse_inputs(self.folder, inputs)

    def replaced(self) -> Collection[str] | None:
        """The paths of all that would be replaced, relative to the folder; None when there is no folder.

        Raises:
            UsageError: something of it would be lost, and ``force`` is not given.
        """
        if system.kind(self.target) is None:
            return None
        if self.force:
            return system.tree(self.target).keys()
        contents = examine(self.target)
        contents.refuse(self.folder)
        return contents.there.keys()

    def write(self, files: Files) -> tuple[str, ...]:
        """Make the folder of these files (path, content), in the place of what is there but for the user's own.

        A signal that would end the program waits until this has ended.

        Returns:
            Sentences for the user: what could not be removed.

        Raises:
            UsageError: see ``replaced``; or a system call failed, and the folder is what it was.
        """
        with deferred():
            replaced, stage = None, None
            try:
                replaced = self.replaced()
                kept = {} if replaced is None else self._users()
                with self._parents():
                    stage = StagedFolder(self.target, files, replaced, kept)
                    try:
                        stage.fill()
                        stage.take_place()
                    finally:
                        gone = stage.close()
            except OSError as e:
                raise self._failed(e, stage, replaced is not None) from e
            return () if gone else (f"'{stage.path}' is left of the old folder and could not be removed",)

    def _users(self) -> dict[str, str]:
        """Find what lies in the user's folder and is taken along: path -> what it is."""
        there = system.tree(self.target)
        kept = {path: there[path] for path in sorted(users(there))}
        special = next((path for path, what in kept.items() if what == system.OTHER), None)
        if special is not None:
            raise UsageError(
                f"{self.folder}: '{printable(special)}' is not a file, folder or link; remove it from {USER}"
            )
        return kept

    @contextmanager
    def _parents(self) -> Iterator[None]:
        """Make the parents of the folder; those that were made go again when the block fails."""
        missing: list[Path] = []
        parent = self.target.parent
        while system.kind(parent) is None:
            missing.append(parent)
            parent = parent.parent
        made: list[Path] = []
        try:
            for folder in reversed(missing):
                system.make_folder(folder)
                made.append(folder)
                system.sync_folder(folder.parent)
            yield
        except BaseException:
            for folder in reversed(made):
                with suppress(OSError):
                    system.remove_folder(folder)
            raise

    def _failed(self, error: OSError, stage: StagedFolder | None, replaces: bool) -> UsageError:
        with suppress(OSError):
            if error.errno in RACE_ERRORS and (system.kind(self.target) is None) is replaces:
                return UsageError(f"{self.folder}: another run wrote it at the same time; run again, or give --output")
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = "make room on the disk" if full else "give another path with --output"
        sentence = f"{self.folder}: cannot be written ({error.strerror})"
        with suppress(OSError):
            if stage is not None and replaces and system.kind(self.target) is None:
                sentence += f"; the folder that was there is '{stage.old}', and the next run puts it back"
        return UsageError(f"{sentence}; {remedy}")


def _target(folder: Path) -> Path:
    """The folder's path without links, when a folder may be made there."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise UsageError(f"{folder}: exists and is not a folder; give another path with --output")
    target = folder.resolve()
    if Path.cwd().resolve().is_relative_to(target):
        raise UsageError(f"{folder}: is or holds the current folder and would be replaced; give another with --output")
    parent = target.parent
    while not parent.exists():
        parent = parent.parent
    if not parent.is_dir():
        raise UsageError(f"{folder}: cannot be made, '{parent.name}' is a file; give another path with --output")
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UsageError(f"{folder}: cannot be made, its parent folder is not writable; give another with --output")
    return target
