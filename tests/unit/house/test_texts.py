"""Files that the project's texts name exist."""

from __future__ import annotations

import re

import pytest

from tests.conftest import REPO

NAMED = re.compile(r"`((?:[\w.-]+/)*[\w-]+\.(?:py|toml|h|c|md|j2))`")
STARTS = ("", "codegen", "codegen/kernels", "codegen/kernels/armv7em", "converter", "quantize", "runtime_c")
MADE = {"edgec.toml", "kws.toml"}  # the user's


DESIGN = [p.relative_to(REPO).as_posix() for p in sorted((REPO / "docs/design").glob("*.md"))]


@pytest.mark.parametrize("text", ["DESIGN.md", "CONTRIBUTING.md", "README.md", *DESIGN])
def test_files_that_texts_name_exist(text: str) -> None:
    named = set(NAMED.findall((REPO / text).read_text(encoding="utf-8"))) - MADE
    missing = [n for n in sorted(named) if not any((REPO / s / n).exists() for s in STARTS)]
    assert not missing
