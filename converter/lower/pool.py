"""ONNX pooling and reductions."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import lift_to_2d, lifted, lifted_pads, resolve_pads, spatial_attrs, to_first, to_last
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn


def _out_size(size: int, kernel: int, stride: int, dilation: int, pads: tuple[int, int], ceil: bool) -> int:
    """Output positions; with ceil, a window that starts in the end padding is dropped (as PyTorch and ONNX do)."""
    room = size + sum(pads) - dilation * (kernel - 1) - 1
    if room < 0:
        return 0
    out = (-(-room // stride) if ceil else room // stride) + 1
    if ceil and (out - 1) * stride >= size + pads[0]:
        out -= 1
    return out


@dataclass(frozen=True)
class Pooling:
    """Geometry over all spatial axes; pads are (begin..., end...)."""

    kernel: tuple[int, ...]
    out: tuple[int, ...]
    strides: tuple[int, ...]
    pads: tuple[int, ...]
    dilations: tuple[int, ...]
    include_pad: bool = False

    def plane(self) -> PoolAttrs:
        """The last two axes."""
        rank = len(self.kernel)
        pads = (*self.pads[rank - 2 : rank], *self.pads[-2:])
        return PoolAttrs(
            self.kernel[-2:], self.out[-2:], self.strides[-2:], pads, self.dilations[-2:], self.include_pad
        )

    def depth(self) -> PoolAttrs:
        """The first of three axes, as the rows of a plane whose columns are all other cells."""
        columns = prod(self.out[1:])
        pads = (self.pads[0], 0, self.pads[3], 0)
        return PoolAttrs(
            (self.kernel[0], 1),
            (self.out[0], columns),
            (self.strides[0], 1),
            pads,
            (self.dilations[0], 1),
            self.include_pad,
        )


def read_pooling(c: Lowering, x: Tensor, include_pad: bool) -> Pooling:
    """The node's attributes, checked."""
    rank = len(x.shape) - 2
    if rank not in (1, 2, 3):
        c.refuse(f"its input has {len(x.shape)} dimensions, edgec pools 3 (1-D), 4 (2-D) and 5 (3-D)")
    kernel = c.attr_ints("kernel_shape")
    if kernel is None or len(kernel) != rank:
        c.invalid(f"kernel_shape {list(kernel or ())} does not have {rank} entries")
    strides, dilations = spatial_attrs(c, kernel)
    if c.attr_str("auto_pad", "NOTSET").startswith("SAME") and max(dilations) > 1:
        reason = "it has auto_pad SAME and dilations, which ONNX and its runtime pad differently"
        c.refuse(reason, "export explicit pads")
    pads = resolve_pads(c, x.shape[2:], kernel, strides, dilations)
    ceil = bool(c.attr_int("ceil_mode", 0))
    out = tuple(
        _out_size(d, k, s, dil, (pads[i], pads[i + rank]), ceil)
        for i, (d, k, s, dil) in enumerate(zip(x.shape[2:], kernel, strides, dilations, strict=True))
    )
    if min(out) < 1:
        c.invalid(f"a window of {list(kernel)} does not fit in {list(x.shape[2:])} with pads {list(pads)}")
    return Pooling(lifted(kernel), lifted(out), lifted(strides), lifted_pads(pads), lifted(dilations), include_pad)


def pool_last(c: Lowering, op: str, x: Tensor, p: Pooling) -> Tensor:
    """Pooling of x[N, spatial..., C]; three axes are pooled as planes, then along the depth (both are separable)."""
    if len(p.kernel) == 2:
        return c.emit(op, p.plane(), x)
    n, depth, h, w, channels = x.shape
    planes = c.emit(op, p.plane(), c.reshape(x, (n * depth, h, w, channels)))
    rows = c.reshape(planes, (n, depth, prod(p.out[1:]), channels))
    return c.reshape(c.emit(op, p.depth(), rows), (n, *p.out, channels))


