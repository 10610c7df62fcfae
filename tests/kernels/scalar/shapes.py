"""Layers of random sizes for the kernels of cores without SIMD."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.kernels.grids import RELU
from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.converter.graph.ir import Attrs, Clamp, DType, Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from tests.kernels.layers import Made, make


def random_layers(kernels: Sequence[Kernel], count: int, seed: int) -> list[Made]:
    """``count`` layers drawn at random, each for every kernel that takes it."""
    rng = np.random.default_rng(seed)
    made: list[Made] = []
    for i in range(count):
        op, attrs, shapes = shapes_of(rng)
        for kernel in kernels:
            layer = GridLayer(attrs, shapes, (1, 2), weights=DType.I4 if kernel.id.endswith("_s4") else DType.I8)
            if kernel.op == op:
                try:
                    made.append(make(kernel, layer, i))
                except ValueError:  # it does not take the layer
                    continue
    return made


def shapes_of(rng: np.random.Generator) -> tuple[str, Attrs, tuple[Shape, ...]]:
    """A layer with sizes drawn at random, and its operator."""
    clamp = RELU if rng.random() < 0.3 else Clamp()
    kind = rng.choice(["dense", "depthwise", "winograd", "general", "pointwise"])
    if kind == "dense":
        rows, taps, outputs = (int(rng.integers(1, most)) for most in (4, 300, 40))
        return "Dense", DenseAttrs(clamp), ((rows, taps), (outputs, taps), (outputs,))
    kernel = {"pointwise": (1, 1), "general": tuple(int(v) for v in rng.integers(1, 6, 2))}.get(str(kind), (3, 3))
    stride = 1 if kind == "winograd" else int(rng.integers(1, 3))
    dilation = int(rng.integers(1, 3)) if kind == "general" else 1
    pads = [int(v) for v in rng.integers(0, 2, 4)]
    height, width = (int(rng.integers(dilation * (k - 1) + 1, 18)) for k in kernel)
    channels = 4 * int(rng.integers(1, 9)) if kind == "winograd" else int(rng.integers(1, 40))
    groups, each = (channels, 1) if kind == "depthwise" else (1, channels)
    filters = channels if kind == "depthwise" else int(rng.integers(1, 20))
    attrs = ConvAttrs(
        (stride, stride), (pads[0], pads[1], pads[2], pads[3]), (dilation, dilation), groups=groups, clamp=clamp
    )
    x = (int(rng.integers(1, 3)), height, width, channels)
    return "Conv", attrs, (x, (filters, kernel[0], kernel[1], each), (filters,))
