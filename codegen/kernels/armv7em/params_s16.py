"""Parameters of the kernels of ``runtime_c/armv7em`` for int16 activations."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.armv7em.params import FactorPerChannel, PartOfRows
from edgec.codegen.kernels.params import Int32, Line, Record, UInt32, UInt64
from edgec.codegen.kernels.plain import params as plain
from edgec.codegen.kernels.plain.params import Matmul
from edgec.codegen.kernels.shared.params import Broadcast, Groups, Rows, Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Conv2dS16Armv7em(Windowed, ctype="edgec_conv2d_s16_armv7em_params"):
    """An int16 convolution."""

    groups: Int32
    lo: Annotated[Int32, Line()]
    hi: Int32
    units: Annotated[Int32, Line("of four taps")]
    words: Annotated[Int32, Line("of a group in the stream")]


@dataclass(frozen=True)
class DenseS16Armv7em(Rows, ctype="edgec_dense_s16_armv7em_params"):
    """An int16 fully connected layer."""

    lo: Annotated[Int32, Line()]
    hi: Int32
    units: Annotated[Int32, Line("ceil(in_c / 8)")]


@dataclass(frozen=True)
class Dwconv3x3S16(Record, ctype="edgec_dwconv2d_s16_3x3_armv7em_params"):
    """An int16 depthwise convolution with windows of 3x3, in planes."""

    batch: Annotated[Int32, Line("filters of each channel")]
    channels: Int32
    filters: Int32
    in_rows: Annotated[Int32, Line("steps in elements")]
    in_cols: Int32
    in_row_step: Int32
    in_col_step: Int32
    out_rows: Annotated[Int32, Line()]
    out_cols: Int32
    out_row_step: Int32
    out_col_step: Int32
    in_size: Annotated[Int32, Line("elements of one image")]
    out_size: Int32
    tap_row: Annotated[Int32, Line("words from a row (a column) of taps to the next")]
    tap_col: Int32
    stride: Annotated[Int32, Line()]
    pad_row: Int32
    pad_col: Int32
    pitch: Annotated[Int32, Line("elements of a plane's row, even")]
    depth: Annotated[Int32, Line("rows of a plane")]
    strip: Annotated[Int32, Line("output rows of a strip")]
    lo: Annotated[Int32, Line("INT16_MIN or 0")]


@dataclass(frozen=True)
class Dwconv2dS16Armv7em(Windowed, ctype="edgec_dwconv2d_s16_armv7em_params"):
    """An int16 depthwise convolution."""

    filters: Annotated[Int32, Line("of each channel")]
    lo: Annotated[Int32, Line()]
    hi: Int32


@dataclass(frozen=True)
class AddS16Armv7em(Record, ctype="edgec_add_s16_armv7em_params"):
    """An int16 sum or difference."""

    shape: Annotated[Broadcast, Line("along the last dimension a moves; b moves with it or stays")]
    a_high: Int32
    b_high: Int32
    a_low: Int32
    b_low: Int32
    shift: Annotated[UInt32, Line("17..46")]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS16Armv7em(Record, ctype="edgec_mul_s16_armv7em_params"):
    """An int16 product."""

    shape: Annotated[Broadcast, Line("as above")]
    m: Int32
    shift: Annotated[UInt32, Line("33..62")]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class TableS16Armv7em(Record, ctype="edgec_table_s16_armv7em_params"):
    """An int16 function of one value."""

    n: Int32


@dataclass(frozen=True)
class RescaleS16(PartOfRows, ctype="edgec_rescale_s16_armv7em_params"):
    """Int16 values in another scale."""

    m: Annotated[Int32, Line()]
    shift: Annotated[UInt32, Line("17..46")]


@dataclass(frozen=True)
class MatmulS16Armv7em(Matmul, ctype="edgec_matmul_s16_armv7em_params"):
    """An int16 matrix product."""

    multiplier: Annotated[Int32, Line()]
    shift: Annotated[UInt32, Line("33..63; |sum| * multiplier / 2**shift < 2**30")]


@dataclass(frozen=True)
class NormalizeS16(Record, ctype="edgec_normalize_s16_armv7em_params"):
    """An int16 normalization."""

    shape: Annotated[Groups, Line("n <= 16384")]
    epsilon: UInt64
    shift: Annotated[UInt32, Line("33..62")]


@dataclass(frozen=True)
class MaxpoolS16Armv7em(Windowed, ctype="edgec_maxpool_s16_armv7em_params"):
    """Largest int16 values of windows."""


@dataclass(frozen=True)
class AvgpoolS16Armv7em(Record, ctype="edgec_avgpool_s16_armv7em_params"):
    """Means of int16 windows."""

    pool: plain.AvgpoolS16
    lift: UInt32
    even: Int32


@dataclass(frozen=True)
class ScaleS16(FactorPerChannel, ctype="edgec_scale_s16_armv7em_params"):
    """An int16 factor per channel."""


@dataclass(frozen=True)
class SoftmaxS16Armv7em(Record, ctype="edgec_softmax_s16_armv7em_params"):
    """An int16 Softmax."""

    outer: Int32
    n: Int32
    inner: Int32
    used: Annotated[Int32, Line("length of high; larger differences count as zero")]
