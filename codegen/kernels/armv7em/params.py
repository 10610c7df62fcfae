"""Parameters of the kernels in ``runtime_c/armv7em``."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.blocks import BLOCK
from edgec.codegen.kernels.params import Defined, Int32, Int32x4, Line, Record, UInt32, UInt64
from edgec.codegen.kernels.plain.params import Matmul
from edgec.codegen.kernels.shared.params import Broadcast, Groups, Rows, Windowed
from edgec.codegen.kernels.shared.winograd import POINTS, POINTS4
from edgec.converter.graph.frozen import dataclass


class GemmTile(Defined):
    """Tiles of the matrix products."""

    EDGEC_GEMM_POSITIONS = 3
    EDGEC_GEMM_UNIT = 4  # taps of a step
    EDGEC_GEMM_ENDS = 4  # words of a pair's stream that are no weights
    EDGEC_GEMM_ENDS_SHIFTS = 5  # with a shift for each channel
    EDGEC_GEMM_SHIFT = 3  # of channel B in a stream with one shift for all
    EDGEC_GEMM_ROUND = 3  # units from one word of columns to the next by which the loop over k for speed goes on
    EDGEC_CONV2D_TILES = 4  # of windows that are copied together, with int8 weights and even channels


class DenseStep(Defined):
    """Taps that the fully connected layers read at once."""

    EDGEC_DENSE_UNIT = 8  # taps of a step


class PlaneFilters(Defined):
    """Filters of the depthwise layers."""

    EDGEC_DW_PAIRS = 64  # of taps, at most
    EDGEC_DW_END = 8  # bytes behind the taps
    EDGEC_DW_NIBBLES = 8  # int4 taps of a word
    EDGEC_DW_STREAM = 72  # words of a filter whose rows go by blocks of any window
    EDGEC_DW_STEPS = 5  # of pairs of columns of its rows, at most
    EDGEC_DW_FILTERS_STREAM = 72  # the same of raised sums
    EDGEC_DW_FILTERS_STEPS = 6
    EDGEC_DW_RAISED = 8  # the shift of sums of all channels, where they have one


class WinogradStream(Defined):
    """Streams of Winograd convolutions."""

    EDGEC_WINO_POINTS = POINTS
    EDGEC_WINO_SUMS = 4
    EDGEC_WINO_TAIL = 8  # fours behind the first one that are done without a loop
    EDGEC_WINO4_POINTS = POINTS4
    EDGEC_WINO4_SHIFT = 15  # of all channels
    EDGEC_WINO4_ENDS = 7  # words of a channel behind its weights


class AverageCells(Defined):
    """Windows whose sums fit int16."""

    EDGEC_AVGPOOL_CELLS = 128


class SparseTile(Defined):
    """Tiles and rows of weights with zero blocks left out."""

    EDGEC_SPARSE_POSITIONS = 4
    EDGEC_SPARSE_UNIT = BLOCK
    EDGEC_SPARSE_TOGETHER = 4  # blocks of a row's filter whose places share a word


@dataclass(frozen=True)
class AvgpoolS8Armv7em(Windowed, ctype="edgec_avgpool_s8_armv7em_params"):
    """Means of int8 windows, of at most ``EDGEC_AVGPOOL_CELLS`` cells."""

    padded: Int32
    pad_bottom: Int32
    pad_right: Int32
    count_include_pad: Int32
    factors: Annotated[Int32, Line()]
    in_zero: Annotated[Int32, Line()]
    out_zero: Int32


@dataclass(frozen=True)
class MeanS8(Record, ctype="edgec_mean_s8_armv7em_params"):
    """Means of long runs of int8 cells."""

    outer: Int32
    cells: Int32
    inner: Int32
    offset: Annotated[Int32, Line()]
    multiplier: Annotated[Int32, Line()]
    shift: UInt32
    out_zero: Int32


@dataclass(frozen=True)
class AddS8Armv7em(Record, ctype="edgec_add_s8_armv7em_params"):
    """An int8 sum or difference."""

    shape: Annotated[Broadcast, Line("along the last dimension a moves; b moves with it or stays")]
    m_a: Int32
    m_b: Int32
    offset: Int32
    shift: UInt32
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class MulS8Armv7em(Record, ctype="edgec_mul_s8_armv7em_params"):
    """An int8 product."""

    shape: Annotated[Broadcast, Line("as above")]
    a_zero: Int32
    b_zero: Int32
    m: Annotated[Int32, Line()]
    add: UInt32
    shift: Annotated[UInt32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class Conv2dS8Armv7em(Windowed, ctype="edgec_conv2d_s8_armv7em_params"):
    """An int8 convolution; its weights may have four bits, or zero blocks left out."""

    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("of a position's columns")]
    groups: Annotated[Int32, Line()]
    words: Annotated[Int32, Line("of a group in the stream")]
    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class Gconv2dS8Armv7em(Windowed, ctype="edgec_gconv2d_s8_armv7em_params"):
    """An int8 convolution in groups."""

    in_zero: Int32
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    groups: Annotated[Int32, Line()]
    words: Annotated[Int32, Line("of a group in the stream")]
    taps: Annotated[Int32, Line("words of a line under a window")]
    phases: Annotated[Int32, Line("of the columns of windows that are several cells apart")]
    band: Annotated[Int32, Line("rows of outputs whose windows scratch holds")]
    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class DenseS8Armv7em(Rows, ctype="edgec_dense_s8_armv7em_params"):
    """An int8 fully connected layer; its weights may have four bits."""

    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(in_c / EDGEC_DENSE_UNIT)")]


@dataclass(frozen=True)
class DenseS8SparseArmv7em(Rows, ctype="edgec_dense_s8_sparse_armv7em_params"):
    """An int8 fully connected layer with weights of which zero blocks are left out."""

    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32
    units: Annotated[Int32, Line("ceil(in_c / 4), a multiple of 4")]


@dataclass(frozen=True)
class DotS8(Windowed, ctype="edgec_dot_s8_armv7em_params"):
    """An int8 layer as inner products."""

    groups: Int32
    in_zero: Annotated[Int32, Line()]
    out_zero: Annotated[Int32, Line()]
    lo: Int32
    hi: Int32


@dataclass(frozen=True)
class PartOfRows(Record):
    """Rows that become a part of the output's: what the parameters begin with."""

    rows: Int32
    x_columns: Int32
    y_columns: Int32
    y_offset: Int32


