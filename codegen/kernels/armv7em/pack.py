"""What the Armv7E-M kernels share: weight streams, and requantization constants proven to give the same bytes.

The kernels compute ``saturate((hi32(acc * m) + (Z << n + 1) + (1 << n)) >> n + 1)``, which is the normative
``Z + floor(acc * m / 2**s + 1/2)`` with s = 33 + n.  They hold two output channels A and B in one word of weights, so
that the sum of A arrives multiplied by 256: its n is 8 larger, and 256 * A must fit int32.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from edgec.codegen.kernels.common import quant, quantized
from edgec.codegen.kernels.plain.conv import folded_bias
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import output_multipliers

STREAM = "biases and factors of requantization"  # what a stream of weights holds beside them
SHIFT_MIN = 33  # the rounding bit lies in the high word of the product
SHIFT_MAX = 54  # (Z << n + 1) and the product's high word stay inside int32
OUTPUT_STEPS = 1024  # more than int8 holds
SCALED_BITS = 8  # channel A of a pair is 256 times its sum


@dataclass(frozen=True)
class Layer:
    """An int8 layer as numbers: ``w`` int64 [O, taps] in the order of x, ``bias`` int64 [O] with the zero point folded.

    ``low`` and ``high`` bound every accumulator, bias included, for any input: int64 [O].  ``bits`` is 4 when all
    weights are int4 in -7..7.
    """

    w: Array
    bias: Array
    low: Array
    high: Array
    factors: tuple[Multiplier, ...]
    in_zero: int
    out_zero: int
    lo: int
    hi: int
    bits: int = 8

    def shift_word(self, c: int, scale_bits: int = 0) -> tuple[int, int] | Misfit:
        """``shift_word`` of output channel ``c``."""
        return shift_word(self.factors[c], scale_bits, (int(self.low[c]), int(self.high[c])))

    def rows(self, which: Array) -> Layer:
        """The layer of these output channels."""
        factors = tuple(self.factors[int(c)] for c in which)
        return replace(
            self, w=self.w[which], bias=self.bias[which], low=self.low[which], high=self.high[which], factors=factors
        )


def layer_of(view: NodeView, clamp: Clamp) -> Layer | Misfit:
    """The numbers of a Conv or Dense node, or why it is no int8 layer."""
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    weights = view.x(1)
    bits = 4 if weights.dtype is DType.I4 and weights.data is not None and weights.data.min(initial=0) >= -7 else 8
    if weights.dtype is DType.I4:
        view = replace(view, ins=(view.ins[0], replace(weights, dtype=DType.I8), *view.ins[2:]))
    folded = folded_bias(view)
    if isinstance(folded, Misfit):
        return folded
    data = view.x(1).data
    assert data is not None
    w = data.reshape(data.shape[0], -1).astype(np.int64)
    bias = folded.astype(np.int64)
    positive, negative = np.maximum(w, 0).sum(axis=1), np.minimum(w, 0).sum(axis=1)
    x, y = quant(view.x(0)), quant(view.y)
    lo, hi = clamp_limits(clamp, y, view.y.dtype)
    factors = output_multipliers(x, quant(view.x(1)), y, data.shape[0])
    return Layer(
        w, bias, bias - 128 * positive + 127 * negative, bias + 127 * positive - 128 * negative,
        tuple(factors), x.z, y.z, lo, hi, bits,
    )  # fmt: skip


def shift_word(
    factor: Multiplier, scale_bits: int = 0, reach: tuple[int, int] | None = None
) -> tuple[int, int] | Misfit:
    """(m, n) of the kernels for one channel.

    Args:
        factor: the channel's requantization.
        scale_bits: its sum arrives times 2**scale_bits.
        reach: least and largest value of its sum; lets a factor too small for the kernels be replaced by a coarser one
            that gives the same result for each of them.
    """
    if factor.m == 0:
        return 0, 0
    shift = factor.shift + scale_bits
    if shift > SHIFT_MAX and reach is not None:
        coarse = coarser(factor, shift - SHIFT_MAX, reach)
        return (coarse.m, SHIFT_MAX - SHIFT_MIN) if coarse else Misfit("a channel's factor is too small")
    if not SHIFT_MIN <= shift <= SHIFT_MAX:
        return Misfit(
            f"a requantization shift of {factor.shift} is outside the "
            f"{SHIFT_MIN - scale_bits}..{SHIFT_MAX - scale_bits} of the fast kernel"
        )
    return factor.m, shift - SHIFT_MIN


def coarser(factor: Multiplier, bits: int, reach: tuple[int, int]) -> Multiplier | None:
    """A factor with a shift smaller by ``bits`` and the same rounded products for all sums in ``reach``, or None.

    Rounded products are monotone, so they agree when each output step begins at the same sum: the least sum that gives
    at least t is ceil((2 t - 1) * 2**(shift - 1) / m).
    """
    if bits >= factor.shift:
        return None
    low, high = (_rounded(v, factor) for v in reach)
    if high - low > OUTPUT_STEPS:  # not a small factor at all
        return None
    for m in (factor.m >> bits, (factor.m >> bits) + 1):
        other = Multiplier(m, factor.shift - bits)
        ends = all(_rounded(v, other) == _rounded(v, factor) for v in reach)
        if ends and all(_first(t, other) == _first(t, factor) for t in range(low + 1, high + 1)):
            return other
    return None


def _rounded(value: int, factor: Multiplier) -> int:
    return (value * factor.m + (1 << (factor.shift - 1))) >> factor.shift


def _first(t: int, factor: Multiplier) -> int:
    return -(-((2 * t - 1) << (factor.shift - 1)) // factor.m) if factor.m else 1 << 62


def _pairs(channels: int) -> list[tuple[int, int]]:
    pairs = [(c, c + 1) for c in range(0, channels - 1, 2)]
    return [*pairs, (channels - 2, channels - 1)] if channels % 2 else pairs


def pair_stream(layer: Layer, unit: int, dense: bool = False) -> Array | Misfit:
    """The words of all channel pairs: uint32, as the matrix products (edgec_gemm_s8_armv7em.h, ...) read them.

    Args:
        layer: at least two output channels.
        unit: taps of a step of the kernel, a multiple of 4; filters are filled up with zeros to whole units.
        dense: in the order of edgec_dense_s8_armv7em.h, biases behind the weights in a word with the shifts.
    """
    channels, taps = layer.w.shape
    if channels < 2:
        return Misfit("the layer has one output channel, pairs are computed")
    scaled = [a for a, _ in _pairs(channels)]
    if max(-int(layer.low[scaled].min()), int(layer.high[scaled].max()) + 1) > 2**23:
        return Misfit("an accumulator may leave 24 bits, so that two channels cannot share a word")
    w = np.zeros((channels, -(-taps // unit) * unit), np.int64)
    w[:, :taps] = layer.w
    raised = 2**layer.bits if layer.bits == 4 else 1  # channel B arrives times 16 with int4
    pairs = np.array(_pairs(channels))
    both = 2**layer.bits * w[pairs[:, 0]] + w[pairs[:, 1]]
    weights, least = _weight_words(both, layer.bits), both.min(axis=1, initial=0)
    heads, factors = [], []
    for row, (a, b) in enumerate(pairs.tolist()):
        end_a, end_b = layer.shift_word(a, SCALED_BITS), layer.shift_word(b, raised.bit_length() - 1)
        if isinstance(end_a, Misfit):
            return end_a
        if isinstance(end_b, Misfit):
            return end_b
        bias_a, bias_b = int(layer.bias[a]), int(layer.bias[b])
        if raised * max(-int(layer.low[b]), int(layer.high[b])) >= 2**31:
            return Misfit("16 times an accumulator does not fit int32")
        if abs(bias_b) >= 2**23:
            return Misfit("a bias does not fit 24 bits")
        if least[row] < -(2 ** (2 * layer.bits - 1)):
            return Misfit(f"a weight of -128 in channel {a} and one below 0 in channel {b} cannot share a word")
        factors.append((end_a[0], end_b[0]))
        if layer.bits == 8 and not dense:  # the sum of A begins with the bias of B
            heads.append((256 * bias_a + bias_b, bias_b >> 8 << 16 | end_a[1] << 8 | end_b[1]))
        else:
            heads.append((256 * bias_a | end_a[1], 256 * bias_b | end_b[1]))
    words = [weights, _words(factors), _words(heads)] if dense else [_words(heads), weights, _words(factors)]
    stream: Array = np.concatenate(words, axis=1).reshape(-1)
    return stream


def _weight_words(pairs: Array, bits: int) -> Array:
    """Weights of pairs of channels as words: int8 {k0 k2} {k1 k3} as half words, int4 {k0 k1 k2 k3} as bytes.

    Args:
        pairs: int64 [pairs, taps].
        bits: of a weight.
    """
    if bits == 4:
        return pairs.astype(np.int8).view(np.uint32)
    half = pairs.reshape(-1, 4)[:, [0, 2, 1, 3]].reshape(len(pairs), -1, 2)
    words: Array = (half[..., 0] & 0xFFFF | (half[..., 1] & 0xFFFF) << 16).astype(np.uint32)
    return words


def _words(values: Sequence[Sequence[int]]) -> Array:
    """Two's complement of each value: uint32 [rows, columns]."""
    words: Array = (np.array(values, np.int64) & 0xFFFFFFFF).astype(np.uint32)
    return words
