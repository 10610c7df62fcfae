"""Division, remainder and power with ONNX's rules for integers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from edgec.converter.graph.ir import Array


def divide(a: Array, b: Array) -> Array:
    """Quotient; of integers truncated toward zero, and 0 where b is 0."""
    if np.issubdtype(a.dtype, np.integer):
        safe = np.where(b == 0, np.ones_like(b), b)
        floor = a // safe
        inexact = (floor * safe != a) & ((a < 0) != (safe < 0))
        return np.where(b == 0, np.zeros_like(floor), floor + inexact.astype(a.dtype))
    return np.asarray(a / b)


def remainder(a: Array, b: Array, rule: Callable[[Array, Array], Array]) -> Array:
    """Remainder; of an integer division by zero, zero."""
    if np.issubdtype(a.dtype, np.integer):
        return np.where(b == 0, np.zeros_like(a), rule(a, np.where(b == 0, np.ones_like(b), b)))
    return rule(a, b)


def power(a: Array, b: Array) -> Array:
    """Power; integers in their own type, negative exponents of integers give the truncated real power."""
    if np.issubdtype(a.dtype, np.integer):
        whole = np.power(a, np.where(b < 0, np.zeros_like(b), b))
        sign = np.where((a == -1) & (b % 2 != 0), -1, np.where(np.abs(a) == 1, 1, 0)).astype(a.dtype)
        return np.where(b < 0, sign, whole)
    return np.power(a, b)
