"""Bindings of operators that repeat, rank, accumulate and scatter."""

from __future__ import annotations

from math import log

import numpy as np

from edgec.codegen.kernels.common import ANY, along_axis, broadcast_strides, operand, output, strides
from edgec.codegen.kernels.counting import MAX_UNROLLED_ROUNDS
from edgec.codegen.kernels.grids import Grid, random
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_move import ArgReduce, Cumulate, Scatter, TopK
from edgec.codegen.kernels.plain.shape import COPIED, copy_call, copy_of, work_copy
from edgec.codegen.kernels.plain.typed import INT64_BYTES, INTEGERS, KINDS_OF_TYPES, not_plain, suffix, unlike
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Misfit, NodeView, Output
from edgec.converter.graph.ir import Array, DType, Shape
from edgec.converter.ops.index import (
    ArgReduceAttrs,
    CumulateAttrs,
    CumulateFn,
    ExpandAttrs,
    ScatterAttrs,
    ScatterFn,
    TopKAttrs,
)

NUMBERS = INTEGERS | {DType.F32}


def _bind_expand(view: NodeView) -> Bound:
    shape = view.y.shape
    params = copy_of(shape, broadcast_strides(view.x(0).shape, shape), strides(shape))
    return copy_call(view, params, "a copy with steps of 0 along repeated axes")


def _bind_arg(view: NodeView) -> Bound:
    a = view.attrs(ArgReduceAttrs)
    params = ArgReduce(*along_axis(view.x(0).shape, a.axis), smallest=int(a.smallest), last=int(a.last))
    args = (operand(view, 0), output(view))
    symbol = f"edgec_arg_{suffix(view.x(0).dtype)}_plain"
    return (Call(symbol, "edgec_rank.h", params, args, why="one pass per group"),)


