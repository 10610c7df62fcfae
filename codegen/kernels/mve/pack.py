"""Packed weights of the Helium products, as ``runtime_c/mve/edgec_gemm_s8_mve.h`` has them."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.mve.params import EndingMve, GemmMve
from edgec.codegen.kernels.neon.pack import Ending, rows_of_block
from edgec.codegen.kernels.shared.layer import Layer
from edgec.converter.graph.ir import Array

CHANNELS, POSITIONS = GemmMve.EDGEC_GEMM_MVE_CHANNELS.value, GemmMve.EDGEC_GEMM_MVE_POSITIONS.value
VECTOR = GemmMve.EDGEC_GEMM_MVE_VECTOR.value
HALVES = ((0, 2), (1, 3))  # channels of a block whose sums are made together


def blocks_of(outputs: int) -> list[int]:
    """The first channel of each block; the last one ends with the last channel."""
    whole = [*range(0, outputs - CHANNELS + 1, CHANNELS)] or [0]
    return [*whole, outputs - CHANNELS] if outputs > CHANNELS and outputs % CHANNELS else whole


def _run(rows: Array, even: int) -> Array:
    """One run of some channels [channels, bytes]: steps of 16 bytes in turn, then the rest of each channel."""
    whole = rows.shape[1] // VECTOR * VECTOR
    steps = rows[:, :whole].reshape(len(rows), -1, VECTOR).transpose(1, 0, 2).reshape(-1)
    rest = rows[:, whole:]
    return np.concatenate([steps, np.pad(rest, ((0, 0), (0, -rest.shape[1] % even))).reshape(-1)])


def words(values: Array) -> Array:
    """Numbers of 32 bits as bytes."""
    found: Array = values.astype("<i4").view(np.int8)
    return found


def stream(w: Array, ending: Ending, dense: bool) -> Array:
    """The stream of int8 weights [O, runs, bytes]; ``dense``: of layers with one position."""
    parts: list[Array] = []
    for first in blocks_of(len(w)):
        block, bias, m, minus_n = (
            rows_of_block(a, first, CHANNELS) for a in (w, ending.bias, ending.m, ending.minus_n)
        )
        for half in (tuple(range(CHANNELS)),) if dense else HALVES:
            which = list(half)
            parts.append(words(bias[which]))
            parts += [_run(run, 1 if dense else 2) for run in block[which].transpose(1, 0, 2)]
        parts += [words(m), words(minus_n)]
    joined: Array = np.concatenate(parts)
    return joined


def ending_params(layer: Layer, left: int) -> EndingMve:
    """What of the end of a layer is not per channel."""
    return EndingMve(layer.out_zero, layer.lo, layer.hi, left)
