"""Portable C of float16 layers with the bits of fused multiply-adds: for hosts, and where no vector kernel is."""

from importlib import resources

from edgec.codegen.kernels.library import Library

LIBRARY = Library("half", resources.files("edgec.runtime_c").joinpath("half"), frozenset({"half"}), plain=True)
