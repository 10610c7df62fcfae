"""Files that the project's texts name exist."""

from __future__ import annotations

import re

import pytest

from tests.conftest import REPO
from tests.unit.house.figures import PRODUCT
from tests.unit.house.sources import sources

NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|toml|h|c|md|j2))`")
STARTS = ("", "codegen", "codegen/kernels", "codegen/kernels/armv7em", "converter", "quantize", "runtime_c")
OF = re.compile(r'^\s*r?"""Of ', re.MULTILINE)
MADE = {"edgec.toml", "kws.toml"}  # the user's


DESIGN = [p.relative_to(REPO).as_posix() for p in sorted((REPO / "docs/design").glob("*.md"))]


@pytest.mark.parametrize("text", ["DESIGN.md", "CONTRIBUTING.md", "README.md", *DESIGN])
def test_files_that_texts_name_exist(text: str) -> None:
    named = set(NAMED.findall((REPO / text).read_text(encoding="utf-8"))) - MADE
    missing = [n for n in sorted(named) if not any((REPO / s / n).exists() for s in STARTS)]
    assert not missing


def test_docstrings_stand_alone() -> None:
    """One that begins with "Of" is the end of a sentence whose begin is the name of what it describes."""
    found = ((path, text, match) for path, text in sources(*PRODUCT) for match in OF.finditer(text))
    ends = [f"{path}:{text.count(chr(10), 0, match.end()) + 1}" for path, text, match in found]
    assert not ends
