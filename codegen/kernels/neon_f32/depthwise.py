"""Bindings of the float NEON depthwise convolutions: 3x3 that slides along rows, and any window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.neon_f32 import LIBRARY, grids
from edgec.codegen.kernels.neon_f32.pack import (
    NO_CONSTANTS,
    ROWS,
    STREAM,
    VECTOR,
    VECTOR_VALUES,
    pitch_of,
    rows_of,
    rows_scratch,
)
from edgec.codegen.kernels.neon_f32.params import Dwconv2dF32Neon, FloatSizes
from edgec.codegen.kernels.neon_f32.products import rows_work
from edgec.codegen.kernels.plain import real_grids
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

KNOWN = FloatSizes.EDGEC_DW_F32_NEON_KNOWN.value
UNREAD = ("rows.geo.out_c",)  # by the kernels of any window
UNREAD_3X3 = (*UNREAD, "rows.geo.kernel_w", "rows.geo.dilation_w")


def pack(taps: Array, bias: Array) -> Array:
    """The stream from weights [C, taps]: of four channels biases, then taps; the last four end with the last one."""
    channels = len(taps)
    parts: list[Array] = []
    for c in range(0, channels, VECTOR_VALUES):
        part = slice(min(c, channels - VECTOR_VALUES), min(c, channels - VECTOR_VALUES) + VECTOR_VALUES)
        parts += [bias[part], taps[part].T.reshape(-1)]
    packed: Array = np.concatenate(parts).astype(np.float32)
    return packed


def _call(view: NodeView, symbol: str, header: str, taps: Array, bias: Array, why: str) -> Call:
    a, pitch = view.attrs(ConvAttrs), pitch_of(view)
    params = Dwconv2dF32Neon(rows_of(view, pitch), a.clamp.lo, a.clamp.hi, view.y.shape[3])
    args = (
        operand(view, 0),
        const("weights", "float", pack(taps, bias), STREAM),
        output(view),
        Scratch("int8_t", VECTOR),
    )
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 else None
    steps = (("out_step", 1),)
    return Call(symbol, header, params, args, rows_scratch(view, pitch), conv_macs(view), (), why, where, steps)


def _misfit(view: NodeView) -> Misfit | None:
    a, w, channels = view.attrs(ConvAttrs), view.x(1), view.x(0).shape[3]
    if w.data is None or view.x(2).data is None:
        return NO_CONSTANTS
    if w.shape[3] != 1 or a.groups != channels or view.y.shape[3] != channels:
        return Misfit("the layer is not depthwise with one filter a channel")
    if channels < VECTOR_VALUES:
        return Misfit(f"{channels} channels are fewer than {VECTOR_VALUES}")
    if w.shape[1] > ROWS:
        return Misfit(f"a window has more than {ROWS} rows")
    return None


def _header(name: str) -> str:
    return f"edgec_dwconv2d_f32_{name}.h"


def _bind_3x3(name: str, view: NodeView) -> Bound:
    misfit, a = _misfit(view), view.attrs(ConvAttrs)
    if misfit is not None:
        return misfit
    if view.x(1).shape[1:3] != (3, 3) or a.dilations[1] != 1 or a.strides[1] not in (1, 2):
        return Misfit("the windows are not 3x3 with a stride of 1 or 2")
    w, b = view.x(1).data, view.x(2).data
    assert w is not None and b is not None
    by_columns = w.reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9)
    why = "3x3: 4 channels, columns of a window stay in registers"
    call = _call(view, f"edgec_dwconv2d_f32_3x3_{name}", _header(name), by_columns, b, why)
    return (call.without(*UNREAD_3X3),)


def _bind_any(name: str, view: NodeView) -> Bound:
    view = turned(view)
    misfit = _misfit(view)
    if misfit is not None:
        return misfit
    w, b = view.x(1).data, view.x(2).data
    assert w is not None and b is not None
    taps, why = w.reshape(len(w), -1), "4 positions of 4 channels"
    return (_call(view, f"edgec_dwconv2d_f32_{name}", _header(name), taps, b, why).without(*UNREAD),)


def _work_3x3(view: NodeView, call: Call) -> Counts:
    (n, oh, ow, c), stride = view.y.shape, view.attrs(ConvAttrs).strides[1]
    blocks = n * oh * -(-c // VECTOR_VALUES)
    limited = view.attrs(ConvAttrs).clamp.hi != np.inf
    return (
        ("call", 1),
        *rows_work(view, call, call.params_of(Dwconv2dF32Neon).rows, n * oh),
        ("block", blocks),
        ("next" if stride == 1 else "far", blocks * ow),
        ("limited", blocks * ow if limited else 0),
    )


def _work_any(view: NodeView, call: Call) -> Counts:
    view = turned(view)
    (n, oh, ow, c), (_, kh, kw, _) = view.y.shape, view.x(1).shape
    blocks = n * oh * -(-c // VECTOR_VALUES)
    tiles, a = blocks * -(-ow // VECTOR_VALUES), view.attrs(ConvAttrs)
    near = "near_" if a.strides[1] == a.dilations[1] and ow >= VECTOR_VALUES else ""
    near += "five_" if near and kw == KNOWN else ""
    return (
        ("call", 1),
        *rows_work(view, call, call.params_of(Dwconv2dF32Neon).rows, n * oh),
        ("block", blocks),
        (f"{near}tile", tiles),
        (f"{near}line", tiles * kh),
        (f"{near}tap", tiles * kh * kw),
    )


def depthwise_kernels(library: Library, name: str) -> tuple[Kernel, ...]:
    """The kernels of a library whose symbols end in ``name``."""
    known: Callable[[NodeView], Bound] = partial(_bind_3x3, name)
    every: Callable[[NodeView], Bound] = partial(_bind_any, name)
    return (
        Kernel(library, "dwconv2d_f32_3x3", "Conv", F32, known, _work_3x3, grid=grids.DEPTHWISE_3X3),
        Kernel(library, "dwconv2d_f32", "Conv", F32, every, _work_any, grid=real_grids.DEPTHWISE),
    )


KERNELS = depthwise_kernels(LIBRARY, "neon")
