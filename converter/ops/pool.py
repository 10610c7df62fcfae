"""Pooling over N, H, W, C and reductions over any axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from math import prod

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, multiplier, requantize_even
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Shape
from edgec.converter.ops.conv import check_window, windows
from edgec.converter.ops.spec import (
    Case,
    Ins,
    IntCall,
    OpSpec,
    QuantRule,
    ShapeError,
    TensorType,
    Trait,
    known,
    need_rank,
)


@dataclass(frozen=True)
class PoolAttrs(Attrs):
    """Window over N, H, W, C.  ``pads`` is (top, left, bottom, right).

    ``out`` is (rows, columns): with ONNX's ceil_mode the last window may reach past the padded input; cells there never
    count.  ``count_include_pad`` says whether padded cells count in an average.
    """

    kernel: tuple[int, ...]
    out: tuple[int, ...]
    strides: tuple[int, ...] = (1, 1)
    pads: tuple[int, ...] = (0, 0, 0, 0)
    dilations: tuple[int, ...] = (1, 1)
    count_include_pad: bool = False


def infer_pool(a: PoolAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule of MaxPool and AvgPool."""
    x = known(ins, 0)
    need_rank(x, 4, "the input")
    check_window(a.kernel, a.strides, a.pads, a.dilations)
    if len(a.out) != 2:
        raise ShapeError(f"out {list(a.out)} must be 2 numbers")
    for i, (size, what) in enumerate(((x.shape[1], "row"), (x.shape[2], "column"))):
        start = (a.out[i] - 1) * a.strides[i] - a.pads[i]
        if a.out[i] < 1 or start >= size + a.pads[i + 2]:
            raise ShapeError(f"the last {what} window starts outside the padded input")
        if start + a.dilations[i] * (a.kernel[i] - 1) < 0 or a.pads[i] > a.dilations[i] * (a.kernel[i] - 1):
            raise ShapeError(f"a {what} window lies wholly in the padding")
    return [((x.shape[0], a.out[0], a.out[1], x.shape[3]), x.dtype)]


def _padded(x: Array, a: PoolAttrs, value: float) -> Array:
    """Input padded so that every window of ``out`` fits."""
    grow = []
    for i, size in enumerate(x.shape[1:3]):
        need = (a.out[i] - 1) * a.strides[i] + a.dilations[i] * (a.kernel[i] - 1) + 1
        grow.append((a.pads[i], max(need - a.pads[i] - size, 0)))
    return np.ascontiguousarray(np.pad(x, ((0, 0), grow[0], grow[1], (0, 0)), constant_values=value))


def _pool(x: Array, a: PoolAttrs, value: float, reduce: Callable[..., Array]) -> Array:
    win = windows(_padded(x, a, value), (a.kernel[0], a.kernel[1]), a.strides, a.dilations, (a.out[0], a.out[1]))
    return reduce(win, axis=(-2, -1))


def window_counts(a: PoolAttrs, shape: Shape) -> Array:
    """Cells that count in each average: int64 [1, oh, ow, 1]."""
    _, h, w, _ = shape
    if a.count_include_pad:
        t, left, bottom, right = a.pads
        ones = np.ones((1, h + t + bottom, w + left + right, 1), np.int64)
        return _pool(ones, PoolAttrs(a.kernel, a.out, a.strides, (0, 0, 0, 0), a.dilations), 0, np.sum)
    return _pool(np.ones((1, h, w, 1), np.int64), a, 0, np.sum)


def run_maxpool(a: PoolAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    x = ins[0]
    low = -np.inf if np.issubdtype(x.dtype, np.floating) else np.iinfo(x.dtype).min
    return [_pool(x, a, low, np.max)]


def run_maxpool_int(call: IntCall) -> list[Array]:
    """Integer reference: the maximum of the bytes (input and output share their quantization)."""
    return run_maxpool(call.attrs, [call.x(0)])


def run_avgpool(a: PoolAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x = ins[0]
    return [(_pool(x, a, 0.0, np.sum) / window_counts(a, x.shape)).astype(x.dtype)]


def run_avgpool_int(call: IntCall) -> list[Array]:
    """Integer reference: sum of (x - Z), requantized by s_in / (s_out * count), halves to even."""
    x = call.x(0).astype(np.int64) - call.q(0).z
    acc = _pool(x, call.attrs, 0, np.sum)
    counts = np.broadcast_to(window_counts(call.attrs, x.shape), acc.shape)
    dtype = call.out_types[0][1]
    out = np.zeros(acc.shape, dtype.numpy)
    for count in np.unique(counts):
        factor = multiplier(call.q(0).s / (call.out.s * int(count)))
        mask = counts == count
        out[mask] = requantize_even(acc[mask], factor, call.out.z, *integer_limits(dtype)).astype(dtype.numpy)
    return [out]


class ReduceFn(Enum):
    """Reductions; the value is ONNX's name without ``Reduce``."""

    MEAN = "Mean"
    SUM = "Sum"
    MAX = "Max"
    MIN = "Min"
    PROD = "Prod"
    SUM_SQUARE = "SumSquare"
    L1 = "L1"
    L2 = "L2"


@dataclass(frozen=True)
class ReduceAttrs(Attrs):
    """Reduction over ``axes`` (sorted, non-negative)."""

    fn: ReduceFn
    axes: tuple[int, ...]
    keepdims: bool = True


REDUCERS: dict[ReduceFn, Callable[..., Array]] = {
    ReduceFn.MEAN: np.mean,
    ReduceFn.SUM: np.sum,
    ReduceFn.MAX: np.max,
    ReduceFn.MIN: np.min,
    ReduceFn.PROD: np.prod,
    ReduceFn.SUM_SQUARE: lambda x, axis, keepdims: np.sum(x * x, axis=axis, keepdims=keepdims),
    ReduceFn.L1: lambda x, axis, keepdims: np.sum(np.abs(x), axis=axis, keepdims=keepdims),
    ReduceFn.L2: lambda x, axis, keepdims: np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims)),
}


