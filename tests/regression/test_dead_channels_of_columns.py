"""A vector made a column: its elements were channels, and are rows then."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.dead_channels import eliminate_dead_channels
from tests.builders.onnx_models import model, node, save


@pytest.mark.parametrize("column", [[3, 1], [3, 1, 1], [1, 3]])
def test_channels_of_a_vector(column: list[int], tmp_path: Path) -> None:
    constants = {
        "w": np.float32([[0.5, -3, 0.25], [1, 2, 0.5]]),
        "b": np.float32([0.25, 0.5, -500]),
        "shape": np.int64(column),
        "v": np.ones((column[-1], 2), np.float32),
    }
    nodes = [
        node("MatMul", ["x", "w"], ["m"]),
        node("Add", ["m", "b"], ["a"]),
        node("Relu", ["a"], ["r"]),
        node("Reshape", ["r", "shape"], ["c"]),
        node("MatMul", ["c", "v"], ["y"]),
    ]
    graph = run_default(import_model(save(model(nodes, {"x": [2]}, ["y"], constants), tmp_path)).graph)
    samples = np.random.default_rng(0).standard_normal((16, 2)).astype(np.float32)
    quantized = quantize_model(graph, [samples], QuantizeOptions())
    less = eliminate_dead_channels(quantized)
    x = np.random.default_rng(1).integers(-128, 128, samples.shape).astype(np.int8)
    assert np.array_equal(simulate(quantized, [x])[0], simulate(less.graph, [x])[0])
