"""An int8 layer as numbers: what kernels with packed weights begin with."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from edgec.codegen.kernels.common import INT32_MAX, quant, quantized
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import Multiplier, clamp_limits
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import output_multipliers

SHIFT_MIN = 33  # the rounding bit lies in the high word of the product
SHIFT_MAX = 54  # (Z << n + 1) and the product's high word stay inside int32
OUTPUT_STEPS = 1024  # more than int8 holds


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
