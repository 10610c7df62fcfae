"""Binding of the convolution in groups by SDOT."""

from __future__ import annotations

from edgec.codegen.kernels.neon.grouped import Grouped
from edgec.codegen.kernels.neon_dot.conv import PRODUCTS

KERNELS = Grouped(PRODUCTS).kernels()
