"""Binding of the convolution in groups for Armv7-A."""

from __future__ import annotations

from edgec.codegen.kernels.neon.grouped import Grouped
from edgec.codegen.kernels.neon_v7.conv import PRODUCTS

KERNELS = Grouped(PRODUCTS).kernels()
