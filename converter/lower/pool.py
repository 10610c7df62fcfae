"""ONNX pooling and reductions."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.ir import Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import (
    CHANNELS_FIRST,
    CHANNELS_LAST,
    lift_to_2d,
    lifted,
    lifted_pads,
    resolve_pads,
    spatial_attrs,
)
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


def _pool(c: Lowering, op: str, include_pad: bool) -> Tensor:
    x = c.x(0)
    rank = len(x.shape) - 2
    if rank not in (1, 2):
        c.refuse(f"its input has {len(x.shape)} dimensions, edgec pools 3 (1-D) and 4 (2-D)")
    kernel = c.attr_ints("kernel_shape")
    if kernel is None or len(kernel) != rank:
        c.invalid(f"kernel_shape {list(kernel or ())} does not have {rank} entries")
    strides, dilations = spatial_attrs(c, kernel)
    pads = resolve_pads(c, x.shape[2:], kernel, strides, dilations)
    ceil = bool(c.attr_int("ceil_mode", 0))
    out = tuple(
        _out_size(d, k, s, dil, (pads[i], pads[i + rank]), ceil)
        for i, (d, k, s, dil) in enumerate(zip(x.shape[2:], kernel, strides, dilations, strict=True))
    )
    if min(out) < 1:
        c.invalid(f"a window of {list(kernel)} does not fit in {list(x.shape[2:])} with pads {list(pads)}")
    if rank == 1:
        x = lift_to_2d(c, x)
    attrs = PoolAttrs(lifted(kernel), lifted(out), lifted(strides), lifted_pads(pads), lifted(dilations), include_pad)
    y = c.transpose(c.emit(op, attrs, c.transpose(x, CHANNELS_LAST)), CHANNELS_FIRST)
    return c.reshape(y, (*y.shape[:2], y.shape[3])) if rank == 1 else y


@onnx_op("MaxPool")
def lower_maxpool(c: Lowering) -> None:
    """MaxPool without indices."""
    if c.wants(1):
        c.refuse("its Indices output is used, only the maxima are computed", "remove the second output")
    c.output(_pool(c, "MaxPool", False))


@onnx_op("AveragePool")
def lower_avgpool(c: Lowering) -> None:
    """AveragePool."""
    c.output(_pool(c, "AvgPool", bool(c.attr_int("count_include_pad", 0))))


@onnx_op("GlobalAveragePool", "GlobalMaxPool")
def lower_global_pool(c: Lowering) -> None:
    """Global pooling as a reduction over the spatial axes."""
    x = c.x(0)
    if len(x.shape) < 3:
        c.invalid(f"its input has shape {list(x.shape)}, rank 3 or more is needed")
    fn = ReduceFn.MEAN if c.node.op == "GlobalAveragePool" else ReduceFn.MAX
    c.output(c.emit("Reduce", ReduceAttrs(fn, tuple(range(2, len(x.shape)))), x))


def reduce_axes(c: Lowering, rank: int) -> tuple[int, ...]:
    """Axes from the attribute (old opsets) or second input; none means all, or nothing with noop_with_empty_axes."""
    values: Sequence[int] | None = c.attr_ints("axes")
    if c.has(1):
        values = c.const_ints(1, "axes")
    if not values:
        return () if c.attr_int("noop_with_empty_axes", 0) else tuple(range(rank))
    return c.axes(values, rank)


@onnx_op(*(f"Reduce{fn.value}" for fn in ReduceFn))
def lower_reduce(c: Lowering) -> None:
    """Reductions."""
    x = c.x(0)
    axes = reduce_axes(c, len(x.shape))
    attrs = ReduceAttrs(ReduceFn(c.node.op[len("Reduce") :]), axes, bool(c.attr_int("keepdims", 1)))
    c.output(c.emit("Reduce", attrs, x))
