"""Parameters of the operators without weights in ``runtime_c/mve``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.mve.params import EndingMve
from edgec.codegen.kernels.params import Defined, Int32, Int32x4, Line, Record, UInt64
from edgec.codegen.kernels.shared.params import Broadcast, Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class SumS8Mve(Record, ctype="edgec_sum_s8_mve_params"):
    """An int8 sum or difference of operands of one shape."""

    n: Int32
    m_a: Int32
    m_b: Int32
    offset: Int32
    minus_shift: Int32
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS8Mve(Record, ctype="edgec_mul_s8_mve_params"):
    """An int8 product of operands of one shape."""

    n: Int32
    a_zero: Int32
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    ending: EndingMve


@dataclass(frozen=True)
class SumsS8Mve(Record, ctype="edgec_sums_s8_mve_params"):
    """An int8 sum or difference with broadcasting."""

    shape: Broadcast
    sum: SumS8Mve


@dataclass(frozen=True)
class ProductsS8Mve(Record, ctype="edgec_products_s8_mve_params"):
    """An int8 product with broadcasting."""

    shape: Broadcast
    mul: MulS8Mve


@dataclass(frozen=True)
class TableS8Mve(Record, ctype="edgec_table_s8_mve_params"):
    """A look-up of each value of rows."""

    rows: Int32
    x_columns: Int32
    y_columns: Int32
    y_offset: Int32


class AverageMve(Defined):
    """Blocks of averages."""

    EDGEC_AVERAGE_MVE_LANES = 16  # channels of a block
    EDGEC_AVERAGE_MVE_FEW = 8  # where there are fewer than 16
    EDGEC_AVERAGE_MVE_WORDS = 4  # of a number of cells


@dataclass(frozen=True)
class MeanS8Mve(Record, ctype="edgec_mean_s8_mve_params"):
    """Means of runs of cells."""

    outer: Int32
    cells: Int32
    inner: Int32
    offset: Annotated[Int32, Line()]
    multiplier: Int32
    minus_n: Int32
    doubled: Int32
    out_zero: Int32
    up: Int32


@dataclass(frozen=True)
class AvgpoolS8Mve(Windowed, ctype="edgec_avgpool_s8_mve_params"):
    """Averages of windows."""

    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Annotated[Int32, Line()]
    factors: Annotated[Int32, Line()]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    out_step: Annotated[Int32, Line()]


@dataclass(frozen=True)
class MaxpoolS8Mve(Windowed, ctype="edgec_maxpool_s8_mve_params"):
    """Largest values of windows."""

    out_step: Int32


class ResampleMve(Defined):
    """Blocks of resizing."""

    EDGEC_RESAMPLE_MVE_LANES = 16  # values of a block


@dataclass(frozen=True)
class ResampleS8Mve(Record, ctype="edgec_resample_s8_mve_params"):
    """Weighted cells along an axis."""

    outer: Int32
    n: Int32
    inner: Int32
    out: Annotated[Int32, Line()]
    taps: Int32
    out_step: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    out_zero: Int32


@dataclass(frozen=True)
class NormalizeS8Mve(Record, ctype="edgec_normalize_s8_mve_params"):
    """Normalization of groups of values side by side."""

    outer: Int32
    n: Annotated[Int32, Line("n <= 8192")]
    epsilon: Annotated[UInt64, Line("below 2**41, so that the spread is below 2**42")]
    minus_down: Annotated[Int32, Line("32 - shift, -22 .. -1")]
    out_zero: Annotated[Int32, Line()]


@dataclass(frozen=True)
class TransposeMve(Record, ctype="edgec_transpose_mve_params"):
    """Lines of a transpose, inside of outer loops; steps are bytes."""

    dims: Int32x4
    x_stride: Int32x4
    y_stride: Int32x4
    lines: Annotated[Int32, Line()]
    count: Int32
    x_line: Annotated[Int32, Line()]
    y_line: Int32
    pitch: Int32


class MatmulMve(Defined):
    """Panels of a product of matrices."""

    EDGEC_MATMUL_MVE_COLUMNS = 4
    EDGEC_MATMUL_MVE_VECTOR = 16  # k of a step


@dataclass(frozen=True)
class MatmulS8Mve(Record, ctype="edgec_matmul_s8_mve_params"):
    """A product of two computed matrices."""

    batch: Int32x4
    a_stride: Int32x4
    b_stride: Int32x4
    m: Annotated[Int32, Line()]
    k: Int32
    n: Int32
    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    minus_n: Int32
    left: Int32
    out_zero: Int32
