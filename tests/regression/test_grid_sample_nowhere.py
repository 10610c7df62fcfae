"""GridSample at coordinates that are no numbers or infinite: they read nothing, or the border, in Python and in C."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target
from tests.builders.onnx_models import model, node, save
from tests.conformance.compare import against_runtime

PLACES = (np.nan, np.inf, -np.inf, 3e38, -3e38, 1e10, -0.5, 0.25)


@pytest.mark.parametrize("mode", ["nearest", "linear", "cubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_coordinates_that_are_no_numbers(mode: str, padding: str, tmp_path: Path) -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    grid = np.float32([[a, b] for a in PLACES for b in PLACES]).reshape(1, 8, 8, 2)
    x = np.arange(1, 13, dtype=np.float32).reshape(1, 1, 3, 4)
    sample = node("GridSample", ["x", "g"], ["y"], mode=mode, padding_mode=padding)
    proto = model([sample], {"x": [1, 1, 3, 4], "g": [1, 8, 8, 2]}, ["y"], opset=20)
    ((_, python, c),) = against_runtime(save(proto, tmp_path), [x, grid])
    small = np.abs(grid).max(axis=-1)[:, None] < 1e9  # beyond, sums of float32 lose the fraction
    far = np.broadcast_to(~np.isfinite(grid).all(axis=-1)[:, None], python.shape)
    assert np.allclose(python[small], c[small], 1e-4, 1e-5)
    assert np.isfinite(python[far]).all()
    assert np.isfinite(c[far]).all()
