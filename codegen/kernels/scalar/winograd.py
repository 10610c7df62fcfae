"""Winograd convolutions of cores without SIMD: fewer products for 3.56 times the bytes of the weights."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.counting import windows_of
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.pack import CHANNELS, ceil, ends_of, fours
from edgec.codegen.kernels.scalar.params import ScalarWinograd, ScalarWinogradS8
from edgec.codegen.kernels.scalar.work import limited
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.shared.winograd import POINTS, transformed
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

UNIT = 4  # input channels that the kernel takes at once
TILES, SUMS = ScalarWinograd.EDGEC_SCALAR_TILES.value, ScalarWinograd.EDGEC_SCALAR_WINO_SUMS.value
OFFSET = 2048  # what makes a filter's points positive
SCALE_BITS = 2  # sums arrive times 4
SYMBOL = "edgec_winograd_s8_scalar"


def filters(w: Array) -> Array:
    """Filters [O, 3, 3, C] as the kernel reads their points: uint16 [O / 4, POINTS, C, 4], filled up with zeros."""
    outputs, channels = w.shape[0], w.shape[3]
    full = np.zeros((fours(outputs) * CHANNELS, POINTS, channels), np.int64)
    full[:outputs] = transformed(w)
    blocks = (full + OFFSET).reshape(-1, CHANNELS, POINTS, channels).transpose(0, 2, 3, 1)
    points: Array = blocks.astype(np.uint16).reshape(-1)
    return points


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    if (kh, kw) != (3, 3) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c % UNIT:
        return Misfit(f"{c} input channels are no multiple of {UNIT}")
    if view.x(1).dtype is not DType.I8:
        return Misfit("the weights are not int8", yields=True)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    ends = ends_of(layer, layer.bias << SCALE_BITS, SCALE_BITS)
    if isinstance(ends, Misfit):
        return ends
    x, y = view.x(0), view.y
    sizes = x.shape[0], x.shape[1], x.shape[2], c, y.shape[1], y.shape[2], o
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = ScalarWinogradS8(*sizes, a.pads[0], a.pads[1], *limits, out_step=o)
    weights = const("weights", "uint16_t", filters(layer.w.reshape(o, 3, 3, c)))
    factors = const("bias", "int32_t", ends, "multipliers and shifts")
    args = (operand(view, 0), weights, factors, output(view), Scratch("int32_t"))
    scratch = 4 * POINTS * (TILES * (c + 1) + SUMS) + POINTS * c
    where = conv_window(view, 2 * y.shape[2]) if x.shape[0] == 1 else None
    steps = (("out_step", 1),) if (layer.lo, layer.hi) == (-128, 127) else ()
    why = "Winograd F(2x2, 3x3) in exact integers: 16 products for 4 outputs, 4 channels x 2 tiles"
    return (Call(SYMBOL, f"{SYMBOL}.h", params, args, scratch, y.size * 9 * c, (), why, where, steps),)


def _work(view: NodeView, call: Call) -> Counts:
    """Tiles of 2x2 outputs, copied first where they reach out of the image; two at a time with four channels."""
    p = call.params_of(ScalarWinogradS8)
    geo = conv_geometry(view)
    down, across = ceil(p.out_h, 2), ceil(p.out_w, 2)
    patches = windows_of(
        geo.with_values({"kernel_h": 4, "kernel_w": 4, "stride_h": 2, "stride_w": 2, "out_h": down, "out_w": across})
    )
    tiles = down * across
    inside = patches.rows.count(4) * patches.columns.count(4)
    pairs = p.batch * ceil(tiles, TILES)
    blocks = pairs * fours(p.out_c)
    return (
        ("tile", p.batch * tiles),
        ("input", p.batch * tiles * p.in_c),
        ("copied_tile", p.batch * (tiles - inside)),
        ("start", pairs * p.in_c),
        ("block", blocks),
        ("step", blocks * p.in_c),
        ("channel", pairs * p.out_c),
        ("output", p.batch * 4 * tiles * p.out_c),
        limited(p.lo, p.hi, view.y.size),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "winograd_s8", "Conv", I8, _bind, _work, grid=grids.WINOGRAD),)
