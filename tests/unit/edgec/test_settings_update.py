"""``edgec accuracy --write``: settings with which ``edgec convert`` gives the accuracy that was found."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from edgec.converter.graph.errors import UsageError
from edgec.settings.update import relative, updated
from tests.builders.codegen_models import need
from tests.builders.onnx_models import node, save

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
    limits = 'max-flash = "640KB"\nmax-drop = 1.0\nallow-float = true\n'
    (tmp_path / "edgec.toml").write_text(f'[convert]\ntarget = "host"\n{limits}')
    samples = ("--data", digits / "evaluation.npz", "--calibration", digits / "calibration.npz")
    words = ("accuracy", digits / "digits.onnx", *samples, "--quantize", "int4", "--write", tmp_path / "edgec.toml")
    ran = edgec(*words, "--json")
    assert ran.code == 0, ran.err
    assert "max-drop is removed from [convert]" in " ".join(ran.err.split())
    table = tomllib.loads((tmp_path / "edgec.toml").read_text())["convert"]
    assert table["max-flash"] == "640KB" and not {"max-drop", "allow-float"} & table.keys()
    found = json.loads(ran.out)
    kept = found["kept"]
    assert kept["layer"] and kept["integer"] > found["accuracy"]["integer"]
    settings = ("--config", tmp_path / "edgec.toml")
    assert edgec("convert", digits / "digits.onnx", *settings, "-o", tmp_path / "out").code == 0
    ran = edgec("verify", tmp_path / "out", "--on", "host", "--data", digits / "evaluation.npz", "--json")
    assert 100 * json.loads(ran.out)["accuracy"]["simulator"] == pytest.approx(kept["integer"])
    with_flash = [*settings, "-o", tmp_path / "small", "--max-flash", "1KB"]
    assert edgec("convert", digits / "digits.onnx", *with_flash).code == 4  # the limit is one of the build


def test_what_has_no_integer_form_may_stay_in_float(edgec: Edgec, tmp_path: Path) -> None:
    w = numpy_helper.from_array(np.linspace(-1, 1, 16, dtype=np.float32).reshape(4, 4), "w")
    axis = numpy_helper.from_array(np.int64(1), "axis")
    nodes = [node("MatMul", ["x", "w"], ["a"]), node("CumSum", ["a", "axis"], ["y"])]
    ports = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 4]) for n in "xy"]
    graph = helper.make_graph(nodes, "g", ports[:1], ports[1:], [w, axis])
    path = save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), tmp_path)
    np.savez(tmp_path / "s.npz", x=np.random.default_rng(0).normal(size=(20, 4)).astype(np.float32))
    settings = tmp_path / "edgec.toml"
    ran = edgec("accuracy", path, "--data", tmp_path / "s.npz", "--write", settings)
    assert ran.code == 0, ran.err
    assert tomllib.loads(settings.read_text())["convert"]["allow-float"] is True
    assert "max-drop" not in ran.err
