"""Convolution and fully connected layers: Conv (2-D, channels-last) and Dense."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from edgec.converter.arithmetic.fixed_point import (
    Multiplier,
    clamp_limits,
    integer_limits,
    multiplier,
    multiplier_q31,
    requantize,
)
from edgec.converter.arithmetic.half import fma_sums
from edgec.converter.arithmetic.wide import wide_multiplier, wide_requantize
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, Quant
from edgec.converter.ops.spec import (
    Case,
    Ins,
    IntCall,
    OpSpec,
    QuantRule,
    ShapeError,
    TensorType,
    Trait,
    broadcast,
    known,
    need_rank,
)

COLUMN_BYTES = 2 << 20  # columns of a convolution made at a time: samples whose columns stay in the cache


@dataclass(frozen=True)
class ConvAttrs(Attrs):
    """2-D convolution over N, H, W, C.  ``pads`` is (top, left, bottom, right)."""

    strides: tuple[int, ...] = (1, 1)
    pads: tuple[int, ...] = (0, 0, 0, 0)
    dilations: tuple[int, ...] = (1, 1)
    groups: int = 1
    clamp: Clamp = field(default_factory=Clamp)


@dataclass(frozen=True)
class DenseAttrs(Attrs):
    """y[M, N] = x[M, K] . w[N, K]^T + b[N], then the clamp."""

    clamp: Clamp = field(default_factory=Clamp)


def window_extent(size: int, kernel: int, stride: int, dilation: int, before: int, after: int) -> int:
    """Output positions of a sliding window (floor mode), at least 1.

    Raises:
        ShapeError: the window does not fit once.
    """
    span = dilation * (kernel - 1) + 1
    room = size + before + after - span
    if room < 0:
        raise ShapeError(f"a window of {span} does not fit in {size} positions padded by {before} and {after}")
    return room // stride + 1


def check_window(kernel: Sequence[int], strides: Sequence[int], pads: Sequence[int], dilations: Sequence[int]) -> None:
    """Require two sizes of at least 1 for each of kernel, strides and dilations, and four pads of at least 0.

    Raises:
        ShapeError: one of them is not so.
    """
    for what, values, count, least in (
        ("kernel", kernel, 2, 1),
        ("strides", strides, 2, 1),
        ("dilations", dilations, 2, 1),
        ("pads", pads, 4, 0),
    ):
        if len(values) != count or min(values) < least:
            raise ShapeError(f"{what} {list(values)} must be {count} numbers of at least {least}")


def infer_conv(a: ConvAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule of Conv."""
    x, w, b = known(ins, 0), known(ins, 1), known(ins, 2)
    need_rank(x, 4, "the input")
    need_rank(w, 4, "the weight")
    n, h, wd, c = x.shape
    o, kh, kw, cg = w.shape
    check_window((kh, kw), a.strides, a.pads, a.dilations)
    if a.groups < 1 or c != cg * a.groups or o % a.groups:
        raise ShapeError(f"{c} input channels do not match weights for {a.groups} group(s) of {cg} (outputs {o})")
    if b.shape != (o,):
        raise ShapeError(f"the bias has shape {list(b.shape)}, [{o}] is needed")
    oh = window_extent(h, kh, a.strides[0], a.dilations[0], a.pads[0], a.pads[2])
    ow = window_extent(wd, kw, a.strides[1], a.dilations[1], a.pads[1], a.pads[3])
    return [((n, oh, ow, o), x.dtype)]


def windows(
    x: Array, kernel: tuple[int, int], strides: Sequence[int], dilations: Sequence[int], out: tuple[int, int]
) -> Array:
    """View of a padded [N, H, W, C] as [N, oh, ow, C, kh, kw] (no copy)."""
    (kh, kw), (sh, sw), (dh, dw), (oh, ow) = kernel, strides, dilations, out
    n, _, _, c = x.shape
    bn, bh, bw, bc = x.strides
    return np.lib.stride_tricks.as_strided(
        x, (n, oh, ow, c, kh, kw), (bn, bh * sh, bw * sw, bc, bh * dh, bw * dw), writeable=False
    )