@dataclass(frozen=True)
class LinearS8(PartOfRows, ctype="edgec_linear_s8_armv7em_params"):
    """Int8 values in another scale."""

    m: Annotated[Int32, Line()]
    offset: Int32
    shift: UInt32


@dataclass(frozen=True)
class MatmulS8Armv7em(Matmul, ctype="edgec_matmul_s8_armv7em_params"):
    """An int8 matrix product."""

    a_zero: Annotated[Int32, Line()]
    b_zero: Int32
    multiplier: Annotated[Int32, Line()]
    shift: Annotated[UInt32, Line("of edgec_requantize_armv7em")]
    out_zero: Int32
    out_step: Annotated[Int32, Line("elements from one row of y to the next")]


@dataclass(frozen=True)
class NormalizeS8(Record, ctype="edgec_normalize_s8_armv7em_params"):
    """An int8 normalization."""

    shape: Annotated[Groups, Line("n <= 8192")]
    epsilon: Annotated[UInt64, Line("below 2**41")]
    shift: Annotated[UInt32, Line("33..54")]
    out_zero: Int32


@dataclass(frozen=True)
class MaxpoolS8Armv7em(Windowed, ctype="edgec_maxpool_s8_armv7em_params"):
    """Largest int8 values of windows."""

    out_step: Annotated[Int32, Line("bytes from one position of y to the next")]


