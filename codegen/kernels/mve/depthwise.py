"""Bindings of the Helium depthwise convolutions of any window."""

from __future__ import annotations

from dataclasses import replace
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
    Dwconv2dMve,
    Dwconv2dS4Mve,
    RowsMve,
)
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of, rows_of_block
from edgec.codegen.kernels.neon.s16 import layer_s16
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, is_depthwise
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

LANES = DepthwiseMve.EDGEC_DW_MVE_LANES.value
EVEN_FIRST = [*range(0, LANES, 2), *range(1, LANES, 2)]
MOST_BYTES = 65535  # of a cell, for offsets of 16 bits
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
    parts = layer_parts(view, bits)
    if isinstance(parts, Misfit):
        return parts
    (layer, ending), many = parts, view.y.shape[3] // view.x(0).shape[3]
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
    """Return whether each output may take the place of input cells that nothing reads any more.

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


def unpacked_counts(call: Call) -> Counts:
    """Count the work of unpacking int4 weights."""
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
        *unpacked_counts(call),
    )
    return owned("dw_mve", counts)


KERNELS: tuple[Kernel, ...] = (
    Kernel(
        LIBRARY, "dwconv2d_s8", "Conv", I8, partial(_bind_any, bits=8), _work_any, grid=grids.DEPTHWISE,
    ),
    Kernel(
        LIBRARY, "dwconv2d_s4", "Conv", I8, partial(_bind_any, bits=4), _work_any, grid=int4(grids.DEPTHWISE),
    ),
    Kernel(
        LIBRARY, "dwconv2d_s16", "Conv", I16, partial(_bind_any, bits=8), _work_any,
        grid=(*grids.DEPTHWISE, *grids.DEPTHWISE_3X3),
    ),
)  # fmt: skip
