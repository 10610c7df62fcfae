"""Layers computed row by row know their parameters as whole images do, those at the edges of the image excepted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec import ConvertOptions, convert
from edgec.commands.profile import profile
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save

pytestmark = pytest.mark.skipif(not available(load_target("cortex-m4")), reason="no toolchain for cortex-m4")


def test_windows_are_not_copied_by_the_library(tmp_path: Path) -> None:
    """A first layer of three channels took 45 % more row by row: bytes of unknown count went through memcpy()."""
    rng = np.random.default_rng(3)
    weights = {
        "w": rng.standard_normal((8, 3, 3, 3)).astype(np.float32),
        "d": rng.standard_normal((8, 1, 3, 3)).astype(np.float32),
        "s": rng.standard_normal((16, 1, 3, 3)).astype(np.float32),
        "p": rng.standard_normal((16, 8, 1, 1)).astype(np.float32),
    }
    nodes = [
        node("Conv", ["x", "w"], ["c"], strides=[2, 2], pads=[0, 0, 1, 1]),
        node("Conv", ["c", "d"], ["e"], pads=[1, 1, 1, 1], group=8),
        node("Conv", ["e", "p"], ["f"]),
        node("Conv", ["f", "s"], ["y"], strides=[2, 2], pads=[0, 0, 1, 1], group=16),
    ]
    source = save(model(nodes, {"x": [1, 3, 64, 64]}, ["y"], weights), tmp_path)
    np.savez(tmp_path / "c.npz", x=rng.standard_normal((4, 3, 64, 64)).astype(np.float32))
    options = ConvertOptions(
        target="cortex-m4", calibration=str(tmp_path / "c.npz"), optimize="ram", input_layout="nhwc"
    )
    made = convert(source, options, tmp_path / "out")
    assert any(0 in saving.layers and len(saving.layers) > 1 for saving in made.report.savings)
    first = profile(made.folder).profile.layers[0].instructions
    whole = made.report.layers[0].instructions
    assert whole is not None and first <= 1.1 * whole
