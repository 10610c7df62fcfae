"""Channels that are constant before a sum: their sum is another constant."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.prune.dead_channels import eliminate_dead_channels
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import simulate
from tests.builders.onnx_models import model, node, save


def test_constant_channels_are_summed(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    weight = rng.standard_normal((6, 2, 3, 3)).astype(np.float32)
    weight[:3] = 0
    constants = {
        "w": weight,
        "b": np.array([0.3, 0.7, -1, 0, 0, 0], np.float32),
        "axes": np.array([2, 3]),
        "v": rng.standard_normal((6, 4)).astype(np.float32),
    }
    nodes = [
        node("Conv", ["x", "w", "b"], ["c"]),
        node("Relu", ["c"], ["r"]),
        node("ReduceSum", ["r", "axes"], ["s"], keepdims=0),
        node("Gemm", ["s", "v"], ["y"]),
    ]
    graph = run_default(import_model(save(model(nodes, {"x": [1, 2, 6, 6]}, ["y"], constants), tmp_path), {}).graph)
    samples = rng.standard_normal((32, *graph.tensors[graph.inputs[0]].shape)).astype(np.float32)
    quantized = quantize_model(graph, [samples], QuantizeOptions())
    less = eliminate_dead_channels(quantized)
    assert less.channels > 0
    x = rng.integers(-128, 128, samples.shape).astype(np.int8)
    assert np.array_equal(simulate(quantized, [x])[0], simulate(less.graph, [x])[0])
