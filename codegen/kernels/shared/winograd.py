"""Integer filters of Winograd convolutions F(2x2, 3x3)."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array

POINTS = 16
FILTER = np.array([[2, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 2]], np.int64)  # 2 G


def transformed(w: Array) -> Array:
    """Filters [O, 3, 3, C] at the 16 points, times 4: int64 [O, 16, C]."""
    points: Array = np.einsum("ai,oijc,bj->oabc", FILTER, w.astype(np.int64), FILTER)
    return points.reshape(w.shape[0], POINTS, w.shape[3])
