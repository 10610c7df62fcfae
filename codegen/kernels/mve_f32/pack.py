"""Parts that the float Helium kernels share: packed weights, limits, the fields of rows."""

from __future__ import annotations

from dataclasses import replace
from math import isinf

import numpy as np

from edgec.codegen.kernels.mve.params import RowsMve
from edgec.codegen.kernels.mve_f32.params import FloatSizesMve, LimitsMve
from edgec.codegen.kernels.neon.pack import rows_of_block
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.arithmetic.half import half_bits
from edgec.converter.graph.ir import Array, Clamp

VECTOR = FloatSizesMve.EDGEC_GEMM_F32_MVE_VECTOR.value
FOUR = FloatSizesMve.EDGEC_GEMM_F32_MVE_CHANNELS.value  # float32 of a vector
STREAM = "biases"
NO_CONSTANTS = Misfit("the weights and the bias are not constants")


def limits(clamp: Clamp) -> tuple[int, float, float]:
    """The members ``bounds``, ``lo`` and ``hi``."""
    kind = LimitsMve.EDGEC_BOTH_F32_MVE
    if isinf(clamp.hi):
        kind = LimitsMve.EDGEC_UNLIMITED_F32_MVE if isinf(clamp.lo) else LimitsMve.EDGEC_BELOW_F32_MVE
    return kind.value, clamp.lo, clamp.hi


def half_limits(clamp: Clamp) -> tuple[int, int, int]:
    """The members ``bounds``, ``lo`` and ``hi`` of float16: bits of the nearest values."""
    kind, lo, hi = limits(clamp)
    return kind, half_bits(lo), half_bits(hi)


def blocks_of(outputs: int, wide: bool = True, lanes: int = FOUR) -> list[tuple[int, int]]:
    """(first channel, channels) of each block: of two vectors as long as there are, then of one; the last ends last."""
    blocks, at = [], 0
    while at < outputs:
        width = 2 * lanes if wide and at + 2 * lanes <= outputs else lanes
        blocks.append((min(at, max(0, outputs - width)), width))
        at += width
    return blocks


def stream(weights: Array, bias: Array, wide: bool = True) -> Array:
    """Pack weights [O, taps] and biases [O], float32 or float16: of each block biases, then the weights of each tap."""
    parts: list[Array] = []
    for first, width in blocks_of(len(weights), wide, VECTOR // weights.itemsize):
        parts += [rows_of_block(bias, first, width), rows_of_block(weights, first, width).T.reshape(-1)]
    packed: Array = np.concatenate(parts)
    return packed


def rows_of(view: NodeView, pitch: int) -> RowsMve:
    """The rows that a convolution reads: cells in bytes, padding of zeros."""
    geo = conv_geometry(view)
    return RowsMve(replace(geo, in_c=view.x(0).dtype.bytes * geo.in_c), in_zero=0, pitch=pitch)
