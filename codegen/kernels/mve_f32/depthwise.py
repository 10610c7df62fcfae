"""Bindings of the float Helium depthwise convolutions: 3x3 by columns of a row, and any window."""

from __future__ import annotations

from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.grids import Grid, depthwise
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve.conv import ROWS, rows_pitch, rows_scratch
from edgec.codegen.kernels.mve.pack import VECTOR
from edgec.codegen.kernels.mve_f32 import LIBRARY
from edgec.codegen.kernels.mve_f32.pack import NO_CONSTANTS, REAL, STREAM, limits, rows_of, stream
from edgec.codegen.kernels.mve_f32.params import Dwconv2dF32Mve, FloatSizesMve
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.ops.conv import ConvAttrs

LANES = FloatSizesMve.EDGEC_DW_F32_MVE_LANES.value
HEADER = "edgec_dwconv2d_f32_mve.h"
GRID_3X3: Grid = (*real_grids.DEPTHWISE_3X3, depthwise((1, 7, 7, 128), stride=2))
UNREAD = frozenset({"rows.geo.kernel_w", "rows.geo.dilation_w"})  # by the kernel of 3x3 windows


def _bind(view: NodeView, symbol: str, why: str) -> Call | Misfit:
    a, w, b, channels = view.attrs(ConvAttrs), view.x(1), view.x(2), view.x(0).shape[3]
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    if w.shape[3] != 1 or a.groups != channels or view.y.shape[3] != channels:
        return Misfit("the layer is not depthwise with one filter a channel")
    if channels < LANES:
        return Misfit(f"{channels} channels are fewer than {LANES}")
    if w.shape[1] > ROWS:
        return Misfit(f"a window has more than {ROWS} rows")
    pitch = rows_pitch(view)
    params = Dwconv2dF32Mve(rows_of(view, pitch), *limits(a.clamp), view.y.shape[3])
    packed = const("weights", "float", stream(w.data.reshape(channels, -1), b.data, wide=False), STREAM)
    args = (operand(view, 0), packed, output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 else None
    scratch, steps = max(VECTOR, rows_scratch(view, pitch)), (("out_step", 1),)
    return Call(symbol, HEADER, params, args, scratch, conv_macs(view), (), why, where, steps)


def _bind_3x3(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    if view.x(1).shape[1:3] != (3, 3) or a.dilations[1] != 1 or a.strides[1] not in (1, 2):
        return Misfit("the windows are not 3x3 with a stride of 1 or 2")
    if view.y.shape[2] < LANES:
        return Misfit(f"a row has fewer than {LANES} outputs")
    call = _bind(view, "edgec_dwconv2d_f32_3x3_mve", "3x3: 4 channels x 4 outputs, each cell of a row loaded once")
    return call if isinstance(call, Misfit) else (call.without(*UNREAD),)


def _bind_any(view: NodeView) -> Bound:
    call = _bind(turned(view), "edgec_dwconv2d_f32_mve", "4 channels x 4 outputs: 14 instructions for 16 MACs")
    return call if isinstance(call, Misfit) else (call,)


def _rows(view: NodeView, call: Call) -> Counts:
    """Rows of outputs and what is copied, in vectors."""
    (n, h, w, c), pitch = view.x(0).shape, call.params_of(Dwconv2dF32Mve).rows.pitch
    return (
        ("call", 1),
        ("row", n * view.y.shape[1]),
        ("copied", n * h * (w * c * REAL / VECTOR) if pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
    )


def _work_3x3(view: NodeView, call: Call) -> Counts:
    (n, oh, ow, c), stride = view.y.shape, view.attrs(ConvAttrs).strides[1]
    blocks = n * oh * -(-c // LANES)
    tiles, bounds = blocks * -(-ow // LANES), call.params_of(Dwconv2dF32Mve).bounds
    rests = n * oh * (c % LANES > 0)
    return *_rows(view, call), ("rest", rests), ("block", blocks), (f"tile_{stride}", tiles), ("limit", tiles * bounds)


def _work_any(view: NodeView, call: Call) -> Counts:
    view = turned(view)
    (n, oh, ow, c), (_, kh, kw, _) = view.y.shape, view.x(1).shape
    blocks = n * oh * -(-c // LANES)
    tiles, bounds = blocks * -(-ow // LANES), call.params_of(Dwconv2dF32Mve).bounds
    return (
        *_rows(view, call),
        ("block", blocks),
        ("tile", tiles),
        ("line", tiles * kh),
        ("tap", tiles * kh * kw),
        ("limit", tiles * bounds),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_f32_3x3", "Conv", F32, _bind_3x3, _work_3x3, grid=GRID_3X3),
    Kernel(LIBRARY, "dwconv2d_f32", "Conv", F32, _bind_any, _work_any, grid=real_grids.DEPTHWISE),
)
