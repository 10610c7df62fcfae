"""Parameters of the kernels in ``runtime_c/plain`` that move, order or choose elements."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Int32, Int32x8, Line, Record, UInt32, UInt64
from edgec.codegen.kernels.shared.params import AlongAxis
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Copy(Record, ctype="edgec_copy_params"):
    """A copy with strides: sizes, element strides and first elements."""

    dims: Int32x8
    x_stride: Int32x8
    y_stride: Int32x8
    x_offset: Annotated[Int32, Line()]
    y_offset: Int32


@dataclass(frozen=True)
class Pad(Record, ctype="edgec_pad_params"):
    """A fill of all elements, then a copy."""

    copy: Copy
    count: Int32
    value: UInt64


@dataclass(frozen=True)
class Take(Record, ctype="edgec_take_params"):
    """A copy from positions that a table says."""

    dims: Int32x8


@dataclass(frozen=True)
class Gather(Record, ctype="edgec_gather_params"):
    """Rows by indices."""

    outer: Int32
    axis: Int32
    count: Int32
    bytes: Int32
    step: Int32


@dataclass(frozen=True)
class Concat(Record, ctype="edgec_concat_params"):
    """Rows of bytes into wider ones."""

    rows: Int32
    x_bytes: Int32
    y_bytes: Int32
    y_offset: Int32


@dataclass(frozen=True)
class Shift(Record, ctype="edgec_shift_params"):
    """Rows of bytes that move to their beginnings, and the new ones behind them."""

    rows: Int32
    kept_bytes: Int32
    new_bytes: Int32


@dataclass(frozen=True)
class ConcatColumns(Record):
    """Common first fields of the parameters that rescale rows into wider ones."""

    rows: Int32
    x_columns: Int32
    y_columns: Int32
    y_offset: Int32


@dataclass(frozen=True)
class ConcatS8(ConcatColumns, ctype="edgec_concat_s8_params"):
    """Rows of int8 values into wider ones of another scale."""

    in_zero: Annotated[Int32, Line()]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class ConcatS16(ConcatColumns, ctype="edgec_concat_s16_params"):
    """Rows of int16 values into wider ones of another scale."""

    multiplier: Annotated[Int32, Line()]
    shift: UInt32


@dataclass(frozen=True)
class ArgReduce(AlongAxis, ctype="edgec_arg_params"):
    """Indices of the largest or smallest values."""

    smallest: Annotated[Int32, Line()]
    last: Int32


@dataclass(frozen=True)
class TopK(AlongAxis, ctype="edgec_topk_params"):
    """The largest or smallest values and their indices."""

    k: Annotated[Int32, Line()]
    smallest: Int32


@dataclass(frozen=True)
class Cumulate(AlongAxis, ctype="edgec_cumulate_params"):
    """Running sums and products."""

    exclusive: Annotated[Int32, Line()]
    reverse: Int32


@dataclass(frozen=True)
class Scatter(Record, ctype="edgec_scatter_params"):
    """Updates of rows of a table; ``width`` is in bytes where they replace them."""

    rows: Int32
    width: Int32
    count: Int32
