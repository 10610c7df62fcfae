"""Activations of 16 bits take about twice the arena of 8 bits: their kernels write where they read, too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from benchmarks.mobilenet_v2 import Builder
from edgec import ConvertOptions, convert
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

MOST = 2.1  # times the arena of int8


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


@pytest.mark.parametrize("target", ["cortex-m4", "cortex-m0plus"])
def test_int16_arena(target: str, tmp_path: Path) -> None:
    """Without layers in place it was 2.8 to 3.6 times on nets of separable convolutions."""
    if not available(load_target(target)):
        pytest.skip(f"no compiler for {target}")
    separable(tmp_path / "net.onnx")
    data = np.random.default_rng(1).random((4, 3, 24, 24)).astype(np.float32)
    np.savez(tmp_path / "data.npz", x=data)
    arena = {}
    for numbers in ("int8", "int16x8"):
        options = ConvertOptions(target=target, quantize=numbers, calibration=str(tmp_path / "data.npz"))
        arena[numbers] = convert(tmp_path / "net.onnx", options, tmp_path / numbers).report.ram.arena
    assert arena["int16x8"] <= MOST * arena["int8"], arena
