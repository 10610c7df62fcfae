"""Tests run against every mutant of some modules, each in a process forked from one that has collected the tests."""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import FrameType

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.install import forget, imported, install
from tests.mutation.operators import Mutant, mutants

NOT_INSTALLED = 3  # exit code of a process that could not put a mutant in place
SPARE_SECONDS = 3.0  # of processor time, beyond three times what a test takes on the original
MEMORY = 6 << 30  # bytes of addresses
SLOWEST = 600  # seconds of wall time of a mutant


@dataclass
class Result:
    """Mutants of a file: those that were tried, and those that no test noticed."""

    path: str
    tried: list[str] = field(default_factory=list)
    seconds: float = 0.0
    survivors: list[str] = field(default_factory=list)
    timeouts: int = 0


@dataclass
class Running:
    """A forked process, the mutant it tries, and the tests it runs in turn."""

    mutant: Mutant
    tests: list[int]
    killer: int


class Trials:
    """A plugin of pytest: in place of its loop, the tests as they are, then the tests on every mutant."""

    def __init__(self, files: Sequence[tuple[str, str]], jobs: int, only: str, every: int) -> None:
        self.files, self.jobs, self.only, self.every = files, jobs, only, every
        self.results: list[Result] = []
        self.broken = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All of it; pytest itself runs nothing."""
        self.items = session.items
        self.seconds = [0.0] * len(self.items)
        self.seen: dict[str, dict[int, set[int]]] = {}
        paths = {str(Path(path).resolve()): path for path, _ in self.files}
        for k, item in enumerate(self.items):
            began = time.process_time()
            passed = self._run(k, self.items[k + 1] if k + 1 < len(self.items) else None, paths)
            self.seconds[k] = time.process_time() - began
            if not passed:
                self.broken = f"{item.nodeid} fails on the code as it is"
                return True
        for path, module in self.files:
            self.results.append(self._try_all(path, module))
        return True

    def _run(self, k: int, after: pytest.Item | None, traced: dict[str, str]) -> bool:
        """Run a test; return whether it passes.  The functions that it calls are remembered by their first lines."""

        def calls(frame: FrameType, event: str, argument: object) -> None:
            code = frame.f_code
            if code.co_filename in traced:
                self.seen.setdefault(traced[code.co_filename], {}).setdefault(code.co_firstlineno, set()).add(k)

        if traced:
            forget()  # or what an earlier test has computed would hide that this one needs it
            sys.settrace(calls)
        try:
            reports = runtestprotocol(self.items[k], nextitem=after, log=False)
        finally:
            sys.settrace(None)
        return all(not r.failed for r in reports)

    def _try_all(self, path: str, name: str) -> Result:
        began = time.monotonic()
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        result = Result(path)
        running: dict[int, Running] = {}
        killers: dict[str, int] = {}
        control = Mutant("module", range(0), "the code as it is", tree, "body", -1, tree.body)
        self._start(running, control, list(range(len(self.items))), (name, tree))
        self._wait(running, killers, result)
        if result.survivors != [control.name]:
            raise RuntimeError(f"{path}: its own code, put in place as a mutant is, fails the tests")
        result.survivors.clear()
        chosen = [m for m in mutants(tree) if self.only in m.name][:: self.every]
        for k, mutant in enumerate(chosen):
            if k % 50 == 0:
                print(f"{path}: {k} of {len(chosen)}, {len(result.survivors)} survivors", file=sys.stderr, flush=True)
            result.tried.append(mutant.name)
            tests = self._tests_of(path, mutant, killers.get(mutant.function))
            if not tests:
                result.survivors.append(mutant.name)
                continue
            if len(running) >= self.jobs:
                self._wait(running, killers, result)
            self._start(running, mutant, tests, (name, tree))
        while running:
            self._wait(running, killers, result)
        result.seconds = time.monotonic() - began
        return result

    def _tests_of(self, path: str, mutant: Mutant, killer: int | None) -> list[int]:
        """The tests that call the changed function: the last that noticed a mutant of the function, then the fastest.

        What is no part of a function runs while the module is imported: any test may notice it.
        """
        seen = self.seen.get(path, {})
        found = set().union(*(seen.get(line, ()) for line in mutant.lines))
        if mutant.function == "module" or _is_definition(mutant):
            found = set(range(len(self.items)))
        return sorted(found, key=lambda k: (k != killer, self.seconds[k]))

    def _start(
        self, running: dict[int, Running], mutant: Mutant, tests: list[int], source: tuple[str, ast.Module]
    ) -> None:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid:
            os.close(writer)
            running[pid] = Running(mutant, tests, reader)
            return
        code = NOT_INSTALLED
        try:
            os.close(reader)
            _limit()
            mutant.apply()
            code = self._tried(source, tests, writer)
        finally:
            os._exit(code)

    def _tried(self, source: tuple[str, ast.Module], tests: Sequence[int], writer: int) -> int:
        """1 when a test fails on the mutated tree (its number is written) or the tree cannot be imported, else 0."""
        module = import_module(source[0])
        try:
            fresh = imported(module, ast.fix_missing_locations(source[1]))
        except Exception:  # noqa: BLE001 whatever the mutant raises
            return 1
        install(module, fresh)
        for k in tests:
            _allow(3 * self.seconds[k] + SPARE_SECONDS)
            if not self._run(k, None, {}):
                os.write(writer, str(k).encode())
                return 1
        return 0

    def _wait(self, running: dict[int, Running], killers: dict[str, int], result: Result) -> None:
        pid, status = os.wait()
        ended = running.pop(pid)
        with os.fdopen(ended.killer) as reader:
            text = reader.read()
        if text:
            killers[ended.mutant.function] = int(text)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOT_INSTALLED:
            raise RuntimeError(f"{ended.mutant.name}: the mutant could not be put in place")
        if status == 0:
            result.survivors.append(ended.mutant.name)
        result.timeouts += os.WIFSIGNALED(status)


def _is_definition(mutant: Mutant) -> bool:
    """Return whether the changed statement runs when the module is imported: a field of a class, or a default value."""
    statement = mutant.name.partition(": ")[2]
    return statement.startswith(("def ", "class ")) or mutant.function.rpartition(".")[2].lstrip("_")[:1].isupper()


def _limit() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    _allow(SPARE_SECONDS)
    signal.alarm(SLOWEST)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _allow(seconds: float) -> None:
    """End the process when it has used so much processor time from now on."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def tried(
    files: Sequence[tuple[str, str]], tests: Sequence[str], jobs: int, only: str = "", every: int = 1
) -> Iterator[Result]:
    """The result of every file (its path, the name of its module) against tests that hold for the code as it is.

    Raises:
        RuntimeError: a test fails without any mutant, or pytest finds none.
    """
    plugin = Trials(files, jobs, only, every)
    options = ["-q", "--noconftest", "-p", "no:cacheprovider", "--capture=no", "--no-header", "--no-summary"]
    code = pytest.main([*options, *tests], plugins=[plugin])
    if plugin.broken or not plugin.results:
        raise RuntimeError(plugin.broken or f"pytest ended with {code}")
    yield from plugin.results
