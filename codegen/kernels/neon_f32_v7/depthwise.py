"""Bindings of the float depthwise convolutions for Armv7-A."""

from __future__ import annotations

from edgec.codegen.kernels.neon_f32.depthwise import depthwise_kernels
from edgec.codegen.kernels.neon_f32_v7 import LIBRARY

KERNELS = depthwise_kernels(LIBRARY, "neon_v7")
