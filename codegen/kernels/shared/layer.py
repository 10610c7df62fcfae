"""An int8 layer as numbers: what kernels with packed weights begin with."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from edgec.codegen.kernels.common import INT32_MAX, quant, quantized
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import output_multipliers

SHIFT_MIN = 33  # the rounding bit lies in the high word of the product
SHIFT_MAX = 54  # (Z << n + 1) and the product's high word stay inside int32
INT64_SHIFT = 54  # the largest at which steps of an int8 output are computed in int64


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
        """``shift_word`` of output channel ``c``; a factor too small for it gives way to a coarser one."""
        words = self.shift_words((c,), scale_bits)
        return words if isinstance(words, Misfit) else (words[0][0], words[1])

    def shift_words(self, channels: tuple[int, ...], scale_bits: int = 0) -> tuple[list[int], int] | Misfit:
        """(each m, n) of output channels that share n, with the same outputs; their sums arrive times 2**scale_bits."""
        factors = [self.factors[c] for c in channels if self.factors[c].m]
        largest = min(factors, key=lambda f: f.shift, default=Multiplier(0, 0))
        shift = min(largest.shift, SHIFT_MAX - scale_bits)
        word = shift_word(Multiplier(largest.m, shift), scale_bits)
        if isinstance(word, Misfit):
            return word
        multipliers = [self.at_shift(c, shift) for c in channels]
        fit = [m for m in multipliers if m is not None]
        return (fit, word[1]) if len(fit) == len(channels) else Misfit("a channel's factor is too small")

    def at_shift(self, c: int, shift: int) -> int | None:
        """The multiplier of output channel ``c`` at ``shift`` with the same outputs, or None; see ``at_shift``."""
        factor = self.factors[c]
        if factor.m == 0 or factor.shift <= shift:
            return factor.m if factor.m == 0 or factor.shift == shift else None
        steps = self.lo - self.out_zero, self.hi - self.out_zero
        return at_shift(factor, shift, (int(self.low[c]), int(self.high[c])), steps)

    def rows(self, which: Array) -> Layer:
        """The layer of these output channels."""
        factors = tuple(self.factors[int(c)] for c in which)
        return replace(
            self, w=self.w[which], bias=self.bias[which], low=self.low[which], high=self.high[which], factors=factors
        )


def folded_bias(view: NodeView) -> Array | Misfit:
    """The bias with the input's zero point folded in: int32 [O]; proves that no accumulator leaves int32.

    A padded cell counts as the zero point, so every partial sum is bounded by |bias - Z * sum(w)| + 128 * sum(|w|).
    """
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights of an int8 layer must be constants", "convert the model to float32")
    if w.dtype is not DType.I8 or w.quant is None or any(w.quant.zero_point):
        return Misfit("the weights of an int8 layer must be int8 with zero points of 0", "quantize them symmetrically")
    if w.quant.axis not in (None, 0):
        return Misfit(f"the weights are quantized along axis {w.quant.axis}, axis 0 is needed")
    taps = w.data.reshape(w.shape[0], -1).astype(np.int64)
    bias: Array = b.data.astype(np.int64) - quant(view.x(0)).z * taps.sum(axis=1)
    worst = np.abs(bias) + 128 * np.abs(taps).sum(axis=1)
    if worst.max(initial=0) > INT32_MAX:
        o = int(worst.argmax())
        return Misfit(
            f"the accumulator of output channel {o} may reach {int(worst[o])}, which int32 does not hold",
            "scale that channel's weights or bias down, or keep the layer in float32",
        )
    folded: Array = bias.astype(np.int32)
    return folded


def layer_of(view: NodeView, clamp: Clamp) -> Layer | Misfit:
    """The numbers of a Conv or Dense node, or why it is no int8 layer; kernels ask for those of one view in turn."""
    last = _last[0] if _last else None
    if last is None or last[0] is not view or last[1] != clamp:
        last = view, clamp, _layer(view, clamp)
        _last[:] = [last]
    return last[2]


_last: list[tuple[NodeView, Clamp, Layer | Misfit]] = []


def _layer(view: NodeView, clamp: Clamp) -> Layer | Misfit:
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


def shift_word(factor: Multiplier, scale_bits: int = 0) -> tuple[int, int] | Misfit:
    """(m, n) of the kernels for one channel, whose sum arrives times 2**scale_bits."""
    if factor.m == 0:
        return 0, 0
    shift = factor.shift + scale_bits
    if not SHIFT_MIN <= shift <= SHIFT_MAX:
        return Misfit(
            f"a requantization shift of {factor.shift} is outside the "
            f"{SHIFT_MIN - scale_bits}..{SHIFT_MAX - scale_bits} of the fast kernel"
        )
    return factor.m, shift - SHIFT_MIN


@lru_cache(maxsize=1 << 14)  # kernels ask for the same, and searches in every build
def at_shift(factor: Multiplier, shift: int, reach: tuple[int, int], steps: tuple[int, int]) -> int | None:
    """The multiplier at ``shift`` that gives the outputs of ``factor`` for all sums in ``reach``, or None.

    Rounded products are monotone, so outputs agree when each of their steps begins at the same sum: with the shift s
    the least sum that gives at least t is ceil((2 t - 1) * 2**(s - 1) / m).  Each step bounds the multiplier from both
    sides; of what is left the value nearest to ``factor`` is taken.

    Args:
        factor: with a shift of at least ``shift``.
        shift: of the multiplier that is returned.
        reach: least and largest sum.
        steps: least and largest rounded product that an output holds, beyond which it saturates.
    """
    (low, high), (least, most) = reach, steps
    first, last = max(least + 1, _rounded(low, factor)), min(most, _rounded(high, factor) + 1)
    wide = object if factor.shift > INT64_SHIFT else np.int64
    odd = 2 * np.arange(first, last + 1).astype(wide) - 1
    begins, edges = _ceil(odd << factor.shift - 1, factor.m), odd << shift - 1
    nearest = (factor.m + (1 << factor.shift - shift >> 1)) >> factor.shift - shift
    if nearest and (_held(begins, low, high) == _held(_ceil(edges, nearest), low, high)).all():
        return nearest  # the usual case, at a third of the time
    reached, missed = begins <= high, begins > low
    # what is reached: v m >= edge; what is not: v m <= edge - 1
    sums = np.concatenate([np.maximum(begins, low)[reached], -np.minimum(begins - 1, high)[missed]])
    bounds = np.concatenate([edges[reached], 1 - edges[missed]])
    up, down = sums > 0, sums < 0
    lower = _ceil(bounds[up], sums[up]).max(initial=1)
    upper = (bounds[down] // sums[down]).min(initial=INT32_MAX)
    if lower > upper or (bounds[sums == 0] > 0).any():
        return None
    return int(min(max(nearest, lower), upper))


def _ceil(a: Array, b: Array | int) -> Array:
    quotients: Array = -(-a // b)
    return quotients


def _held(begins: Array, low: int, high: int) -> Array:
    """The sums at which steps begin, those that no sum of ``low`` to ``high`` tells apart made equal."""
    held: Array = np.minimum(np.maximum(begins, low), high + 1)
    return held


def _rounded(value: int, factor: Multiplier) -> int:
    return (value * factor.m + (1 << (factor.shift - 1))) >> factor.shift
