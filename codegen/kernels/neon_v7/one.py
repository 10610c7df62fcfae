"""Convolutions to one output channel for Armv7-A, by the C of the library ``neon``."""

from edgec.codegen.kernels.neon.one import one_channel
from edgec.codegen.kernels.neon_v7.conv import PRODUCTS, TILE

KERNELS = one_channel(PRODUCTS, TILE).one_kernels()
