"""Kernels for cores of 8 bits, AVR above all: windows copied to a run of bytes, for products by pointers that move."""

from importlib import resources

from edgec.codegen.kernels.library import Library

LIBRARY = Library(
    "avr",
    resources.files("edgec.runtime_c").joinpath("avr"),
    frozenset({"int16"}),
    assembly={"-mmcu=avr": ("GCC",)},
)
