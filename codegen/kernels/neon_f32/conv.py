"""Bindings of the float NEON convolutions and fully connected layers."""

from __future__ import annotations

from edgec.codegen.kernels.neon_f32 import LIBRARY
from edgec.codegen.kernels.neon_f32.pack import WIDTHS
from edgec.codegen.kernels.neon_f32.products import RealProducts

WHY = "4 positions x 16 channels by lanes: 142 instructions for 512 MACs"
KERNELS = RealProducts(LIBRARY, "neon", WIDTHS, 8, WHY).kernels()