def pool_first(c: Lowering, op: str, x: Tensor, p: Pooling) -> Tensor:
    """Pooling of N, C, spatial..."""
    flat = len(x.shape) == 3
    y = to_first(c, pool_last(c, op, to_last(c, lift_to_2d(c, x) if flat else x), p))
    return c.reshape(y, (*y.shape[:2], y.shape[3])) if flat else y


@onnx_op("MaxPool")
def lower_maxpool(c: Lowering) -> None:
    """1-D to 3-D, with dilations and ceil_mode; indices of 1-D and 2-D pooling."""
    x = c.x(0)
    p = read_pooling(c, x, False)
    c.output(pool_first(c, "MaxPool", x, p))
    if not c.wants(1):
        return
    if len(x.shape) > 4:
        c.refuse("its Indices output is used in three dimensions", "remove the second output")
    indices = pool_first(c, "PoolIndices", x, p)
    if c.attr_int("storage_order", 0):
        h, w = (1, *x.shape[2:])[-2:]
        plane, row = c.like(indices, h * w), c.like(indices, w)
        rest = c.binary(indices, plane, BinaryFn.MOD)
        turned = c.binary(c.binary(rest, row, BinaryFn.MOD), c.like(indices, h), BinaryFn.MUL)
        turned = c.binary(turned, c.binary(rest, row, BinaryFn.DIV), BinaryFn.ADD)
        indices = c.binary(c.binary(indices, rest, BinaryFn.SUB), turned, BinaryFn.ADD)
    c.output(indices, 1)


@onnx_op("AveragePool")
def lower_avgpool(c: Lowering) -> None:
    """1-D to 3-D, with dilations, ceil_mode and count_include_pad."""
    x = c.x(0)
    c.output(pool_first(c, "AvgPool", x, read_pooling(c, x, bool(c.attr_int("count_include_pad", 0)))))


@onnx_op("LpPool")
def lower_lppool(c: Lowering) -> None:
    """The p-th root of the sum of p-th powers: powers, an average times the window's size, the root."""
    x = c.x(0)
    p = read_pooling(c, x, False)
    order = c.attr_int("p", 2)
    y = pool_first(c, "AvgPool", powered(c, x, order), _padded_fully(p, (1, *x.shape[2:])[-len(p.kernel) :]))
    c.output(rooted(c, c.binary(y, c.like(y, prod(p.kernel)), BinaryFn.MUL), order))


def _padded_fully(p: Pooling, sizes: Sequence[int]) -> Pooling:
    """Padding counts, and reaches as far as the last window, so that every average divides by the whole window."""
    rank = len(p.kernel)
    need = [
        (p.out[i] - 1) * p.strides[i] + (p.kernel[i] - 1) * p.dilations[i] + 1 - sizes[i] - p.pads[i]
        for i in range(rank)
    ]
    end = tuple(max(a, b) for a, b in zip(need, p.pads[rank:], strict=True))
    return Pooling(p.kernel, p.out, p.strides, (*p.pads[:rank], *end), p.dilations, True)


def powered(c: Lowering, x: Tensor, order: int) -> Tensor:
    """|x| ** order."""
    if order < 1:
        c.invalid(f"its p is {order}, at least 1 is needed")
    if order == 1:
        return c.unary(x, UnaryFn.ABS)
    if order == 2:
        return c.binary(x, x, BinaryFn.MUL)
    return c.binary(c.unary(x, UnaryFn.ABS), c.like(x, order), BinaryFn.POW)


def rooted(c: Lowering, x: Tensor, order: int) -> Tensor:
    """X ** (1 / order)."""
    if order == 1:
        return x
    if order == 2:
        return c.unary(x, UnaryFn.SQRT)
    return c.binary(x, c.like(x, 1.0 / order), BinaryFn.POW)


