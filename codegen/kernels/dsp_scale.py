"""Binding of the Armv7E-M factor and shift per channel: a depthwise convolution of one tap."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.dsp_linear import BYTES, DSP, INT32_MAX, SHIFT_MAX, Line
from edgec.codegen.kernels.dsp_pack import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.fixed_point import requantize
from edgec.converter.ops.conv import ConvAttrs

SHIFT_MIN = 8


def channel_line(layer: Layer, c: int) -> Line | None:
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
                return Line(near, (low + high) // 2, shift)
    return None


def _bind(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    channels = view.x(0).shape[3]
    if view.x(1).shape != (channels, 1, 1, 1) or a.groups != channels or a.strides != (1, 1) or any(a.pads):
        return Misfit("the layer is not a factor per channel")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    lines = [channel_line(layer, c) for c in range(channels)]
    found = [line for line in lines if line is not None]
    if len(found) < channels:
        return Misfit("no product of 32 bits gives the requantized values")
    words = np.array([(line.m, line.offset, line.shift) for line in found], np.int32)
    size = view.y.size
    sizes = (("positions", size // channels), ("channels", channels))
    params = Params("edgec_scale_s8_dsp_params", (*sizes, ("lo", layer.lo), ("hi", layer.hi)))
    args = (operand(view, 0), const("multiplier", "int32_t", words), output(view))
    why = "a factor per channel: one product and one sum of 32 bits, proven for all 256 values"
    return (Call("edgec_scale_s8__dsp", "edgec_scale_s8_dsp.h", params, args, macs=size, inplace=(0,), why=why),)


KERNELS: tuple[Kernel, ...] = (Kernel("edgec_scale_s8__dsp", "Conv", I8, _bind, DSP),)
