"""The tiers: what is recorded of tests, and which of them are in the fast one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.suite import durations, tiers
from tests.suite.durations import UNMEASURED, Cost, Recorder

pytest_plugins = ["pytester"]
TESTS = """
import pytest, subprocess, time
def compute():
    end = time.process_time() + 0.4
    while time.process_time() < end:
        pass
def test_nothing(): pass
def test_computes(): compute()
@pytest.mark.xdist_group("some")
def test_of_a_group(): compute()
def test_compiles(): subprocess.run(["gcc", "--version"])
def test_fails(): assert compute()
def test_reads(): open("shared/model").close()
"""


def test_a_run_is_recorded(pytester: pytest.Pytester, tmp_path: Path) -> None:
    file = tmp_path / "durations.json"
    pytester.makepyfile(test_some=TESTS)
    (pytester.path / "models").mkdir()
    (pytester.path / "models" / "model").touch()
    (pytester.path / "shared").symlink_to("models")
    recorder = Recorder(file, pytester.path / "shared")
    sys.addaudithook(recorder.watch)
    pytester.inline_run("-p", "no:cacheprovider", plugins=[recorder])
    found = durations.read(file)
    assert {name.partition("::")[2]: cost.uses for name, cost in found.items()} == {
        "test_computes": (),
        "test_of_a_group": (),
        "test_compiles": ("compiler",),
        "test_reads": ("shared",),
        "test_fails": (UNMEASURED,),
    }
    assert all(c.seconds >= durations.SHORTEST_RECORDED_S for n, c in found.items() if not c.uses)


def test_files_that_did_not_run_keep_their_records(tmp_path: Path) -> None:
    file = tmp_path / "durations.json"
    here = Path(__file__).relative_to(durations.REPO).as_posix()
    durations.write(file, {f"{here}::a": Cost(1.0), f"{here}::b": Cost(2.0), "tests/gone.py::c": Cost(3.0)}, set())
    durations.write(file, {"tests/conftest.py::d": Cost(0.5, ("qemu",))}, {"tests/conftest.py"})
    assert durations.read(file) == {
        f"{here}::a": Cost(1.0),
        f"{here}::b": Cost(2.0),
        "tests/conftest.py::d": Cost(0.5, ("qemu",)),
    }


class Item:
    """A test, as far as the tiers look at it."""

    def __init__(self, nodeid: str, *marks: str, group: str = "") -> None:
        self.nodeid = nodeid
        self.marks = {name: getattr(pytest.mark, name).mark for name in marks}
        if group:
            self.marks["xdist_group"] = pytest.mark.xdist_group(group).mark

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return self.marks.get(name)


@pytest.mark.parametrize(
    ("cost", "marks", "fast"),
    [
        (Cost(0.0), (), True),
        (Cost(tiers.FAST_SECONDS, ("compiler", "qemu")), (), True),
        (Cost(tiers.FAST_SECONDS + 0.1), (), False),
        (Cost(0.1, ("search",)), (), False),
        (Cost(0.0, (UNMEASURED,)), (), False),
        (Cost(0.0), ("slow",), False),
        (Cost(9.0, ("search",)), ("smoke",), True),
    ],
)
def test_which_tests_are_fast(cost: Cost, marks: tuple[str, ...], fast: bool) -> None:
    assert tiers.is_fast(Item("t", *marks), {"t": cost}) is fast  # type: ignore[arg-type]


def test_the_longest_files_are_first_and_whole() -> None:
    items = [Item(n) for n in ("a.py::x", "b.py::y", "a.py::z", "c.py::new")]
    costs = {"a.py::x": Cost(1.0), "a.py::z": Cost(1.0), "b.py::y": Cost(3.0)}
    found = tiers.longest_files_first(items, costs)  # type: ignore[arg-type]
    assert [i.nodeid for i in found] == ["b.py::y", "a.py::x", "a.py::z", "c.py::new"]


def test_a_group_is_fast_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the test that paid for what they share, the next one would."""
    costs = {"a.py::pays": Cost(tiers.GROUP_SECONDS + 0.1), "b.py::pays": Cost(0.3), "b.py::reads": Cost(0.1)}
    monkeypatch.setattr(tiers, "read", lambda: costs)
    dear, cheap = ([Item(f"{f}.py::{n}", group=f) for n in ("pays", "reads")] for f in "ab")
    kept, others = tiers.select("fast", [*dear, *cheap])  # type: ignore[list-item]
    assert kept == cheap and others == dear


def test_new_tests_that_are_not_fast_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(durations, "read", lambda: {"a.py::known": Cost(0.1)})
    recorder = Recorder(None, tmp_path)
    recorder.costs = {
        "a.py::known": Cost(9.0),
        "a.py::new": Cost(3.0),
        "b.py::new": Cost(5.0),
        "b.py::quick": Cost(0.1),
    }
    assert list(recorder.unrecorded(tiers.NEW_SECONDS).items()) == [("b.py::new", 5.0), ("a.py::new", 3.0)]
