"""Bindings of the NEON depthwise convolutions of int16 activations with int8 weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ends, epilogue_of
from edgec.codegen.kernels.neon.params import DepthwiseNeon, Dwconv2dS16Neon, RowsNeon
from edgec.codegen.kernels.neon.products import ROWS, VECTOR, row_of_padding
from edgec.codegen.kernels.neon.s16 import ACTIVATION_BYTES, ending_s16, layer_s16
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, is_depthwise
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

LANES = 8
CELLS = DepthwiseNeon.EDGEC_DWCONV2D_S16_CELLS.value
HEADER = "edgec_dwconv2d_s16_neon.h"
UNREAD = ("rows.geo.out_c", "ending.out_zero", "ending.left")


def _starts(channels: int) -> list[int]:
    """The first channel of each block of eight; the last block ends with the last channel."""
    return [*range(0, channels - LANES, LANES), channels - LANES]


def _pack(layer: Layer, ending: Ending) -> Array:
    """The stream: of each block of channels its taps, biases, multipliers, shifts."""
    parts: list[Array] = []
    for c in _starts(len(layer.w)):
        parts += [layer.w[c : c + LANES].T.astype(np.int8).reshape(-1), ends(ending, c, LANES)]
    stream: Array = np.concatenate(parts)
    return stream


def _pitch(view: NodeView) -> int:
    """Bytes of a row in scratch, or 0 where rows are read in place."""
    a, (_, _, width, c) = view.attrs(ConvAttrs), view.x(0).shape
    reached = (view.y.shape[2] - 1) * a.strides[1] + (view.x(1).shape[2] - 1) * a.dilations[1] + 1
    if a.pads[1] == 0 and reached <= width:
        return 0
    return -(-max(a.pads[1] + width, reached) * c * ACTIVATION_BYTES // VECTOR) * VECTOR


def _bind(view: NodeView, symbol: str, why: str) -> Bound:
    a, c = view.attrs(ConvAttrs), view.x(0).shape[3]
    if not is_depthwise(view) or view.y.shape[3] != c:
        return Misfit("the layer is not depthwise with one filter a channel")
    if c < LANES or view.x(1).shape[1] > ROWS:
        return Misfit(f"{c} channels are fewer than {LANES}, or a window has more than {ROWS} rows")
    layer = layer_s16(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    ending = ending_s16(layer)
    if isinstance(ending, Misfit):
        return ending
    pitch = _pitch(view)
    cells = RowsNeon(replace(conv_geometry(view), in_c=c * ACTIVATION_BYTES), in_zero=0, pitch=pitch)
    params = Dwconv2dS16Neon(cells, epilogue_of(layer, 0), c * ACTIVATION_BYTES)
    stream = const("weights", "int8_t", _pack(layer, ending), STREAM)
    args = (operand(view, 0), stream, output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 else None
    rows = (view.x(1).shape[1] - 1) * a.dilations[0] + 2
    scratch = rows * pitch or row_of_padding(view, ACTIVATION_BYTES)
    call = Call(
        symbol, HEADER, params, args, scratch, conv_macs(view), (), why, where, (("out_step", ACTIVATION_BYTES),)
    )
    return (call.without(*UNREAD),)


def _bind_3x3(view: NodeView) -> Bound:
    if view.x(1).shape[1:3] != (3, 3):
        return Misfit("the windows are not 3x3")
    bound = _bind(view, "edgec_dwconv2d_s16_3x3_neon", "3x3: weights and columns of 8 channels in registers")
    return bound if isinstance(bound, Misfit) else (bound[0].without("rows.geo.kernel_w"),)


def _bind_any(view: NodeView) -> Bound:
    view = turned(view)
    if view.x(1).shape[1] * view.x(1).shape[2] > CELLS:
        return Misfit(f"a window has more than {CELLS} cells")
    return _bind(view, "edgec_dwconv2d_s16_neon", "8 channels of two positions")


def _rows_work(view: NodeView, call: Call) -> Counts:
    (n, h, w, c), oh = view.x(0).shape, view.y.shape[1]
    return (
        ("call", 1),
        ("row", n * oh),
        ("copied", n * h * w * c * ACTIVATION_BYTES / VECTOR if call.params_of(Dwconv2dS16Neon).rows.pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("block", n * oh * len(_starts(c))),
    )


def _work_3x3(view: NodeView, call: Call) -> Counts:
    a, (n, oh, ow, c) = view.attrs(ConvAttrs), view.y.shape
    near = a.strides[1] == a.dilations[1]
    return (*_rows_work(view, call), ("near" if near else "far", n * oh * ow * len(_starts(c))))


def _work_any(view: NodeView, call: Call) -> Counts:
    view = turned(view)
    (n, oh, ow, c), (_, kh, kw, _) = view.y.shape, view.x(1).shape
    pairs = n * oh * -(-ow // 2) * len(_starts(c))
    return (*_rows_work(view, call), ("cell", n * oh * kh * kw), ("pair", pairs), ("tap", pairs * kh * kw))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s16_3x3", "Conv", I16, _bind_3x3, _work_3x3, grid=grids.DEPTHWISE_3X3),
    Kernel(LIBRARY, "dwconv2d_s16", "Conv", I16, _bind_any, _work_any, grid=grids.DEPTHWISE),
)
