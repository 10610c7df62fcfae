"""Bindings of the convolutions and fully connected layers of int16 activations by SDOT."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import GEMM_DOT
from edgec.codegen.kernels.neon.pack import Ending
from edgec.codegen.kernels.neon.s16 import ACTIVATION_BYTES, WideProducts, count_blocks
from edgec.codegen.kernels.neon_dot import LIBRARY
from edgec.codegen.kernels.neon_dot.conv import UNIT, pack
from edgec.converter.graph.ir import Array

LOW_BYTE_OFFSET = 128  # what the low bytes of activations lack where they are int8


def _pack(w: Array, ending: Ending) -> Array:
    """The stream of edgec_gemm_s16_neon_dot.h: as for int8, biases with what the low bytes lack."""
    lacking = LOW_BYTE_OFFSET * w.reshape(len(w), -1).astype("int64").sum(axis=1)
    bias = (ending.bias.astype("int64") + lacking).astype("int32")  # modulo 2**32, as the sums
    return pack(w, replace(ending, bias=bias))


def _count(positions: int, outputs: int, segments: int, run: int) -> Counts:
    return count_blocks(positions, outputs, segments, run // (UNIT * ACTIVATION_BYTES))


PRODUCTS = WideProducts(
    LIBRARY, "neon_dot", UNIT, -128, _pack, _count, "4 positions x 16 channels: 152 instructions for 1024 MACs", False
)
KERNELS = PRODUCTS.kernels(GEMM_DOT)
