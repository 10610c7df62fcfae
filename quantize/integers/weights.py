"""Weights and biases of one layer as integers, with the proof that its accumulator stays inside int32."""

from __future__ import annotations

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Quant
from edgec.quantize.ranges.scheme import (
    FINEST_WEIGHT,
    INT8_MAX,
    INT8_MIN,
    INT32_MAX,
    MIN_RANGE,
    WEIGHT_MAX,
    grid,
)

GIVEN_MAX = 255  # largest difference of a byte and its zero point
FLOAT32_STEP = 2.0**-22  # how far, relatively, a whole number of units is from one when float32 held its real value
POWER_OF_TWO = 0.5  # the fraction of one


@dataclass(frozen=True)
class Weights:
    """Integer weights of one layer: ``data`` [O, ...], ``scale`` float32 [O], int32 ``bias`` [O].

    ``data`` is int8 (also int4's), or int16 where integers of a quantized model need nine bits (see ``parts``).
    ``changed`` says that they could not be kept in some channel.
    """

    data: Array
    scale: Array
    bias: Array
    changed: bool = False


@dataclass(frozen=True)
class LayerTypes:
    """Element types of a layer: its input, its weights, and the quantizations of input and output."""

    source: Quant
    target: Quant
    activation: DType = DType.I8
    weight: DType = DType.I8

    @property
    def largest(self) -> int:
        """Largest magnitude of a weight."""
        return WEIGHT_MAX[self.weight]

    @property
    def finest(self) -> float:
        """Smallest legal weight scale: multipliers stay representable."""
        return FINEST_WEIGHT * self.target.s / self.source.s


def quantize_weights(w: Array, bias: Array, types: LayerTypes, given: Quant | None = None) -> Weights:
    """Weights [O, ...] and bias [O] in integers, each to the nearest.

    Args:
        w: real weights, output channel first.
        bias: real bias.
        types: element types and scales of the layer.
        given: quantization the weights come with (quantized models); their integers are kept where they fit.

    Raises:
        OutOfProportion: a scale has no float32 value, because weights or biases are out of any sane proportion.
    """
    flat = w.reshape(w.shape[0], -1).astype(np.float64)
    channels = flat.shape[0]
    changed = np.zeros(channels, bool)
    steps = _given_steps(w, given)
    if steps is None or given is None:
        idle = types.target.s / types.source.s / 256
        q, scale = symmetric(flat, np.where(flat.any(axis=1), types.finest, idle), types.largest)
        changed[:] = given is not None
    else:
        scale = np.broadcast_to(np.asarray(given.scale, np.float64), (channels,)).copy()
        q, scale, changed = _refit(steps.reshape(channels, -1), scale, types)
    return _proven(flat, bias.astype(np.float64), (q, scale, changed), types, w.shape, given is not None)


def _proven(
    flat: Array,
    bias: Array,
    quantized: tuple[Array, Array, Array],
    types: LayerTypes,
    shape: tuple[int, ...],
    was_given: bool,
) -> Weights:
    """The weights, coarser where the accumulator could overflow."""
    q, scale, changed = quantized
    rounded = given_bias if was_given else rounded_bias
    while (over := overflows(q, rounded(bias, types, scale), types)).any():
        scale[over] = np.float32(scale[over] * 2)
        q[over] = np.rint(flat[over] / scale[over, None])
        changed |= over & was_given
    if not (np.isfinite(scale).all() and (scale >= MIN_RANGE).all()):
        raise OutOfProportion("a weight scale is outside the range of float32: weights or biases are out of proportion")
    wide = bool(q.size) and (q.min() < INT8_MIN or q.max() > INT8_MAX)
    return Weights(
        q.astype(np.int16 if wide else np.int8).reshape(shape),
        scale.astype(np.float32),
        rounded(bias, types, scale).astype(np.int32),
        bool(changed.any()),
    )


def _given_steps(w: Array, given: Quant | None) -> Array | None:
    if given is None or given.axis not in (None, 0):
        return None
    return grid(w, given)


def symmetric(flat: Array, floor: Array, largest: int) -> tuple[Array, Array]:
    """Integers and float32 scales so that each channel's largest weight is ``largest`` (less where the floor rules)."""
    scale = np.maximum(np.abs(flat).max(axis=1, initial=0.0) / largest, np.maximum(floor, MIN_RANGE))
    scale = scale.astype(np.float32).astype(np.float64)
    return np.clip(np.rint(flat / scale[:, None]), -largest, largest), scale


def _refit(steps: Array, scale: Array, types: LayerTypes) -> tuple[Array, Array, Array]:
    """Given integers q - zero_point: kept where a layer can have them, else per channel clipped or rescaled.

    The type's whole range is kept, and of bytes with any zero point all differences.
    """
    limits = integer_limits(DType.I4) if types.weight is DType.I4 else (-GIVEN_MAX, GIVEN_MAX)
    clipped = np.clip(steps, *limits)
    changed = (steps != clipped).any(axis=1)
    rescaled, factor = symmetric(steps, np.ones(len(steps)), types.largest)
    clip_error = ((steps - clipped) ** 2).sum(axis=1)
    scale_error = ((steps - rescaled * factor[:, None]) ** 2).sum(axis=1)
    use = scale_error < clip_error
    return np.where(use[:, None], rescaled, clipped), np.where(use, np.float32(scale * factor), scale), changed


def rounded_bias(bias: Array, types: LayerTypes, scale: Array) -> Array:
    """Biases in accumulator units (float64, half to even)."""
    return np.rint(bias / (types.source.s * scale))


def given_bias(bias: Array, types: LayerTypes, scale: Array) -> Array:
    """Biases of a quantized model, so that sums round as with the real ones.

    Where a power of two requantizes, halves between two results are sums too: one with a real bias lies above the half
    that the bias rounded down gives, and both go up; a bias rounded up would lift sums below a half onto it.
    """
    units = bias / (types.source.s * scale)
    nearest = np.rint(units)
    whole = np.abs(units - nearest) <= FLOAT32_STEP * np.maximum(np.abs(units), 1.0)
    halves = np.frexp(types.source.s * scale / types.target.s)[0] == POWER_OF_TWO
    return np.asarray(np.where(halves & ~whole, np.floor(units), nearest))


def accumulator_bound(q: Array, bias: Array, zero_point: int, dtype: DType = DType.I8) -> Array:
    """Per channel, the largest magnitude any partial sum can reach, however it is ordered: float64 [O].

    Covers both forms kernels use: bias + sum (x - Z) w, and (bias - Z sum w) + sum x w.
    """
    lo, hi = integer_limits(dtype)
    magnitude = np.abs(q).sum(axis=1)
    reach = max(hi - zero_point, zero_point - lo)
    folded = np.abs(bias - zero_point * q.sum(axis=1)) - lo * magnitude
    plain = np.abs(bias) + reach * magnitude
    bound: Array = np.maximum(folded, plain)
    return bound


def overflows(q: Array, bias: Array, types: LayerTypes) -> Array:
    """Channels whose accumulator int32 cannot be proven to hold: bool [O]."""
    over: Array = accumulator_bound(q, bias, types.source.z, types.activation) > INT32_MAX
    return over
