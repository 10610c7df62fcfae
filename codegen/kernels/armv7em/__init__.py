"""Kernels for Armv7E-M and Armv8-M with the DSP extension."""

from importlib import resources

from edgec.codegen.kernels.build import DSP, LITTLE_ENDIAN, UNALIGNED
from edgec.codegen.kernels.library import Library

LIBRARY = Library(
    "armv7em",
    resources.files("edgec.runtime_c").joinpath("armv7em"),
    frozenset({"dsp"}),
    rules=(DSP, UNALIGNED, LITTLE_ENDIAN),
)
