"""Dead-channel elimination: fewer weights, the same bytes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.ops.check import check_graph
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.intervals import analyse
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import simulate
from edgec.quantize.rewrite.dead_channels import eliminate_dead_channels
from tests.builders.onnx_models import model, node, save


def net(rng: np.random.Generator, padded: bool, tail: str) -> onnx.ModelProto:
    """Conv, depthwise, conv (in a residual branch or a concatenation), pool, dense, with many dead channels."""
    pads = [1, 1, 1, 1] if padded else [0, 0, 0, 0]

    def weights(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) * 0.4).astype(np.float32)

    def bias(n: int) -> np.ndarray:  # about half the channels never rise above zero, some are constant
        return np.where(rng.random(n) < 0.5, -50.0, rng.standard_normal(n)).astype(np.float32)

    consts = {
        "w1": weights(12, 3, 3, 3),
        "b1": bias(12),
        "w2": weights(12, 1, 3, 3),
        "b2": bias(12),
        "w3": weights(12, 12, 1, 1),
        "b3": bias(12),
        "w4": weights(5, 24 if tail == "Concat" else 12),
        "b4": weights(5),
    }
    consts["w1"][3] = 0.0  # a constant channel that is not zero
    consts["b1"][3] = 0.7
    consts["w3"][:, 5] = 0.0  # a channel nobody reads
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["a"], pads=pads),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["ar", "w2", "b2"], ["b"], group=12, pads=[1, 1, 1, 1]),
        node("Relu", ["b"], ["br"]),
        node("Conv", ["br", "w3", "b3"], ["c"]),
        node("Relu", ["c"], ["cr"]),
        node("Add", ["br", "cr"], ["d"]) if tail == "Add" else node("Concat", ["br", "cr"], ["d"], axis=1),
        node("MaxPool", ["d"], ["e"], kernel_shape=[2, 2], strides=[2, 2]),
        node("GlobalAveragePool", ["e"], ["f"]),
        node("Flatten", ["f"], ["g"]),
        node("Gemm", ["g", "w4", "b4"], ["y"], transB=1),
    ]
    return model(nodes, {"x": [1, 3, 8, 8]}, ["y"], consts)


def quantized(proto: onnx.ModelProto, tmp_path: Path, rng: np.random.Generator) -> Graph:
    graph = run_default(import_model(save(proto, tmp_path)).graph)
    return quantize_model(graph, [rng.standard_normal((10, 1, 3, 8, 8)).astype(np.float32)], QuantizeOptions())


@pytest.mark.parametrize("tail", ["Add", "Concat"])
@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_smaller_and_equal(tmp_path: Path, seed: int, padded: bool, tail: str) -> None:
    rng = np.random.default_rng(seed)
    graph = quantized(net(rng, padded, tail), tmp_path, rng)
    found = eliminate_dead_channels(graph)
    check_graph(found.graph)
    assert found.channels > 3
    assert sum(t.size for t in found.graph.constants()) < sum(t.size for t in graph.constants())
    x = rng.integers(-128, 128, (40, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    np.testing.assert_array_equal(simulate(graph, [x])[0], simulate(found.graph, [x])[0])


def test_nothing_to_remove(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    consts = {"w": rng.standard_normal((4, 3, 3, 3)).astype(np.float32)}
    proto = model([node("Conv", ["x", "w"], ["y"])], {"x": [1, 3, 8, 8]}, ["y"], consts)
    graph = quantized(proto, tmp_path, rng)
    found = eliminate_dead_channels(graph)
    assert found.channels == 0 and found.graph is graph


def test_intervals_contain_every_value(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    graph = quantized(net(rng, True, "Add"), tmp_path, rng)
    intervals = analyse(graph)
    seen = 0

    def observe(name: str, values: np.ndarray) -> None:
        nonlocal seen
        if name in intervals:
            flat = values.reshape(-1, values.shape[-1]).astype(np.int64)
            assert (flat.min(axis=0) >= intervals[name].lo).all() and (flat.max(axis=0) <= intervals[name].hi).all(), (
                name
            )
            seen += 1

    x = rng.integers(-128, 128, (20, *graph.tensors[graph.inputs[0]].shape)).astype(np.int8)
    simulate(graph, [x], observe)
    assert seen >= len(graph.nodes)
