"""The guide's tables of figures quote the pages that commands write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = {
    "## Less RAM": ("guide/memory.md", "memory.md"),
    "## Accuracy": ("speed.md", "accuracy.md"),
    "## Cortex-M4": ("speed.md", "benchmarks.md"),
}
"""A heading: the page that quotes, and the page that a command writes."""
NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?: %)?")


def _table(text: str, title: str) -> list[str]:
    """The cells under the first table after a heading, without the columns of names."""
    part = text[text.index(f"\n{title}\n") :]
    rows = [line for line in part[part.index("\n|") :].split("\n\n")[0].splitlines() if line.startswith("|")]
    return [cell.strip() for row in rows[2:] for cell in row.strip("|").split("|")[1:]]


@pytest.mark.parametrize("title", PAGES)
def test_every_figure_is_on_the_page(title: str, repo: Path) -> None:
    quoting, written = PAGES[title]
    page = set(NUMBER.findall((repo / "docs" / written).read_text(encoding="utf-8")))
    cells = [c for c in _table((repo / "docs" / quoting).read_text(encoding="utf-8"), title) if NUMBER.fullmatch(c)]
    assert len(cells) > 20
    assert [c for c in cells if c not in page] == []
