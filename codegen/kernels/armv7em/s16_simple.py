"""Bindings of the Armv7E-M int16 kernels of layers without weights: elementwise, softmax, pools, changes of scale."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_s16 as grids
from edgec.codegen.kernels.armv7em.linear import COPIES
from edgec.codegen.kernels.armv7em.simple import moving_first, rows_of
from edgec.codegen.kernels.armv7em.work import UNROLLED, Windows, ceil, limited
from edgec.codegen.kernels.common import INT32_MAX, Fields, const, factor_arrays, operand, output, quant, window
from edgec.codegen.kernels.counting import has, number
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import pool_geometry
from edgec.codegen.kernels.plain.elementwise import broadcast_fields, group_fields, shared_inputs
from edgec.codegen.kernels.plain.s16 import I16, WIDE, bind_concat, bind_softmax, bind_unary, symmetric
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params, Window
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers
from edgec.converter.graph.ir import DType, Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts

ELEMENTWISE, POOL = "edgec_elementwise_s16_armv7em.h", "edgec_pool_s16_armv7em.h"
HALF = 1 << 15
SHIFT_MIN, SHIFT_MAX = 33, 62  # of a 32-bit value whose product's high word is used
LIFTED_MIN, LIFTED_MAX = 17, 46  # the same of an int16 value moved up by 16 bits
POWER = 2**30  # the multiplier of a factor 2**-n


def apart(m: int) -> tuple[int, int]:
    """A multiplier as 2**16 * high + low, both int16."""
    low = (m + HALF) % (2 * HALF) - HALF
    return (m - low) >> 16, low


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no fast int16 kernel")
    loops = broadcast_fields(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = moving_first(loops)
    factors = _product(view) if a.fn is BinaryFn.MUL else _sum(view, order)
    if isinstance(factors, Misfit):
        return factors
    name = "mul" if a.fn is BinaryFn.MUL else "add"
    lo, hi = clamp_limits(a.clamp, quant(view.y), DType.I16)
    params = Params(f"edgec_{name}_s16_armv7em_params", (*loops, *factors, ("lo", lo), ("hi", hi)))
    args = (operand(view, order[0]), operand(view, order[1]), output(view))
    same = view.x(0).shape == view.x(1).shape
    why = f"{'operands of one shape' if same else 'one operand repeats'}, two elements at a time"
    return (Call(f"edgec_{name}_s16_armv7em", ELEMENTWISE, params, args, inplace=shared_inputs(view, 2), why=why),)


def _product(view: NodeView) -> Fields | Misfit:
    factor = multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s)
    misfit = _outside(factor, SHIFT_MIN, SHIFT_MAX)
    return misfit or (("m", factor.m), ("shift", factor.shift))


def _sum(view: NodeView, order: tuple[int, int]) -> Fields | Misfit:
    f = wide_add_multipliers(quant(view.x(0)).s, quant(view.x(1)).s, quant(view.y).s)
    if f.shift < LIFTED_MIN:
        return Misfit(f"the requantization shift {f.shift} is below {LIFTED_MIN}")
    both = (f.a, -f.b if view.attrs(BinaryAttrs).fn is BinaryFn.SUB else f.b)
    (a_high, a_low), (b_high, b_low) = (apart(both[i]) for i in order)
    if a_low == b_low == -HALF:
        return Misfit("the sum of the low halves does not fit int32")
    return (("a_high", a_high), ("b_high", b_high), ("a_low", a_low), ("b_low", b_low), ("shift", f.shift))


def _outside(factor: Multiplier, first: int, last: int) -> Misfit | None:
    if first <= factor.shift <= last:
        return None
    return Misfit(f"the requantization shift {factor.shift} is outside {first}..{last}")


def _bind_unary(view: NodeView) -> Bound:
    bound = bind_unary(view)
    if isinstance(bound, Misfit):
        return bound
    params = Params("edgec_table_s16_armv7em_params", (("n", view.y.size),))
    (call,) = bound
    return (replace(call, symbol="edgec_table_s16_armv7em", header=ELEMENTWISE, params=params),)


def _bind_softmax(view: NodeView) -> Bound:
    bound = bind_softmax(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    if quant(view.y).s != 2.0**-15 or call.initializer is None:
        return Misfit("the output's step is not 2**-15")
    used = dict(call.initializer.fields)["used"]
    params = Params("edgec_softmax_s16_armv7em_params", (*group_fields(view), ("used", used)))
    header, why = "edgec_softmax_s16_armv7em.h", "exp() is the product of two table entries, computed once"
    return (replace(call, symbol="edgec_softmax_s16_armv7em", header=header, params=params, why=why),)


def _rescale(view: NodeView, i: int, factor: Multiplier, sizes: tuple[int, int, int, int]) -> Call:
    rows, x_row, y_row, start = sizes
    fields = (("rows", rows), ("x_columns", x_row), ("y_columns", y_row), ("y_offset", start))
    params = Params("edgec_rescale_s16_armv7em_params", (*fields, ("m", factor.m), ("shift", factor.shift)))
    shared = (0,) if rows == 1 and x_row == y_row and not view.x(i).is_const else ()
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
    """The calls of the plain kernel, those that rescale replaced."""
    bound = bind_concat(view)
    if isinstance(bound, Misfit):
        return bound
    calls: list[Call] = []
    for i, call in enumerate(bound):
        if call.initializer is not None and has(call, "x_columns"):
            factor = multiplier(quant(view.x(i)).s / quant(view.y).s)
            misfit = _outside(factor, LIFTED_MIN, LIFTED_MAX)
            if misfit is not None:
                return misfit
            f = dict(call.initializer.fields)
            rows, x_row, y_row, start = (int(str(f[k])) for k in ("rows", "x_columns", "y_columns", "y_offset"))
            call = _rescale(view, i, factor, (rows, x_row, y_row, start))
        else:
            call = replace(call, kernel=COPIES)
        calls.append(call)
    return tuple(calls)


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    if view.x(0).shape[3] < 2:
        return Misfit("there is one channel")
    fields = pool_geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)
    args = (operand(view, 0), output(view))
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    params, why = Params("edgec_maxpool_s16_armv7em_params", fields), "largest value of each window, pairs of channels"
    return (Call("edgec_maxpool_s16_armv7em", POOL, params, args, why=why, window=where),)


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
    if (WIDE * prod(a.kernel) << lift) > INT32_MAX or any(f.shift + lift > SHIFT_MAX for f in factors):
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int32")
    image = replace(view.x(0), shape=shapes[0]), replace(view.y, shape=shapes[1])
    pool = (
        *pool_geometry(*image, a.kernel, a.strides, a.pads, a.dilations),
        ("pad_bottom", a.pads[2]),
        ("pad_right", a.pads[3]),
        ("count_include_pad", int(a.count_include_pad)),
        ("factors", len(factors)),
    )
    even = int(any(f.m == POWER for f in factors))
    fields = (*((f"pool.{name}", value) for name, value in pool), ("lift", lift), ("even", even))
    table = const("table", "int32_t", np.array(counts, np.int32))
    args = (operand(view, 0), table, *factor_arrays(factors), output(view))
    params = Params("edgec_avgpool_s16_armv7em_params", fields)
    why = f"mean of {prod(a.kernel)} cells, four channels at a time"
    return (Call("edgec_avgpool_s16_armv7em", POOL, params, args, why=why, window=where),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    """Rows of the innermost loop, two elements at a time."""
    rows, n, _ = rows_of(call)
    kind = "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "add"
    return (
        ("call", 1),
        (f"{kind}_row", rows),
        (f"{kind}_two", rows * (n // 2)),
        (f"{kind}_one", rows * (n % 2)),
        ("limited", limited(call, view.y.size)),
    )


def _softmax_work(view: NodeView, call: Call) -> Counts:
    """Groups; their values, each of which is an exponential and a division."""
    groups = view.y.size // number(call, "n")
    kind = "" if number(call, "inner") == 1 else "apart_"
    return ("call", 1), ("group", groups), (f"{kind}value", view.y.size)


def _rescale_work(view: NodeView, call: Call) -> Counts:
    """Rows, two values at a time."""
    rows, columns = number(call, "rows"), number(call, "x_columns")
    return ("call", 1), ("row", rows), ("two", rows * (columns // 2)), ("one", rows * (columns % 2))


def _maxpool_work(view: NodeView, call: Call) -> Counts:
    windows = Windows.of(view)
    kind = "" if bool(windows.whole.all()) else windows.kind
    return ("call", 1), *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind)


def _avgpool_work(view: NodeView, call: Call) -> Counts:
    windows = Windows.of(view)
    kind = "" if bool(windows.whole.all()) else "late_" if windows.late else "cut_"
    return (
        ("call", 1),
        *_fours(windows.count, windows.lines, windows.cells, view.y.shape[3], kind),
        ("factor", windows.count * number(call, "pool.factors") if kind else 0),
        ("even", view.y.size * number(call, "even")),
        ("looped", windows.cells * ceil(view.y.shape[3], 4) if windows.kernel[1] > UNROLLED and not kind else 0),
    )


def _mean_work(view: NodeView, call: Call) -> Counts:
    inner = number(call, "pool.geo.in_c")
    outer, cells = view.y.size // inner, view.x(0).size // view.y.size
    looped = outer * cells * ceil(inner, 4) if cells > UNROLLED else 0
    even = view.y.size * number(call, "even")
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
