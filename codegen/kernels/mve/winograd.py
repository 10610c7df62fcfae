"""Bindings of the Helium Winograd convolutions of int16 activations: F(2, 3) along rows, exact in 16 bits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.common import const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import layer_parts
from edgec.codegen.kernels.mve.pack import CHANNELS, VECTOR, blocks_of, four_bytes
from edgec.codegen.kernels.mve.params import WinogradMve, WinogradS16Mve
from edgec.codegen.kernels.neon.pack import Ending, ending_of, rows_of_block
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

COLUMNS, TAPS = WinogradMve.EDGEC_WINOGRAD_MVE_COLUMNS.value, WinogradMve.EDGEC_WINOGRAD_MVE_TAPS.value
POINTS = WinogradMve.EDGEC_WINOGRAD_MVE_POINTS.value
HEADER = "edgec_winograd_s16_mve.h"
OFFSET = 1 << 15  # what brings d1 + d2 to 16 bits
ROUNDS = (6, 3)  # steps of eight taps that a round may have
ALL, CHUNK = 24 * 1024, 12 * 1024  # bytes of weights' points that are made at once, and else, unless a block takes more
UNREAD = tuple(f"geo.{name}_{axis}" for name in ("kernel", "stride", "dilation") for axis in "hw")
WHY = "Winograd F(2, 3) along rows, exact in 16 bits: 4 products for 2 outputs, 4 channels x 2 tiles"


def _doubled(layer: Layer) -> Ending | Misfit:
    """The requantization of twice the sums, with what the offset of a point takes away."""
    sums = replace(
        layer, w=layer.w * 2, bias=layer.bias * 2, low=layer.low * 2, high=layer.high * 2,
        factors=tuple(replace(f, shift=f.shift + 1) if f.m else f for f in layer.factors),
    )  # fmt: skip
    ending = ending_of(sums)
    if isinstance(ending, Misfit) or ending.left:
        return Misfit("a sum or a factor is too large for twice the sums")
    bias = sums.bias + OFFSET * layer.w.sum(axis=1)  # wraps, as the sums do
    return replace(ending, bias=bias.astype(np.uint32).view(np.int32))


def weights_of(w: Array) -> Array:
    """Filters [O, 3, 3, C] by blocks of four channels: of each row and eight channels, eight weights of each column."""
    parts: list[Array] = []
    for first in blocks_of(len(w)):
        block = rows_of_block(w, first, CHANNELS)
        steps = block.reshape(CHANNELS, 3, 3, -1, TAPS)  # channel, row, column, step, tap
        parts.append(steps.transpose(1, 3, 0, 2, 4).reshape(-1))
    stream: Array = np.concatenate(parts).astype(np.int8)
    return stream


def ends_of(ending: Ending, outputs: int) -> Array:
    """Biases, multipliers, and shifts in a word, of each block of four channels."""
    parts: list[Array] = []
    for first in blocks_of(outputs):
        bias, m, minus_n = (rows_of_block(a, first, CHANNELS) for a in (ending.bias, ending.m, ending.minus_n))
        parts += [bias, m, four_bytes(minus_n)]
    words: Array = np.concatenate(parts).astype(np.int32)
    return words


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    if (kh, kw) != (3, 3) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c % TAPS or o < CHANNELS:
        return Misfit(f"{c} input channels are no multiple of {TAPS}, or there are fewer than {CHANNELS} outputs")
    if not view.positive:
        return Misfit("inputs may be negative, so that differences of them take 17 bits")
    parts = layer_parts(view, element=2)
    if isinstance(parts, Misfit):
        return parts
    layer = parts[0]
    ending = _doubled(layer)
    if isinstance(ending, Misfit):
        return ending
    steps, blocks = 3 * c // TAPS, len(blocks_of(o))
    size = steps * CHANNELS * 4 * VECTOR  # bytes of a block's points
    chunk = blocks if blocks * size <= ALL else max(1, CHUNK // size)
    params = WinogradS16Mve(conv_geometry(view), layer.lo, layer.hi, chunk, o)
    weights = const("weights", "int8_t", weights_of(layer.w.reshape(o, 3, 3, c)))
    ends = const("bias", "int32_t", ends_of(ending, o), "biases, multipliers and shifts")
    args = (operand(view, 0), weights, ends, output(view), Scratch("int8_t", VECTOR))
    strips = 1 if chunk == blocks else -(-view.y.shape[2] // COLUMNS)
    scratch = chunk * size + 2 * c + strips * (view.y.shape[1] + 2) * (c // TAPS) * POINTS
    symbol = f"edgec_winograd_s16_{next(n for n in ROUNDS if steps % n == 0)}_mve"
    macs, stepping = view.y.size * 9 * c, (("out_step", 1),)
    call = Call(symbol, HEADER, params, args, scratch, macs, (), WHY, None, stepping)
    return (call.without(*UNREAD),)


def _work(view: NodeView, call: Call) -> Counts:
    """Points of weights and of columns, tiles of four outputs of a row with four channels."""
    p = call.params_of(WinogradS16Mve)
    (n, oh, ow, o), c = view.y.shape, view.x(0).shape[3]
    blocks, steps = len(blocks_of(o)), 3 * c // TAPS
    strips = n * -(-ow // COLUMNS)
    passes, tiles = -(-blocks // p.chunk) * strips, strips * oh * blocks
    rounds = steps // next(r for r in ROUNDS if steps % r == 0)
    return (
        ("call", 1),
        ("block", n * blocks),
        ("filter", n * blocks * steps * CHANNELS),
        ("strip", strips),
        ("line", strips * (oh + 2)),
        ("points", strips * (oh + 2) * (c // TAPS)),
        ("row", passes * oh),
        ("tile", tiles),
        ("round", tiles * 4 * rounds),
        ("step", tiles * 4 * steps),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "winograd_s16", "Conv", I16, _bind, _work, grid=grids.WINOGRAD_S16),)
