"""GLOSSARY.md stays short: each word once, in order, with a reason; the code uses it."""

from __future__ import annotations

import re
from pathlib import Path

MOST_WORDS = 60
ROOMS = ("converter", "quantize", "codegen", "edgec", "targets", "tests")


def rows(repo: Path) -> list[list[str]]:
    """The cells of the glossary's table."""
    lines = (repo / "GLOSSARY.md").read_text(encoding="utf-8").splitlines()
    return [[c.strip() for c in line.strip("|").split("|")] for line in lines if line.startswith("|")][2:]


def test_words_are_few_and_explained(repo: Path) -> None:
    found = rows(repo)
    words = [row[0] for row in found]
    assert 0 < len(words) <= MOST_WORDS
    assert words == sorted(set(words))
    assert all(len(row) == 3 and all(row) for row in found)


def test_the_code_uses_every_word(repo: Path) -> None:
    code = "\n".join(p.read_text(encoding="utf-8").lower() for room in ROOMS for p in (repo / room).rglob("*.py"))
    unused = [row[0] for row in rows(repo) if not re.search(rf"\b{re.escape(row[0].split(',')[0])}", code)]
    assert not unused
