"""Binding of the float32 grouped convolutions: the blocked matrix product, group by group."""

from __future__ import annotations

from collections import Counter

import numpy as np

from edgec.codegen.kernels.blocked_f32 import LIBRARY
from edgec.codegen.kernels.blocked_f32.conv import lying_geometry, pack
from edgec.codegen.kernels.blocked_f32.params import FiniteBounds, Gconv2dF32
from edgec.codegen.kernels.blocked_f32.tiles import TILE, tiles
from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.grids import Grid, conv
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs

MAX_STRIP_OUTPUTS = 16  # outputs of a row, at most: their cells are copied once


def _strip(geo: Geometry) -> tuple[int, int]:
    """Outputs of a strip, in even parts of a row, and the columns it reads, filled up to a multiple of the dilation."""
    parts = -(-geo.out_w // MAX_STRIP_OUTPUTS)
    strip = -(-geo.out_w // (parts * TILE)) * TILE
    outputs, dilation = min(strip, geo.out_w), geo.dilation_w
    columns = (outputs - 1) * geo.stride_w + (geo.kernel_w - 1) * dilation + 1
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
    geo = lying_geometry(view)
    strip, cells = _strip(geo)
    params = Gconv2dF32(geo, a.groups, strip, cells, FiniteBounds.of(a.clamp), a.clamp.lo, a.clamp.hi, out_step=o)
    args: tuple[Arg, ...] = (
        operand(view, 0), *_pack_groups(w.data.reshape(o, -1), b.data, a.groups), output(view),
    )  # fmt: skip
    macs, steps, header = view.y.size * kh * kw * c, (("out_step", 1),), "edgec_gconv2d_f32_blocked.h"
    if geo.kernel_w == 1 and not any(a.pads):
        why = f"{a.groups} groups, 4 positions by 4 channels in registers, read where they lie"
        return (Call("edgec_gconv2d_f32_whole_blocked", header, params, args, macs=macs, why=why, steps=steps),)
    why = f"{a.groups} groups, 4 positions by 4 channels in registers, strips of {strip} outputs copied"
    scratch = geo.kernel_h * cells * c * 4
    return (
        Call(
            "edgec_gconv2d_f32_blocked", header, params, (*args, Scratch("float")), scratch, macs, why=why, steps=steps
        ),
    )


GROUPED: Grid = (
    conv((1, 16, 16, 32), 32, (3, 3), groups=4),
    conv((1, 12, 12, 24), 48, (3, 3), 2, groups=2),
    conv((1, 14, 14, 64), 64, groups=8),
    conv((1, 8, 40, 12), 24, (3, 3), groups=3, clamp=Clamp(0.0, 6.0)),
    conv((1, 10, 10, 15), 10, (5, 5), groups=5, clamp=Clamp()),
    conv((1, 9, 9, 14), 14, (3, 3), groups=2, dilation=2),
    conv((1, 12, 12, 20), 10, groups=2),
    conv((2, 30, 1, 16), 16, (5, 1), groups=4),
    conv((1, 7, 7, 24), 72, (3, 3), groups=24),
    conv((1, 11, 11, 18), 12, (1, 4), groups=3),
    conv((1, 13, 13, 6), 9, groups=3),
    conv((1, 9, 9, 20), 16, groups=2),
)


def _work(view: NodeView, call: Call) -> Counts:
    """Strips of rows, group by group: the cells they read are copied, then tiles are computed."""
    many, p = view.x(1).shape, call.params_of(Gconv2dF32)
    geo, strip, groups = p.geo, p.strip, p.groups
    outputs, channels, kh, columns = many[0] // groups, many[3], geo.kernel_h, geo.out_w
    counts: Counter[str] = Counter()
    for length, count in ((strip, columns // strip), (columns % strip, 1 if columns % strip else 0)):
        times = geo.batch * geo.out_h * groups * count
        counts += tiles(p.bounds, length, outputs, kh, geo.kernel_w * channels, times)
        counts += Counter(strip=times)
        if any(isinstance(a, Scratch) for a in call.args):  # some windows do not lie inside
            cells = times * kh * p.cells
            counts += Counter(cell=cells, moved=cells * (channels // TILE), moved1=cells * (channels % TILE))
    return tuple(counts.items())


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "gconv2d_f32", "Conv", F32, _bind, _work, grid=GROUPED),)
