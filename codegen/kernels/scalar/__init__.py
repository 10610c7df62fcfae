"""Kernels for cores without SIMD: Armv6-M and Armv8-M Baseline in assembly, any other in portable C."""

from importlib import resources

from edgec.codegen.kernels.library import COMPILERS, Library

LIBRARY = Library(
    "scalar",
    resources.files("edgec.runtime_c").joinpath("scalar"),
    unless=frozenset({"dsp", "mve-int", "neon", "int16"}),
    assembly={"-mcpu=cortex-m0": ("GCC",), "-mcpu=cortex-m23": ("GCC",), "-march=rv32": COMPILERS},
)
