"""Bindings of the Helium depthwise convolutions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import ROWS, owned, rows_pitch, rows_scratch, unpacking
from edgec.codegen.kernels.mve.pack import VECTOR, BlockStream, ending_params, four_bytes
from edgec.codegen.kernels.mve.params import (
    DepthwiseMve,
    Dwconv2d3x3Mve,
    Dwconv2d3x3S4Mve,
    Dwconv2dMve,
    Dwconv2dS4Mve,
    RowsMve,
)
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of, rows_of_block
from edgec.codegen.kernels.neon.s16 import layer_s16
from edgec.codegen.kernels.neon.turn import swapped, turned
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, is_depthwise
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

UNREAD_3X3 = (
    "geo.kernel_h",
    "geo.kernel_w",
    "geo.stride_h",
    "geo.stride_w",
    "geo.dilation_h",
    "geo.dilation_w",
    "geo.out_c",
)
LANES = DepthwiseMve.EDGEC_DW_MVE_LANES.value
EVEN_FIRST = [*range(0, LANES, 2), *range(1, LANES, 2)]
BANDS, WIDE = DepthwiseMve.EDGEC_DW_3X3_MVE_BANDS.value, DepthwiseMve.EDGEC_DW_3X3_MVE_LANES.value
COLUMN, NARROW_COLUMN = 64, 32  # bytes of four rows of a column
ROOM, ROOM_2, FRUGAL_ROOM = 3200, 6656, 1024  # bytes of scratch for bands (of stride 2), unless one takes more
FULL = (-128, 127)
MOST_BYTES = 65535  # of a cell, for offsets of 16 bits
MOST_N = 22  # a zero point times 2**n fits int32
PAD = 2  # rows and columns of padding, at most
WHY_3X3 = "3x3: four outputs from 16 bytes of a channel"
WHY = "8 channels, products of 16 bits"


def layer_parts(view: NodeView, bits: int) -> tuple[Layer, Ending] | Misfit:
    """The numbers of a depthwise layer."""
    if not is_depthwise(view):
        return Misfit("the layer is not depthwise")
    if view.x(1).shape[1] > ROWS:
        return Misfit(f"a window has more than {ROWS} rows")
    clamp, wide = view.attrs(ConvAttrs).clamp, view.x(0).dtype is DType.I16
    layer = layer_s16(view, clamp) if wide else layer_of(view, clamp)
    if isinstance(layer, Misfit):
        return layer
    if not wide and layer.bits != bits:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    ending = ending_of(layer)
    return ending if isinstance(ending, Misfit) else (layer, ending)


def blocks_of(outputs: int) -> list[int]:
    """The first channel of each block; the last one ends with the last channel."""
    return [*range(0, outputs - LANES, LANES), outputs - LANES] if outputs > LANES else [0]


def _stream(w: Array, ending: Ending) -> BlockStream:
    """The stream of int8 weights [O, taps]."""
    before, weights, after = [], [], []
    for first in blocks_of(len(w)):
        block, bias, m, minus_n = (rows_of_block(a, first, LANES) for a in (w, ending.bias, ending.m, ending.minus_n))
        before.append(bias[EVEN_FIRST])
        weights.append(block.T.reshape(-1))
        after.append(np.concatenate([m[EVEN_FIRST], four_bytes(minus_n[EVEN_FIRST])]))
    return BlockStream(np.stack(before)[:, None], np.stack(weights)[:, None], np.stack(after))


def _bind_any(view: NodeView, bits: int) -> Bound:
    """Windows of any size."""
    view = turned(view)
    found = layer_parts(view, bits)
    if isinstance(found, Misfit):
        return found
    (layer, ending), many = found, view.y.shape[3] // view.x(0).shape[3]
    pitch, size = rows_pitch(view), view.x(0).dtype.bytes
    if view.x(0).shape[3] * size > MOST_BYTES:
        return Misfit("the bytes of a cell do not fit 16 bits")
    rows = RowsMve(replace(conv_geometry(view), in_c=view.x(0).shape[3] * size), layer.in_zero, pitch)
    params = Dwconv2dMve(rows, ending_params(layer, ending.left), many, view.y.shape[3] * size)
    blocks = _stream(layer.w.astype(np.int8), ending)
    args = (operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 and many == 1 else None
    symbol, header = f"edgec_dwconv2d_s{8 * size}_mve", "edgec_dwconv2d_s8_mve.h"
    scratch, steps = max(VECTOR, rows_scratch(view, pitch)), (("out_step", size),)
    inplace = (0,) if where is not None and _shares(view, pitch) else ()
    call = Call(symbol, header, params, args, scratch, conv_macs(view), inplace, WHY, where, steps)
    if bits == 8:
        return (call,)
    packed = Dwconv2dS4Mve(params, blocks.block, len(blocks.after), blocks.room)
    return (unpacking(call, blocks, packed, "edgec_dwconv2d_s4_mve.h", blocks.room),)


def _shares(view: NodeView, pitch: int) -> bool:
    """Whether each output may take the place of input cells that nothing reads any more.

    Channels go one block after the other along a row, so that it is cells that count, of which no channel is computed
    twice.
    """
    a, (_, h, w, c), (_, oh, ow, _) = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
    if c % LANES and c > LANES:
        return False
    span = (view.x(1).shape[1] - 1) * a.dilations[0] + 1
    for row in range(oh):
        first = row * a.strides[0] - a.pads[0]
        if pitch:  # rows are copied before outputs replace them
            loaded = min(h, first + span)
            safe = loaded == h or (row + 1) * ow <= loaded * w
        else:
            along = max(0, first) * w - row * ow
            later = max(0, first + a.strides[0]) * w
            safe = along >= 0 and (row == oh - 1 or (row + 1) * ow <= later)
        if not safe:
            return False
    return True


def _unpacked(call: Call) -> Counts:
    """What unpacking int4 weights counts."""
    arrays = [arg.array.data for arg in call.args if isinstance(arg, Const)]
    if len(arrays) == 1:
        return ()
    return ("unpack_dw_mve.word", len(arrays[1])), ("unpack_dw_mve.vector", len(arrays[0]) / VECTOR)


def _work_any(view: NodeView, call: Call) -> Counts:
    """Positions of blocks of channels, their rows and cells."""
    view = turned(view)
    params = call.params
    p = params.conv if isinstance(params, Dwconv2dS4Mve) else call.params_of(Dwconv2dMve)
    (n, h, w, c), (_, oh, ow, oc), (_, kh, kw, _) = view.x(0).shape, view.y.shape, view.x(1).shape
    pitch, blocks = p.rows.pitch, len(blocks_of(oc))
    positions = n * oh * ow * blocks
    counts: Counts = (
        ("call", 1),
        ("row", n * oh),
        ("loaded", n * h if pitch else 0),
        ("copied", n * h * (w * c * view.x(0).dtype.bytes / VECTOR) if pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("block", n * oh * blocks),
        ("position", positions),
        ("line", positions * kh),
        ("cell", positions * kh * kw),
        *_unpacked(call),
    )
    return owned("dw_mve", counts)


def _is_narrow(view: NodeView) -> bool:
    """Whether 16 bytes are two cells."""
    return view.x(0).shape[3] == LANES and view.x(0).shape[2] % 2 == 0


@dataclass(frozen=True)
class Bands:
    """How a 3x3 layer goes over its image.

    ``view`` is the layer, or with ``turned`` the one whose rows are its columns.  Of ``count`` bands of rows
    ``together`` are in scratch at a time, of ``columns`` columns.  ``shares``: the output may take the place of the
    input; ``kept`` rows of the input are then kept from one part of the bands to the next.
    """

    view: NodeView
    turned: bool
    count: int
    together: int
    columns: int
    kept: int
    shares: bool

    @property
    def parts(self) -> int:
        """How often scratch is filled for a block of channels."""
        return -(-self.count // self.together)

    @property
    def runs(self) -> int:
        """Runs of outputs of a band."""
        wide, outputs = self.wide, self.view.y.shape[2]
        return int(outputs >= wide) + int(outputs % wide > 0)

    @property
    def wide(self) -> int:
        """Columns of four outputs."""
        return 2 if self.view.attrs(ConvAttrs).strides == (1, 1) else 4

    @property
    def cells(self) -> int:
        """Columns of the input that are loaded for a band, 16 bytes each."""
        return self.view.x(0).shape[2] // (2 if _is_narrow(self.view) else 1)

    @property
    def scratch(self) -> int:
        """Bytes of scratch: a cell of padding, columns, rows that are kept."""
        column = NARROW_COLUMN if _is_narrow(self.view) else COLUMN
        return WIDE + self.together * self.columns * column + self.kept * self.cells * WIDE

    @property
    def cost(self) -> int:
        """Instructions for 16 channels, about."""
        fours = -(-self.view.y.shape[2] // self.wide)
        channel = self.count * (15 * fours + 6 * self.runs) + 30 * self.parts
        return WIDE * channel + self.count * (22 * self.cells + 66)


def bands_of(view: NodeView) -> Bands:
    """The bands of a layer, whichever way takes less."""
    straight = _bands(view, False)
    if _is_narrow(view) or view.x(1).data is None:
        return straight
    turned = _bands(swapped(view), True)
    return turned if turned.cost < straight.cost else straight


def _bands(view: NodeView, turned: bool) -> Bands:
    """The bands of a layer, as many at a time as fit, the same number but for the last ones."""
    a, (n, _, width, c), (_, oh, ow, _) = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
    stride = a.strides[0]
    rows = 2 if stride == 1 else 1
    columns = max(a.pads[1] + width, ow + 2 if stride == 1 else max(2 * ow + 2, 10))
    count = -(-oh // rows)
    room = FRUGAL_ROOM if view.frugal else ROOM if stride == 1 else ROOM_2
    most = min(count, BANDS, max(1, room // (columns * (NARROW_COLUMN if _is_narrow(view) else COLUMN))))
    together = -(-count // -(-count // most))
    starts = range(together, count, together)
    in_place = stride == 1 and a.pads == (1, 1, 1, 1)  # each cell takes the place of its own
    apart = n == 1 and (c % WIDE == 0 or c < WIDE)  # no channels are computed twice
    firsts = [min(b * rows, oh - rows) for b in starts]
    read = [(first * stride - a.pads[0]) * width for first in firsts]  # cells before those that are still read
    ordered = not turned and all(b * rows * ow <= cell for b, cell in zip(starts, read, strict=True))
    shares = apart and (in_place or ordered or not starts)
    overlaps = [b * rows - first + 1 for b, first in zip(starts, firsts, strict=True)]
    kept = max(overlaps, default=0) if shares and in_place else 0
    return Bands(view, turned, count, together, columns, kept, shares)


def _bind_3x3(view: NodeView, bits: int) -> Bound:
    """3x3 windows of strides 1 and 2."""
    a, (_, oh, ow, oc) = view.attrs(ConvAttrs), view.y.shape
    if view.x(1).shape[1:3] != (3, 3) or a.strides not in ((1, 1), (2, 2)) or a.dilations != (1, 1):
        return Misfit("the windows are not 3x3 of stride 1 or 2")
    if max(a.pads) > PAD or (a.strides == (1, 1) and min(oh, ow) < 2) or oc != view.x(0).shape[3]:
        return Misfit("the padding is large, the output small, or a channel has several filters")
    found = layer_parts(view, bits)
    if isinstance(found, Misfit):
        return found
    layer, ending = found
    if ending.left or int(-ending.minus_n.min()) > MOST_N or (layer.lo, layer.hi) != FULL:
        return Misfit("outputs have limits, or a factor is very large or small")
    bands, stride = bands_of(view), a.strides[0]
    w = np.swapaxes(layer.w.reshape(-1, 3, 3), 1, 2) if bands.turned else layer.w.reshape(-1, 3, 3)
    taps = np.pad(w.astype(np.int8).transpose(0, 2, 1), ((0, 0), (0, 0), (0, 1)))
    ends = np.stack([ending.bias, ending.m, ending.minus_n], axis=1).reshape(1, -1)
    stream = BlockStream(np.zeros((1, 1, 0), np.int32), taps.reshape(1, 1, -1), ends)
    params = Dwconv2d3x3Mve(
        conv_geometry(bands.view), layer.in_zero, layer.out_zero,
        *(bands.together, bands.columns, oc, int(bands.kept > 0), int(bands.turned)),
    )  # fmt: skip
    args = (operand(view, 0), const("weights", "int8_t", stream.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    symbol = f"edgec_dwconv2d_s8_3x3_s{stride}_{'narrow' if _is_narrow(view) else 'wide'}_mve"
    why = f"{WHY_3X3}; turned: its rows run along the image's height" if bands.turned else WHY_3X3
    header, steps, inplace = "edgec_dwconv2d_s8_3x3_mve.h", (("out_step", 1),), (0,) if bands.shares else ()
    call = Call(symbol, header, params, args, bands.scratch, conv_macs(view), inplace, why, None, steps)
    call = call.without(*UNREAD_3X3)
    if bits == 8:
        return (call,)
    packed = Dwconv2d3x3S4Mve(params, stream.block, stream.room)
    return (unpacking(call, stream, packed, "edgec_dwconv2d_s4_3x3_mve.h", stream.room),)


def _work_3x3(view: NodeView, call: Call) -> Counts:
    """Columns of bands, channels of bands in scratch, runs of outputs, four outputs at a time."""
    bands, n, c = bands_of(view), view.x(0).shape[0], view.x(0).shape[3]
    blocks = -(-c // WIDE)
    channels = n * (c if c < WIDE else blocks * WIDE)
    outputs = bands.view.y.shape[2]
    counts: Counts = (
        ("call", 1),
        ("filled", call.scratch_bytes / VECTOR),
        ("part", n * blocks * bands.parts),
        ("band", n * blocks * bands.count),
        ("column", n * blocks * (bands.count + (bands.parts - 1 if bands.kept else 0)) * bands.cells),
        ("channel", channels * bands.parts),
        ("run", channels * bands.count * bands.runs),
        (f"four_{view.attrs(ConvAttrs).strides[0]}", channels * bands.count * -(-outputs // bands.wide)),
        *_unpacked(call),
    )
    return owned("dw_3x3_mve", counts)


def _kernels(bits: int) -> tuple[Kernel, ...]:
    """The kernels for weights of so many bits."""
    name = f"dwconv2d_s{bits}"
    layers = [int4(grid) if bits == 4 else grid for grid in (grids.DEPTHWISE_3X3, grids.DEPTHWISE)]
    three, others = partial(_bind_3x3, bits=bits), partial(_bind_any, bits=bits)
    return (
        Kernel(LIBRARY, f"{name}_3x3", "Conv", I8, three, _work_3x3, grid=layers[0]),
        Kernel(LIBRARY, name, "Conv", I8, others, _work_any, grid=layers[1]),
    )


WIDE_ACTIVATIONS = Kernel(
    LIBRARY, "dwconv2d_s16", "Conv", I16, partial(_bind_any, bits=8), _work_any,
    grid=(*grids.DEPTHWISE, *grids.DEPTHWISE_3X3),
)  # fmt: skip
KERNELS: tuple[Kernel, ...] = (*_kernels(8), *_kernels(4), WIDE_ACTIVATIONS)
