"""An end to work that takes too long, wherever it is: in a search, in numpy or in a compiler that is waited for."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from edgec.converter.graph.limits import Limits

AGAIN = 1.0  # seconds after which an alarm that was lost, in a destructor for example, is given again


class _TimeUp(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error of its own."""


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Run the body for ``limits.seconds`` of time at most.

    Alarms are for the main thread and for systems that have them; elsewhere the body is not limited.

    Raises:
        OverLimit: the time was up.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _TimeUp

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.setitimer(signal.ITIMER_REAL, limits.seconds, AGAIN)
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