def conv_accumulate(x: Array, w: Array, a: ConvAttrs) -> Array:
    """Sum of products (no bias) in the dtype of ``x``: [N, oh, ow, O]; padding is zero.

    With float64 arrays of integers the sums are exact (int32 accumulators are below 2**53).
    """
    o, kh, kw, cg = w.shape
    t, left, bottom, right = a.pads
    xp = np.ascontiguousarray(np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0))) if any(a.pads) else x)
    n, hp, wp, _ = xp.shape
    oh = (hp - a.dilations[0] * (kh - 1) - 1) // a.strides[0] + 1
    ow = (wp - a.dilations[1] * (kw - 1) - 1) // a.strides[1] + 1
    og = o // a.groups
    if cg == 1 and a.groups > 1:  # depthwise, any multiplier
        return _depthwise(xp, w, a, (oh, ow))
    win = windows(xp, (kh, kw), a.strides, a.dilations, (oh, ow)).transpose(0, 1, 2, 4, 5, 3)
    out = np.empty((n, oh, ow, o), x.dtype)
    step = max(1, COLUMN_BYTES // max(1, oh * ow * kh * kw * cg * x.itemsize))
    for g in range(a.groups):
        taps = w[g * og : (g + 1) * og].reshape(og, kh * kw * cg)
        for some in (slice(first, first + step) for first in range(0, n, step)):
            cols = win[some, ..., g * cg : (g + 1) * cg].reshape(-1, kh * kw * cg)
            if a.groups == 1:
                np.matmul(cols, taps.T, out=out[some].reshape(-1, o))
            else:
                out[some, ..., g * og : (g + 1) * og] = (cols @ taps.T).reshape(-1, oh, ow, og)
    return out


def _depthwise(xp: Array, w: Array, a: ConvAttrs, size: tuple[int, int]) -> Array:
    """Convolution of single-channel groups over a padded input."""
    (o, kh, kw, _), (n, _, _, c) = w.shape, xp.shape
    taps = w.reshape(c, o // c, kh, kw)
    if o != c:
        cells = windows(xp, (kh, kw), a.strides, a.dilations, size)
        return np.asarray(np.einsum("nhwcij,cmij->nhwcm", cells, taps)).reshape(n, *size, o)
    # taps of all channels side by side, so that einsum's inner loops run over the channels, or over a whole row
    planes = np.ascontiguousarray(taps[:, 0].transpose(1, 2, 0))
    if a.strides[1] != 1:
        cells = windows(xp, (kh, kw), a.strides, a.dilations, size)
        return np.asarray(np.einsum("nhwcij,ijc->nhwc", cells, planes))
    (bn, bh, bw, bc), (oh, ow) = xp.strides, size
    shape, steps = (n, oh, ow * c, kh, kw), (bn, bh * a.strides[0], bc, bh * a.dilations[0], bw * a.dilations[1])
    rows = np.lib.stride_tricks.as_strided(xp, shape, steps, writeable=False)
    return np.asarray(np.einsum("nhkij,ijk->nhk", rows, np.tile(planes, ow))).reshape(n, oh, ow, c)


def _half_conv(a: ConvAttrs, x: Array, w: Array, b: Array) -> Array:
    """Convolution of float16 as a chain of fused multiply-adds: bias, then taps by row, column and channel."""
    (o, kh, kw, cg), (t, left, bottom, right) = w.shape, a.pads
    xp = np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0)))
    n, hp, wp, _ = xp.shape
    oh, ow = (
        (size - d * (k - 1) - 1) // s + 1
        for size, d, k, s in zip((hp, wp), a.dilations, (kh, kw), a.strides, strict=True)
    )
    win = windows(xp, (kh, kw), a.strides, a.dilations, (oh, ow)).transpose(0, 1, 2, 4, 5, 3)
    groups = win.reshape(n, oh, ow, kh * kw, a.groups, cg).transpose(0, 1, 2, 4, 3, 5)
    cells = groups.reshape(n, oh, ow, a.groups, 1, kh * kw * cg)
    taps = w.reshape(a.groups, o // a.groups, kh * kw * cg)
    return fma_sums(cells, taps, b.reshape(a.groups, -1)).reshape(n, oh, ow, o)


def _clamped(sums: Array, b: Array, clamp: Clamp, dtype: npt.DTypeLike) -> Array:
    """Sums of products with their bias and the clamp; floats of the bias's type stay in the memory of the sums."""
    if sums.dtype.kind != "f" or sums.dtype != b.dtype:
        return np.asarray(np.clip(sums + b, clamp.lo, clamp.hi).astype(dtype))
    np.add(sums, b, out=sums)
    if not clamp.is_identity:
        np.clip(sums, clamp.lo, clamp.hi, out=sums)
    return sums.astype(dtype, copy=False)


def run_conv(a: ConvAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference; in float16 the definition of the bits."""
    x, w, b = ins
    if x.dtype == np.float16:
        return [np.clip(_half_conv(a, x, w, b), a.clamp.lo, a.clamp.hi)]
    return [_clamped(conv_accumulate(x, w, a), b, a.clamp, x.dtype)]


def output_multipliers(x: Quant, w: Quant, out: Quant, channels: int) -> list[Multiplier]:
    """Requantization factors s_in * s_w[c] / s_out, one per output channel, by the rule that the weights name."""
    return list(_multipliers(x.s, w.scale * channels if w.axis is None else w.scale, out.s, w.q31))


@lru_cache(maxsize=256)
def _multipliers(x: float, scales: tuple[float, ...], out: float, q31: bool) -> tuple[Multiplier, ...]:
    """Remembered: all kernels that a layer is offered to ask for the same ones."""
    nearest = multiplier_q31 if q31 else multiplier
    return tuple(nearest(x * s / out) for s in scales)


def run_conv_int(call: IntCall) -> list[Array]:
    """Integer reference: int8 x int8 -> int32, requantized per channel."""
    x, w, b = (call.x(i).astype(np.float64) for i in range(3))
    acc = conv_accumulate(x - call.q(0).z, w, call.attrs) + b
    return [_finish(acc, call, w.shape[0])]


def _finish(acc: Array, call: IntCall, channels: int) -> Array:
    lo, hi = clamp_limits(call.attrs.clamp, call.out, call.out_types[0][1])
    factors = output_multipliers(call.q(0), call.q(1), call.out, channels)
    return requantize(acc.astype(np.int64), factors, call.out.z, lo, hi).astype(call.out_types[0][1].numpy)


def infer_dense(a: DenseAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule of Dense."""
    x, w, b = known(ins, 0), known(ins, 1), known(ins, 2)
    need_rank(x, 2, "the input")
    need_rank(w, 2, "the weight")
    if x.shape[1] != w.shape[1]:
        raise ShapeError(f"the input has {x.shape[1]} columns, the weight {w.shape[1]}")
    if b.shape != (w.shape[0],):
        raise ShapeError(f"the bias has shape {list(b.shape)}, [{w.shape[0]}] is needed")
    return [((x.shape[0], w.shape[0]), x.dtype)]


def run_dense(a: DenseAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference; in float16 the definition of the bits."""
    x, w, b = ins
    if x.dtype == np.float16:
        return [np.clip(fma_sums(x[:, None], w, b), a.clamp.lo, a.clamp.hi)]
    return [_clamped(x @ w.T, b, a.clamp, x.dtype)]


def run_dense_int(call: IntCall) -> list[Array]:
    """Integer reference."""
    x, w, b = (call.x(i).astype(np.float64) for i in range(3))
    return [_finish((x - call.q(0).z) @ w.T + b, call, w.shape[0])]


@dataclass(frozen=True)
class MatMulAttrs(Attrs):
    """y[..., M, N] = a[..., M, K] . b[..., K, N], batch dimensions broadcast."""


def infer_matmul(a: MatMulAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule of MatMul (both operands of rank 2 or more)."""
    x, y = known(ins, 0), known(ins, 1)
    if len(x.shape) < 2 or len(y.shape) < 2 or x.shape[-1] != y.shape[-2]:
        raise ShapeError(f"shapes {list(x.shape)} and {list(y.shape)} cannot be multiplied")
    batch = broadcast(x.shape[:-2], y.shape[:-2])
    return [((*batch, x.shape[-2], y.shape[-1]), x.dtype)]


def run_matmul(a: MatMulAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    return [np.matmul(ins[0], ins[1])]


def run_matmul_int(call: IntCall) -> list[Array]:
    """Integer reference: zero points are subtracted, products summed, one requantization."""
    a, b = (call.x(i).astype(np.int64) - call.q(i).z for i in (0, 1))
    dtype = call.out_types[0][1]
    real = call.q(0).s * call.q(1).s / call.out.s
    if dtype is DType.I16:
        factor = wide_multiplier(real, a.shape[-1])
        return [wide_requantize(np.matmul(a, b), factor, *integer_limits(dtype)).astype(dtype.numpy)]
    return [requantize(np.matmul(a, b), multiplier(real), call.out.z, *integer_limits(dtype)).astype(dtype.numpy)]


def _conv_case(name: str, x: tuple[int, ...], w: tuple[int, ...], a: ConvAttrs) -> Case:
    return Case(name, a, (x, w, (w[0],)), constant=(1, 2))


CONV = OpSpec(
    "Conv",
    ConvAttrs,
    3,
    3,
    infer_conv,
    run_conv,
    QuantRule.WEIGHTED,
    run_conv_int,
    traits=Trait.MIXES_CHANNELS | Trait.WINDOW,
    cases=(
        _conv_case("1x1", (1, 5, 3, 8), (12, 1, 1, 8), ConvAttrs()),
        _conv_case("1x1_odd_channels", (1, 4, 4, 7), (5, 1, 1, 7), ConvAttrs(clamp=Clamp(0.0))),
        _conv_case("3x3_same", (1, 8, 8, 4), (6, 3, 3, 4), ConvAttrs(pads=(1, 1, 1, 1))),
        _conv_case("3x3_stride2_asymmetric", (1, 9, 8, 3), (8, 3, 3, 3), ConvAttrs((2, 2), (0, 0, 1, 1))),
        _conv_case("10x4_one_channel", (1, 49, 10, 1), (4, 10, 4, 1), ConvAttrs((2, 2), (4, 1, 5, 1))),
        _conv_case("dilated", (1, 9, 9, 2), (3, 3, 3, 2), ConvAttrs(pads=(2, 2, 2, 2), dilations=(2, 2))),
        _conv_case("groups", (1, 5, 5, 6), (9, 3, 3, 2), ConvAttrs(pads=(1, 1, 1, 1), groups=3)),
        _conv_case("batch", (2, 4, 5, 3), (4, 2, 2, 3), ConvAttrs()),
        _conv_case("depthwise", (1, 7, 6, 5), (5, 3, 3, 1), ConvAttrs(pads=(1, 1, 1, 1), groups=5)),
        _conv_case("depthwise_stride2", (1, 8, 8, 8), (8, 3, 3, 1), ConvAttrs((2, 2), (0, 0, 1, 1), groups=8)),
        _conv_case("depthwise_multiplier", (1, 5, 5, 3), (6, 3, 3, 1), ConvAttrs(pads=(1, 1, 1, 1), groups=3)),
        _conv_case("relu6", (1, 4, 4, 4), (4, 3, 3, 4), ConvAttrs(pads=(1, 1, 1, 1), clamp=Clamp(0.0, 6.0))),
    ),
)
DENSE = OpSpec(
    "Dense",
    DenseAttrs,
    3,
    3,
    infer_dense,
    run_dense,
    QuantRule.WEIGHTED,
    run_dense_int,
    traits=Trait.MIXES_CHANNELS,
    cases=(
        Case("plain", DenseAttrs(), ((1, 16), (10, 16), (10,)), (1, 2)),
        Case("odd_relu", DenseAttrs(Clamp(0.0)), ((1, 33), (7, 33), (7,)), (1, 2)),
        Case("rows", DenseAttrs(), ((3, 9), (5, 9), (5,)), (1, 2)),
    ),
)
MATMUL = OpSpec(
    "MatMul",
    MatMulAttrs,
    2,
    2,
    infer_matmul,
    run_matmul,
    QuantRule.AFFINE,
    run_matmul_int,
    traits=Trait.MIXES_CHANNELS,
    cases=(
        Case("square", MatMulAttrs(), ((4, 4), (4, 4))),
        Case("batch", MatMulAttrs(), ((2, 3, 5), (1, 5, 4))),
    ),
)
SPECS = (CONV, DENSE, MATMUL)
