"""Elementwise operators, pools, reductions and what moves bytes for Armv7-A, by the C of the library ``neon``."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.neon import binary, move, normalize, pool, reduce, resample
from edgec.codegen.kernels.neon.params_ops import ResampleWindow
from edgec.codegen.kernels.neon.simple import simple_kernels
from edgec.codegen.kernels.neon_v7 import LIBRARY

SHARED = (*binary.KERNELS, resample.RESAMPLE, *pool.KERNELS, *reduce.KERNELS, *move.KERNELS, *normalize.KERNELS)
FEW = resample.few_kernel(LIBRARY, ResampleWindow.EDGEC_RESAMPLE_V7_WINDOW.value, 0.6, 2.7)
KERNELS = (*simple_kernels(LIBRARY), FEW, *(replace(kernel, library=LIBRARY) for kernel in SHARED))
