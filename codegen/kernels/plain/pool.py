"""Bindings of MaxPool, AvgPool and Reduce."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    F32,
    I8,
    INT32_MAX,
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
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS, VECTOR_S8, WIDE_SHIFT, folded, windows
from edgec.codegen.kernels.grids import Grid, pool
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params import (
    AvgpoolF32,
    AvgpoolS8,
    MaxpoolF32,
    MaxpoolS8,
    ReduceF32,
    ReduceS8,
    ReduceSumS8,
)
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Reduction, Windowed
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.pool import INT_REDUCTIONS, PoolAttrs, ReduceAttrs, ReduceFn, window_counts

REDUCTION_LOOPS = 4
WIDE_BLOCK, NARROW_BLOCK = 16, 4  # channels of the blocks of vector kernels
POWER_OF_TWO = 1 << 30  # multiplier of a factor that is one
MAX_UNROLLED_CHANNELS = 8  # channels whose maxima the compiler writes out
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
KINDS = {  # what a step of a reduction counts as
    ReduceFn.MAX: "most",
    ReduceFn.MIN: "most",
    ReduceFn.PROD: "product",
    ReduceFn.SUM_SQUARE: "square",
    ReduceFn.L2: "square",
    ReduceFn.L1: "absolute",
}


def _pool(view: NodeView, symbol: str, header: str, params: Windowed, args: tuple[Arg, ...], why: str) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return (Call(symbol, header, params, args, window=where, why=why, unread=POOL_UNREAD),)


def average_padding(view: NodeView) -> tuple[int, int, int]:
    """Return an average's padding at the end of rows and of columns, and whether padding counts."""
    a = view.attrs(PoolAttrs)
    return a.pads[2], a.pads[3], int(a.count_include_pad)


