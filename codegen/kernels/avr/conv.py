"""Binding of convolutions for cores of 8 bits."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.avr import LIBRARY
from edgec.codegen.kernels.avr.params import AvrConv2dS8
from edgec.codegen.kernels.common import I8, const, operand, output, quant
from edgec.codegen.kernels.grids import Grid, conv, depthwise
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, int_layer
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.conv import ConvAttrs

CONV = "edgec_conv2d_s8_avr"


def _bind(view: NodeView) -> Bound:
    a, w = view.attrs(ConvAttrs), view.x(1)
    if w.data is None:
        return Misfit("the weights are not constant")
    taps = prod(w.shape[1:])
    if taps == w.shape[3] and a.groups == 1 and not any(a.pads):
        return Misfit("a 1x1 convolution without padding has no windows to copy")
    layer = int_layer(view, a)
    if isinstance(layer, Misfit):
        return layer
    params = AvrConv2dS8(conv_geometry(view), a.groups, quant(view.x(0)).z, layer.out_zero, layer.lo, layer.hi)
    args = (operand(view, 0), const("weights", "int8_t", w.data), *layer.consts, output(view), Scratch("int8_t", 1))
    where = conv_window(view)
    why = "each window is copied once for all its outputs"
    return (Call(CONV, f"{CONV}.h", params, args, taps, conv_macs(view), (), why, where),)


def _work(view: NodeView, call: Call) -> Counts:
    """Products, outputs, and the bytes and lines of windows that are copied."""
    kh, _, _ = view.x(1).shape[1:]
    taps, groups = prod(view.x(1).shape[1:]), view.attrs(ConvAttrs).groups
    windows = groups * view.y.size // view.y.shape[3]
    return (("product", call.macs), ("output", view.y.size), ("line", windows * kh), ("copied", windows * taps))


GRID: Grid = (
    conv((1, 8, 8, 1), 8, (3, 3)),
    conv((1, 4, 4, 8), 16, (3, 3)),
    conv((1, 7, 6, 5), 4, (3, 2), 2, clamp=Clamp()),
    conv((1, 20, 1, 6), 6, (5, 1)),
    conv((1, 6, 6, 8), 8, (3, 3), groups=2),
    conv((1, 3, 3, 100), 3, (3, 3), valid=True),
    depthwise((1, 6, 6, 8)),
    depthwise((1, 9, 6, 4), stride=2),
    depthwise((1, 5, 5, 3), many=2, dilation=2),
)
KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "conv2d_s8", "Conv", I8, _bind, _work, grid=GRID),)
