"""Parameters of the kernels in ``runtime_c/mve_f32``, and sizes of their layouts."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.mve.params import RowsMve
from edgec.codegen.kernels.params import Defined, Float, Int32, Line, Record
from edgec.codegen.kernels.shared.params import Windowed
from edgec.converter.graph.frozen import dataclass


class LimitsMve(Defined):
    """The limits of the output that are finite: an upper one takes both."""

    EDGEC_UNLIMITED_F32_MVE = 0
    EDGEC_BELOW_F32_MVE = 1
    EDGEC_BOTH_F32_MVE = 2


class FloatSizesMve(Defined):
    """Sizes of tiles and windows."""

    EDGEC_GEMM_F32_MVE_CHANNELS = 4  # of the narrow blocks
    EDGEC_GEMM_F16_MVE_CHANNELS = 8
    EDGEC_GEMM_F32_MVE_VECTOR = 16  # bytes
    EDGEC_GEMM_F32_MVE_POSITIONS = 3
    EDGEC_GEMM_F32_MVE_STEP = 4  # taps of a round
    EDGEC_CONV2D_F32_MVE_RUNS = 64  # of a window, at most
    EDGEC_DW_F32_MVE_LANES = 4  # channels of a block of float32, outputs of a tile
    EDGEC_DW_F16_MVE_LANES = 8  # channels of a block of float16
    EDGEC_DW_F32_MVE_VECTOR = 16  # bytes


_LIMITS = Line("EDGEC_BELOW_F32_MVE, EDGEC_BOTH_F32_MVE")


@dataclass(frozen=True)
class Conv2dF32Mve(Record, ctype="edgec_conv2d_f32_mve_params"):
    """A convolution."""

    rows: RowsMve
    bounds: Annotated[Int32, _LIMITS]
    lo: Float
    hi: Float
    out_step: Int32


@dataclass(frozen=True)
class Conv2dF321x1Mve(Record, ctype="edgec_conv2d_f32_1x1_mve_params"):
    """A convolution of single cells, or a fully connected layer."""

    positions: Int32
    in_c: Int32
    out_c: Int32
    out_step: Int32
    bounds: Annotated[Int32, Line()]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Dwconv2dF32Mve(Record, ctype="edgec_dwconv2d_f32_mve_params"):
    """A depthwise convolution."""

    rows: RowsMve
    bounds: Annotated[Int32, _LIMITS]
    lo: Float
    hi: Float
    out_step: Int32


_HALVES = Line("bits of float16")


@dataclass(frozen=True)
class Conv2dF16Mve(Record, ctype="edgec_conv2d_f16_mve_params"):
    """A float16 convolution."""

    rows: RowsMve
    bounds: Annotated[Int32, _LIMITS]
    lo: Annotated[Int32, _HALVES]
    hi: Int32
    out_step: Annotated[Int32, Line()]


@dataclass(frozen=True)
class Conv2dF161x1Mve(Record, ctype="edgec_conv2d_f16_1x1_mve_params"):
    """A float16 convolution of single cells, or a fully connected layer."""

    positions: Int32
    in_c: Int32
    out_c: Int32
    out_step: Int32
    bounds: Annotated[Int32, Line()]
    lo: Annotated[Int32, _HALVES]
    hi: Int32


@dataclass(frozen=True)
class Dwconv2dF16Mve(Record, ctype="edgec_dwconv2d_f16_mve_params"):
    """A float16 depthwise convolution."""

    rows: RowsMve
    bounds: Annotated[Int32, _LIMITS]
    lo: Annotated[Int32, _HALVES]
    hi: Int32
    out_step: Annotated[Int32, Line()]


@dataclass(frozen=True)
class BinaryF16Mve(Record, ctype="edgec_binary_f16_mve_params"):
    """A function of two float16 tensors, of which the second may repeat as a whole."""

    rows: Int32
    n: Int32
    b_row: Int32
    bounds: Annotated[Int32, _LIMITS]
    lo: Annotated[Int32, _HALVES]
    hi: Int32


@dataclass(frozen=True)
class CastF16Mve(Record, ctype="edgec_cast_f16_mve_params"):
    """A conversion between float16 and float32."""

    n: Int32


@dataclass(frozen=True)
class BinaryF32Mve(Record, ctype="edgec_binary_f32_mve_params"):
    """A function of two tensors, of which the second may repeat as a whole."""

    rows: Int32
    n: Int32
    b_row: Int32
    bounds: Annotated[Int32, _LIMITS]
    lo: Float
    hi: Float


@dataclass(frozen=True)
class MaxpoolF32Mve(Windowed, ctype="edgec_maxpool_f32_mve_params"):
    """Largest values of windows."""

    out_step: Int32


@dataclass(frozen=True)
class AvgpoolF32Mve(Windowed, ctype="edgec_avgpool_f32_mve_params"):
    """Means of windows."""

    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Annotated[Int32, Line()]
    out_step: Annotated[Int32, Line()]
