"""Parameters of the kernels in ``runtime_c/neon_f32``, and sizes of their layouts."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.neon.params import RowsNeon
from edgec.codegen.kernels.params import Defined, Float, Int32, Line, Record
from edgec.codegen.kernels.shared.params import Windowed
from edgec.converter.graph.frozen import dataclass


class LimitBits(Defined):
    """Finite limits of the output, as bits."""

    EDGEC_BELOW_F32_NEON = 1
    EDGEC_ABOVE_F32_NEON = 2


class FloatSizes(Defined):
    """Sizes of windows and of chunks."""

    EDGEC_DW_F32_NEON_KNOWN = 5  # taps of a row of a depthwise window that the compiler knows
    EDGEC_CONV2D_F32_NEON_SEGMENTS = 64  # runs of cells of a window, at most
    EDGEC_WINO_F32_NEON_TILES = 16  # of a chunk, at most


@dataclass(frozen=True)
class BinaryF32Neon(Record, ctype="edgec_binary_f32_neon_params"):
    """A function of two tensors, of which the second may repeat as a whole."""

    rows: Int32
    n: Int32
    b_row: Int32
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Conv2dF32Neon(Record, ctype="edgec_conv2d_f32_neon_params"):
    """A convolution."""

    rows: RowsNeon
    bounds: Annotated[Int32, Line("EDGEC_BELOW_F32_NEON, EDGEC_ABOVE_F32_NEON")]
    lo: Float
    hi: Float
    out_step: Int32


@dataclass(frozen=True)
class Conv2dF321x1Neon(Record, ctype="edgec_conv2d_f32_1x1_neon_params"):
    """A convolution of single cells, or a fully connected layer."""

    positions: Int32
    in_c: Int32
    out_c: Int32
    out_step: Int32
    bounds: Annotated[Int32, Line()]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Dwconv2dF32Neon(Record, ctype="edgec_dwconv2d_f32_neon_params"):
    """A depthwise convolution."""

    rows: RowsNeon
    lo: Float
    hi: Float
    out_step: Int32


@dataclass(frozen=True)
class MaxpoolF32Neon(Windowed, ctype="edgec_maxpool_f32_neon_params"):
    """Largest values of windows."""

    out_step: Int32


@dataclass(frozen=True)
class AvgpoolF32Neon(Windowed, ctype="edgec_avgpool_f32_neon_params"):
    """Means of windows."""

    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Annotated[Int32, Line()]
    out_step: Annotated[Int32, Line()]


@dataclass(frozen=True)
class WinogradF32Neon(Record, ctype="edgec_winograd_f32_neon_params"):
    """A convolution F(2x2, 3x3) or F(4x4, 3x3)."""

    batch: Int32
    in_h: Int32
    in_w: Int32
    in_c: Int32
    out_h: Int32
    out_w: Int32
    out_c: Int32
    pad_top: Int32
    pad_left: Int32
    chunk: Annotated[Int32, Line()]
    out_step: Int32
    lo: Float
    hi: Float
