"""One file that a command writes: refused before any work when something would be lost, then written in one step."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from edgec.console.signals import deferred
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.folder import system


@dataclass(frozen=True)
class SingleFile:
    """A file that may be made, or replaced when ``force`` is given."""

    file: Path
    force: bool = False

    @staticmethod
    def at(file: Path, force: bool = False, inputs: Sequence[Path] = ()) -> SingleFile:
        """The file, when it may be written.

        Args:
            file: in a folder that exists.
            force: what is there may be replaced.
            inputs: files that the command reads.

        Raises:
            UsageError: the folder is missing, the path is no plain file, it is one of the ``inputs``, or it exists and
                ``force`` is not given.
        """
        destination = SingleFile(file, force)
        if not file.parent.is_dir():
            raise UsageError(f"{file}: cannot be written, its folder does not exist; make it, or give another --output")
        if any(i.exists() and file.exists() and file.samefile(i) for i in inputs):
            raise UsageError(f"{file}: is read by this command; give another path with --output")
        destination.refuse()
        return destination

    def refuse(self) -> None:
        """Raise when something would be lost.

        Raises:
            UsageError: it would.
        """
        there = system.kind(self.file)
        if there not in (None, system.FILE):
            raise UsageError(f"{self.file}: exists and is not a plain file; give another path with --output")
        if there is not None and not self.force:
            raise UsageError(f"{self.file}: exists; give another path with --output, or --force to replace it")

    def write(self, content: bytes) -> None:
        """Put a file with this content in place, at one moment; a signal that would end the program waits.

        Raises:
            UsageError: see ``refuse``; or a system call failed, and what was there is still there.
        """
        beside = self.file.with_name(f".{self.file.name}-{secrets.token_hex(4)}")
        with deferred():
            try:
                self.refuse()
                system.write_file(beside, content)
                system.rename(beside, self.file)
                system.sync_folder(self.file.parent)
            except OSError as e:
                with suppress(OSError):
                    system.remove_file(beside)
                raise UsageError(f"{self.file}: cannot be written ({e.strerror}); give another with --output") from e
