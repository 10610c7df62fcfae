"""Bindings of Conv."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import (
    F32,
    I8,
    const,
    factor_arrays,
    operand,
    output,
    quant,
    quantized,
    window,
)
from edgec.codegen.kernels.counting import dot, dot_s8, windows, windows_of
from edgec.codegen.kernels.grids import Grid, conv, depthwise
from edgec.codegen.kernels.library import Counts, Kernel, Work
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params import Conv2dF32, Conv2dS8, Dwconv2dF32, Dwconv2dS8
from edgec.codegen.kernels.shared.geometry import POINTWISE_UNREAD, conv_geometry
from edgec.codegen.kernels.shared.layer import folded_bias
from edgec.codegen.kernels.spec import Arg, Bound, Call, Cut, Input, Misfit, NodeView, Window
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

REGISTER_CHANNELS = 4  # channels of a depthwise layer whose sums are held in registers
MAX_UNROLLED_FOURS = 12  # fours of an inner product that the compiler writes out


@dataclass(frozen=True)
class IntLayer:
    """Constants of an int8 layer: bias, multipliers and shifts, and the limits of its outputs."""

    consts: tuple[Arg, ...]
    out_zero: int
    lo: int
    hi: int


def int_layer(view: NodeView, clamp_of: ConvAttrs | DenseAttrs) -> IntLayer | Misfit:
    """Return the constants of a layer as an int8 one, or why it is none."""
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    bias = folded_bias(view)
    if isinstance(bias, Misfit):
        return bias
    x, w, y = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(clamp_of.clamp, y, view.y.dtype)
    factors = output_multipliers(x, w, y, view.x(1).shape[0])
    consts = (const("bias", "int32_t", bias), *factor_arrays(factors))
    return IntLayer(consts, y.z, lo, hi)


def conv_window(view: NodeView, tile: int = 1, buffered: bool = False) -> Window:
    """Return the order in which a convolution reads and writes."""
    a = view.attrs(ConvAttrs)
    return window(view, view.x(1).shape[1:3], a.strides, a.pads, a.dilations, tile, buffered)


def conv_macs(view: NodeView) -> int:
    """Multiply-accumulates of a convolution, those of padded cells included."""
    return view.y.size * prod(view.x(1).shape[1:])


def _is_pointwise(view: NodeView) -> bool:
    a = view.attrs(ConvAttrs)
    return view.x(1).shape[1:3] == (1, 1) and a.groups == 1 and not any(a.pads)


def is_depthwise(view: NodeView) -> bool:
    """Return whether every filter of a convolution, a constant, reads one channel."""
    a = view.attrs(ConvAttrs)
    return view.x(1).shape[3] == 1 and a.groups == view.x(0).shape[3] and view.x(1).data is not None


def taps_first(view: NodeView, ctype: str) -> Arg:
    """Depthwise weights [O, kh, kw, 1] as [kh, kw, O]."""
    data = view.x(1).data
    assert data is not None
    return const("weights", ctype, data[..., 0].transpose(1, 2, 0))


def weights_of(view: NodeView, ctype: str) -> Arg:
    """The weights as they are: constant, or computed at run time."""
    data = view.x(1).data
    return Input(1, ctype) if data is None else const("weights", ctype, data)


def _bind_conv_int(view: NodeView, symbol: str, header: str, depthwise: bool, why: str) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = int_layer(view, a)
    if isinstance(layer, Misfit):
        return layer
    geo, limits = conv_geometry(view), (quant(view.x(0)).z, layer.out_zero, layer.lo, layer.hi)
    params: Record = Dwconv2dS8(geo, *limits) if depthwise else Conv2dS8(geo, a.groups, *limits)
    weights = taps_first(view, "int8_t") if depthwise else weights_of(view, "int8_t")
    args = (operand(view, 0), weights, *layer.consts, output(view))
    return (Call(symbol, header, params, args, macs=conv_macs(view), window=conv_window(view), why=why),)


def _bind_conv_float(view: NodeView, symbol: str, header: str, depthwise: bool, why: str) -> Bound:
    a = view.attrs(ConvAttrs)
    geo, limits = conv_geometry(view), (a.clamp.lo, a.clamp.hi)
    params: Record = Dwconv2dF32(geo, *limits) if depthwise else Conv2dF32(geo, a.groups, *limits)
    weights = taps_first(view, "float") if depthwise else weights_of(view, "float")
    args = (operand(view, 0), weights, operand(view, 2, role="bias"), output(view))
    return (Call(symbol, header, params, args, macs=conv_macs(view), window=conv_window(view), why=why),)


def _bind_pointwise_int(view: NodeView) -> Bound:
    if not _is_pointwise(view):
        return Misfit("the layer is not a 1x1 convolution without padding")
    why = "1x1 without padding: one dense layer per position"
    bound = _bind_conv_int(view, "edgec_conv2d_s8_1x1_plain", "edgec_conv2d_s8.h", False, why)
    if isinstance(bound, Misfit):
        return bound
    return tuple(call.without(*POINTWISE_UNREAD, "groups", "in_zero") for call in bound)


def _bind_depthwise_int(view: NodeView) -> Bound:
    if not is_depthwise(view):
        return Misfit("the layer is not depthwise")
    why = "every filter reads one channel: sums of four channels at a time"
    return _bind_conv_int(view, "edgec_dwconv2d_s8_plain", "edgec_dwconv2d_s8.h", True, why)


def _bind_general_int(view: NodeView) -> Bound:
    return _bind_conv_int(view, "edgec_conv2d_s8_plain", "edgec_conv2d_s8.h", False, "any convolution")


def _bind_pointwise_float(view: NodeView) -> Bound:
    if not _is_pointwise(view):
        return Misfit("the layer is not a 1x1 convolution without padding")
    why = "1x1 without padding: one dense layer per position"
    bound = _bind_conv_float(view, "edgec_conv2d_f32_1x1_plain", "edgec_conv2d_f32.h", False, why)
    return bound if isinstance(bound, Misfit) else tuple(call.without(*POINTWISE_UNREAD, "groups") for call in bound)


def _bind_depthwise_float(view: NodeView) -> Bound:
    if not is_depthwise(view):
        return Misfit("the layer is not depthwise with constant weights")
    why = "every filter reads one channel: sums of four channels at a time"
    return _bind_conv_float(view, "edgec_dwconv2d_f32_plain", "edgec_dwconv2d_f32.h", True, why)


def _bind_general_float(view: NodeView) -> Bound:
    return _bind_conv_float(view, "edgec_conv2d_f32_plain", "edgec_conv2d_f32.h", False, "any convolution")


POINTWISE: Grid = (
    conv((1, 25, 5, 64), 64),
    conv((1, 16, 16, 3), 8),
    conv((1, 24, 24, 8), 16),
    conv((1, 16, 16, 16), 32, stride=2),
    conv((1, 6, 6, 128), 32),
    conv((1, 3, 3, 256), 16),
    conv((1, 12, 12, 16), 1),
    conv((1, 9, 7, 1), 12),
    conv((1, 6, 6, 7), 5),
    conv((2, 5, 5, 53), 9),
    conv((1, 7, 5, 30), 11, stride=2, clamp=Clamp()),
)
DEPTHWISE: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 24, 24, 8), stride=2),
    depthwise((1, 3, 3, 128)),
    depthwise((1, 16, 16, 6)),
    depthwise((1, 12, 12, 3), (5, 5)),
    depthwise((1, 12, 12, 17), clamp=Clamp()),
    depthwise((1, 20, 10, 1), (10, 4), 2, many=8),
    depthwise((1, 9, 9, 6), many=2),
    depthwise((1, 10, 10, 5), many=3),
    depthwise((1, 12, 12, 16), dilation=2),
    depthwise((2, 30, 1, 20), (7, 1)),
    depthwise((1, 14, 14, 32), stride=2, valid=True),
    depthwise((1, 16, 16, 9), (5, 5), 2),
    depthwise((1, 10, 10, 7), valid=True),
    depthwise((1, 19, 6, 1), (10, 4), many=6),
    depthwise((1, 12, 12, 3), many=2, valid=True),
    depthwise((1, 13, 13, 10), stride=2),
    depthwise((1, 9, 9, 12), (2, 2)),
    depthwise((1, 12, 12, 5), stride=2),
)
ONE_EACH: Grid = (  # one input channel an output, which other kernels compute unless they are given up for their code
    depthwise((1, 16, 16, 16)),
    depthwise((1, 24, 24, 8), stride=2),
    depthwise((1, 12, 12, 12), valid=True),
    depthwise((1, 9, 9, 12), (2, 2)),
)
GENERAL: Grid = (
    conv((1, 16, 16, 16), 16, (3, 3)),
    conv((1, 49, 10, 1), 8, (10, 4), 2),
    conv((1, 24, 24, 3), 8, (3, 3), 2),
    conv((1, 8, 8, 32), 24, (3, 3), 2),
    conv((1, 3, 3, 32), 16, (3, 3)),
    conv((1, 12, 12, 5), 7, (3, 3), clamp=Clamp()),
    conv((1, 14, 14, 1), 6, (5, 5), valid=True),
    conv((1, 9, 9, 6), 10, (5, 5), valid=True),
    conv((2, 40, 1, 12), 8, (5, 1)),
    conv((1, 1, 60, 10), 9, (1, 7), dilation=2),
    conv((1, 10, 10, 16), 8, (3, 3), dilation=2),
    conv((1, 8, 8, 16), 16, (3, 3), groups=2),
    conv((1, 10, 10, 12), 12, (3, 3), groups=4),
    conv((1, 12, 12, 9), 6, groups=3),
    conv((1, 6, 6, 64), 12, (1, 1), groups=2),
    conv((1, 9, 9, 12), 6, (5, 5), valid=True),
    conv((1, 8, 8, 33), 5, (3, 3), valid=True),
    conv((1, 7, 7, 70), 4, (3, 3), dilation=2),
    conv((1, 11, 11, 8), 8, (3, 3), 2, groups=4),
    conv((1, 15, 15, 4), 6, (3, 3), 2),
    conv((1, 12, 10, 8), 8, (3, 3), groups=2, valid=True),
    conv((1, 50, 4, 6), 10, (7, 1), 2),
    conv((1, 13, 13, 6), 9, groups=3),
    conv((1, 12, 12, 24), 32, (3, 3), 2, groups=2),
)
ANY_GROUPS: Grid = (*GENERAL, *ONE_EACH)
FEW_CHANNELS: Grid = (  # of windows of one cell: an output's end takes as many instructions as its products
    conv((1, 24, 24, 8), 16),
    conv((1, 16, 16, 3), 8),
    conv((1, 12, 12, 16), 24, stride=2),
    conv((1, 9, 9, 7), 12, clamp=Clamp()),
)
ANY_INT: Grid = (*ANY_GROUPS, *FEW_CHANNELS)


def dots(view: NodeView, times: float, n: int, flat: int) -> Counts:
    """Inner products of ``n`` values and weights of a layer."""
    ints = view.x(0).dtype is view.x(1).dtype is DType.I8
    return dot_s8(times, n, flat) if ints else dot(times, n, flat)


def _work_pointwise(view: NodeView, call: Call) -> Counts:
    """Inner products of the channels, for each output."""
    outputs, c = view.y.size, view.x(0).shape[3]
    return (*dots(view, outputs, c, MAX_UNROLLED_FOURS), ("position", outputs // view.y.shape[3]), ("output", outputs))


def _work_depthwise_int(view: NodeView, call: Call) -> Counts:
    """Blocks of channels, then single ones; at the border each tap is looked at."""
    w, channels = windows(call), view.y.shape[3]
    fours, ones, border = (
        channels // REGISTER_CHANNELS,
        channels % REGISTER_CHANNELS,
        (w.positions - w.whole) * prod(w.taps),
    )
    kind = "_of" if channels != view.x(0).shape[3] != 1 else ""
    return (
        ("position", w.positions),
        ("block", w.positions * fours),
        ("one", w.positions * ones),
        (f"tap4{kind}", w.cells * fours),
        (f"tap1{kind}", w.cells * ones),
        ("line", w.lines * (fours + ones)),
        ("border4", border * fours),
        ("border1", border * ones),
    )


def _cut_depthwise_int(view: NodeView, call: Call) -> Cut | None:
    """Parts of a layer over one image: blocks of channels of each position, then single ones."""
    w, channels = windows(call), view.y.shape[3]
    if view.x(0).shape[0] > 1:
        return None
    kind = "_of" if channels != view.x(0).shape[3] != 1 else ""
    cells, lines = prod(w.taps), w.taps[0]
    border = cells if w.whole < w.positions else 0
    counts = (("block", 1), (f"tap4{kind}", cells), ("line", lines), ("border4", border))
    each = channels // REGISTER_CHANNELS + channels % REGISTER_CHANNELS
    return Cut(
        f"{call.symbol}_part",
        "edgec_dwconv2d_s8_parts.h",
        w.positions * each,
        (counts,),
        ((each, 0, (("position", 1),)),),
    )


def _work_depthwise_float(view: NodeView, call: Call) -> Counts:
    """Blocks of channels, then single ones."""
    w, channels = windows(call), view.y.shape[3]
    fours, ones = channels // REGISTER_CHANNELS, channels % REGISTER_CHANNELS
    shared = channels != view.x(0).shape[3] != 1
    return (
        (f"position_{w.end}", w.positions),
        ("block", w.positions * fours),
        ("one", w.positions * ones),
        (f"line_{w.edge}", w.lines * (fours + ones)),
        (f"tap4_{w.edge}", w.cells * fours),
        (f"tap1_{w.edge}", w.cells * ones),
        ("shared", w.cells * channels if shared else 0),
    )


def work_general(outside: bool, flat: int = MAX_UNROLLED_FOURS) -> Work:
    """Counts any convolution: inner products of lines of the window, or of its cells where those are no runs.

    ``outside``: the kernel reads the weights of taps in the padding.  ``flat``: fours that the compiler writes out.
    """

    def work(view: NodeView, call: Call) -> Counts:
        w, (many, kh, kw, channels) = windows_of(conv_geometry(view)), view.x(1).shape
        taps, edge, lines = w.positions * kh * kw, w.edge, w.lines * many
        at: Counts = (("position", w.positions), (f"output_{w.end}", view.y.size))
        if outside:
            border = (w.positions - w.whole) * kh * kw * many
            at = (*at, ("border", border), ("outside", (taps - w.cells) * many * channels))
        if view.attrs(ConvAttrs).groups == 1 and view.attrs(ConvAttrs).dilations[1] == 1:
            if edge == "inside":
                return (*at, ("line", lines), *dots(view, lines, kw * channels, flat))
            fours, singles = w.runs(channels)
            return (*at, (f"line_{edge}", lines), (f"four_{edge}", fours * many), (f"single_{edge}", singles * many))
        if kh * kw == 1 and w.cells == taps:  # the compiler knows each window
            each = many // view.attrs(ConvAttrs).groups
            group = "known" if each & (each - 1) == 0 else "divided"  # what finds an output's group
            return ((group, view.y.size), *dots(view, view.y.size, channels, flat))
        at = (*at, (f"cells_{edge}", lines))
        if channels == 1:
            return (*at, (f"tap_{edge}", w.cells * many))
        return (*at, (f"cell_{edge}", w.cells * many), *dots(view, w.cells * many, channels, flat))

    return work


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s8_1x1", "Conv", I8, _bind_pointwise_int, _work_pointwise, grid=POINTWISE),
    Kernel(
        LIBRARY,
        "dwconv2d_s8",
        "Conv",
        I8,
        _bind_depthwise_int,
        _work_depthwise_int,
        grid=DEPTHWISE,
        cut=_cut_depthwise_int,
    ),
    Kernel(LIBRARY, "conv2d_s8", "Conv", I8, _bind_general_int, work_general(outside=True), grid=ANY_INT),
    Kernel(LIBRARY, "conv2d_f32_1x1", "Conv", F32, _bind_pointwise_float, _work_pointwise, grid=POINTWISE),
    Kernel(LIBRARY, "dwconv2d_f32", "Conv", F32, _bind_depthwise_float, _work_depthwise_float, grid=DEPTHWISE),
    Kernel(LIBRARY, "conv2d_f32", "Conv", F32, _bind_general_float, work_general(outside=False), grid=ANY_GROUPS),
)
