"""Bindings of the float convolutions and fully connected layers for Armv7-A."""

from __future__ import annotations

from edgec.codegen.kernels.neon_f32.products import RealProducts
from edgec.codegen.kernels.neon_f32_v7 import LIBRARY

WIDTHS = (8, 4)  # channels of a block
WHY = "4 positions x 8 channels by lanes: 40 instructions for 128 MACs"
KERNELS = RealProducts(LIBRARY, "neon_v7", WIDTHS, 4, WHY).kernels()
