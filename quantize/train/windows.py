"""Operators with a sliding window as differentiable functions: convolution, maxima and means over N, H, W, C."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs, window_counts
from edgec.quantize.train.engine import jax, jnp, lax

NHWC = ("NHWC", "OHWI", "NHWC")


def conv(a: ConvAttrs, ins: Sequence[Any]) -> list[Any]:
    """Convolution, bias and clamp."""
    x, w, b = ins
    if a.groups > 1 and w.shape[3] == 1:
        y = _depthwise(a, x, w)
    elif w.shape[1:3] == (1, 1) and a.strides == (1, 1) and not any(a.pads) and a.groups == 1:
        y = x @ w[:, 0, 0, :].T
    else:
        top, left, bottom, right = a.pads
        y = lax.conv_general_dilated(
            x, w, a.strides, ((top, bottom), (left, right)), rhs_dilation=a.dilations, dimension_numbers=NHWC,
            feature_group_count=a.groups,
        )  # fmt: skip
    return [jnp.clip(y + b, a.clamp.lo, a.clamp.hi)]


def _depthwise(a: ConvAttrs, x: Any, w: Any) -> Any:
    """A convolution of single channels, as a sum over the taps: XLA's own, and its gradients most of all, are slow."""
    o, kh, kw, _ = w.shape
    (top, left, bottom, right), c = a.pads, x.shape[3]
    if o != c:  # with a multiplier: each channel beside its copies
        x = jnp.repeat(x, o // c, axis=3)
    x = jnp.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    return _taps_of(a.strides, a.dilations)(x, w.reshape(o, kh, kw).transpose(1, 2, 0))


@lru_cache(maxsize=64)
def _taps_of(strides: tuple[int, int], dilations: tuple[int, int]) -> Any:
    """The function (x [N, H, W, C], w [kh, kw, C]) -> sums over the window, with a gradient that is such sums too."""

    def forward(x: Any, w: Any) -> Any:
        return _sums(x, w, strides, dilations)

    def backward(saved: tuple[Any, Any], slope: Any) -> tuple[Any, Any]:
        x, w = saved
        spans = [d * (k - 1) for d, k in zip(dilations, w.shape, strict=False)]
        rest = [x.shape[i + 1] - (slope.shape[i + 1] - 1) * strides[i] - 1 - spans[i] for i in (0, 1)]
        grown = [(spans[i], spans[i] + rest[i], strides[i] - 1) for i in (0, 1)]
        spread = lax.pad(slope, jnp.zeros((), slope.dtype), ((0, 0, 0), *grown, (0, 0, 0)))

        def tap(at: Any) -> Any:
            high, wide = ((slope.shape[i + 1] - 1) * strides[i] + 1 for i in (0, 1))
            start = (0, at[0] * dilations[0], at[1] * dilations[1], 0)
            cell = lax.dynamic_slice(x, start, (x.shape[0], high, wide, x.shape[3]))
            return jnp.sum(cell[:, :: strides[0], :: strides[1]] * slope, axis=(0, 1, 2))

        # a loop, for otherwise XLA computes all that x and the slope are made of once more for every tap
        taps = lax.map(tap, jnp.indices(w.shape[:2]).reshape(2, -1).T)
        return _sums(spread, w[::-1, ::-1], (1, 1), dilations), taps.reshape(w.shape)

    differentiable = jax.custom_vjp(forward)
    differentiable.defvjp(lambda x, w: (forward(x, w), (x, w)), backward)
    return differentiable


def _sums(x: Any, w: Any, strides: tuple[int, int], dilations: tuple[int, int]) -> Any:
    rows = _cells(x, w.shape[:2], strides, dilations)
    return sum(cell * w[i, j] for i, row in enumerate(rows) for j, cell in enumerate(row))


def _cells(x: Any, kernel: Sequence[int], strides: Sequence[int], dilations: Sequence[int]) -> list[list[Any]]:
    """Return what each tap of the window sees of an input, by row and column of the window."""
    (kh, kw), (sh, sw), (dh, dw) = kernel, strides, dilations
    high, wide = ((x.shape[1] - dh * (kh - 1) - 1) // sh) * sh + 1, ((x.shape[2] - dw * (kw - 1) - 1) // sw) * sw + 1
    return [[x[:, i * dh : i * dh + high : sh, j * dw : j * dw + wide : sw] for j in range(kw)] for i in range(kh)]


def _padded(a: PoolAttrs, x: Any, start: float) -> Any:
    """Return what the windows see of an input, cells that are not there being ``start``."""
    pads = []
    for i, size in enumerate(x.shape[1:3]):
        need = (a.out[i] - 1) * a.strides[i] + a.dilations[i] * (a.kernel[i] - 1) + 1
        pads.append((a.pads[i], max(need - a.pads[i] - size, 0)))
    x = jnp.pad(x, ((0, 0), *pads, (0, 0)), constant_values=start)
    return x[:, : _end(a, 0), : _end(a, 1)]


def _reduced(a: PoolAttrs, x: Any, start: float, reduce: Any) -> Any:
    """``reduce`` over each window, cells that are not there being ``start``."""
    x = _padded(a, x, start)
    window, strides, dilations = (1, *a.kernel, 1), (1, *a.strides, 1), (1, *a.dilations, 1)
    return lax.reduce_window(x, start, reduce, window, strides, "VALID", window_dilation=dilations)


def _end(a: PoolAttrs, i: int) -> int:
    """Cells along an axis that some window sees."""
    return (a.out[i] - 1) * a.strides[i] + a.dilations[i] * (a.kernel[i] - 1) + 1


def maxpool(a: PoolAttrs, ins: Sequence[Any]) -> list[Any]:
    """The largest value of each window."""
    if max(a.dilations) == 1:
        return [_reduced(a, ins[0], -jnp.inf, lax.max)]
    rows = _cells(_padded(a, ins[0], -jnp.inf), a.kernel, a.strides, a.dilations)  # JAX derives no dilated windows
    return [jnp.max(jnp.stack([cell for row in rows for cell in row]), axis=0)]


def avgpool(a: PoolAttrs, ins: Sequence[Any]) -> list[Any]:
    """The mean of each window."""
    counts: Array = window_counts(a, ins[0].shape)
    return [_reduced(a, ins[0], 0.0, lax.add) / counts.astype("float32")]
