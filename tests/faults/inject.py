"""System calls of ``edgec.folder.system`` that are counted, and one that fails, is torn, or ends the process."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from edgec.folder import system

CALLS = (
    "lstat", "fstat", "listdir", "open", "read", "write", "fsync", "close", "mkdir", "rename", "unlink", "rmdir",
    "chmod", "utime", "symlink", "readlink",
)  # fmt: skip
READING = ("lstat", "fstat", "listdir", "read", "readlink", "flock")
"""Before one of them, all is as before the call that follows."""
KILL, TORN, INTERRUPT, TERMINATE = "SIGKILL", "half a write, SIGKILL", "SIGINT", "SIGTERM"
FULL, BROKEN, DEAD = "disk full", "EIO", "EIO from there on"
FAULTS = (KILL, TORN, INTERRUPT, TERMINATE, FULL, BROKEN, DEAD)


class Calls:
    """The calls made: name and arguments in ``trace``; number ``at`` (from 0) meets ``fault``."""

    def __init__(self, at: int = -1, fault: str = "") -> None:
        self.at = at
        self.fault = fault
        self.trace: list[tuple[Any, ...]] = []

    def wrap(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        """The call, counted."""

        def call(*arguments: Any, **named: Any) -> Any:
            number = len(self.trace)
            self.trace.append((name, *arguments))
            if number == self.at or (self.fault == DEAD and number >= self.at >= 0):
                return self._fail(name, partial(real, **named), arguments)
            return real(*arguments, **named)

        return call

    def _fail(self, name: str, real: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if name == "write" and self.fault in (TORN, FULL):
            real(arguments[0], arguments[1][: len(arguments[1]) // 2])
        if self.fault in (KILL, TORN):
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault in (INTERRUPT, TERMINATE):
            os.kill(os.getpid(), signal.SIGINT if self.fault == INTERRUPT else signal.SIGTERM)
            return real(*arguments)
        number = errno.ENOSPC if self.fault == FULL else errno.EIO
        if name == "close":
            real(*arguments)
        if name == "exchange":
            return number
        raise OSError(number, os.strerror(number))


class Module:
    """A module whose ``names`` are counted."""

    def __init__(self, module: Any, names: tuple[str, ...], calls: Calls) -> None:
        self.module = module
        self.wrapped = {name: calls.wrap(name, getattr(module, name)) for name in names}

    def __getattr__(self, name: str) -> Any:
        return self.wrapped[name] if name in self.wrapped else getattr(self.module, name)


@contextmanager
def injected(calls: Calls, exchange: bool = True) -> Iterator[None]:
    """Put the counted calls in place; without ``exchange`` the system has no such call."""
    before = system.os, system.fcntl, system.swap_call
    system.os, system.fcntl = Module(before[0], CALLS, calls), Module(before[1], ("flock",), calls)
    real = before[2]
    system.swap_call = calls.wrap("exchange", real) if exchange and real is not None else None
    try:
        yield
    finally:
        system.os, system.fcntl, system.swap_call = before
