"""Bindings of the Armv7E-M kernels for int16 activations and int8 weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_s16 as grids
from edgec.codegen.kernels.armv7em.pack import STREAM
from edgec.codegen.kernels.armv7em.params_s16 import Conv2dS16Armv7em, DenseS16Armv7em, Dwconv2dS16Armv7em, Dwconv3x3S16
from edgec.codegen.kernels.armv7em.planes import PLANES, axes, keeps_input, shape_of
from edgec.codegen.kernels.armv7em.work import DENSE_UNIT, POSITIONS, UNIT
from edgec.codegen.kernels.armv7em.work_s16 import conv_work, dense_work, depthwise_work, planes_work, positions_work
from edgec.codegen.kernels.common import const, operand, output, quant
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.plain.linear import rows_window
from edgec.codegen.kernels.plain.s16 import I16, MAX_MAGNITUDE, layer_sums
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView, Scratch, Window
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

MIN_PLANE_POSITIONS = 12  # positions below which planes do not pay
STRIP_BYTES, FRUGAL_BYTES = 4096, 1280  # of the planes of a strip, which is one row at least
SHIFT_MIN, SHIFT_MAX = 33, 62  # the rounding bit lies in the high word of the product


@dataclass(frozen=True)
class WideLayer:
    """Weights int64 [O, taps], biases, and (m, n) of the kernels for each output channel."""

    w: Array
    bias: Array
    ends: tuple[tuple[int, int], ...]
    lo: int
    hi: int


def _end(factor: Multiplier) -> tuple[int, int]:
    return (factor.m, factor.shift - SHIFT_MIN) if factor.m else (0, 0)


def layer_of(view: NodeView, clamp: Clamp) -> WideLayer | Misfit:
    """The numbers of a Conv or Dense node, or why it is no int16 layer for these kernels."""
    misfit = layer_sums(view)
    if misfit is not None:
        return misfit
    w, b = view.x(1), view.x(2)
    assert w.data is not None and b.data is not None and w.quant is not None
    factors = output_multipliers(quant(view.x(0)), w.quant, quant(view.y), w.shape[0])
    if not all(f.m == 0 or SHIFT_MIN <= f.shift <= SHIFT_MAX for f in factors):
        return Misfit(f"a requantization shift is outside {SHIFT_MIN}..{SHIFT_MAX}")
    lo, hi = clamp_limits(clamp, quant(view.y), DType.I16)
    flat = w.data.reshape(w.shape[0], -1).astype(np.int64)
    ends = tuple(_end(f) for f in factors)
    return WideLayer(flat, b.data.astype(np.int64), ends, lo, hi)


def quads(four: Array) -> Array:
    """Groups of four weights as words, in the order SXTB16 takes them apart: uint32 [..., n / 4] of [..., n]."""
    mixed = four.reshape(*four.shape[:-1], -1, 4)[..., [0, 2, 1, 3]].astype(np.int8)
    return np.ascontiguousarray(mixed).view(np.uint32)[..., 0]


def pair_stream(layer: WideLayer, channels: range, unit: int) -> Array:
    """The words of all pairs of some channels: uint32, as edgec_gemm_s16_armv7em.h reads them."""
    taps = layer.w.shape[1]
    w = np.zeros((len(layer.w), -(-taps // unit) * unit), np.int64)
    w[:, :taps] = layer.w
    words = quads(w)
    starts = [*channels[: len(channels) - 1 : 2]] if len(channels) > 1 else []
    pairs = [(c, c + 1) for c in starts]
    if len(channels) % 2:
        pairs.append((max(channels[0], channels[-1] - 1), channels[-1]))
    rows: list[Array] = []
    for a, b in pairs:
        (m_a, n_a), (m_b, n_b) = layer.ends[a], layer.ends[b]
        rows.append(np.array([int(layer.bias[c]) & 0xFFFFFFFF for c in (a, b)], np.uint32))
        rows.append(np.stack([words[a], words[b]], axis=-1).reshape(-1))
        rows.append(np.array([m_a, m_b, n_a | n_b << 8], np.uint32))
    stream: Array = np.concatenate(rows)
    return stream


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    positions = view.y.shape[1] * view.y.shape[2]
    alike = a.groups == 1 and (view.x(0).shape[0] == 1 or positions % POSITIONS == 0)  # tiles begin with each image
    where = conv_window(view, POSITIONS, buffered=True) if alike else None
    return _product(view, layer, a, (view.x(0).shape, view.x(1).shape), where)


def _dense_rows(view: NodeView, a: ConvAttrs) -> int | None:
    """Rows of the fully connected layer that a convolution is; None when it is none."""
    n, h, w, c = view.x(0).shape
    _, kh, kw, each = view.x(1).shape
    if any(a.pads) or each != c:
        return None
    if (kh, kw) == (h, w) and a.dilations == (1, 1):
        return n
    return n * h * w if (kh, kw) == (1, 1) and a.strides == (1, 1) else None


def _product(
    view: NodeView, layer: WideLayer, a: ConvAttrs, shapes: tuple[Shape, Shape], where: Window | None
) -> Bound:
    """The convolution of an image [N, H, W, C] with filters [O, H, W, C / groups]: ``shapes``."""
    image, (o, kh, kw, c) = shapes
    each = o // a.groups
    streams = [pair_stream(layer, range(g * each, (g + 1) * each), UNIT) for g in range(a.groups)]
    size = view.y.shape if len(view.y.shape) == len(image) else (*image[:3], o)
    group = replace(view.x(0), shape=(*image[:3], c)), replace(view.y, shape=(*size[:3], each))
    units = -(-kh * kw * c // UNIT)
    geo = Geometry.of(*group, (kh, kw), a.strides, a.pads, a.dilations)
    params = Conv2dS16Armv7em(geo, a.groups, layer.lo, layer.hi, units, words=streams[0].size)
    stream = const("weights", "uint32_t", np.concatenate(streams), STREAM)
    args = (operand(view, 0), stream, output(view), Scratch("uint32_t"))
    scratch = 4 * POSITIONS * UNIT * units  # columns, and three windows filled up to units
    why = "columns of 3 positions, tiles of 2 channels x 3 positions, 19 instructions for 24 MACs"
    macs, name = view.y.size * kh * kw * c, "edgec_conv2d_s16_armv7em"
    return (Call(name, f"{name}.h", params, args, scratch, macs, why=why, window=where),)


@dataclass(frozen=True)
class Filters:
    """A depthwise layer: its constants, its limits, filters of each channel."""

    consts: tuple[Const, ...]
    lo: int
    hi: int
    each: int


def depthwise(view: NodeView) -> Filters | Misfit:
    """Words of taps, biases, multipliers and shifts as both depthwise kernels read them: filter by filter."""
    a = view.attrs(ConvAttrs)
    o, _, _, one = view.x(1).shape
    channels = view.x(0).shape[3]
    if one != 1 or a.groups != channels or channels < UNIT:
        return Misfit("the layer is not depthwise with four channels or more")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    filters = o // channels
    order = np.arange(o).reshape(channels, filters).T  # [filter, channel]
    firsts = [min(c, channels - UNIT) for c in range(0, channels, UNIT)]
    words = np.concatenate([quads(layer.w[row[c : c + UNIT]].T).reshape(-1) for row in order for c in firsts])
    ends = np.array(layer.ends, np.int64)[order.reshape(-1)]
    consts = (
        const("weights", "uint32_t", words),
        const("bias", "int32_t", layer.bias[order.reshape(-1)].astype(np.int32)),
        const("multiplier", "int32_t", ends[:, 0].astype(np.int32)),
        const("shift", "uint8_t", ends[:, 1].astype(np.uint8)),
    )
    return Filters(consts, layer.lo, layer.hi, filters)


def _bind_depthwise(view: NodeView) -> Bound:
    parts = depthwise(view)
    if isinstance(parts, Misfit):
        return parts
    _, kh, kw, _ = view.x(1).shape
    params = Dwconv2dS16Armv7em(conv_geometry(view), parts.each, parts.lo, parts.hi)
    args = (operand(view, 0), *parts.consts, output(view))
    why = "four channels at a time, pairs of channels as they lie"
    macs, name, where = view.y.size * kh * kw, "edgec_dwconv2d_s16_armv7em", conv_window(view)
    return (Call(name, f"{name}.h", params, args, macs=macs, why=why, window=where),)


def _bind_depthwise_3x3(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    parts = depthwise(view)
    if isinstance(parts, Misfit):
        return parts
    if view.x(1).shape[1:3] != (3, 3) or a.strides not in ((1, 1), (2, 2)) or a.dilations != (1, 1):
        return Misfit("the layer is not 3x3 of stride 1 or 2 without dilation")
    if view.y.shape[1] * view.y.shape[2] < MIN_PLANE_POSITIONS:
        return Misfit(f"the output has fewer than {MIN_PLANE_POSITIONS} positions")
    if parts.lo not in (0, -MAX_MAGNITUDE) or parts.hi != MAX_MAGNITUDE - 1:
        return Misfit("the limits are not those of int16, or of int16 from 0 on")
    shape, x, y = shape_of(view), view.x(0), view.y
    rows, cols = shape.rows, shape.cols
    strip = shape.strip(FRUGAL_BYTES if view.frugal else STRIP_BYTES)
    depth = (strip - 1) * rows.stride + rows.span
    taps = (1, 3) if shape.turned else (3, 1)
    params = Dwconv3x3S16(
        *(x.shape[0], x.shape[3], parts.each),
        *axes(rows, cols),
        *(x.size // x.shape[0], y.size // y.shape[0]),
        *taps,
        *(rows.stride, rows.pad, cols.pad),
        *(shape.pitch, depth, strip, parts.lo),
    )
    args = (operand(view, 0), *parts.consts, output(view), Scratch("int16_t"))
    scratch, macs = 2 * PLANES * shape.pitch * depth, y.size * rows.taps * cols.taps
    alone = x.shape[0] == 1 and parts.each == 1 and x.shape[3] % PLANES == 0  # else some channels are computed twice
    inplace = (0,) if alone and keeps_input(shape, strip) else ()
    name, why = "edgec_dwconv2d_s16_3x3_armv7em", "four channels as planes, six outputs of stride 1 in 82 instructions"
    return (Call(name, f"{name}.h", params, args, scratch, macs, inplace, why),)


def _bind_conv_dense(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    rows = _dense_rows(view, a)
    if rows is None:
        return Misfit("the layer is not fully connected")
    layer = layer_of(view, a.clamp)
    return layer if isinstance(layer, Misfit) else _dense(layer, view, rows)


def _bind_dense(view: NodeView) -> Bound:
    layer = layer_of(view, view.attrs(DenseAttrs).clamp)
    return layer if isinstance(layer, Misfit) else _dense(layer, view, view.x(0).shape[0])


def _bind_positions(view: NodeView) -> Bound:
    clamp = view.attrs(DenseAttrs).clamp
    layer = layer_of(view, clamp)
    if isinstance(layer, Misfit):
        return layer
    (rows, k), outputs = view.x(0).shape, view.y.shape[1]
    where = rows_window(view, rows, POSITIONS, buffered=True)
    return _product(view, layer, ConvAttrs(clamp=clamp), ((1, 1, rows, k), (outputs, 1, 1, k)), where)


def _dense(layer: WideLayer, view: NodeView, rows: int) -> Bound:
    outputs, k = layer.w.shape
    units = -(-k // DENSE_UNIT)
    params = DenseS16Armv7em(rows, k, outputs, layer.lo, layer.hi, units)
    stream = const("weights", "uint32_t", pair_stream(layer, range(outputs), DENSE_UNIT), STREAM)
    args = (operand(view, 0), stream, output(view), Scratch("uint32_t"))
    why = "2 outputs at a time, 22 instructions for 16 MACs"
    scratch, macs, name = 2 * DENSE_UNIT * units, rows * layer.w.size, "edgec_dense_s16_armv7em"
    where = rows_window(view, rows, buffered=True)
    return (Call(name, f"{name}.h", params, args, scratch, macs, why=why, window=where),)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s16_3x3", "Conv", I16, _bind_depthwise_3x3, planes_work, grid=grids.DEPTHWISE_3X3),
    Kernel(LIBRARY, "dwconv2d_s16", "Conv", I16, _bind_depthwise, depthwise_work, grid=grids.DEPTHWISE),
    Kernel(LIBRARY, "dense_s16", "Conv", I16, _bind_conv_dense, dense_work, grid=grids.WHOLE_IMAGES),
    Kernel(LIBRARY, "conv2d_s16", "Conv", I16, _bind_conv, conv_work, grid=grids.CONVS),
    Kernel(LIBRARY, "dense_s16", "Dense", I16, _bind_dense, dense_work, grid=grids.DENSE),
    Kernel(LIBRARY, "conv2d_s16", "Dense", I16, _bind_positions, positions_work, grid=grids.DENSE),
)