def _bind_topk(view: NodeView) -> Bound:
    a = view.attrs(TopKAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    params = TopK(*along_axis(view.x(0).shape, a.axis), a.k, smallest=int(not a.largest))
    args = (operand(view, 0), Output(0, CTYPES[view.y.dtype]), Output(1, "int64_t"))
    symbol = f"edgec_topk_{suffix(view.x(0).dtype)}_plain"
    why = "insertion into the sorted list of the best"
    return (Call(symbol, "edgec_rank.h", params, args, why=why),)


def _bind_cumulate(view: NodeView) -> Bound:
    a = view.attrs(CumulateAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    params = Cumulate(*along_axis(view.x(0).shape, a.axis), exclusive=int(a.exclusive), reverse=int(a.reverse))
    args = (operand(view, 0), output(view))
    symbol = f"edgec_cumulate_{a.fn.value}_{suffix(view.x(0).dtype)}_plain"
    return (Call(symbol, "edgec_cumulate.h", params, args, why="one pass"),)


def _bind_scatter(view: NodeView) -> Bound:
    a = view.attrs(ScatterAttrs)
    plain = a.fn is ScatterFn.NONE
    misfit = unlike(view, 0, 2) if plain else not_plain(view)
    if misfit is not None:
        return misfit
    (rows, width), count, dtype = view.x(0).shape, view.x(1).size, view.x(0).dtype
    if not plain and dtype not in NUMBERS:
        return Misfit(f"{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    pointer = "void" if plain else CTYPES[dtype]
    params = Scatter(rows, width * dtype.bytes if plain else width, count)
    args = (operand(view, 0, pointer), operand(view, 1), operand(view, 2, pointer), output(view, pointer))
    symbol = "edgec_scatter_plain" if plain else f"edgec_scatter_{a.fn.value}_{suffix(dtype)}_plain"
    shared = () if view.x(0).is_const else (0,)
    return (Call(symbol, "edgec_scatter.h", params, args, inplace=shared, why="a copy, then the updates in order"),)


USED = (*KINDS_OF_TYPES, DType.F32)
LANES: tuple[tuple[Shape, int], ...] = (((20, 50), 1), ((2, 30, 20), 1), ((800,), 0), ((4, 18, 37), 1))
EXPANDS: Grid = tuple(
    GridLayer(ExpandAttrs(to), (shape,), dtype=dtype, quantized=False)
    for shape, to in (((1, 40), (30, 40)), ((30, 1), (30, 40)), ((4, 1, 10), (4, 20, 10)), ((1, 9, 1), (6, 9, 30)))
    for dtype in COPIED
)
ARGS: Grid = tuple(
    GridLayer(ArgReduceAttrs(axis, smallest, last), (shape,), dtype=dtype, quantized=False)
    for smallest, last in ((False, False), (True, True))
    for dtype in (*USED, DType.BOOL)
    for shape, axis in LANES
)
TOPKS: Grid = tuple(
    GridLayer(TopKAttrs(axis, k), (shape,), dtype=dtype, quantized=False)
    for dtype in (DType.F32, DType.I8, DType.I32, DType.I64)
    for shape, axis, k in (
        ((1, 1000), 1, 5),
        ((20, 50), 1, 1),
        ((10, 120), 1, 1),
        ((50, 12), 1, 1),
        ((5, 20, 8), 1, 1),
        ((2, 30, 20), 1, 3),
        ((4, 100), 1, 20),
        ((1, 60), 1, 60),
    )
)
CUMULATES: Grid = tuple(
    GridLayer(CumulateAttrs(axis, fn, exclusive, reverse), (shape,), dtype=dtype, quantized=False)
    for fn in CumulateFn
    for dtype in USED
    for (shape, axis), exclusive, reverse in zip(LANES[:3], (False, True, False), (False, False, True), strict=True)
)


def _scattered(fn: ScatterFn, dtype: DType, rows: int, width: int, count: int) -> GridLayer:
    """Updates of random rows of a table."""

    def values(rng: np.random.Generator) -> list[Array]:
        index = np.asarray(rng.integers(0, rows, count), np.int64)
        return [random(rng, dtype, (rows, width)), index, random(rng, dtype, (count, width))]

    return GridLayer(ScatterAttrs(fn), dtype=dtype, quantized=False, values=values)


SCATTERS: Grid = (
    *(_scattered(ScatterFn.NONE, t, *size) for t in COPIED for size in ((50, 64, 80), (200, 3, 400), (30, 200, 5))),
    *(
        _scattered(fn, t, *size)
        for fn in ScatterFn
        if fn is not ScatterFn.NONE
        for t in USED
        for size in ((40, 32, 60), (100, 5, 150))
    ),
)


def _wide(dtype: DType) -> str:
    return "64" if dtype.bytes == INT64_BYTES else ""


def _work_arg(view: NodeView, call: Call) -> Counts:
    """A comparison or two for each value."""
    dtype, last = view.x(0).dtype, view.attrs(ArgReduceAttrs).last
    kind = "real" if dtype is DType.F32 else f"element{_wide(dtype)}"
    kind = f"{kind}_last" if last else kind
    return ("group", view.y.size), (
        f"{kind}_flat" if call.params_of(ArgReduce).n <= MAX_UNROLLED_ROUNDS + 2 else kind,
        view.x(0).size,
    )


def _work_topk(view: NodeView, call: Call) -> Counts:
    """Values in random order: how many enter the list of the best, and how many they push down there."""
    p, wide = call.params_of(TopK), _wide(view.x(0).dtype)
    n, k, groups = p.n, p.k, p.outer * p.inner
    return (
        ("group", groups),
        (f"{'one' if k == 1 else 'element'}{wide}", groups * n),
        (f"entered{wide}", groups * k * (1 + log(n / k))),
        (f"pushed{wide}", groups * k * k * (0.25 + log(n / k) / 2)),
        (f"apart{wide}", groups * n if p.inner > 1 else 0),
        ("real", groups * n if view.x(0).dtype is DType.F32 else 0),
    )


def _work_cumulate(view: NodeView, call: Call) -> Counts:
    """One sum or product for each value."""
    dtype, fn, p = view.x(0).dtype, view.attrs(CumulateAttrs).fn, call.params_of(Cumulate)
    kind = f"{fn.value}{_wide(dtype)}"
    apart = "" if p.inner == 1 else "_apart"
    kind = "real" if dtype is DType.F32 else kind
    return ("group", p.outer * p.inner), (f"{kind}{apart}", view.y.size)


def _work_scatter(view: NodeView, call: Call) -> Counts:
    """A copy of the table, then rows of updates."""
    fn, dtype = view.attrs(ScatterAttrs).fn, view.x(0).dtype
    width, count = view.x(0).shape[1], view.x(1).size
    copied = ("byte", view.x(0).nbytes)
    if fn is ScatterFn.NONE:
        return copied, ("row", count), ("byte", count * width * dtype.bytes)
    choice = fn in (ScatterFn.MAX, ScatterFn.MIN)
    kind = f"{'choice' if choice else 'product' if fn is ScatterFn.MUL else 'sum'}{_wide(dtype)}"
    if kind == "sum" and dtype.bytes == 1 and width > MAX_UNROLLED_ROUNDS:
        kind = "sum8"  # the compiler computes several in a word
    return copied, ("update", count), (kind, count * width)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "copy", "Expand", ANY, _bind_expand, work_copy, grid=EXPANDS),
    Kernel(LIBRARY, "arg", "ArgReduce", NUMBERS | {DType.BOOL}, _bind_arg, _work_arg, grid=ARGS),
    Kernel(LIBRARY, "topk", "TopK", NUMBERS, _bind_topk, _work_topk, grid=TOPKS),
    Kernel(LIBRARY, "cumulate", "Cumulate", NUMBERS, _bind_cumulate, _work_cumulate, grid=CUMULATES),
    Kernel(LIBRARY, "scatter", "Scatter", ANY, _bind_scatter, _work_scatter, grid=SCATTERS),
)
