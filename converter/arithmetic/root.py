"""Integer normalization: (x - mean) / sqrt(variance + epsilon) * scale + bias of int8 or int16 values.

With n values q of a group, D = n*q - sum(q) and V = n*sum(q*q) - sum(q)**2, the real result before scale and bias is
D / sqrt(V + E), where E stands for epsilon: the input's own scale cancels.  Every backend gives these integers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.ir import Array

LARGEST_GROUP = 32767  # values of a group: D fits int32, V fits 2**60
EPSILON_MAX = 2**60
NORMAL_BITS = 20  # fraction bits of a normalized value
FACTOR_BITS = 30  # |scale| and |bias| in units of the output step stay below 2**30
MOST_SHIFT = 40


@dataclass(frozen=True)
class NormalFactors:
    """Scale and bias in units of 2**-bits of the output step: int32 arrays, |v| <= 2**30."""

    scale: Array
    bias: Array
    bits: int


def epsilon_term(epsilon: float, input_scale: float, count: int) -> int:
    """E: epsilon in units of the squared input step, for groups of ``count`` values."""
    real = epsilon * (count / input_scale) ** 2
    return EPSILON_MAX if real >= EPSILON_MAX else round(real)


def normal_factors(scale: Array, bias: Array, output_scale: float) -> NormalFactors:
    """Real scale and bias as integers of one exponent.

    Raises:
        OutOfProportion: one of them is 2**30 output steps or more, or not finite.
    """
    steps = [np.asarray(v, np.float64) / output_scale for v in (scale, bias)]
    largest = float(np.max([np.abs(v).max(initial=0.0) for v in steps]))
    _, exponent = math.frexp(largest)
    bits = min(FACTOR_BITS - exponent, MOST_SHIFT)
    if not math.isfinite(largest) or bits < 0:
        raise OutOfProportion(
            f"scale or bias is {largest:g} output steps, 2**30 or more: the scales of this layer are unusable"
        )
    made = [np.rint(v * 2.0**bits).astype(np.int32) for v in steps]
    return NormalFactors(made[0], made[1], bits)


def inverse_root(t: Array) -> tuple[Array, Array]:
    """(m, h) with 1 / sqrt(t) = m * 2**(h - 61), m in [2**30, 2**31): int64 arrays, for 1 <= t < 2**62.

    A quotient of 16 bits and one step of Newton's method: the relative error is below 2**-27.
    """
    t = t.astype(np.uint64)
    h = np.zeros(t.shape, np.uint64)
    for _ in range(30):
        small = t < np.uint64(1 << 60)
        t, h = np.where(small, t << np.uint64(2), t), h + small
    top = t >> np.uint64(30)  # 2**30 .. 2**32
    root = np.zeros(t.shape, np.uint64)
    for bit in range(15, -1, -1):
        trial = root | np.uint64(1 << bit)
        root = np.where(trial * trial <= top, trial, root)
    m = (np.uint64(1 << 31) // root) << np.uint64(15)
    square = (m * m) >> np.uint64(31)
    product = (top * square) >> np.uint64(30)
    m = (m * ((np.uint64(3 << 31) - product) >> np.uint64(1))) >> np.uint64(31)
    return np.minimum(m, np.uint64(2**31 - 1)).astype(np.int64), h.astype(np.int64)


def normalized(x: Array, epsilon: int) -> Array:
    """Groups of integers, int64 [..., n, inner], normalized along n: int64 with ``NORMAL_BITS`` fraction bits."""
    n = x.shape[-2]
    total = x.sum(axis=-2, keepdims=True)
    squares = (x * x).sum(axis=-2, keepdims=True)
    m, h = inverse_root(np.maximum(n * squares - total * total + epsilon, 1))
    shift = 61 - NORMAL_BITS - h
    y: Array = ((n * x - total) * m + (np.int64(1) << (shift - 1))) >> shift
    return y


def scaled(y: Array, factors: NormalFactors, zero_point: int, lo: int, hi: int) -> Array:
    """clamp(zero_point + floor(y * scale + bias + 1/2), lo, hi) of what ``normalized`` gives; the factors broadcast."""
    shift = NORMAL_BITS + factors.bits
    acc = y * factors.scale + (factors.bias.astype(np.int64) << NORMAL_BITS)
    return np.asarray(np.clip(((acc + (1 << (shift - 1))) >> shift) + zero_point, lo, hi))
