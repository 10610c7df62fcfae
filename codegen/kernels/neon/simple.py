"""Bindings of the NEON sums and means."""

from __future__ import annotations

from edgec.codegen.kernels.cells import cells_of_pool, cells_of_reduction
from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.params_ops import AddS8Neon, MeanRuns, MeanS8Neon
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits, multiplier
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import ReduceFn

VECTOR, HALF = 16, 8
LEAST_SHIFT = 17  # the lower 16 bits of a sum only round


def _bind_add(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB):
        return Misfit(f"{a.fn.value} has no NEON kernel for int8")
    if view.x(0).size != view.y.size or view.x(1).size != view.y.size or view.y.size < VECTOR:
        return Misfit(f"the operands have not one shape, or fewer than {VECTOR} elements")
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    f = add_multipliers(qa.s, qb.s, out.s)
    if f.shift < LEAST_SHIFT:
        return Misfit("the scale of the sum is far below those of the operands")
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    m_b = -f.b if a.fn is BinaryFn.SUB else f.b
    params = AddS8Neon(view.y.size, qa.z, qb.z, f.a, m_b, f.shift, out.z, lo, hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    shared, why = shared_inputs(view, 2), "operands of one shape, 16 elements at a time"
    return (Call("edgec_add_s8_neon", "edgec_add_s8_neon.h", params, args, inplace=shared, why=why),)


def _bind_avgpool(view: NodeView) -> Bound:
    cells = cells_of_pool(view)
    return cells if isinstance(cells, Misfit) else _mean(view, *cells)


def _bind_mean(view: NodeView) -> Bound:
    cells = cells_of_reduction(view, ReduceFn.MEAN)
    return cells if isinstance(cells, Misfit) else _mean(view, *cells)


def _mean(view: NodeView, outer: int, cells: int, inner: int) -> Bound:
    """The mean over a run of cells."""
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if inner < HALF or 255 * cells > INT32_MAX:
        return Misfit(f"{inner} channels are fewer than {HALF}, or the sum over {cells} cells does not fit int32")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * cells))
    params = MeanS8Neon(outer, cells, inner, -x.z * cells, factor.m, factor.shift, y.z)
    why = f"mean of {cells} cells, 16 channels at a time"
    args = (operand(view, 0), output(view))
    return (Call("edgec_mean_s8_neon", "edgec_mean_s8_neon.h", params, args, why=why),)


def _add_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(AddS8Neon)
    n, limits = p.n, (p.lo != -128) + (p.hi != 127)
    return ("call", 1), ("sixteen", n // VECTOR), ("one", n % VECTOR), ("limit", limits * (n // VECTOR))


def _mean_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(MeanRuns)
    lanes = VECTOR if p.inner >= VECTOR else HALF
    blocks = p.outer * -(-p.inner // lanes)
    return ("call", 1), ("block", blocks), ("cell", blocks * p.cells), ("output", blocks * lanes)


def simple_kernels(library: Library) -> tuple[Kernel, ...]:
    """The kernels of a library whose compiler knows the intrinsics of edgec_neon.h."""
    return (
        Kernel(library, "add_s8", "Binary", I8, _bind_add, _add_work, grid=grids.ADD),
        Kernel(library, "mean_s8", "AvgPool", I8, _bind_avgpool, _mean_work, grid=grids.POOLS),
        Kernel(library, "mean_s8", "Reduce", I8, _bind_mean, _mean_work, grid=grids.MEANS),
    )


KERNELS = simple_kernels(LIBRARY)
