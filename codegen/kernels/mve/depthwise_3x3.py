"""Bindings of the Helium depthwise convolutions of 3x3 windows."""

from __future__ import annotations

from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8, INT32_MAX, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import owned, unpacking
from edgec.codegen.kernels.mve.depthwise import layer_parts, unpacked_counts
from edgec.codegen.kernels.mve.pack import VECTOR, BlockStream
from edgec.codegen.kernels.mve.params import DepthwiseMve, Dwconv2d3x3Mve, Dwconv2d3x3S4Mve
from edgec.codegen.kernels.neon.pack import STREAM, Ending
from edgec.codegen.kernels.neon.turn import swapped
from edgec.codegen.kernels.plain.conv import conv_macs
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

UNREAD = (*(f"geo.{name}_{axis}" for name in ("kernel", "stride", "dilation") for axis in "hw"), "geo.out_c")
WIDE = DepthwiseMve.EDGEC_DW_3X3_MVE_LANES.value
WEIGHTS, BEHIND = DepthwiseMve.EDGEC_DW_3X3_MVE_WEIGHTS.value, DepthwiseMve.EDGEC_DW_3X3_MVE_BEHIND.value
ROWS = DepthwiseMve.EDGEC_DW_3X3_MVE_ROWS.value
SHIFT, FOUR = DepthwiseMve.EDGEC_DW_3X3_MVE_SHIFT.value, DepthwiseMve.EDGEC_DW_3X3_MVE_FOUR.value
EIGHT = {1: 32, 2: 24}  # bytes of the table for eight outputs, by stride
NARROW = 8  # channels, of which 16 bytes are two cells
COLUMN, NARROW_COLUMN = 64, 32  # bytes of four rows of a column
LEADING = DepthwiseMve.EDGEC_DW_3X3_MVE_LEADING.value
BANDS = 8  # in scratch, at most
ROOM, SHARE, ROOM_2, FRUGAL_ROOM = 2816, 5, 7168, 1024  # bytes of scratch, unless one band takes more; of the input's
MOST_OFFSET = 65535  # of the table
FULL = (-128, 127)
PAD = 2  # rows and columns of padding, at most
COLUMNS, CHANNELS, EIGHTS, FOURS = (14, 12), (21, 20), (26, 32), (16, 20)  # instructions of the assembly, by stride
BAND = 16  # instructions of the assembly beside a band's columns
PART, GROUP, BLOCK = 150, 90, 100  # instructions about each, beside the assembly
HALF, HALVES = 17, 24  # instructions of four outputs in the last column, bytes of the table for them
WHY = "3x3: eight outputs from 32 bytes of a channel"


def _is_narrow(view: NodeView) -> bool:
    """Return whether 16 bytes are two cells."""
    return view.x(0).shape[3] == NARROW and view.x(0).shape[2] % 2 == 0


