"""Python files of the product, for figures of the sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

REPO = Path(__file__).resolve().parents[3]


def sources(*folders: str) -> Iterator[tuple[Path, str]]:
    """Python files, by their path in the repository, and their text; generated code is left out."""
    for folder in folders:
        for path in sorted((REPO / folder).rglob("*.py")):
            if "_generated" not in path.parts:
                yield path.relative_to(REPO), path.read_text(encoding="utf-8")
