"""Compiled templates beside Python's bytecode: written once, never older than their text, never needed."""

import sys
from pathlib import Path

import jinja2
import pytest

from edgec.codegen.emit.environment import Compiled


def rendered(folder: Path) -> str:
    """Text that a new process writes by the only template of a folder."""
    loader = jinja2.FunctionLoader(lambda name: (folder / name).read_text())
    return jinja2.Environment(loader=loader, bytecode_cache=Compiled(folder)).get_template("a.c.j2").render(x=3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one template, of a Python that writes bytecode there."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    (tmp_path / "a.c.j2").write_text("int x = {{ x }};")
    return tmp_path


def kept(folder: Path) -> list[Path]:
    """The files of compiled templates."""
    return sorted(folder.glob("__pycache__/*"))


def test_it_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second process reads what the first has written."""
    assert rendered(folder) == "int x = 3;"
    assert [path.suffix for path in kept(folder)] == [".pyc"]
    monkeypatch.setattr(jinja2.Environment, "_parse", None)
    assert rendered(folder) == "int x = 3;"


def test_another_text_is_compiled_again(folder: Path) -> None:
    """A file of the text before is not used."""
    rendered(folder)
    (folder / "a.c.j2").write_text("long x = {{ x }};")
    assert rendered(folder) == "long x = 3;"
    assert rendered(folder) == "long x = 3;"
    assert len(kept(folder)) == 1


def test_nothing_is_written_where_python_writes_no_bytecode(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither with ``-B`` nor where the folder cannot be made."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert rendered(folder) == "int x = 3;"
    assert not kept(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (folder / "__pycache__").write_text("no folder")
    assert rendered(folder) == "int x = 3;"
