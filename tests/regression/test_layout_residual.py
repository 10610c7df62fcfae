"""Residual connections that start at the model's input."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


@pytest.mark.parametrize("join", ["Add", "Concat"])
def test_the_transposed_input_is_used_twice(join: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    joined = node(join, ["c", "x"], ["a"], **({"axis": 1} if join == "Concat" else {}))
    channels = 6 if join == "Concat" else 3
    constants = {
        "w": rng.standard_normal((3, 3, 3, 3)).astype(np.float32),
        "v": rng.standard_normal((2, channels, 3, 3)).astype(np.float32),
    }
    nodes = [
        node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
        joined,
        node("Conv", ["a", "v"], ["d"]),
        node("GlobalAveragePool", ["d"], ["y"]),
    ]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 3, 8, 8]}, ["y"], constants), tmp_path), {}).graph)
    assert sum(n.op == "Transpose" for n in graph.nodes) == 1
    assert run_float(graph, [np.ones((1, 1, 3, 8, 8), np.float32)])[0].shape == (1, 1, 2, 1, 1)
