"""The int8 scheme: how ranges become scales, weights become integers, and why no accumulator can overflow.

Activations are affine int8 (real = scale * (q - zero_point)), weights symmetric int8 in [-127, 127] with one scale per
output channel, biases int32 at scale s_in * s_w[c].
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from edgec.converter.errors import EdgecError
from edgec.converter.ir import Array, Quant

INT8_MIN, INT8_MAX = -128, 127
WEIGHT_MAX = 127
INT32_MAX = 2**31 - 1
TINY = 1e-30  # ranges below this count as constant zero: their scales would be denormal float32
ZERO_SCALE = 1 / 128  # scale of a tensor that was zero on every sample: it stands for [-1, 1]
FINEST_OUTPUT = 2.0**-16  # an output step is at least this part of the coarsest input unit: multipliers stay legal
FINEST_WEIGHT = 2.0**-24  # an accumulator unit is at least this part of the output step
ON_GRID = 1e-3  # how far w / scale may be from an integer when w was dequantized from integers
PROBABILITY = Quant.per_tensor(1 / 256, INT8_MIN)
TANH = Quant.per_tensor(1 / 128, 0)


class Scheme(Enum):
    """Integer schemes; the value is the command line's name."""

    INT8 = "int8"


@dataclass(frozen=True)
class QuantizeOptions:
    """What the user chose.

    ``calibrator`` is a name of ``calibrate.CALIBRATORS``; ``allow_float`` keeps nodes without integer form in float32.
    """

    scheme: Scheme = Scheme.INT8
    calibrator: str = "minmax"
    allow_float: bool = False


@dataclass(frozen=True)
class Range:
    """Real values lo..hi of a tensor, zero included."""

    lo: float
    hi: float

    @staticmethod
    def of(lo: float, hi: float) -> Range:
        """The range widened to hold zero (padding and Relu need an exact zero)."""
        return Range(min(lo, 0.0), max(hi, 0.0))

    def union(self, other: Range) -> Range:
        """The smallest range that holds both."""
        return Range(min(self.lo, other.lo), max(self.hi, other.hi))

    def clipped(self, lo: float, hi: float) -> Range:
        """The part inside lo..hi (zero stays included)."""
        return Range.of(min(max(self.lo, lo), hi), min(max(self.hi, lo), hi))


def activation_quant(r: Range) -> Quant:
    """Asymmetric int8 over a range; a range of nothing but zero gets ``ZERO_SCALE``."""
    if r.hi - r.lo < TINY:
        return Quant.per_tensor(ZERO_SCALE, 0)
    scale = float(np.float32((r.hi - r.lo) / 255))
    zero = round(INT8_MIN - r.lo / scale)
    return Quant.per_tensor(scale, min(max(zero, INT8_MIN), INT8_MAX))


def constant_quant(values: Array) -> Quant:
    """Asymmetric int8 for a constant operand."""
    if values.size == 0:
        return activation_quant(Range(0.0, 0.0))
    return activation_quant(Range.of(float(values.min()), float(values.max())))


def quantize_constant(values: Array, quant: Quant) -> Array:
    """A real constant as int8 (round half to even, saturating)."""
    q = np.rint(values.astype(np.float64) / quant.s) + quant.z
    out: Array = np.clip(q, INT8_MIN, INT8_MAX).astype(np.int8)
    return out


def stored_quant(values: Array, quant: Quant) -> Quant | None:
    """The int8 form of a constant's own per-tensor quantization, when ``values`` are exactly its grid.

    uint8 grids are shifted by 128.  None: per axis, off the grid, or out of int8's reach.
    """
    steps = grid(values, quant)
    if steps is None or quant.axis is not None:
        return None
    for zero in (quant.z, quant.z - 128):
        fits = steps.size == 0 or (steps.min() + zero >= INT8_MIN and steps.max() + zero <= INT8_MAX)
        if INT8_MIN <= zero <= INT8_MAX and fits:
            return Quant.per_tensor(quant.s, zero)
    return None


def grid(values: Array, quant: Quant) -> Array | None:
    """The integers q - zero_point that ``values`` were dequantized from, as float64; None when they are not on it."""
    shape = [1] * values.ndim
    if quant.axis is not None:
        if quant.axis >= values.ndim or values.shape[quant.axis] != len(quant.scale):
            return None
        shape[quant.axis] = -1
    steps = values.astype(np.float64) / np.asarray(quant.scale).reshape(shape if quant.axis is not None else ())
    nearest: Array = np.rint(steps)
    if steps.size and float(np.abs(steps - nearest).max()) > ON_GRID:
        return None
    return nearest


