"""Parameters of the layers with weights in ``runtime_c/mve``, and sizes of their layouts."""

from __future__ import annotations

from typing import Annotated

from edgec.codegen.kernels.params import Defined, Int32, Line, Record
from edgec.codegen.kernels.shared.params import Windowed
from edgec.converter.graph.frozen import dataclass


class GemmMve(Defined):
    """Tiles of the products."""

    EDGEC_GEMM_MVE_CHANNELS = 4  # of a block
    EDGEC_GEMM_MVE_POSITIONS = 3
    EDGEC_GEMM_MVE_PAIR = 2  # positions of a tile of four channels
    EDGEC_GEMM_MVE_JOB = 104  # bytes of the job, which lies in scratch
    EDGEC_GEMM_MVE_VECTOR = 16  # bytes of a step
    EDGEC_CONV2D_MVE_RUNS = 64  # of a window, at most
    EDGEC_ROWS_MVE_TAPS = 32  # rows of a window, at most


@dataclass(frozen=True)
class EndingMve(Record, ctype="edgec_ending_mve"):
    """Requantization of sums to outputs; sums are doubled ``left`` times before."""

    out_zero: Int32
    lo: Int32
    hi: Int32
    left: Int32


@dataclass(frozen=True)
class RowsMve(Windowed, ctype="edgec_rows_mve"):
    """Rows of an image, read in place or copied to rows of ``pitch`` bytes."""

    in_zero: Int32
    pitch: Int32


@dataclass(frozen=True)
class RowsLayerMve(Record):
    """Common first fields of the parameters of layers over rows of an image."""

    rows: RowsMve
    ending: EndingMve


@dataclass(frozen=True)
class Conv2dMve(RowsLayerMve, ctype="edgec_conv2d_mve_params"):
    """A convolution."""

    out_step: Int32


class ColumnsMve(Defined):
    """Tiles of convolutions of 3x3 windows that load a cell once for three columns."""

    EDGEC_COLUMNS_MVE_ROWS = 3  # of a window
    EDGEC_COLUMNS_MVE_POSITIONS = 4
    EDGEC_COLUMNS_MVE_CHANNELS = 4  # of a block
    EDGEC_COLUMNS_MVE_JOB = 100  # bytes of the job, which lies in scratch


@dataclass(frozen=True)
class Conv2d1x1Mve(Record, ctype="edgec_conv2d_1x1_mve_params"):
    """A convolution of single cells, or a fully connected layer; ``buffered``: positions are copied to scratch."""

    positions: Int32
    in_c: Int32
    out_c: Int32
    out_step: Int32
    buffered: Int32
    ending: EndingMve


class NarrowMve(Defined):
    """Tiles of 1x1 convolutions of few input channels."""

    EDGEC_NARROW_MVE_POSITIONS = 32  # whose channels are computed block by block
    EDGEC_NARROW_MVE_CHANNELS = 4  # of a block
    EDGEC_NARROW_MVE_VECTOR = 16  # bytes that a position is read as


@dataclass(frozen=True)
class Conv2dNarrowMve(Record, ctype="edgec_conv2d_narrow_mve_params"):
    """A convolution of single cells of up to 16 bytes."""

    positions: Int32
    in_c: Int32
    out_c: Int32
    out_step: Int32
    out_zero: Int32


class UnpackMve(Defined):
    """Unpacking of int4 weights."""

    EDGEC_UNPACK_MVE_TOGETHER = 32  # weights, and bytes that are written behind a stream


@dataclass(frozen=True)
class BlockMve(Record, ctype="edgec_unpack_mve"):
    """A block of a stream: ``parts`` times ``before`` words and ``weights`` bytes, then ``after`` words."""

    parts: Int32
    before: Int32
    weights: Int32
    after: Int32


@dataclass(frozen=True)
class ChunksMve(Record, ctype="edgec_chunks_mve"):
    """Blocks of int4 weights that are unpacked at a time."""

    unpack: BlockMve
    chunk: Int32


@dataclass(frozen=True)
class Conv2dS4Mve(Record, ctype="edgec_conv2d_s4_mve_params"):
    """A convolution with int4 weights; ``room`` is the scratch that unpacked ones take."""

    conv: Conv2dMve
    chunks: ChunksMve
    room: Int32


@dataclass(frozen=True)
class Conv2dS41x1Mve(Record, ctype="edgec_conv2d_s4_1x1_mve_params"):
    """A convolution of single cells, or a fully connected layer, with int4 weights."""

    conv: Conv2d1x1Mve
    chunks: ChunksMve


class WinogradMve(Defined):
    """Winograd convolutions of int16."""

    EDGEC_WINOGRAD_MVE_CHANNELS = 4  # of a block of outputs
    EDGEC_WINOGRAD_MVE_COLUMNS = 4  # outputs of two tiles
    EDGEC_WINOGRAD_MVE_TAPS = 8  # input channels of a step
    EDGEC_WINOGRAD_MVE_POINTS = 128  # bytes of a step's points


