"""Bindings of MaxPool, AvgPool and Reduce."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    F32,
    I8,
    INT32_MAX,
    Fields,
    align,
    const,
    factor_arrays,
    operand,
    output,
    quant,
    quantized,
    strides,
    too_many_loops,
    window,
)
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.fixed_point import multiplier
from edgec.converter.ops.pool import INT_REDUCTIONS, PoolAttrs, ReduceAttrs, ReduceFn, window_counts

REDUCTION_LOOPS = 4
SYMBOLS = {
    ReduceFn.MEAN: "mean",
    ReduceFn.SUM: "sum",
    ReduceFn.MAX: "max",
    ReduceFn.MIN: "min",
    ReduceFn.PROD: "prod",
    ReduceFn.SUM_SQUARE: "sum_square",
    ReduceFn.L1: "l1",
    ReduceFn.L2: "l2",
}


def _window_fields(view: NodeView) -> Fields:
    a = view.attrs(PoolAttrs)
    return geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)


def _pool(view: NodeView, symbol: str, header: str, params: Params, args: tuple[Arg, ...], why: str) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return (Call(symbol, header, params, args, window=where, why=why),)


def _average_fields(view: NodeView) -> Fields:
    a = view.attrs(PoolAttrs)
    padding = (("pad_bottom", a.pads[2]), ("pad_right", a.pads[3]), ("count_include_pad", int(a.count_include_pad)))
    return (*_window_fields(view), *padding)


def _bind_maxpool_int(view: NodeView) -> Bound:
    params = Params("edgec_maxpool_s8_params", _window_fields(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_maxpool_s8__ref", "edgec_pool_s8.h", params, args, "largest value of each window")


def _bind_maxpool_float(view: NodeView) -> Bound:
    params = Params("edgec_maxpool_f32_params", _window_fields(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_maxpool_f32__ref", "edgec_pool_f32.h", params, args, "largest value of each window")


def _bind_avgpool_int(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if 255 * prod(a.kernel) > INT32_MAX:
        return Misfit(f"the sum over a window of {prod(a.kernel)} cells does not fit int32", "use a smaller window")
    x, y = quant(view.x(0)), quant(view.y)
    counts = np.unique(window_counts(a, view.x(0).shape))
    if counts[0] == 0:
        return Misfit("an average is taken over no cell: a window lies wholly in the padding", "use less padding")
    factors = [multiplier(x.s / (y.s * int(count))) for count in counts]
    params = Params(
        "edgec_avgpool_s8_params",
        (*_average_fields(view), ("factors", len(factors)), ("in_zero", x.z), ("out_zero", y.z)),
    )
    args = (
        operand(view, 0),
        const("table", "int32_t", counts.astype(np.int32)),
        *factor_arrays(factors),
        output(view),
    )
    return _pool(view, "edgec_avgpool_s8__ref", "edgec_pool_s8.h", params, args, "mean of each window")


def _bind_avgpool_float(view: NodeView) -> Bound:
    params = Params("edgec_avgpool_f32_params", _average_fields(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_avgpool_f32__ref", "edgec_pool_f32.h", params, args, "mean of each window")


def reduction_fields(view: NodeView) -> Fields | Misfit:
    """The members of ``edgec_reduction``."""
    a = view.attrs(ReduceAttrs)
    shape = view.x(0).shape
    # a loop of size 1 between two others separates nothing, so it joins whatever kind its neighbours are
    axes = [(d, s, i in a.axes) for i, (d, s) in enumerate(zip(shape, strides(shape), strict=True)) if d != 1]
    loops: dict[bool, list[tuple[int, int]]] = {False: [], True: []}
    previous = None
    for d, s, reduced in axes:
        group = loops[reduced]
        if previous is reduced:
            group[-1] = (group[-1][0] * d, s)
        else:
            group.append((d, s))
        previous = reduced
    if max(len(loops[False]), len(loops[True])) > REDUCTION_LOOPS:
        return too_many_loops(max(len(loops[False]), len(loops[True])), REDUCTION_LOOPS)
    return (
        ("shape.kept", align([d for d, _ in loops[False]], REDUCTION_LOOPS, 1)),
        ("shape.kept_stride", align([s for _, s in loops[False]], REDUCTION_LOOPS, 0)),
        ("shape.reduced", align([d for d, _ in loops[True]], REDUCTION_LOOPS, 1)),
        ("shape.reduced_stride", align([s for _, s in loops[True]], REDUCTION_LOOPS, 0)),
    )


def _bind_reduce_int(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if a.fn not in INT_REDUCTIONS:
        return Misfit(f"Reduce{a.fn.value} has no int8 form", "keep this operator in float32")
    shape = reduction_fields(view)
    if isinstance(shape, Misfit):
        return shape
    args = (operand(view, 0), output(view))
    if a.fn in (ReduceFn.MAX, ReduceFn.MIN):
        symbol = f"edgec_reduce_{SYMBOLS[a.fn]}_s8__ref"
        return (Call(symbol, "edgec_reduce_s8.h", Params("edgec_reduce_s8_params", shape), args, why="any axes"),)
    count = prod(view.x(0).shape[i] for i in a.axes)
    if 255 * count > INT32_MAX:
        return Misfit(f"the sum of {count} elements does not fit int32", "reduce in two steps")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * (count if a.fn is ReduceFn.MEAN else 1)))
    fields = (("offset", -x.z * count), ("multiplier", factor.m), ("shift", factor.shift), ("out_zero", y.z))
    params = Params("edgec_reduce_sum_s8_params", (*shape, *fields))
    return (Call("edgec_reduce_sum_s8__ref", "edgec_reduce_s8.h", params, args, why="any axes"),)


def _bind_reduce_float(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    shape = reduction_fields(view)
    if isinstance(shape, Misfit):
        return shape
    count = prod(view.x(0).shape[i] for i in a.axes)
    params = Params("edgec_reduce_f32_params", (*shape, ("count", count)))
    symbol = f"edgec_reduce_{SYMBOLS[a.fn]}_f32__ref"
    return (Call(symbol, "edgec_reduce_f32.h", params, (operand(view, 0), output(view)), why="any axes"),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_maxpool_s8__ref", "MaxPool", I8, _bind_maxpool_int),
    Kernel("edgec_maxpool_f32__ref", "MaxPool", F32, _bind_maxpool_float),
    Kernel("edgec_avgpool_s8__ref", "AvgPool", I8, _bind_avgpool_int),
    Kernel("edgec_avgpool_f32__ref", "AvgPool", F32, _bind_avgpool_float),
    Kernel("edgec_reduce_<fn>_s8__ref", "Reduce", I8, _bind_reduce_int),
    Kernel("edgec_reduce_<fn>_f32__ref", "Reduce", F32, _bind_reduce_float),
)
