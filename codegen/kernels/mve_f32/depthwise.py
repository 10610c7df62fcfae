"""Bindings of the float Helium depthwise convolutions: 3x3 by columns of a row, and any window."""

from __future__ import annotations

from edgec.codegen.kernels.common import F16, F32, SUFFIXES, const, operand, output
from edgec.codegen.kernels.grids import Grid, depthwise, halves
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve.conv import ROWS, rows_pitch, rows_scratch
from edgec.codegen.kernels.mve_f32 import LIBRARY
from edgec.codegen.kernels.mve_f32.pack import NO_CONSTANTS, STREAM, VECTOR, half_limits, limits, rows_of, stream
from edgec.codegen.kernels.mve_f32.params import Dwconv2dF16Mve, Dwconv2dF32Mve, FloatSizesMve
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs

TILE = FloatSizesMve.EDGEC_DW_F32_MVE_LANES.value  # outputs
GRID_3X3: Grid = (*real_grids.DEPTHWISE_3X3, depthwise((1, 7, 7, 128), stride=2))
GRID_3X3_F16: Grid = tuple(g for g in halves(GRID_3X3) if g.shapes[0][3] >= 2 * TILE)
GRID_F16: Grid = tuple(g for g in halves(real_grids.DEPTHWISE) if g.shapes[0][3] >= 2 * TILE)
UNREAD = frozenset({"rows.geo.kernel_w", "rows.geo.dilation_w"})  # by the kernel of 3x3 windows


def _bind(view: NodeView, symbol: str, why: str) -> Call | Misfit:
    a, w, b, channels = view.attrs(ConvAttrs), view.x(1), view.x(2), view.x(0).shape[3]
    if w.data is None or b.data is None:
        return NO_CONSTANTS
    if w.shape[3] != 1 or a.groups != channels or view.y.shape[3] != channels:
        return Misfit("the layer is not depthwise with one filter a channel")
    lanes = VECTOR // w.dtype.bytes
    if channels < lanes:
        return Misfit(f"{channels} channels are fewer than {lanes}")
    if w.shape[1] > ROWS:
        return Misfit(f"a window has more than {ROWS} rows")
    pitch, half, rows = rows_pitch(view), w.dtype is DType.F16, rows_of(view, rows_pitch(view))
    params: Record = (
        Dwconv2dF16Mve(rows, *half_limits(a.clamp), view.y.shape[3])
        if half
        else Dwconv2dF32Mve(rows, *limits(a.clamp), view.y.shape[3])
    )
    packed = const("weights", CTYPES[w.dtype], stream(w.data.reshape(channels, -1), b.data, wide=False), STREAM)
    args = (operand(view, 0), packed, output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 else None
    scratch, steps = max(VECTOR, rows_scratch(view, pitch)), (("out_step", 1),)
    name = f"edgec_dwconv2d_{SUFFIXES[w.dtype]}"
    return Call(f"{name}{symbol}_mve", f"{name}_mve.h", params, args, scratch, conv_macs(view), (), why, where, steps)


def _bind_3x3(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    if view.x(1).shape[1:3] != (3, 3) or a.dilations[1] != 1 or a.strides[1] not in (1, 2):
        return Misfit("the windows are not 3x3 with a stride of 1 or 2")
    if view.y.shape[2] < TILE:
        return Misfit(f"a row has fewer than {TILE} outputs")
    lanes = VECTOR // view.x(0).dtype.bytes
    call = _bind(view, "_3x3", f"3x3: {lanes} channels x 4 outputs, each cell of a row loaded once")
    return call if isinstance(call, Misfit) else (call.without(*UNREAD),)


def _bind_any(view: NodeView) -> Bound:
    lanes = VECTOR // view.x(0).dtype.bytes
    call = _bind(turned(view), "", f"{lanes} channels x 4 outputs: 14 instructions for {4 * lanes} MACs")
    return call if isinstance(call, Misfit) else (call,)


def _params(call: Call) -> Dwconv2dF32Mve | Dwconv2dF16Mve:
    assert isinstance(call.params, Dwconv2dF32Mve | Dwconv2dF16Mve)
    return call.params


def _rows(view: NodeView, call: Call) -> Counts:
    """Rows of outputs and what is copied, in vectors."""
    (n, h, w, c), pitch = view.x(0).shape, _params(call).rows.pitch
    return (
        ("call", 1),
        ("row", n * view.y.shape[1]),
        ("copied", n * h * (w * c * view.x(0).dtype.bytes / VECTOR) if pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
    )


def _work_3x3(view: NodeView, call: Call) -> Counts:
    (n, oh, ow, c), stride = view.y.shape, view.attrs(ConvAttrs).strides[1]
    lanes = VECTOR // view.x(0).dtype.bytes
    blocks = n * oh * -(-c // lanes)
    tiles, bounds = blocks * -(-ow // TILE), _params(call).bounds
    rests = n * oh * (c % lanes > 0)
    return *_rows(view, call), ("rest", rests), ("block", blocks), (f"tile_{stride}", tiles), ("limit", tiles * bounds)


def _work_any(view: NodeView, call: Call) -> Counts:
    view = turned(view)
    (n, oh, ow, c), (_, kh, kw, _) = view.y.shape, view.x(1).shape
    lanes = VECTOR // view.x(0).dtype.bytes
    blocks = n * oh * -(-c // lanes)
    tiles, bounds = blocks * -(-ow // TILE), _params(call).bounds
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
    Kernel(LIBRARY, "dwconv2d_f16_3x3", "Conv", F16, _bind_3x3, _work_3x3, grid=GRID_3X3_F16),
    Kernel(LIBRARY, "dwconv2d_f16", "Conv", F16, _bind_any, _work_any, grid=GRID_F16),
)
