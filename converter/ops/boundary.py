"""Operators between real and integer tensors: Quantize, Dequantize, Requantize, Cast."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import (
    dequantize_array,
    integer_limits,
    multiplier,
    quantize_array,
    requantize,
)
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType, Quant
from edgec.converter.ops.spec import Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, known


@dataclass(frozen=True)
class QuantizeAttrs(Attrs):
    """float32 -> ``to`` by ONNX QuantizeLinear; ``axis`` -1 means one scale (see ``Quant``)."""

    to: DType
    scale: tuple[float, ...]
    zero_point: tuple[int, ...]
    axis: int = -1

    @property
    def quant(self) -> Quant:
        """The quantization as the tensor carries it."""
        return Quant(self.scale, self.zero_point, None if self.axis < 0 else self.axis)


@dataclass(frozen=True)
class DequantizeAttrs(Attrs):
    """Integer -> float32 by ONNX DequantizeLinear."""

    scale: tuple[float, ...]
    zero_point: tuple[int, ...]
    axis: int = -1

    @property
    def quant(self) -> Quant:
        """The quantization as the tensor carries it."""
        return Quant(self.scale, self.zero_point, None if self.axis < 0 else self.axis)


def _check_axis(quant: Quant, shape: tuple[int, ...]) -> None:
    if quant.axis is None:
        if len(quant.scale) != 1:
            raise ShapeError(f"{len(quant.scale)} scales are given for a whole tensor")
    elif quant.axis >= len(shape) or shape[quant.axis] != len(quant.scale):
        raise ShapeError(f"{len(quant.scale)} scales along axis {quant.axis} do not fit shape {list(shape)}")


def infer_quantize(a: QuantizeAttrs, ins: Ins) -> list[TensorType]:
    """Same shape, integer type."""
    x = known(ins, 0)
    _check_axis(a.quant, x.shape)
    return [(x.shape, a.to)]


def infer_dequantize(a: DequantizeAttrs, ins: Ins) -> list[TensorType]:
    """Same shape, float32."""
    x = known(ins, 0)
    _check_axis(a.quant, x.shape)
    return [(x.shape, DType.F32)]


@dataclass(frozen=True)
class CastAttrs(Attrs):
    """Plain conversion to ``to``: float to integer truncates toward zero and saturates, integers keep their low bits.

    int4 takes the low four bits of the int32, also of a float.
    """

    to: DType


def run_cast(a: CastAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference."""
    x, to = ins[0], a.to.numpy
    with np.errstate(all="ignore"):
        if a.to is DType.I4:
            (whole,) = run_cast(CastAttrs(DType.I32), ins)
            return [((whole.astype(np.int64) + 8) % 16 - 8).astype(np.int8)]
        if np.issubdtype(x.dtype, np.floating) and np.issubdtype(to, np.integer):
            return [_saturated(x, a.to)]
        return [x.astype(to)]


def _saturated(x: Array, to: DType) -> Array:
    """Truncated toward zero; what the type does not hold becomes its nearest value, NaN becomes 0."""
    lo, hi = integer_limits(to)
    inside = np.trunc(np.nan_to_num(x.astype(np.float64), nan=0.0, posinf=np.inf, neginf=-np.inf))
    y = np.where((inside >= hi) | (inside <= lo), 0.0, inside).astype(to.numpy)
    return np.asarray(np.where(inside >= hi, hi, np.where(inside <= lo, lo, y)), to.numpy)


def run_requantize_int(call: IntCall) -> list[Array]:
    """Integer reference: from one integer quantization to another, uint8 included."""
    lo, hi = integer_limits(call.out_types[0][1])
    acc = call.x(0).astype(np.int64) - call.q(0).z
    if call.q(0).s == call.out.s:
        return [np.clip(acc + call.out.z, lo, hi).astype(call.out_types[0][1].numpy)]
    factor = multiplier(call.q(0).s / call.out.s)
    return [requantize(acc, factor, call.out.z, lo, hi).astype(call.out_types[0][1].numpy)]


@dataclass(frozen=True)
class RequantizeAttrs(Attrs):
    """Integer to integer; both quantizations are the tensors' own."""

    to: DType


def _float_requantize(a: RequantizeAttrs, ins: Sequence[Array]) -> list[Array]:
    return [ins[0]]


QUANTIZE = OpSpec(
    "Quantize",
    QuantizeAttrs,
    1,
    1,
    infer_quantize,
    lambda a, ins: [quantize_array(ins[0], a.quant, a.to)],
    QuantRule.BOUNDARY,
)
DEQUANTIZE = OpSpec(
    "Dequantize",
    DequantizeAttrs,
    1,
    1,
    infer_dequantize,
    lambda a, ins: [dequantize_array(ins[0], a.quant)],
    QuantRule.BOUNDARY,
)
REQUANTIZE = OpSpec(
    "Requantize",
    RequantizeAttrs,
    1,
    1,
    lambda a, ins: [(known(ins, 0).shape, a.to)],
    _float_requantize,
    QuantRule.AFFINE,
    run_requantize_int,
)
CAST = OpSpec("Cast", CastAttrs, 1, 1, lambda a, ins: [(known(ins, 0).shape, a.to)], run_cast, QuantRule.NONE)
SPECS = (QUANTIZE, DEQUANTIZE, REQUANTIZE, CAST)
