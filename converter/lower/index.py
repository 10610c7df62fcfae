"""ONNX operators that address cells: gathering and scattering by indices, ranking, running totals."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import spatial_attrs
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.index import (
    ArgReduceAttrs,
    CumulateAttrs,
    CumulateFn,
    ScatterAttrs,
    ScatterFn,
    TopKAttrs,
)
from edgec.converter.ops.logic import CompareFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import GatherAttrs, PadAttrs


def wrapped(c: Lowering, index: Tensor, size: int) -> Tensor:
    """int64 indices with negative ones counted from the end."""
    index = c.cast(index, DType.I64)
    if index.data is not None and (index.size == 0 or index.data.min() >= 0):
        return index
    return c.where(
        c.compare(index, c.like(index, 0), CompareFn.LT), c.binary(index, c.like(index, size), BinaryFn.ADD), index
    )


def flat_index(c: Lowering, index: Tensor, data: Tensor, axis: int) -> Tensor:
    """Position in the flattened data of the cell at ``index`` along one axis, in other axes where the index stands."""
    strides = [prod(data.shape[i + 1 :]) for i in range(len(data.shape))]
    base = np.zeros(index.shape, np.int64)
    for i, d in enumerate(index.shape):
        if i != axis:
            base = base + np.arange(d).reshape(-1, *(1,) * (len(index.shape) - i - 1)) * strides[i]
    along = wrapped(c, index, data.shape[axis])
    if strides[axis] != 1:
        along = c.binary(along, c.like(along, strides[axis]), BinaryFn.MUL)
    return c.binary(along, c.const_tensor(base), BinaryFn.ADD) if base.any() else along


def scatter(c: Lowering, data: Tensor, rows: Tensor, updates: Tensor, fn: ScatterFn = ScatterFn.NONE) -> Tensor:
    """Rows of data[n, width] replaced (or combined) with updates[m, width]."""
    return c.emit("Scatter", ScatterAttrs(fn), data, rows, updates)


@onnx_op("GatherElements")
def lower_gather_elements(c: Lowering) -> None:
    """Lowered to a gather from the flattened data."""
    x, index = c.x(0), c.x(1)
    if len(index.shape) != len(x.shape):
        c.invalid(f"indices {list(index.shape)} do not have the rank of {list(x.shape)}")
    axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    c.output(c.emit("Gather", GatherAttrs(0), c.reshape(x, (x.size,)), flat_index(c, index, x, axis)))


def nd_index(c: Lowering, index: Tensor, shape: Sequence[int]) -> Tensor:
    """[..., k] coordinates in the first k axes of ``shape`` as positions in those axes flattened."""
    k = index.shape[-1]
    total = c.cast(index, DType.I64)
    sizes = np.asarray(shape[:k], np.int64)
    if index.data is None or (index.size and index.data.min() < 0):
        grown = c.binary(total, c.const_tensor(sizes), BinaryFn.ADD)
        total = c.where(c.compare(total, c.like(total, 0), CompareFn.LT), grown, total)
    strides = np.asarray([prod(shape[i + 1 : k]) for i in range(k)], np.int64)
    return c.reduce(
        c.binary(total, c.const_tensor(strides), BinaryFn.MUL), ReduceFn.SUM, (len(index.shape) - 1,), False
    )


@onnx_op("GatherND")
def lower_gather_nd(c: Lowering) -> None:
    """Lowered to a gather of rows from the flattened data, batch dimensions included."""
    x, index = c.x(0), c.x(1)
    batch = c.attr_int("batch_dims", 0)
    if not index.shape or batch + index.shape[-1] > len(x.shape) or x.shape[:batch] != index.shape[:batch]:
        c.invalid(f"indices {list(index.shape)} do not fit data {list(x.shape)}")
    k = index.shape[-1]
    rows = nd_index(c, index, x.shape[batch:])
    if batch:
        step = prod(x.shape[batch : batch + k])
        offsets = np.arange(prod(x.shape[:batch]), dtype=np.int64) * step
        tail = (1,) * (len(rows.shape) - batch)
        rows = c.binary(rows, c.const_tensor(offsets.reshape(*x.shape[:batch], *tail)), BinaryFn.ADD)
    flat = c.reshape(x, (prod(x.shape[: batch + k]), *x.shape[batch + k :]))
    c.output(c.emit("Gather", GatherAttrs(0), flat, rows))


def reduction(c: Lowering) -> ScatterFn:
    """The reduction attribute."""
    name = c.attr_str("reduction", "none")
    if name not in {f.value for f in ScatterFn}:
        c.invalid(f"reduction '{name}' is not one of {[f.value for f in ScatterFn]}")
    return ScatterFn(name)


@onnx_op("ScatterElements", "Scatter")
def lower_scatter_elements(c: Lowering) -> None:
    """Into the flattened data, in the order of the indices."""
    x, index, updates = c.x(0), c.x(1), c.x(2)
    if len(index.shape) != len(x.shape) or updates.shape != index.shape:
        c.invalid(f"indices {list(index.shape)}, updates {list(updates.shape)} and data {list(x.shape)} do not fit")
    axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    flat = c.reshape(flat_index(c, index, x, axis), (index.size,))
    y = scatter(c, c.reshape(x, (x.size, 1)), flat, c.reshape(updates, (updates.size, 1)), reduction(c))
    c.output(c.reshape(y, x.shape))


@onnx_op("ScatterND")
def lower_scatter_nd(c: Lowering) -> None:
    """Rows of the data flattened over the indexed axes."""
    x, index, updates = c.x(0), c.x(1), c.x(2)
    k = index.shape[-1] if index.shape else 0
    if not 1 <= k <= len(x.shape) or updates.shape != index.shape[:-1] + x.shape[k:]:
        c.invalid(f"indices {list(index.shape)}, updates {list(updates.shape)} and data {list(x.shape)} do not fit")
    rows = c.reshape(nd_index(c, index, x.shape), (prod(index.shape[:-1]),))
    width = prod(x.shape[k:])
    y = scatter(c, c.reshape(x, (x.size // width, width)), rows, c.reshape(updates, (rows.size, width)), reduction(c))
    c.output(c.reshape(y, x.shape))


@onnx_op("TensorScatter")
def lower_tensor_scatter(c: Lowering) -> None:
    """Updates written into a cache at each sequence's own position (key/value caches), wrapping when circular."""
    cache, update = c.x(0), c.x(1)
    axis = c.axis(c.attr_int("axis", -2), len(cache.shape))
    batch, length, count = cache.shape[0], cache.shape[axis], update.shape[axis]
    start = c.cast(c.x(2), DType.I64) if c.has(2) else c.const_tensor(np.zeros(batch, np.int64))
    at = c.binary(c.reshape(start, (batch, 1)), c.const_tensor(np.arange(count, dtype=np.int64)), BinaryFn.ADD)
    if c.attr_str("mode", "linear") == "circular":
        at = c.binary(at, c.like(at, length), BinaryFn.MOD)
    shape = [1] * len(update.shape)
    shape[0], shape[axis] = batch, count
    index = c.expand(c.reshape(at, shape), update.shape)
    flat = c.reshape(flat_index(c, index, cache, axis), (update.size,))
    y = scatter(c, c.reshape(cache, (cache.size, 1)), flat, c.reshape(update, (update.size, 1)))
    c.output(c.reshape(y, cache.shape))


