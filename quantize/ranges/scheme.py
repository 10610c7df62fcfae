"""The integer schemes: how ranges become scales, weights become integers, and why no accumulator can overflow.

Activations are affine int8 (real = scale * (q - zero_point)) or symmetric int16 (zero point 0), weights symmetric int8
in [-127, 127] or int4 in [-7, 7] (a quantized model's down to -128 and -8) with one scale per output channel, biases
int32 at scale s_in * s_w[c].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from enum import Enum
from types import MappingProxyType

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Quant

INT8_MIN, INT8_MAX = -128, 127
INT16_MAX = 32767
WEIGHT_MAX = {DType.I8: 127, DType.I4: 7}
INT32_MAX = 2**31 - 1
MIN_RANGE = 1e-30  # ranges below this count as constant zero: their scales would be denormal float32
ZERO_SCALE = 1 / 128  # scale of a tensor that was zero on every sample: it stands for [-1, 1]
FINEST_OUTPUT = 2.0**-16  # an output step is at least this part of the coarsest input unit: multipliers stay legal
FINEST_WEIGHT = 2.0**-24  # an accumulator unit is at least this part of the output step
ON_GRID = 1e-3  # how far w / scale may be from an integer when w was dequantized from integers
PROBABILITY = {DType.I8: Quant.per_tensor(1 / 256, INT8_MIN), DType.I16: Quant.per_tensor(1 / 32768, 0)}
TANH = {DType.I8: Quant.per_tensor(1 / 128, 0), DType.I16: Quant.per_tensor(1 / 32768, 0)}


class Scheme(Enum):
    """Integer schemes; the value is the command line's name."""

    INT8 = "int8"
    INT16X8 = "int16x8"
    INT4 = "int4"


class Precision(Enum):
    """The numbers of one layer: activations and weights."""

    INT4 = "int4"  # int8 activations, int4 weights
    INT8 = "int8"
    INT16 = "int16"  # int16 activations, int8 weights
    FLOAT = "float32"

    @property
    def activation(self) -> DType:
        """Type of the layer's input and output."""
        return {Precision.INT16: DType.I16, Precision.FLOAT: DType.F32}.get(self, DType.I8)

    @property
    def weight(self) -> DType:
        """Type of its weights."""
        return {Precision.INT4: DType.I4, Precision.FLOAT: DType.F32}.get(self, DType.I8)


class Rounding(Enum):
    """The rounding of weights to integers."""

    NEAREST = "nearest"  # each weight to its nearest step
    COMPENSATED = "compensated"  # the error of each weight is made up for by the others and by the bias


@dataclass(frozen=True)
class QuantizeOptions:
    """The user's choices for quantization.

    ``calibrator`` is a name of ``calibrate.CALIBRATORS``; ``allow_float`` keeps nodes without integer form in float32;
    ``layers`` sets the precision of single layers, by node name, whatever the scheme says.
    """

    scheme: Scheme = Scheme.INT8
    calibrator: str = "auto"
    allow_float: bool = False
    rounding: Rounding = Rounding.COMPENSATED
    layers: Mapping[str, Precision] = field(default_factory=lambda: MappingProxyType({}))


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


def activation_quant(r: Range, dtype: DType = DType.I8) -> Quant:
    """Asymmetric int8 or symmetric int16 over a range; a range of nothing but zero gets ``ZERO_SCALE``."""
    if r.hi - r.lo < MIN_RANGE:
        return Quant.per_tensor(ZERO_SCALE, 0)
    if dtype is DType.I16:
        return Quant.per_tensor(max(r.hi, -r.lo) / INT16_MAX, 0)
    scale = float(np.float32((r.hi - r.lo) / 255))
    zero = round(INT8_MIN - r.lo / scale)
    return Quant.per_tensor(scale, min(max(zero, INT8_MIN), INT8_MAX))


def in_width(quant: Quant, dtype: DType) -> Quant:
    """The quantization that a quantized model gives, as int8 or int16: itself where it is of that width."""
    if quant.wide == (dtype is DType.I16):
        return replace(quant, wide=False)
    lo, hi = (-INT16_MAX, INT16_MAX) if quant.wide else (INT8_MIN, INT8_MAX)
    return activation_quant(Range.of((lo - quant.z) * quant.s, (hi - quant.z) * quant.s), dtype)


def constant_quant(values: Array, dtype: DType = DType.I8) -> Quant:
    """The quantization of a constant operand: asymmetric int8 or symmetric int16."""
    if values.size == 0:
        return activation_quant(Range(0.0, 0.0), dtype)
    return activation_quant(Range.of(float(values.min()), float(values.max())), dtype)


def quantize_constant(values: Array, quant: Quant, dtype: DType = DType.I8) -> Array:
    """A real constant as integers (round half to even, saturating)."""
    q = np.rint(values.astype(np.float64) / quant.s) + quant.z
    out: Array = np.clip(q, *integer_limits(dtype)).astype(dtype.numpy)
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
