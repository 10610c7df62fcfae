"""Kernels for Helium, the vector extension of Armv8.1-M: int8 by VMLADAVA."""

from importlib import resources

from edgec.codegen.kernels.build import HELIUM, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.neon import LIBRARY as NEON

LIBRARY = Library(
    "mve",
    resources.files("edgec.runtime_c").joinpath("mve"),
    frozenset({"mve-int"}),
    portable=False,
    rules=(HELIUM, LITTLE_ENDIAN),
    base=NEON,
)