@dataclass(frozen=True)
class Bands:
    """Walk of a layer over its image in bands of rows.

    ``view`` is the layer, or with ``turned`` the one whose rows are its columns.  Of ``count`` bands of rows
    ``together`` are in scratch at a time, of ``columns`` columns; windows of the last one reach
    ``behind`` columns further.  ``shares``: the output may take the place of the
    input; ``kept`` rows of the input are then kept from one part of the bands to the next.
    """

    view: NodeView
    turned: bool
    count: int
    together: int
    columns: int
    behind: int
    kept: int
    shares: bool

    @property
    def stride(self) -> int:
        """The step from one output to the next, of rows and columns."""
        return self.view.attrs(ConvAttrs).strides[0]

    @property
    def narrow(self) -> bool:
        """Whether 16 bytes are two cells of a row, which those of a turned image are not."""
        return not self.turned and _is_narrow(self.view)

    @property
    def rows(self) -> int:
        """Rows of outputs of a band."""
        return 2 if self.stride == 1 else 1

    @property
    def wide(self) -> int:
        """Columns of four outputs."""
        return 2 if self.stride == 1 else 4

    @property
    def row_fours(self) -> int:
        """Steps of four outputs for a band; with stride 1 and an odd number of columns, without the last column."""
        width = int(self.view.y.shape[2])
        return width // 2 if self.stride == 1 else -(-width // 4)

    @property
    def odd(self) -> bool:
        """Whether outputs in the last column are computed apart, for two bands together."""
        return self.stride == 1 and self.view.y.shape[2] % 2 == 1

    @property
    def parts(self) -> tuple[int, ...]:
        """Bands of each filling of scratch."""
        return _parts(self.count, self.together)

    @property
    def cells(self) -> int:
        """Columns of the input that are loaded for a band, 16 bytes each."""
        return int(self.view.x(0).shape[2]) // (2 if self.narrow else 1)

    @property
    def band(self) -> int:
        """Bytes of the columns of a band."""
        return self.columns * self.column

    @property
    def column(self) -> int:
        """Bytes of a column."""
        return NARROW_COLUMN if self.narrow else COLUMN

    @property
    def all_columns(self) -> int:
        """Bytes of the columns in scratch."""
        return self.together * self.band + self.behind * self.column

    @property
    def part_groups(self) -> tuple[int, ...]:
        """Groups of bands whose rows lie at the same steps, of each filling of scratch (edgec_dw_groups_mve)."""
        height, oh, top = self.view.x(0).shape[1], int(self.view.y.shape[1]), self.view.attrs(ConvAttrs).pads[0]
        needed, regular = (4, oh // 2) if self.stride == 1 else (3, oh)
        groups: list[int] = []
        band = 0
        for together in self.parts:
            count, end, kept = 0, band + together, band > 0 and self.kept > 0
            while band < end:
                row = min(self.rows * band, oh - self.rows) * self.stride - top
                last = min(regular, end)
                alone = kept or row < 0 or row + needed > height or band >= last
                band += 1 if alone else min((height - needed - row) // 2 + 1, last - band)
                count, kept = count + 1, False
            groups.append(count)
        return tuple(groups)

    @property
    def groups(self) -> int:
        """Groups of bands in scratch, at most."""
        return max(self.part_groups)

    @property
    def scratch(self) -> int:
        """Bytes of scratch: a cell of padding, columns, rows that are kept, groups, places of columns, the table."""
        table, c = -(-self.row_fours * self.together // 2) * EIGHT[self.stride], self.view.x(0).shape[3]
        table += -(-self.together // 2) * HALVES if self.odd else 0
        kept = -(-self.kept * int(self.view.x(0).shape[2]) * c // 4) * 4
        cell = max(0, max(WIDE, -(-c // 4) * 4) - self.view.attrs(ConvAttrs).pads[1] * self.column)
        places = FOUR if self.stride == 2 else 0
        return cell + self.all_columns + kept + self.groups * ROWS + places + table

    @property
    def reach(self) -> int:
        """The furthest place of the table, in positions of the output."""
        _, h, w, _ = self.view.y.shape
        row, step = (1, h) if self.turned else (w, 1)
        return int((self.together * self.rows - 1) * row + (w - 1) * step)

    @property
    def fits(self) -> bool:
        """Whether the table holds all places."""
        return bool(max(self.reach * self.view.y.shape[3], self.all_columns) <= MOST_OFFSET)

    @property
    def loaded(self) -> int:
        """Instructions of the assembly for the columns of a band."""
        return self.cells * COLUMNS[self.stride - 1] + BAND

    @property
    def outputs(self) -> int:
        """Instructions of the assembly for the outputs of a channel."""
        channel, eight, four = (each[self.stride - 1] for each in (CHANNELS, EIGHTS, FOURS))
        fours = [n * self.row_fours for n in self.parts]
        halves = sum(-(-n // 2) for n in self.parts) if self.odd else 0
        return sum(channel + f // 2 * eight + f % 2 * four for f in fours) + HALF * halves

    @property
    def blocks(self) -> int:
        """Blocks of up to 16 channels."""
        return -(-int(self.view.x(0).shape[3]) // WIDE)

    @property
    def channels(self) -> int:
        """Channels that are computed: the last block of 16 ends with the last channel."""
        c = int(self.view.x(0).shape[3])
        return c if c < WIDE else self.blocks * WIDE

    @property
    def assembly(self) -> int:
        """Instructions of the assembly for an image."""
        return self.blocks * self.count * self.loaded + self.channels * self.outputs

    @property
    def copies(self) -> int:
        """Cells of rows that are kept."""
        return self.blocks * (len(self.parts) - 1) * self.kept * self.cells

    @property
    def cost(self) -> int:
        """Instructions, about."""
        beside = PART * len(self.parts) + GROUP * sum(self.part_groups) + BLOCK * self.blocks * len(self.parts)
        return self.assembly + beside + 6 * self.copies


def bands_of(view: NodeView) -> Bands | None:
    """The bands of a layer, whichever way takes less of those that fit scratch, or least scratch.

    None where no table holds where outputs lie.
    """
    ways = [view] if _is_narrow(view) or view.x(1).data is None else [view, swapped(view)]
    every = (_bands(one, one is not view, n) for one in ways for n in range(1, BANDS + 1))
    usable = [one for one in every if one.fits]
    size, stride = view.x(0).size, view.attrs(ConvAttrs).strides[0]
    room = FRUGAL_ROOM if view.frugal else max(ROOM, size // SHARE) if stride == 1 else ROOM_2
    fitting = [one for one in usable if one.scratch <= room]
    if not fitting:
        return min(usable, key=lambda one: one.scratch, default=None)
    return min(fitting, key=lambda one: (one.cost, one.scratch))


def _parts(count: int, together: int) -> tuple[int, ...]:
    """Bands of each filling of scratch: as few fillings as there may be, of almost as many bands."""
    sizes: list[int] = []
    for left in range(-(-count // together), 0, -1):
        sizes.append(-(-(count - sum(sizes)) // left))
    return tuple(sizes)


def _bands(view: NodeView, turned: bool, together: int) -> Bands:
    """The layer with so many bands at a time, or as many as there are."""
    a, (n, _, width, c), (_, oh, ow, _) = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
    stride = a.strides[0]
    rows = 2 if stride == 1 else 1
    reached, padded = stride * ow + 2, max(0, stride * (ow - 1) + 3 - a.pads[1] - width)
    columns = (
        a.pads[1] + width if padded <= a.pads[1] else max(a.pads[1] + width, reached)
    )  # padding may serve two bands
    count = -(-oh // rows)
    parts = _parts(count, min(together, count))
    together, starts = parts[0], [sum(parts[:i]) for i in range(1, len(parts))]
    in_place = stride == 1 and a.pads == (1, 1, 1, 1)  # each cell takes the place of its own
    apart = n == 1 and (c % WIDE == 0 or c < WIDE)  # no channels are computed twice
    firsts = [min(b * rows, oh - rows) for b in starts]
    read = [(first * stride - a.pads[0]) * width for first in firsts]  # cells before those that are still read
    ordered = not turned and all(b * rows * ow <= cell for b, cell in zip(starts, read, strict=True))
    shares = apart and (in_place or ordered or not starts)
    overlaps = [b * rows - first + 1 for b, first in zip(starts, firsts, strict=True)]
    kept = max(overlaps, default=0) if shares and in_place else 0
    return Bands(view, turned, count, together, columns, max(0, reached - columns), kept, shares)


def stream_of(taps: Array, layer: Layer, ending: Ending) -> BlockStream | Misfit:
    """The stream with such bytes of weights; all channels shift by as much, behind factors of their own."""
    zero = np.array([f.m == 0 for f in layer.factors])
    raised = np.where(zero, 0, SHIFT + ending.minus_n)
    if ending.left or raised.min() < 0:
        return Misfit("a factor is very large or small")
    factors = np.left_shift(np.int64(1), raised)
    most = np.maximum(np.maximum(np.abs(layer.low), np.abs(layer.high)), 2 * np.abs(ending.bias.astype(np.int64)) + 1)
    if (most * factors).max() > INT32_MAX:
        return Misfit("a factor is very large")
    biases = (2 * ending.bias.astype(np.int64) + 1) * factors  # the lowest bit that is set is the factor
    ends = np.stack([biases, ending.m], axis=1).astype(np.int32).reshape(1, -1)
    return BlockStream(np.zeros((1, 1, 0), np.int32), taps.reshape(1, 1, -1), ends)


def columns_of(layer: Layer, turned: bool = False) -> Array:
    """The columns of the weights, int8 [channels, column, row]."""
    w = layer.w.astype(np.int8).reshape(-1, 3, 3)
    return w if turned else np.swapaxes(w, 1, 2)


def _stream(layer: Layer, ending: Ending, turned: bool) -> BlockStream | Misfit:
    """Weights, and how sums become bytes."""
    columns = np.pad(columns_of(layer, turned), ((0, 0), (0, 0), (0, 1))).reshape(len(layer.w), -1)
    taps: Array = np.pad(columns[:, : WEIGHTS - LEADING], ((0, 0), (LEADING, 0))).reshape(-1)
    return stream_of(np.pad(taps, (0, BEHIND)), layer, ending)


def _bind(view: NodeView, bits: int) -> Bound:
    """3x3 windows of strides 1 and 2."""
    a, (_, oh, ow, oc) = view.attrs(ConvAttrs), view.y.shape
    if view.x(1).shape[1:3] != (3, 3) or a.strides not in ((1, 1), (2, 2)) or a.dilations != (1, 1):
        return Misfit("the windows are not 3x3 of stride 1 or 2")
    if max(a.pads) > PAD or (a.strides == (1, 1) and min(oh, ow) < 2) or oc != view.x(0).shape[3]:
        return Misfit("the padding is large, the output small, or a channel has several filters")
    parts = layer_parts(view, bits)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    if (layer.lo, layer.hi) != FULL:
        return Misfit("outputs have limits")
    bands = bands_of(view)
    if bands is None:
        return Misfit("rows are too long for offsets of 16 bits")
    stream = _stream(layer, ending, bands.turned)
    if isinstance(stream, Misfit):
        return stream
    params = Dwconv2d3x3Mve(
        conv_geometry(bands.view), layer.in_zero, layer.out_zero,
        *(bands.together, bands.columns, oc, bands.kept, int(bands.turned), bands.groups),
    )  # fmt: skip
    args = (operand(view, 0), const("weights", "int8_t", stream.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    symbol = f"edgec_dwconv2d_s8_3x3_s{bands.stride}_mve"
    why = f"{WHY}; turned: its rows run along the image's height" if bands.turned else WHY
    header, steps, inplace = "edgec_dwconv2d_s8_3x3_mve.h", (("out_step", 1),), (0,) if bands.shares else ()
    call = Call(
        symbol, header, params, args, bands.scratch, conv_macs(view), inplace, why, None, steps,
        most_pitch=MOST_OFFSET // max(1, bands.reach),
    ).without(*UNREAD)  # fmt: skip
    if bits == 8:
        return (call,)
    packed = Dwconv2d3x3S4Mve(params, stream.block, stream.room)
    return (unpacking(call, stream, packed, "edgec_dwconv2d_s4_3x3_mve.h", stream.room),)


def _work(view: NodeView, call: Call) -> Counts:
    """Bands and their parts, the instructions of the assembly."""
    bands, n = bands_of(view), view.x(0).shape[0]
    assert bands is not None
    fours = bands.together * (bands.row_fours + int(bands.odd))
    counts: Counts = (
        ("call", 1),
        ("built", fours),
        ("part", n * len(bands.parts)),
        ("group", n * sum(bands.part_groups)),
        ("block", n * bands.blocks * len(bands.parts)),
        ("kept", n * bands.copies),
        ("assembly", n * bands.assembly),
        *unpacked_counts(call),
    )
    return owned("dw_3x3_mve", counts)


KERNELS: tuple[Kernel, ...] = tuple(
    Kernel(
        LIBRARY, f"dwconv2d_s{bits}_3x3", "Conv", I8, partial(_bind, bits=bits), _work,
        grid=int4(grids.DEPTHWISE_3X3) if bits == 4 else grids.DEPTHWISE_3X3,
    )
    for bits in (8, 4)
)  # fmt: skip
