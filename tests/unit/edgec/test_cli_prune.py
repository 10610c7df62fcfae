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
        (["--train-minutes", "1"], "--train-minutes: needs --train-data"),
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


def test_what_cannot_be_written_does_not_lead_in_a_circle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An LSTM cannot be written as ONNX: in integers the layers beside it can be pruned."""
    from tests.builders.onnx_models import model, node

    rng = np.random.default_rng(0)
    shapes = {"w": (1, 64, 8), "r": (1, 64, 16), "b": (1, 128), "v": (256, 16), "u": (4, 256)}
    constants = {name: (rng.standard_normal(s) / s[-1] ** 0.5).astype(np.float32) for name, s in shapes.items()}
    lstm = node("LSTM", ["x", "w", "r", "b"], ["all", "h", "c"], hidden_size=16)
    ends = [
        node("Squeeze", ["h", "axes"], ["s"]),
        node("Gemm", ["s", "v"], ["d"], transB=1),
        node("Relu", ["d"], ["e"]),
    ]
    last = node("Gemm", ["e", "u"], ["y"], transB=1)
    file, data = tmp_path / "m.onnx", tmp_path / "x.npz"
    np.savez(data, x=rng.standard_normal((20, 10, 1, 8)).astype(np.float32))
    given = ["--prune", "macs=0.95", "--calibration", str(data), "-o", str(tmp_path / "out")]
    made = model([lstm, *ends, last], {"x": (10, 1, 8)}, ["y"], {**constants, "axes": np.array([0])})
    file.write_bytes(made.SerializeToString())
    assert run(["prune", str(file), *given]) == 3
    assert "edgec convert --prune, with --allow-float where operators have no integer form" in capsys.readouterr().err
    assert run(["convert", str(file), *given]) == 0
    assert "kept in float32" not in capsys.readouterr().err
    alone = model([lstm], {"x": (10, 1, 8)}, ["all"], {n: constants[n] for n in ("w", "r", "b")})
    file.write_bytes(alone.SerializeToString())
    assert run(["prune", str(file), *given[:-1], str(tmp_path / "other")]) == 2
    assert "no layer has channels that can go" in capsys.readouterr().err
