"""The chart of README shows the figures of docs/benchmarks.md; README is short."""

from __future__ import annotations

import re

import pytest

from tests.conftest import REPO
from tests.docs.pictures import rows

MOST_WORDS = 900
MOST_BYTES = 150_000  # of a picture


def test_a_column_that_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match="'none'"):
        rows("| model | a |\n| --- | --- |\n| kws | 1 |\n", "none")


def test_readme_is_one_screen_and_a_half() -> None:
    text = (REPO / "README.md").read_text(encoding="utf-8")
    assert len(text.split()) <= MOST_WORDS
    pictures = [REPO / found for found in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)]
    assert len(pictures) == 2
    assert all(0 < picture.stat().st_size <= MOST_BYTES for picture in pictures)
