"""Sums and means for Armv7-A, by the C of the library ``neon``."""

from __future__ import annotations

from edgec.codegen.kernels.neon.simple import simple_kernels
from edgec.codegen.kernels.neon_v7 import LIBRARY

KERNELS = simple_kernels(LIBRARY)
