"""Packing for the NEON kernels: requantization of sums, and the weights of matrix products.

The kernels compute ``clamp(Z + ((2 * (acc << left) * m >> 32) + 2**(n - 1) >> n))`` (SQDMULH, SRSHL), which is the
normative ``Z + floor(acc * m / 2**s + 1/2)`` with s = 31 + n - left: rounding down twice rounds down once.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

HIGH_BITS = 31  # SQDMULH: twice the product, without its lower 32 bits
INT8_MAX = 127
MIN_ROUNDING_SHIFT = 1  # n, so that SRSHL rounds
STREAM = "biases and factors of requantization"


@dataclass(frozen=True)
class Ending:
    """Requantization constants of a layer: int32 [O] each; sums are doubled ``left`` times before."""

    bias: Array
    m: Array
    minus_n: Array
    left: int


def ending_of(layer: Layer) -> Ending | Misfit:
    """The constants of a layer, or why the kernels cannot give its bytes."""
    known = [f for f in layer.factors if f.m]
    left = max([0, *(HIGH_BITS + MIN_ROUNDING_SHIFT - f.shift for f in known)])
    if max(-int(layer.low.min()), int(layer.high.max())) << left >= 2**31:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    shifts = [f.shift + left - HIGH_BITS if f.m else MIN_ROUNDING_SHIFT for f in layer.factors]
    return Ending(
        layer.bias.astype(np.int32),
        np.array([f.m for f in layer.factors], np.int32),
        -np.array(shifts, np.int32),
        left,
    )


def raised_layer(layer: Layer, left: int) -> Layer | Misfit:
    """The layer with int4 weights doubled ``left`` times, and its sums with them."""
    if layer.bits != 4 or int(np.abs(layer.w).max(initial=0)) << left > INT8_MAX:
        return Misfit("a factor of requantization is 1/2 or more")
    w, bias, low, high = (a << left for a in (layer.w, layer.bias, layer.low, layer.high))
    factors = tuple(replace(f, shift=f.shift + left) if f.m else f for f in layer.factors)
    return replace(layer, w=w, bias=bias, low=low, high=high, factors=factors)


def raised_bits(view: NodeView, layer: Layer) -> int:
    """Return the number of times that the weights of a layer are doubled (``raised_layer``)."""
    data = view.x(1).data
    before = int(np.abs(data).max(initial=0)) if data is not None else 0
    return (int(np.abs(layer.w).max(initial=0)) // max(1, before)).bit_length() - 1 if before else 0


def epilogue_of(layer: Layer, left: int) -> EpilogueNeon:
    """Return the parameters of a layer's requantization epilogue that are not per channel."""
    return EpilogueNeon(layer.out_zero, layer.lo, layer.hi, left)


def blocks_of(outputs: int, widths: tuple[int, ...]) -> list[tuple[int, int]]:
    """(first channel, channels) of each block, as the kernels take them: edgec_dot_width in edgec_gemm_s8_neon_dot.h.

    A block is as wide as what is left allows, or the narrowest that holds it and does not begin before channel 0.  The
    last one ends with the last channel, so that it may overlap the one before it; a layer of fewer channels than the
    narrowest width has one block that begins at channel 0.
    """
    blocks: list[tuple[int, int]] = []
    at = 0
    while at < outputs:
        rest = outputs - at
        holds = [w for w in widths if rest <= w <= outputs]
        width = min(holds) if holds else max((w for w in widths if w <= rest), default=min(widths))
        blocks.append((at if rest >= width or outputs < width else outputs - width, width))
        at += width
    return blocks


def rows_of_block(data: Array, first: int, width: int) -> Array:
    """Rows ``first`` to ``first + width`` of an array, with zeros behind the last one."""
    block: Array = np.zeros((width, *data.shape[1:]), data.dtype)
    part = data[first : first + width]
    block[: len(part)] = part
    return block


def ends(ending: Ending, first: int, width: int) -> Array:
    """Biases, multipliers and shifts of a block of channels, as bytes."""
    rows = [rows_of_block(a, first, width) for a in (ending.bias, ending.m, ending.minus_n)]
    both: Array = np.concatenate(rows).astype("<i4").view(np.int8)
    return both
