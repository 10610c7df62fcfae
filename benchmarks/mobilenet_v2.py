"""MobileNetV2 of any width and resolution as an ONNX file: seeded random weights, batch norms already folded.

    python benchmarks/mobilenet_v2.py OUT.onnx --size 96 --width 0.35

The architecture is that of Sandler et al., 2018 (table 2), with the channel rounding of its reference code.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BLOCKS = ((1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1))


def channels(count: int, width: float) -> int:
    """``count`` times ``width``, rounded to a multiple of 8 and by no more than 10 % down."""
    scaled = count * width
    rounded = max(8, int(scaled + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * scaled else rounded


@dataclass
class Builder:
    """Nodes and weights so far; tensors are N, C, H, W."""

    rng: np.random.Generator
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, values: np.ndarray) -> str:
        """A new initializer."""
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values.astype(np.float32), name))
        return name

    def node(self, op: str, inputs: list[str], **attributes: object) -> str:
        """A new node; the name of its output."""
        name = f"{op.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(op, inputs, [name], name=name, **attributes))
        return name

    def conv(self, x: str, c_in: int, c_out: int, kernel: int, stride: int, group: int = 1, relu: bool = True) -> str:
        """Convolution with bias and, unless ``relu`` is False, a ReLU6."""
        fan = c_in // group * kernel * kernel
        w = self.rng.standard_normal((c_out, c_in // group, kernel, kernel)) * np.sqrt(2 / fan)
        names = [x, self.constant(w), self.constant(self.rng.standard_normal(c_out) * 0.1)]
        pad = [kernel // 2] * 4
        y = self.node("Conv", names, kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pad, group=group)
        return self.node("Clip", [y, "zero", "six"]) if relu else y

    def block(self, x: str, c_in: int, c_out: int, expand: int, stride: int) -> str:
        """Inverted residual."""
        inner = c_in * expand
        y = self.conv(x, c_in, inner, 1, 1) if expand > 1 else x
        y = self.conv(y, inner, inner, 3, stride, inner)
        y = self.conv(y, inner, c_out, 1, 1, relu=False)
        return self.node("Add", [x, y]) if stride == 1 and c_in == c_out else y


def build(size: int, width: float, classes: int = 10) -> onnx.ModelProto:
    """The network on [1, 3, size, size]."""
    b = Builder(np.random.default_rng(0))
    b.weights += [numpy_helper.from_array(np.float32(v), n) for v, n in ((0, "zero"), (6, "six"))]
    c = channels(32, width)
    x = b.conv("image", 3, c, 3, 2)
    for expand, count, repeats, stride in BLOCKS:
        for i in range(repeats):
            out = channels(count, width)
            x = b.block(x, c, out, expand, stride if i == 0 else 1)
            c = out
    x = b.conv(x, c, 1280, 1, 1)
    x = b.node("Flatten", [b.node("GlobalAveragePool", [x])])
    w = b.constant(b.rng.standard_normal((classes, 1280)) * 0.03)
    y = b.node("Gemm", [x, w, b.constant(np.zeros(classes))], transB=1)
    graph = helper.make_graph(
        b.nodes,
        f"mobilenet_v2_{width}_{size}",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, size, size])],
        [helper.make_tensor_value_info(y, TensorProto.FLOAT, [1, classes])],
        b.weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", type=int, default=96)
    parser.add_argument("--width", type=float, default=0.35)
    args = parser.parse_args()
    onnx.save(build(args.size, args.width), args.out)


if __name__ == "__main__":
    main()
