"""Packed weights of the Helium products, as ``runtime_c/mve/edgec_gemm_s8_mve.h`` has them."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.mve.params import BlockMve, EndingMve, GemmMve, UnpackMve
from edgec.codegen.kernels.neon.pack import Ending, rows_of_block
from edgec.codegen.kernels.shared.layer import Layer
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

CHANNELS, POSITIONS = GemmMve.EDGEC_GEMM_MVE_CHANNELS.value, GemmMve.EDGEC_GEMM_MVE_POSITIONS.value
PAIR = GemmMve.EDGEC_GEMM_MVE_PAIR.value
VECTOR = GemmMve.EDGEC_GEMM_MVE_VECTOR.value
TOGETHER = UnpackMve.EDGEC_UNPACK_MVE_TOGETHER.value
SIXTEEN = 16  # times the sums of channels in low halves of bytes
SHIFT_BITS = 8  # beside a bias
HALVES = ((0, 2), (1, 3))  # channels of a block whose sums are made together


def blocks_of(outputs: int) -> list[int]:
    """The first channel of each block; the last one ends with the last channel."""
    whole = [*range(0, outputs - CHANNELS + 1, CHANNELS)] or [0]
    return [*whole, outputs - CHANNELS] if outputs > CHANNELS and outputs % CHANNELS else whole


def _run(rows: Array, even: int, step: int = VECTOR) -> Array:
    """One run of some channels [channels, taps]: steps of so many taps in turn, then the rest of each channel."""
    whole = rows.shape[1] // step * step
    steps = rows[:, :whole].reshape(len(rows), -1, step).transpose(1, 0, 2).reshape(-1)
    rest = rows[:, whole:]
    return np.concatenate([steps, np.pad(rest, ((0, 0), (0, -rest.shape[1] % even))).reshape(-1)])


def words(values: Array) -> Array:
    """Numbers of 32 bits as bytes."""
    as_bytes: Array = values.astype("<i4").view(np.int8)
    return as_bytes


def four_bytes(values: Array) -> Array:
    """Numbers of 8 bits as words."""
    as_words: Array = values.astype(np.int8).view("<i4").astype(np.int32)
    return as_words


@dataclass(frozen=True)
class BlockStream:
    """A stream by blocks of channels, of one or two parts: words before the weights, weights, words after all parts.

    ``before`` is int [blocks, parts, words], ``weights`` int8 [blocks, parts, bytes], ``after`` int [blocks, words].
    """

    before: Array
    weights: Array
    after: Array

    @property
    def bytes(self) -> Array:
        """The stream of an int8 kernel."""
        count = len(self.after)
        shape = (*self.weights.shape[:2], 4 * self.before.shape[2])
        parts = np.concatenate([words(self.before).reshape(shape), self.weights], axis=2)
        whole = np.concatenate([parts.reshape(count, -1), words(self.after).reshape(count, -1)], axis=1)
        joined: Array = whole.reshape(-1)
        return joined

    @property
    def block(self) -> BlockMve:
        """The sizes of a block."""
        return BlockMve(self.weights.shape[1], self.before.shape[2], self.weights.shape[2], self.after.shape[1])

    @property
    def room(self) -> int:
        """Bytes of scratch for all blocks."""
        return -(-(len(self.bytes) + TOGETHER) // VECTOR) * VECTOR

    @property
    def vectors(self) -> int:
        """Vectors of 32 weights that are unpacked."""
        return len(self.packed) // VECTOR

    @property
    def ends(self) -> Array:
        """The words alone: int32."""
        count = len(self.after)
        both: Array = np.concatenate([self.before.reshape(count, -1), self.after], axis=1).astype(np.int32).reshape(-1)
        return both

    @property
    def packed(self) -> Array:
        """The weights, int4, two in a byte: 32 of a block in 16 bytes, of which the low halves come first."""
        joined = self.weights.reshape(len(self.after), -1)
        padded = np.pad(joined, ((0, 0), (0, -joined.shape[1] % TOGETHER))).reshape(-1, 2, VECTOR)
        both: Array = ((padded[:, 0] & 15) | (padded[:, 1] << 4)).astype(np.int8).reshape(-1)
        return both


def stream(w: Array, ending: Ending, dense: bool, step: int = VECTOR) -> BlockStream:
    """The stream of weights [O, runs, taps], ``step`` taps together; ``dense``: of one position, and of pairs."""
    halves = (tuple(range(CHANNELS)),) if dense else HALVES
    before: list[Array] = []
    weights: list[Array] = []
    after: list[Array] = []
    for first in blocks_of(len(w)):
        block, bias, m, minus_n = (
            rows_of_block(a, first, CHANNELS) for a in (w, ending.bias, ending.m, ending.minus_n)
        )
        for half in halves:
            which = list(half)
            before.append(bias[which])
            weights.append(
                np.concatenate([_run(run, 1 if dense else 2, step) for run in block[which].transpose(1, 0, 2)])
            )
        after.append(np.concatenate([m, four_bytes(minus_n)]))
    shape = (len(after), len(halves), -1)
    return BlockStream(np.stack(before).reshape(shape), np.stack(weights).reshape(shape), np.stack(after))


def dense_stream(w: Array, ending: Ending) -> Array:
    """The stream of int4 weights [O, bytes] of layers with one position (edgec_dense_s4_mve.h)."""
    parts: list[Array] = []
    for first in blocks_of(len(w)):
        block, bias, m, minus_n = (
            rows_of_block(a, first, CHANNELS) for a in (w, ending.bias, ending.m, ending.minus_n)
        )
        pairs = ((block[::2] & 15) | (block[1::2] << 4)).astype(np.int8)
        parts += [words((bias << SHIFT_BITS) | (minus_n & 255)), _run(pairs, 2), words(m)]
    joined: Array = np.concatenate(parts)
    return joined


def ending_params(layer: Layer, left: int) -> EndingMve:
    """Return the parameters of a layer's requantization that are not per channel."""
    return EndingMve(layer.out_zero, layer.lo, layer.hi, left)
