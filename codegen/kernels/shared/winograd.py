"""Integer filters of Winograd convolutions F(2x2, 3x3) and F(4x4, 3x3)."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array

POINTS, POINTS4 = 16, 36
FILTER = np.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], np.int64)  # 2 G

FILTER4 = np.array([[6, 0, 0], [1, 1, 1], [1, -1, 1], [1, 2, 4], [1, -2, 4], [0, 0, 6]], np.int64)
"""24 G of the points 0, 2, -2 and 6 G of infinity, -6 G of 1 and -1, as Lavin and Gray (2016) state G."""


def transformed(w: Array) -> Array:
    """Filters [O, 3, 3, C] at the 16 points, times 4: int64 [O, 16, C]."""
    points: Array = np.einsum("ai,oijc,bj->oabc", FILTER, w.astype(np.int64), FILTER)
    return points.reshape(w.shape[0], POINTS, w.shape[3])


def transformed4(w: Array) -> Array:
    """Filters [O, 3, 3, C] at the 36 points of F(4x4, 3x3), times ``FILTER4``'s factors: int64 [O, 36, C]."""
    points: Array = np.einsum("ai,oijc,bj->oabc", FILTER4, w.astype(np.int64), FILTER4)
    return points.reshape(w.shape[0], POINTS4, w.shape[3])
