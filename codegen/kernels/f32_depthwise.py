"""Bindings of the float32 depthwise convolutions: 3x3 that slides along rows, and any window."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgec.codegen.kernels.common import F32, Fields, const, operand, output
from edgec.codegen.kernels.f32_conv import bound_fields, lying_geometry
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.ops.conv import ConvAttrs

FOUR = 4  # channels of a block


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
    _, oh, ow, _ = view.y.shape
    vertical = _Axis(h, oh, a.strides[0], a.pads[0], w * c, ow * c)
    return vertical, _Axis(w, ow, a.strides[1], a.pads[1], c, c)


def _bind_3x3(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights and the bias are not constants")
    channels = view.x(0).shape[3]
    if w.shape != (channels, 3, 3, 1) or a.groups != channels or a.dilations != (1, 1):
        return Misfit("the layer is not depthwise 3x3 with one filter per channel")
    across, along = _axes(view)
    taps = w.data.reshape(channels, 3, 3)
    if across.walkable and (across.out > along.out or not along.walkable):  # the longer walk has less to set up
        across, along, taps = along, across, taps.transpose(0, 2, 1)
    if not along.walkable:
        return Misfit("the stride is above 2, the padding above 1 or the rows are below 3 cells")
    fields: Fields = (
        ("batch", view.x(0).shape[0]), ("channels", channels),
        ("in_size", view.x(0).size // view.x(0).shape[0]), ("out_size", view.y.size // view.y.shape[0]),
        ("in_across", across.size), ("out_across", across.out),
        ("stride_across", across.stride), ("pad_across", across.pad),
        ("in_along", along.size), ("out_along", along.out), ("stride_along", along.stride), ("pad_along", along.pad),
        ("inside", along.inside),
        ("x_across", across.x_step), ("x_along", along.x_step),
        ("y_across", across.y_step), ("y_along", along.y_step),
    )  # fmt: skip
    params = Params("edgec_dwconv2d_f32_fpu_params", (*fields, *bound_fields(a.clamp)))
    packed = np.concatenate([taps.reshape(channels, 9), b.data.reshape(channels, 1)], axis=1).astype(np.float32)
    args = (operand(view, 0), const("weights", "float", packed), output(view))
    why = "one channel at a time, weights and window in registers"
    symbol, header = "edgec_dwconv2d_f32_3x3_fpu", "edgec_dwconv2d_f32_fpu.h"
    return (Call(symbol, header, params, args, macs=view.y.size * 9, why=why),)


def _bind_any(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights and the bias are not constants")
    channels, kh, kw, _ = w.shape
    if a.groups == 1 or a.groups != view.x(0).shape[3] or w.shape[3] != 1 or channels != a.groups:
        return Misfit("the layer is not depthwise with one filter per channel")
    if channels < FOUR:
        return Misfit("a block takes 4 channels")
    params = Params("edgec_dwfour_f32_params", (*lying_geometry(view), *bound_fields(a.clamp)))
    wide = -(-channels // FOUR) * FOUR
    taps = np.zeros((kh, kw, wide), np.float32)
    taps[..., :channels] = w.data[..., 0].transpose(1, 2, 0)
    bias = np.zeros(wide, np.float32)
    bias[:channels] = b.data
    weights = const("weights", "float", taps.reshape(kh, kw, -1, FOUR).transpose(2, 0, 1, 3))
    args = (operand(view, 0), weights, const("bias", "float", bias), output(view))
    why = "4 channels of a position in registers"
    macs = view.y.size * kh * kw
    return (Call("edgec_dwconv2d_f32_fpu", "edgec_dwfour_f32_fpu.h", params, args, macs=macs, why=why),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_dwconv2d_f32_3x3_fpu", "Conv", F32, _bind_3x3),
    Kernel("edgec_dwconv2d_f32_fpu", "Conv", F32, _bind_any),
)
