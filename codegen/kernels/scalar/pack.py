"""Weights and what belongs to them as the kernels of ``runtime_c/scalar`` read them."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import const
from edgec.codegen.kernels.scalar.params import ScalarTile
from edgec.codegen.kernels.shared.layer import Layer
from edgec.codegen.kernels.spec import Const, Misfit
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

POSITIONS = ScalarTile.EDGEC_SCALAR_POSITIONS.value
CHANNELS = ScalarTile.EDGEC_SCALAR_CHANNELS.value
UNIT = ScalarTile.EDGEC_SCALAR_UNIT.value
SUMS_MAX = 2**29  # of the products of halves that make a high word
NARROW = 2**23
WORD = 2**32


@dataclass(frozen=True)
class Packed:
    """A layer's constants: ``weights`` uint8, ``ends`` int32; ``narrow``: no sum needs more than 24 bits."""

    weights: Array
    ends: Array
    narrow: bool

    @property
    def args(self) -> tuple[Const, Const]:
        """The arguments of its call."""
        return (
            const("weights", "uint8_t", self.weights),
            const("bias", "int32_t", self.ends, "multipliers and shifts"),
        )


def ceil(n: int, by: int) -> int:
    """The number of parts of ``by`` that n takes."""
    return -(-n // by)


def fours(channels: int) -> int:
    """The blocks of four channels."""
    return ceil(channels, CHANNELS)


def wrapped(values: Array) -> Array:
    """Integers modulo 2**32 as int32."""
    words: Array = (values & (WORD - 1)).astype(np.uint32).view(np.int32)
    return words


def ends_of(layer: Layer, bias: Array, scale_bits: int = 0) -> Array | Misfit:
    """For each four channels: their biases, multipliers, and the bytes of a word with shifts; int32.

    ``bias`` is what their sums begin with, ``scale_bits`` as in ``Layer.shift_word``.
    """
    outputs = len(layer.w)
    worst = max(-int(layer.low.min()), int(layer.high.max())) << scale_bits
    if worst >= SUMS_MAX:
        return Misfit(f"a sum may reach {worst}, which the halves of a long product do not hold")
    words = np.zeros((fours(outputs), 2 * CHANNELS + 1), np.int64)
    for c in range(outputs):
        end = layer.shift_word(c, scale_bits)
        if isinstance(end, Misfit):
            return end
        block, q = divmod(c, CHANNELS)
        words[block, q] = bias[c]
        words[block, CHANNELS + q] = end[0]
        words[block, 2 * CHANNELS] |= end[1] << 8 * q
    return wrapped(words).reshape(-1)


def pack(layer: Layer) -> Packed | Misfit:
    """Weights + 128 of four channels for each tap, and the ends; taps and channels are filled up with weights of 0."""
    outputs, taps = layer.w.shape
    ends = ends_of(layer, layer.bias - 128 * layer.w.sum(axis=1))
    if isinstance(ends, Misfit):
        return ends
    full = np.zeros((fours(outputs) * CHANNELS, -(-taps // UNIT) * UNIT), np.int64)
    full[:outputs, :taps] = layer.w
    blocks = (full + 128).reshape(-1, CHANNELS, full.shape[1]).transpose(0, 2, 1)
    narrow = int(layer.low.min()) >= -NARROW and int(layer.high.max()) < NARROW
    return Packed(blocks.astype(np.uint8).reshape(-1), ends, narrow)