@onnx_op("MaxUnpool")
def lower_max_unpool(c: Lowering) -> None:
    """The maxima at their indices in a zero tensor; later ones win."""
    x, index = c.x(0), c.x(1)
    rank = len(x.shape) - 2
    kernel = c.attr_ints("kernel_shape")
    if kernel is None or len(kernel) != rank:
        c.invalid(f"kernel_shape {list(kernel or ())} does not have {rank} entries")
    strides, _ = spatial_attrs(c, kernel)
    pads = c.attr_ints("pads") or (0,) * (2 * rank)
    if len(pads) != 2 * rank:
        c.invalid(f"pads {list(pads)} do not have {2 * rank} entries")
    inner = tuple(
        (d - 1) * s - pads[i] - pads[i + rank] + k
        for i, (d, s, k) in enumerate(zip(x.shape[2:], strides, kernel, strict=True))
    )
    shape = (*x.shape[:2], *inner)
    if min(shape) < 1:
        c.refuse(f"its output {list(shape)} is empty")
    c.room(shape)
    data = c.const_tensor(np.zeros((prod(shape), 1), x.dtype.numpy))
    y = c.reshape(scatter(c, data, c.reshape(index, (index.size,)), c.reshape(x, (x.size, 1))), shape)
    if c.has(2):
        wanted = c.const_ints(2, "output_shape")
        after = tuple(w - d for w, d in zip(wanted, shape, strict=False))
        if len(wanted) != len(shape) or min(after) < 0:
            c.invalid(f"output_shape {list(wanted)} is smaller than {list(shape)}")
        y = c.emit("Pad", PadAttrs((0,) * len(shape), after), y)
    c.output(y)


@onnx_op("ArgMax", "ArgMin")
def lower_arg(c: Lowering) -> None:
    """Index of the extremum, the first or the last of equal ones."""
    x = c.x(0)
    axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    last, keep = bool(c.attr_int("select_last_index", 0)), bool(c.attr_int("keepdims", 1))
    c.output(c.emit("ArgReduce", ArgReduceAttrs(axis, c.node.op == "ArgMin", last, keep), x))


