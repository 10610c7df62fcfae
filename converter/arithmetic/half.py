"""Half precision: sums of products as chains of fused multiply-adds in float16, bit by bit as hardware gives them.

A product of two float16 values has 22 bits, so that float64 holds it exactly; a sum with a third value is rounded to
float64 first, far below the last place of float16 wherever that decides, so that rounding twice is rounding once.
"""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array

HALF_MAX = 65504.0  # the largest finite value


def fma_sums(cells: Array, taps: Array, start: Array) -> Array:
    """Start + sum_k cells[..., k] * taps[..., k], one product after the other, each sum rounded to float16.

    Args:
        cells: float16 ``[..., K]``.
        taps: float16 ``[..., K]``, broadcast with ``cells`` but for the last axis.
        start: float16, broadcast to the sums: the first addend.
    """
    shape = np.broadcast_shapes(cells.shape[:-1], taps.shape[:-1], start.shape)
    total: Array = np.broadcast_to(start, shape).astype(np.float16)
    with np.errstate(over="ignore", invalid="ignore"):
        for k in range(cells.shape[-1]):
            exact = cells[..., k].astype(np.float64) * taps[..., k].astype(np.float64)
            total = (exact + total).astype(np.float16)
    return total


def nearest_half(value: float) -> float:
    """The nearest float16 value; infinite beyond the largest."""
    with np.errstate(over="ignore"):
        return float(np.float16(value))


def half_bits(value: float) -> int:
    """The bits of the nearest float16 value."""
    return int(np.float16(nearest_half(value)).view(np.uint16))
