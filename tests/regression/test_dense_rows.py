"""MatMul of more than two dimensions, as transformers and per-position layers have it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


def test_bias_and_activation_are_folded_across_the_reshape(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    constants = {
        "w": rng.standard_normal((6, 9)).astype(np.float32),
        "b": rng.standard_normal(9).astype(np.float32),
        "v": rng.standard_normal((9, 4)).astype(np.float32),
        "c": rng.standard_normal((1, 1, 4)).astype(np.float32),
    }
    nodes = [
        node("MatMul", ["x", "w"], ["m"]),
        node("Add", ["b", "m"], ["a"]),
        node("Relu", ["a"], ["r"]),
        node("MatMul", ["r", "v"], ["n"]),
        node("Add", ["n", "c"], ["d"]),
        node("Sigmoid", ["d"], ["y"]),
    ]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 7, 6]}, ["y"], constants), tmp_path), {}).graph)
    assert [n.op for n in graph.nodes] == ["Reshape", "Dense", "Dense", "Unary", "Reshape"]
    x = rng.standard_normal((1, 1, 7, 6)).astype(np.float32)
    hidden = np.maximum(x[0] @ constants["w"] + constants["b"], 0)
    expected = 1 / (1 + np.exp(-(hidden @ constants["v"] + constants["c"])))
    np.testing.assert_allclose(run_float(graph, [x])[0][0], expected, rtol=1e-5)
