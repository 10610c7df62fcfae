"""Bindings of the convolutions and fully connected layers by SDOT."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import GEMM_DOT
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, ends, rows_of_block
from edgec.codegen.kernels.neon.products import POSITIONS, Products
from edgec.codegen.kernels.neon_dot import LIBRARY
from edgec.codegen.kernels.neon_dot.params import DotSteps
from edgec.converter.graph.ir import Array

WIDTHS = (16, 8, 4)
UNIT = DotSteps.EDGEC_GEMM_DOT_UNIT.value


def pack(w: Array, ending: Ending) -> Array:
    """The stream of edgec_gemm_s8_neon_dot.h: biases of a block, then four taps of each channel, then its end."""
    parts: list[Array] = []
    for first, width in blocks_of(len(w), WIDTHS):
        block, end = rows_of_block(w, first, width), ends(ending, first, width)
        parts.append(end[: 4 * width])
        parts.append(block.reshape(width, -1, UNIT).transpose(1, 0, 2).reshape(-1))
        parts.append(end[4 * width :])
    stream: Array = np.concatenate(parts)
    return stream


def _count(positions: int, outputs: int, segments: int, taps: int) -> Counts:
    """Tiles of four positions and a block of channels, or of one position; steps of four taps."""
    tiles, single = divmod(positions, POSITIONS)
    if single > 1:
        tiles, single = tiles + 1, 0
    widths = [width for _, width in blocks_of(outputs, WIDTHS)]
    whole, few = segments * (taps // 16), int(outputs < min(WIDTHS))
    steps = segments * taps // UNIT
    counts: list[tuple[str, float]] = [("tile", tiles), ("few", tiles * few), ("part", tiles * len(widths) * segments)]
    for width in WIDTHS:
        blocks = widths.count(width)
        counts += [(f"block_{width}", tiles * blocks), (f"step_{width}", tiles * blocks * steps)]
    wide = widths.count(max(WIDTHS))
    narrow, words = len(widths) - wide, (sum(widths) - wide * max(WIDTHS)) // UNIT
    return (
        *counts,
        ("single", single * wide),
        ("single_whole", single * wide * whole),
        ("single_step", single * wide * (steps - 4 * whole)),
        ("narrow", single * narrow),
        ("narrow_step", single * narrow * steps),
        ("narrow_word", single * words * steps),
    )


PRODUCTS = Products(
    LIBRARY, "neon_dot", UNIT, -128, pack, _count, "4 positions x 16 channels: 72 instructions for 1024 MACs", False
)
KERNELS = PRODUCTS.kernels(GEMM_DOT)
