"""Bindings of the float functions of two tensors and of the pools for Armv7-A, by the C of the library ``neon_f32``."""

from __future__ import annotations

from edgec.codegen.kernels.neon_f32.simple import FUNCTIONS, simple_kernels
from edgec.codegen.kernels.neon_f32_v7 import LIBRARY
from edgec.converter.ops.elementwise import BinaryFn

KERNELS = simple_kernels(LIBRARY, FUNCTIONS - {BinaryFn.DIV})  # there is no vector division
