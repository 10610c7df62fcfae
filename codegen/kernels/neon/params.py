"""Parameters of the layers with weights in ``runtime_c/neon``, and sizes of their layouts."""

from __future__ import annotations

from edgec.codegen.kernels.params import Defined, Int32, Record
from edgec.codegen.kernels.shared.params import Windowed
from edgec.converter.graph.frozen import dataclass


class GemmNeon(Defined):
    """Streams of the int8 products."""

    EDGEC_GEMM_NEON_CHANNELS = 4  # of a block
    EDGEC_GEMM_NEON_UNIT = 8  # taps that are multiplied together


class RowsLimit(Defined):
    """Windows as rows of an image."""

    EDGEC_ROWS_NEON_TAPS = 32  # rows, at most


class WindowRuns(Defined):
    """Windows as runs of cells."""

    EDGEC_CONV2D_NEON_SEGMENTS = 64  # of a window, at most
    EDGEC_CONV2D_NEON_TAIL = 12  # positions that are copied, at most


class OneChannelNeon(Defined):
    """Layers of one output channel."""

    EDGEC_CONV2D_ONE_NEON_POSITIONS = 8  # of a tile; a row has as many at least


class FewTapsNeon(Defined):
    """1x1 layers of few input channels."""

    EDGEC_CONV2D_FEW_NEON_CHANNELS = 16  # of a block; of the input, at most


class DepthwiseNeon(Defined):
    """Streams of the depthwise layers."""

    EDGEC_DW_NEON_LANES = 16  # channels of a block
    EDGEC_DWCONV2D_NEON_CELLS = 128  # taps at most, and one more
    EDGEC_DWCONV2D_S16_CELLS = 127  # taps at most, of int16 layers


class WinogradNeonStream(Defined):
    """Streams of Winograd convolutions."""

    EDGEC_WINO_NEON_UNIT = 8  # input channels that are multiplied together
    EDGEC_WINO_NEON_CHANNELS = 4  # output channels of a block
    EDGEC_WINO_S4_ENDS = 48  # bytes of a block's biases, multipliers and shifts


@dataclass(frozen=True)
class EpilogueNeon(Record, ctype="edgec_ending_neon"):
    """Requantization of sums to outputs; sums are doubled ``left`` times before."""

    out_zero: Int32
    lo: Int32
    hi: Int32
    left: Int32

    @property
    def is_limited(self) -> bool:
        """Whether limits cut int8 outputs off."""
        return (self.lo, self.hi) != (-128, 127)

    @property
    def is_general(self) -> bool:
        """Whether it has limits, or doubles sums."""
        return self.is_limited or self.left != 0


@dataclass(frozen=True)
class RowsNeon(Windowed, ctype="edgec_rows_neon"):
    """Rows of an image, read in place or copied to rows of ``pitch`` bytes; cells count in bytes."""

    in_zero: Int32
    pitch: Int32


@dataclass(frozen=True)
class RowsLayer(Record):
    """Common first fields of the parameters of layers over rows of an image."""

    rows: RowsNeon
    ending: EpilogueNeon


@dataclass(frozen=True)
class Conv2dNeon(RowsLayer, ctype="edgec_conv2d_neon_params"):
    """A convolution."""

    bytes: Int32
    out_step: Int32


@dataclass(frozen=True)
class Conv2d1x1Neon(Record, ctype="edgec_conv2d_1x1_neon_params"):
    """A convolution of single cells, or a fully connected layer."""

    positions: Int32
    in_c: Int32
    bytes: Int32
    out_c: Int32
    out_step: Int32
    ending: EpilogueNeon


@dataclass(frozen=True)
class Gconv2dNeon(Record, ctype="edgec_gconv2d_neon_params"):
    """A convolution in groups; ``conv`` is that of one group."""

    conv: Conv2dNeon
    groups: Int32
    channels: Int32
    group_bytes: Int32
    patch: Int32


@dataclass(frozen=True)
class Dwconv2dNeon(RowsLayer, ctype="edgec_dwconv2d_neon_params"):
    """A depthwise convolution."""

    out_step: Int32


@dataclass(frozen=True)
class Dwconv2dS16Neon(RowsLayer, ctype="edgec_dwconv2d_s16_neon_params"):
    """A depthwise convolution of int16 activations."""

    out_step: Int32


@dataclass(frozen=True)
class WinogradNeon(RowsLayer, ctype="edgec_winograd_neon_params"):
    """A convolution F(2x2, 3x3); ``rows`` are those of tiles."""

    out_h: Int32
    out_w: Int32
    out_c: Int32
    out_step: Int32


@dataclass(frozen=True)
class ChunksNeon(Record, ctype="edgec_chunks_neon"):
    """Channels of int4 weights that are unpacked at a time."""

    chunk: Int32
    taps: Int32
    room: Int32
    left: Int32


@dataclass(frozen=True)
class Conv2dS4Neon(Record, ctype="edgec_conv2d_s4_neon_params"):
    """A convolution with int4 weights."""

    conv: Conv2dNeon
    chunks: ChunksNeon


@dataclass(frozen=True)
class Conv2dS41x1Neon(Record, ctype="edgec_conv2d_s4_1x1_neon_params"):
    """A convolution of single cells, or a fully connected layer, with int4 weights."""

    conv: Conv2d1x1Neon
    chunks: ChunksNeon


@dataclass(frozen=True)
class Dwconv2dS4Neon(Record, ctype="edgec_dwconv2d_s4_neon_params"):
    """A depthwise convolution with int4 weights."""

    conv: Dwconv2dNeon
    blocks: Int32
    weights: Int32


@dataclass(frozen=True)
class WinogradS4Neon(Record, ctype="edgec_winograd_s4_neon_params"):
    """A convolution F(2x2, 3x3) with int4 weights."""

    conv: WinogradNeon
    chunk: Int32
    room: Int32


@dataclass(frozen=True)
class PackedDense(Record):
    """A fully connected layer with int4 weights that are unpacked to registers."""

    rows: Int32
    in_c: Int32
    pieces: Int32
    out_c: Int32
    out_step: Int32
    ending: EpilogueNeon


@dataclass(frozen=True)
class DenseS4Neon(PackedDense, ctype="edgec_dense_s4_neon_params"):
    """A fully connected layer with int4 weights, by SMULL."""
