"""Float kernels for AArch64 with Advanced SIMD: FMLA by lane, four channels in a vector."""

from importlib import resources

from edgec.codegen.kernels.build import AARCH64, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon import LIBRARY as NEON

LIBRARY = Library(
    "neon_f32",
    resources.files("edgec.runtime_c").joinpath("neon_f32"),
    frozenset({"neon", "aarch64"}),
    portable=False,
    rules=(AARCH64, LITTLE_ENDIAN),
    base=NEON,
)
