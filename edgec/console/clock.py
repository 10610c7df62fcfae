"""An end to work that takes too long, wherever it is: in a search, in numpy or in a compiler that is waited for."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from edgec.converter.graph.limits import Limits

TICK = 1.0  # seconds between two looks at the time; also what an alarm lost in a destructor is given again after
MAX_IDLE_SECONDS = 2 * TICK  # of a tick that used no processor: a longer one is a process that was suspended


class _TimeUp(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error of its own."""


class RunningTime:
    """A stopwatch of the time in which this process could run: suspension is left out."""

    def __init__(self) -> None:
        self._total, self._wall, self._processor = 0.0, time.monotonic(), time.process_time()

    def seconds(self) -> float:
        """Seconds since the start; to be asked once a tick."""
        wall, processor = time.monotonic(), time.process_time()
        self._total += min(wall - self._wall, max(processor - self._processor, MAX_IDLE_SECONDS))
        self._wall, self._processor = wall, processor
        return self._total


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Run the body for ``limits.seconds`` of time at most, waiting for a compiler included.

    Time in which the process is suspended (Ctrl-Z, a laptop's lid) does not count. Alarms are for the main thread and
    for systems that have them; elsewhere the body is not limited.

    Raises:
        OverLimit: the time was up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    spent = RunningTime()

    def tick(_number: int, _frame: FrameType | None) -> None:
        if spent.seconds() >= limits.seconds:
            raise _TimeUp

    handler = signal.signal(signal.SIGALRM, tick)
    before = signal.setitimer(signal.ITIMER_REAL, min(TICK, limits.seconds), TICK)
    try:
        yield
    except _TimeUp:
        signal.setitimer(signal.ITIMER_REAL, 0)
        raise limits.late() from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if before[0]:
            signal.setitimer(signal.ITIMER_REAL, *before)