@onnx_op("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def lower_global_pool(c: Lowering) -> None:
    """Global pooling as a reduction over the spatial axes."""
    x = c.x(0)
    if len(x.shape) < 3:
        c.invalid(f"its input has shape {list(x.shape)}, rank 3 or more is needed")
    axes = tuple(range(2, len(x.shape)))
    if c.node.op == "GlobalLpPool":
        order = c.attr_int("p", 2)
        c.output(rooted(c, c.reduce(powered(c, x, order), ReduceFn.SUM, axes), order))
        return
    fn = ReduceFn.MEAN if c.node.op == "GlobalAveragePool" else ReduceFn.MAX
    c.output(c.reduce(x, fn, axes))


def reduce_axes(c: Lowering, rank: int) -> tuple[int, ...] | None:
    """Axes from the attribute (old opsets) or second input; none given means all, None that nothing is reduced."""
    values: Sequence[int] | None = c.attr_ints("axes")
    if c.has(1):
        values = c.const_ints(1, "axes")
    if not values:
        return None if c.attr_int("noop_with_empty_axes", 0) else tuple(range(rank))
    return c.axes(values, rank)


def _empty_value(name: str, dtype: DType) -> float:
    """Return the result of a reduction of no values at all."""
    if name in ("Max", "Min"):
        if dtype is DType.BOOL:
            return 0 if name == "Max" else 1
        if dtype.is_float:
            return -np.inf if name == "Max" else np.inf
        info = np.iinfo(dtype.numpy)
        return int(info.min if name == "Max" else info.max)
    return {"Prod": 1.0, "LogSum": -np.inf, "LogSumExp": -np.inf, "Mean": np.nan}.get(name, 0.0)


@onnx_op(*(f"Reduce{fn.value}" for fn in ReduceFn), "ReduceLogSum", "ReduceLogSumExp")
def lower_reduce(c: Lowering) -> None:
    """All reductions, axes as attribute or constant input; of no values at all, ONNX's neutral values."""
    x = c.x(0)
    name = c.node.op[len("Reduce") :]
    keep = bool(c.attr_int("keepdims", 1))
    axes = reduce_axes(c, len(x.shape))
    if axes is None:
        c.output(_pointwise(c, name, x))
        return
    if x.size == 0:
        shape = [1 if i in axes else d for i, d in enumerate(x.shape) if keep or i not in axes]
        c.output(c.const_tensor(np.full(c.room(shape), _empty_value(name, x.dtype), x.dtype.numpy)))
        return
    if not axes:
        c.output(_pointwise(c, name, x))
    elif name == "LogSum":
        c.output(c.unary(c.reduce(x, ReduceFn.SUM, axes, keep), UnaryFn.LOG))
    elif name == "LogSumExp":
        c.output(_log_sum_exp(c, x, axes, keep))
    else:
        c.output(c.emit("Reduce", ReduceAttrs(ReduceFn(name), axes, keep), x))


def _log_sum_exp(c: Lowering, x: Tensor, axes: tuple[int, ...], keep: bool) -> Tensor:
    """Emit max + log(sum(exp(x - max))), which cannot overflow."""
    top = c.reduce(x, ReduceFn.MAX, axes)
    top = c.unary(top, UnaryFn.CLIP, -3.0e38, 3.0e38)  # of infinities only: inf - inf would be NaN
    total = c.reduce(c.unary(c.binary(x, top, BinaryFn.SUB), UnaryFn.EXP), ReduceFn.SUM, axes, keep)
    return c.binary(c.unary(total, UnaryFn.LOG), c.reshape(top, total.shape), BinaryFn.ADD)


def _pointwise(c: Lowering, name: str, x: Tensor) -> Tensor:
    """A reduction over no axes: its function of single values."""
    if name in ("L1", "L2"):
        return c.unary(x, UnaryFn.ABS)
    if name == "SumSquare":
        return c.binary(x, x, BinaryFn.MUL)
    if name == "LogSum":
        return c.unary(x, UnaryFn.LOG)
    return x
