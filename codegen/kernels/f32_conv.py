"""Bindings of the register-blocked float32 convolutions and fully connected layers."""

from __future__ import annotations

from dataclasses import replace
from math import isinf

import numpy as np

from edgec.codegen.kernels.common import F32, Fields, const, operand, output
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Kernel, Misfit, NodeView, Params, Scratch
from edgec.converter.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

TILE = 4  # positions and output channels of a block
_CONSTANT = Misfit("the weights and the bias are not constants")


def bound_fields(clamp: Clamp) -> Fields:
    """The members ``bounds``, ``lo`` and ``hi``: which of the two are finite, and their values."""
    bounds = (
        "EDGEC_BOUND_BOTH" if not isinf(clamp.hi) else "EDGEC_BOUND_NONE" if isinf(clamp.lo) else "EDGEC_BOUND_BELOW"
    )
    return (("bounds", bounds), ("lo", clamp.lo), ("hi", clamp.hi))


def pack(w: Array, b: Array) -> tuple[Const, Const]:
    """Weights [O, K] as [O / 4][K][4] and the bias [O], both filled up with zeros to a multiple of 4 channels."""
    o, k = w.shape
    wide = np.zeros((-(-o // TILE) * TILE, k), np.float32)
    wide[:o] = w
    bias = np.zeros(len(wide), np.float32)
    bias[:o] = b
    return const("weights", "float", wide.reshape(-1, TILE, k).transpose(0, 2, 1)), const("bias", "float", bias)


def lying_geometry(view: NodeView) -> Fields:
    """The members of ``edgec_geometry``; an image one column wide is taken as one row, whose cells are one run.

    Neither the cells nor the weights move in memory.
    """
    a = view.attrs(ConvAttrs)
    x, y, (_, kh, kw, _) = view.x(0), view.y, view.x(1).shape
    kernel, strides, pads, dilations = (kh, kw), a.strides, a.pads, a.dilations
    if x.shape[2] == y.shape[2] == kw == 1 and pads[1] == 0:
        x, y = (replace(t, shape=(t.shape[0], 1, t.shape[1], t.shape[3]), data=None) for t in (x, y))
        kernel, strides, dilations = (kw, kh), strides[::-1], dilations[::-1]
        pads = (pads[1], pads[0], pads[3], pads[2])
    return geometry(x, y, kernel, strides, pads, dilations)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return _CONSTANT
    if a.groups != 1:
        return Misfit("the convolution has groups")
    o, kh, kw, c = w.shape
    if o == 1:
        return Misfit("a block of 4 channels would compute 3 in vain")
    fields = dict(lying_geometry(view))
    steps = (("out_step", 1),)
    params = Params("edgec_conv2d_f32_fpu_params", (*fields.items(), *bound_fields(a.clamp), ("out_step", o)))
    args: tuple[Arg, ...] = (operand(view, 0), *pack(w.data.reshape(o, -1), b.data), output(view))
    whole = not any(a.pads) and (fields["geo.dilation_w"] == 1 or fields["geo.kernel_w"] == 1)
    macs = view.y.size * kh * kw * c
    header = "edgec_conv2d_f32_fpu.h"
    if whole:
        why = "4 positions by 4 channels in registers, read where they lie"
        return (Call("edgec_conv2d_f32_whole_fpu", header, params, args, macs=macs, why=why, steps=steps),)
    why = "4 positions by 4 channels in registers, windows at the border copied"
    scratch = TILE * kh * kw * c * 4
    args = (*args, Scratch("float"))
    return (Call("edgec_conv2d_f32_fpu", header, params, args, scratch, macs, why=why, steps=steps),)


def _bind_dense(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return _CONSTANT
    (rows, k), o = view.x(0).shape, w.shape[0]
    if o < TILE:
        return Misfit("a block of 8 channels would compute most in vain")
    params = Params("edgec_dense_f32_fpu_params", (("rows", rows), ("in_c", k), ("out_c", o), *bound_fields(a.clamp)))
    args: tuple[Arg, ...] = (operand(view, 0), *pack(w.data, b.data), output(view))
    why = "8 channels in registers" if rows == 1 else "4 rows by 4 channels in registers"
    return (Call("edgec_dense_f32_fpu", "edgec_dense_f32_fpu.h", params, args, macs=rows * k * o, why=why),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_conv2d_f32_fpu", "Conv", F32, _bind_conv),
    Kernel("edgec_dense_f32_fpu", "Dense", F32, _bind_dense),
)
