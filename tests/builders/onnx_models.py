"""Small ONNX models that tests build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

TYPES = {
    np.dtype(k): v
    for k, v in (("float32", TensorProto.FLOAT), ("int64", TensorProto.INT64), ("int8", TensorProto.INT8))
}


def model(
    nodes: Sequence[onnx.NodeProto],
    inputs: Mapping[str, Sequence[int | str]],
    outputs: Sequence[str],
    constants: Mapping[str, Any] | None = None,
    opset: int = 17,
    dtype: int = TensorProto.FLOAT,
) -> onnx.ModelProto:
    """A model of these nodes; outputs have no declared shape."""
    graph = helper.make_graph(
        list(nodes),
        "g",
        [helper.make_tensor_value_info(n, dtype, list(s)) for n, s in inputs.items()],
        [helper.make_tensor_value_info(n, dtype, None) for n in outputs],
        [numpy_helper.from_array(np.asarray(v), n) for n, v in (constants or {}).items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def save(proto: onnx.ModelProto, folder: Path, name: str = "m.onnx") -> Path:
    """Write a model."""
    path = folder / name
    path.write_bytes(proto.SerializeToString())
    return path


def conv_model(seed: int = 0, **attrs: Any) -> onnx.ModelProto:
    """One 3x3 convolution of 2 to 3 channels on 6x6."""
    rng = np.random.default_rng(seed)
    weight = rng.standard_normal((3, 2, 3, 3)).astype(np.float32)
    node = helper.make_node("Conv", ["x", "w"], ["y"], name="conv", **attrs)
    return model([node], {"x": [1, 2, 6, 6]}, ["y"], {"w": weight})


def node(op: str, inputs: Sequence[str], outputs: Sequence[str], **attrs: Any) -> onnx.NodeProto:
    """A node named after its first output."""
    return helper.make_node(op, list(inputs), list(outputs), name=attrs.pop("name", f"n_{outputs[0]}"), **attrs)


def residual_model() -> onnx.ModelProto:
    """Convolution, depthwise convolution, a residual sum, an average over 64 cells, a classifier; seeded weights."""
    rng = np.random.default_rng(0)
    nodes = [
        node("Conv", ["x", "w1", "b1"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"]),
        node("Conv", ["r", "w2", "b1"], ["d"], pads=[1, 1, 1, 1], group=8),
        node("Add", ["r", "d"], ["s"]),
        node("Relu", ["s"], ["t"]),
        node("GlobalAveragePool", ["t"], ["g"]),
        node("Flatten", ["g"], ["f"]),
        node("Gemm", ["f", "w3", "b3"], ["y"], transB=1),
    ]
    shapes = {"w1": (8, 3, 3, 3), "w2": (8, 1, 3, 3), "w3": (10, 8), "b1": (8,), "b3": (10,)}
    weights = {n: rng.normal(0, 0.4, s).astype(np.float32) for n, s in shapes.items()}
    return model(nodes, {"x": [1, 3, 8, 8]}, ["y"], weights)


def save_residual_with_softmax(folder: Path) -> tuple[Path, Path]:
    """The files of ``residual_model`` with a softmax behind it, and of 16 samples of its input."""
    proto = residual_model()
    proto.graph.node.append(node("Softmax", ["y"], ["p"], axis=1))
    proto.graph.output[0].name = "p"
    samples = folder / "x.npz"
    np.savez(samples, x=np.random.default_rng(0).standard_normal((16, 3, 8, 8)).astype(np.float32))
    return save(proto, folder), samples
