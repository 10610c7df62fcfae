"""Binding of the Armv7E-M resizing along one axis."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import BlendS8, ResampleS8
from edgec.codegen.kernels.armv7em.work import ceil
from edgec.codegen.kernels.common import I8, const, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.sampled import bind_resample_int
from edgec.codegen.kernels.shared.layer import shift_word
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Array
from edgec.converter.ops.resample import ResampleAttrs

VALUES_AT_ONCE, PARTS = 4, 256


def pairs(index: Array, weight: Array) -> tuple[Array, Array]:
    """Tables [n, k] with an even number of taps: int32 [n, k'] and words of two int16 weights, uint32 [n, k' / 2]."""
    odd = ((0, 0), (0, index.shape[1] % 2))
    index, weight = np.pad(index, odd), np.pad(weight, odd).astype(np.int64)
    words = weight[:, ::2] & 0xFFFF | (weight[:, 1::2] & 0xFFFF) << 16
    return index.astype(np.int32), words.astype(np.uint32)


def _bind(view: NodeView) -> Bound:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    axis, x, index, weight = view.attrs(ResampleAttrs).axis, view.x(0), view.x(1), view.x(2)
    inner = prod(x.shape[axis + 1 :])
    if inner < VALUES_AT_ONCE:
        return Misfit(f"fewer than {VALUES_AT_ONCE} values lie side by side")
    end = shift_word(multiplier(quant(x).s * quant(weight).s / quant(view.y).s))
    if isinstance(end, Misfit):
        return end
    assert index.data is not None and weight.data is not None
    cells, factors = pairs(index.data * inner, weight.data.astype(np.int64) - quant(weight).z)
    params = ResampleS8(
        *(prod(x.shape[:axis]), x.shape[axis], inner, len(cells), factors.shape[1]),
        out_step=inner,
        in_zero=quant(x).z,
        m=end[0],
        zz=2 * quant(view.y).z + 1,
        shift=end[1],
    )
    tables = const("index", "int32_t", cells), const("weights", "uint32_t", factors)
    args = (operand(view, 0), *tables, output(view))
    macs, why = view.y.size * index.shape[1], "four values side by side, two taps per product"
    steps = (("out_step", 1),) if axis == len(x.shape) - 2 else ()
    return (
        Call("edgec_resample_s8_armv7em", "edgec_resample_s8_armv7em.h", params, args, macs=macs, why=why, steps=steps),
    )


def _work(view: NodeView, call: Call) -> Counts:
    """Cells of the output, four values of each at a time, pairs of taps."""
    p = call.params_of(ResampleS8)
    cells = p.outer * p.out
    fours = cells * ceil(p.inner, VALUES_AT_ONCE)
    return ("call", 1), ("cell", cells), ("cell_pair", cells * p.pairs), ("four", fours), ("pair", fours * p.pairs)


def parts(view: NodeView) -> Array | None:
    """The 256th parts that the first of two cells has, int64 [n]; None where weights are not parts that add up."""
    weight = view.x(2)
    assert weight.data is not None
    factor = multiplier(quant(view.x(0)).s * quant(weight).s / quant(view.y).s)
    words = (weight.data.astype(np.int64) - quant(weight).z) * factor.m * PARTS
    first = words[:, 0] >> factor.shift
    whole = not (words & ((1 << factor.shift) - 1)).any() and first.min() >= 0 and first.max() <= PARTS
    return first if whole and ((words >> factor.shift).sum(axis=1) == PARTS).all() else None


def _bind_blend(view: NodeView) -> Bound:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    axis, x, index = view.attrs(ResampleAttrs).axis, view.x(0), view.x(1)
    inner = prod(x.shape[axis + 1 :])
    if inner < VALUES_AT_ONCE:
        return Misfit(f"fewer than {VALUES_AT_ONCE} values lie side by side")
    if index.shape[1] > 2 or quant(x).z != quant(view.y).z:
        return Misfit("values are of more than two cells, or input and output have other zero points")
    first = parts(view)
    if first is None:
        return Misfit(f"the weights are not parts of {PARTS} in the output's scale")
    assert index.data is not None
    cells = index.data.astype(np.int64)[:, [0, -1]] * inner
    params = BlendS8(
        *(prod(x.shape[:axis]), x.shape[axis], inner, len(cells)),
        out_step=inner,
    )
    tables = const("index", "int32_t", cells.astype(np.int32)), const("weights", "uint16_t", first.astype(np.uint16))
    args = (operand(view, 0), *tables, output(view))
    macs, why = view.y.size * index.shape[1], "four values side by side, two in a multiplication"
    steps = (("out_step", 1),) if axis == len(x.shape) - 2 else ()
    return (Call("edgec_blend_s8_armv7em", "edgec_blend_s8_armv7em.h", params, args, macs=macs, why=why, steps=steps),)


def _blend_work(view: NodeView, call: Call) -> Counts:
    """Cells of the output, four values of each at a time."""
    p = call.params_of(BlendS8)
    cells = p.outer * p.out
    return ("cell", cells), ("four", cells * ceil(p.inner, VALUES_AT_ONCE))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "blend_s8", "Resample", I8, _bind_blend, _blend_work, grid=grids.BLENDS),
    Kernel(LIBRARY, "resample_s8", "Resample", I8, _bind, _work, grid=grids.RESAMPLES),
)
