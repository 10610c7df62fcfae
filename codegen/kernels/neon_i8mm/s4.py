"""Bindings of the convolutions and fully connected layers with int4 weights by SMMLA."""

from __future__ import annotations

from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.s4 import NarrowProducts
from edgec.codegen.kernels.neon_i8mm.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon_i8mm.conv import WIDTHS

PRODUCTS = NarrowProducts(INT8, WIDTHS, 8, 16, twice=True)
KERNELS = PRODUCTS.kernels(GEMM)
