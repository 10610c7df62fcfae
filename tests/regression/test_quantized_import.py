"""Quantized models as tools write them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from edgec.converter.onnx_import import import_model
from edgec.converter.passes import run_default
from edgec.quantize.simulate import run_float
from tests.onnx_models import model, node, save


def test_one_scale_along_an_axis_that_does_not_exist(tmp_path: Path) -> None:
    """ONNX Runtime quantizes a bias of one channel so: x [1], scale [1], axis left at 1."""
    nodes = [node("DequantizeLinear", ["q", "s", "z"], ["b"]), node("Conv", ["x", "w", "b"], ["y"])]
    constants = {
        "q": np.array([20], np.int8),
        "s": np.array([0.5], np.float32),
        "z": np.array([2], np.int8),
        "w": np.ones((1, 2, 1, 1), np.float32),
    }
    graph = run_default(import_model(save(model(nodes, {"x": [1, 2, 3, 3]}, ["y"], constants), tmp_path), {}).graph)
    x = np.zeros((1, *graph.tensors[graph.inputs[0]].shape), np.float32)
    assert np.all(run_float(graph, [x])[0] == 9.0)
