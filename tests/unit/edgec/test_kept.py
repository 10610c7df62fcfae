"""``edgec accuracy --write``: settings with which ``edgec convert`` gives the accuracy that was found."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.commands.kept import relative, updated
from edgec.converter.graph.errors import UsageError
from tests.builders.codegen_models import need

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Edgec = Callable[..., Any]
OLD = """# mine
[verify]
data = "e.npz"  # kept

[convert]
target = "host"
layer = [
    "a=int16",
    "b=int16",
]
quantize = "int8"  # goes
name = "n"

[gates]
max_flash = "64KB"
"""


def test_keys_are_set_and_the_rest_stays() -> None:
    made = updated(OLD, "convert", {"quantize": "int4", "layer": ["c[0]=float32"], "shape": {"x": [1, 2]}}, ["max-ram"])
    assert tomllib.loads(made)["convert"] == {
        "quantize": "int4", "layer": ["c[0]=float32"], "shape": {"x": [1, 2]}, "target": "host", "name": "n",
    }  # fmt: skip
    assert "# mine" in made and "# kept" in made and "a=int16" not in made
    assert updated(made, "convert", {"quantize": "int4"}, ["layer", "shape"]).count("quantize") == 1
    assert updated("", "convert", {"a": True}) == "[convert]\na = true\n"
    assert tomllib.loads(updated("[x]\na = 1\n", "convert", {"b": 'quo"te'})) == {
        "x": {"a": 1},
        "convert": {"b": 'quo"te'},
    }


@pytest.mark.parametrize(
    "text", ["convert = 3\n", "convert.quantize = 'int8'\n", "[convert\n", "convert = { quantize = 'x' }\n"]
)
def test_what_cannot_be_set_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match='cannot be put into this file; write them there: quantize = "int4"'):
        updated(text, "convert", {"quantize": "int4"})


def test_files_are_named_from_the_settings_file(tmp_path: Path) -> None:
    assert relative(f"{tmp_path}/a/s.npz:x:y", tmp_path / "b" / "edgec.toml") == "../a/s.npz:x"


def test_convert_with_the_file_has_the_accuracy_that_was_found(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    need("gcc")
    (tmp_path / "edgec.toml").write_text('[convert]\ntarget = "host"\n')
    samples = ("--data", digits / "evaluation.npz", "--calibration", digits / "calibration.npz")
    words = ("accuracy", digits / "digits.onnx", *samples, "--quantize", "int4", "--write", tmp_path / "edgec.toml")
    ran = edgec(*words, "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    kept = found["kept"]
    assert kept["layer"] and kept["integer"] > found["accuracy"]["integer"]
    settings = ("--config", tmp_path / "edgec.toml")
    assert edgec("convert", digits / "digits.onnx", *settings, "-o", tmp_path / "out").code == 0
    ran = edgec("verify", tmp_path / "out", "--on", "host", "--data", digits / "evaluation.npz", "--json")
    assert 100 * json.loads(ran.out)["accuracy"]["simulator"] == pytest.approx(kept["integer"])
