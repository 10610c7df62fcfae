"""A small ONNX file of separable convolutions, of which every mode of optimization makes something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from benchmarks.mobilenet_v2 import Builder


def separable(path: Path) -> None:
    """Write a net of a convolution, depthwise ones of strides 1 and 2, products and a pool, on [1, 3, 24, 24]."""
    b = Builder(np.random.default_rng(0))
    b.weights += [onnx.numpy_helper.from_array(np.float32(v), n) for v, n in ((0, "zero"), (6, "six"))]
    x = b.conv("image", 3, 8, 3, 1)
    x = b.conv(b.conv(x, 8, 8, 3, 1, 8), 8, 8, 1, 1)
    x = b.conv(b.conv(x, 8, 8, 3, 2, 8), 8, 16, 1, 1)
    y = b.node("GlobalAveragePool", [x])
    ports = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in (("image", [1, 3, 24, 24]), (y, [1, 16, 1, 1]))
    ]
    graph = helper.make_graph(b.nodes, "separable", ports[:1], ports[1:], b.weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


def samples(path: Path) -> str:
    """Write calibration samples for it; the path."""
    np.savez(path, x=np.random.default_rng(1).random((4, 3, 24, 24)).astype(np.float32))
    return str(path)
