"""Parameters of the kernels in ``runtime_c/neon_v7`` that those of ``neon`` lack, and sizes of their layouts."""

from __future__ import annotations

from edgec.codegen.kernels.neon.params import Dwconv2dNeon, GemmNeon
from edgec.codegen.kernels.params import Defined, Int32, Record
from edgec.converter.graph.frozen import dataclass


class StreamsV7(Defined):
    """Streams of weights; those of the products are as in ``neon``."""

    EDGEC_GEMM_V7_CHANNELS = GemmNeon.EDGEC_GEMM_NEON_CHANNELS.value
    EDGEC_GEMM_V7_UNIT = GemmNeon.EDGEC_GEMM_NEON_UNIT.value
    EDGEC_DW_V7_LANES = 8  # channels of a block of a depthwise layer
    EDGEC_WINO_V7_SUMS = 256  # bytes of sums of Winograd convolutions


@dataclass(frozen=True)
class Dwconv2dS4NeonV7(Record, ctype="edgec_dwconv2d_s4_neon_v7_params"):
    """A depthwise convolution with int4 weights."""

    conv: Dwconv2dNeon
    blocks: Int32
    weights: Int32
    ends: Int32
