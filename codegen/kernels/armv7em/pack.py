"""Packing for the Armv7E-M kernels: weight streams, and requantization constants proven to give the same bytes.

The kernels compute ``saturate((hi32(acc * m) + (Z << n + 1) + (1 << n)) >> n + 1)``, which is the normative
``Z + floor(acc * m / 2**s + 1/2)`` with s = 33 + n.  They hold two output channels A and B in one word of weights, so
that the sum of A arrives multiplied by 256: its n is 8 larger, and 256 * A must fit int32.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.kernels.armv7em.params import GemmTile
from edgec.codegen.kernels.library import Counts
from edgec.codegen.kernels.shared.layer import SHIFT_MIN, Layer
from edgec.codegen.kernels.spec import Misfit
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array

STREAM = "biases and factors of requantization"  # what a stream of weights holds beside them
SCALED_BITS = 8  # channel A of a pair is 256 times its sum
COMMON_SHIFT = GemmTile.EDGEC_GEMM_SHIFT.value


@dataclass(frozen=True)
class Form:
    """A form of a pair's stream: weights of so many bits; ``shifts``: int8 channels have shifts of their own."""

    bits: int
    shifts: bool = False

    @property
    def ends(self) -> int:
        """Words of a pair that are no weights."""
        return (GemmTile.EDGEC_GEMM_ENDS_SHIFTS if self.shifts else GemmTile.EDGEC_GEMM_ENDS).value

    @property
    def suffix(self) -> str:
        """Suffix of the names of kernels and of their header."""
        return "_shifts" if self.shifts else ""

    def terms(self, common: str, counts: Counts) -> Counts:
        """Counted work by the terms of a price: with a shift for each channel those of ``common``, the other kernel."""
        if not self.shifts:
            return counts
        pairs = sum(n for term, n in counts if term == "gemm_s8.pair")
        own = tuple((term if "." in term else f"{common}.{term}", n) for term, n in counts)
        return (*own, ("gemm_s8.shifts", pairs)) if pairs else own


COMMON, SHIFTS, PACKED = Form(8), Form(8, shifts=True), Form(4)


def one_shift(layer: Layer, c: int, shift: int, scale_bits: int = 0) -> tuple[int, int] | Misfit:
    """(m, s) of output channel ``c``: its sum, which arrives times 2**(scale_bits + s), has n = ``shift``.

    A smaller factor is replaced by a coarser one that gives the same outputs.
    """
    factor, low, high = layer.factors[c], int(layer.low[c]), int(layer.high[c])
    s = max(0, shift + SHIFT_MIN - factor.shift - scale_bits)
    if factor.m == 0:
        return 0, 0
    m = layer.at_shift(c, shift + SHIFT_MIN - scale_bits - s)
    if m is None:
        return Misfit(f"the factor of channel {c} is too small for the shift of all")
    if max(-low, high + 1) << s + scale_bits > 2**31:
        return Misfit(f"the sum of channel {c} does not fit 32 bits at the shift of all")
    return m, s


def _pairs(channels: int) -> list[tuple[int, int]]:
    pairs = [(c, c + 1) for c in range(0, channels - 1, 2)]
    return [*pairs, (channels - 2, channels - 1)] if channels % 2 else pairs


