"""Bindings of the NEON convolutions and fully connected layers."""

from __future__ import annotations

from functools import partial

import numpy as np

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import Ending, blocks_of, ends, rows_of_block
from edgec.codegen.kernels.neon.params import GemmNeon
from edgec.codegen.kernels.neon.products import POSITIONS, VECTOR, Products
from edgec.converter.graph.ir import Array

CHANNELS, UNIT = GemmNeon.EDGEC_GEMM_NEON_CHANNELS.value, GemmNeon.EDGEC_GEMM_NEON_UNIT.value


def pack(w: Array, ending: Ending) -> Array:
    """The stream of edgec_gemm_s8_neon.h: of four channels 16 taps each, then 8; then their ends."""
    whole = w.shape[2] // VECTOR * VECTOR
    parts: list[Array] = []
    for first, width in blocks_of(len(w), (CHANNELS,)):
        block = rows_of_block(w, first, width)
        for segment in block.transpose(1, 0, 2):
            slices = segment[:, :whole].reshape(width, -1, VECTOR).transpose(1, 0, 2)
            parts += [slices.reshape(-1), segment[:, whole:].reshape(-1)]
        parts.append(ends(ending, first, width))
    stream: Array = np.concatenate(parts)
    return stream


def count(tile: int, positions: int, outputs: int, segments: int, taps: int) -> Counts:
    """Tiles of ``tile`` positions, in blocks of four channels, or single positions; steps of 16 and 8 taps."""
    blocks, few = -(-outputs // CHANNELS), int(outputs < CHANNELS)
    tiles, single = divmod(positions, tile)
    if single > 1:
        tiles, single = tiles + 1, 0
    whole, half = segments * (taps // VECTOR), segments * (taps % VECTOR // UNIT)
    return (
        ("tile", tiles),
        ("few", tiles * few),
        ("block", tiles * blocks),
        ("sixteen", tiles * blocks * whole),
        ("eight", tiles * blocks * half),
        ("part", tiles * blocks * (segments - 1)),
        ("single", single * blocks),
        ("single_few", single * few),
        ("single_sixteen", single * blocks * whole),
        ("single_eight", single * blocks * half),
    )


PRODUCTS = Products(
    LIBRARY,
    "neon",
    UNIT,
    -127,
    pack,
    partial(count, POSITIONS),
    "4 positions x 4 channels: 52 instructions for 256 MACs",
)
KERNELS = PRODUCTS.kernels(grids.GEMM)
