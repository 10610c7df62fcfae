"""Bindings of the convolutions and fully connected layers of int16 activations by SMMLA and USMMLA."""

from __future__ import annotations

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.s16 import ACTIVATION_BYTES, WideProducts, count_blocks
from edgec.codegen.kernels.neon_i8mm import LIBRARY
from edgec.codegen.kernels.neon_i8mm.conv import UNIT, pack


def _count(positions: int, outputs: int, segments: int, run: int) -> Counts:
    return count_blocks(positions, outputs, segments, run // (UNIT * ACTIVATION_BYTES), single_rows=False)


PRODUCTS = WideProducts(
    LIBRARY,
    "neon_i8mm",
    UNIT,
    -128,
    pack,
    _count,
    "4 positions x 16 channels: 90 instructions for 1024 MACs",
    False,
    unread=("ending.out_zero", "ending.left"),
)
KERNELS = PRODUCTS.kernels(GEMM)
