"""Sizes of the layouts of the kernels in ``runtime_c/neon_i8mm``, whose parameters are those of ``neon``."""

from __future__ import annotations

from edgec.codegen.kernels.params import Defined


class MatrixStep(Defined):
    """Taps that are multiplied together."""

    EDGEC_GEMM_I8MM_UNIT = 8
