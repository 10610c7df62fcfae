"""Binding of the Armv7E-M depthwise convolution whose output is a single position."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_depthwise as grids
from edgec.codegen.kernels.armv7em.pack import STREAM
from edgec.codegen.kernels.armv7em.params_depthwise import Dwconv2dSingleArmv7em
from edgec.codegen.kernels.armv7em.work import ceil, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

FOUR = 4  # channels of a word
WHY = "a single position: four channels of a cell in 12 instructions"


def _tap_step(view: NodeView) -> int | Misfit:
    """Bytes from one cell of the only window to the next, in the order of the weights."""
    a, (_, h, w, c), (_, kh, kw, _) = view.attrs(ConvAttrs), view.x(0).shape, view.x(1).shape
    if view.y.shape[1:3] != (1, 1) or any(a.pads):
        return Misfit("the output is not a single position whose window lies inside")
    if kw == 1:
        return c * w * a.dilations[0]
    if kh == 1:
        return c * a.dilations[1]
    return c if (h, w) == (kh, kw) else Misfit("the window has several rows and columns, and is not the whole image")


def single_stream(layer: Layer) -> Array | Misfit:
    """The words of all fours of channels as edgec_dwconv2d_s8_single_armv7em.h reads them: uint32.

    The last four channels end with the last one and may overlap those before.
    """
    channels = len(layer.w)
    words = [layer.shift_word(c) for c in range(channels)]
    bad = next((word for word in words if isinstance(word, Misfit)), None)
    if bad is not None:
        return bad
    m, n = np.array(words, np.int64).T
    parts = []
    for first in [*range(0, channels - FOUR, FOUR), channels - FOUR]:
        four = slice(first, first + FOUR)
        taps = np.ascontiguousarray(layer.w[four].T.astype(np.int8)).view("<u4").reshape(-1)
        shifts = n[four].astype(np.uint8).view("<u4")
        parts += [taps, layer.bias[four].astype("<i4").view("<u4"), m[four].astype("<i4").view("<u4"), shifts]
    stream: Array = np.concatenate(parts)
    return stream


def _bind(view: NodeView) -> Bound:
    a, (filters, kh, kw, one) = view.attrs(ConvAttrs), view.x(1).shape
    n, _, _, c = view.x(0).shape
    if one != 1 or not a.groups == c == filters:
        return Misfit("the layer is not depthwise with one filter a channel")
    if c < FOUR:
        return Misfit(f"{c} channels are fewer than {FOUR}")
    step = _tap_step(view)
    if isinstance(step, Misfit):
        return step
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if layer.bits != 8:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    stream = single_stream(layer)
    if isinstance(stream, Misfit):
        return stream
    size = view.x(0).size // n
    params = Dwconv2dSingleArmv7em(n, c, size, kh * kw, step, layer.out_zero, layer.lo, layer.hi)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view))
    symbol = "edgec_dwconv2d_s8_single_armv7em"
    return (Call(symbol, f"{symbol}.h", params, args, 0, view.y.size * kh * kw, why=WHY),)


def _work(view: NodeView, call: Call) -> Counts:
    """Fours of channels and their taps."""
    p = call.params_of(Dwconv2dSingleArmv7em)
    fours = p.batch * ceil(p.channels, FOUR)
    return (
        ("four", fours),
        ("cell", fours * p.taps),
        ("bytes.limited", limited(p, view.y.size)),
    )


def _cut(view: NodeView, call: Call) -> Cut:
    """Parts: each four of channels."""
    p = call.params_of(Dwconv2dSingleArmv7em)
    four = (("four", 1), ("cell", p.taps), ("bytes.limited", limited(p, FOUR)))
    return Cut(f"{call.symbol}_part", call.header, p.batch * ceil(p.channels, FOUR), (four,))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s8_single", "Conv", I8, _bind, _work, grid=grids.SINGLE, cut=_cut),
)
