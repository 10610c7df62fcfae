"""``edgec prune``: what it writes, what it refuses; without training, which has tests of its own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnxruntime as ort
import pytest

from edgec.cli import run


def arguments(digits: Path, output: Path, *more: str) -> list[str]:
    model, data = str(digits / "digits.onnx"), str(digits / "calibration.npz")
    return ["prune", model, "-o", str(output), "--prune", "macs=0.6", "--calibration", data, *more]


def test_the_result_is_a_smaller_model(digits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "pruned.onnx"
    assert run(arguments(digits, output, "--json")) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0.4 < found["share"] <= 0.6 and found["training"] is None
    assert sum(g["after"] for g in found["groups"]) < sum(g["before"] for g in found["groups"])
    assert list(tmp_path.iterdir()) == [output]
    session = ort.InferenceSession(output.read_bytes(), providers=["CPUExecutionProvider"])
    with np.load(digits / "evaluation.npz") as file:
        outputs = [session.run(None, {"image": x.reshape(1, 1, 8, 8)})[0] for x in file["x"]]
        assert np.mean(np.concatenate(outputs).argmax(1) == file["y"]) > 0.9
    content = output.read_bytes()
    assert run(arguments(digits, output)) == 2
    assert "--force" in capsys.readouterr().err and output.read_bytes() == content
    assert run(arguments(digits, output, "--force")) == 0
    assert output.read_bytes() == content


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--prune", "macs=1.5"], "a share above 0"),
        (["--prune", "instructions=0.5"], "edgec convert --prune"),
        (["--train-minutes", "1"], "give --train-data"),
        (["--calibration", "absent.npz"], "absent.npz"),
        (["--train-data", "absent.npz"], "--train-minutes M or --train-steps N"),
    ],
)
def test_nonsense_is_refused(
    digits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], said: str
) -> None:
    assert run(arguments(digits, tmp_path / "pruned.onnx", *more)) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_model_is_never_replaced(digits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = tmp_path / "model.onnx"
    model.write_bytes((digits / "digits.onnx").read_bytes())
    data = str(digits / "calibration.npz")
    given = ["prune", str(model), "-o", str(model), "--prune", "macs=0.6", "--calibration", data, "--force"]
    assert run(given) == 2
    assert "is read by this command" in capsys.readouterr().err
