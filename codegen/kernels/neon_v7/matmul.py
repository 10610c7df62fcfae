"""Binding of the product of two computed matrices for Armv7-A: eight columns, whose sums fit its registers."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from edgec.codegen.kernels.neon import matmul
from edgec.codegen.kernels.neon_v7 import LIBRARY

COLUMNS = 8  # EDGEC_MATMUL_NEON_COLUMNS
BIND, WORK = partial(matmul.bind, columns=COLUMNS), partial(matmul.work, COLUMNS)
KERNELS = tuple(replace(kernel, library=LIBRARY, bind=BIND, work=WORK) for kernel in matmul.KERNELS)
