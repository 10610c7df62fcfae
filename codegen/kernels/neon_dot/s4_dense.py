"""Binding of fully connected layers with int4 weights by SDOT, two channels in a byte."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.neon.s4_dense import PackedRows
from edgec.codegen.kernels.neon_dot.conv import PRODUCTS as INT8
from edgec.codegen.kernels.neon_dot.params import DenseS4NeonDot
from edgec.converter.graph.ir import Array


def _pack(block: Array) -> Array:
    """Four taps of 16 channels in 32 bytes: a channel and the eighth one behind it share a byte."""
    steps = block.reshape(len(block), -1, 4).transpose(1, 0, 2)
    packed: Array = (16 * steps[:, :8] + steps[:, 8:]).astype("int8").reshape(-1)
    return packed


def _begin(bias: Array) -> Array:
    """16 A + B of the first and last eight channels, and 16 B."""
    both = np.concatenate([16 * bias[:8] + bias[8:], 16 * bias[8:]])
    words: Array = (both & 0xFFFFFFFF).astype("<u4").view(np.int8)
    return words


WHY = "16 outputs, two weights in a byte: 107 instructions for 1024 MACs"
ROWS = PackedRows(INT8, DenseS4NeonDot, 16, 16, _pack, WHY, _begin)
KERNELS = ROWS.kernels()
