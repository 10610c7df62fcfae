"""Safe distance between a call's output and its input in memory, from the kernel's access pattern.

An output that begins ``d`` bytes before its input has written at most the first ``written`` of its bytes when the
kernel still needs the input from byte ``needed`` on; nothing is lost as long as written - d <= needed at all times.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from edgec.codegen.kernels.spec import Window
from edgec.converter.graph.ir import Array


@cache
def safe_distance(window: Window) -> int:
    """Bytes by which the output must begin before the input, at least; 0 when it may begin at the same byte."""
    needed = _first_needed(window)
    positions = len(needed)
    tiles = -(-positions // window.tile)
    padded = np.concatenate([needed, np.full(tiles * window.tile - positions, needed[-1], np.int64)])
    per_tile = padded.reshape(tiles, window.tile).min(axis=1)
    later = np.minimum.accumulate(per_tile[::-1])[::-1]
    written = np.minimum(np.arange(1, tiles + 1) * window.tile, positions) * window.out_bytes
    if window.buffered:
        later, written = later[1:], written[:-1]
    return max(0, int((written - later).max(initial=0)))


def _first_needed(window: Window) -> Array:
    """For every output position, the first input byte of its window (a large number for one all in the padding)."""
    row = _first_inside(window, 0)
    column = _first_inside(window, 1)
    cells = np.where((row < 0)[:, None] | (column < 0)[None, :], np.iinfo(np.int32).max, 0)
    cells = cells + row[:, None] * window.in_size[1] + column[None, :]
    image = window.in_size[0] * window.in_size[1]
    first: Array = (np.arange(window.batch)[:, None] * image + cells.reshape(1, -1)).reshape(-1) * window.in_bytes
    return first


def _first_inside(window: Window, axis: int) -> Array:
    """For every output index along an axis, the first input index of its taps; -1 when all are padding."""
    starts = np.arange(window.out_size[axis], dtype=np.int64) * window.strides[axis] - window.pads[axis]
    step = window.dilations[axis]
    first = starts + np.maximum(0, -(starts // step)) * step
    inside = (first < window.in_size[axis]) & (first < starts + window.kernel[axis] * step)
    nearest: Array = np.where(inside, first, -1)
    return nearest
