"""Parameters of the depthwise kernels in ``runtime_c/armv7em``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Int32, Line, Record
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class Dwconv2dS8Armv7em(Record, ctype="edgec_dwconv2d_s8_armv7em_params"):
    """An int8 depthwise convolution in planes; its weights may have four bits."""

    batch: Annotated[Int32, Line("filters of each channel")]
    channels: Int32
    filters: Int32
    in_rows: Annotated[Int32, Line("steps in bytes")]
    in_cols: Int32
    in_row_step: Int32
    in_col_step: Int32
    out_rows: Annotated[Int32, Line("steps of columns < 0: from the last one on")]
    out_cols: Int32
    out_row_step: Int32
    out_col_step: Int32
    in_size: Annotated[Int32, Line("bytes of one image")]
    out_size: Int32
    tap_rows: Annotated[Int32, Line()]
    tap_cols: Int32
    stride_row: Int32
    stride_col: Int32
    tap_step: Annotated[Int32, Line("int16 from one row of taps to the next; rows of a plane under all of them")]
    span: Int32
    pad_row: Annotated[Int32, Line()]
    pad_col: Int32
    pitch: Annotated[Int32, Line("int16 of a plane's row, even")]
    depth: Annotated[Int32, Line("rows of a plane")]
    strip: Annotated[Int32, Line("output rows of a strip")]
    tap_bytes: Annotated[Int32, Line("of a filter in the stream, up to its end")]
    between: Annotated[Int32, Line("cells between the taps of a row, if its cells lie apart in phases, one more")]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Dwconv2dSingleArmv7em(Record, ctype="edgec_dwconv2d_single_armv7em_params"):
    """An int8 depthwise convolution to a single position."""

    batch: Int32
    channels: Int32
    in_size: Annotated[Int32, Line("bytes of one image")]
    taps: Annotated[Int32, Line()]
    tap_step: Annotated[Int32, Line("bytes from one tap to the next")]
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