@dataclass(frozen=True)
class WinogradS16Mve(Windowed, ctype="edgec_winograd_s16_mve_params"):
    """A Winograd convolution; ``chunk``: blocks whose weights' points are in scratch at a time."""

    lo: Int32
    hi: Int32
    chunk: Annotated[Int32, Line()]
    out_step: Annotated[Int32, Line()]


class DepthwiseMve(Defined):
    """Streams of the depthwise layers."""

    EDGEC_DW_MVE_LANES = 8  # channels of a block
    EDGEC_DW_MVE_ENDS = 72  # bytes of a block beside the weights
    EDGEC_DW_3X3_MVE_LANES = 16  # channels of a block
    EDGEC_DW_3X3_MVE_WEIGHTS = 16  # bytes of a channel
    EDGEC_DW_3X3_MVE_LEADING = 5  # zeros before those
    EDGEC_DW_3X3_MVE_BEHIND = 8  # zeros behind all weights
    EDGEC_DW_3X3_MVE_ENDS = 2  # words of a channel
    EDGEC_DW_3X3_MVE_ROWS = 40  # bytes of what is known of a group of bands
    EDGEC_DW_3X3_MVE_SHIFT = 16  # of all channels, after factors
    EDGEC_DW_3X3_MVE_FOUR = 64  # bytes of where the columns of four outputs lie, with stride 2


@dataclass(frozen=True)
class Dwconv2dMve(RowsLayerMve, ctype="edgec_dwconv2d_mve_params"):
    """A depthwise convolution with ``many`` filters a channel."""

    many: Int32
    out_step: Int32


@dataclass(frozen=True)
class Dwconv2d3x3Mve(Windowed, ctype="edgec_dw_3x3_mve_params"):
    """A depthwise convolution of 3x3 windows; ``bands`` bands of rows are in scratch at a time.

    ``keeps``: rows that are kept where outputs replace them.  ``turned``: the geometry's rows are columns of the image.
    ``groups``: of bands in scratch whose rows lie at the same steps, at most.
    """

    in_zero: Int32
    out_zero: Int32
    bands: Int32
    columns: Int32
    out_step: Int32
    keeps: Int32
    turned: Int32
    groups: Int32


class PairsOfOutputsMve(Defined):
    """Columns of depthwise 3x3 layers with stride 2."""

    EDGEC_DW_PAIRS_MVE_LANES = 16  # channels of a block
    EDGEC_DW_PAIRS_MVE_WEIGHTS = 10  # bytes of a channel, which a zero ends
    EDGEC_DW_PAIRS_MVE_COLUMN = 64  # bytes of a column
    EDGEC_DW_PAIRS_MVE_PAIR = 256  # bytes of the columns of two outputs
    EDGEC_DW_PAIRS_MVE_BEFORE = 768  # bytes that the last eight outputs may read before all columns
    EDGEC_DW_PAIRS_MVE_SHIFT = 16  # of all channels, after factors


@dataclass(frozen=True)
class DwPairsMve(Windowed, ctype="edgec_dw_pairs_mve_params"):
    """A depthwise convolution of 3x3 windows with stride 2; ``bands`` rows of outputs are computed at a time."""

    in_zero: Int32
    out_zero: Int32
    bands: Int32
    out_step: Int32


@dataclass(frozen=True)
class Dwconv2dS4Mve(Record, ctype="edgec_dwconv2d_s4_mve_params"):
    """A depthwise convolution with int4 weights."""

    conv: Dwconv2dMve
    unpack: BlockMve
    blocks: Int32
    room: Int32


@dataclass(frozen=True)
class Dwconv2d3x3S4Mve(Record, ctype="edgec_dw_3x3_s4_mve_params"):
    """A depthwise convolution of 3x3 windows with int4 weights."""

    conv: Dwconv2d3x3Mve
    unpack: BlockMve
    room: Int32


class RecurrentMve(Defined):
    """Sums of a recurrent layer's gates."""

    EDGEC_RECURRENT_MVE_CELLS = 4
    EDGEC_RECURRENT_MVE_VECTOR = 16  # bytes of a step


@dataclass(frozen=True)
class RecurrentS8Mve(Record, ctype="edgec_recurrent_s8_mve_params"):
    """A recurrent layer whose gates are computed four at a time."""

    steps: Int32
    batch: Int32
    in_: Int32
    hidden: Int32
    reverse: Annotated[Int32, Line()]
    words: Annotated[Int32, Line("of the stream, of a GRU's stream of candidates behind it")]
    apart: Int32
    shift: Annotated[Int32, Line("of a gate's sum")]
    state: Annotated[Int32, Line("fraction bits of the state")]
    raise_: Annotated[Int32, Line("fraction bits that an LSTM's h has more than its cell")]
    out_multiplier: Annotated[Int32, Line()]
    out_shift: Int32
    out_zero: Int32
