"""Parameters of the operators without weights in ``runtime_c/neon``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.params import Defined, Int32, Int32x4, Line, Record, UInt32, UInt64
from edgec.codegen.kernels.plain.params import Matmul
from edgec.codegen.kernels.shared.params import Broadcast, Resample, Windowed
from edgec.converter.graph.frozen import dataclass


class MatmulStep(Defined):
    """Products of two computed matrices."""

    EDGEC_MATMUL_NEON_UNIT = 8  # k of a step


class TableEnd(Defined):
    """Look-ups in tables."""

    EDGEC_TABLE_NEON_FEW = 5  # values of a row's end that are looked up one by one


@dataclass(frozen=True)
class AddS8Neon(Record, ctype="edgec_add_s8_neon_params"):
    """An int8 sum or difference of operands of one shape."""

    n: Int32
    a_zero: Int32
    b_zero: Int32
    m_a: Int32
    m_b: Int32
    shift: Int32
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class BroadcastRowsNeon(Record, ctype="edgec_rows_of_neon"):
    """Rows of two operands, of which that of the second may repeat."""

    shape: Broadcast
    repeat: Int32


@dataclass(frozen=True)
class RowsOfTwo(Record):
    """Common first fields of the parameters of functions of two operands."""

    rows: BroadcastRowsNeon


@dataclass(frozen=True)
class SumS8Neon(RowsOfTwo, ctype="edgec_sum_s8_neon_params"):
    """An int8 sum or difference; ``sum.n`` is not read."""

    sum: AddS8Neon


@dataclass(frozen=True)
class MulS8Neon(RowsOfTwo, ctype="edgec_mul_s8_neon_params"):
    """An int8 product."""

    a_zero: Int32
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    ending: EpilogueNeon


@dataclass(frozen=True)
class AddS16Neon(Record, ctype="edgec_add_s16_neon_params"):
    """An int16 sum or difference of operands of one shape."""

    n: Int32
    m_a: Int32
    m_b: Int32
    shift: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS16Neon(Record, ctype="edgec_mul_s16_neon_params"):
    """An int16 product of operands of one shape."""

    n: Int32
    m: Int32
    minus_n: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MeanRuns(Record):
    """Common first fields of the parameters of means over runs of cells."""

    outer: Int32
    cells: Int32
    inner: Int32


@dataclass(frozen=True)
class MeanS16Neon(MeanRuns, ctype="edgec_mean_s16_neon_params"):
    """Means of runs of int16 cells."""

    multiplier: Annotated[Int32, Line()]
    shift: UInt32


@dataclass(frozen=True)
class MeanS8Neon(MeanRuns, ctype="edgec_mean_s8_neon_params"):
    """Means of runs of int8 cells."""

    offset: Annotated[Int32, Line("-in_zero * cells")]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class MatmulS8Neon(Matmul, ctype="edgec_matmul_s8_neon_params"):
    """An int8 matrix product."""

    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    ending: EpilogueNeon


@dataclass(frozen=True)
class NormalizeS8Neon(Record, ctype="edgec_normalize_s8_neon_params"):
    """An int8 normalization of values side by side."""

    outer: Annotated[Int32, Line("n <= 8192")]
    n: Int32
    along: Annotated[Int32, Line("1, or 0: one scale and one bias for all")]
    epsilon: Annotated[UInt64, Line("below 2**41, so that the spread is below 2**42")]
    minus_down: Annotated[Int32, Line("32 - shift, -22 .. -1")]
    out_zero: Annotated[Int32, Line()]


@dataclass(frozen=True)
class PoolRows(Windowed):
    """Common first fields of the parameters of pools; ``row`` are the values of a row with its padding."""

    row: Int32


@dataclass(frozen=True)
class MaxpoolS8Neon(PoolRows, ctype="edgec_maxpool_s8_neon_params"):
    """Largest int8 values of windows."""


@dataclass(frozen=True)
class AvgpoolS8Neon(PoolRows, ctype="edgec_avgpool_s8_neon_params"):
    """Means of int8 windows."""

    pad_bottom: Annotated[Int32, Line()]
    pad_right: Int32
    count_include_pad: Int32
    counts: Annotated[Int32, Line()]
    even: Annotated[Int32, Line("whether a factor has what the last three words are for")]
    doubled: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32


@dataclass(frozen=True)
class RunSumS8Neon(Record, ctype="edgec_run_sum_s8_neon_params"):
    """Sums and means of int8 values side by side."""

    outer: Int32
    cells: Int32
    offset: Annotated[Int32, Line("-in_zero * cells")]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class ExtremeS8Neon(Record, ctype="edgec_extreme_s8_neon_params"):
    """Largest or least int8 values of runs of cells."""

    outer: Int32
    cells: Int32
    inner: Int32
    least: Int32


@dataclass(frozen=True)
class ResampleS8Neon(Record, ctype="edgec_resample_s8_neon_params"):
    """An int8 tensor resized along one axis."""

    shape: Resample
    in_zero: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    ending: EpilogueNeon


class ResampleWindow(Defined):
    """Bytes of a row that 16 outputs of few values side by side read from, at most."""

    EDGEC_RESAMPLE_NEON_WINDOW = 64
    EDGEC_RESAMPLE_V7_WINDOW = 32


@dataclass(frozen=True)
class ResampleFewS8Neon(Record, ctype="edgec_resample_few_s8_neon_params"):
    """An int8 tensor of few values side by side resized along one axis."""

    outer: Int32
    row: Int32
    outputs: Int32
    taps: Int32
    in_zero: Annotated[Int32, Line()]
    multiplier: Int32
    minus_n: Int32
    ending: EpilogueNeon


@dataclass(frozen=True)
class SoftmaxS8Neon(Record, ctype="edgec_softmax_s8_neon_params"):
    """An int8 Softmax."""

    rows: Int32
    n: Int32
    out_zero: Annotated[Int32, Line()]


@dataclass(frozen=True)
class TableS8Neon(Record, ctype="edgec_table_s8_neon_params"):
    """Rows of int8 values that are looked up, and become a part of the output's."""

    rows: Int32
    x_columns: Int32
    y_columns: Int32
    y_offset: Int32


