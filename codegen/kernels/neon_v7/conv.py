"""Bindings of the convolutions and fully connected layers for Armv7-A, whose stream is that of the library ``neon``."""

from __future__ import annotations

from functools import partial

from edgec.codegen.kernels.neon.conv import UNIT, count, pack
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.products import Products
from edgec.codegen.kernels.neon_v7 import LIBRARY

TILE = 2  # positions of edgec_gemm_two_v7

PRODUCTS = Products(
    LIBRARY,
    "neon_v7",
    UNIT,
    -127,
    pack,
    partial(count, TILE),
    "2 positions x 4 channels: 54 instructions for 256 MACs",
)
KERNELS = PRODUCTS.kernels(GEMM)
