"""Bindings of the convolutions and fully connected layers by SDOT."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, ends, rows_of_block
from edgec.codegen.kernels.neon.products import POSITIONS, Products
from edgec.codegen.kernels.neon_dot import LIBRARY
from edgec.converter.graph.ir import Array

WIDTHS = (16, 8, 4)
UNIT = 4  # EDGEC_GEMM_DOT_UNIT


def _pack(w: Array, ending: Ending) -> Array:
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
    steps = segments * taps // UNIT
    found: list[tuple[str, float]] = [("call", 1)]
    for width in WIDTHS:
        blocks = widths.count(width)
        found += [(f"tile_{width}", tiles * blocks), (f"step_{width}", tiles * blocks * steps)]
    blocks, words = len(widths), sum(widths) // UNIT
    return (
        *found,
        ("part", tiles * blocks * segments),
        ("single", single * blocks),
        ("single_step", single * words * steps),
        ("single_part", single * blocks * (taps % 16 // UNIT) * segments),
    )


PRODUCTS = Products(
    LIBRARY, "neon_dot", UNIT, -128, _pack, _count, "4 positions x 16 channels: 72 instructions for 1024 MACs", False
)
KERNELS = PRODUCTS.kernels(GEMM)
