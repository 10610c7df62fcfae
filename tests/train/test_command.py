"""``edgec prune --train-data`` from the command line: within a time, and with the rounding of int8."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from edgec.cli import run
from edgec.converter.graph.ir import Array
from edgec.converter.onnx.importer import import_model
from edgec.quantize import QuantizeOptions, quantize_model
from edgec.quantize.judge.accuracy import top1
from edgec.quantize.rewrite.rewrites import simplified
from edgec.samples.loss import simulated

pytest.importorskip("jax", reason="JAX is not installed (pip install 'edgec[train]')")

SHARE = "macs=0.15"  # of which the repair leaves something to be won


def trained(digits: Path, output: Path, capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, Any]:
    """Train with the calibration samples, without labels; return what the command says of it."""
    data = str(digits / "calibration.npz")
    given = ["prune", str(digits / "digits.onnx"), "-o", str(output), "--prune", SHARE, "--calibration", data]
    assert run([*given, "--train-data", data, "--json", *more]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["training"]
    return found


def int8_accuracy(model: Path, digits: Path) -> float:
    """Accuracy of the simulator, on samples that nothing was trained with."""

    def images(name: str) -> tuple[Array, Array]:
        with np.load(digits / name) as file:
            return file["x"].reshape(-1, 1, 1, 8, 8).astype(np.float32), file["y"] if "y" in file.files else file["x"]

    graph = quantize_model(
        simplified(import_model(model).graph), [images("calibration.npz")[0]], QuantizeOptions()
    )  # fmt: skip
    x, y = images("evaluation.npz")
    return top1(simulated(graph, [x])[0].reshape(len(x), -1), y)


def test_time_ends_the_training(digits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = trained(digits, tmp_path / "small.onnx", capsys, "--train-minutes", "0.05")
    assert found["steps"] > 0 and 3.0 <= found["seconds"] < 60.0
    assert found["loss"]["after"] <= found["loss"]["before"]


def test_rounding_is_trained_with(digits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The int8 model of what is written is no worse than that of what pruning alone leaves."""
    plain, output = tmp_path / "plain.onnx", tmp_path / "small.onnx"
    data = str(digits / "calibration.npz")
    given = ["prune", str(digits / "digits.onnx"), "-o", str(plain), "--prune", SHARE, "--calibration", data]
    assert run(given) == 0
    capsys.readouterr()
    found = trained(digits, output, capsys, "--qat", "--train-steps", "60", "--batch-size", "32")
    assert found["steps"] == 60 and found["loss"]["after"] < found["loss"]["before"]
    assert plain.read_bytes() != output.read_bytes()
    assert int8_accuracy(output, digits) >= int8_accuracy(plain, digits)
