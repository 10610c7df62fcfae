"""Bindings of the convolutions and fully connected layers with int4 weights by SDOT."""

from __future__ import annotations

from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.s4 import NarrowProducts
from edgec.codegen.kernels.neon_dot.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon_dot.conv import WIDTHS

PRODUCTS = NarrowProducts(INT8, WIDTHS, 4, 8)
KERNELS = PRODUCTS.kernels(GEMM)
