"""Parameters of the kernels in ``runtime_c/cmsis_nn``, for int8 activations."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Int32, Int32x4, Line, Record, UInt16, UInt32, UInt32x4
from edgec.codegen.kernels.shared.params import Geometry, Windowed
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class AddS8CmsisNn(Record, ctype="edgec_add_s8_cmsis_nn_params"):
    """A sum or a difference."""

    n: Int32
    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    m_a: Annotated[Int32, Line("m_out: 2^31 over the sum's divisor")]
    m_b: Int32
    m_out: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class DenseS4CmsisNn(Record, ctype="edgec_dense_s4_cmsis_nn_params"):
    """A fully connected layer with int4 weights and one factor."""

    rows: Int32
    taps: Int32
    outputs: Int32
    multiplier: Annotated[Int32, Line("of all channels")]
    shift: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class LayerS8(Windowed, ctype="edgec_layer_s8_cmsis_nn_params"):
    """A convolution; its weights may have four bits."""

    filter_c: Annotated[Int32, Line("of conv2d: channels of a filter; of dwconv2d: filters of a channel")]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class DenseS8CmsisNn(Record, ctype="edgec_dense_s8_cmsis_nn_params"):
    """A fully connected layer."""

    rows: Int32
    taps: Int32
    outputs: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class TransposeS8(Record, ctype="edgec_transpose_s8_cmsis_nn_params"):
    """A transpose."""

    axes: Annotated[Int32, Line("2 to 4")]
    in_: Annotated[Int32x4, Line("sizes, of `axes` axes, then 1")]
    out: Int32x4
    perm: Annotated[UInt32x4, Line("the input's axis at each of the output")]


@dataclass(frozen=True)
class ConcatS8CmsisNn(Record, ctype="edgec_concat_s8_cmsis_nn_params"):
    """One input of a concatenation."""

    rows: Annotated[UInt16, Line("a row of the input, of the output")]
    x_bytes: UInt16
    y_bytes: UInt16
    y_offset: Annotated[UInt32, Line("of the first row, in bytes")]


@dataclass(frozen=True)
class PadS8(Record, ctype="edgec_pad_s8_cmsis_nn_params"):
    """Padding with one value."""

    in_: Int32x4
    before: Int32x4
    after: Int32x4
    value: Annotated[Int32, Line()]


@dataclass(frozen=True)
class MulS8CmsisNn(Record, ctype="edgec_mul_s8_cmsis_nn_params"):
    """A product."""

    n: Int32
    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    shift: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class PoolS8(Record, ctype="edgec_pool_s8_cmsis_nn_params"):
    """Largest values or means of windows."""

    geo: Annotated[Geometry, Line("without dilation")]
