"""Bindings of the register-blocked float32 convolutions and fully connected layers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.blocked_f32 import LIBRARY
from edgec.codegen.kernels.blocked_f32.params import Conv2dF32Blocked, DenseF32Blocked, FiniteBounds
from edgec.codegen.kernels.blocked_f32.tiles import TILE, line, tiles
from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.counting import windows_of
from edgec.codegen.kernels.grids import Grid, conv, dense
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

_CONSTANT = Misfit("the weights and the bias are not constants")


def pack(w: Array, b: Array) -> tuple[Const, Const]:
    """Weights [O, K] as [O / 4][K][4] and the bias [O], both filled up with zeros to a multiple of 4 channels."""
    o, k = w.shape
    wide = np.zeros((-(-o // TILE) * TILE, k), np.float32)
    wide[:o] = w
    bias = np.zeros(len(wide), np.float32)
    bias[:o] = b
    return const("weights", "float", wide.reshape(-1, TILE, k).transpose(0, 2, 1)), const("bias", "float", bias)


def lying_geometry(view: NodeView) -> Geometry:
    """The geometry of a convolution; an image one column wide is taken as one row, whose cells are one run.

    Neither the cells nor the weights move in memory.
    """
    a = view.attrs(ConvAttrs)
    x, y, (_, kh, kw, _) = view.x(0), view.y, view.x(1).shape
    kernel, strides, pads, dilations = (kh, kw), a.strides, a.pads, a.dilations
    if x.shape[2] == y.shape[2] == kw == 1 and pads[1] == 0:
        x, y = (replace(t, shape=(t.shape[0], 1, t.shape[1], t.shape[3]), data=None) for t in (x, y))
        kernel, strides, dilations = (kw, kh), strides[::-1], dilations[::-1]
        pads = (pads[1], pads[0], pads[3], pads[2])
    return Geometry.of(x, y, kernel, strides, pads, dilations)


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
    geo, steps = lying_geometry(view), (("out_step", 1),)
    params = Conv2dF32Blocked(geo, FiniteBounds.of(a.clamp), a.clamp.lo, a.clamp.hi, out_step=o)
    args: tuple[Arg, ...] = (operand(view, 0), *pack(w.data.reshape(o, -1), b.data), output(view))
    whole = not any(a.pads) and (geo.dilation_w == 1 or geo.kernel_w == 1)
    macs = view.y.size * kh * kw * c
    header = "edgec_conv2d_f32_blocked.h"
    if whole:
        why = "4 positions by 4 channels in registers, read where they lie"
        return (Call("edgec_conv2d_f32_whole_blocked", header, params, args, macs=macs, why=why, steps=steps),)
    why = "4 positions by 4 channels in registers, windows at the border copied"
    scratch = TILE * kh * kw * c * 4
    args = (*args, Scratch("float"))
    return (Call("edgec_conv2d_f32_blocked", header, params, args, scratch, macs, why=why, steps=steps),)


def _bind_dense(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return _CONSTANT
    (rows, k), o = view.x(0).shape, w.shape[0]
    if o < TILE:
        return Misfit("a block of 8 channels would compute most in vain")
    params = DenseF32Blocked(rows, k, o, FiniteBounds.of(a.clamp), a.clamp.lo, a.clamp.hi)
    args: tuple[Arg, ...] = (operand(view, 0), *pack(w.data, b.data), output(view))
    why = "8 channels in registers" if rows == 1 else "4 rows by 4 channels in registers"
    return (Call("edgec_dense_f32_blocked", "edgec_dense_f32_blocked.h", params, args, macs=rows * k * o, why=why),)


CONVS: Grid = (
    conv((1, 25, 5, 64), 64),
    conv((1, 16, 16, 16), 16, (3, 3)),
    conv((1, 49, 10, 1), 16, (10, 4), 2),
    conv((1, 24, 24, 3), 8, (3, 3), 2),
    conv((1, 8, 8, 32), 48, (3, 3), 2),
    conv((1, 24, 24, 8), 16, clamp=Clamp(0.0, 6.0)),
    conv((1, 3, 3, 128), 30),
    conv((1, 6, 6, 7), 5),
    conv((1, 3, 3, 32), 16, (3, 3)),
    conv((1, 12, 12, 5), 7, (3, 3), clamp=Clamp()),
    conv((1, 14, 14, 1), 6, (5, 5), valid=True),
    conv((1, 9, 9, 6), 10, (5, 5), valid=True),
    conv((2, 40, 1, 12), 9, (5, 1)),
    conv((1, 1, 60, 10), 9, (1, 7), dilation=2, clamp=Clamp(-1.0, 1.0)),
    conv((1, 10, 10, 16), 8, (3, 3), dilation=2),
    conv((1, 17, 17, 20), 12, stride=2),
    conv((1, 1, 1, 256), 100),
    conv((1, 5, 5, 40), 3, (3, 3)),
    conv((1, 9, 9, 13), 11),
)
DENSES: Grid = (
    dense(1, 640, 128),
    dense(1, 64, 10),
    dense(1, 128, 64, Clamp(0.0, 6.0)),
    dense(1, 53, 60),
    dense(3, 60, 30),
    dense(1, 9, 100, Clamp()),
    dense(16, 6, 20),
    dense(32, 20, 5, Clamp()),
    dense(5, 131, 30),
    dense(4, 128, 32, Clamp(0.0, 6.0)),
)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Tiles of positions; where windows leave the input, or have gaps, four of them are copied for each tile."""
    params, (outputs, kh, kw, channels) = call.params_of(Conv2dF32Blocked), view.x(1).shape
    w, bounds = windows_of(params.geo), params.bounds
    images, positions = w.batch, w.positions // w.batch
    if not any(isinstance(a, Scratch) for a in call.args):  # every window lies inside
        return tuple(tiles(bounds, positions, outputs, *_runs(w.taps, channels), images).items())
    whole = np.outer(np.array(w.rows) == w.taps[0], np.array(w.columns) == w.taps[1]).reshape(-1)
    ends = np.concatenate([whole, np.ones(-positions % TILE, bool)]).reshape(-1, TILE)
    parts = np.asarray(ends.all(axis=1))
    direct = int(parts.sum()) if view.attrs(ConvAttrs).dilations[1] == 1 or kw == 1 else 0
    copied = len(parts) - direct
    last = positions % TILE or TILE
    of_last = bool(direct and parts[-1])
    counts = tiles(bounds, TILE * (direct - of_last) + last * of_last, outputs, *_runs(w.taps, channels), images)
    counts += tiles(
        bounds, TILE * (copied - (not of_last)) + last * (not of_last), outputs, 1, kh * kw * channels, images
    )
    area = w.taps[0] * w.taps[1] * channels
    counts += Counter(padded=images * len(parts), copied=images * copied * TILE * area)
    counts += Counter(copied_line=images * copied * TILE * w.taps[0])
    return tuple(counts.items())


def _runs(taps: tuple[int, int], channels: int) -> tuple[int, int]:
    """Rows of a window and values of each."""
    return taps[0], taps[1] * channels


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Tiles of rows, or one row by itself."""
    (rows, k), outputs = view.x(0).shape, view.y.shape[1]
    bounds = call.params_of(DenseF32Blocked).bounds
    counts = line(bounds, outputs, k) if rows == 1 else tiles(bounds, rows, outputs, 1, k)
    return tuple(counts.items())


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_f32", "Conv", F32, _bind_conv, _work_conv, grid=CONVS),
    Kernel(LIBRARY, "dense_f32", "Dense", F32, _bind_dense, _work_dense, grid=DENSES),
)
