"""A constant joined to a computed tensor (the class token of a vision transformer) is copied into its place."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from edgec.commands.verify import verify
from edgec.pipeline import ConvertOptions, convert
from edgec.settings.values import VerifyOptions
from tests.builders.onnx_models import model, node, save


@pytest.mark.parametrize("optimize", ["speed", "ram"])
@pytest.mark.parametrize("order", [["a", "r", "b"], ["r", "a", "a"]])
def test_constants_in_a_concatenation(order: list[str], optimize: str, tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no host compiler")
    rng = np.random.default_rng(0)
    nodes = [
        node("Relu", ["x"], ["r"]),
        node("Concat", order, ["c"], axis=1),
        node("MatMul", ["c", "w"], ["y"]),
    ]
    constants = {"a": rng.normal(size=(1, 1, 4)), "b": rng.normal(size=(1, 2, 4)), "w": rng.normal(size=(4, 3))}
    typed = {k: v.astype(np.float32) for k, v in constants.items()}
    source = save(model(nodes, {"x": [1, 3, 4]}, ["y"], typed), tmp_path)
    out = convert(source, ConvertOptions(optimize=optimize), tmp_path / "out").folder
    assert verify(out, VerifyOptions(on="host", samples=4)).mismatches == ()
