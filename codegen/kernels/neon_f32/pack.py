"""What the float NEON kernels share: packed weights, limits, the fields of rows."""

from __future__ import annotations

from math import isinf

import numpy as np

from edgec.codegen.kernels.common import Fields
from edgec.codegen.kernels.neon.pack import rows_of_block
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs

WIDTHS = (16, 8, 4)  # channels of a block
FOUR = 4
VECTOR, REAL = 16, 4  # bytes of a vector and of a value
BELOW, ABOVE = 1, 2  # EDGEC_BELOW_F32_NEON, EDGEC_ABOVE_F32_NEON
STREAM = "biases"
ROWS = 32  # EDGEC_ROWS_NEON_TAPS
NO_CONSTANTS = Misfit("the weights and the bias are not constants")


def limits(clamp: Clamp) -> Fields:
    """The members ``bounds``, ``lo`` and ``hi``: which of the two are finite (a finite ``hi`` takes both)."""
    bounds = BELOW + ABOVE if not isinf(clamp.hi) else 0 if isinf(clamp.lo) else BELOW
    return (("bounds", bounds), ("lo", clamp.lo), ("hi", clamp.hi))


def blocks_of(outputs: int, widths: tuple[int, ...] = WIDTHS) -> list[tuple[int, int]]:
    """(first channel, channels) of each block: edgec_gemm_run_f32_neon.

    Blocks of the widest kind, then narrower ones down to 4; the last one ends with the last channel and may overlap the
    one before it.
    """
    found: list[tuple[int, int]] = []
    at = 0
    while at < outputs:
        width = next((w for w in widths if at + w <= outputs), FOUR)
        found.append((min(at, max(0, outputs - width)), width))
        at += width
    return found


def stream(weights: Array, bias: Array, widths: tuple[int, ...] = WIDTHS) -> Array:
    """The stream of edgec_gemm_f32_neon.h from weights [O, taps] and biases [O]: of each block biases, then taps."""
    parts: list[Array] = []
    for first, width in blocks_of(len(weights), widths):
        parts.append(rows_of_block(bias, first, width))
        parts.append(rows_of_block(weights, first, width).T.reshape(-1))
    packed: Array = np.concatenate(parts).astype(np.float32)
    return packed


def in_bytes(fields: Fields) -> Fields:
    """The members of ``edgec_rows_neon``: cells in bytes, padding of zeros."""
    cells = tuple((f"rows.{n}", REAL * v if n == "geo.in_c" and isinstance(v, int) else v) for n, v in fields)
    return (*cells, ("rows.in_zero", 0))


def pitch_of(view: NodeView, ahead: int = 0) -> int:
    """Bytes of a row in scratch, or 0 where rows are read in place; ``ahead``: columns that are read in vain."""
    a, (_, _, width, c) = view.attrs(ConvAttrs), view.x(0).shape
    reached = (view.y.shape[2] - 1) * a.strides[1] + (view.x(1).shape[2] - 1 + ahead) * a.dilations[1] + 1
    if a.pads[1] == 0 and reached <= width:
        return 0
    return -(-max(a.pads[1] + width, reached) * c * REAL // VECTOR) * VECTOR


def rows_scratch(view: NodeView, pitch: int) -> int:
    """Bytes of scratch: the rows of a window and one of padding, or a row of padding alone."""
    a, (_, height, width, c) = view.attrs(ConvAttrs), view.x(0).shape
    span = (view.x(1).shape[1] - 1) * a.dilations[0] + 1
    if pitch:
        return (span + 1) * pitch
    padded = a.pads[0] > 0 or (view.y.shape[1] - 1) * a.strides[0] + span > height
    return -(-width * c * REAL // VECTOR) * VECTOR if padded else VECTOR
