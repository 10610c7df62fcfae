"""Binding of the Winograd convolution for Armv7-A: two tiles at a time, four points of each."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.neon.grids import WINOGRAD
from edgec.codegen.kernels.neon.pack import Ending, blocks_of
from edgec.codegen.kernels.neon.params import WinogradNeon
from edgec.codegen.kernels.neon.products import VECTOR
from edgec.codegen.kernels.neon.winograd import CHANNELS, SCALE_BITS, UNIT, Winograd
from edgec.codegen.kernels.neon_v7 import LIBRARY
from edgec.codegen.kernels.neon_v7.params import StreamsV7
from edgec.codegen.kernels.shared.winograd import POINTS
from edgec.codegen.kernels.spec import Call, NodeView
from edgec.converter.graph.ir import Array

TILES, SUMS = 2, StreamsV7.EDGEC_WINO_V7_SUMS.value


def _pack(points: Array, ending: Ending) -> Array:
    """The stream: of four channels weights [4, channels / 8, 2, 8, 2 points, 4], biases, multipliers and shifts.

    ``points`` are the filters at the 16 points: int16 [O, 16, C].
    """
    parts: list[Array] = []
    for first, width in blocks_of(len(points), (CHANNELS,)):
        part = slice(first, first + width)
        block = points[part].reshape(CHANNELS, 4, 2, 2, -1, UNIT).transpose(1, 4, 2, 5, 3, 0)
        parts += [
            np.ascontiguousarray(block).astype("<i2").reshape(-1).view(np.int8),
            (ending.bias[part].astype(np.int64) << SCALE_BITS).astype("<u4").view(np.int8),
            np.concatenate([ending.m[part], ending.minus_n[part]]).astype("<i4").view(np.int8),
        ]
    stream: Array = np.concatenate(parts)
    return stream


def _work(view: NodeView, call: Call) -> Counts:
    """Pairs of tiles, whose points are computed once; four output channels of each, 8 input channels at a time."""
    (n, h, w, c), (_, oh, ow, o) = view.x(0).shape, view.y.shape
    rows = n * -(-oh // 2)
    pairs = rows * -(-ow // (2 * TILES))
    blocks, p = pairs * len(blocks_of(o, (CHANNELS,))), call.params_of(WinogradNeon)
    return (
        ("call", 1),
        ("row", rows),
        ("copied", n * h * w * c / VECTOR if p.rows.pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("pair", pairs),
        ("points", pairs * c // UNIT),
        ("block", blocks),
        ("step", blocks * c // UNIT),
        ("general", blocks if p.ending.is_general else 0),
    )


KERNELS = Winograd(LIBRARY, "neon_v7", _pack, 2 * TILES * POINTS, SUMS, _work).kernels(WINOGRAD)
