"""One command line of edgec in a process of its own, forked from one that has imported everything, within limits."""

from __future__ import annotations

import os
import resource
import select
import shutil
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CODES = (0, 2, 3, 4, 5, 6, 7)  # that docs/reference/exit-codes.md lists
SHOWN = 4000  # characters of what was printed
NO_MEMORY = "needs more memory than there is"  # what the command says when an allocation fails


@dataclass(frozen=True)
class Bounds:
    """Limits of one command: seconds of processor time and of wall time, bytes of memory in use and of addresses
    beyond those at start.

    Processor time is that of the command and of the programs it waited for: wall time depends on what else runs.
    Programs under the address sanitizer ask for more addresses than any machine has: 0 sets no limit.
    """

    seconds: float = 60.0
    wall: float = 240.0
    memory: int = 2 << 30
    addresses: int = 4 << 30


@dataclass(frozen=True)
class Ended:
    """End of a command: its exit code (negative: the signal), what it took, what it printed.

    ``late``: it was stopped when its wall time was over.
    """

    code: int
    seconds: float
    cpu: float
    memory: int
    text: str
    late: bool = False

    @property
    def sentence(self) -> str:
        """The last line that says what was wrong."""
        lines = [line for line in self.text.splitlines() if line.startswith("edgec: error:")]
        return lines[-1] if lines else (self.text.strip().splitlines() or [""])[-1]

    def fault(self, bounds: Bounds, allowed: tuple[int, ...] = CODES) -> str:
        """Name the rule that is broken, "" when none is."""
        if self.late:
            return f"hang: more than {bounds.wall:g} s"
        if self.cpu > bounds.seconds:
            return f"time: {self.cpu:.1f} s of processor, of {bounds.seconds:g}"
        if self.code < 0:
            return f"death: signal {signal.Signals(-self.code).name}"
        if self.code not in allowed:
            return f"code {self.code}: {self.sentence}"
        if self.memory > bounds.memory or NO_MEMORY in self.text:
            return f"memory: {self.memory >> 20} MiB: {self.sentence}"
        if self.code and not self.sentence.startswith("edgec: error:"):
            return f"silence: code {self.code} without a sentence"
        return ""


def ended(action: Callable[[], int], folder: Path, bounds: Bounds) -> Ended:
    """Run ``action`` in a child that is killed with all that it started when its time is over.

    Args:
        action: returns the exit code.
        folder: for its temporary files, which go afterwards; what it prints is written beside.
        bounds: of the child.  Its memory counts in pages in use, the largest process of it and those it waited for.
    """
    temporary, printed = folder / "temporary", folder / "printed"
    temporary.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        _run(action, temporary, printed, bounds)
    late = not _wait(child, bounds.wall)
    if late:
        os.killpg(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    seconds = time.monotonic() - begin
    shutil.rmtree(temporary, ignore_errors=True)
    text = printed.read_text(encoding="utf-8", errors="replace") if printed.exists() else ""
    code = os.waitstatus_to_exitcode(status)
    return Ended(code, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss << 10, text[-SHOWN:], late)


def _wait(child: int, seconds: float) -> bool:
    """Wait for a child and return whether it ends in time."""
    try:
        descriptor = os.pidfd_open(child)
    except OSError:  # no such call on this system
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return True
            time.sleep(0.01)
        return False
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)


def _run(action: Callable[[], int], temporary: Path, printed: Path, bounds: Bounds) -> None:
    """The child: never returns."""
    code = 1
    try:
        os.setsid()
        os.environ["TMPDIR"] = str(temporary)
        import tempfile

        tempfile.tempdir = None
        out = os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(out, 1)
        os.dup2(out, 2)
        if bounds.addresses:
            used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (used + bounds.addresses, resource.getrlimit(resource.RLIMIT_AS)[1]))
        code = action()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001  the parent is told by the code and the text
        import traceback

        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)
