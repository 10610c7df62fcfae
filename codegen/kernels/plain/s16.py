"""Bindings of int16 activations with int8 weights: plain C for every operator, sums proven to fit int32."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    INT32_MAX,
    along_axis,
    const,
    factor_arrays,
    int_call,
    operand,
    output,
    quant,
    window,
)
from edgec.codegen.kernels.counting import factor_kind, windows
from edgec.codegen.kernels.grids import Grid, of_type
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.boundary import work_rescale
from edgec.codegen.kernels.plain.conv import (
    DEPTHWISE,
    GENERAL,
    POINTWISE,
    conv_macs,
    conv_window,
    is_depthwise,
    taps_first,
    work_general,
)
from edgec.codegen.kernels.plain.elementwise import (
    BINARY_INT,
    SIZES,
    SOFTMAX,
    SOFTMAX_LIMIT,
    TABLES,
    broadcast_kind,
    shared_inputs,
    work_scaled,
    work_softmax,
    work_table,
)
from edgec.codegen.kernels.plain.linear import DENSE, dense_sizes, rows_window, work_dense
from edgec.codegen.kernels.plain.params import (
    AvgpoolS16,
    Conv2dS16,
    DenseS16,
    Dwconv2dS16,
    MaxpoolS16,
    ReduceS16,
    ReduceSumS16,
)
from edgec.codegen.kernels.plain.params_elements import AddS16, MulS16, Rescale, SoftmaxS16, TableS16
from edgec.codegen.kernels.plain.params_move import ConcatS16
from edgec.codegen.kernels.plain.pool import (
    AVERAGES,
    EXTREMES,
    POOLS,
    SUMS,
    SYMBOLS,
    average_padding,
    reduction_of,
    work_average,
    work_average_int,
    work_reduce,
)
from edgec.codegen.kernels.plain.shape import RESCALED, concat_copy
from edgec.codegen.kernels.shared.broadcast import broadcast_of
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, conv_geometry, pool_geometry
from edgec.codegen.kernels.shared.params import Elementwise, Windowed
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Window
from edgec.converter.arithmetic.fixed_point import clamp_limits, integer_limits, multiplier
from edgec.converter.arithmetic.wide import wide_add_multipliers, wide_softmax_tables
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers
from edgec.converter.ops.elementwise import (
    INT_BINARY,
    BinaryAttrs,
    BinaryFn,
    SoftmaxAttrs,
    UnaryAttrs,
    wide_unary_table,
)
from edgec.converter.ops.pool import INT_REDUCTIONS, PoolAttrs, ReduceAttrs, ReduceFn, window_counts
from edgec.converter.ops.shape import ConcatAttrs

I16 = frozenset({DType.I16})
MAX_MAGNITUDE = 1 << 15  # largest magnitude of an activation
UNROLLED_WIDE = 16  # fours of an inner product that the compiler writes out
ELEMENTWISE = "edgec_elementwise_s16.h"


def symmetric(view: NodeView, inputs: int = 1) -> Misfit | None:
    """Return why the first ``inputs`` inputs and the output are not int16 with one scale and no zero point, or None."""
    for t in (*(view.x(i) for i in range(inputs)), view.y):
        if t.dtype is not DType.I16:
            return Misfit(f"tensor '{t.name}' is {t.dtype.value} where int16 is needed")
        if t.quant is None or t.quant.axis is not None or t.quant.z != 0:
            return Misfit(f"tensor '{t.name}' has no symmetric quantization with one scale", "calibrate again")
    return None


def layer_sums(view: NodeView) -> Misfit | None:
    """Return why a Conv or Dense node is no int16 layer, or None; proves that |bias| + 2**15 * sum(|w|) fits int32."""
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None or w.dtype is not DType.I8 or w.quant is None or any(w.quant.zero_point):
        return Misfit("the weights of an int16 layer must be int8 constants with zero points of 0")
    worst = np.abs(b.data.astype(np.int64)) + MAX_MAGNITUDE * np.abs(
        w.data.reshape(w.shape[0], -1).astype(np.int64)
    ).sum(axis=1)
    if worst.max(initial=0) > INT32_MAX:
        o = int(worst.argmax())
        return Misfit(
            f"the accumulator of output channel {o} may reach {int(worst[o])}, which int32 does not hold",
            "scale that channel's weights or bias down, or keep the layer in int8",
        )
    return None


def _layer(view: NodeView, clamp: Clamp) -> tuple[tuple[Arg, ...], tuple[int, int]] | Misfit:
    """Bias, multipliers and shifts, and the limits."""
    misfit = layer_sums(view)
    if misfit is not None:
        return misfit
    w, b = view.x(1), view.x(2)
    assert w.quant is not None and b.data is not None
    lo, hi = clamp_limits(clamp, quant(view.y), DType.I16)
    factors = output_multipliers(quant(view.x(0)), w.quant, quant(view.y), w.shape[0])
    return (const("bias", "int32_t", b.data), *factor_arrays(factors)), (lo, hi)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = _layer(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    consts, limits = layer
    data = view.x(1).data
    assert data is not None
    params: Windowed
    if is_depthwise(view):
        name, weights, why = "dwconv2d", taps_first(view, "int8_t"), "every filter reads one channel"
        params = Dwconv2dS16(conv_geometry(view), *limits)
    else:
        name, weights, why = "conv2d", const("weights", "int8_t", data), "any convolution"
        params = Conv2dS16(conv_geometry(view), a.groups, *limits)
    args = (operand(view, 0), weights, *consts, output(view))
    symbol, where = f"edgec_{name}_s16_plain", conv_window(view)
    return (Call(symbol, f"edgec_{name}_s16.h", params, args, macs=conv_macs(view), why=why, window=where),)


def _bind_dense(view: NodeView) -> Bound:
    layer = _layer(view, view.attrs(DenseAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    consts, limits = layer
    data = view.x(1).data
    assert data is not None
    params = DenseS16(*dense_sizes(view), *limits)
    args = (operand(view, 0), const("weights", "int8_t", data), *consts, output(view))
    macs, where = view.x(0).size * view.x(1).shape[0], rows_window(view, view.x(0).shape[0])
    why = "fully connected"
    return (Call("edgec_dense_s16_plain", "edgec_dense_s16.h", params, args, macs=macs, why=why, window=where),)


def _bind_maxpool(view: NodeView) -> Bound:
    params, args, where = MaxpoolS16(pool_geometry(view)), (operand(view, 0), output(view)), _pool_window(view)
    symbol, why = "edgec_maxpool_s16_plain", "largest value of each window"
    return (Call(symbol, "edgec_pool_s16.h", params, args, why=why, window=where, unread=POOL_UNREAD),)


def _pool_window(view: NodeView) -> Window:
    a = view.attrs(PoolAttrs)
    return window(view, a.kernel, a.strides, a.pads, a.dilations)


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    if MAX_MAGNITUDE * prod(a.kernel) > INT32_MAX:
        return Misfit(f"the sum over a window of {prod(a.kernel)} cells does not fit int32", "use a smaller window")
    counts = np.unique(window_counts(a, view.x(0).shape))
    if counts[0] == 0:
        return Misfit("an average is taken over no cell: a window lies wholly in the padding", "use less padding")
    factors = [multiplier(quant(view.x(0)).s / (quant(view.y).s * int(count))) for count in counts]
    params = AvgpoolS16(pool_geometry(view), *average_padding(view), len(factors))
    table = const("table", "int32_t", counts.astype(np.int32))
    args = (operand(view, 0), table, *factor_arrays(factors), output(view))
    symbol, why, where = "edgec_avgpool_s16_plain", "mean of each window", _pool_window(view)
    return (Call(symbol, "edgec_pool_s16.h", params, args, why=why, window=where, unread=POOL_UNREAD),)


def _bind_reduce(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    if a.fn not in INT_REDUCTIONS:
        return Misfit(f"Reduce{a.fn.value} has no int16 form", "keep this operator in float32")
    shape = reduction_of(view)
    if isinstance(shape, Misfit):
        return shape
    header = "edgec_reduce_s16.h"
    args = (operand(view, 0), output(view))
    if a.fn in (ReduceFn.MAX, ReduceFn.MIN):
        symbol = f"edgec_reduce_{SYMBOLS[a.fn]}_s16_plain"
        return (Call(symbol, header, ReduceS16(shape), args, why="any axes"),)
    count = prod(view.x(0).shape[i] for i in a.axes)
    if MAX_MAGNITUDE * count > INT32_MAX:
        return Misfit(f"the sum of {count} elements does not fit int32", "reduce in two steps")
    factor = multiplier(quant(view.x(0)).s / (quant(view.y).s * (count if a.fn is ReduceFn.MEAN else 1)))
    params = ReduceSumS16(shape, factor.m, factor.shift)
    return (Call("edgec_reduce_sum_s16_plain", header, params, args, why="any axes"),)


def bind_unary(view: NodeView) -> Bound:
    """A table with straight lines between its entries."""
    a = view.attrs(UnaryAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    table = const("table", "int16_t", wide_unary_table(a, int_call(view)))
    params, args = TableS16(view.y.size), (operand(view, 0), table, output(view))
    why = f"{a.fn.value} of an int16 value is a table of 513 entries with straight lines between"
    return (Call("edgec_table_s16_plain", ELEMENTWISE, params, args, inplace=shared_inputs(view, 1), why=why),)


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in INT_BINARY:
        return Misfit(f"{a.fn.value} has no int16 form", "keep this operator in float32")
    shape = broadcast_of(view)
    if isinstance(shape, Misfit):
        return shape
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(a.clamp, out, DType.I16)
    params: Elementwise
    if a.fn is BinaryFn.MUL:
        factor = multiplier(qa.s * qb.s / out.s)
        symbol, params = "edgec_mul_s16_plain", MulS16(shape, factor.m, factor.shift, lo, hi)
    else:
        f = wide_add_multipliers(qa.s, qb.s, out.s)
        m_b = -f.b if a.fn is BinaryFn.SUB else f.b
        symbol, params = "edgec_add_s16_plain", AddS16(shape, f.a, m_b, f.shift, lo, hi)
    args = (operand(view, 0), operand(view, 1), output(view))
    shared, why = shared_inputs(view, 2), broadcast_kind(view)
    return (Call(symbol, ELEMENTWISE, params, args, inplace=shared, why=why),)


def bind_softmax(view: NodeView) -> Bound:
    """Tables of exp() and one division for each value."""
    a = view.attrs(SoftmaxAttrs)
    misfit = symmetric(view)
    if misfit is not None:
        return misfit
    if a.log:
        return Misfit("LogSoftmax has no int16 form", "keep this operator in float32")
    if view.x(0).shape[a.axis] > SOFTMAX_LIMIT:
        return Misfit(f"the axis has {view.x(0).shape[a.axis]} elements, at most {SOFTMAX_LIMIT} are supported")
    tables = wide_softmax_tables(quant(view.x(0)).s)
    factor = multiplier(2.0**-16 / quant(view.y).s)
    params = SoftmaxS16(*along_axis(view.x(0).shape, a.axis), tables.used, factor.m, factor.shift)
    high, low = const("table", "uint16_t", tables.high), const("table", "uint16_t", tables.low)
    args = (operand(view, 0), high, low, output(view))
    shared, why = shared_inputs(view, 1), "exp() is the product of two table entries"
    return (Call("edgec_softmax_s16_plain", "edgec_softmax_s16.h", params, args, inplace=shared, why=why),)


def _bind_requantize(view: NodeView) -> Bound:
    x, y = view.x(0), view.y
    types = {DType.I16: "s16", DType.I8: "s8", DType.U8: "u8"}
    if DType.I16 not in (x.dtype, y.dtype):
        return Misfit("neither side is int16")
    for t in (x, y):
        if t.dtype not in types or t.quant is None or t.quant.axis is not None:
            return Misfit(f"tensor '{t.name}' must be int8, uint8 or int16 with one scale")
    factor = multiplier(quant(x).s / quant(y).s)
    lo, hi = integer_limits(y.dtype)
    params = Rescale(x.size, quant(x).z, factor.m, factor.shift, quant(y).z, lo, hi)
    symbol = f"edgec_rescale_{types[x.dtype]}_{types[y.dtype]}_plain"
    return (Call(symbol, ELEMENTWISE, params, (operand(view, 0), output(view)), why="another width"),)


def bind_concat(view: NodeView) -> Bound:
    """One call per input; one whose scale differs from the output's is rescaled on the way."""
    a = view.attrs(ConcatAttrs)
    misfit = symmetric(view, len(view.ins))
    if misfit is not None:
        return misfit
    calls: list[Call] = []
    start = 0
    y_row = prod(view.y.shape[a.axis :])
    for i in range(len(view.ins)):
        x = view.x(i)
        rows, x_row = prod(x.shape[: a.axis]), prod(x.shape[a.axis :])
        if quant(x).s == quant(view.y).s:
            calls.append(concat_copy(view, a, i, start))
        else:
            factor = multiplier(quant(x).s / quant(view.y).s)
            params = ConcatS16(rows, x_row, y_row, start, factor.m, factor.shift)
            args = (operand(view, i), output(view))
            calls.append(Call("edgec_concat_s16_plain", ELEMENTWISE, params, args, why="another scale"))
        start += x_row
    return tuple(calls)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Inner products, or the taps of each channel by themselves."""
    if not is_depthwise(view):
        return _GENERAL(view, call)
    w, channels = windows(call), view.y.shape[3]
    return (
        ("position", w.positions),
        (f"deep_{w.end}", view.y.size),
        (f"deep_line_{w.edge}", w.lines * channels),
        (f"tap_{w.edge}", w.cells * channels),
        ("shared", 0 if channels == view.x(0).shape[3] else w.cells * channels),
    )


def _work_concat(view: NodeView, call: Call) -> Counts:
    """Rows of an input."""
    p = call.params_of(ConcatS16)
    return ("row", p.rows), (factor_kind(p.shift), p.rows * p.x_columns)


_GENERAL = work_general(outside=False, flat=UNROLLED_WIDE)
RESCALES: Grid = tuple(
    GridLayer(RequantizeAttrs(to), (shape,), dtype=dtype)
    for shape in SIZES
    for dtype, to in (
        (DType.I16, DType.I8),
        (DType.I8, DType.I16),
        (DType.I16, DType.U8),
        (DType.U8, DType.I16),
        (DType.I16, DType.I16),
    )
)
_CONV: Grid = (*POINTWISE, *DEPTHWISE, *GENERAL)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s16", "Conv", I16, _bind_conv, _work_conv, grid=_CONV),
    Kernel(LIBRARY, "dense_s16", "Dense", I16, _bind_dense, work_dense(UNROLLED_WIDE), grid=DENSE),
    Kernel(LIBRARY, "maxpool_s16", "MaxPool", I16, _bind_maxpool, work_average, grid=POOLS),
    Kernel(LIBRARY, "avgpool_s16", "AvgPool", I16, _bind_avgpool, work_average_int, grid=AVERAGES),
    Kernel(LIBRARY, "reduce_s16", "Reduce", I16, _bind_reduce, work_reduce, grid=(*SUMS, *EXTREMES)),
    Kernel(LIBRARY, "table_s16", "Unary", I16, bind_unary, work_table, grid=TABLES),
    Kernel(LIBRARY, "binary_s16", "Binary", I16, _bind_binary, work_scaled, grid=BINARY_INT),
    Kernel(LIBRARY, "softmax_s16", "Softmax", I16, bind_softmax, work_softmax, grid=SOFTMAX),
    Kernel(LIBRARY, "concat_s16", "Concat", I16, bind_concat, _work_concat, grid=of_type(RESCALED, DType.I16)),
    Kernel(
        LIBRARY,
        "rescale",
        "Requantize",
        frozenset({DType.I8, DType.U8, DType.I16}),
        _bind_requantize,
        work_rescale,
        grid=RESCALES,
    ),
)
