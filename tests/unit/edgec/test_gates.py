"""Gates: each has a figure that holds it and one that breaks it, what is unknown breaks it, and the file is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import AccuracyGate, Exit, SizeOrSpeedGate, UsageError
from edgec.gates.judge import failure, judged, left_out
from edgec.gates.records import Gates, Run
from edgec.reports.checks import Check
from tests.builders.figured_reports import report_of

RUN = Run(accuracy=0.95, reference=0.955, instructions=60_000, cycles=90_000, sqnr=24.5)
LIMITS = {  # gate -> what is held by the report and the run, what is just broken
    "max_flash": (10_000, 9_999),
    "max_arena": (2_000, 1_999),
    "max_stack": (200, 199),
    "max_instructions": (60_000, 59_999),
    "max_cycles": (90_000, 89_999),
    "min_accuracy": (0.95, 0.951),
    "max_drop": (0.5, 0.49),
    "min_sqnr": (24.5, 24.6),
}
UNKNOWN = {
    "max_flash": "not measured (the compiler is missing)",
    "max_stack": "no bound (the compiler is missing)",
    "max_cycles": "under QEMU only",
    "min_accuracy": "give --data FILE.npz:x:y",
    "max_drop": "give --data FILE.npz:x:y",
    "min_sqnr": "(--data FILE.npz:x)",
}


def only(name: str, limit: float) -> Gates:
    return Gates(**{name: limit})  # type: ignore[arg-type]  # the test names the field


@pytest.mark.parametrize("name", LIMITS)
def test_each_gate_holds_and_breaks(name: str) -> None:
    held, broken = LIMITS[name]
    (check,) = judged(only(name, held), report_of(), RUN)
    assert check.passed and check.name == name
    (check,) = judged(only(name, broken), report_of(), RUN)
    assert not check.passed and f"{broken:,}" in check.sentence
    error = failure([check])
    accuracy = name in ("min_accuracy", "max_drop", "min_sqnr")
    assert isinstance(error, AccuracyGate if accuracy else SizeOrSpeedGate)
    assert error.exit_code == (Exit.ACCURACY if accuracy else Exit.SIZE_OR_SPEED)


def test_every_gate_is_tested() -> None:
    named = {f for f in Gates.__dataclass_fields__ if f.startswith(("max_", "min_"))}
    assert named == {*LIMITS, "max_growth_pct"}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_unknown_breaks_a_gate(name: str) -> None:
    (check,) = judged(only(name, 1), report_of(flash=None, stack=None), Run())
    assert not check.passed
    assert UNKNOWN[name] in check.sentence


def test_an_estimate_serves_where_nothing_is_counted() -> None:
    (check,) = judged(Gates(max_instructions=55_000), report_of(), None)
    assert check.passed and "50,000 instructions, estimated" in check.sentence
    (check,) = judged(Gates(max_instructions=55_000), report_of(), RUN)
    assert not check.passed and "60,000 instructions, counted" in check.sentence
    (check,) = judged(Gates(max_instructions=55_000), report_of(instructions=0), None)
    assert not check.passed


@pytest.mark.parametrize(
    ("figure", "old", "new", "held"),
    [
        ("flash", 10_000, 10_000, True),
        ("flash", 10_000, 10_500, True),
        ("flash", 10_000, 10_501, False),
        ("flash", 10_000, 10_600, False),
        ("flash", 10_000, 9_000, True),
        ("arena", 2_000, 2_200, False),
        ("stack", 200, 300, True),  # 100 bytes of 2,300 of RAM
        ("stack", 200, 400, False),
        ("instructions", 50_000, 53_000, False),
        ("instructions", 50_000, 52_000, True),
        ("arena", 0, 0, True),
    ],
)
def test_growth(figure: str, old: int, new: int, held: bool) -> None:
    before, after = report_of(**{figure: old}), report_of(**{figure: new})
    checks = judged(Gates(max_growth_pct=5), after, None, before)
    assert [c.name for c in checks] == ["max_growth_pct"] * 3
    assert all(c.passed for c in checks) is held
    if not held:
        (broken,) = [c for c in checks if not c.passed]
        assert broken.sentence.startswith({"arena": "RAM", "stack": "RAM"}.get(figure, figure))


def test_growth_of_six_percent_is_told() -> None:
    checks = judged(Gates(max_growth_pct=5), report_of(flash=10_600), None, report_of())
    assert checks[0].sentence == "flash 10,000 -> 10,600 bytes (+6.00 %); at most 5 % are allowed"
    assert not checks[0].passed
    assert all(c.passed for c in judged(Gates(max_growth_pct=0), report_of(), None, report_of()))


def test_growth_that_cannot_be_known_is_broken() -> None:
    checks = judged(Gates(max_growth_pct=5), report_of(), None, report_of(flash=None, stack=None))
    assert [c.passed for c in checks] == [False, True, True]
    assert "the baseline does not know it" in checks[0].sentence
    none = report_of(instructions=0)
    assert len(judged(Gates(max_growth_pct=5), none, None, none)) == 2


def test_gates_that_need_a_run_or_a_baseline_are_named() -> None:
    gates = Gates(max_cycles=1, min_accuracy=0.9, max_growth_pct=5)
    assert judged(gates, report_of()) == ()
    first, second = left_out(gates)
    assert first.startswith("max_cycles, min_accuracy: not judged here")
    assert "--baseline" in second
    assert left_out(gates, RUN, report_of()) == ()


def test_all_broken_gates_are_listed_accuracy_first() -> None:
    checks = judged(Gates(max_flash=1, max_arena=9_999, min_accuracy=0.99), report_of(), RUN)
    error = failure(checks)
    assert isinstance(error, AccuracyGate)
    lines = str(error).splitlines()
    assert lines[0] == "2 of 3 gates broken:"
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["max_flash", "min_accuracy"]
    assert failure([Check("max_flash", True, "")]) is None
    assert isinstance(failure([Check("max_flash", False, "")], ["host: differs"]), AccuracyGate)
    assert str(failure([], ["host: differs", "qemu: differs"])) == "host: differs; qemu: differs"


def test_sizes_and_dashes_are_accepted() -> None:
    table = {"max-flash": "64KB", "max_arena": "8K", "max_stack": 512, "max_growth_pct": 5, "baseline": "old"}
    found = Gates.parse(Path("ci/edgec.toml"), table)
    assert (found.max_flash, found.max_arena, found.max_stack) == (65_536, 8_192, 512)
    assert found.max_growth_pct == 5.0
    assert found.baseline == Path("ci/old")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"max_flsh": 1}, r"unknown key 'max_flsh' in \[gates\]; did you mean 'max_flash'\?"),
        ({"zzz": 1}, r"unknown key 'zzz' in \[gates\]; the keys are: baseline, max_arena"),
        ({"source": "x"}, "unknown key 'source'"),
        ({"max_flash": "64 apples"}, "'max_flash' in .* must be a number of bytes"),
        ({"max_flash": 0}, "must be a number of bytes"),
        ({"max_flash": True}, "must be a number of bytes"),
        ({"max_cycles": 1.5}, "must be an integer above 0"),
        ({"min_accuracy": 95}, "a share of samples from 0 to 1"),
        ({"max_drop": "1"}, "a number that is not negative"),
        ({"max_growth_pct": float("nan")}, "a number that is not negative"),
        ({"baseline": 3}, "'baseline' in .* must be a folder"),
        ({"max_flash": 1, "max-flash": 2}, "'max_flash' is given twice"),
        ([1], "'gates' must be a table"),
    ],
)
def test_the_table_is_checked(table: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        Gates.parse(Path("edgec.toml"), table)
