"""Bindings of fully connected layers for cores without SIMD."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.pack import CHANNELS, UNIT, ceil, fours, pack
from edgec.codegen.kernels.scalar.params import ScalarDenseS8
from edgec.codegen.kernels.scalar.work import limited
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

SYMBOL = "edgec_dense_s8_scalar"


def _bind(view: NodeView) -> Bound:
    if view.x(1).dtype is not DType.I8:
        return Misfit("the weights are not int8", yields=True)
    a = view.node.attrs
    assert isinstance(a, ConvAttrs | DenseAttrs)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    packed = pack(layer)
    if isinstance(packed, Misfit):
        return packed
    outputs, taps = layer.w.shape
    rows, units = view.y.size // outputs, ceil(taps, UNIT)
    params = ScalarDenseS8(rows, taps, outputs, layer.out_zero, layer.lo, layer.hi, units, int(packed.narrow))
    args = (operand(view, 0), *packed.args, output(view), Scratch("uint32_t"))
    why = "four outputs at a time: an input that is loaded serves four sums"
    return (Call(SYMBOL, f"{SYMBOL}.h", params, args, UNIT * units, rows * layer.w.size, (), why),)


def _bind_conv(view: NodeView) -> Bound:
    """A convolution whose window is all of its input."""
    a = view.attrs(ConvAttrs)
    if any(a.pads) or a.groups != 1 or a.dilations != (1, 1) or view.x(1).shape[1:3] != view.x(0).shape[1:3]:
        return Misfit("the window is not all of the input")
    return _bind(view)


def _work(view: NodeView, call: Call) -> Counts:
    """Rows copied by words, or bytes where they begin between words; blocks of four outputs and their units."""
    p = call.params_of(ScalarDenseS8)
    blocks = p.rows * fours(p.out_c)
    kind = "copied" if p.in_c % UNIT == 0 or p.rows == 1 else "copied_byte"
    return (
        ("row", p.rows),
        (kind, p.rows * p.in_c),
        ("block", blocks),
        ("unit", blocks * p.units),
        ("pair_unit", p.rows * ceil(p.out_c, 2 * CHANNELS) * p.units),
        ("output", p.rows * p.out_c),
        limited(p.lo, p.hi, p.rows * p.out_c),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s8", "Dense", I8, _bind, _work, grid=grids.DENSE),
    Kernel(LIBRARY, "dense_s8", "Conv", I8, _bind_conv, _work, grid=grids.WHOLE_IMAGES),
)
