"""Files that a command reads must not lie in the folder that it replaces, whatever links lead to them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from edgec.converter.graph.errors import UsageError, printable

MAX_LINKS = 40  # as Linux


def refuse_inputs(folder: Path, inputs: Sequence[Path]) -> None:
    """Raise when one of the files or folders ``inputs``, or a link on the way to one, lies in ``folder``.

    Raises:
        UsageError: names the file.
    """
    target = folder.resolve()
    for path in inputs:
        if any(_inside(passed, target) for passed in _way(path)):
            name = printable(path.name)
            raise UsageError(f"{folder}: holds '{name}', which this command reads; give another with --output")


def _way(path: Path) -> Iterator[Path]:
    """Every file, folder and link that the path leads through, each by its real folder."""
    here, parts, links = Path.cwd().resolve(), list(reversed(path.parts)), 0
    while parts:
        here = here.parent if parts[-1] == os.pardir else here / parts[-1]
        parts.pop()
        yield here
        if here.is_symlink() and links < MAX_LINKS:
            links += 1
            parts += reversed(here.readlink().parts)
            here = here.parent


def _inside(path: Path, folder: Path) -> bool:
    """By name, and by what the names stand for: a bind mount or another spelling is the same folder."""
    if path.is_relative_to(folder):
        return True
    try:
        real = folder.stat()
        parents = [p.stat() for p in path.parents]
    except OSError:
        return False  # one of them is not there
    return any(os.path.samestat(real, p) for p in parents)
