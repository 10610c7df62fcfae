"""Kernels for AArch64 with Advanced SIMD and products of int8 matrices: int8 by SMMLA."""

from importlib import resources

from edgec.codegen.kernels.build import AARCH64, INT8_MATRICES, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon import LIBRARY as NEON

LIBRARY = Library(
    "neon_i8mm",
    resources.files("edgec.runtime_c").joinpath("neon_i8mm"),
    frozenset({"neon", "aarch64", "i8mm"}),
    portable=False,
    rules=(AARCH64, INT8_MATRICES, LITTLE_ENDIAN),
    base=NEON,
)
