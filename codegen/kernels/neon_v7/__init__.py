"""Kernels for Armv7-A with Advanced SIMD (A32 and T32): int8 by VMULL, VMLAL and VPADAL, in 16 registers."""

from importlib import resources

from edgec.codegen.kernels.build import ARMV7_NEON, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon import LIBRARY as NEON

LIBRARY = Library(
    "neon_v7",
    resources.files("edgec.runtime_c").joinpath("neon_v7"),
    frozenset({"neon", "armv7-a"}),
    portable=False,
    rules=(ARMV7_NEON, LITTLE_ENDIAN),
    base=NEON,
)
