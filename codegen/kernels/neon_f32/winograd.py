"""Bindings of the float NEON Winograd convolutions: 3x3 layers of stride 1, tiles of 2x2 or of 4x4 outputs.

The points of F(4x4, 3x3) are 0, +-sqrt(1/2), +-sqrt(2) and infinity: no factor of the transforms is above 5/2, where
0, +-1, +-2 and infinity have factors of 8.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod, sqrt

import numpy as np

from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.pack import rows_of_block
from edgec.codegen.kernels.neon_f32 import LIBRARY, grids
from edgec.codegen.kernels.neon_f32.pack import NO_CONSTANTS, STREAM, VECTOR, VECTOR_VALUES, blocks_of
from edgec.codegen.kernels.neon_f32.params import FloatSizes, WinogradF32Neon
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

FILTER_SIDE = 3
MOST_TILES = FloatSizes.EDGEC_WINO_F32_NEON_TILES.value
POINTS_BYTES = 16384  # of a chunk, about
MAX_BLOCK_CHANNELS = 16  # channels of a block


def _filters(size: int) -> Array:
    """The matrix G of F(size, 3): the three taps of a filter at the points, divided by what the inputs leave out."""
    if size == 2:
        return np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]], np.float64)
    points = [0.0, sqrt(0.5), -sqrt(0.5), sqrt(2.0), -sqrt(2.0)]
    rows = [[p**j / prod(p - q for q in points if q != p) for j in range(FILTER_SIDE)] for p in points]
    return np.array([*rows, [0, 0, 1]], np.float64)


def transformed(weights: Array, size: int) -> Array:
    """Filters [O, 3, 3, C] at the points of F(size x size, 3x3): float32 [O, (size + 2)^2, C]."""
    g = _filters(size)
    points = np.einsum("ij,ojkc,lk->oilc", g, weights.astype(np.float64), g)
    stream: Array = points.reshape(len(weights), -1, weights.shape[3]).astype(np.float32)
    return stream


def pack(points: Array, bias: Array) -> Array:
    """The stream: of each block of channels biases, then of each point the weights of all input channels."""
    parts: list[Array] = []
    for first, width in blocks_of(len(points)):
        block = rows_of_block(points, first, width)
        parts += [rows_of_block(bias, first, width), block.transpose(1, 2, 0).reshape(-1)]
    packed: Array = np.concatenate(parts).astype(np.float32)
    return packed


def _bind(size: int, view: NodeView) -> Bound:
    a, x, y, w, b = view.attrs(ConvAttrs), view.x(0), view.y, view.x(1), view.x(2)
    o, kh, kw, c = w.shape
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    if (kh, kw) != (FILTER_SIDE, FILTER_SIDE) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c % VECTOR_VALUES or o < VECTOR_VALUES:
        return Misfit(f"{c} input channels are no multiple of {VECTOR_VALUES}, or {o} outputs fewer")
    points = (size + 2) ** 2
    chunk = max(VECTOR_VALUES, min(MOST_TILES, POINTS_BYTES // (4 * points * c) // VECTOR_VALUES * VECTOR_VALUES))
    (batch, in_h, in_w, _), (_, out_h, out_w, _) = x.shape, y.shape
    sizes = (batch, in_h, in_w, c, out_h, out_w, o, a.pads[0], a.pads[1])
    params = WinogradF32Neon(*sizes, chunk, o, a.clamp.lo, a.clamp.hi)
    stream = const("weights", "float", pack(transformed(w.data, size), b.data), STREAM)
    args = (operand(view, 0), stream, output(view), Scratch("float", VECTOR))
    scratch = 4 * points * (c + chunk * c + chunk * MAX_BLOCK_CHANNELS)
    why = f"Winograd F({size}x{size}, 3x3): {points} products for {9 * size * size}"
    symbol, macs, steps = f"edgec_winograd{size}_f32_neon", y.size * 9 * c, (("out_step", 1),)
    return (Call(symbol, "edgec_winograd_f32_neon.h", params, args, scratch, macs, why=why, steps=steps),)


def _work(size: int, view: NodeView, call: Call) -> Counts:
    """Tiles, those at the border copied; their points; products of four tiles at a point; outputs of blocks."""
    p = call.params_of(WinogradF32Neon)
    (n, oh, ow, o), c, chunk = view.y.shape, p.in_c, p.chunk
    (_, h, w, _), (top, left) = view.x(0).shape, view.attrs(ConvAttrs).pads[:2]
    down, across = -(-oh // size), -(-ow // size)
    rows = sum(i * size >= top and i * size - top + size + 2 <= h for i in range(down))
    columns = sum(i * size >= left and i * size - left + size + 2 <= w for i in range(across))
    tiles, border = n * down * across, n * (down * across - rows * columns)
    whole, last = divmod(down * across, chunk)
    groups = n * (whole * (chunk // VECTOR_VALUES) + -(-last // VECTOR_VALUES)) * (size + 2) ** 2
    counts: dict[str, float] = {}
    for _, width in blocks_of(o):
        for name, count in (
            ("group", groups),
            (f"step{width}", groups * c // VECTOR_VALUES),
            ("output", tiles),
            ("outputs", tiles * width // VECTOR_VALUES),
            ("point", n * (whole + (last > 0)) * (size + 2) ** 2),
        ):
            counts[name] = counts.get(name, 0) + count
    return (
        ("call", 1),
        ("tile", tiles),
        ("border", border),
        ("copied", border * (size + 2) ** 2 * c // VECTOR_VALUES),
        ("points", tiles * c // VECTOR_VALUES),
        *counts.items(),
    )


def _kernel(size: int) -> Kernel:
    bind: Callable[[NodeView], Bound] = partial(_bind, size)
    return Kernel(LIBRARY, f"winograd{size}_f32", "Conv", F32, bind, partial(_work, size), grid=grids.WINOGRAD)


KERNELS: tuple[Kernel, ...] = (_kernel(2), _kernel(4))
