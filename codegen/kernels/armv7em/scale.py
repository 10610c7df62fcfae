"""Bindings of the Armv7E-M factor and shift per channel: a depthwise convolution of one tap."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em import s16 as dsp_s16
from edgec.codegen.kernels.armv7em.linear import BYTES, INT32_MAX, SHIFT_MAX, ScaledLine
from edgec.codegen.kernels.armv7em.params import FactorPerChannel, ScaleS8
from edgec.codegen.kernels.armv7em.params_s16 import ScaleS16
from edgec.codegen.kernels.armv7em.work import UNROLLED, limited
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import requantize
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

SHIFT_MIN = 8
_OTHER = Misfit("the layer is not a factor per channel")


def channel_line(layer: Layer, c: int) -> ScaledLine | None:
    """The line that gives output channel ``c`` for every int8 input, up to the clamp; None when none is found."""
    w, factor = int(layer.w[c, 0]), layer.factors[c]
    exact = requantize(BYTES * w + layer.bias[c], factor, layer.out_zero, layer.lo, layer.hi)
    for shift in range(SHIFT_MAX, SHIFT_MIN - 1, -1):
        down = factor.shift - shift
        m = w * factor.m >> down if down >= 0 else w * factor.m << -down
        for near in (m, m + 1):
            at_least = (exact << shift) - BYTES * near
            at_most = at_least + (1 << shift) - 1
            room = INT32_MAX - 128 * abs(near)
            low = max(-room, int(at_least[exact > layer.lo].max(initial=-INT32_MAX)))
            high = min(room, int(at_most[exact < layer.hi].min(initial=INT32_MAX)))
            if low <= high:
                return ScaledLine(near, (low + high) // 2, shift)
    return None


def _is_factor(view: NodeView) -> bool:
    a = view.attrs(ConvAttrs)
    channels = view.x(0).shape[3]
    alone = a.groups == channels and view.x(1).shape == (channels, 1, 1, 1)
    return alone and a.strides == (1, 1) and not any(a.pads)


def _call(view: NodeView, kind: str, params: FactorPerChannel, words: Array, why: str) -> Bound:
    args = (operand(view, 0), const("multiplier", "int32_t", words), output(view))
    symbol, header = f"edgec_scale_{kind}_armv7em", f"edgec_scale_{kind}_armv7em.h"
    return (Call(symbol, header, params, args, macs=view.y.size, inplace=(0,), why=why),)


def _sizes(view: NodeView) -> tuple[int, int]:
    """Positions and channels."""
    channels = view.y.shape[3]
    return view.y.size // channels, channels


def _bind_wide(view: NodeView) -> Bound:
    if not _is_factor(view):
        return _OTHER
    layer = dsp_s16.layer_of(view, view.attrs(ConvAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    lines = [(int(layer.w[c, 0]), int(layer.bias[c]), *end) for c, end in enumerate(layer.ends)]
    why = "a factor per channel, one channel at a time"
    return _call(view, "s16", ScaleS16(*_sizes(view), layer.lo, layer.hi), np.array(lines, np.int32), why)


def _bind(view: NodeView) -> Bound:
    if not _is_factor(view):
        return _OTHER
    channels = view.x(0).shape[3]
    layer = layer_of(view, view.attrs(ConvAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    lines = [channel_line(layer, c) for c in range(channels)]
    scaled = [line for line in lines if line is not None]
    if len(scaled) < channels:
        return Misfit("no product of 32 bits gives the requantized values")
    words = np.array([(line.m, line.offset, line.shift) for line in scaled], np.int32)
    why = "a factor per channel: one product and one sum of 32 bits, proven for all 256 values"
    return _call(view, "s8", ScaleS8(*_sizes(view), layer.lo, layer.hi), words, why)


def _work(view: NodeView, call: Call) -> Counts:
    """Channels, four positions at a time."""
    positions, channels = _sizes(view)
    return (
        ("call", 1),
        ("channel", channels),
        ("four", channels * (positions // 4)),
        ("one", channels * (positions % 4)),
        ("limited", limited(call.params_of(ScaleS8), view.y.size)),
    )


def _work_wide(view: NodeView, call: Call) -> Counts:
    """Channels, position by position."""
    (positions, channels), size = _sizes(view), view.y.size
    kind, limits = "short_" if positions <= UNROLLED else "", limited(call.params_of(ScaleS16), size)
    return ("call", 1), ("channel", channels), (f"{kind}element", size), ("limited", limits)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "scale_s8", "Conv", I8, _bind, _work, grid=grids.SCALES),
    Kernel(LIBRARY, "scale_s16", "Conv", I16, _bind_wide, _work_wide, grid=grids.SCALES),
)