def _shared(layer: Layer, pairs: Array, unit: int) -> Array | Misfit:
    """The weights of pairs of channels in common numbers, 2**bits * A + B: int64 [pairs, taps of whole units]."""
    channels, taps = layer.w.shape
    first = pairs[:, 0]
    if max(-int(layer.low[first].min()), int(layer.high[first].max()) + 1) > 2**23:
        return Misfit("an accumulator may leave 24 bits, so that two channels cannot share a word")
    w = np.zeros((channels, -(-taps // unit) * unit), np.int64)
    w[:, :taps] = layer.w
    both: Array = 2**layer.bits * w[first] + w[pairs[:, 1]]
    for row in np.flatnonzero(both.min(axis=1, initial=0) < -(2 ** (2 * layer.bits - 1))):
        return Misfit(f"a weight of -128 in channel {first[row]} and one below 0 in channel {pairs[row, 1]} "
                      "cannot share a word")  # fmt: skip
    return both


def pair_stream(layer: Layer, unit: int, dense: bool = False) -> Array | Misfit:
    """The words of all channel pairs: uint32, as edgec_gemm_s4_armv7em.h and fully connected layers read them.

    Args:
        layer: at least two output channels.
        unit: taps of a step of the kernel, a multiple of 4; filters are filled up with zeros to whole units.
        dense: in the order of edgec_dense_s8_armv7em.h, biases behind the weights.
    """
    numbers = _pair_numbers(layer, unit)
    if isinstance(numbers, Misfit):
        return numbers
    weights, pairs = numbers
    heads: list[tuple[int, ...]] = []
    factors: list[tuple[int, ...]] = []
    for p in pairs:
        if abs(p.bias_b) >= 2**23:
            return Misfit("a bias does not fit 24 bits")
        factors.append((p.m_a, p.m_b))  # shifts share words with biases
        heads.append((256 * p.bias_a | p.n_a, 256 * p.bias_b | p.n_b))
    words = [weights, _words(factors), _words(heads)] if dense else [_words(heads), weights, _words(factors)]
    stream: Array = np.concatenate(words, axis=1).reshape(-1)
    return stream


def common_stream(layer: Layer, unit: int) -> Array | Misfit:
    """The words of all channel pairs of int8 weights as edgec_gemm_s8_armv7em.h reads them: uint32."""
    weights = _pair_weights(layer, unit)
    if isinstance(weights, Misfit):
        return weights
    multipliers = [layer.at_shift(c, SHIFT_MIN + COMMON_SHIFT) for c in range(len(layer.w))]
    if None in multipliers:
        return Misfit(f"the factor of channel {multipliers.index(None)} does not fit the shift of all")
    pairs = np.array(_pairs(len(layer.w)))
    ends = np.array(multipliers, np.int64)[pairs]
    bias_a, bias_b = layer.bias[pairs].T
    heads = np.stack([256 * bias_a + bias_b, bias_b], axis=1)
    words: Array = np.concatenate([_words(heads), weights, _words(ends)], axis=1).reshape(-1)
    return words


def shifts_stream(layer: Layer, unit: int) -> Array | Misfit:
    """The words of all channel pairs of int8 weights as edgec_gemm_s8_shifts_armv7em.h reads them: uint32."""
    numbers = _pair_numbers(layer, unit)
    if isinstance(numbers, Misfit):
        return numbers
    weights, pairs = numbers
    heads = _words([(256 * p.bias_a + p.bias_b, p.bias_b) for p in pairs])
    ends = _words([(p.m_a, p.m_b, p.n_a << 8 | p.n_b) for p in pairs])
    words: Array = np.concatenate([heads, weights, ends], axis=1).reshape(-1)
    return words


@dataclass(frozen=True)
class _Pair:
    """The numbers of a pair of channels: biases, multipliers and shifts."""

    bias_a: int
    bias_b: int
    m_a: int
    n_a: int
    m_b: int
    n_b: int


def _pair_numbers(layer: Layer, unit: int) -> tuple[Array, list[_Pair]] | Misfit:
    """The words of the weights, uint32 [pairs, words], and the other numbers of each pair."""
    weights = _pair_weights(layer, unit)
    if isinstance(weights, Misfit):
        return weights
    raised = 2**layer.bits if layer.bits == 4 else 1  # channel B arrives times 16 with int4
    numbers = []
    for a, b in _pairs(len(layer.w)):
        end_a, end_b = layer.shift_word(a, SCALED_BITS), layer.shift_word(b, raised.bit_length() - 1)
        if isinstance(end_a, Misfit):
            return end_a
        if isinstance(end_b, Misfit):
            return end_b
        if raised * max(-int(layer.low[b]), int(layer.high[b])) >= 2**31:
            return Misfit("16 times an accumulator does not fit int32")
        numbers.append(_Pair(int(layer.bias[a]), int(layer.bias[b]), *end_a, *end_b))
    return weights, numbers


def _pair_weights(layer: Layer, unit: int) -> Array | Misfit:
    """The words of the weights of channel pairs: uint32 [pairs, words]."""
    channels = len(layer.w)
    if channels < 2:
        return Misfit("the layer has one output channel, pairs are computed")
    both = _shared(layer, np.array(_pairs(channels)), unit)
    return both if isinstance(both, Misfit) else weight_words(both, layer.bits)


def four_stream(layer: Layer, unit: int) -> Array | Misfit:
    """The words of all fours of outputs of a fully connected layer: uint32 (edgec_dense_fours_s8_armv7em.h)."""
    channels = len(layer.w)
    if channels < 4:
        return Misfit(f"the layer has {channels} outputs, four are computed at a time")
    firsts = np.append(np.arange(0, channels - 3, 4), [channels - 4] if channels % 4 else []).astype(np.int64)
    fours = firsts[:, None] + np.arange(4)
    both = _shared(layer, fours.reshape(-1, 2), unit)
    if isinstance(both, Misfit):
        return both
    heads, ends = [], []
    for a, b, c, d in fours.tolist():
        bias_b, bias_d = layer.bias[b], layer.bias[d]
        heads.append([256 * layer.bias[a] + bias_b, bias_b, 256 * layer.bias[c] + bias_d, bias_d])
        first, second = layer.shift_words((a, c), SCALED_BITS), layer.shift_words((b, d))
        if isinstance(first, Misfit):
            return first
        if isinstance(second, Misfit):
            return second
        (m_a, m_c), n_ac = first
        (m_b, m_d), n_bd = second
        ends.append([m_a, m_b, m_c, m_d, n_bd | n_ac << 8])
    words = weight_words(both, layer.bits).reshape(len(fours), 2, -1, unit // 2).transpose(0, 2, 1, 3)
    stream: Array = np.concatenate([_words(heads), words.reshape(len(fours), -1), _words(ends)], axis=1).reshape(-1)
    return stream


def weight_words(pairs: Array, bits: int) -> Array:
    """Weights of pairs of channels as words: int8 {k0 k2} {k1 k3} as half words, int4 {k0 k1 k2 k3} as bytes.

    Args:
        pairs: int64 [pairs, taps].
        bits: of a weight.
    """
    if bits == 4:
        return pairs.astype(np.int8).view(np.uint32)
    return half_words(pairs)


def half_words(values: Array) -> Array:
    """Values of 16 bits as words {k0 k2} {k1 k3}: int64 [rows, taps], in fours of taps, to uint32 [rows, taps / 2]."""
    half = values.reshape(-1, 4)[:, [0, 2, 1, 3]].reshape(len(values), -1, 2)
    words: Array = (half[..., 0] & 0xFFFF | (half[..., 1] & 0xFFFF) << 16).astype(np.uint32)
    return words


def _words(values: Sequence[Sequence[int]] | Array) -> Array:
    """Two's complement of each value: uint32 [rows, columns]."""
    words: Array = (np.array(values, np.int64) & 0xFFFFFFFF).astype(np.uint32)
    return words
