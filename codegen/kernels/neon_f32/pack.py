"""Packing for the float NEON kernels: weights, limits, the fields of rows."""

from __future__ import annotations

from dataclasses import replace
from math import isinf

import numpy as np

from edgec.codegen.kernels.neon.pack import rows_of_block
from edgec.codegen.kernels.neon.params import RowsLimit, RowsNeon
from edgec.codegen.kernels.neon_f32.params import LimitBits
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs

WIDTHS = (16, 8, 4)  # channels of a block
VECTOR_VALUES = 4
VECTOR, REAL = 16, 4  # bytes of a vector and of a value
BELOW, ABOVE = LimitBits.EDGEC_BELOW_F32_NEON.value, LimitBits.EDGEC_ABOVE_F32_NEON.value
STREAM = "biases"
ROWS = RowsLimit.EDGEC_ROWS_NEON_TAPS.value
NO_CONSTANTS = Misfit("the weights and the bias are not constants")


def limits(clamp: Clamp) -> tuple[int, float, float]:
    """The members ``bounds``, ``lo`` and ``hi``: which of the two are finite (a finite ``hi`` takes both)."""
    bounds = BELOW + ABOVE if not isinf(clamp.hi) else 0 if isinf(clamp.lo) else BELOW
    return bounds, clamp.lo, clamp.hi


def blocks_of(outputs: int, widths: tuple[int, ...] = WIDTHS) -> list[tuple[int, int]]:
    """(first channel, channels) of each block: edgec_gemm_run_f32_neon.

    Blocks of the widest kind, then narrower ones down to 4; the last one ends with the last channel and may overlap the
    one before it.
    """
    blocks: list[tuple[int, int]] = []
    at = 0
    while at < outputs:
        width = next((w for w in widths if at + w <= outputs), VECTOR_VALUES)
        blocks.append((min(at, max(0, outputs - width)), width))
        at += width
    return blocks


def stream(weights: Array, bias: Array, widths: tuple[int, ...] = WIDTHS) -> Array:
    """The stream of edgec_gemm_f32_neon.h from weights [O, taps] and biases [O]: of each block biases, then taps."""
    parts: list[Array] = []
    for first, width in blocks_of(len(weights), widths):
        parts.append(rows_of_block(bias, first, width))
        parts.append(rows_of_block(weights, first, width).T.reshape(-1))
    packed: Array = np.concatenate(parts).astype(np.float32)
    return packed


def rows_of(view: NodeView, pitch: int) -> RowsNeon:
    """The rows that a convolution reads: cells in bytes, padding of zeros."""
    geo = conv_geometry(view)
    return RowsNeon(replace(geo, in_c=REAL * geo.in_c), in_zero=0, pitch=pitch)


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
