"""Elementwise operators, pools, reductions and what moves bytes for Armv7-A, by the C of the library ``neon``."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.neon import binary, move, normalize, pool, reduce, resample
from edgec.codegen.kernels.neon.simple import simple_kernels
from edgec.codegen.kernels.neon_v7 import LIBRARY

SHARED = (*binary.KERNELS, *pool.KERNELS, *reduce.KERNELS, *resample.KERNELS, *move.KERNELS, *normalize.KERNELS)
KERNELS = (*simple_kernels(LIBRARY), *(replace(kernel, library=LIBRARY) for kernel in SHARED))
