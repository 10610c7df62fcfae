"""Tile of a tensor of six axes: doubling them would make more than the graph has."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.check import MAX_RANK
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


@pytest.mark.parametrize(
    ("shape", "repeats"),
    [((1, 2, 1, 3, 2, 1), (2, 2, 1, 2, 3, 2)), ((2,) * 6, (3, 2, 2, 2, 2, 3)), ((2, 3), (2, 2)), ((2,) * 6, (1,) * 6)],
)
def test_values(shape: tuple[int, ...], repeats: tuple[int, ...], tmp_path: Path) -> None:
    proto = model([node("Tile", ["x", "r"], ["t"]), node("Relu", ["t"], ["y"])], {"x": shape}, ["y"], {"r": repeats})
    graph = run_default(import_model(save(proto, tmp_path)).graph)
    x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
    np.testing.assert_array_equal(run_float(graph, [x[None]])[0][0], np.tile(x, repeats))
    assert max(len(t.shape) for t in graph.tensors.values()) <= MAX_RANK
