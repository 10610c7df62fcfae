"""Progress of a running program, by the size of the files that it writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from edgec.converter.graph.work import Progress, silent

EVERY_S = 0.2


@contextmanager
def watched(files: Sequence[Path], record: int, total: int, progress: Progress) -> Iterator[None]:
    """While the block runs, call ``progress`` with how many of ``total`` records of ``record`` bytes the files hold."""
    if progress is silent or not record:
        yield
        return
    ended = Event()

    def look() -> None:
        while not ended.wait(EVERY_S):
            size = sum(f.stat().st_size for f in files if f.is_file())
            progress(min(size // record, total - 1), total)

    thread = Thread(target=look, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        progress(total, total)
