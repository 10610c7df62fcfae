"""Sources run on the lowest Python that pyproject.toml declares: its grammar, and no name of a newer standard library.

``.ci/pythons`` runs the other declared versions themselves, where a machine has them.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDERS = ("edgec", "converter", "quantize", "targets", "codegen", "proof", "tests", "benchmarks", "examples")


def _lowest(repo: Path) -> tuple[int, int]:
    text = (repo / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'requires-python = ">=(\d+)\.(\d+)"', text)
    assert found
    return int(found[1]), int(found[2])


def test_every_file_has_the_lowest_versions_grammar(repo: Path) -> None:
    lowest = _lowest(repo)
    files = [p for folder in FOLDERS for p in sorted((repo / folder).rglob("*.py"))]
    assert len(files) > 300
    for file in files:
        ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=lowest)


def test_the_check_of_grammar_can_fail() -> None:
    with pytest.raises(SyntaxError):
        ast.parse("try:\n    pass\nexcept* ValueError:\n    pass\n", feature_version=(3, 10))


def test_no_name_is_newer(repo: Path, tmp_path: Path) -> None:
    """Modules, functions and arguments of the standard library; what newer versions alone have is guarded."""
    if importlib.util.find_spec("vermin") is None:
        pytest.skip("vermin is not installed (the extra 'dev')")
    lowest = "{}.{}".format(*_lowest(repo))
    words = [f"-t={lowest}-", "--violations", "--no-tips", "--quiet"]
    words.append("--no-parse-comments")  # that exclude lines, of which there are none: a third of the time
    command = [sys.executable, "-c", "import vermin; vermin.main()", *words]
    done = subprocess.run([*command, *FOLDERS], cwd=repo, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    newer = tmp_path / "newer.py"
    newer.write_text("import tomllib\n", encoding="utf-8")
    assert subprocess.run([*command, newer], capture_output=True, check=False).returncode != 0


def test_declared_versions_are_those_that_are_run(repo: Path) -> None:
    """Each classifier is a version that ``.ci/pythons`` looks for; none is below the lowest."""
    text = (repo / "pyproject.toml").read_text(encoding="utf-8")
    declared = [tuple(map(int, v.split("."))) for v in re.findall(r'Python :: (3\.\d+)"', text)]
    assert declared[0] == _lowest(repo)
    assert ".ci/pythons" in (repo / ".ci" / "run").read_text(encoding="utf-8")
