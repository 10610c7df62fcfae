"""Float kernels that compute blocks in registers, in portable C."""

from importlib import resources

from edgec.codegen.kernels.library import Library

LIBRARY = Library("blocked_f32", resources.files("edgec.runtime_c").joinpath("blocked_f32"))
