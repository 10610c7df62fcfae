"""The one definition of edgec's integer arithmetic; every backend must give these bytes.

Requantization follows gemmlowp's "single rounding": y = clamp(Z + floor(acc * M / 2**s + 1/2)) with M an int32
multiplier and s a shift; round half up, once.  Sums and means whose factor is a power of two, where halves are
frequent, round half to even (``requantize_even``): half up would shift a 2x2 average by an eighth of a step.  This
module lies beside the operators (not in ``quantize``) because each operator states its own integer reference, and
imports point one way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array, Clamp, DType, Quant

INT32_MAX = 2**31 - 1
ADD_BITS = 21  # multipliers of a two-operand addition: 2 * 255 * 2**21 plus rounding stays inside int32
SOFTMAX_BITS = 15  # exp() table entries are unsigned Q15, quotients Q16


@dataclass(frozen=True)
class Multiplier:
    """A positive real factor as m / 2**shift with m in [2**30, 2**31), shift in 1..62 (or m = 0)."""

    m: int
    shift: int


@dataclass(frozen=True)
class AddMultipliers:
    """Factors of ``a`` and ``b`` in an integer addition, with their common shift and |m| < 2**ADD_BITS."""

    a: int
    b: int
    shift: int


def multiplier(real: float) -> Multiplier:
    """The multiplier nearest to ``real``.

    Raises:
        OutOfProportion: ``real`` is negative, not finite or rounds to 2**30 or more (no sane model's scales give that).
    """
    fraction, exponent = math.frexp(real)
    m = math.floor(fraction * 2**31 + 0.5) if math.isfinite(real) else -1
    if m == 2**31:
        m, exponent = 2**30, exponent + 1
    if m < 0 or exponent > 30:
        fact = f"requantization factor {real!r} is outside [0, 2**30)"
        raise OutOfProportion(f"{fact}: the scales of this layer are unusable")
    shift = 31 - exponent
    if m == 0 or shift > 62:  # below 2**-32: every int32 accumulator rounds to zero
        return Multiplier(0, 1)
    return Multiplier(m, shift)


def multiplier_q31(real: float) -> Multiplier:
    """The multiple of 2**-31 nearest to ``real``; the multiplier nearest to it where it is 1 or more.

    Libraries that round twice, to 31 places and then to whole numbers (gemmlowp's doubling high multiplication and
    rounding shift), round these factors once, for the second shift is by nothing.  A factor of 2**-e keeps 31 - e bits.

    Raises:
        OutOfProportion: see ``multiplier``.
    """
    if not 0.0 <= real < 1.0:
        return multiplier(real)
    return multiplier(math.floor(real * 2.0**31 + 0.5) * 2.0**-31)


def product_multiplier(a: Quant, b: Quant, out: Quant) -> Multiplier:
    """The requantization factor s_a * s_b / s_out of a product, by the rule that the output names."""
    return (multiplier_q31 if out.q31 else multiplier)(a.s * b.s / out.s)


def add_multipliers(scale_a: float, scale_b: float, scale_out: float) -> AddMultipliers:
    """Factors of y = Z + ((a - Za) * Ma + (b - Zb) * Mb + 2**(s - 1) >> s).

    Raises:
        OutOfProportion: an input scale is 2**20 times the output scale or more, or a scale is not finite.
    """
    real_a, real_b = scale_a / scale_out, scale_b / scale_out
    _, exponent = math.frexp(max(real_a, real_b))
    shift = min(ADD_BITS - exponent, 30)
    if shift < 1 or not math.isfinite(real_a + real_b):
        raise OutOfProportion(f"addition of scales {scale_a} and {scale_b} into {scale_out} cannot be held in int32")
    limit = 2**ADD_BITS - 1
    m_a = min(math.floor(real_a * 2.0**shift + 0.5), limit)
    m_b = min(math.floor(real_b * 2.0**shift + 0.5), limit)
    return AddMultipliers(m_a, m_b, shift)


def requantize(acc: Array, factor: Multiplier | list[Multiplier], zero_point: int, lo: int, hi: int) -> Array:
    """clamp(zero_point + floor(acc * m / 2**shift + 1/2), lo, hi), int64 in and out.

    ``factor`` is one multiplier, or one per index of the last axis of ``acc``.
    """
    if isinstance(factor, list):
        m = np.array([f.m for f in factor], np.int64)
        s = np.array([f.shift for f in factor], np.int64)
    else:
        m, s = np.int64(factor.m), np.int64(factor.shift)
    y: Array = (acc.astype(np.int64) * m + (np.int64(1) << (s - 1))) >> s
    return np.asarray(np.clip(y + zero_point, lo, hi))


def requantize_even(acc: Array, factor: Multiplier, zero_point: int, lo: int, hi: int) -> Array:
    """``requantize`` of sums and means: factors 2**-n, n in 1..30, round halves to even."""
    n = factor.shift - 30
    if factor.m == 2**30 and 1 <= n <= 30:
        above_even = (acc & ((1 << (n + 1)) - 1)) == 1 << (n - 1)  # half above an even number: lowered, then rounded up
        acc = np.asarray(acc - above_even)
    return requantize(acc, factor, zero_point, lo, hi)


def integer_limits(dtype: DType) -> tuple[int, int]:
    """Smallest and largest value of an integer type (int4: -8..7)."""
    if dtype is DType.I4:
        return -8, 7
    info = np.iinfo(dtype.numpy)
    return int(info.min), int(info.max)


def clamp_limits(clamp: Clamp, quant: Quant, dtype: DType) -> tuple[int, int]:
    """The fused activation's bounds as quantized values inside the type's range."""
    lo, hi = integer_limits(dtype)

    def bound(real: float) -> int:
        if math.isinf(real):
            return lo if real < 0 else hi
        return int(min(max(math.floor(real / quant.s + 0.5) + quant.z, lo), hi))

    return bound(clamp.lo), bound(clamp.hi)


def quantize_array(x: npt.ArrayLike, quant: Quant, dtype: DType) -> Array:
    """ONNX QuantizeLinear in float32: saturate(round_half_even(x / scale) + zero_point)."""
    lo, hi = integer_limits(dtype)
    values = np.asarray(x, np.float32)
    shape = [1] * values.ndim
    if quant.axis is not None:
        shape[quant.axis] = -1
    scale = np.asarray(quant.scale, np.float32).reshape(shape if quant.axis is not None else ())
    zero = np.asarray(quant.zero_point).reshape(shape if quant.axis is not None else ())
    with np.errstate(over="ignore"):
        q = np.rint(values / scale).astype(np.float64) + zero
    return np.asarray(np.clip(q, lo, hi), dtype.numpy)


def dequantize_array(q: Array, quant: Quant) -> Array:
    """(q - zero_point) * scale in float32."""
    shape = [1] * q.ndim
    if quant.axis is not None:
        shape[quant.axis] = -1
    scale = np.asarray(quant.scale, np.float32).reshape(shape if quant.axis is not None else ())
    zero = np.asarray(quant.zero_point, np.int64).reshape(shape if quant.axis is not None else ())
    out: Array = (q.astype(np.int64) - zero).astype(np.float32) * scale
    return out


def lookup_table(fn: Callable[[Array], Array], source: Quant, target: Quant) -> Array:
    """The int8 table of an elementwise function, indexed by q + 128: shape [256], computed in float64."""
    q = np.arange(-128, 128)
    y = fn((q - source.z) * source.s)
    table: Array = np.clip(np.floor(y / target.s + 0.5) + target.z, -128, 127).astype(np.int8)
    return table


def softmax_table(scale: float) -> Array:
    """exp(-d * scale) for d = 0..255 in unsigned Q15, without the zeros at its end: uint16, shape [1..256]."""
    d = np.arange(256)
    table: Array = np.floor(np.exp(-d * scale) * 2**SOFTMAX_BITS + 0.5).astype(np.uint16)
    used = int(np.count_nonzero(table))
    return table[:used]
