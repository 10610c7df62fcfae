"""``verify`` where ONNX Runtime gives an output of another size, for a constant with two values here: a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.commands.verify import verify
from edgec.converter.graph.errors import AccuracyGate
from edgec.pipeline import ConvertOptions, convert
from edgec.settings.values import VerifyOptions
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save


@pytest.mark.skipif(not available(load_target("host")), reason="no compiler")
def test_an_output_of_another_size(tmp_path: Path) -> None:
    made = model([node("Neg", ["x"], ["y"])], {"x": [2, 3]}, ["y"], {})
    out = convert(save(made, tmp_path), ConvertOptions(target="host", keep_model=True), tmp_path / "out").folder
    wider = model([node("Neg", ["x"], ["n"]), node("Concat", ["n", "c"], ["y"], axis=1)], {"x": [2, 3]}, ["y"],
                  {"c": np.zeros((2, 1), np.float32)})  # fmt: skip
    onnx.save(wider, out / "model.onnx")
    with pytest.raises(AccuracyGate, match="has 6 elements but ONNX Runtime gives 8"):
        verify(out, VerifyOptions(on="host", allow_edited=True))