def _bind_maxpool_int(view: NodeView) -> Bound:
    params = MaxpoolS8(pool_geometry(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_maxpool_s8_plain", "edgec_pool_s8.h", params, args, "largest value of each window")


def _bind_maxpool_float(view: NodeView) -> Bound:
    params = MaxpoolF32(pool_geometry(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_maxpool_f32_plain", "edgec_pool_f32.h", params, args, "largest value of each window")


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
    params = AvgpoolS8(pool_geometry(view), *average_padding(view), len(factors), x.z, y.z)
    args = (
        operand(view, 0),
        const("table", "int32_t", counts.astype(np.int32)),
        *factor_arrays(factors),
        output(view),
    )
    return _pool(view, "edgec_avgpool_s8_plain", "edgec_pool_s8.h", params, args, "mean of each window")


def _bind_avgpool_float(view: NodeView) -> Bound:
    params = AvgpoolF32(pool_geometry(view), *average_padding(view))
    args = (operand(view, 0), output(view))
    return _pool(view, "edgec_avgpool_f32_plain", "edgec_pool_f32.h", params, args, "mean of each window")


def reduction_of(view: NodeView) -> Reduction | Misfit:
    """The loops of a reduction."""
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
    return Reduction(
        kept=align([d for d, _ in loops[False]], REDUCTION_LOOPS, 1),
        kept_stride=align([s for _, s in loops[False]], REDUCTION_LOOPS, 0),
        reduced=align([d for d, _ in loops[True]], REDUCTION_LOOPS, 1),
        reduced_stride=align([s for _, s in loops[True]], REDUCTION_LOOPS, 0),
    )


def reduction_as_pool(view: NodeView) -> tuple[PoolAttrs, tuple[Shape, Shape], bool] | Misfit:
    """A mean or maximum over neighbouring axes as a pool: its attributes, input and output shape, and if a maximum."""
    a, shape = view.attrs(ReduceAttrs), view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    if a.fn not in (ReduceFn.MEAN, ReduceFn.MAX) or not axes:
        return Misfit("the layer is neither a mean nor a maximum")
    first, last = axes[0], axes[-1]
    if axes != tuple(i for i in range(first, last + 1) if shape[i] != 1):
        return Misfit("the axes are not neighbours")
    outer, cells, inner = prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
    shapes = (outer, 1, cells, inner), (outer, 1, 1, inner)
    return PoolAttrs((1, cells), (1, 1), (1, 1)), shapes, a.fn is ReduceFn.MAX


def _bind_reduce_int(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if a.fn not in INT_REDUCTIONS:
        return Misfit(f"Reduce{a.fn.value} has no int8 form", "keep this operator in float32")
    shape = reduction_of(view)
    if isinstance(shape, Misfit):
        return shape
    args = (operand(view, 0), output(view))
    if a.fn in (ReduceFn.MAX, ReduceFn.MIN):
        symbol = f"edgec_reduce_{SYMBOLS[a.fn]}_s8_plain"
        return (Call(symbol, "edgec_reduce_s8.h", ReduceS8(shape), args, why="any axes"),)
    count = prod(view.x(0).shape[i] for i in a.axes)
    if 255 * count > INT32_MAX:
        return Misfit(f"the sum of {count} elements does not fit int32", "reduce in two steps")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * (count if a.fn is ReduceFn.MEAN else 1)))
    params = ReduceSumS8(shape, -x.z * count, factor.m, factor.shift, y.z)
    return (Call("edgec_reduce_sum_s8_plain", "edgec_reduce_s8.h", params, args, why="any axes"),)


def _bind_reduce_float(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    shape = reduction_of(view)
    if isinstance(shape, Misfit):
        return shape
    count = prod(view.x(0).shape[i] for i in a.axes)
    params, args = ReduceF32(shape, count), (operand(view, 0), output(view))
    call = Call(f"edgec_reduce_{SYMBOLS[a.fn]}_f32_plain", "edgec_reduce_f32.h", params, args, why="any axes")
    return (call if a.fn is ReduceFn.MEAN else call.without("count"),)


POOLS: Grid = (
    pool((1, 24, 24, 8), (2, 2), 2),
    pool((1, 24, 24, 16), (3, 3), 2, padded=True),
    pool((1, 12, 12, 32), (3, 3), padded=True),
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 8, 8, 64), (8, 8)),
    pool((1, 14, 14, 6), (2, 2), 2),
    pool((1, 20, 20, 1), (3, 3), 2, padded=True),
    pool((2, 15, 11, 3), (5, 2), (2, 1), padded=True),
    pool((1, 40, 1, 24), (4, 1), 4),
    pool((1, 9, 9, 17), (3, 3), 2),
    pool((1, 10, 10, 20), (5, 5), padded=True),
    pool((1, 30, 1, 16), (3, 1), padded=True),
    pool((1, 11, 11, 9), (3, 3), 2, padded=True),
    pool((1, 16, 16, 4), (5, 5), 2, padded=True),
    pool((1, 20, 20, 5), (2, 2), padded=True),
    pool((2, 13, 12, 2), (5, 2), (2, 1), padded=True),
    pool((1, 21, 21, 1), (3, 3), 2, padded=True),
    pool((1, 18, 18, 2), (2, 2), 2),
    pool((1, 10, 14, 18), (3, 2), (3, 2)),
)
AVERAGES: Grid = (
    *POOLS,
    pool((1, 10, 10, 12), (3, 3), padded=True, include=True),
    replace(pool((1, 24, 24, 16), (2, 2), 2), finer=True),
    replace(pool((1, 16, 16, 12), (2, 2), padded=True), finer=True),
    replace(pool((1, 32, 32, 8), (2, 2), 2), tied=(0,)),
    replace(pool((1, 24, 24, 2), (2, 2), 2), tied=(0,)),
    pool((1, 24, 24, 24), (2, 2), 2),
)


def reduction(fn: ReduceFn, *shapes_axes: tuple[tuple[int, ...], tuple[int, ...]]) -> Grid:
    """Reductions by a function, of shapes along axes."""
    return tuple(GridLayer(ReduceAttrs(fn, axes), (shape,)) for shape, axes in shapes_axes)


REDUCED = (
    ((1, 25, 5, 64), (1, 2)),
    ((1, 8, 8, 64), (1, 2)),
    ((16, 16, 9), (2,)),
    ((40, 40), (1,)),
    ((40, 40), (0,)),
    ((4, 10, 6, 10), (1, 3)),
    ((2000,), (0,)),
    ((5, 20, 21), (1,)),
    ((8, 14, 6, 14), (1, 3)),
    ((30, 31, 17), (2,)),
)
SUMS: Grid = (
    *reduction(ReduceFn.MEAN, *REDUCED),
    *reduction(ReduceFn.SUM, *REDUCED[3:6]),
)
EXTREMES: Grid = (*reduction(ReduceFn.MAX, *REDUCED), *reduction(ReduceFn.MIN, *REDUCED[3:6]))


def work_largest(view: NodeView, call: Call) -> Counts:
    """The channels of a cell after each other, for each cell; of many the last ones are left by vectors of eight."""
    w, channels = windows(call), view.x(0).shape[3]
    return (
        ("left", w.cells * (channels % VECTOR_S8) if channels > MAX_UNROLLED_ROUNDS else 0),
        (f"position_{w.edge}", w.positions),
        ("line", w.lines),
        ("cell", w.cells),
        ("output", view.y.size),
        (
            "few" if channels <= MAX_UNROLLED_CHANNELS else "flat" if channels <= MAX_UNROLLED_ROUNDS else "element",
            w.cells * channels,
        ),
    )


def work_average(view: NodeView, call: Call) -> Counts:
    """The cells of a window after each other, for each channel."""
    w, channels = windows(call), view.x(0).shape[3]
    at = (("position", w.positions), (f"output_{w.end}", view.y.size))
    return (*at, (f"line_{w.edge}", w.lines * channels), (w.edge, w.cells * channels))


def work_average_int(view: NodeView, call: Call) -> Counts:
    """Averages of integers by the factor of a whole window: those of 1/4 and more, and powers of 2, take longer."""
    factor = multiplier(quant(view.x(0)).s / (quant(view.y).s * prod(view.attrs(PoolAttrs).kernel)))
    return (
        *work_average(view, call),
        ("wide", view.y.size if factor.shift <= WIDE_SHIFT else 0),
        ("even", view.y.size if factor.m == POWER_OF_TWO else 0),
    )


def work_blocks(view: NodeView, call: Call) -> Counts:
    """Count windows in blocks of 16 and of 4 channels, as vector kernels go over them."""
    w, channels = windows(call), call.params_of(Windowed).geo.in_c
    wide, narrow = channels // WIDE_BLOCK, -(-(channels % WIDE_BLOCK) // NARROW_BLOCK)
    return (
        ("call", 1),
        (f"position_{w.edge}", w.positions),
        ("wide", w.positions * wide),
        ("wide_line", w.lines * wide),
        ("wide_cell", w.cells * wide),
        ("narrow", w.positions * narrow),
        ("narrow_line", w.lines * narrow),
        ("narrow_cell", w.cells * narrow),
    )


def work_reduce(view: NodeView, call: Call) -> Counts:
    """Loops over the reduced axes for each output, by what is done to an element."""
    kind = KINDS.get(view.attrs(ReduceAttrs).fn)
    extra = ((kind, view.x(0).size),) if kind else ()
    return ("output", view.y.size), *folded(call, view.y.size), *extra


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "maxpool_s8", "MaxPool", I8, _bind_maxpool_int, work_largest, grid=POOLS),
    Kernel(LIBRARY, "maxpool_f32", "MaxPool", F32, _bind_maxpool_float, work_largest, grid=POOLS),
    Kernel(LIBRARY, "avgpool_s8", "AvgPool", I8, _bind_avgpool_int, work_average_int, grid=AVERAGES),
    Kernel(LIBRARY, "avgpool_f32", "AvgPool", F32, _bind_avgpool_float, work_average, grid=AVERAGES),
    Kernel(LIBRARY, "reduce_s8", "Reduce", I8, _bind_reduce_int, work_reduce, grid=(*SUMS, *EXTREMES)),
    Kernel(
        LIBRARY,
        "reduce_f32",
        "Reduce",
        F32,
        _bind_reduce_float,
        work_reduce,
        grid=(*SUMS, *EXTREMES, *(layer for fn in ReduceFn for layer in reduction(fn, *REDUCED[2:6]))),
    ),
)
