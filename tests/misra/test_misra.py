"""The record of MISRA C:2012 is what the addon of cppcheck finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.misra.record import DEVIATIONS
from tests.misra.run import RECORD, VERSION, Finding, addon, checked, complaints, findings, record


@pytest.fixture(scope="module")
def script() -> Path:
    found = addon()
    if found is None:
        pytest.skip(f"{VERSION} with its addon is absent")
    return found


@pytest.mark.slow
def test_required_rules_are_met_and_the_record_is_up_to_date(script: Path) -> None:
    found = findings(script)
    assert complaints(found) == []
    assert record(found) == RECORD.read_text(encoding="utf-8"), "run 'python -m tests.misra.run --write'"


def test_a_new_violation_of_a_required_rule_is_found(script: Path, tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("int f(int x);\nint f(int x)\n{\n    if (x) { x = 1; }\n    return x;\n}\n")
    found = checked(script, [tmp_path / "a.c"], tmp_path)
    assert any(f.rule == "14.4" and f.line == 4 for f in found)
    assert any("a.c:4:" in text and "14.4" in text for text in complaints(found))


def test_a_deviation_that_nothing_needs_is_named() -> None:
    needed = {Finding(d.rule, file, 1, 1) for d in DEVIATIONS for file in d.files}
    assert complaints(needed) == []
    (told,) = complaints(needed - {Finding("11.6", "<name>.c", 1, 1)})
    assert told == "<name>.c: the deviation from rule 11.6 is not needed; remove it"
    (told,) = complaints(needed | {Finding("17.7", "edgec_half.h", 9, 5)})
    assert told.startswith("edgec_half.h:9:5: rule 17.7")
