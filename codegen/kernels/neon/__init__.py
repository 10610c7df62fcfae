"""Kernels for AArch64 with Advanced SIMD: int8 by SMULL, SMLAL2 and SADALP."""

from importlib import resources

from edgec.codegen.kernels.build import AARCH64, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library

LIBRARY = Library(
    "neon",
    resources.files("edgec.runtime_c").joinpath("neon"),
    frozenset({"neon", "aarch64"}),
    portable=False,
    rules=(AARCH64, LITTLE_ENDIAN),
)
