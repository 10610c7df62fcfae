"""A first try of code that may end the whole process, in a process that may be lost."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable

LONGEST_PAUSE = 0.05  # seconds between two looks at the child


def fatal_signal(work: Callable[[], object], seconds: float = 60) -> str:
    """The name of the signal that ``work`` ends a process with, "" where it returns or raises.

    Extension modules may read through a null pointer, which no ``except`` catches; ONNX Runtime does on some models
    that its checker takes.  The work is done in a fork of this process, whose output and exceptions are lost.  Work
    that is not done after ``seconds`` counts as harmless, as does any work where forks are not safe (all but Linux).
    """
    if sys.platform != "linux":
        return ""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 and later, where there are threads
        child = os.fork()
    if not child:
        _child(work)
    pause, deadline = 0.001, time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                child = 0
                return signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else ""
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        return ""
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _child(work: Callable[[], object]) -> None:
    """Do the work and end, without what the parent would do at its end."""
    import resource

    faulthandler.disable()
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        work()
    finally:
        os._exit(0)
