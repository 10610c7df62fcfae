"""Operators that repeat, scatter, rank or accumulate along axes: Expand, Scatter, ArgReduce, TopK, Cumulate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType
from edgec.converter.ops.spec import (
    Case,
    Ins,
    OpSpec,
    QuantRule,
    ShapeError,
    TensorType,
    Trait,
    broadcast,
    known,
    need_rank,
)


@dataclass(frozen=True)
class ExpandAttrs(Attrs):
    """Broadcast to a shape."""

    shape: tuple[int, ...]


def infer_expand(a: ExpandAttrs, ins: Ins) -> list[TensorType]:
    """The shape itself, to which the input must broadcast."""
    x = known(ins, 0)
    if broadcast(x.shape, a.shape) != tuple(a.shape):
        raise ShapeError(f"shape {list(x.shape)} does not broadcast to {list(a.shape)}")
    return [(tuple(a.shape), x.dtype)]


def run_expand(a: ExpandAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    return [np.ascontiguousarray(np.broadcast_to(ins[0], a.shape))]


class ScatterFn(Enum):
    """The effect of an update on the cell it meets; the value is ONNX's name."""

    NONE = "none"
    ADD = "add"
    MUL = "mul"
    MAX = "max"
    MIN = "min"


@dataclass(frozen=True)
class ScatterAttrs(Attrs):
    """y = data[rows, width]; then, in order, row index[i] of y takes updates[i, width]."""

    fn: ScatterFn = ScatterFn.NONE


SCATTER: dict[ScatterFn, Callable[[Array, Array], Array]] = {
    ScatterFn.NONE: lambda old, new: new,
    ScatterFn.ADD: np.add,
    ScatterFn.MUL: np.multiply,
    ScatterFn.MAX: np.maximum,
    ScatterFn.MIN: np.minimum,
}


