"""``edgec check``: all refusals at once with exit code 3, exit code 4 when it does not fit, predictions that hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest
from onnx import TensorProto, helper

from edgec.converter.graph.errors import Exit
from tests.builders.onnx_models import node, save

Edgec = Callable[..., Any]


def sizes(report: dict[str, Any]) -> tuple[int, int, int]:
    """Flash, RAM and arena of a conversion's report."""
    ram = report["ram"]
    return report["flash"]["total"], ram["arena"] + ram["input_output"] + ram["stack"], ram["arena"]


@pytest.mark.parametrize("scheme", ["float32", "int8"])
def test_a_prediction_is_what_convert_makes(edgec: Edgec, digits: Path, tmp_path: Path, scheme: str) -> None:
    samples = ("--calibration", digits / "calibration.npz") if scheme == "int8" else ()
    ran = edgec("convert", digits / "digits.onnx", *samples, "-o", tmp_path / "out", "--json")
    assert ran.code == 0, ran.err
    made = sizes(json.loads(ran.out))
    named = ("--quantize", scheme)
    measured = (*samples, "--measure")
    for arguments, tolerance in ((measured, 0.0), ((*named, "--measure"), 0.05), (named, 0.1)):
        ran = edgec("check", digits / "digits.onnx", *arguments, "--json")
        assert ran.code == 0, ran.err
        found = json.loads(ran.out)
        assert found["supported"]
        assert found["fits"]
        predicted = found["predicted"]
        assert predicted["scheme"] == scheme
        assert predicted["estimated"] == (tolerance == 0.1)
        assert predicted["code"] + predicted["constants"] == predicted["flash"]
        for key, value in zip(("flash", "ram", "arena"), made, strict=True):
            assert abs(predicted[key] - value) <= tolerance * value, key


def test_the_prediction_in_words(edgec: Edgec, digits: Path) -> None:
    ran = edgec("check", digits / "digits.onnx")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0].startswith("digits.onnx: supported; float32: flash about ")
    assert lines[1].startswith("digits.onnx: supported; int8: flash about ")
    assert lines[2].startswith("Estimates (extrapolated from other models). Use --measure to compile")
    measured = edgec("check", digits / "digits.onnx", "--quantize", "float32", "--measure")
    assert "about" not in measured.out and len(measured.out.splitlines()) == 1


def test_what_does_not_fit(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    """The prediction is printed all the same; the code counts, that of the smallest build."""
    measured = ("--quantize", "float32", "--measure")
    quick = json.loads(edgec("check", digits / "digits.onnx", "--json", *measured).out)["predicted"]
    board = tmp_path / "tiny.toml"
    memory = '[[memories]]\nname = "{0}"\nkind = "{0}"\nsize = {1}\n'

    def check(flash: int, *more: str) -> tuple[int, dict[str, Any], str]:
        board.write_text('inherits = "cortex-m4"\n' + memory.format("flash", flash) + memory.format("ram", 1 << 20))
        ran = edgec("check", digits / "digits.onnx", "-t", board, "--json", *more)
        return ran.code, json.loads(ran.out), ran.err

    limit = quick["constants"]
    code, found, said = check(limit, *measured)
    smallest = found["predicted"]["flash"]
    assert code == Exit.DOES_NOT_FIT == 4
    assert f"the model needs {smallest} bytes of flash and target 'tiny' has {limit}; quantize it" in said
    assert found["supported"] and not found["fits"] and limit < smallest < quick["flash"]
    assert check(limit, "--quantize", "int8")[0] == 0
    code, found, _ = check(limit)
    assert code == 0 and found["fits"]
    assert [scheme["fits"] for scheme in found["schemes"]] == [False, True]
    code, found, said = check(2000)
    assert code == Exit.DOES_NOT_FIT and not found["fits"]
    assert "bytes of flash and target 'tiny' has 2000" in said


def test_without_a_compiler(edgec: Edgec, digits: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    monkeypatch.setattr(shutil, "which", lambda *a, **k: None)
    ran = edgec("check", digits / "digits.onnx", "--json", "--measure")
    assert ran.code == 0, ran.err
    predicted = json.loads(ran.out)["predicted"]
    assert predicted["code"] is None
    assert predicted["flash"] == predicted["constants"] > 2000


def test_refusals_of_ports_and_nodes_come_at_once(edgec: Edgec, tmp_path: Path) -> None:
    nodes = [
        node("Frob", ["x"], ["a"], name="first", domain="my.ops"),
        node("Relu", ["a"], ["b"]),
        node("NonMaxSuppression", ["b", "a"], ["c"], name="second"),
        node("StringNormalizer", ["s"], ["t"], name="third"),
        node("RandomNormalLike", ["x"], ["d"], name="fourth"),
    ]
    ports = [
        helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4]),
        helper.make_tensor_sequence_value_info("q", TensorProto.FLOAT, [1]),
        helper.make_tensor_value_info("s", TensorProto.STRING, [1]),
    ]
    outs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in "cd"]
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("my.ops", 1)]
    graph = helper.make_graph(nodes, "g", ports, outs)
    path = save(helper.make_model(graph, opset_imports=opsets, ir_version=8), tmp_path)
    ran = edgec("check", path, "--json")
    assert ran.code == Exit.UNSUPPORTED == 3
    found = json.loads(ran.out)["unsupported"]
    assert {u["node"] for u in found} >= {"q", "first", "second", "third", "fourth"}
    assert all(u["reason"] and u["remedy"] for u in found)
    assert {u["op"]: u["domain"] for u in found}["Frob"] == "my.ops"
    for u in found:
        assert u["node"] in ran.err
        assert u["remedy"] in ran.err
    assert onnx.load(path).graph.node[0].name == "first"
