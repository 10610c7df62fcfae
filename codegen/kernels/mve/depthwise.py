"""Bindings of the Helium depthwise convolutions."""

from __future__ import annotations

from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import ROWS, rows_pitch, rows_scratch, unpacking
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
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, is_depthwise
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
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
ROOM = 4096  # bytes of scratch for bands, unless one takes more
FULL = (-128, 127)
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
    layer = layer_of(view, view.attrs(ConvAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    if layer.bits != bits:
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
    pitch = rows_pitch(view)
    rows = RowsMve(conv_geometry(view), layer.in_zero, pitch)
    params = Dwconv2dMve(rows, ending_params(layer, ending.left), many, view.y.shape[3])
    blocks = _stream(layer.w.astype(np.int8), ending)
    args = (operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 and many == 1 else None
    symbol, header = "edgec_dwconv2d_s8_mve", "edgec_dwconv2d_s8_mve.h"
    scratch, steps = max(VECTOR, rows_scratch(view, pitch)), (("out_step", 1),)
    call = Call(symbol, header, params, args, scratch, conv_macs(view), (), WHY, where, steps)
    if bits == 8:
        return (call,)
    packed = Dwconv2dS4Mve(params, blocks.block, len(blocks.after), blocks.room)
    return (unpacking(call, blocks, packed, "edgec_dwconv2d_s4_mve.h", blocks.room),)


def _unpacked(call: Call) -> Counts:
    """What unpacking int4 weights counts."""
    arrays = [arg.array.data for arg in call.args if isinstance(arg, Const)]
    return () if len(arrays) == 1 else (("word", len(arrays[1])), ("vector", len(arrays[0]) / VECTOR))


def _work_any(view: NodeView, call: Call) -> Counts:
    """Positions of blocks of channels, their rows and cells."""
    view = turned(view)
    params = call.params
    p = params.conv if isinstance(params, Dwconv2dS4Mve) else call.params_of(Dwconv2dMve)
    (n, h, w, c), (_, oh, ow, oc), (_, kh, kw, _) = view.x(0).shape, view.y.shape, view.x(1).shape
    pitch, blocks = p.rows.pitch, len(blocks_of(oc))
    positions = n * oh * ow * blocks
    return (
        ("call", 1),
        ("row", n * oh),
        ("loaded", n * h if pitch else 0),
        ("copied", n * h * (w * c / VECTOR) if pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("block", n * oh * blocks),
        ("position", positions),
        ("line", positions * kh),
        ("cell", positions * kh * kw),
        *_unpacked(call),
    )


def _is_narrow(view: NodeView) -> bool:
    """Whether 16 bytes are two cells."""
    return view.x(0).shape[3] == LANES and view.x(0).shape[2] % 2 == 0


def _bands_of(view: NodeView) -> tuple[int, int, int]:
    """Bands of rows, how many are in scratch at a time, and columns of each."""
    a, (_, _, width, _), (_, oh, ow, _) = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
    reached = ow + 2 if a.strides[1] == 1 else max(2 * ow + 2, 10)
    columns = max(a.pads[1] + width, reached)
    count = -(-oh // 2) if a.strides[0] == 1 else oh
    room = ROOM // (columns * (NARROW_COLUMN if _is_narrow(view) else COLUMN))
    return count, min(count, BANDS, max(1, room)), columns


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
    narrow, stride = _is_narrow(view), a.strides[0]
    _, bands, columns = _bands_of(view)
    taps = np.pad(layer.w.astype(np.int8).reshape(-1, 3, 3).transpose(0, 2, 1), ((0, 0), (0, 0), (0, 1)))
    ends = np.stack([ending.bias, ending.m, ending.minus_n], axis=1).reshape(1, -1)
    stream = BlockStream(np.zeros((1, 1, 0), np.int32), taps.reshape(1, 1, -1), ends)
    params = Dwconv2d3x3Mve(conv_geometry(view), layer.in_zero, layer.out_zero, bands, columns, oc)
    args = (operand(view, 0), const("weights", "int8_t", stream.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    symbol = f"edgec_dwconv2d_s8_3x3_s{stride}_{'narrow' if narrow else 'wide'}_mve"
    scratch = WIDE + bands * columns * (NARROW_COLUMN if narrow else COLUMN)
    header, steps = "edgec_dwconv2d_s8_3x3_mve.h", (("out_step", 1),)
    call = Call(symbol, header, params, args, scratch, conv_macs(view), (), WHY_3X3, None, steps)
    call = call.without(*UNREAD_3X3)
    if bits == 8:
        return (call,)
    packed = Dwconv2d3x3S4Mve(params, stream.block, stream.room)
    return (unpacking(call, stream, packed, "edgec_dwconv2d_s4_3x3_mve.h", stream.room),)


def _work_3x3(view: NodeView, call: Call) -> Counts:
    """Columns of bands, channels of bands in scratch, runs of outputs, four outputs at a time."""
    a, (n, _, w, c), (_, _, ow, _) = view.attrs(ConvAttrs), view.x(0).shape, view.y.shape
    stride, (count, bands, _) = a.strides[0], _bands_of(view)
    wide = 2 if stride == 1 else 4
    blocks, halves = -(-c // WIDE), 2 if _is_narrow(view) else 1
    channels = c if c < WIDE else blocks * WIDE
    runs = int(ow >= wide) + int(ow % wide > 0)
    return (
        ("call", 1),
        ("filled", call.scratch_bytes / VECTOR),
        ("band", n * blocks * count),
        ("column", n * blocks * count * w / halves),
        ("channel", n * channels * -(-count // bands)),
        ("run", n * channels * count * runs),
        (f"four_{stride}", n * channels * count * -(-ow // wide)),
        *_unpacked(call),
    )


def _kernels(bits: int) -> tuple[Kernel, ...]:
    """The kernels for weights of so many bits."""
    name = f"dwconv2d_s{bits}"
    layers = [int4(grid) if bits == 4 else grid for grid in (grids.DEPTHWISE_3X3, grids.DEPTHWISE)]
    three, others = partial(_bind_3x3, bits=bits), partial(_bind_any, bits=bits)
    return (
        Kernel(LIBRARY, f"{name}_3x3", "Conv", I8, three, _work_3x3, grid=layers[0]),
        Kernel(LIBRARY, name, "Conv", I8, others, _work_any, grid=layers[1]),
    )


KERNELS: tuple[Kernel, ...] = (*_kernels(8), *_kernels(4))
