"""Binding of the Armv7E-M Winograd convolution: faster 3x3 layers for 3.56 times the bytes of their weights."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.cuts import cut_winograd
from edgec.codegen.kernels.armv7em.pack import STREAM
from edgec.codegen.kernels.armv7em.params import WinogradS8, WinogradStream
from edgec.codegen.kernels.armv7em.work import ceil, inside, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.winograd import POINTS, transformed
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

BLOCK_CHANNELS = 16  # input channels of the kernel's inner block
NARROW_BLOCK_CHANNELS = 4  # those of the kernel for other numbers of channels
TAIL, SUMS = WinogradStream.EDGEC_WINO_TAIL.value, WinogradStream.EDGEC_WINO_SUMS.value
SCALE_BITS = 2  # sums arrive times 4


def winograd_stream(layer: Layer, channels: int) -> Array | Misfit:
    """The words of all channel pairs: uint32, as edgec_winograd_s8_armv7em.h reads them."""
    outputs = layer.w.shape[0]
    worst = 4 * max(-int(layer.low.min()), int(layer.high.max()))
    if worst >= 2**31:
        return Misfit("four times an accumulator does not fit int32")
    if int(np.abs(layer.bias).max()) >= 2**26:
        return Misfit("a bias does not fit 27 bits")
    points = transformed(layer.w.reshape(outputs, 3, 3, channels))
    halves = points.reshape(outputs, POINTS, channels // 4, 4)[..., [0, 2, 1, 3]].reshape(outputs, POINTS, -1, 2)
    words = (halves[..., 0] & 0xFFFF | (halves[..., 1] & 0xFFFF) << 16).astype(np.uint32)
    rows = []
    for a in range(0, outputs, 2):
        ends = [layer.shift_word(c, SCALE_BITS) for c in (a, a + 1)]
        found = [e for e in ends if not isinstance(e, Misfit)]
        if len(found) < 2:
            return next(e for e in ends if isinstance(e, Misfit))
        tail = [(int(layer.bias[c]) << 5 | n) & 0xFFFFFFFF for c, (_, n) in zip((a, a + 1), found, strict=True)]
        tail += [m for m, _ in found]
        rows += [np.stack([words[a], words[a + 1]], axis=-1).reshape(-1), np.array(tail, np.uint32)]
    stream: Array = np.concatenate(rows)
    return stream


def _bind(view: NodeView) -> Bound:
    return _bound(view, BLOCK_CHANNELS, "edgec_winograd_s8_armv7em")


def _bind_fours(view: NodeView) -> Bound:
    if view.x(1).shape[-1] % BLOCK_CHANNELS == 0:
        return Misfit(f"there is a kernel for multiples of {BLOCK_CHANNELS} input channels")
    return _bound(view, NARROW_BLOCK_CHANNELS, "edgec_winograd_s8_fours_armv7em")


def _bound(view: NodeView, unit: int, symbol: str) -> Bound:
    """The call of a function, whose header has its name and whose input channels are multiples of ``unit``."""
    a = view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    if (kh, kw) != (3, 3) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c % unit or o % 2:
        return Misfit(f"{c} input channels are no multiple of {unit}, or {o} outputs are odd")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    stream = winograd_stream(layer, c)
    if isinstance(stream, Misfit):
        return stream
    x, y = view.x(0), view.y
    sizes = x.shape[0], x.shape[1], x.shape[2], c, y.shape[1], y.shape[2], o
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = WinogradS8(*sizes, a.pads[0], a.pads[1], *limits, out_step=o)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view), Scratch("uint32_t"))
    scratch = 4 * POINTS * (c + SUMS) + POINTS * c
    why = "Winograd F(2x2, 3x3) in exact integers: 16 products for 4 outputs, 2 channels x 2 tiles"
    macs = y.size * 9 * c
    # tiles of two rows: what one of them reads ahead of time only helps
    where = conv_window(view, 2 * y.shape[2]) if x.shape[0] == 1 else None
    steps = (("out_step", 1),) if (layer.lo, layer.hi) == (-128, 127) else ()
    return (Call(symbol, f"{symbol}.h", params, args, scratch, macs, (), why, where, steps),)


def _work(view: NodeView, call: Call) -> Counts:
    channels, pairs = view.x(1).shape[3], _pairs(view)
    return (*_tiles(view), ("pair", pairs), ("step", pairs * channels // BLOCK_CHANNELS), _limited(view, call))


def _work_of_fours(view: NodeView, call: Call) -> Counts:
    """The same, and rounds of four fours where there are more than the kernel does without a loop."""
    fours, pairs = view.x(1).shape[3] // NARROW_BLOCK_CHANNELS, _pairs(view)
    rounds = max(0, ceil(fours - 1 - TAIL, 4))
    counted = ("pair", pairs), ("step", pairs * fours), ("long", pairs * (rounds > 0)), ("round", pairs * rounds)
    return (*_tiles(view), *counted, _limited(view, call))


def _limited(view: NodeView, call: Call) -> tuple[str, float]:
    return "bytes.limited", limited(call.params_of(WinogradS8), view.y.size)


def _pairs(view: NodeView) -> int:
    """Pairs of output channels of two tiles."""
    n, oh, ow, outputs = view.y.shape
    return n * ceil(ceil(oh, 2) * ceil(ow, 2), 2) * (outputs // 2)


def _tiles(view: NodeView) -> Counts:
    """Tiles of 2x2 outputs, copied first where they reach out of the image; two at a time with two channels."""
    a = view.attrs(ConvAttrs)
    n, h, w, c = view.x(0).shape
    _, oh, ow, _ = view.y.shape
    down = inside(h, ceil(oh, 2), 4, 2, a.pads[0], 1)
    across = inside(w, ceil(ow, 2), 4, 2, a.pads[1], 1)
    tiles = len(down) * len(across)
    within = int((down == 4).sum() * (across == 4).sum())
    cells = int(down.sum() * across.sum()) - 16 * within
    return (
        ("call", 1),
        ("tile", n * tiles),
        ("input", n * tiles * c // 4),
        ("copied_cell", n * 16 * (tiles - within)),
        ("copied", n * cells * c // 4),
        ("zeroed", n * (16 * (tiles - within) - cells) * c),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "winograd_s8", "Conv", I8, _bind, _work, grid=grids.WINOGRAD, cut=cut_winograd),
    Kernel(LIBRARY, "winograd_s8_fours", "Conv", I8, _bind_fours, _work_of_fours, grid=grids.WINOGRAD_OF_FOURS),
)