@dataclass(frozen=True)
class TransposeNeon(Record, ctype="edgec_transpose_neon_params"):
    """A transpose of matrices of bytes, inside of outer loops."""

    dims: Int32x4
    x_stride: Int32x4
    y_stride: Int32x4
    rows: Annotated[Int32, Line()]
    columns: Int32
    x_row: Annotated[Int32, Line()]
    y_column: Int32


class RecurrentNeon(Defined):
    """Sums of a recurrent layer's gates."""

    EDGEC_RECURRENT_NEON_CELLS = 8
    EDGEC_RECURRENT_NEON_UNIT = 8  # values of a row are a multiple of it, and at least 16
    EDGEC_RECURRENT_S4_NEON_UNIT = 16
    EDGEC_RECURRENT_NEON_WHOLE = 32  # a shift of sums that takes their high words
    EDGEC_RECURRENT_NEON_NARROW = 15  # bits that outputs of 16 bits lose at the end, of int16 ones fewer
    EDGEC_RECURRENT_S16_NEON_NARROW = 8
    EDGEC_RECURRENT_NEON_RISE = 516  # of a table from value to value: times 127 it fits 16 bits without a sign


@dataclass(frozen=True)
class RecurrentS8Neon(Record, ctype="edgec_recurrent_s8_neon_params"):
    """A recurrent layer whose gates are computed eight at a time."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    room_x: Annotated[Int32, Line("bytes of rows of x and of the output, with what fills them up")]
    room_y: Int32
    bytes: Annotated[Int32, Line("of the stream, with int4 weights of a GRU's stream of candidates behind it")]
    apart: Int32
    usual: Annotated[Int32, Line("int8: functions rise by RISE at most, sums shift by WHOLE, a GRU's state by 14")]
    shift: Annotated[Int32, Line("of a gate's sum")]
    state: Annotated[Int32, Line("fraction bits of the state")]
    raise_: Annotated[Int32, Line("fraction bits that an LSTM's h has more than its cell")]
    out_multiplier: Annotated[Int32, Line()]
    out_shift: Int32
    out_zero: Int32
