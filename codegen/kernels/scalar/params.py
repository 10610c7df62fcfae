"""Parameters of the kernels in ``runtime_c/scalar``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Defined, Int32, Line, Record
from edgec.codegen.kernels.shared.params import Rows, Windowed
from edgec.codegen.kernels.shared.winograd import POINTS
from edgec.converter.graph.frozen import dataclass


class ScalarTile(Defined):
    """Tiles of the matrix products."""

    EDGEC_SCALAR_POSITIONS = 4
    EDGEC_SCALAR_CHANNELS = 4
    EDGEC_SCALAR_UNIT = 4  # taps
    EDGEC_SCALAR_ENDS = 9  # words behind the weights of four channels


class ScalarTileS4(Defined):
    """Tiles of the matrix products with int4 weights."""

    EDGEC_SCALAR_S4_POSITIONS = 8
    EDGEC_SCALAR_S4_PAIRS = 4
    EDGEC_SCALAR_S4_STARTS = 8  # words of a block
    EDGEC_SCALAR_S4_OUTPUTS = 8  # of a fully connected layer, whose weights share a word


class ScalarWinograd(Defined):
    """Scratch of Winograd convolutions."""

    EDGEC_SCALAR_POINTS = POINTS
    EDGEC_SCALAR_TILES = 2
    EDGEC_SCALAR_WINO_SUMS = 8


@dataclass(frozen=True)
class ScalarConv2dS8(Windowed, ctype="edgec_conv2d_s8_scalar_params"):
    """An int8 convolution."""

    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(taps / EDGEC_SCALAR_UNIT)")]
    words: Annotated[Int32, Line("whether the channels are a multiple of EDGEC_SCALAR_UNIT")]
    narrow: Annotated[Int32, Line("whether sums fit 24 bits")]
    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class ScalarConv2dS4(Windowed, ctype="edgec_conv2d_s4_scalar_params"):
    """An int8 convolution with int4 weights."""

    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(taps / EDGEC_SCALAR_UNIT)")]
    first: Annotated[Int32, Line("units of the first block, whose sums fit 16 bits, and of another")]
    block: Int32
    blocks: Annotated[Int32, Line("how many there are")]
    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class ScalarDenseS8(Rows, ctype="edgec_dense_s8_scalar_params"):
    """An int8 fully connected layer."""

    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(in_c / EDGEC_SCALAR_UNIT)")]
    narrow: Annotated[Int32, Line("whether sums fit 24 bits")]


@dataclass(frozen=True)
class ScalarDenseS4(Rows, ctype="edgec_dense_s4_scalar_params"):
    """An int8 fully connected layer with int4 weights."""

    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(in_c / EDGEC_SCALAR_UNIT)")]
    first: Annotated[Int32, Line("units of the first block, whose sums fit 16 bits, and of another")]
    block: Int32
    blocks: Annotated[Int32, Line("how many there are")]


@dataclass(frozen=True)
class ScalarWinogradS8(Record, ctype="edgec_winograd_s8_scalar_params"):
    """An int8 convolution F(2x2, 3x3)."""

    batch: Int32
    in_h: Annotated[Int32, Line("in_c is a multiple of 4")]
    in_w: Int32
    in_c: Int32
    out_h: Annotated[Int32, Line()]
    out_w: Int32
    out_c: Int32
    pad_top: Annotated[Int32, Line()]
    pad_left: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32
    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class ScalarDwconv2dS8(Record, ctype="edgec_dwconv2d_s8_scalar_params"):
    """An int8 depthwise 3x3 convolution."""

    batch: Int32
    channels: Int32
    in_rows: Int32
    in_cols: Int32
    to_row: Annotated[Int32, Line("steps in the plane from one row and column of the image to the next")]
    to_col: Int32
    first: Annotated[Int32, Line("of the image's cells in the plane")]
    plane: Annotated[Int32, Line("its bytes, a multiple of 4")]
    pitch: Annotated[Int32, Line("its cells across a line")]
    stride: Int32
    lines: Annotated[Int32, Line("of outputs")]
    outputs: Int32
    run: Annotated[Int32, Line("sums of a line: its outputs, and what the kernel computes behind them")]
    strip: Annotated[Int32, Line("lines whose sums scratch holds")]
    y_line: Annotated[Int32, Line("bytes from one line and output to the next")]
    y_step: Int32
    out_size: Annotated[Int32, Line("bytes of one image")]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32
    lo: Int32
    hi: Int32
