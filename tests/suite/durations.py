"""Records what each test costs in processor time, and which programs and data it uses (``--record-durations FILE``).

Processor time is that of the test's process and of the programs that it started and waited for, with its fixtures: what
is made once is paid by the test that comes first.  It is the same on a busy machine, other than the time on the wall.
A use is seen, not declared: programs as they are started, files of the shared models as they are opened, builds of a
search as they are made.
"""

from __future__ import annotations

import json
import os
import resource
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.suite import forking

REPO = Path(__file__).resolve().parents[2]
DURATIONS = Path(__file__).with_name("durations.json")
SHORTEST_RECORDED_S = 0.3
"""A test that takes less and uses nothing but Python has no entry."""
SEARCH_BUILDS = 5
"""So many builds in one test are a search."""

UNMEASURED = "unmeasured"
"""In the place of a use: the test failed, and what it takes when it passes is not known."""

COMPILERS = ("gcc", "clang", "cc")
PROPERTY = "edgec-cost"


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time of a test, and what it uses: "compiler", "qemu", "shared", "search"."""

    seconds: float
    uses: tuple[str, ...] = ()


@dataclass
class _Seen:
    """Uses and builds of the test that runs, so far."""

    uses: set[str] = field(default_factory=set)
    builds: int = 0


class Recorder:
    """The plugin of one process: it measures where tests run, and writes where their reports arrive."""

    def __init__(self, file: Path | None, shared: Path) -> None:
        self.file = file
        self.shared = tuple(f"{folder}{os.sep}" for folder in (shared.absolute(), shared.resolve()))
        self.seen = _Seen()
        self.costs: dict[str, Cost] = {}
        self.failed: set[str] = set()
        self.files: set[str] = set()

    def watch(self, event: str, arguments: tuple[Any, ...]) -> None:
        """A hook of ``sys.addaudithook``."""
        if event == "subprocess.Popen":
            name = Path(str(os.fsdecode(arguments[0] or arguments[1][0]))).name
            if name.startswith("qemu-"):
                self.seen.uses.add("qemu")
            elif name.rpartition("-")[2] in COMPILERS:
                self.seen.uses.add("compiler")
        elif event == "open" and isinstance(arguments[0], str) and "shared" not in self.seen.uses:
            if os.path.abspath(arguments[0]).startswith(self.shared):  # noqa: PTH100  a Path would cost more
                self.seen.uses.add("shared")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self.seen = _Seen()
        self.began = processor_seconds()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
        outcome = yield
        if call.when == "teardown":
            uses = self.seen.uses | ({"search"} if self.seen.builds >= SEARCH_BUILDS else set())
            cost = [test_id(item), processor_seconds() - self.began, sorted(uses)]
            outcome.get_result().user_properties.append((PROPERTY, cost))

    def unrecorded(self, limit: float) -> dict[str, float]:
        """Seconds of the tests that took more than ``limit`` and have no record, the longest first."""
        known = read()
        found = {n: c.seconds for n, c in self.costs.items() if c.seconds > limit and n not in known}
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def built(self) -> None:
        """To be called for each build of a search."""
        self.seen.builds += 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.files.add(report.nodeid.partition("::")[0])
        if report.failed:
            self.failed.add(report.nodeid)
        for name, value in report.user_properties:
            if name == PROPERTY:
                test, seconds, uses = value
                self.costs[test] = Cost(seconds, (*uses, *([UNMEASURED] if report.nodeid in self.failed else [])))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.file is not None and not hasattr(session.config, "workerinput"):
            write(self.file, self.costs, self.files)


def test_id(item: pytest.Item) -> str:
    """The test's name without the group that pytest-xdist appends."""
    grouped = item.get_closest_marker("xdist_group") and item.nodeid.endswith("@" + group_of(item))
    return item.nodeid.rpartition("@")[0] if grouped else item.nodeid


def group_of(item: pytest.Item) -> str:
    """Return the group of a test that is marked with one."""
    marker = item.get_closest_marker("xdist_group")
    assert marker is not None
    return str(marker.args[0] if marker.args else marker.kwargs["name"])


def processor_seconds() -> float:
    """Processor seconds of this process, of those that it waited for, and of commands that were forked for it."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used) + forking.processor_seconds()


def write(file: Path, costs: Mapping[str, Cost], files: Collection[str]) -> None:
    """One line for each test that costs something, sorted.

    Records of test files other than ``files`` stay, while these exist.
    """
    old = {n: c for n, c in read(file).items() if (f := n.partition("::")[0]) not in files and (REPO / f).is_file()}
    new = {n: c for n, c in costs.items() if c.seconds >= SHORTEST_RECORDED_S or c.uses}
    lines = (
        f"{json.dumps(n)}: {json.dumps([round(c.seconds, 1), *c.uses])}" for n, c in sorted({**old, **new}.items())
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read(file: Path = DURATIONS) -> dict[str, Cost]:
    """Read what ``write`` wrote."""
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {name: Cost(seconds, tuple(uses)) for name, (seconds, *uses) in found.items()}


def count_builds(built: Callable[[], None]) -> None:
    """Call ``built`` whenever a search makes a build."""
    from edgec.search.build import Measurements

    measured = Measurements.of

    def of(*arguments: Any) -> Any:
        built()
        return measured(*arguments)

    Measurements.of = of  # type: ignore[method-assign]
