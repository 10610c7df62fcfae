"""Kernels for AArch64 with Advanced SIMD and dot products: int8 by SDOT."""

from importlib import resources

from edgec.codegen.kernels.build import AARCH64, DOT_PRODUCTS, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon import LIBRARY as NEON

LIBRARY = Library(
    "neon_dot",
    resources.files("edgec.runtime_c").joinpath("neon_dot"),
    frozenset({"neon", "aarch64", "dotprod"}),
    portable=False,
    rules=(AARCH64, DOT_PRODUCTS, LITTLE_ENDIAN),
    base=NEON,
)