@dataclass(frozen=True)
class Weights:
    """Integer weights of one layer: int8 ``data`` [O, ...], ``scale`` float32 [O], int32 ``bias`` [O].

    ``changed`` says that integers of a quantized model could not be kept in some channel.
    """

    data: Array
    scale: Array
    bias: Array
    changed: bool = False


def quantize_weights(w: Array, bias: Array, source: Quant, target: Quant, given: Quant | None = None) -> Weights:
    """Weights [O, ...] and bias [O] in integers.

    Args:
        w: real weights, output channel first.
        bias: real bias.
        source: quantization of the layer's input.
        target: quantization of its output.
        given: quantization the weights come with (quantized models); their integers are kept where they fit.

    Raises:
        EdgecError: a scale has no float32 value, because weights or biases are out of any sane proportion.
    """
    flat = w.reshape(w.shape[0], -1).astype(np.float64)
    channels = flat.shape[0]
    bias = bias.astype(np.float64)
    steps = _given_steps(w, given)
    changed = np.zeros(channels, bool)
    if steps is None or given is None:
        floor = FINEST_WEIGHT * target.s / source.s
        q, scale = _symmetric(flat, np.where(flat.any(axis=1), floor, target.s / source.s / 256))
        changed[:] = given is not None
    else:
        scale = np.broadcast_to(np.asarray(given.scale, np.float64), (channels,)).copy()
        q, scale, changed = _refit(steps.reshape(channels, -1), scale)
    while (over := _overflows(q, _bias(bias, source, scale), source)).any():
        scale[over] = np.float32(scale[over] * 2)
        q[over] = np.rint(flat[over] / scale[over, None])
        changed |= over & (given is not None)
    if not (np.isfinite(scale).all() and (scale >= TINY).all()):
        raise EdgecError("a weight scale is outside the range of float32: weights or biases are out of proportion")
    return Weights(
        q.astype(np.int8).reshape(w.shape),
        scale.astype(np.float32),
        _bias(bias, source, scale).astype(np.int32),
        bool(changed.any()),
    )


def _given_steps(w: Array, given: Quant | None) -> Array | None:
    if given is None or given.axis not in (None, 0):
        return None
    return grid(w, given)


def _symmetric(flat: Array, floor: Array) -> tuple[Array, Array]:
    """Integers and float32 scales so that each channel's largest weight is 127 (or less where the floor rules)."""
    scale = np.maximum(np.abs(flat).max(axis=1, initial=0.0) / WEIGHT_MAX, np.maximum(floor, TINY))
    scale = scale.astype(np.float32).astype(np.float64)
    return np.clip(np.rint(flat / scale[:, None]), -WEIGHT_MAX, WEIGHT_MAX), scale


def _refit(steps: Array, scale: Array) -> tuple[Array, Array, Array]:
    """Given integers q - zero_point into [-127, 127]: kept, or per channel clipped or rescaled, whichever errs less."""
    changed = np.abs(steps).max(axis=1, initial=0.0) > WEIGHT_MAX
    clipped = np.clip(steps, -WEIGHT_MAX, WEIGHT_MAX)
    rescaled, factor = _symmetric(steps, np.ones(len(steps)))
    clip_error = ((steps - clipped) ** 2).sum(axis=1)
    scale_error = ((steps - rescaled * factor[:, None]) ** 2).sum(axis=1)
    use = scale_error < clip_error
    return np.where(use[:, None], rescaled, clipped), np.where(use, np.float32(scale * factor), scale), changed


def _bias(bias: Array, source: Quant, scale: Array) -> Array:
    return np.rint(bias / (source.s * scale))


def accumulator_bound(q: Array, bias: Array, zero_point: int) -> Array:
    """Per channel, the largest magnitude any partial sum can reach, however it is ordered: float64 [O].

    Covers both forms kernels use: bias + sum (x - Z) w, and (bias - Z sum w) + sum x w.
    """
    magnitude = np.abs(q).sum(axis=1)
    reach = max(INT8_MAX - zero_point, zero_point - INT8_MIN)
    folded = np.abs(bias - zero_point * q.sum(axis=1)) + 128 * magnitude
    plain = np.abs(bias) + reach * magnitude
    bound: Array = np.maximum(folded, plain)
    return bound


def _overflows(q: Array, bias: Array, source: Quant) -> Array:
    over: Array = accumulator_bound(q, bias, source.z) > INT32_MAX
    return over
