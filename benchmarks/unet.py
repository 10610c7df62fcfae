"""A small U-Net as an ONNX file: seeded random weights, 8, 16 and 32 channels, two skips, resizing by neighbours.

    python benchmarks/unet.py OUT.onnx [--size 64] [--linear] [--widths 8 16 32]

The architecture is that of Ronneberger et al., 2015, with padding, so that no skip is cropped.  ``--linear`` resizes
with values between rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from mobilenet_v2 import Builder
from onnx import TensorProto, helper, numpy_helper

WIDTHS = (8, 16, 32)


def build(size: int = 64, linear: bool = False, widths: Sequence[int] = WIDTHS) -> onnx.ModelProto:
    """The network on [1, 3, size, size], of so many channels at each level; a map of one channel."""
    b = Builder(np.random.default_rng(0))
    b.weights += [numpy_helper.from_array(np.float32(v), n) for v, n in ((0, "zero"), (6, "six"))]
    b.weights.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice"))

    def double(x: str, c_in: int, c_out: int) -> str:
        return b.conv(b.conv(x, c_in, c_out, 3, 1), c_out, c_out, 3, 1)

    how = {"mode": "linear" if linear else "nearest", "coordinate_transformation_mode": "half_pixel"}
    x, c, skips = "image", 3, []
    for width in widths:
        if skips:
            x = b.node("MaxPool", [x], kernel_shape=[2, 2], strides=[2, 2])
        x = double(x, c, width)
        c = width
        skips.append(x)
    for width, skip in zip(widths[-2::-1], skips[-2::-1], strict=True):
        x = b.node("Concat", [b.node("Resize", [x, "", "twice"], **how), skip], axis=1)
        x = double(x, c + width, width)
        c = width
    y = b.conv(x, c, 1, 1, 1, relu=False)
    graph = helper.make_graph(
        b.nodes,
        f"unet_{size}",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, size, size])],
        [helper.make_tensor_value_info(y, TensorProto.FLOAT, [1, 1, size, size])],
        b.weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--linear", action="store_true")
    parser.add_argument("--widths", type=int, nargs="+", default=WIDTHS, help="channels of each level")
    args = parser.parse_args()
    onnx.save(build(args.size, args.linear, args.widths), args.out)


if __name__ == "__main__":
    main()
