"""Bindings of the Armv7E-M pooling kernels."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import AverageCells, AvgpoolS8Armv7em, MaxpoolS8Armv7em, MeanS8
from edgec.codegen.kernels.armv7em.work import Windows, ceil
from edgec.codegen.kernels.cells import cells_of_pool, cells_of_reduction
from edgec.codegen.kernels.common import (
    I8,
    INT32_MAX,
    const,
    factor_arrays,
    operand,
    output,
    quant,
    quantized,
    window,
)
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView, Window
from edgec.converter.arithmetic.fixed_point import Multiplier, multiplier
from edgec.converter.graph.ir import Array, Shape
from edgec.converter.ops.pool import PoolAttrs, ReduceFn, window_counts

HEADER = "edgec_avgpool_s8_armv7em.h"
CHANNELS_AT_ONCE = 4  # channels
CELLS = AverageCells.EDGEC_AVGPOOL_CELLS.value
INT16_MAX = 2**15 - 1
UNIT_FACTOR_BITS = 30  # a factor of 2**30 is a power of two
SHIFTS = range(17, 39)  # of the requantization that takes sums as int16


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    args = (operand(view, 0), output(view))
    why = "largest value of each window, four channels at a time"
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    steps = (("out_step", 1),)
    params, symbol = MaxpoolS8Armv7em(pool_geometry(view), view.y.shape[3]), "edgec_maxpool_s8_armv7em"
    return (
        Call(symbol, "edgec_pool_s8_armv7em.h", params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD),
    )


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    whole = cells_of_pool(view)
    if not isinstance(whole, Misfit):
        return _mean(view, *whole)
    counts = window_counts(a, view.x(0).shape)
    padded = any(a.pads) or int(counts.min()) < prod(a.kernel)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _windows(view, a, view.x(0).shape, view.y.shape, np.unique(counts) if padded else None, where)


def _bind_mean(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    cells = cells_of_reduction(view, ReduceFn.MEAN)
    return cells if isinstance(cells, Misfit) else _mean(view, *cells)


def _mean(view: NodeView, outer: int, cells: int, inner: int) -> Bound:
    """The mean over a run of cells: as one window when its sum fits int16."""
    x, y = quant(view.x(0)), quant(view.y)
    pool = PoolAttrs((1, cells), (1, 1), (1, 1))
    narrow = _windows(view, pool, (outer, 1, cells, inner), (outer, 1, 1, inner), None, None)
    if not isinstance(narrow, Misfit):
        return narrow
    if 255 * cells > INT32_MAX:
        return Misfit(f"the sum over {cells} cells does not fit int32")
    factor = multiplier(x.s / (y.s * cells))
    params = MeanS8(outer, cells, inner, -x.z * cells, factor.m, factor.shift, y.z)
    why = f"mean of {cells} cells, four channels at a time"
    return (Call("edgec_mean_s8_armv7em", HEADER, params, (operand(view, 0), output(view)), why=why),)


def _windows(
    view: NodeView, a: PoolAttrs, x_shape: Shape, y_shape: Shape, counts: Array | None, where: Window | None
) -> Bound:
    """``counts``: the numbers of cells that windows have when some reach out of the input."""
    if prod(a.kernel) > CELLS:
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int16")
    windows = np.array([prod(a.kernel)]) if counts is None else counts
    if windows[0] == 0:
        return Misfit("a window lies wholly in the padding")
    x, y = quant(view.x(0)), quant(view.y)
    factors = [multiplier(x.s / (y.s * int(count))) for count in windows]
    if not all(f.shift in SHIFTS for f in factors):
        return Misfit(f"a requantization shift is outside {SHIFTS.start}..{SHIFTS.stop - 1}")
    if any(255 * int(n) + _half_room(f, y.z) > INT16_MAX for n, f in zip(windows, factors, strict=True)):
        return Misfit("the sum with the output's zero point does not fit int16")
    image = replace(view.x(0), shape=x_shape), replace(view.y, shape=y_shape)
    geo = Geometry.of(*image, a.kernel, a.strides, a.pads, a.dilations)
    padding = int(counts is not None), a.pads[2], a.pads[3], int(a.count_include_pad)
    params = AvgpoolS8Armv7em(geo, *padding, factors=len(factors), in_zero=x.z, out_zero=y.z)
    table = const("table", "int32_t", windows.astype(np.int32))
    args = (operand(view, 0), table, *factor_arrays(factors), output(view))
    why = f"mean of {prod(a.kernel)} cells, four channels at a time, sums as pairs of int16"
    symbol = "edgec_avgpool_s8_armv7em"
    return (Call(symbol, HEADER, params, args, why=why, window=where, unread=POOL_UNREAD),)


def _half_room(factor: Multiplier, zero: int) -> int:
    """Return the most that a factor 2**-n adds to a sum before the shift."""
    n = factor.shift - UNIT_FACTOR_BITS
    return ((abs(zero) + 1) << n) if factor.m == 1 << UNIT_FACTOR_BITS and n > 0 else 0


def _fours(windows: int, lines: int, cells: int, channels: int, kind: str) -> Counts:
    """Windows, and of each four channels of them lines and cells; fewer than four channels are read byte by byte."""
    kind = f"{kind}few_" if channels < CHANNELS_AT_ONCE else kind
    fours = ceil(channels, CHANNELS_AT_ONCE)
    return (
        (f"{kind}window", windows),
        (f"{kind}four", windows * fours),
        (f"{kind}line", lines * fours),
        (f"{kind}cell", cells * fours * (channels if channels < CHANNELS_AT_ONCE else 1)),
    )


def _maxpool_work(view: NodeView, call: Call) -> Counts:
    windows = Windows.of(view)
    kind = "" if bool(windows.whole.all()) else windows.kind
    return ("call", 1), *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind)


def _avgpool_work(view: NodeView, call: Call) -> Counts:
    p = call.params
    if not isinstance(p, AvgpoolS8Armv7em) or p.geo.kernel_h != view.attrs(PoolAttrs).kernel[0]:
        n, h, w, c = view.x(0).shape
        return _means(n, h * w, c, call)
    windows = Windows.of(view)
    kind = "" if not p.padded else "late_" if windows.late else "cut_"
    return (
        ("call", 1),
        *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind),
        ("factor", windows.count * p.factors if p.padded else 0),
        ("halved", _halved(call, windows.count, view.y.shape[3])),
    )


def _mean_work(view: NodeView, call: Call) -> Counts:
    p = call.params
    inner = p.inner if isinstance(p, MeanS8) else call.params_of(AvgpoolS8Armv7em).geo.in_c
    outer = view.y.size // inner
    return _means(outer, view.x(0).size // view.y.size, inner, call)


def _means(outer: int, cells: int, inner: int, call: Call) -> Counts:
    """Count the work of means over runs of cells: one window each, or sums of 32 bits."""
    if isinstance(call.params, MeanS8):
        return ("call", 1), *_fours(outer, outer, outer * cells, inner, "long_")
    return ("call", 1), *_fours(outer, outer, outer * cells, inner, ""), ("halved", _halved(call, outer, inner))


def _halved(call: Call, windows: int, channels: int) -> int:
    """Fours of channels whose mean is a sum times 2**-n, which rounds halves to even."""
    factors, shifts = (
        a.array.data for a in call.args if isinstance(a, Const) and a.array.role in ("multiplier", "shift")
    )
    return (
        windows * ceil(channels, CHANNELS_AT_ONCE)
        if factors[-1] == 1 << UNIT_FACTOR_BITS and shifts[-1] > UNIT_FACTOR_BITS
        else 0
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "maxpool_s8", "MaxPool", I8, _bind_maxpool, _maxpool_work, grid=grids.POOLS),
    Kernel(LIBRARY, "avgpool_s8", "AvgPool", I8, _bind_avgpool, _avgpool_work, grid=grids.POOLS + grids.AVERAGES),
    Kernel(LIBRARY, "avgpool_s8", "Reduce", I8, _bind_mean, _mean_work, grid=grids.MEANS),
)
