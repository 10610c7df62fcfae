"""Binding of the Armv7E-M Winograd convolution: faster 3x3 layers for 3.56 times the bytes of their weights."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.cuts import cut_winograd, cut_winograd4
from edgec.codegen.kernels.armv7em.pack import STREAM, one_shift
from edgec.codegen.kernels.armv7em.params import WinogradS8, WinogradStream
from edgec.codegen.kernels.armv7em.work import ceil, inside, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.winograd import POINTS, POINTS4, transformed, transformed4
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

BLOCK_CHANNELS = 16  # input channels of the kernel's inner block
NARROW_BLOCK_CHANNELS = 4  # those of the kernel for other numbers of channels
TAIL, SUMS = WinogradStream.EDGEC_WINO_TAIL.value, WinogradStream.EDGEC_WINO_SUMS.value
SCALE_BITS = 2  # sums arrive times 4
NINTH, SCALE4_BITS, FACTORS4 = 0x38E38E39, 6, 5  # 1/9 modulo 2**32; of F(4x4, 3x3) sums arrive times 64, by 5 factors
SHIFT4 = WinogradStream.EDGEC_WINO4_SHIFT.value
MOST_CHANNELS4 = 32  # of F(4x4, 3x3): its filters take eight times the weights' bytes
WORD = 2**32


def winograd_stream(layer: Layer, channels: int) -> Array | Misfit:
    """The words of all channel pairs: uint32, as edgec_winograd_s8_armv7em.h reads them."""
    outputs = layer.w.shape[0]
    worst = 4 * max(-int(layer.low.min()), int(layer.high.max()))
    if worst >= 2**31:
        return Misfit("four times an accumulator does not fit int32")
    if int(np.abs(layer.bias).max()) >= 2**26:
        return Misfit("a bias does not fit 27 bits")
    words = _point_words(transformed(layer.w.reshape(outputs, 3, 3, channels)))
    rows = []
    for a in range(0, outputs, 2):
        ends = [layer.shift_word(c, SCALE_BITS) for c in (a, a + 1)]
        end_words = [e for e in ends if not isinstance(e, Misfit)]
        if len(end_words) < 2:
            return next(e for e in ends if isinstance(e, Misfit))
        tail = [(int(layer.bias[c]) << 5 | n) & 0xFFFFFFFF for c, (_, n) in zip((a, a + 1), end_words, strict=True)]
        tail += [m for m, _ in end_words]
        rows += [np.stack([words[a], words[a + 1]], axis=-1).reshape(-1), np.array(tail, np.uint32)]
    stream: Array = np.concatenate(rows)
    return stream


def _point_words(points: Array) -> Array:
    """Points int64 [O, points, C] as pairs of int16 of channels 0 and 2, 1 and 3: uint32 [O, points, C / 2]."""
    outputs, count, channels = points.shape
    halves = points.reshape(outputs, count, channels // 4, 4)[..., [0, 2, 1, 3]].reshape(outputs, count, -1, 2)
    words: Array = (halves[..., 0] & 0xFFFF | (halves[..., 1] & 0xFFFF) << 16).astype(np.uint32)
    return words


def winograd4_stream(layer: Layer, channels: int) -> Array | Misfit:
    """The words of all channel pairs: uint32, as edgec_winograd4_s8_armv7em.h reads them."""
    outputs = layer.w.shape[0]
    words = _point_words(transformed4(layer.w.reshape(outputs, 3, 3, channels)))
    ends: list[list[int]] = []
    for c in range(outputs):
        end = one_shift(layer, c, SHIFT4, SCALE4_BITS)
        if isinstance(end, Misfit):
            return end
        m, s = end
        factors = [(NINTH << s + k) % WORD for k in range(FACTORS4)]
        ends.append([(int(layer.bias[c]) << s + SCALE4_BITS) % WORD, m, *factors])
    tails = np.array(ends, np.uint32)
    pairs = np.stack([words[::2], words[1::2]], axis=-1).reshape(outputs // 2, -1)
    stream: Array = np.concatenate([pairs, tails.reshape(outputs // 2, -1)], axis=1).reshape(-1)
    return stream


@dataclass(frozen=True)
class Size:
    """Outputs of a tile along an axis, and what follows from them."""

    outputs: int
    points: int
    stream: Callable[[Layer, int], Array | Misfit]
    why: str


TWO = Size(2, POINTS, winograd_stream, "F(2x2, 3x3) in exact integers: 16 products for 4 outputs")
FOUR = Size(4, POINTS4, winograd4_stream, "F(4x4, 3x3) in exact integers: 36 products for 16 outputs")


def _bind(view: NodeView) -> Bound:
    return _bound(view, BLOCK_CHANNELS, "edgec_winograd_s8_armv7em", TWO)


def _bind_fours(view: NodeView) -> Bound:
    if view.x(1).shape[-1] % BLOCK_CHANNELS == 0:
        return Misfit(f"there is a kernel for multiples of {BLOCK_CHANNELS} input channels")
    return _bound(view, NARROW_BLOCK_CHANNELS, "edgec_winograd_s8_fours_armv7em", TWO)


def _bind4(view: NodeView) -> Bound:
    if view.x(1).shape[-1] > MOST_CHANNELS4:
        return Misfit(f"filters of more than {MOST_CHANNELS4} channels would take too much room")
    return _bound(view, NARROW_BLOCK_CHANNELS, "edgec_winograd4_s8_armv7em", FOUR)


def _bound(view: NodeView, unit: int, symbol: str, size: Size) -> Bound:
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
    stream = size.stream(layer, c)
    if isinstance(stream, Misfit):
        return stream
    x, y = view.x(0), view.y
    sizes = x.shape[0], x.shape[1], x.shape[2], c, y.shape[1], y.shape[2], o
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = WinogradS8(*sizes, a.pads[0], a.pads[1], *limits, out_step=o)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view), Scratch("uint32_t"))
    scratch = 4 * size.points * (c + SUMS) + size.points * c
    why = f"Winograd {size.why}, 2 channels x 2 tiles"
    macs = y.size * 9 * c
    # tiles of several rows: what one of them reads ahead of time only helps
    where = conv_window(view, size.outputs * y.shape[2]) if x.shape[0] == 1 else None
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


def _work4(view: NodeView, call: Call) -> Counts:
    """Tiles of 4x4 outputs, pairs of channels of two of them, and fours of input channels of all points."""
    fours, pairs = view.x(1).shape[3] // NARROW_BLOCK_CHANNELS, _pairs(view, FOUR)
    return (*_tiles(view, FOUR), ("pair", pairs), ("step", pairs * fours), _limited(view, call))


def _pairs(view: NodeView, size: Size = TWO) -> int:
    """Pairs of output channels of two tiles."""
    n, oh, ow, outputs = view.y.shape
    return n * ceil(ceil(oh, size.outputs) * ceil(ow, size.outputs), 2) * (outputs // 2)


def _tiles(view: NodeView, size: Size = TWO) -> Counts:
    """Tiles of outputs, copied first where they reach out of the image; two at a time with two channels."""
    a, step = view.attrs(ConvAttrs), size.outputs
    n, h, w, c = view.x(0).shape
    _, oh, ow, _ = view.y.shape
    span, cells_of = step + 2, size.points
    down = inside(h, ceil(oh, step), span, step, a.pads[0], 1)
    across = inside(w, ceil(ow, step), span, step, a.pads[1], 1)
    tiles = len(down) * len(across)
    within = int((down == span).sum() * (across == span).sum())
    cells = int(down.sum() * across.sum()) - cells_of * within
    return (
        ("call", 1),
        ("tile", n * tiles),
        ("input", n * tiles * c // 4),
        ("copied_cell", n * cells_of * (tiles - within)),
        ("copied", n * cells * c // 4),
        ("zeroed", n * (cells_of * (tiles - within) - cells) * c),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "winograd_s8", "Conv", I8, _bind, _work, grid=grids.WINOGRAD, cut=cut_winograd),
    Kernel(LIBRARY, "winograd_s8_fours", "Conv", I8, _bind_fours, _work_of_fours, grid=grids.WINOGRAD_OF_FOURS),
    Kernel(LIBRARY, "winograd4_s8", "Conv", I8, _bind4, _work4, together=32, grid=grids.WINOGRAD4, cut=cut_winograd4),
)