@dataclass(frozen=True)
class ResampleS8(Record, ctype="edgec_resample_s8_armv7em_params"):
    """An int8 tensor resized along one axis."""

    outer: Int32
    n: Int32
    inner: Int32
    out: Annotated[Int32, Line()]
    pairs: Int32
    out_step: Int32
    in_zero: Annotated[Int32, Line()]
    m: Annotated[Int32, Line()]
    zz: Int32
    shift: UInt32


@dataclass(frozen=True)
class BlendS8(Record, ctype="edgec_blend_s8_armv7em_params"):
    """An int8 tensor resized along one axis, two cells each."""

    outer: Int32
    n: Int32
    inner: Int32
    out: Annotated[Int32, Line()]
    out_step: Int32


@dataclass(frozen=True)
class FactorPerChannel(Record):
    """Common first fields of the parameters of kernels with a factor per channel."""

    positions: Int32
    channels: Int32
    lo: Annotated[Int32, Line()]
    hi: Int32


@dataclass(frozen=True)
class ScaleS8(FactorPerChannel, ctype="edgec_scale_s8_armv7em_params"):
    """An int8 factor per channel."""


@dataclass(frozen=True)
class SoftmaxS8Armv7em(Record, ctype="edgec_softmax_s8_armv7em_params"):
    """An int8 Softmax."""

    rows: Int32
    n: Int32
    out_zero: Annotated[Int32, Line()]


@dataclass(frozen=True)
class Transpose(Record, ctype="edgec_transpose_params"):
    """A transpose of matrices, inside of outer loops."""

    dims: Int32x4
    x_stride: Int32x4
    y_stride: Int32x4
    rows: Annotated[Int32, Line()]
    columns: Int32
    x_row: Annotated[Int32, Line()]
    y_column: Int32


@dataclass(frozen=True)
class WinogradS8(Record, ctype="edgec_winograd_s8_armv7em_params"):
    """An int8 convolution F(2x2, 3x3)."""

    batch: Int32
    in_h: Annotated[Int32, Line("in_c is a multiple of 16")]
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
    out_step: Annotated[Int32, Line("bytes from one position of y to the next; limits ask for out_c")]


@dataclass(frozen=True)
class RecurrentS8(Record, ctype="edgec_recurrent_s8_armv7em_params"):
    """A recurrent layer whose gates are computed two at a time."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    coupled: Int32
    units_x: Annotated[Int32, Line("of eight values of a row of x, of the output before")]
    units_y: Int32
    words: Annotated[Int32, Line("of the streams: gates, a GRU's candidates over x, over the output before")]
    words_x: Int32
    words_y: Int32
    up: Annotated[Int32, Line("bits by which sums are raised")]
    state: Annotated[Int32, Line("fraction bits of the state")]
    raise_: Annotated[Int32, Line("fraction bits that an LSTM's h has more than its cell")]
    out_multiplier: Annotated[Int32, Line()]
    out_zz: Int32
    out_shift: UInt32


@dataclass(frozen=True)
class RecurrentFours(Record, ctype="edgec_recurrent_s8_fours_armv7em_params"):
    """A recurrent layer with sums over x for two steps, and four gates at a time."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    units_x: Annotated[Int32, Line("of eight values of a row of x, of the output before")]
    units_y: Int32
    words: Annotated[Int32, Line("of the stream over x")]
    sums: Annotated[Int32, Line("over x of a step")]
    up: Annotated[Int32, Line("bits by which sums are raised")]
    scale: Annotated[Int32, Line("make an LSTM's state the argument of its function, 256 times as large")]
    more: Int32
    added: Annotated[Int32, Line("round what an LSTM's candidate adds to its state; its shift")]
    down: Int32
    out_multiplier: Annotated[Int32, Line()]
    out_zz: Int32
    out_shift: UInt32
