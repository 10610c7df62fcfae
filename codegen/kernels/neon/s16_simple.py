"""Bindings of the NEON sums, products and means of int16 tensors."""

from __future__ import annotations

from edgec.codegen.kernels.cells import cells_of_pool, cells_of_reduction
from edgec.codegen.kernels.common import INT32_MAX, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params_ops import AddS16Neon, MeanRuns, MeanS16Neon, MulS16Neon
from edgec.codegen.kernels.params import Record
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.plain.s16 import I16, MAX_MAGNITUDE, symmetric
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import clamp_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers
from edgec.converter.graph.ir import DType
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import ReduceFn

LANES = 8
HEADER = "edgec_elementwise_s16_neon.h"


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no NEON kernel for int16")
    if view.x(0).size != view.y.size or view.x(1).size != view.y.size or view.y.size < LANES:
        return Misfit(f"the operands have not one shape, or fewer than {LANES} elements")
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(a.clamp, out, DType.I16)
    params: Record
    if a.fn is BinaryFn.MUL:
        factor = multiplier(qa.s * qb.s / out.s)
        n = factor.shift - HIGH_BITS
        if n < MIN_ROUNDING_SHIFT:
            return Misfit("the factor of requantization is 1/2 or more")
        name, params = "mul", MulS16Neon(view.y.size, factor.m, -n, lo, hi)
    else:
        f = wide_add_multipliers(qa.s, qb.s, out.s)
        m_b = -f.b if a.fn is BinaryFn.SUB else f.b
        name, params = "add", AddS16Neon(view.y.size, f.a, m_b, f.shift, lo, hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    shared, why = shared_inputs(view, 2), "operands of one shape, 8 elements at a time"
    return (Call(f"edgec_{name}_s16_neon", HEADER, params, args, inplace=shared, why=why),)


def _bind_avgpool(view: NodeView) -> Bound:
    cells = cells_of_pool(view)
    return cells if isinstance(cells, Misfit) else _mean(view, *cells)


def _bind_mean(view: NodeView) -> Bound:
    cells = cells_of_reduction(view, ReduceFn.MEAN)
    return cells if isinstance(cells, Misfit) else _mean(view, *cells)


def _mean(view: NodeView, outer: int, cells: int, inner: int) -> Bound:
    """The mean over a run of cells."""
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    if inner < LANES or MAX_MAGNITUDE * cells > INT32_MAX:
        return Misfit(f"{inner} channels are fewer than {LANES}, or the sum over {cells} cells does not fit int32")
    factor = multiplier(quant(view.x(0)).s / (quant(view.y).s * cells))
    params = MeanS16Neon(outer, cells, inner, factor.m, factor.shift)
    args, why = (operand(view, 0), output(view)), f"mean of {cells} cells, 8 channels at a time"
    return (Call("edgec_mean_s16_neon", HEADER, params, args, why=why),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    n, kind = view.y.size, "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "add"
    return ("call", 1), (f"{kind}_eight", n // LANES), (f"{kind}_one", n % LANES)


def _mean_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(MeanRuns)
    blocks = p.outer * -(-p.inner // LANES)
    return ("call", 1), ("block", blocks), ("cell", blocks * p.cells)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_s16", "Binary", I16, _bind_binary, _binary_work, grid=(*grids.ADD, *grids.PRODUCTS_S16)),
    Kernel(LIBRARY, "mean_s16", "AvgPool", I16, _bind_avgpool, _mean_work, grid=grids.POOLS),
    Kernel(LIBRARY, "mean_s16", "Reduce", I16, _bind_mean, _mean_work, grid=grids.MEANS),
)
