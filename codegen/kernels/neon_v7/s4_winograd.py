"""Binding of Winograd with int4 weights for Armv7-A."""

from __future__ import annotations

from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.neon.grids import WINOGRAD
from edgec.codegen.kernels.neon.s4_winograd import NarrowWinograd
from edgec.codegen.kernels.neon_v7.winograd import KERNELS as INT8

KERNELS: tuple[Kernel, ...] = tuple(NarrowWinograd(kernel, 0, "neon_v7").kernel(WINOGRAD) for kernel in INT8)