@onnx_op("TopK")
def lower_topk(c: Lowering) -> None:
    """The k largest or smallest, always sorted; k is a constant."""
    x = c.x(0)
    axis = c.axis(c.attr_int("axis", -1), len(x.shape))
    k = c.const_int(1, "k", c.attr_int("k", 0))
    if not 1 <= k <= x.shape[axis]:
        c.invalid(f"k is {k}, the axis has {x.shape[axis]} cells")
    values, index = c.emit_all("TopK", TopKAttrs(axis, k, bool(c.attr_int("largest", 1))), x)
    c.output(values)
    c.output(index, 1)


@onnx_op("CumSum", "CumProd")
def lower_cumulate(c: Lowering) -> None:
    """Running total or product along a constant axis."""
    x = c.x(0)
    axis = c.axis(c.const_int(1, "axis", 0), len(x.shape))
    fn = CumulateFn.SUM if c.node.op == "CumSum" else CumulateFn.PROD
    exclusive, reverse = bool(c.attr_int("exclusive", 0)), bool(c.attr_int("reverse", 0))
    c.output(c.emit("Cumulate", CumulateAttrs(axis, fn, exclusive, reverse), x))


@onnx_op("OneHot")
def lower_one_hot(c: Lowering) -> None:
    """A comparison with all positions chooses between the two values; the depth is a constant."""
    index, values = c.x(0), c.x(2)
    depth = c.const_int(1, "depth", 0)
    rank = len(index.shape) + 1
    axis = c.axis(c.attr_int("axis", -1), rank)
    if depth < 1 or values.size != 2:
        c.invalid(f"depth is {depth}, its values have {values.size} elements (2 are needed)")
    c.room((*index.shape[:axis], depth, *index.shape[axis:]))
    wide = wrapped(c, index, depth)
    wide = c.reshape(wide, (*index.shape[:axis], 1, *index.shape[axis:]))
    places = c.const_tensor(np.arange(depth, dtype=np.int64).reshape(-1, *(1,) * (rank - axis - 1)))
    hit = c.compare(wide, places, CompareFn.EQ)
    pair = [c.emit("Gather", GatherAttrs(0), values, c.const_tensor(np.asarray(i, np.int64))) for i in (0, 1)]
    c.output(c.where(hit, pair[1], pair[0]))


@onnx_op("ReverseSequence")
def lower_reverse_sequence(c: Lowering) -> None:
    """The first cells of each sequence reversed: a gather at computed positions."""
    x, lengths = c.x(0), c.x(1)
    time, batch = c.attr_int("time_axis", 0), c.attr_int("batch_axis", 1)
    if {time, batch} != {0, 1}:
        c.invalid(f"time_axis {time} and batch_axis {batch} are not 0 and 1")
    shape = [1] * len(x.shape)
    shape[batch] = x.shape[batch]
    length = c.reshape(c.cast(lengths, DType.I64), shape)
    steps = [1] * len(x.shape)
    steps[time] = x.shape[time]
    at = c.const_tensor(np.arange(x.shape[time], dtype=np.int64).reshape(steps))
    mirrored = c.binary(c.binary(length, at, BinaryFn.SUB), c.like(at, 1), BinaryFn.SUB)
    index = c.where(c.compare(at, length, CompareFn.LT), mirrored, at)
    flat = flat_index(c, c.expand(index, x.shape), x, time)
    c.output(c.emit("Gather", GatherAttrs(0), c.reshape(x, (x.size,)), flat))


@onnx_op("Trilu")
def lower_trilu(c: Lowering) -> None:
    """The upper or lower triangle of the last two axes; the diagonal is a constant."""
    x = c.x(0)
    if len(x.shape) < 2:
        c.invalid(f"its input has shape {list(x.shape)}, rank 2 or more is needed")
    rows, columns = x.shape[-2:]
    k = max(-rows, min(c.const_int(1, "diagonal", 0), columns))  # further off it is outside all the same
    keep = np.triu if c.attr_int("upper", 1) else np.tril
    mask = keep(np.ones((rows, columns), np.bool_), k)
    c.output(c.where(c.const_tensor(mask), x, c.like(x, 0)))


@onnx_op("Compress")
def lower_compress(c: Lowering) -> None:
    """A gather of the chosen positions; the condition is a constant, as it sets the output's size."""
    x = c.x(0)
    places = np.flatnonzero(c.const(1, "condition")).astype(np.int64)
    if "axis" in c.node.attrs:
        axis = c.axis(c.attr_int("axis", 0), len(x.shape))
    else:
        x, axis = c.reshape(x, (x.size,)), 0
    c.output(c.emit("Gather", GatherAttrs(axis), x, c.const_tensor(places)))
