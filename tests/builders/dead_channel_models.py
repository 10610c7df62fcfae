"""Nets with channels that cannot change an output."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx

from edgec.converter.graph.ir import Graph
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from tests.builders.onnx_models import model, node, save

NEVER = -1000.0  # a bias that no sum rises above


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
    """The model in int8, calibrated with noise."""
    graph = run_default(import_model(save(proto, tmp_path)).graph)
    shape = graph.tensors[graph.inputs[0]].shape
    return quantize_model(graph, [rng.standard_normal((10, *shape)).astype(np.float32)], QuantizeOptions())


def separable(seed: int, live: int, channels: int, size: int = 24) -> onnx.ModelProto:
    """A convolution of ``channels``, of which only ``live`` are ever above zero, depthwise and pointwise layers."""
    rng = np.random.default_rng(seed)

    def weights(*shape: int) -> np.ndarray:
        return (rng.standard_normal(shape) * 0.3).astype(np.float32)

    bias = np.where(rng.permutation(channels) < live, 0.1, NEVER).astype(np.float32)
    consts = {
        "w1": weights(channels, 1, 3, 3), "b1": bias, "w2": weights(channels, 1, 3, 3),
        "w3": weights(16, channels, 1, 1), "w4": weights(4, 16),
    }  # fmt: skip
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["a"], pads=[1] * 4, strides=[2, 2]),
        node("Relu", ["a"], ["ar"]),
        node("Conv", ["ar", "w2"], ["b"], group=channels, pads=[1] * 4),
        node("Relu", ["b"], ["br"]),
        node("Conv", ["br", "w3"], ["c"]),
        node("Relu", ["c"], ["cr"]),
        node("GlobalAveragePool", ["cr"], ["f"]),
        node("Flatten", ["f"], ["g"]),
        node("Gemm", ["g", "w4"], ["y"], transB=1),
    ]
    return model(nodes, {"x": [1, 1, size, size]}, ["y"], consts)
