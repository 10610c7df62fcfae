"""1-D convolutions: what follows one is fused into it, through the reshape behind it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.ranges.simulate import run_float
from tests.builders.onnx_models import model, node, save


def test_normalisation_and_activation_go_into_a_1d_convolution(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    constants = {
        "w": rng.standard_normal((4, 3, 5)).astype(np.float32),
        "scale": rng.uniform(0.5, 2.0, 4).astype(np.float32),
        "shift": rng.standard_normal(4).astype(np.float32),
        "mean": rng.standard_normal(4).astype(np.float32),
        "var": rng.uniform(0.5, 2.0, 4).astype(np.float32),
        "v": rng.standard_normal((2, 4, 3)).astype(np.float32),
    }
    nodes = [
        node("Conv", ["x", "w"], ["c"], pads=[2, 2]),
        node("BatchNormalization", ["c", "scale", "shift", "mean", "var"], ["n"]),
        node("Relu", ["n"], ["r"]),
        node("Conv", ["r", "v"], ["d"]),
        node("Relu", ["d"], ["y"]),
    ]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 3, 16]}, ["y"], constants), tmp_path), {}).graph)
    assert not [n.op for n in graph.nodes if n.op in ("Unary", "Binary")]
    x = rng.standard_normal((1, 3, 16)).astype(np.float32)
    padded = np.pad(x[0], ((0, 0), (2, 2)))
    c = np.array([[np.sum(padded[:, i : i + 5] * w) for i in range(16)] for w in constants["w"]])
    scale = constants["scale"] / np.sqrt(constants["var"] + 1e-5)
    r = np.maximum((c - constants["mean"][:, None]) * scale[:, None] + constants["shift"][:, None], 0)
    d = np.array([[np.sum(r[:, i : i + 3] * v) for i in range(14)] for v in constants["v"]])
    np.testing.assert_allclose(run_float(graph, [x[None]])[0][0, 0], np.maximum(d, 0), rtol=1e-4, atol=1e-4)
