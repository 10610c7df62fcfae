"""Bindings of the float32 depthwise convolutions: 3x3 that slides along rows, and any window."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.blocked_f32 import LIBRARY
from edgec.codegen.kernels.blocked_f32.conv import lying_geometry
from edgec.codegen.kernels.blocked_f32.params import Dwconv2dF32Blocked, DwfourF32, FiniteBounds
from edgec.codegen.kernels.blocked_f32.tiles import compared
from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.counting import windows_of
from edgec.codegen.kernels.grids import Grid, depthwise
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs

BLOCK_CHANNELS = 4  # channels of a block


@dataclass(frozen=True)
class _Axis:
    """One axis of the image: sizes, stride, padding before, and the steps between its cells in elements."""

    size: int
    out: int
    stride: int
    pad: int
    x_step: int
    y_step: int

    @property
    def walkable(self) -> bool:
        """Whether the kernel can walk along it: at most one column of padding at either end."""
        beyond = (self.out - 1) * self.stride + 3 - self.pad - self.size
        return self.stride in (1, 2) and self.pad <= 1 and beyond <= 1 and self.size >= 3

    @property
    def inside(self) -> int:
        """Outputs whose third column lies inside."""
        return min((self.size + self.pad - 3) // self.stride + 1, self.out)


def _axes(view: NodeView) -> tuple[_Axis, _Axis]:
    """Rows (the vertical axis) and columns."""
    a = view.attrs(ConvAttrs)
    _, h, w, c = view.x(0).shape
    _, oh, ow, o = view.y.shape
    vertical = _Axis(h, oh, a.strides[0], a.pads[0], w * c, ow * o)
    return vertical, _Axis(w, ow, a.strides[1], a.pads[1], c, o)


def _bind_3x3(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights and the bias are not constants")
    channels, inputs = w.shape[0], view.x(0).shape[3]
    if w.shape[1:] != (3, 3, 1) or a.groups != inputs or a.dilations != (1, 1):
        return Misfit("the layer is not depthwise 3x3")
    if inputs == 1 < channels:
        return Misfit("several filters of the only channel share what they read")
    across, along = _axes(view)
    taps = w.data.reshape(channels, 3, 3)
    if across.walkable and (across.out > along.out or not along.walkable):  # the longer walk has less to set up
        across, along, taps = along, across, taps.transpose(0, 2, 1)
    if not along.walkable:
        return Misfit("the stride is above 2, the padding above 1 or the rows are below 3 cells")
    params = Dwconv2dF32Blocked(
        batch=view.x(0).shape[0], channels=channels, multiplier=channels // inputs,
        in_size=view.x(0).size // view.x(0).shape[0], out_size=view.y.size // view.y.shape[0],
        in_across=across.size, out_across=across.out, stride_across=across.stride, pad_across=across.pad,
        out_along=along.out, stride_along=along.stride, pad_along=along.pad, inside=along.inside,
        x_across=across.x_step, x_along=along.x_step, y_across=across.y_step, y_along=along.y_step,
        bounds=FiniteBounds.of(a.clamp), lo=a.clamp.lo, hi=a.clamp.hi,
    )  # fmt: skip
    packed = np.concatenate([taps.reshape(channels, 9), b.data.reshape(channels, 1)], axis=1).astype(np.float32)
    args = (
        operand(view, 0),
        const("weights", "float", packed, "the bias of each channel behind its taps"),
        output(view),
    )
    why = "one channel at a time, weights and window in registers"
    symbol, header = "edgec_dwconv2d_f32_3x3_blocked", "edgec_dwconv2d_f32_blocked.h"
    return (Call(symbol, header, params, args, macs=view.y.size * 9, why=why),)


def _bind_any(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights and the bias are not constants")
    outputs, kh, kw, _ = w.shape
    channels = view.x(0).shape[3]
    if a.groups == 1 or a.groups != channels or w.shape[3] != 1:
        return Misfit("the layer is not depthwise")
    if channels < BLOCK_CHANNELS:
        return Misfit("a block takes 4 channels")
    m = outputs // channels
    params = DwfourF32(lying_geometry(view), m, FiniteBounds.of(a.clamp), a.clamp.lo, a.clamp.hi)
    blocks = -(-channels // BLOCK_CHANNELS)
    taps = np.zeros((blocks * BLOCK_CHANNELS * m, kh, kw), np.float32)
    taps[:outputs] = w.data[..., 0]
    bias = np.zeros(len(taps), np.float32)
    bias[:outputs] = b.data
    weights = const("weights", "float", taps.reshape(blocks, BLOCK_CHANNELS, m, kh, kw).transpose(0, 2, 3, 4, 1))
    biases = const("bias", "float", bias.reshape(blocks, BLOCK_CHANNELS, m).transpose(0, 2, 1))
    args = (operand(view, 0), weights, biases, output(view))
    why = "4 channels of a position in registers"
    macs = view.y.size * kh * kw
    return (Call("edgec_dwconv2d_f32_blocked", "edgec_dwfour_f32_blocked.h", params, args, macs=macs, why=why),)


THREES: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 48, 48, 8), stride=2),
    depthwise((1, 12, 12, 32), clamp=Clamp(0.0, 6.0)),
    depthwise((1, 24, 24, 16), stride=2, clamp=Clamp(0.0, 6.0)),
    depthwise((1, 3, 3, 128)),
    depthwise((1, 7, 9, 5), clamp=Clamp()),
    depthwise((1, 10, 10, 6), many=2),
    depthwise((1, 14, 14, 9), valid=True),
    depthwise((2, 6, 30, 4), stride=(2, 1)),
    depthwise((1, 9, 9, 20), stride=2, valid=True),
)
WINDOWS: Grid = (
    depthwise((1, 14, 14, 24), (5, 5)),
    depthwise((1, 20, 20, 8), (5, 5), 2, clamp=Clamp(0.0, 6.0)),
    depthwise((1, 60, 1, 32), (7, 1)),
    depthwise((1, 12, 12, 16), dilation=2),
    depthwise((1, 9, 9, 7), (3, 3)),
    depthwise((1, 12, 12, 5), (2, 2), 2),
    depthwise((1, 10, 10, 8), (3, 3), many=2),
    depthwise((1, 8, 8, 6), (4, 4), many=3, valid=True, clamp=Clamp()),
    depthwise((1, 11, 11, 12), (3, 3), 3),
    depthwise((2, 5, 5, 40), (1, 1), clamp=Clamp()),
)


def _work_3x3(view: NodeView, call: Call) -> Counts:
    """Rows of outputs of one channel: most in a loop whose columns change places, the last ones by themselves."""
    p = call.params_of(Dwconv2dF32Blocked)
    rows, stride = p.batch * p.channels * p.out_across, p.stride_along
    main = p.inside - p.inside % (3 if stride == 1 else 2)
    return (
        ("channel", p.batch * p.channels),
        ("row", rows),
        (f"output{stride}", rows * main),
        (f"last{stride}", rows * (p.out_along - main)),
        ("above", rows * p.out_along if p.bounds is FiniteBounds.EDGEC_BOUND_BOTH else 0),
    )


def _work_any(view: NodeView, call: Call) -> Counts:
    """Four channels of a position after each other, then single ones."""
    p, c = call.params_of(DwfourF32), view.x(0).shape[3]
    w, m = windows_of(p.geo), p.multiplier
    fours, ones = c // BLOCK_CHANNELS * m, c % BLOCK_CHANNELS * m
    return (
        ("position", w.positions),
        ("four", w.positions * fours),
        ("line", w.lines * fours),
        ("tap", w.cells * fours),
        ("one", w.positions * ones),
        ("line1", w.lines * ones),
        ("tap1", w.cells * ones),
        *compared(p.bounds, w.positions * fours).items(),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_f32_3x3", "Conv", F32, _bind_3x3, _work_3x3, grid=THREES),
    Kernel(LIBRARY, "dwconv2d_f32", "Conv", F32, _bind_any, _work_any, grid=WINDOWS),
)
