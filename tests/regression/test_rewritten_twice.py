"""Two layers in a row that a pass rewrites: the second is another node once the first is rewritten."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import TensorProto

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified
from tests.builders.onnx_models import model, node, save


def test_sums_with_a_constant_for_each_channel(tmp_path: Path) -> None:
    pair = [("x", "a"), ("s.r", "s"), ("t.r", "y")]
    nodes = [n for real, name in pair for n in (
        node("QuantizeLinear", [real, "scale", "zero"], [f"{name}.q"]),
        node("DequantizeLinear", [f"{name}.q", "scale", "zero"], [name]),
    )]  # fmt: skip
    nodes[2:2] = [node("Add", ["a", "k"], ["s.r"])]
    nodes[5:5] = [node("Add", ["s", "l"], ["t.r"])]
    values = {"k": np.float32([1, -2, 0.5]), "l": np.float32([0.25, 1, -1])}
    constants = {**values, "scale": np.float32(0.05), "zero": np.int8(0)}
    imported = import_model(save(model(nodes, {"x": [2, 3]}, ["y"], constants), tmp_path)).graph
    made = quantize_model(simplified(imported), None, QuantizeOptions())
    assert [n.op for n in made.nodes if n.op in ("Conv", "Binary")] == ["Conv", "Conv"]


def test_pools_of_bytes(tmp_path: Path) -> None:
    nodes = [node("MaxPool", [x], [y], kernel_shape=[2, 2]) for x, y in (("x", "p"), ("p", "y"))]
    proto = model(nodes, {"x": [1, 1, 5, 5]}, ["y"], dtype=TensorProto.UINT8)
    graph = run_default(import_model(save(proto, tmp_path)).graph)
    x = np.random.default_rng(0).integers(0, 256, (1, 1, 1, 5, 5), np.uint8)
    wanted = np.lib.stride_tricks.sliding_window_view(x[0, 0, 0], (3, 3)).max(axis=(2, 3))
    np.testing.assert_array_equal(run_float(graph, [x])[0].reshape(3, 3), wanted)
