"""Binding of fully connected layers with int4 weights for cores without SIMD: two products in one multiplication."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.scalar import LIBRARY, grids
from edgec.codegen.kernels.scalar.pack import UNIT, ceil, ends_of
from edgec.codegen.kernels.scalar.params import ScalarDenseS4, ScalarTileS4
from edgec.codegen.kernels.scalar.s4 import blocks_of
from edgec.codegen.kernels.scalar.work import limited
from edgec.codegen.kernels.shared.layer import layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

SYMBOL = "edgec_dense_s4_scalar"
OUTPUTS = ScalarTileS4.EDGEC_SCALAR_S4_OUTPUTS.value


def words(w: Array) -> Array:
    """Filters [O, taps] as the kernel reads them: uint32 [O / 8, taps], w + 8 in four bits each.

    The lower half of a word is of outputs 0, 2, 4, 6, the upper one of 1, 3, 5, 7.
    """
    full = np.zeros((ceil(len(w), OUTPUTS) * OUTPUTS, w.shape[1]), np.int64)
    full[: len(w)] = w
    halves = (full + 8).reshape(-1, OUTPUTS // 2, 2, w.shape[1]).transpose(0, 2, 1, 3).reshape(-1, OUTPUTS, w.shape[1])
    shifts = 4 * np.arange(OUTPUTS)[:, None]
    return np.asarray((halves << shifts).sum(axis=1), np.uint32).reshape(-1)


def _bind(view: NodeView) -> Bound:
    if view.x(1).dtype is not DType.I4:
        return Misfit("the weights are not int4", yields=True)
    a = view.node.attrs
    assert isinstance(a, ConvAttrs | DenseAttrs)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    ends = ends_of(layer, layer.bias)
    if isinstance(ends, Misfit):
        return ends
    outputs, taps = layer.w.shape
    rows, units = view.y.size // outputs, ceil(taps, UNIT)
    w = np.pad(layer.w, ((0, 0), (0, UNIT * units - taps)))
    blocks = blocks_of(w)
    params = ScalarDenseS4(
        rows, taps, outputs, layer.out_zero, layer.lo, layer.hi, units, blocks.first, blocks.block, blocks.count
    )
    weights = const("weights", "uint32_t", words(w))
    factors = const("bias", "int32_t", ends, "multipliers and shifts")
    args = (operand(view, 0), weights, factors, output(view), Scratch("uint32_t"))
    why = "int4: a multiplication serves two outputs, eight share a word of weights"
    scratch = UNIT * units + 4 * blocks.count
    return (Call(SYMBOL, f"{SYMBOL}.h", params, args, scratch, rows * layer.w.size, (), why),)


def _bind_conv(view: NodeView) -> Bound:
    """A convolution whose window is all of its input."""
    a = view.attrs(ConvAttrs)
    if any(a.pads) or a.groups != 1 or a.dilations != (1, 1) or view.x(1).shape[1:3] != view.x(0).shape[1:3]:
        return Misfit("the window is not all of the input")
    return _bind(view)


def _work(view: NodeView, call: Call) -> Counts:
    """Rows copied by words, or bytes where they begin between words; eight outputs by blocks and units."""
    p = call.params_of(ScalarDenseS4)
    eights = p.rows * ceil(p.out_c, OUTPUTS)
    kind = "copied" if p.in_c % UNIT == 0 or p.rows == 1 else "copied_byte"
    return (
        ("row", p.rows),
        (kind, p.rows * p.in_c),
        ("start", p.rows * p.blocks),
        ("eight", eights),
        ("block", eights * p.blocks),
        ("unit", eights * p.units),
        ("output", p.rows * p.out_c),
        limited(p.lo, p.hi, p.rows * p.out_c),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dense_s4", "Dense", I8, _bind, _work, grid=int4(grids.DENSE)),
    Kernel(LIBRARY, "dense_s4", "Conv", I8, _bind_conv, _work, grid=int4(grids.WHOLE_IMAGES)),
)
