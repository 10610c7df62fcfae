"""The source model of a folder: where it lies, how it is found, and what is done without it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from edgec.converter.graph.errors import Exit
from edgec.folder.read import open_folder
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

Edgec = Callable[..., Any]
pytestmark = pytest.mark.skipif(not available(load_target("host")), reason="no native compiler")


@pytest.fixture
def made(edgec: Edgec, digits: Path, tmp_path: Path) -> Path:
    assert edgec("convert", digits / "digits.onnx", "-t", "host", "-o", tmp_path / "out").code == 0
    return tmp_path / "out"


def verified(edgec: Edgec, folder: Path, digits: Path, *more: object) -> tuple[dict[str, Any], str]:
    data = digits / "evaluation.npz"
    ran = edgec("verify", folder, "--on", "host", "--data", data, "--samples", 10, "--json", *more)
    assert ran.code == 0, ran.err
    return json.loads(ran.out), ran.err


def test_it_lies_beside_the_folder_and_is_found_there(edgec: Edgec, digits: Path, made: Path) -> None:
    copy = made.parent / "out.model" / "model.onnx"
    assert copy.read_bytes() == (digits / "digits.onnx").read_bytes()
    assert not list(made.rglob("*.onnx"))
    found, told = verified(edgec, made, digits)
    assert found["accuracy"]["onnxruntime"] >= 0.9 and "not compared" not in told


def test_without_it_the_simulator_is_compared_with(edgec: Edgec, digits: Path, made: Path, tmp_path: Path) -> None:
    """The folder alone, as in another repository, is compared with the simulator."""
    alone = tmp_path / "firmware" / "net"
    shutil.copytree(made, alone)
    found, told = verified(edgec, alone, digits)
    assert "not compared with ONNX Runtime: the source model is not in 'net.model' beside the folder" in told
    assert found["accuracy"]["onnxruntime"] is None
    assert found["accuracy"]["host"] == found["accuracy"]["simulator"] >= 0.9
    found, told = verified(edgec, alone, digits, "--model", digits / "digits.onnx")
    assert found["accuracy"]["onnxruntime"] >= 0.9 and "not compared" not in told


def test_another_model_is_not_taken(edgec: Edgec, digits: Path, made: Path, tmp_path: Path) -> None:
    (made.parent / "out.model" / "model.onnx").write_bytes(b"other")
    found, told = verified(edgec, made, digits)
    assert "the model in 'out.model' is not the one that the folder was made from" in told
    assert found["accuracy"]["onnxruntime"] is None
    for file, sentence in ((tmp_path / "out.model" / "model.onnx", "SHA-256"), (tmp_path / "no.onnx", "no such model")):
        ran = edgec("verify", made, "--on", "host", "--model", file)
        assert ran.code == Exit.USAGE and sentence in ran.err
    ran = edgec("convert", digits / "digits.onnx", "-t", "host", "-o", made)
    assert ran.code == Exit.USAGE and "'model.onnx', edited since edgec made it" in ran.err
    assert edgec("convert", digits / "digits.onnx", "-t", "host", "-o", made, "--force").code == 0
    assert verified(edgec, made, digits)[0]["accuracy"]["onnxruntime"] >= 0.9


def test_a_model_that_the_conversion_changed(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert edgec("convert", digits / "digits.onnx", "-t", "host", "-o", out, "--argmax").code == 0
    if open_folder(out).report.source.sha256 == open_folder(out).report.model.sha256:  # type: ignore[union-attr]
        pytest.skip("the example has no softmax to leave out")
    ran = edgec("verify", out, "--on", "host", "--model", digits / "digits.onnx")
    assert ran.code == Exit.USAGE and "was changed while it was converted" in ran.err


def test_it_is_in_the_folder_when_asked_for(edgec: Edgec, digits: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert edgec("convert", digits / "digits.onnx", "-t", "host", "-o", out, "--keep-model").code == 0
    assert (out / "model.onnx").is_file() and [p.name for p in tmp_path.iterdir()] == ["out"]
    assert "model.onnx" in open_folder(out).report.files
    assert verified(edgec, out, digits)[0]["accuracy"]["onnxruntime"] >= 0.9


def test_accuracy_needs_it(edgec: Edgec, digits: Path, made: Path) -> None:
    shutil.rmtree(made.parent / "out.model")
    ran = edgec("accuracy", made, "--data", digits / "evaluation.npz")
    assert ran.code == Exit.USAGE and "give the model instead of the folder" in ran.err
