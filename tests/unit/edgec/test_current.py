"""``edgec convert --check``: up to date or not, by what, and nothing is written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec import ConvertOptions, convert
from edgec.converter.graph.errors import Exit
from tests.builders.codegen_models import need
from tests.builders.output_folders import content

Edgec = Callable[..., Any]


@pytest.fixture(scope="module")
def made(digits: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    need("gcc")
    return convert(
        digits / "digits.onnx", ConvertOptions(target="host"), tmp_path_factory.mktemp("d") / "digits"
    ).folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "digits"))


def check(edgec: Edgec, digits: Path, folder: Path, *options: object) -> Any:
    before = content(folder)
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", folder, "--check", *options)
    assert content(folder) == before and [p.name for p in folder.parent.iterdir()] == ["digits"]
    return ran


def test_an_equal_folder_is_up_to_date(edgec: Edgec, digits: Path, folder: Path) -> None:
    (folder / "notes.txt").write_text("of the user's own\n")
    ran = check(edgec, digits, folder)
    assert ran.code == 0, ran.err
    assert ran.out == f"{folder}: is up to date\n"
    assert json.loads(check(edgec, digits, folder, "--json").out) == {"up_to_date": True, "differences": []}


def test_what_differs_is_named(edgec: Edgec, digits: Path, folder: Path) -> None:
    (folder / "digits.h").write_text("/* another */\n")
    (folder / "digits_weights.c").unlink()
    ran = check(edgec, digits, folder)
    assert ran.code == Exit.SIZE_OR_SPEED == 6
    assert "is not up to date" in ran.err and "digits.h differs" in ran.err and "digits_weights.c is missing" in ran.err
    assert "without --check" in ran.err
    ran = check(edgec, digits, folder, "--json")
    assert ran.code == 6
    assert set(json.loads(ran.out)["differences"]) == {"digits.h differs", "digits_weights.c is missing"}


def test_other_options_and_other_files(edgec: Edgec, digits: Path, folder: Path) -> None:
    report = json.loads((folder / "report.json").read_text())
    report["files"].append("old.c")
    (folder / "old.c").write_text("int old;\n")
    (folder / "report.json").write_text(json.dumps(report))
    ran = check(edgec, digits, folder, "--argmax")
    assert ran.code == 6
    assert "digits.c differs" in ran.err and "old.c is no longer made" in ran.err
    assert "report.json differs (" in ran.err and "layers" in ran.err


def test_another_compiler_is_no_difference(edgec: Edgec, digits: Path, folder: Path) -> None:
    report = json.loads((folder / "report.json").read_text())
    report["flash"]["total"] += 8
    report["flash"]["code"] += 8
    report["ram"]["stack"] = None
    (folder / "report.json").write_text(json.dumps(report))
    ran = check(edgec, digits, folder)
    assert ran.code == 0, ran.err
    assert "measured by another compiler" in ran.err


def test_no_folder_is_a_usage_error(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", tmp_path / "absent", "--check")
    assert ran.code == 2 and "is not a folder made by edgec" in ran.err
    assert list(tmp_path.iterdir()) == []
