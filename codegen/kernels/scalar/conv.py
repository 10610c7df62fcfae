"""Bindings of convolutions and fully connected layers for cores without SIMD."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from edgec.codegen.kernels.common import I8, operand, output
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.pack import POSITIONS, UNIT, ceil, pack
from edgec.codegen.kernels.scalar.params import ScalarConv2dS8
from edgec.codegen.kernels.scalar.work import limited, product
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

CONV = "edgec_conv2d_s8_scalar"


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups != 1:
        return Misfit("the layer has groups")
    if view.x(1).dtype is not DType.I8:
        return Misfit("the weights are not int8", yields=True)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    packed = pack(layer)
    if isinstance(packed, Misfit):
        return packed
    outputs, kh, kw, c = view.x(1).shape
    units, words = ceil(kh * kw * c, UNIT), c % UNIT == 0
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = ScalarConv2dS8(conv_geometry(view), *limits, units, int(words), int(packed.narrow), out_step=outputs)
    args = (operand(view, 0), *packed.args, output(view), Scratch("uint32_t"))
    bytes_ = c if words else UNIT * units
    scratch = POSITIONS * UNIT * units + ceil(bytes_, UNIT) * UNIT
    where = conv_window(view, POSITIONS, buffered=True)
    steps = (("out_step", 1),) if (layer.lo, layer.hi) == (-128, 127) else ()
    why = "columns of 4 positions, tiles of 4 channels: each value that is loaded serves four sums"
    return (Call(CONV, f"{CONV}.h", params, args, scratch, conv_macs(view), (), why, where, steps),)


def as_convolution(view: NodeView, bind: Callable[[NodeView], Bound]) -> Bound:
    """A fully connected layer of several rows, which are positions of a 1x1 convolution, by the binding of those."""
    (rows, taps), (_, outputs) = view.x(0).shape, view.y.shape
    weights = view.x(1)
    if weights.data is None:
        return Misfit("the weights are not constant")
    flat = replace(weights, shape=(outputs, 1, 1, taps), data=weights.data.reshape(outputs, 1, 1, taps))
    node = replace(view.node, op="Conv", attrs=ConvAttrs(clamp=view.attrs(DenseAttrs).clamp))
    ins = (replace(view.x(0), shape=(1, rows, 1, taps)), flat, *view.ins[2:])
    return bind(replace(view, node=node, ins=ins, outs=(replace(view.y, shape=(1, rows, 1, outputs)),)))


def _bind_rows(view: NodeView) -> Bound:
    return as_convolution(view, _bind_conv)


def _is_point(g: Geometry) -> bool:
    """Return whether positions are runs of the input, one behind the other."""
    kernel, image = (g.kernel_h, g.kernel_w, g.stride_h, g.stride_w), (g.out_h, g.out_w)
    return kernel == (1, 1, 1, 1) and image == (g.in_h, g.in_w) and (g.pad_top, g.pad_left) == (0, 0)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Windows by lines where they lie inside, else by cells; by words, or by bytes and then by words."""
    p, w = call.params_of(ScalarConv2dS8), windows(call)
    g, kind = p.geo, "words" if p.words else "bytes"
    taps = g.kernel_h * g.kernel_w
    lines = w.batch * sum(w.rows) * w.columns.count(g.kernel_w) if g.dilation_w == 1 else 0
    cells = w.positions * taps - lines * g.kernel_w
    point = p.words and _is_point(g)
    return (
        ("point", w.positions if point else 0),
        ("window", 0 if point else w.positions),
        (f"{kind}.line", lines),
        (f"{kind}.cell", cells),
        (f"{kind}.cell_byte", cells * g.in_c),
        (f"{kind}.copied", w.positions * taps * g.in_c),
        *product(w.positions // w.batch, w.batch, g.out_c, taps * g.in_c),
        limited(p.lo, p.hi, w.positions * g.out_c),
    )


TOGETHER = 2  # positions for which weights are read once on Armv6-M; cores of more registers do four

KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s8", "Conv", I8, _bind_conv, _work_conv, together=TOGETHER, grid=grids.CONVS),
    Kernel(LIBRARY, "conv2d_s8", "Dense", I8, _bind_rows, _work_conv, together=TOGETHER, grid=grids.ROWS),
)
