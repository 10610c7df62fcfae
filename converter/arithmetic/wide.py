"""Integer arithmetic of int16 tensors, beside fixed_point.py: sums, tables and softmax where a byte's way does not do.

int16 activations are symmetric (zero point 0); a zero point would be allowed for here, but no kernel takes one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from edgec.converter.arithmetic.fixed_point import SOFTMAX_BITS, AddMultipliers, Multiplier, multiplier, requantize
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array, Quant

WIDE_ADD_BITS = 30  # multipliers of a two-operand addition; the sum is int64
TABLE_STEPS = 512  # intervals of an interpolation table: 128 values each
TABLE_BITS = 7
SPLIT = 31  # bits of a sum that are multiplied apart from those above them


def wide_add_multipliers(scale_a: float, scale_b: float, scale_out: float) -> AddMultipliers:
    """Factors of y = clamp(a * Ma + b * Mb + 2**(s - 1) >> s) with |M| < 2**30 and s in 1..46, summed in int64.

    Raises:
        OutOfProportion: an input scale is 2**29 times the output scale or more, or a scale is not finite.
    """
    real_a, real_b = scale_a / scale_out, scale_b / scale_out
    _, exponent = math.frexp(max(real_a, real_b))
    shift = min(WIDE_ADD_BITS - exponent, 46)
    if shift < 1 or not math.isfinite(real_a + real_b):
        raise OutOfProportion(f"addition of scales {scale_a} and {scale_b} into {scale_out} cannot be held in int64")
    limit = 2**WIDE_ADD_BITS - 1
    m_a = min(math.floor(real_a * 2.0**shift + 0.5), limit)
    m_b = min(math.floor(real_b * 2.0**shift + 0.5), limit)
    return AddMultipliers(m_a, m_b, shift)


def wide_add(a: Array, b: Array, factors: AddMultipliers, lo: int, hi: int) -> Array:
    """clamp((a * Ma + b * Mb + 2**(s - 1)) >> s, lo, hi) of int64 arrays."""
    acc = a.astype(np.int64) * factors.a + b.astype(np.int64) * factors.b
    return np.asarray(np.clip((acc + (1 << (factors.shift - 1))) >> factors.shift, lo, hi))


def wide_multiplier(real: float, products: int) -> Multiplier:
    """The multiplier nearest to ``real``, of a sum of so many products of int16.

    Raises:
        OutOfProportion: see ``multiplier``; or it takes ``real`` for 0, and not every such sum rounds to that.
    """
    factor = multiplier(real)
    if not factor.m and Fraction(real) * products * 2**30 >= Fraction(1, 2):
        fact = f"requantization factor {real!r} of sums of {products} products of int16 is below 2**-32"
        raise OutOfProportion(f"{fact}: the scales of this layer are unusable")
    return factor


def wide_requantize(acc: Array, factor: Multiplier, lo: int, hi: int) -> Array:
    """clamp(floor(acc * m / 2**shift + 1/2), lo, hi) of int64 sums up to 2**62: the product may have 93 bits.

    ``lo`` and ``hi`` lie in int16.  Factors of 1/2 and more meet their limits before 2**31.
    """
    if factor.shift <= SPLIT:
        return requantize(np.clip(acc, -(2**31), 2**31 - 1), factor, 0, lo, hi)
    product = (acc >> SPLIT) * factor.m + ((acc & (2**SPLIT - 1)) * factor.m >> SPLIT)  # floor(acc * m / 2**31)
    down = factor.shift - SPLIT
    return np.asarray(np.clip((product + (1 << (down - 1))) >> down, lo, hi))


def interpolation_table(fn: Callable[[Array], Array], source: Quant, target: Quant) -> Array:
    """A function at -32768, -32640, ... 32768 in output steps: int16 [513], computed in float64."""
    q = np.arange(TABLE_STEPS + 1) * (1 << TABLE_BITS) - 32768
    y = fn((q - source.z) * source.s)
    table: Array = np.clip(np.floor(y / target.s + 0.5) + target.z, -32768, 32767).astype(np.int16)
    return table


def interpolate(table: Array, x: Array) -> Array:
    """t[i] + ((t[i + 1] - t[i]) * f + 64 >> 7) with i, f = high and low bits of x + 32768: int16."""
    at = x.astype(np.int64) + 32768
    i, f = at >> TABLE_BITS, at & ((1 << TABLE_BITS) - 1)
    wide = table.astype(np.int64)
    y: Array = wide[i] + (((wide[i + 1] - wide[i]) * f + (1 << (TABLE_BITS - 1))) >> TABLE_BITS)
    return y.astype(np.int16)


@dataclass(frozen=True)
class WideSoftmax:
    """exp(-d * scale) as high[d >> 8] * low[d & 255]: two uint16 tables in Q15."""

    high: Array
    low: Array

    @property
    def used(self) -> int:
        """Length of ``high``; differences beyond it count as zero."""
        return len(self.high)


def wide_softmax_tables(scale: float) -> WideSoftmax:
    """The tables for differences 0..65535 of one input scale; zeros at the end of ``high`` are left out."""
    d = np.arange(256)
    high, low = (np.floor(np.exp(-d * (step * scale)) * 2**SOFTMAX_BITS + 0.5).astype(np.uint16) for step in (256, 1))
    return WideSoftmax(high[: int(np.count_nonzero(high))], low)


def wide_exp(tables: WideSoftmax, d: Array) -> Array:
    """exp(-d * scale) in unsigned Q15, int64: the product of both tables, rounded half up."""
    high = np.zeros(256, np.int64)
    high[: tables.used] = tables.high
    product = high[d >> 8] * tables.low[d & 255]
    out: Array = (product + (1 << (SOFTMAX_BITS - 1))) >> SOFTMAX_BITS
    return out
