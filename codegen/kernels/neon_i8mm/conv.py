"""Bindings of the convolutions and fully connected layers by SMMLA."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, rows_of_block
from edgec.codegen.kernels.neon.products import POSITIONS, Products
from edgec.codegen.kernels.neon_i8mm import LIBRARY
from edgec.codegen.kernels.neon_i8mm.params import MatrixStep
from edgec.converter.graph.ir import Array

WIDTHS = (16, 8, 4)
UNIT = MatrixStep.EDGEC_GEMM_I8MM_UNIT.value


def _twice(values: Array) -> Array:
    """Numbers of channels as the sums of two positions lie: a, b, a, b."""
    both: Array = np.repeat(values.reshape(-1, 1, 2), 2, axis=1).reshape(-1).astype("<i4").view(np.int8)
    return both


def pack(w: Array, ending: Ending) -> Array:
    """The stream of edgec_gemm_s8_neon_i8mm.h: biases of a block, eight taps of each channel, multipliers, shifts."""
    parts: list[Array] = []
    for first, width in blocks_of(len(w), WIDTHS):
        bias, m, n = (_twice(rows_of_block(a, first, width)) for a in (ending.bias, ending.m, ending.minus_n))
        taps = rows_of_block(w, first, width).reshape(width, -1, UNIT).transpose(1, 0, 2).reshape(-1)
        parts += [bias, taps, m, n]
    stream: Array = np.concatenate(parts)
    return stream


def _count(positions: int, outputs: int, segments: int, taps: int) -> Counts:
    """Tiles of four positions and a block of channels; steps of eight taps."""
    tiles = -(-positions // POSITIONS)
    widths = [width for _, width in blocks_of(outputs, WIDTHS)]
    steps = segments * taps // UNIT
    few = int(outputs < min(WIDTHS))
    counts: list[tuple[str, float]] = [("tile", tiles), ("few", tiles * few)]
    for width in WIDTHS:
        blocks = tiles * widths.count(width)
        counts += [(f"block_{width}", blocks), (f"step_{width}", blocks * steps)]
    return *counts, ("part", tiles * len(widths) * segments)


PRODUCTS = Products(
    LIBRARY, "neon_i8mm", UNIT, -128, pack, _count, "4 positions x 16 channels: 44 instructions for 1024 MACs", False
)
KERNELS = PRODUCTS.kernels(GEMM)
