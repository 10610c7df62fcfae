"""Bindings of the NEON reductions: sums of values side by side, largest and least values."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant, quantized
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.params_ops import ExtremeS8Neon, RunSumS8Neon
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn

VECTOR, HALF = 16, 8
HEADER = "edgec_reduce_s8_neon.h"


def run_of(view: NodeView) -> tuple[int, int, int] | Misfit:
    """(outer, cells, inner) of a reduction over neighbouring axes."""
    a, shape = view.attrs(ReduceAttrs), view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    first, last = (axes[0], axes[-1]) if axes else (0, 0)
    if not axes or axes != tuple(i for i in range(first, last + 1) if shape[i] != 1):
        return Misfit("the layer does not reduce neighbouring axes")
    return prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])


def _bind(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    run, fn = run_of(view), view.attrs(ReduceAttrs).fn
    if isinstance(run, Misfit):
        return run
    if fn in (ReduceFn.MAX, ReduceFn.MIN):
        return _extreme(view, run, fn is ReduceFn.MIN)
    if fn in (ReduceFn.MEAN, ReduceFn.SUM):
        return _sum(view, run, fn is ReduceFn.MEAN)
    return Misfit(f"Reduce{fn.value} has no int8 form")


def _sum(view: NodeView, run: tuple[int, int, int], mean: bool) -> Bound:
    outer, cells, inner = run
    if inner != 1 or 255 * cells > INT32_MAX:
        return Misfit(f"the values lie apart, or the sum of {cells} of them does not fit int32")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * (cells if mean else 1)))
    params = RunSumS8Neon(outer, cells, -x.z * cells, factor.m, factor.shift, y.z)
    args = (operand(view, 0), output(view))
    return (Call("edgec_run_sum_s8_neon", HEADER, params, args, why=f"runs of {cells}, 16 values at a time"),)


def _extreme(view: NodeView, run: tuple[int, int, int], least: bool) -> Bound:
    outer, cells, inner = run
    if inner < HALF and (inner > 1 or cells < VECTOR):
        return Misfit(f"runs of {cells} values, {inner} side by side, are short")
    params = ExtremeS8Neon(outer, cells, inner, int(least))
    args, why = (operand(view, 0), output(view)), f"of {cells} cells, 16 values at a time"
    return (Call("edgec_extreme_s8_neon", HEADER, params, args, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Runs of values side by side, 16 at a time; or blocks of 16 or eight values, cell by cell."""
    p = call.params
    assert isinstance(p, RunSumS8Neon | ExtremeS8Neon)
    vectors = p.cells // VECTOR
    steps = ("flat" if vectors <= MAX_UNROLLED_ROUNDS else "step", p.outer * vectors)
    if isinstance(p, RunSumS8Neon):
        part = ("part", p.outer * bool(p.cells % VECTOR))
        return ("call", 1), ("sum", p.outer), (f"sum_{steps[0]}", steps[1]), part
    if p.inner == 1:
        return ("call", 1), ("run", p.outer), steps
    blocks = p.outer * -(-p.inner // (VECTOR if p.inner >= VECTOR else HALF))
    return ("call", 1), ("block", blocks), ("cell", blocks * p.cells)


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "reduce_s8", "Reduce", I8, _bind, _work, grid=ops_grids.REDUCE),)
