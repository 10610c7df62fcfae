"""Binding of the Armv7E-M convolution in groups, whose windows are read from planes of widened cells."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.pack import STREAM, common_stream
from edgec.codegen.kernels.armv7em.params import Gconv2dS8Armv7em
from edgec.codegen.kernels.armv7em.work import POSITIONS, UNIT, ceil, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import trained
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

LINES = {1: 12, 2: 20, 3: 29, 5: 46}  # instructions for a line of so many words, with a pair of channels
PAIR, TILE = 34, 11  # instructions beside them for a pair, and for a tile
WORD = 4  # bytes, of two channels of a cell
PLANE_BYTES = 4096  # of scratch, unless the windows of one row take more
ENDS = 2  # words behind the weights of a pair
MOST = 2**16  # bytes of a line, lines of a window


def words_of(channels: int) -> list[tuple[int, int]]:
    """The channels of each word of a cell; one that there is not is ``channels``."""
    whole = channels - channels % UNIT
    fours = [(k + i, k + i + 2) for k in range(0, whole, UNIT) for i in range(2)]
    rest = ((), ((whole, channels),), ((whole, whole + 1),), ((whole, whole + 2), (whole + 1, channels)))
    return [*fours, *rest[channels % UNIT]]


def taps_of(width: int, stride: int) -> tuple[int, int] | None:
    """Words of a line under a window of so many columns and the phases of columns; None where no block has as many."""
    taps = ceil(width, stride)
    return next(((n, min(stride, width)) for n in LINES if n >= taps), None)


def lines_stream(layer: Layer, window: tuple[int, int, int], stride: int) -> Array | Misfit:
    """The words of all channel pairs of a group as edgec_gemm_lines_armv7em.h reads them: uint32.

    ``window``: rows, columns and channels.
    """
    rows, columns, channels = window
    line = taps_of(columns, stride)
    assert line is not None
    (taps, phases), outputs = line, len(layer.w)
    w = np.zeros((outputs, rows, taps * stride, channels + 1), layer.w.dtype)
    w[:, :, :columns, :channels] = layer.w.reshape(outputs, *window)
    lines = w[..., words_of(channels)].reshape(outputs, rows, taps, stride, -1, 2)[:, :, :, :phases]
    words = lines.transpose(0, 1, 3, 4, 2, 5).reshape(outputs, -1, 2)
    odd = words.shape[1] % 2
    words = np.concatenate([words, np.zeros((outputs, odd, 2), words.dtype)], axis=1)
    fours = words.reshape(outputs, -1, 2, 2).swapaxes(2, 3)  # as steps of four taps have them
    stream = common_stream(replace(layer, w=fours.reshape(outputs, -1)), UNIT)
    if isinstance(stream, Misfit) or not odd:
        return stream
    pairs: Array = np.delete(stream.reshape(outputs // 2, -1), -ENDS - 1, axis=1)
    return pairs.reshape(-1)


def _streams(view: NodeView) -> tuple[Layer, Array] | Misfit:
    """The numbers of the layer and the streams of all groups, one after the other."""
    a, (_, kh, kw, c) = view.attrs(ConvAttrs), view.x(1).shape
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if layer.bits != 8:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    streams = []
    for rows in np.split(np.arange(len(layer.w)), a.groups):
        stream = lines_stream(layer.rows(rows), (kh, kw, c), a.strides[1])
        if isinstance(stream, Misfit):
            return stream
        streams.append(stream)
    return layer, np.concatenate(streams)


def _line(view: NodeView) -> tuple[int, int] | Misfit:
    """Words of a line under a window and phases of columns, or why the shapes do not fit."""
    a, (o, _, kw, _) = view.attrs(ConvAttrs), view.x(1).shape
    if a.groups == 1:
        return Misfit("the layer has no groups")
    if o // a.groups % 2:
        return Misfit(f"a group has {o // a.groups} output channels, pairs are computed")
    if view.y.shape[2] // a.dilations[1] < POSITIONS:
        return Misfit(f"a row has fewer than {POSITIONS} outputs side by side")
    return taps_of(kw, a.strides[1]) or Misfit(f"windows have {kw} columns")


def _bind(view: NodeView) -> Bound:
    line = _line(view)
    if isinstance(line, Misfit):
        return line
    streams = _streams(view)
    if isinstance(streams, Misfit):
        return streams
    (layer, stream), (taps, phases), a = streams, line, view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    x, y = view.x(0), view.y
    group = replace(x, shape=(*x.shape[:3], c)), replace(y, shape=(*y.shape[:3], o // a.groups))
    geo = Geometry.of(*group, (kh, kw), a.strides, a.pads, a.dilations)
    row = WORD * phases * len(words_of(c)) * (ceil(y.shape[2], a.dilations[1]) + taps - 1)
    if row >= MOST:
        return Misfit(f"a row of {y.shape[2]} outputs is too long")
    band = min(ceil(y.shape[1], a.dilations[0]), max(1, (PLANE_BYTES // row - kh) // a.strides[0] + 1))
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = Gconv2dS8Armv7em(geo, *limits, a.groups, len(stream) // a.groups, taps, phases, band, out_step=o)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view), Scratch("uint32_t"))
    symbol, scratch = "edgec_gconv2d_s8_armv7em", row * ((band - 1) * a.strides[0] + kh)
    macs = y.size * prod(view.x(1).shape[1:])
    why = f"cells of a group widened once, then tiles of 2 channels x 3 positions, {LINES[taps]} instructions "
    why += f"for {2 * 2 * POSITIONS * taps} MACs"
    call = Call(symbol, f"{symbol}.h", params, args, scratch, macs, why=why, steps=(("out_step", 1),))
    return (call.without("geo.kernel_w"),)


def _plane_cells(p: Gconv2dS8Armv7em) -> int:
    """Cells of an image of a group that are widened; rows that two bands share are widened twice."""
    g, rows, columns = p.geo, 0, 0
    for first in range(g.dilation_h):
        outputs = ceil(g.out_h - first, g.dilation_h)
        for row in range(0, outputs, p.band):
            count = (min(p.band, outputs - row) - 1) * g.stride_h + g.kernel_h
            at = (first + row * g.dilation_h) * g.stride_h - g.pad_top + g.dilation_h * np.arange(count)
            rows += int(((at >= 0) & (at < g.in_h)).sum())
    for first in range(g.dilation_w):
        width = ceil(g.out_w, g.dilation_w) + p.taps - 1
        at = (
            first * g.stride_w
            - g.pad_left
            + g.dilation_w * np.add.outer(np.arange(p.phases), g.stride_w * np.arange(width))
        )
        columns += int(((at >= 0) & (at < g.in_w)).sum())
    return rows * columns


def _work(view: NodeView, call: Call) -> Counts:
    """Rows of outputs, words of cells that are widened, and the instructions of blocks."""
    p, words = call.params_of(Gconv2dS8Armv7em), len(words_of(view.x(1).shape[3]))
    g = p.geo
    images = g.batch * p.groups
    tiles = sum(ceil(ceil(g.out_w - first, g.dilation_w), POSITIONS) for first in range(g.dilation_w))
    pair = PAIR + g.kernel_h * p.phases * words * LINES[p.taps]
    return (
        ("row", images * g.out_h * g.dilation_w),
        ("word", images * _plane_cells(p) * words),
        ("block", images * g.out_h * tiles * (TILE + g.out_c // 2 * pair)),
        ("bytes.limited", limited(p, view.y.size)),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "gconv2d_s8", "Conv", I8, _bind, _work, grid=trained(grids.GROUPED)),)
