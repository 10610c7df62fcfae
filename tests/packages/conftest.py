"""A folder with every package, converted once."""

from __future__ import annotations

from pathlib import Path

import pytest

import edgec
from edgec.codegen.emit.integrate import packagings

RELEASE = ("version=1.2.0", "date=2026-01-31", "url=https://example.com/digits", "author=Example Works")


@pytest.fixture(scope="session")
def packed(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The digits net for a Cortex-M4 with all packages at once; not to be written into."""
    out = tmp_path_factory.mktemp("packed") / "digits"
    data = {"calibration": str(digits / "calibration.npz"), "target": "cortex-m4"}
    edgec.convert(digits / "digits.onnx", output=out, package=tuple(packagings()), release=RELEASE, **data)
    return out