def infer_scatter(a: ScatterAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule; constant indices must be in range."""
    data, index, updates = (known(ins, i) for i in range(3))
    need_rank(data, 2, "the data")
    if index.dtype is not DType.I64 or updates.dtype is not data.dtype:
        raise ShapeError(f"indices are {index.dtype.value}, updates {updates.dtype.value}, data {data.dtype.value}")
    if len(index.shape) != 1 or updates.shape != (index.shape[0], data.shape[1]):
        raise ShapeError(f"updates {list(updates.shape)} do not fit indices {list(index.shape)}")
    if index.data is not None and index.size and (index.data.min() < 0 or index.data.max() >= data.shape[0]):
        raise ShapeError(f"an index is outside [0, {data.shape[0] - 1}]")
    return [(data.shape, data.dtype)]


def run_scatter(a: ScatterAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype; an index outside the data is skipped."""
    y = np.array(ins[0], copy=True)
    for row, update in zip(ins[1], ins[2], strict=True):
        if 0 <= row < len(y):
            y[row] = SCATTER[a.fn](y[row], update)
    return [y]


@dataclass(frozen=True)
class ArgReduceAttrs(Attrs):
    """Index (int64) of the largest or smallest value along one axis; of equal ones the first or the last."""

    axis: int
    smallest: bool = False
    last: bool = False
    keepdims: bool = True


def infer_argreduce(a: ArgReduceAttrs, ins: Ins) -> list[TensorType]:
    """The axis becomes 1 or goes away."""
    x = known(ins, 0)
    if not 0 <= a.axis < len(x.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(x.shape)}")
    middle = (1,) if a.keepdims else ()
    return [(x.shape[: a.axis] + middle + x.shape[a.axis + 1 :], DType.I64)]


def run_argreduce(a: ArgReduceAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    x = np.flip(ins[0], a.axis) if a.last else ins[0]
    index = (np.argmin if a.smallest else np.argmax)(x, axis=a.axis)
    index = ins[0].shape[a.axis] - 1 - index if a.last else index
    return [(np.expand_dims(index, a.axis) if a.keepdims else np.asarray(index)).astype(np.int64)]


@dataclass(frozen=True)
class TopKAttrs(Attrs):
    """The k largest or smallest along an axis, in order (of equal ones, the lower index first), with their indices."""

    axis: int
    k: int
    largest: bool = True


def infer_topk(a: TopKAttrs, ins: Ins) -> list[TensorType]:
    """Two outputs: values and int64 indices."""
    x = known(ins, 0)
    if not 0 <= a.axis < len(x.shape) or not 1 <= a.k <= x.shape[a.axis]:
        raise ShapeError(f"{a.k} values along axis {a.axis} cannot be taken from shape {list(x.shape)}")
    shape = (*x.shape[: a.axis], a.k, *x.shape[a.axis + 1 :])
    return [(shape, x.dtype), (shape, DType.I64)]


def run_topk(a: TopKAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    x = np.moveaxis(ins[0], a.axis, -1)
    if a.largest:
        order = x.shape[-1] - 1 - np.argsort(x[..., ::-1], axis=-1, kind="stable")[..., ::-1]
    else:
        order = np.argsort(x, axis=-1, kind="stable")
    index = order[..., : a.k].astype(np.int64)
    values = np.take_along_axis(x, index, axis=-1)
    return [np.ascontiguousarray(np.moveaxis(v, -1, a.axis)) for v in (values, index)]


class CumulateFn(Enum):
    """The operation of a running total; the value is the C kernel's name."""

    SUM = "sum"
    PROD = "prod"


@dataclass(frozen=True)
class CumulateAttrs(Attrs):
    """Running total along an axis: up to and including each cell, or excluding it; from the end when ``reverse``."""

    axis: int
    fn: CumulateFn = CumulateFn.SUM
    exclusive: bool = False
    reverse: bool = False


def infer_cumulate(a: CumulateAttrs, ins: Ins) -> list[TensorType]:
    """Output is like the input."""
    x = known(ins, 0)
    if not 0 <= a.axis < len(x.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(x.shape)}")
    return [(x.shape, x.dtype)]


def run_cumulate(a: CumulateAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    x = np.flip(ins[0], a.axis) if a.reverse else ins[0]
    total = np.cumsum if a.fn is CumulateFn.SUM else np.cumprod
    y = total(x, axis=a.axis, dtype=x.dtype)
    if a.exclusive:
        first = np.full_like(np.take(x, [0], axis=a.axis), 0 if a.fn is CumulateFn.SUM else 1)
        y = np.concatenate([first, np.delete(y, -1, axis=a.axis)], axis=a.axis)
    return [np.ascontiguousarray(np.flip(y, a.axis) if a.reverse else y)]


EXPAND = OpSpec(
    "Expand",
    ExpandAttrs,
    1,
    1,
    infer_expand,
    run_expand,
    QuantRule.SAME,
    lambda c: run_expand(c.attrs, [c.x(0)]),
    (Case("rows", ExpandAttrs((2, 3, 4)), ((3, 1),)), Case("scalar", ExpandAttrs((5,)), ((),))),
    traits=Trait.MOVES_VALUES,
)
SCATTER_SPEC = OpSpec(
    "Scatter",
    ScatterAttrs,
    3,
    3,
    infer_scatter,
    run_scatter,
    lambda a: QuantRule.AFFINE if a.fn is ScatterFn.NONE else QuantRule.NONE,
    lambda c: run_scatter(c.attrs, [c.x(i) for i in range(3)]),  # data and updates have the output's quantization
)
ARGREDUCE = OpSpec(
    "ArgReduce",
    ArgReduceAttrs,
    1,
    1,
    infer_argreduce,
    run_argreduce,
    run_int=lambda call: run_argreduce(call.attrs, [call.x(0)]),  # the order of the values is that of their integers
    cases=(
        Case("max", ArgReduceAttrs(1), ((2, 5, 3),)),
        Case("min_last", ArgReduceAttrs(2, True, True, False), ((2, 3, 6),)),
    ),
    traits=Trait.READS_ORDER,
)
TOPK = OpSpec(
    "TopK",
    TopKAttrs,
    1,
    1,
    infer_topk,
    run_topk,
    cases=(Case("largest", TopKAttrs(1, 3), ((2, 7, 2),)), Case("smallest", TopKAttrs(0, 2, False), ((5,),))),
)
CUMULATE = OpSpec(
    "Cumulate",
    CumulateAttrs,
    1,
    1,
    infer_cumulate,
    run_cumulate,
    cases=(
        Case("sum", CumulateAttrs(1), ((2, 4, 3),)),
        Case("exclusive_reverse", CumulateAttrs(0, CumulateFn.SUM, True, True), ((5,),)),
    ),
)
SPECS = (EXPAND, SCATTER_SPEC, ARGREDUCE, TOPK, CUMULATE)
