"""Faults at every system call that makes or replaces an output folder.

    python -m tests.faults.run [--quick] [--every 1] [--pairs 400] [--folder /dev/shm]

A folder is made, replaced, and replaced with --force, with an exchange and by two renames, again and again: each time
another system call meets a fault (the process is killed or interrupted before it, it fails, it writes half).  Then the
folder must be whole, the old or the new one; where there is no exchange it may also be away, and the next run puts it
back.  The next run must find nothing of the user's gone, and leave nothing behind.  In pairs, the next run is killed
too.  Prints the points tried, the folders lost and the runs that left something behind; exits with 1 when there is one.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from edgec.console.signals import Stopped, stop_on_signals
from edgec.converter.graph.errors import UsageError
from edgec.folder import system
from edgec.folder.destination import Destination
from edgec.folder.stage import Files, recover
from tests.builders.output_folders import content, made, put
from tests.faults.inject import DEAD, FAULTS, INTERRUPT, KILL, READING, TERMINATE, TORN, Calls, injected

OLD, NEW, NEXT = made("old", "m.c", "k/k.h"), made("new", "m.c", "k/k.h"), made("next", "n.c")
FOREIGN = (("notes.txt", b"mine"), ("k/own/x", b"mine"))
USERS = (("user/own.mk", b"mine"), ("user/src/x.c", b"mine"))
REFUSED, BUG = 2, 1
ENDS = {KILL: -signal.SIGKILL, TORN: -signal.SIGKILL, INTERRUPT: 130, TERMINATE: 143}


@dataclass(frozen=True)
class Case:
    """A write of a folder: ``make`` one without parents, ``replace`` one, or replace one by ``force``."""

    kind: str
    exchange: bool

    def prepare(self, folder: Path) -> Path:
        """The place, as it is before; ``folder`` is empty."""
        out = folder / "deep" / "out" if self.kind == "make" else folder / "out"
        if self.kind != "make":
            put(out, OLD + USERS)
            (out / "user" / "link").symlink_to("own.mk")
        if self.kind == "force":
            put(out, FOREIGN)
        return out

    @property
    def before(self) -> dict[str, bytes]:
        """Content of the folder before the write."""
        held = {"make": (), "replace": OLD, "force": OLD + FOREIGN}[self.kind]
        return self.with_users(held)

    def with_users(self, files: Files) -> dict[str, bytes]:
        """A folder of these files, beside what is the user's."""
        link = () if self.kind == "make" else (*USERS, ("user/link", USERS[0][1]))
        return dict((*files, *link))

    def write(self, out: Path, calls: Calls) -> None:
        """The run that meets the fault."""
        with injected(calls, self.exchange):
            Destination.at(out, self.kind == "force").write(NEW)


CASES = tuple(Case(kind, exchange) for kind in ("make", "replace", "force") for exchange in (True, False))


def ended(run: Callable[[], None]) -> int:
    """Run in a process of its own; its exit code, negative for a signal."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = BUG
    try:
        stop_on_signals()
        run()
        code = 0
    except UsageError:
        code = REFUSED
    except Stopped as e:
        code = 128 + e.signal
    except KeyboardInterrupt:
        code = 130
    except BaseException:  # noqa: BLE001  told to the parent by the exit code
        traceback.print_exc()
    finally:
        os._exit(code)


def points(case: Case, folder: Path, quick: bool) -> Iterator[tuple[int, str]]:
    """(number of the call, fault) of a case; a signal before a call that only reads tells nothing new."""
    calls = Calls()
    case.write(case.prepare(folder), calls)
    for number, (name, *_) in enumerate(calls.trace):
        for fault in FAULTS:
            signalled = fault in ENDS
            if (fault == TORN and name != "write") or (quick and name in READING and (signalled or fault == DEAD)):
                continue
            yield number, fault


def problem(case: Case, folder: Path, number: int, fault: str, again: int = -1) -> str:
    """Say what is wrong after a fault, "" when nothing is.  ``again``: the next run is killed before this call."""
    out = case.prepare(folder)
    code = ended(lambda: case.write(out, Calls(number, fault)))
    if code not in (0, REFUSED) and code != ENDS.get(fault):
        return f"lost: exit code {code}"
    if again >= 0:
        ended(lambda: replace(case, kind="force").write(out, Calls(again, KILL)))
    whole = [{}, case.before, case.with_users(NEW)]
    if not out.exists() and case.before:
        if case.exchange or fault in (INTERRUPT, TERMINATE):
            return "lost: the folder is away"
        recover(out.resolve())
    found = content(out)
    if found not in (whole if case.kind == "make" else whole[1:]) or (code == 0 and found != whole[2]):
        return f"lost: the folder holds {sorted(found)}"
    if code == REFUSED and fault != DEAD and found != case.before:
        return "lost: refused, and not as it was"
    if fault in (INTERRUPT, TERMINATE) and debris(out):
        return f"left behind at once: {debris(out)}"
    notes = [*Destination.at(out, True).notes, *Destination.at(out, True).write(NEXT)]
    if content(out) != case.with_users(NEXT):
        return "lost: the next run does not write the folder"
    return f"left behind: {debris(out)} {notes}" if debris(out) or notes else ""


def debris(out: Path) -> list[str]:
    """Names of what lies beside the folder."""
    return sorted(p.name for p in out.parent.iterdir() if p != out) if out.parent.exists() else []


def main() -> int:
    """Try every point; 1 when a folder is lost or something is left behind."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="no signals before calls that only read")
    parser.add_argument("--every", type=int, default=1, help="try each N-th point only")
    parser.add_argument("--folder", type=Path, help="where to try; in memory it takes a fifth of the time")
    parser.add_argument("--pairs", type=int, default=400, help="number of pairs of kills")
    options = parser.parse_args()
    tried: Counter[str] = Counter()
    wrong: list[str] = []
    rng = random.Random(0)

    def attempt(case: Case, number: int, fault: str, again: int = -1) -> None:
        folder = Path(tempfile.mkdtemp(prefix="edgec-faults-", dir=options.folder))
        try:
            tried[fault if again < 0 else "SIGKILL twice"] += 1
            if what := problem(case, folder, number, fault, again):
                wrong.append(f"{what}; {case}, {fault} at call {number}, then {again}")
        finally:
            shutil.rmtree(folder)

    for case in CASES:
        if case.exchange and system.swap_call is None:
            continue
        with tempfile.TemporaryDirectory(prefix="edgec-faults-", dir=options.folder) as folder:
            found = list(points(case, Path(folder), options.quick))
        for number, fault in found[:: options.every]:
            attempt(case, number, fault)
        for _ in range(options.pairs // len(CASES)):
            attempt(case, rng.randrange(found[-1][0]), KILL, rng.randrange(2 * found[-1][0]))
    lost = sum(w.startswith("lost") for w in wrong)
    for fault, count in tried.items():
        sys.stdout.write(f"{count:6} {fault}\n")
    sys.stdout.write("".join(f"{w}\n" for w in wrong[:20]))
    sys.stdout.write(f"{tried.total()} points tried, {lost} folders lost, {len(wrong) - lost} left something behind\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
