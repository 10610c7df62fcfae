"""The mutation command: what it changes, what it finds, and the list of what cannot be noticed."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import REPO
from tests.mutation.operators import mutants
from tests.mutation.parts import PARTS
from tests.mutation.survivors import LEAST_SCORE, explained

CODE = '''"""A module."""

LIMIT = 3


def clipped(x: int, lo: int = 0) -> int:
    """Not more than the limit."""
    if x > LIMIT:
        return LIMIT
    return max(x, lo)
'''
TEST = """
import pytest
from test_code_of_it import clipped


@pytest.mark.parametrize(("x", "y"), [(5, 3), (3, 3), (2, 2), (-1, 0)])
def test_clipped(x, y):
    assert clipped(x) == y{more}
"""
PRIVATE = """
from {module} import dataclass


@dataclass(frozen=True)
class _Limits:
    low: int = 0
    high: int = 3


def clipped(x):
    return max(_Limits().low, min(x, _Limits().high))
"""
RUN = """
import sys
from tests.mutation.trials import tried
for result in tried([("test_code_of_it.py", "test_code_of_it")], ["test_it.py"], 2):
    print(len(result.tried), result.survivors)
"""


def test_every_kind_of_change_is_made() -> None:
    found = [m.name for m in mutants(ast.parse(CODE))]
    assert found == [
        "module: LIMIT = 3 => LIMIT = None",
        "module: LIMIT = 3 => LIMIT = 4",
        "module: LIMIT = 3 => LIMIT = 2",
        "clipped: def clipped(x: int, lo: int=0) -> int: => def clipped(x: int, lo: int=1) -> int:",
        "clipped: def clipped(x: int, lo: int=0) -> int: => def clipped(x: int, lo: int=-1) -> int:",
        "clipped: if x > LIMIT: => if not x > LIMIT:",
        "clipped: if x > LIMIT: => if x >= LIMIT:",
        "clipped: return LIMIT => return None",
        "clipped: return max(x, lo) => return None",
        "clipped: return max(x, lo) => return max(lo)",
        "clipped: return max(x, lo) => return max(x)",
        "clipped: return max(x, lo) => return min(x, lo)",
    ]


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="mutants run in forked processes")
def test_what_no_test_notices_is_found(tmp_path: Path) -> None:
    """At the limit both branches give the limit: that one mutant survives; tests that fail anyway say nothing."""
    (tmp_path / "test_code_of_it.py").write_text(CODE)
    for more, wanted in (("", "12 ['clipped: if x > LIMIT: => if x >= LIMIT:']\n"), (" + 1", "")):
        (tmp_path / "test_it.py").write_text(TEST.format(more=more))
        done = subprocess.run([sys.executable, "-c", RUN], cwd=tmp_path, capture_output=True, text=True,
                              env={"PYTHONPATH": f"{REPO}:{tmp_path}", "PATH": ""})  # fmt: skip
        assert done.stdout.endswith(wanted), done.stderr
        assert (done.returncode == 0) == bool(wanted)
        assert wanted or "fails on the code as it is" in done.stderr


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="mutants run in forked processes")
@pytest.mark.parametrize("module", ["dataclasses", "edgec.converter.graph.frozen"])
def test_fields_of_private_classes_are_tried(module: str, tmp_path: Path) -> None:
    """They are set while the module is imported, or when the class is first used, so every test may notice them."""
    (tmp_path / "test_code_of_it.py").write_text(PRIVATE.format(module=module))
    (tmp_path / "test_it.py").write_text(TEST.format(more=""))
    done = subprocess.run([sys.executable, "-c", RUN], cwd=tmp_path, capture_output=True, text=True,
                          env={"PYTHONPATH": f"{REPO}:{tmp_path}", "PATH": ""})  # fmt: skip
    assert done.stdout.endswith(" []\n"), done.stdout + done.stderr


def test_the_list_of_survivors_names_mutants_that_there_are() -> None:
    """With a reason each, and few enough for the score."""
    files = [path for part in PARTS.values() for path, _ in part.modules]
    assert set(explained()) <= set(files)
    for path, reasons in explained().items():
        names = [m.name for m in mutants(ast.parse((REPO / path).read_text(encoding="utf-8")))]
        assert not set(reasons) - set(names)
        assert all(len(why) > 10 for why in reasons.values())
        assert len(reasons) <= (100 - LEAST_SCORE) / 100 * len(names)


def test_parts_name_tests_that_there_are() -> None:
    assert all((REPO / test).is_file() for part in PARTS.values() for test in part.tests)
