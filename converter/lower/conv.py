"""ONNX convolution, matrix products and batch normalization."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs, window_extent
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, SliceAttrs

CHANNELS_LAST = (0, 2, 3, 1)
CHANNELS_FIRST = (0, 3, 1, 2)


def spatial_attrs(c: Lowering, kernel: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Strides and dilations of a window operator, checked: each of the kernel's rank and at least 1."""
    rank = len(kernel)
    strides = c.attr_ints("strides") or (1,) * rank
    dilations = c.attr_ints("dilations") or (1,) * rank
    for what, values in (("kernel_shape", tuple(kernel)), ("strides", strides), ("dilations", dilations)):
        if len(values) != rank:
            c.invalid(f"{what} {list(values)} does not have {rank} entries")
        if min(values) < 1:
            c.invalid(f"{what} {list(values)} has an entry below 1")
    return strides, dilations


def resolve_pads(
    c: Lowering, size: Sequence[int], kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> tuple[int, ...]:
    """Explicit pads (begin..., end...) from ``pads`` and ``auto_pad``."""
    rank = len(kernel)
    auto = c.attr_str("auto_pad", "NOTSET")
    if auto in ("NOTSET", ""):
        pads = c.attr_ints("pads") or (0,) * (2 * rank)
        if len(pads) != 2 * rank:
            c.invalid(f"pads {list(pads)} does not have {2 * rank} entries")
        if min(pads) < 0:
            c.refuse(f"pads {list(pads)} has a negative entry", "crop with a Slice node instead")
        return pads
    if auto == "VALID":
        return (0,) * (2 * rank)
    if auto not in ("SAME_UPPER", "SAME_LOWER"):
        c.invalid(f"auto_pad '{auto}' is not NOTSET, VALID, SAME_UPPER or SAME_LOWER")
    begin, end = [], []
    for d, k, s, dil in zip(size, kernel, strides, dilations, strict=True):
        total = max((-(-d // s) - 1) * s + dil * (k - 1) + 1 - d, 0)
        small, large = total // 2, total - total // 2
        begin.append(small if auto == "SAME_UPPER" else large)
        end.append(large if auto == "SAME_UPPER" else small)
    return (*begin, *end)


def lift_to_2d(c: Lowering, x: Tensor) -> Tensor:
    """A rank 3 input (N, C, L) seen as (N, C, 1, L)."""
    n, ch, length = x.shape
    return c.reshape(x, (n, ch, 1, length))


def lifted_pads(pads: Sequence[int]) -> tuple[int, ...]:
    """1-D pads (begin, end) as (top, left, bottom, right)."""
    return (0, pads[0], 0, pads[1]) if len(pads) == 2 else tuple(pads)


def lifted(values: Sequence[int]) -> tuple[int, ...]:
    """A 1-D attribute as a 2-D one."""
    return (1, values[0]) if len(values) == 1 else tuple(values)


@dataclass(frozen=True)
class WindowAttrs:
    """Geometry of a convolution over ``rank`` spatial axes; pads are (begin..., end...)."""

    strides: tuple[int, ...]
    pads: tuple[int, ...]
    dilations: tuple[int, ...]
    groups: int = 1


def to_last(c: Lowering, x: Tensor) -> Tensor:
    """N, C, spatial... -> N, spatial..., C."""
    return c.transpose(x, (0, *range(2, len(x.shape)), 1))


def to_first(c: Lowering, x: Tensor) -> Tensor:
    """N, spatial..., C -> N, C, spatial..."""
    return c.transpose(x, (0, len(x.shape) - 1, *range(1, len(x.shape) - 1)))


def conv_last(c: Lowering, x: Tensor, w: Tensor, bias: Tensor | None, g: WindowAttrs) -> Tensor:
    """Convolution of x[N, spatial..., C] (2 or 3 spatial axes) with w[O, C/g, kernel...], channels last."""
    if bias is None:
        bias = c.const_tensor(np.zeros(w.shape[0], x.dtype.numpy), hint=f"{c.node.label}.bias")
    if len(x.shape) == 4:
        attrs = ConvAttrs(g.strides, g.pads, g.dilations, g.groups)
        return c.emit("Conv", attrs, x, to_last(c, w), bias)
    # Depth: its taps become channels, [N * out, H, W, taps * C], group by group.
    n, depth, h, wd, channels = x.shape
    taps = w.shape[2]
    out = window_extent(depth, taps, g.strides[0], g.dilations[0], g.pads[0], g.pads[3])
    if max(g.pads[0], g.pads[3]) > 0:
        x = c.emit("Pad", PadAttrs((0, g.pads[0], 0, 0, 0), (0, g.pads[3], 0, 0, 0)), x)
    parts = []
    for k in range(taps):
        cut = SliceAttrs((0, k * g.dilations[0], 0, 0, 0), (1, g.strides[0], 1, 1, 1), (n, out, h, wd, channels))
        part = x if cut.shape == x.shape else c.emit("Slice", cut, x)
        parts.append(c.reshape(part, (n * out, h, wd, g.groups, channels // g.groups)))
    flat = parts[0] if taps == 1 else c.emit("Concat", ConcatAttrs(4), *parts)
    flat = c.reshape(flat, (n * out, h, wd, taps * channels))
    w2 = c.reshape(c.transpose(w, (0, 3, 4, 2, 1)), (w.shape[0], *w.shape[3:], taps * w.shape[1]))
    attrs2 = ConvAttrs(g.strides[1:], (*g.pads[1:3], *g.pads[4:]), g.dilations[1:], g.groups)
    y = c.emit("Conv", attrs2, flat, w2, bias)
    return c.reshape(y, (n, out, *y.shape[1:]))


def convolve(c: Lowering, x: Tensor, w: Tensor, bias: Tensor | None) -> Tensor:
    """Conv (or its integer sibling) of the node's attributes, N, C, spatial... in and out."""
    rank = len(x.shape) - 2
    if rank not in (1, 2, 3):
        c.refuse(f"its input has {len(x.shape)} dimensions, edgec convolves 3 (1-D), 4 (2-D) and 5 (3-D)")
    if len(w.shape) != rank + 2:
        c.invalid(f"its weight has shape {list(w.shape)}, rank {rank + 2} is needed")
    kernel = c.attr_ints("kernel_shape") or w.shape[2:]
    if tuple(kernel) != w.shape[2:]:
        c.invalid(f"kernel_shape {list(kernel)} contradicts the weight's shape {list(w.shape)}")
    strides, dilations = spatial_attrs(c, kernel)
    pads = resolve_pads(c, x.shape[2:], kernel, strides, dilations)
    window = WindowAttrs(lifted(strides), lifted_pads(pads), lifted(dilations), c.attr_int("group", 1))
    if rank == 1:
        x, w = lift_to_2d(c, x), lift_to_2d(c, w)
    y = to_first(c, conv_last(c, to_last(c, x), w, bias, window))
    return c.reshape(y, (*y.shape[:2], y.shape[3])) if rank == 1 else y


@onnx_op("Conv")
def lower_conv(c: Lowering) -> None:
    """1-D, 2-D and 3-D convolution, channels last inside; a 3-D kernel's depth taps become channels."""
    c.output(convolve(c, c.x(0), c.x(1), c.x(2) if c.has(2) else None))


def dense(c: Lowering, x: Tensor, w_kn: Tensor, bias: Tensor | None) -> Tensor:
    """Emit x[..., K] . w[K, N] (+ bias[N]) as a Dense over flattened rows."""
    k, n = w_kn.shape
    if not x.shape or x.shape[-1] != k:
        c.invalid(f"shapes {list(x.shape)} and {list(w_kn.shape)} cannot be multiplied")
    rows = c.reshape(x, (prod(x.shape[:-1]), k))
    if bias is None:
        bias = c.const_tensor(np.zeros(n, x.dtype.numpy), hint=f"{c.node.label}.bias")
    y = c.emit("Dense", DenseAttrs(), rows, c.transpose(w_kn, (1, 0)), bias)
    return c.reshape(y, (*x.shape[:-1], n))


@onnx_op("Gemm")
def lower_gemm(c: Lowering) -> None:
    """Gemm: alpha * A' * B' + beta * C; a constant B is a fully connected layer."""
    c.output(gemm(c, c.x(0), c.x(1), c.x(2) if c.has(2) else None))


def gemm(c: Lowering, a: Tensor, b: Tensor, bias: Tensor | None) -> Tensor:
    """The product by the node's transA, transB, alpha and beta."""
    if len(a.shape) != 2 or len(b.shape) != 2:
        c.invalid(f"shapes {list(a.shape)} and {list(b.shape)} are not matrices")
    a = c.transpose(a, (1, 0)) if c.attr_int("transA", 0) else a
    b = c.transpose(b, (1, 0)) if c.attr_int("transB", 0) else b
    if a.shape[1] != b.shape[0]:
        c.invalid(f"shapes {list(a.shape)} and {list(b.shape)} cannot be multiplied")
    out = (a.shape[0], b.shape[1])
    alpha, beta = c.attr_float("alpha", 1.0), c.attr_float("beta", 1.0)
    bias = None if beta == 0.0 else bias
    if bias is not None:
        if c.broadcast(bias.shape, out) != out:
            c.invalid(f"its C of shape {list(bias.shape)} does not broadcast to {list(out)}")
        bias = scaled(c, bias, beta)
    if b.data is not None and a.dtype is DType.F32:
        row = row_bias(c, bias, out[1])
        y = dense(c, a, scaled(c, b, alpha), row)
        if bias is not None and row is None:
            y = c.binary(y, bias, BinaryFn.ADD)
    else:
        y = scaled(c, c.emit("MatMul", MatMulAttrs(), a, b), alpha)
        if bias is not None:
            y = c.binary(y, bias, BinaryFn.ADD)
    return y


def row_bias(c: Lowering, bias: Tensor | None, n: int) -> Tensor | None:
    """A constant bias equal for all rows, as [n]; None when it is absent, computed, or differs by row."""
    if bias is None or bias.data is None or prod(bias.shape[:-1]) != 1:
        return None
    keep = bias.quant if bias.shape == (n,) else None
    return c.const_tensor(np.broadcast_to(bias.data.reshape(-1), (n,)), keep, hint=bias.name)


def scaled(c: Lowering, x: Tensor, factor: float) -> Tensor:
    """X * factor, nothing for 1."""
    if factor == 1.0:
        return x
    return c.binary(x, c.const_tensor(np.asarray(factor, x.dtype.numpy)), BinaryFn.MUL)


@onnx_op("MatMul")
def lower_matmul(c: Lowering) -> None:
    """MatMul with numpy's rules for vectors; a constant right matrix becomes a Dense."""
    a, b = c.x(0), c.x(1)
    if not a.shape or not b.shape:
        c.invalid("an operand is a scalar")
    a2 = c.reshape(a, (1, *a.shape)) if len(a.shape) == 1 else a
    b2 = c.reshape(b, (*b.shape, 1)) if len(b.shape) == 1 else b
    y = (
        dense(c, a2, b2, None)
        if b2.data is not None and len(b2.shape) == 2 and a2.dtype is DType.F32
        else c.emit("MatMul", MatMulAttrs(), a2, b2)
    )
    shape = y.shape[:-2] + (() if len(a.shape) == 1 else y.shape[-2:-1]) + (() if len(b.shape) == 1 else y.shape[-1:])
    c.output(c.reshape(y, shape))
