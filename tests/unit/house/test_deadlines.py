"""No example of hypothesis has a deadline: a wall clock says nothing on a machine that others use."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import settings


def test_the_profile_has_none() -> None:
    assert settings().deadline is None


def test_no_test_sets_its_own(repo: Path) -> None:
    given = re.compile(r"@settings\([^)]*deadline=")
    assert [f.name for f in sorted(repo.glob("tests/**/*.py")) if given.search(f.read_text(encoding="utf-8"))] == []
