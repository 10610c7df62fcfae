"""Binding of the NEON Winograd convolution: 3x3 layers of stride 1 for 3.56 times the bytes of their weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import STREAM, Ending, blocks_of, ending_of, epilogue_of
from edgec.codegen.kernels.neon.params import RowsNeon, WinogradNeon, WinogradNeonStream
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.shared.winograd import POINTS, transformed
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

UNIT, CHANNELS = WinogradNeonStream.EDGEC_WINO_NEON_UNIT.value, WinogradNeonStream.EDGEC_WINO_NEON_CHANNELS.value
SIZE = 4  # cells of a tile along an axis
SCALE_BITS = 2  # sums arrive times 4
UNREAD = ("kernel_w", "stride_w", "dilation_w", "out_c")
MAX_INPUT_CHANNELS = 1024  # input channels, so that the sum at a point fits int32


def pack(points: Array, ending: Ending) -> Array:
    """The stream: of four channels biases, then weights [channels / 8, 4, 8, 4 points, 4], multipliers and shifts.

    ``points`` are the filters at the 16 points: int16 [O, 16, C].
    """
    parts: list[Array] = []
    for first, width in blocks_of(len(points), (CHANNELS,)):
        part = slice(first, first + width)
        block = points[part].reshape(CHANNELS, 4, 4, -1, UNIT).transpose(3, 1, 4, 2, 0)
        parts += [
            (ending.bias[part].astype(np.int64) << SCALE_BITS).astype("<u4").view(np.int8),
            np.ascontiguousarray(block).astype("<i2").reshape(-1).view(np.int8),
            np.concatenate([ending.m[part], ending.minus_n[part]]).astype("<i4").view(np.int8),
        ]
    stream: Array = np.concatenate(parts)
    return stream


@dataclass(frozen=True)
class Winograd:
    """Winograd tiles of a library: ``name`` ends its symbol, ``pack`` makes the stream from the filters at the points.

    A channel takes ``room`` bytes of points, ``sums`` bytes are the kernel's beside them.
    """

    library: Library
    name: str
    pack: Callable[[Array, Ending], Array]
    room: int
    sums: int
    work: Callable[[NodeView, Call], Counts]

    def kernels(self, grid: Grid) -> tuple[Kernel, ...]:
        """The kernel of a way to compute tiles."""
        bind = partial(_bind, self)
        return (Kernel(self.library, "winograd_s8", "Conv", I8, bind, self.work, grid=grid),)


def _bind(how: Winograd, view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    (o, kh, kw, c), x, y = view.x(1).shape, view.x(0), view.y
    if (kh, kw) != (3, 3) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c % UNIT or o < CHANNELS or c > MAX_INPUT_CHANNELS:
        return Misfit(
            f"{c} input channels are no multiple of {UNIT} up to {MAX_INPUT_CHANNELS}, "
            f"or {o} outputs fewer than {CHANNELS}"
        )
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    by_four = replace(
        layer, low=4 * layer.low, high=4 * layer.high,
        factors=tuple(replace(f, shift=f.shift + SCALE_BITS) for f in layer.factors),
    )  # fmt: skip
    ending = ending_of(by_four)
    if isinstance(ending, Misfit):
        return ending
    stream = how.pack(transformed(layer.w.reshape(o, 3, 3, c)), ending)
    rows, columns = -(-y.shape[1] // 2), -(-y.shape[2] // 2)
    tiles = replace(y, shape=(y.shape[0], rows, columns, o))
    reached = 2 * (columns - 1) + SIZE
    padded = a.pads[1] > 0 or reached > x.shape[2]
    pitch = -(-max(a.pads[1] + x.shape[2], reached) * c // VECTOR) * VECTOR if padded else 0
    geo = Geometry.of(x, tiles, (SIZE, SIZE), (2, 2), a.pads, (1, 1))
    cells = RowsNeon(geo, layer.in_zero, pitch)
    params = WinogradNeon(cells, epilogue_of(layer, ending.left), y.shape[1], y.shape[2], out_c=o, out_step=o)
    scratch = ((SIZE + 1) * pitch or -(-x.shape[2] * c // VECTOR) * VECTOR) + how.room * c + how.sums
    args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int8_t", VECTOR))
    why = "Winograd F(2x2, 3x3) in exact integers: 16 products of 16 bits for 4 outputs, 4 channels at a time"
    where = conv_window(view, 2 * y.shape[2]) if x.shape[0] == 1 else None
    symbol, macs = f"edgec_winograd_s8_{how.name}", y.size * prod(view.x(1).shape[1:])
    call = Call(symbol, f"{symbol}.h", params, args, scratch, macs, (), why, where, (("out_step", 1),))
    return (call.without(*(f"rows.geo.{name}" for name in UNREAD)),)


def _work(view: NodeView, call: Call) -> Counts:
    """Tiles, whose points are computed once; four output channels of each, 8 input channels at a time."""
    (n, h, w, c), (_, oh, ow, o) = view.x(0).shape, view.y.shape
    tiles = n * -(-oh // 2) * -(-ow // 2)
    blocks, p = tiles * len(blocks_of(o, (CHANNELS,))), call.params_of(WinogradNeon)
    return (
        ("call", 1),
        ("row", n * -(-oh // 2)),
        ("copied", n * h * w * c / VECTOR if p.rows.pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("tile", tiles),
        ("points", tiles * c // UNIT),
        ("block", blocks),
        ("step", blocks * c // UNIT),
        ("limited", blocks if p.ending.is_limited else 0),
    )


KERNELS: tuple[Kernel, ...] = Winograd(LIBRARY, "neon", pack, 2 * POINTS, 0, _work).kernels(grids.WINOGRAD)
