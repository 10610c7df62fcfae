"""Layers like those of a grid, of other sizes: do prices hold beyond the layers that they were fitted to?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.library import GridLayer, Kernel
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from tests.kernels.layers import Made, make

SPREAD = 0.7  # sizes change by up to twice
MOST = 400_000  # elements of a tensor, multiply-accumulates over 10
TRIES = 30


def varied(kernel: Kernel, count: int, seed: int) -> list[Made]:
    """``count`` layers of other sizes that the kernel takes (fewer when it takes no others), made with their data."""
    rng = np.random.default_rng(seed)
    found: list[Made] = []
    for tried in range(TRIES * count):
        layer = kernel.grid[int(rng.integers(len(kernel.grid)))]
        if len(found) == count or layer.values is not None:
            continue
        try:
            made = make(kernel, _resized(layer, rng), 1000 * seed + tried)
        except (EdgecError, ValueError, AssertionError):
            continue
        found.append(made)
    return found


def _resized(layer: GridLayer, rng: np.random.Generator) -> GridLayer:
    """The layer with every size changed, equal ones alike; kernels and strides stay."""
    new: dict[int, int] = {0: 0, 1: 1}

    def size(old: int) -> int:
        if old not in new:
            new[old] = max(1, round(old * float(np.exp(rng.uniform(-SPREAD, SPREAD)))))
        return new[old]

    def shape(old: Shape) -> Shape:
        return tuple(size(d) for d in old)

    a = layer.attrs
    if isinstance(a, ConvAttrs):
        x, w, _ = layer.shapes
        each, many = size(w[3]), max(1, size(w[0] // a.groups)) if a.groups > 1 else size(w[0])
        groups = size(a.groups) if a.groups == x[3] else a.groups
        image = (x[0], size(x[1]), size(x[2]), groups * each)
        shapes = (image, (groups * many, *w[1:3], each), (groups * many,))
        return replace(layer, attrs=replace(a, groups=groups), shapes=shapes)
    if isinstance(a, PoolAttrs):
        (x,) = layer.shapes
        image = (x[0], size(x[1]), size(x[2]), size(x[3]))
        ends = [(a.pads[i] + a.pads[2 + i], a.dilations[i] * (a.kernel[i] - 1) + 1) for i in (0, 1)]
        kernel, out = list(a.kernel), list(a.out)
        for i, (pad, span) in enumerate(ends):
            if a.out[i] == 1 and not pad:  # a window over all
                kernel[i] = image[1 + i]
            else:
                out[i] = (image[1 + i] + pad - span) // a.strides[i] + 1
        pool = replace(a, kernel=(kernel[0], kernel[1]), out=(out[0], out[1]))
        return replace(layer, attrs=pool, shapes=(image,))
    return replace(layer, shapes=tuple(shape(s) for s in layer.shapes))
