"""README's tables of figures quote the pages that commands write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGES = {
    "### Targets": "targets.md",
    "### Less RAM": "memory.md",
    "## Results": "accuracy.md",
    "### Speed and size": "benchmarks.md",
}
NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?(?: %)?")


def _table(text: str, title: str) -> list[str]:
    """The cells under the first table after a heading, without the columns of names."""
    part = text[text.index(f"\n{title}\n") :]
    rows = [line for line in part[part.index("\n|") :].split("\n\n")[0].splitlines() if line.startswith("|")]
    return [cell.strip() for row in rows[2:] for cell in row.strip("|").split("|")[1:]]


@pytest.mark.parametrize("title", PAGES)
def test_every_figure_is_on_the_page(title: str, repo: Path) -> None:
    page = set(NUMBER.findall((repo / "docs" / PAGES[title]).read_text(encoding="utf-8")))
    cells = [c for c in _table((repo / "README.md").read_text(encoding="utf-8"), title) if NUMBER.fullmatch(c)]
    assert len(cells) > 20
    assert [c for c in cells if c not in page] == []
