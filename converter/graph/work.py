"""Progress of long work: functions that a caller gives are called with it, and show nothing by default."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Progress = Callable[[int, int], None]
"""Called with how much is done and how much there is in all: samples, layers or files."""
Work = Callable[[str], Progress]
"""Gives the progress of a kind of work that has a name, such as "calibrating"."""
Notify = Callable[[Sequence[str]], None]
"""Called with messages for the user: notes, and warnings among them."""


def silent(_done: int, _all: int) -> None:
    """No progress is shown."""


def unseen(_name: str) -> Progress:
    """No work is shown."""
    return silent
