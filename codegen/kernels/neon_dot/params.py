"""Parameters of the kernels in ``runtime_c/neon_dot``, and sizes of their layouts."""

from __future__ import annotations

from edgec.codegen.kernels.neon.params import PackedDense
from edgec.codegen.kernels.params import Defined
from edgec.converter.graph.frozen import dataclass


class DotSteps(Defined):
    """Taps that are multiplied together."""

    EDGEC_GEMM_DOT_UNIT = 4
    EDGEC_MATMUL_DOT_UNIT = 16  # k of a step of the product of two computed matrices


@dataclass(frozen=True)
class DenseS4NeonDot(PackedDense, ctype="edgec_dense_s4_neon_dot_params"):
    """A fully connected layer with int4 weights, by SDOT."""
