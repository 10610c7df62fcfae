"""Binding of the float32 grouped convolutions: the blocked matrix product, group by group."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, Fields, const, operand, output
from edgec.codegen.kernels.f32_conv import TILE, bound_fields, lying_geometry, pack
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Kernel, Misfit, NodeView, Params, Scratch
from edgec.converter.ir import Array
from edgec.converter.ops.conv import ConvAttrs

STRIP = 16  # outputs of a row, at most: their cells are copied once


def _strip(geo: dict[str, int]) -> tuple[int, int]:
    """Outputs of a strip, in even parts of a row, and the columns it reads, filled up to a multiple of the dilation."""
    parts = -(-geo["geo.out_w"] // STRIP)
    strip = -(-geo["geo.out_w"] // (parts * TILE)) * TILE
    outputs, dilation = min(strip, geo["geo.out_w"]), geo["geo.dilation_w"]
    columns = (outputs - 1) * geo["geo.stride_w"] + (geo["geo.kernel_w"] - 1) * dilation + 1
    return strip, -(-columns // dilation) * dilation


def _pack_groups(w: Array, b: Array, groups: int) -> tuple[Const, Const]:
    """Weights [O, K] and bias of every group packed by itself."""
    packed = [pack(*part) for part in zip(np.split(w, groups), np.split(b, groups), strict=True)]
    weights = np.concatenate([p[0].array.data for p in packed])
    return const("weights", "float", weights), const("bias", "float", np.concatenate([p[1].array.data for p in packed]))


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights and the bias are not constants")
    o, kh, kw, c = w.shape
    if a.groups == 1:
        return Misfit("the convolution has no groups")
    if o == a.groups:
        return Misfit("groups have one filter: a block of 4 channels would compute 3 in vain")
    geometry = lying_geometry(view)
    geo = {name: value for name, value in geometry if isinstance(value, int)}
    strip, cells = _strip(geo)
    fields: Fields = (*geometry, ("groups", a.groups), ("strip", strip), ("cells", cells))
    params = Params("edgec_gconv2d_f32_fpu_params", (*fields, *bound_fields(a.clamp), ("out_step", o)))
    args: tuple[Arg, ...] = (
        operand(view, 0), *_pack_groups(w.data.reshape(o, -1), b.data, a.groups), output(view),
    )  # fmt: skip
    macs, steps, header = view.y.size * kh * kw * c, (("out_step", 1),), "edgec_gconv2d_f32_fpu.h"
    if geo["geo.kernel_w"] == 1 and not any(a.pads):
        why = f"{a.groups} groups, 4 positions by 4 channels in registers, read where they lie"
        return (Call("edgec_gconv2d_f32_whole_fpu", header, params, args, macs=macs, why=why, steps=steps),)
    why = f"{a.groups} groups, 4 positions by 4 channels in registers, strips of {strip} outputs copied"
    scratch = geo["geo.kernel_h"] * cells * c * 4
    return (
        Call("edgec_gconv2d_f32_fpu", header, params, (*args, Scratch("float")), scratch, macs, why=why, steps=steps),
    )


KERNELS: tuple[Kernel, ...] = (Kernel("edgec_gconv2d_f32_fpu", "Conv", F32, _bind),)
