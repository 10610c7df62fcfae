"""Portable C for every target: small, and always there."""

from importlib import resources

from edgec.codegen.kernels.library import Library

LIBRARY = Library("plain", resources.files("edgec.runtime_c").joinpath("plain"), plain=True)
