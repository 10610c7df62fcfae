"""Float kernels for Helium with floats (MVE-F): VFMA of four channels and a value."""

from importlib import resources

from edgec.codegen.kernels.build import HELIUM_FLOATS, LITTLE_ENDIAN
from edgec.codegen.kernels.library import Library
from edgec.codegen.kernels.mve import LIBRARY as MVE

LIBRARY = Library(
    "mve_f32",
    resources.files("edgec.runtime_c").joinpath("mve_f32"),
    frozenset({"mve-float"}),
    portable=False,
    rules=(HELIUM_FLOATS, LITTLE_ENDIAN),
    base=MVE,
)