def infer_reduce(a: ReduceAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule of Reduce."""
    x = known(ins, 0)
    if any(not 0 <= i < len(x.shape) for i in a.axes) or list(a.axes) != sorted(set(a.axes)):
        raise ShapeError(f"axes {list(a.axes)} do not fit rank {len(x.shape)}")
    if a.keepdims:
        return [(tuple(1 if i in a.axes else d for i, d in enumerate(x.shape)), x.dtype)]
    return [(tuple(d for i, d in enumerate(x.shape) if i not in a.axes), x.dtype)]


def run_reduce(a: ReduceAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference (sums in float64, as a float32 sum depends on its order)."""
    x = ins[0]
    wide = x.astype(np.float64) if np.issubdtype(x.dtype, np.floating) else x
    return [np.asarray(REDUCERS[a.fn](wide, axis=a.axes, keepdims=a.keepdims)).astype(x.dtype)]


def run_reduce_int(call: IntCall) -> list[Array]:
    """Integer reference of MEAN and SUM (affine, halves to even), MAX and MIN (bytes as they are)."""
    a: ReduceAttrs = call.attrs
    x = call.x(0)
    if a.fn in (ReduceFn.MAX, ReduceFn.MIN):
        return run_reduce(a, [x])
    acc = np.sum(x.astype(np.int64) - call.q(0).z, axis=a.axes, keepdims=a.keepdims)
    count = prod(x.shape[i] for i in a.axes) if a.fn is ReduceFn.MEAN else 1
    factor = multiplier(call.q(0).s / (call.out.s * count))
    dtype = call.out_types[0][1]
    return [requantize_even(acc, factor, call.out.z, *integer_limits(dtype)).astype(dtype.numpy)]


_POOL_CASES = (
    Case("2x2", PoolAttrs((2, 2), (4, 3), (2, 2)), ((1, 8, 6, 5),)),
    Case("3x3_pad", PoolAttrs((3, 3), (7, 7), (1, 1), (1, 1, 1, 1)), ((1, 7, 7, 4),)),
    Case("ceil", PoolAttrs((3, 3), (4, 4), (2, 2)), ((1, 8, 8, 3),)),
    Case("asymmetric", PoolAttrs((2, 3), (4, 3), (2, 2), (0, 1, 1, 0)), ((2, 7, 6, 2),)),
)
_INCLUDE_PAD = Case("include_pad", PoolAttrs((3, 3), (4, 4), (2, 2), (1, 1, 1, 1), (1, 1), True), ((1, 7, 7, 3),))
_DILATED = Case("dilated", PoolAttrs((2, 2), (6, 6), (1, 1), (0, 0, 0, 0), (2, 2)), ((1, 8, 8, 3),))


def _reduce_case(fn: ReduceFn, axes: tuple[int, ...], shape: Shape, keep: bool) -> Case:
    return Case(f"{fn.value}_{'_'.join(map(str, axes))}", ReduceAttrs(fn, axes, keep), (shape,))


INT_REDUCTIONS = frozenset({ReduceFn.MEAN, ReduceFn.SUM, ReduceFn.MAX, ReduceFn.MIN})


def reduce_rule(a: ReduceAttrs) -> QuantRule:
    """MEAN and SUM have a scale of their own; MAX and MIN pass bytes; the rest stay in float."""
    if a.fn in (ReduceFn.MEAN, ReduceFn.SUM):
        return QuantRule.AFFINE
    return QuantRule.SAME if a.fn in INT_REDUCTIONS else QuantRule.NONE


MAXPOOL = OpSpec(
    "MaxPool",
    PoolAttrs,
    1,
    1,
    infer_pool,
    run_maxpool,
    QuantRule.SAME,
    run_maxpool_int,
    (*_POOL_CASES, _DILATED),
    traits=Trait.WINDOW,
)
AVGPOOL = OpSpec(
    "AvgPool",
    PoolAttrs,
    1,
    1,
    infer_pool,
    run_avgpool,
    QuantRule.AFFINE,
    run_avgpool_int,
    (*_POOL_CASES, _INCLUDE_PAD),
    traits=Trait.WINDOW,
)
REDUCE = OpSpec(
    "Reduce",
    ReduceAttrs,
    1,
    1,
    infer_reduce,
    run_reduce,
    reduce_rule,
    run_reduce_int,
    (
        _reduce_case(ReduceFn.MEAN, (1, 2), (1, 5, 5, 6), True),
        _reduce_case(ReduceFn.MEAN, (1, 2), (1, 4, 3, 7), False),
        _reduce_case(ReduceFn.MEAN, (2,), (2, 3, 5), True),
        _reduce_case(ReduceFn.MEAN, (0, 2), (2, 3, 5), False),
        _reduce_case(ReduceFn.MAX, (1,), (2, 3, 5), True),
        _reduce_case(ReduceFn.MIN, (0, 1, 2), (2, 3, 5), True),
        _reduce_case(ReduceFn.SUM, (1,), (2, 6, 3), True),
        _reduce_case(ReduceFn.PROD, (2,), (2, 3, 4), False),
        _reduce_case(ReduceFn.SUM_SQUARE, (1, 2), (2, 3, 4), True),
        _reduce_case(ReduceFn.L1, (1,), (2, 3, 4), True),
        _reduce_case(ReduceFn.L2, (2,), (2, 3, 4), True),
    ),
)
SPECS = (MAXPOOL, AVGPOOL, REDUCE)
