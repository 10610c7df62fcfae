"""Float kernels for Armv7-A with Advanced SIMD: VMLA by lane, four channels in a vector."""

from importlib import resources

from edgec.codegen.kernels.build import ARMV7_NEON, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon_f32 import LIBRARY as NEON_F32

LIBRARY = Library(
    "neon_f32_v7",
    resources.files("edgec.runtime_c").joinpath("neon_f32_v7"),
    frozenset({"neon", "armv7-a"}),
    portable=False,
    rules=(ARMV7_NEON, LITTLE_ENDIAN),
    base=NEON_F32,
)
