"""Parameters of the kernels in ``runtime_c/plain``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Float, Int32, Int32x4, Line, Record, UInt32
from edgec.codegen.kernels.shared.params import Reduced, Rows, Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Conv2dS8(Windowed, ctype="edgec_conv2d_s8_params"):
    """An int8 convolution."""

    groups: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Conv2dF32(Windowed, ctype="edgec_conv2d_f32_params"):
    """A float32 convolution."""

    groups: Int32
    lo: Float
    hi: Float


@dataclass(frozen=True)
class Conv2dS4(Record, ctype="edgec_conv2d_s4_params"):
    """A convolution of int8 values with int4 weights."""

    conv: Conv2dS8


@dataclass(frozen=True)
class Conv2dS16(Windowed, ctype="edgec_conv2d_s16_params"):
    """An int16 convolution."""

    groups: Int32
    lo: Annotated[Int32, Line()]
    hi: Int32


@dataclass(frozen=True)
class Conv2dInt(Windowed, ctype="edgec_conv2d_int_params"):
    """A convolution of integers without a scale."""

    groups: Int32


@dataclass(frozen=True)
class WindowedS8(Windowed):
    """Common first fields of the parameters of int8 convolutions without groups."""

    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Conv2dS8Sparse(WindowedS8, ctype="edgec_conv2d_s8_sparse_params"):
    """An int8 convolution whose weights are stored without blocks of zeros."""


@dataclass(frozen=True)
class Dwconv2dS8(WindowedS8, ctype="edgec_dwconv2d_s8_params"):
    """An int8 depthwise convolution."""


@dataclass(frozen=True)
class Dwconv2dS16(Windowed, ctype="edgec_dwconv2d_s16_params"):
    """An int16 depthwise convolution."""

    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Dwconv2dF32(Windowed, ctype="edgec_dwconv2d_f32_params"):
    """A float32 depthwise convolution."""

    lo: Float
    hi: Float


@dataclass(frozen=True)
class RowsS8(Rows):
    """Common first fields of the parameters of fully connected layers of int8 values."""

    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class DenseS8(RowsS8, ctype="edgec_dense_s8_params"):
    """An int8 fully connected layer."""


@dataclass(frozen=True)
class DenseS4(RowsS8, ctype="edgec_dense_s4_params"):
    """A fully connected layer of int8 values with int4 weights."""


@dataclass(frozen=True)
class DenseS8Sparse(RowsS8, ctype="edgec_dense_s8_sparse_params"):
    """An int8 fully connected layer whose weights are stored without blocks of zeros."""


@dataclass(frozen=True)
class DenseS16(Rows, ctype="edgec_dense_s16_params"):
    """An int16 fully connected layer."""

    lo: Annotated[Int32, Line()]
    hi: Int32


@dataclass(frozen=True)
class DenseF32(Rows, ctype="edgec_dense_f32_params"):
    """A float32 fully connected layer."""

    lo: Float
    hi: Float


@dataclass(frozen=True)
class Matmul(Record):
    """Common first fields of the parameters of matrix products."""

    batch: Int32x4
    a_stride: Int32x4
    b_stride: Int32x4
    m: Annotated[Int32, Line()]
    k: Int32
    n: Int32


@dataclass(frozen=True)
class MatmulF32(Matmul, ctype="edgec_matmul_f32_params"):
    """A float32 matrix product."""


@dataclass(frozen=True)
class MatmulInt(Matmul, ctype="edgec_matmul_int_params"):
    """A matrix product of integers without a scale."""


@dataclass(frozen=True)
class MatmulS16(Matmul, ctype="edgec_matmul_s16_params"):
    """An int16 matrix product."""

    multiplier: Annotated[Int32, Line()]
    shift: UInt32


@dataclass(frozen=True)
class MatmulS8(Matmul, ctype="edgec_matmul_s8_params"):
    """An int8 matrix product."""

    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32
    out_step: Annotated[Int32, Line("elements from one row of y to the next")]


@dataclass(frozen=True)
class MaxpoolS8(Windowed, ctype="edgec_maxpool_s8_params"):
    """Largest int8 values of windows."""


@dataclass(frozen=True)
class AverageWindows(Windowed):
    """Common first fields of the parameters of means of windows."""

    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Annotated[Int32, Line()]


@dataclass(frozen=True)
class AvgpoolS8(AverageWindows, ctype="edgec_avgpool_s8_params"):
    """Means of int8 windows."""

    factors: Annotated[Int32, Line()]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32


@dataclass(frozen=True)
class AvgpoolS16(AverageWindows, ctype="edgec_avgpool_s16_params"):
    """Means of int16 windows."""

    factors: Annotated[Int32, Line()]


@dataclass(frozen=True)
class MaxpoolInt(Windowed, ctype="edgec_maxpool_int_params"):
    """Largest integers of windows."""


@dataclass(frozen=True)
class PoolIndices(Windowed, ctype="edgec_pool_indices_params"):
    """Parameters of the places of the largest values of windows."""


@dataclass(frozen=True)
class MaxpoolS16(Windowed, ctype="edgec_maxpool_s16_params"):
    """Largest int16 values of windows."""


@dataclass(frozen=True)
class MaxpoolF32(Windowed, ctype="edgec_maxpool_f32_params"):
    """Largest float32 values of windows."""


@dataclass(frozen=True)
class AvgpoolF32(AverageWindows, ctype="edgec_avgpool_f32_params"):
    """Means of float32 windows."""


@dataclass(frozen=True)
class ReduceSumS8(Reduced, ctype="edgec_reduce_sum_s8_params"):
    """Int8 sums and means."""

    offset: Int32
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class MovingMeanS8(Record, ctype="edgec_moving_mean_s8_params"):
    """Means of a window by sums that move: channels, and cells of each part."""

    channels: Int32
    fresh: Int32
    old: Int32
    before: Annotated[Int32, Line()]
    behind: Int32
    offset: Annotated[Int32, Line()]
    multiplier: Int32
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class ReduceS8(Reduced, ctype="edgec_reduce_s8_params"):
    """Largest and smallest int8 values."""


@dataclass(frozen=True)
class ReduceSumS16(Reduced, ctype="edgec_reduce_sum_s16_params"):
    """Int16 sums and means."""

    multiplier: Int32
    shift: UInt32


@dataclass(frozen=True)
class ReduceS16(Reduced, ctype="edgec_reduce_s16_params"):
    """Largest and smallest int16 values."""


@dataclass(frozen=True)
class ReduceInt(Reduced, ctype="edgec_reduce_int_params"):
    """A reduction of integers."""

    count: Int32


@dataclass(frozen=True)
class ReduceF32(Reduced, ctype="edgec_reduce_f32_params"):
    """A float32 reduction."""

    count: Int32
