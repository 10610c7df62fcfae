"""The comparison of object code sees what differs, and nothing else."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import REPO

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is absent")


@pytest.fixture(autouse=True)
def benchmarks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(REPO / "benchmarks"))
    yield
    sys.modules.pop("object_code", None)


@needs_gcc
def test_functions_that_differ_are_told(tmp_path: Path) -> None:
    from object_code import compared, functions

    found = []
    for side, text in (("before", "x + 1"), ("same", "1 + x"), ("after", "x * 19 + 1")):
        (tmp_path / side / "lib").mkdir(parents=True)
        shared = "static inline int shared(int x) { return x - 3; }\n"
        changed = f"static inline int changed(int x) {{ return {text}; }}\n"
        gone = "int gone(void) { return 0; }\n" if side == "before" else ""
        (tmp_path / side / "lib" / "a.h").write_text(shared + changed + gone)
        found.append(functions(tmp_path / side, "lib", "gcc", tmp_path / "all.o"))
    before, same, after = found
    assert set(before) == {"shared", "changed", "gone"}
    assert [name for name, _, _ in compared(before, same)] == ["gone"]
    assert [(name, old > 0, new > old) for name, old, new in compared(before, after)] == [
        ("changed", True, True),
        ("gone", True, False),
    ]
