"""Bindings of the layers of int16 activations for Armv7-A, whose streams are those of the library ``neon``."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.neon import s16_depthwise, s16_simple
from edgec.codegen.kernels.neon.grids import GEMM
from edgec.codegen.kernels.neon.s16 import TAPS_AT_ONCE, WideProducts, count_wide, pack_wide
from edgec.codegen.kernels.neon_v7 import LIBRARY

WHY = "4 positions x 8 channels: VMOVL, then VMLAL by lanes"
PRODUCTS = WideProducts(LIBRARY, "neon_v7", TAPS_AT_ONCE, -128, pack_wide, count_wide, WHY, False)
SHARED = (*s16_depthwise.KERNELS, *s16_simple.KERNELS)
KERNELS = (*PRODUCTS.kernels(GEMM), *(replace(kernel, library=LIBRARY) for kernel in SHARED))
