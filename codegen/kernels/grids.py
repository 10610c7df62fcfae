"""Layers of grids (``Kernel.grid``) in short: shapes as real nets have them, and odd ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.pool import PoolAttrs

Grid = tuple[GridLayer, ...]
RELU = Clamp(0.0)
Rng = np.random.Generator


def random(rng: Rng, dtype: DType, shape: Sequence[int]) -> Array:
    """Random values of a type: its whole range for 8 and 16 bits, small integers for others, reals around zero."""
    if dtype is DType.BOOL:
        return np.asarray(rng.integers(0, 2, shape), np.bool_)
    if dtype.is_float:
        return np.asarray(rng.normal(0.0, 1.5, shape), dtype.numpy)
    limits = np.iinfo(dtype.numpy)
    low, high = (limits.min, limits.max) if dtype.bytes <= 2 else (max(limits.min, -1000), 1000)
    return np.asarray(rng.integers(low, high + 1, shape), dtype.numpy)


def conv(
    x: Shape, filters: int, kernel: tuple[int, int] = (1, 1), stride: int | tuple[int, int] = 1, *, groups: int = 1,
    dilation: int = 1, valid: bool = False, clamp: Clamp = RELU,
) -> GridLayer:  # fmt: skip
    """A convolution of an image [N, H, W, C], padded to the size of its input over the stride unless ``valid``."""
    strides = (stride, stride) if isinstance(stride, int) else stride
    pads = [0, 0, 0, 0]
    for axis in () if valid else (0, 1):
        size, out = x[1 + axis], -(-x[1 + axis] // strides[axis])
        room = max(0, (out - 1) * strides[axis] + (kernel[axis] - 1) * dilation + 1 - size)
        pads[axis], pads[2 + axis] = room // 2, room - room // 2
    attrs = ConvAttrs(strides, (pads[0], pads[1], pads[2], pads[3]), (dilation, dilation), groups, clamp)
    return GridLayer(attrs, (x, (filters, *kernel, x[3] // groups), (filters,)), (1, 2))


def depthwise(
    x: Shape, kernel: tuple[int, int] = (3, 3), stride: int | tuple[int, int] = 1, *, many: int = 1,
    dilation: int = 1, valid: bool = False, clamp: Clamp = RELU,
) -> GridLayer:  # fmt: skip
    """A depthwise convolution with ``many`` filters a channel."""
    c = x[3]
    return conv(x, many * c, kernel, stride, groups=c, dilation=dilation, valid=valid, clamp=clamp)


def dense(rows: int, taps: int, outputs: int, clamp: Clamp = RELU) -> GridLayer:
    """A fully connected layer."""
    return GridLayer(DenseAttrs(clamp), ((rows, taps), (outputs, taps), (outputs,)), (1, 2))


def matmul(a: Shape, b: Shape) -> GridLayer:
    """A product of two activations."""
    return GridLayer(MatMulAttrs(), (a, b))


def pool(
    x: Shape, kernel: tuple[int, int], stride: int | tuple[int, int] = 1, *, padded: bool = False,
    include: bool = False,
) -> GridLayer:  # fmt: skip
    """A pool of an image; ``padded`` to the size of its input over the stride."""
    strides = (stride, stride) if isinstance(stride, int) else stride
    pads, out = [0, 0, 0, 0], [0, 0]
    for axis in (0, 1):
        size = x[1 + axis]
        out[axis] = -(-size // strides[axis]) if padded else (size - kernel[axis]) // strides[axis] + 1
        room = max(0, (out[axis] - 1) * strides[axis] + kernel[axis] - size)
        pads[axis], pads[2 + axis] = room // 2, room - room // 2
    ends = (pads[0], pads[1], pads[2], pads[3])
    return GridLayer(PoolAttrs(kernel, (out[0], out[1]), strides, ends, (1, 1), include), (x,))


def of_type(grid: Iterable[GridLayer], dtype: DType) -> Grid:
    """The layers with inputs of a type."""
    return tuple(replace(layer, dtype=dtype) for layer in grid)


def positive(grid: Iterable[GridLayer]) -> Grid:
    """The layers with inputs that are not negative."""
    return tuple(replace(layer, positive=True) for layer in grid)


def halves(grid: Iterable[GridLayer]) -> Grid:
    """The layers in float16."""
    return of_type(grid, DType.F16)


def int4(grid: Iterable[GridLayer]) -> Grid:
    """The layers with int4 weights."""
    return tuple(replace(layer, weights=DType.I4) for layer in grid)


def trained(grid: Iterable[GridLayer]) -> Grid:
    """The layers with weights that lie below a quarter of what int8 holds, as most of a trained net's do."""
    return tuple(replace(layer, top=31) for layer in grid)


def frugal(grid: Iterable[GridLayer]) -> Grid:
    """The layers with little scratch."""
    return tuple(replace(layer, frugal=True) for layer in grid)


def sparse(zero_blocks: float, grid: Iterable[GridLayer]) -> Grid:
    """The layers with this share of blocks of four weights zero."""
    return tuple(replace(layer, zero_blocks=zero_blocks) for layer in grid)
