"""Bindings of the float32 pools: windows, and means and maxima over neighbouring axes as one window."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from edgec.codegen.kernels.blocked_f32 import LIBRARY
from edgec.codegen.kernels.blocked_f32.params import AvgpoolF32Blocked, MaxpoolF32Blocked
from edgec.codegen.kernels.common import F32, operand, output, window
from edgec.codegen.kernels.counting import windows_of
from edgec.codegen.kernels.grids import Grid, pool
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.pool import reduction, reduction_as_pool
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Geometry, Windowed
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn

BLOCK_CHANNELS = 4  # channels of a block
MIN_WINDOW_CELLS = 9  # of a window whose maximum is worth the blocks
HEADER = "edgec_pool_f32_blocked.h"


def _call(view: NodeView, a: PoolAttrs, shapes: tuple[Shape, Shape], largest: bool, where: Window | None) -> Bound:
    x, y = (replace(t, shape=s, data=None) for t, s in zip((view.x(0), view.y), shapes, strict=True))
    if x.shape[3] < BLOCK_CHANNELS:
        return Misfit("a block takes 4 channels")
    geo, step = Geometry.of(x, y, a.kernel, a.strides, a.pads, a.dilations), y.shape[3]
    params: Windowed = MaxpoolF32Blocked(geo, step)
    if not largest:
        params = AvgpoolF32Blocked(geo, a.pads[2], a.pads[3], int(a.count_include_pad), step)
    symbol = f"edgec_{'maxpool' if largest else 'avgpool'}_f32_blocked"
    args = (operand(view, 0), output(view))
    why = f"{'largest value' if largest else 'mean'} of each window, four channels in registers"
    # a reduced axis may leave positions that are no runs of the output's last axis
    steps = (("out_step", 1),) if where is not None else ()
    return (Call(symbol, HEADER, params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD),)


def _pool(view: NodeView, largest: bool) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _call(view, a, (view.x(0).shape, view.y.shape), largest, where)


def _bind_maxpool_wide(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    if a.kernel[1] != 3 or a.strides[1] not in (1, 2) or a.dilations[1] != 1 or view.y.shape[3] % BLOCK_CHANNELS:
        return Misfit("the window is not three columns wide, with a stride of 1 or 2, over a multiple of 4 channels")
    params = MaxpoolF32Blocked(pool_geometry(view), out_step=view.y.shape[3])
    where = window(view, a.kernel, a.strides, a.pads, a.dilations, tile=view.y.shape[2])
    args, steps = (operand(view, 0), output(view)), (("out_step", 1),)
    why = "largest value of each window from those of its columns, four channels in registers"
    symbol, header = "edgec_maxpool3_f32_blocked", "edgec_maxpool3_f32_blocked.h"
    return (Call(symbol, header, params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD),)


def _bind_maxpool(view: NodeView) -> Bound:
    if prod(view.attrs(PoolAttrs).kernel) < MIN_WINDOW_CELLS:
        return Misfit(f"the window has fewer than {MIN_WINDOW_CELLS} cells")
    return _pool(view, largest=True)


def _bind_avgpool(view: NodeView) -> Bound:
    return _pool(view, largest=False)


def _bind_reduce(view: NodeView) -> Bound:
    pool = reduction_as_pool(view)
    return pool if isinstance(pool, Misfit) else _call(view, *pool, None)


WIDE: Grid = (
    pool((1, 24, 24, 16), (3, 3), 2, padded=True),
    pool((1, 12, 12, 32), (3, 3), padded=True),
    pool((1, 20, 20, 8), (2, 3), 2),
    pool((2, 9, 9, 20), (3, 3)),
    pool((1, 30, 30, 4), (3, 3), (2, 1)),
    pool((1, 15, 7, 64), (5, 3), 2),
)
LARGEST: Grid = (
    pool((1, 24, 24, 16), (4, 4), 4),
    pool((1, 20, 20, 9), (3, 3), 3),
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 12, 12, 10), (5, 5), 2, padded=True),
    pool((2, 18, 9, 24), (9, 1), 3),
    pool((1, 9, 9, 7), (3, 3), padded=True),
)
AVERAGES: Grid = (
    *LARGEST,
    pool((1, 24, 24, 8), (2, 2), 2),
    pool((1, 8, 8, 64), (8, 8)),
    pool((1, 12, 12, 16), (3, 3), padded=True, include=True),
)
_OUTER = (
    ((1, 25, 5, 64), (1, 2)),
    ((1, 8, 8, 64), (1, 2)),
    ((40, 40), (0,)),
    ((5, 20, 21), (1,)),
    ((4, 30, 6, 10), (1, 2)),
)
REDUCES: Grid = (*reduction(ReduceFn.MEAN, *_OUTER), *reduction(ReduceFn.MAX, *_OUTER))


def _work(view: NodeView, call: Call) -> Counts:
    """Four channels of a window after each other, then single ones."""
    geo = call.params_of(Windowed).geo
    w, channels = windows_of(geo), geo.in_c
    fours, ones = channels // BLOCK_CHANNELS, channels % BLOCK_CHANNELS
    largest = "_maxpool" if isinstance(view.node.attrs, ReduceAttrs) and view.node.attrs.fn is ReduceFn.MAX else ""
    return (
        ("position", w.positions),
        ("four", w.positions * fours),
        ("line", w.lines * fours),
        (f"cell{largest}", w.cells * fours),
        ("one", w.positions * ones),
        ("line1", w.lines * ones),
        (f"cell1{largest}", w.cells * ones),
    )


def _work_wide(view: NodeView, call: Call) -> Counts:
    """Rows of outputs, four channels at a time: the columns that they read, the cells of these, the outputs."""
    geo = call.params_of(MaxpoolF32Blocked).geo
    w, fours, stride, outputs = windows_of(geo), view.y.shape[3] // BLOCK_CHANNELS, geo.stride_w, geo.out_w
    columns = outputs + 2 if stride == 1 else 2 * outputs + 1
    inside = sum(0 <= i - geo.pad_left < geo.in_w for i in range(columns))
    rows = w.batch * len(w.rows) * fours
    return (
        ("row", rows),
        ("column", rows * columns),
        ("cell", w.batch * sum(w.rows) * fours * inside),
        (f"output{stride}", rows * outputs),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "maxpool3_f32", "MaxPool", F32, _bind_maxpool_wide, _work_wide, grid=WIDE),
    Kernel(LIBRARY, "maxpool_f32", "MaxPool", F32, _bind_maxpool, _work, grid=LARGEST),
    Kernel(LIBRARY, "avgpool_f32", "AvgPool", F32, _bind_avgpool, _work, grid=AVERAGES),
    Kernel(LIBRARY, "reduce_f32", "Reduce", F32, _bind_reduce, _work, grid=REDUCES),
)
