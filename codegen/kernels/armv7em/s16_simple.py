"""Bindings of the Armv7E-M int16 kernels of layers without weights: elementwise, softmax, pools, changes of scale."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_s16 as grids
from edgec.codegen.kernels.armv7em.linear import Sizes, copied, parts
from edgec.codegen.kernels.armv7em.params_s16 import (
    AddS16Armv7em,
    AvgpoolS16Armv7em,
    MaxpoolS16Armv7em,
    MulS16Armv7em,
    RescaleS16,
    SoftmaxS16Armv7em,
    TableS16Armv7em,
)
from edgec.codegen.kernels.armv7em.simple import rows_of
from edgec.codegen.kernels.armv7em.work import UNROLLED, Windows, ceil, limited
from edgec.codegen.kernels.common import INT32_MAX, const, factor_arrays, operand, output, quant, window
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import params as plain
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.plain.s16 import I16, MAX_MAGNITUDE, bind_softmax, bind_unary, symmetric
from edgec.codegen.kernels.shared.broadcast import broadcast_of, moving_first
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Broadcast, Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Window
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers, wide_softmax_tables
from edgec.converter.graph.ir import DType, Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts

ELEMENTWISE, POOL = "edgec_elementwise_s16_armv7em.h", "edgec_pool_s16_armv7em.h"
INT16_SPAN_HALF = 1 << 15
SHIFT_MIN, SHIFT_MAX = 33, 62  # of a 32-bit value whose product's high word is used
LIFTED_MIN, LIFTED_MAX = 17, 46  # the same of an int16 value moved up by 16 bits
POWER_OF_TWO_MULTIPLIER = 2**30  # the multiplier of a factor 2**-n


def split_factor(m: int) -> tuple[int, int]:
    """A multiplier as 2**16 * high + low, both int16."""
    low = (m + INT16_SPAN_HALF) % (2 * INT16_SPAN_HALF) - INT16_SPAN_HALF
    return (m - low) >> 16, low


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no fast int16 kernel")
    loops = broadcast_of(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = moving_first(loops)
    lo, hi = clamp_limits(a.clamp, quant(view.y), DType.I16)
    params: AddS16Armv7em | MulS16Armv7em | Misfit
    if a.fn is BinaryFn.MUL:
        name, params = "mul", _product(view, loops, lo, hi)
    else:
        name, params = "add", _sum(view, loops, order, lo, hi)
    if isinstance(params, Misfit):
        return params
    args = (operand(view, order[0]), operand(view, order[1]), output(view))
    same = view.x(0).shape == view.x(1).shape
    why = f"{'operands of one shape' if same else 'one operand repeats'}, two elements at a time"
    return (Call(f"edgec_{name}_s16_armv7em", ELEMENTWISE, params, args, inplace=shared_inputs(view, 2), why=why),)


def _product(view: NodeView, loops: Broadcast, lo: int, hi: int) -> MulS16Armv7em | Misfit:
    factor = multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s)
    return _outside(factor, SHIFT_MIN, SHIFT_MAX) or MulS16Armv7em(loops, factor.m, factor.shift, lo, hi)


def _sum(view: NodeView, loops: Broadcast, order: tuple[int, int], lo: int, hi: int) -> AddS16Armv7em | Misfit:
    f = wide_add_multipliers(quant(view.x(0)).s, quant(view.x(1)).s, quant(view.y).s)
    if f.shift < LIFTED_MIN:
        return Misfit(f"the requantization shift {f.shift} is below {LIFTED_MIN}")
    both = (f.a, -f.b if view.attrs(BinaryAttrs).fn is BinaryFn.SUB else f.b)
    (a_high, a_low), (b_high, b_low) = (split_factor(both[i]) for i in order)
    if a_low == b_low == -INT16_SPAN_HALF:
        return Misfit("the sum of the low halves does not fit int32")
    return AddS16Armv7em(loops, a_high, b_high, a_low, b_low, f.shift, lo, hi)


def _outside(factor: Multiplier, first: int, last: int) -> Misfit | None:
    if first <= factor.shift <= last:
        return None
    return Misfit(f"the requantization shift {factor.shift} is outside {first}..{last}")


def _bind_unary(view: NodeView) -> Bound:
    bound = bind_unary(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    return (replace(call, symbol="edgec_table_s16_armv7em", header=ELEMENTWISE, params=TableS16Armv7em(view.y.size)),)


def _bind_softmax(view: NodeView) -> Bound:
    bound = bind_softmax(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    if quant(view.y).s != 2.0**-15:
        return Misfit("the output's step is not 2**-15")
    shape, axis = view.x(0).shape, view.attrs(SoftmaxAttrs).axis
    used = wide_softmax_tables(quant(view.x(0)).s).used
    params = SoftmaxS16Armv7em(prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]), used)
    header, why = "edgec_softmax_s16_armv7em.h", "exp() is the product of two table entries, computed once"
    return (replace(call, symbol="edgec_softmax_s16_armv7em", header=header, params=params, why=why),)


def _rescale(view: NodeView, i: int, factor: Multiplier, sizes: Sizes) -> Call:
    """``sizes``: what ``PartOfRows`` begins with."""
    params = RescaleS16(*sizes, factor.m, factor.shift)
    shared = (0,) if params.rows == 1 and params.x_columns == params.y_columns and not view.x(i).is_const else ()
    args = (operand(view, i), output(view))
    return Call("edgec_rescale_s16_armv7em", ELEMENTWISE, params, args, inplace=shared, why="another scale")


def _bind_requantize(view: NodeView) -> Bound:
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    factor = multiplier(quant(view.x(0)).s / quant(view.y).s)
    size = view.y.size
    return _outside(factor, LIFTED_MIN, LIFTED_MAX) or (_rescale(view, 0, factor, (1, size, size, 0)),)


def _bind_concat(view: NodeView) -> Bound:
    """One call per input: copied, or rescaled."""
    misfit = symmetric(view, len(view.ins))
    if misfit is not None:
        return misfit
    calls: list[Call] = []
    for i, sizes in enumerate(parts(view)):
        if quant(view.x(i)).s == quant(view.y).s:
            calls.append(copied(view, i, sizes))
            continue
        factor = multiplier(quant(view.x(i)).s / quant(view.y).s)
        misfit = _outside(factor, LIFTED_MIN, LIFTED_MAX)
        if misfit is not None:
            return misfit
        calls.append(_rescale(view, i, factor, sizes))
    return tuple(calls)


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    if view.x(0).shape[3] < 2:
        return Misfit("there is one channel")
    args = (operand(view, 0), output(view))
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    params, why = MaxpoolS16Armv7em(pool_geometry(view)), "largest value of each window, pairs of channels"
    symbol = "edgec_maxpool_s16_armv7em"
    return (Call(symbol, POOL, params, args, why=why, window=where, unread=POOL_UNREAD),)


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    counts = tuple(int(n) for n in np.unique(window_counts(a, view.x(0).shape)))
    return _averages(view, a, (view.x(0).shape, view.y.shape), counts, where)


def _bind_mean(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    shape = view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    if a.fn not in (ReduceFn.MEAN, ReduceFn.SUM) or not axes:
        return Misfit("the layer is no mean and no sum")
    first, last = axes[0], axes[-1]
    if axes != tuple(i for i in range(first, last + 1) if shape[i] != 1):
        return Misfit("the layer is not a mean over neighbouring axes")
    outer, cells, inner = prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :])
    pool = PoolAttrs((1, cells), (1, 1), (1, 1))
    counts = (cells if a.fn is ReduceFn.MEAN else 1,)
    return _averages(view, pool, ((outer, 1, cells, inner), (outer, 1, 1, inner)), counts, None)


def _averages(
    view: NodeView, a: PoolAttrs, shapes: tuple[Shape, Shape], counts: tuple[int, ...], where: Window | None
) -> Bound:
    """``counts``: by what the sums of windows are divided; ``shapes``: of input and output."""
    if counts[0] == 0:
        return Misfit("a window lies wholly in the padding")
    factors = [multiplier(quant(view.x(0)).s / (quant(view.y).s * n)) for n in counts]
    lift = max(0, SHIFT_MIN - min(f.shift for f in factors))
    if (MAX_MAGNITUDE * prod(a.kernel) << lift) > INT32_MAX or any(f.shift + lift > SHIFT_MAX for f in factors):
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int32")
    image = replace(view.x(0), shape=shapes[0]), replace(view.y, shape=shapes[1])
    geo = Geometry.of(*image, a.kernel, a.strides, a.pads, a.dilations)
    pool = plain.AvgpoolS16(geo, a.pads[2], a.pads[3], int(a.count_include_pad), len(factors))
    params = AvgpoolS16Armv7em(pool, lift, even=int(any(f.m == POWER_OF_TWO_MULTIPLIER for f in factors)))
    table = const("table", "int32_t", np.array(counts, np.int32))
    args = (operand(view, 0), table, *factor_arrays(factors), output(view))
    why = f"mean of {prod(a.kernel)} cells, four channels at a time"
    unread = frozenset(f"pool.{path}" for path in POOL_UNREAD)
    return (Call("edgec_avgpool_s16_armv7em", POOL, params, args, why=why, window=where, unread=unread),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    """Rows of the innermost loop, two elements at a time."""
    mul = view.attrs(BinaryAttrs).fn is BinaryFn.MUL
    p: AddS16Armv7em | MulS16Armv7em = call.params_of(MulS16Armv7em) if mul else call.params_of(AddS16Armv7em)
    kind, (rows, n, _) = "mul" if mul else "add", rows_of(p.shape)
    return (
        ("call", 1),
        (f"{kind}_row", rows),
        (f"{kind}_two", rows * (n // 2)),
        (f"{kind}_one", rows * (n % 2)),
        ("limited", limited(p, view.y.size)),
    )


def _softmax_work(view: NodeView, call: Call) -> Counts:
    """Groups; their values, each of which is an exponential and a division."""
    p = call.params_of(SoftmaxS16Armv7em)
    groups = view.y.size // p.n
    kind = "" if p.inner == 1 else "apart_"
    return ("call", 1), ("group", groups), (f"{kind}value", view.y.size)


def _rescale_work(view: NodeView, call: Call) -> Counts:
    """Rows, two values at a time."""
    p = call.params_of(RescaleS16)
    rows, columns = p.rows, p.x_columns
    return ("call", 1), ("row", rows), ("two", rows * (columns // 2)), ("one", rows * (columns % 2))


def _maxpool_work(view: NodeView, call: Call) -> Counts:
    windows = Windows.of(view)
    kind = "" if bool(windows.whole.all()) else windows.kind
    return ("call", 1), *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind)


def _avgpool_work(view: NodeView, call: Call) -> Counts:
    windows, p = Windows.of(view), call.params_of(AvgpoolS16Armv7em)
    kind = "" if bool(windows.whole.all()) else "late_" if windows.late else "cut_"
    return (
        ("call", 1),
        *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind),
        ("factor", windows.count * p.pool.factors if kind else 0),
        ("even", view.y.size * p.even),
        ("looped", windows.cells * ceil(view.y.shape[3], 4) if windows.kernel[1] > UNROLLED and not kind else 0),
    )


def _mean_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(AvgpoolS16Armv7em)
    inner = p.pool.geo.in_c
    outer, cells = view.y.size // inner, view.x(0).size // view.y.size
    looped = outer * cells * ceil(inner, 4) if cells > UNROLLED else 0
    even = view.y.size * p.even
    return ("call", 1), *_fours(outer, outer, outer * cells, inner, ""), ("even", even), ("looped", looped)


def _fours(windows: int, lines: int, cells: int, channels: int, kind: str) -> Counts:
    """Windows, and of each four channels of them the lines and cells; fewer channels are taken by two."""
    kind = f"{kind}few_" if channels < 4 else kind
    fours = ceil(channels, 2 if channels < 4 else 4)
    return (
        (f"{kind}window", windows),
        (f"{kind}four", windows * fours),
        (f"{kind}line", lines * fours),
        (f"{kind}cell", cells * fours),
    )


def _table_work(view: NodeView, call: Call) -> Counts:
    return ("call", 1), ("element", view.y.size)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_s16", "Binary", I16, _bind_binary, _binary_work, grid=grids.BINARY),
    Kernel(LIBRARY, "table_s16", "Unary", I16, _bind_unary, _table_work, grid=grids.TABLES),
    Kernel(LIBRARY, "softmax_s16", "Softmax", I16, _bind_softmax, _softmax_work, grid=grids.SOFTMAX),
    Kernel(LIBRARY, "rescale_s16", "Requantize", I16, _bind_requantize, _rescale_work, grid=grids.REQUANTIZE),
    Kernel(LIBRARY, "rescale_s16", "Concat", I16, _bind_concat, _rescale_work, grid=grids.CONCATS),
    Kernel(LIBRARY, "maxpool_s16", "MaxPool", I16, _bind_maxpool, _maxpool_work, grid=grids.POOLS),
    Kernel(LIBRARY, "avgpool_s16", "AvgPool", I16, _bind_avgpool, _avgpool_work, grid=grids.AVERAGES),
    Kernel(LIBRARY, "avgpool_s16", "Reduce", I16, _bind_mean, _mean_work, grid=grids.MEANS),
)
