"""Signals that end the program: each is an exception, and none comes while a folder is being replaced."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stopped(KeyboardInterrupt):
    """The program is asked to end by ``signal``; what cleans up after Ctrl-C cleans up after it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.signal = number


def stop_on_signals() -> None:
    """Make signals that would end the program at once raise ``Stopped``; one that is ignored (nohup) stays so."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, _frame: FrameType | None) -> None:
    raise Stopped(number)


@contextmanager
def deferred() -> Iterator[None]:
    """The signals that end a program wait for the end of the block; in other threads than the main one none comes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {n: h for n in ENDING if (h := signal.getsignal(n)) not in (signal.SIG_IGN, None)}
    came: list[int] = []
    try:
        for number in before:
            signal.signal(number, lambda n, _: came.append(n))
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in came[:1]:
            signal.raise_signal(number)
