"""ONNX QuantizeLinear and DequantizeLinear."""

from __future__ import annotations

import numpy as np

from edgec.converter.fixed_point import dequantize_array, integer_limits, quantize_array
from edgec.converter.ir import DType, Quant, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.shape import onnx_dtype
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs


def read_quant(c: Lowering, x: Tensor, zero_dtype: DType) -> tuple[Quant, DType]:
    """Scale, zero point and axis of the node, checked."""
    scale = np.asarray(c.const(1, "scale"), np.float64)
    if not np.all(np.isfinite(scale)) or scale.size == 0 or scale.min() <= 0:
        c.invalid("its scale is not a positive finite number")
    if c.attr_int("block_size", 0):
        c.refuse("it uses blocked quantization", "quantize per tensor or per channel")
    dtype = c.x(2).dtype if c.has(2) else zero_dtype
    zero = c.const(2, "zero point") if c.has(2) else np.zeros(scale.shape, np.int64)
    if zero.size != scale.size:
        c.invalid(f"it has {scale.size} scales and {zero.size} zero points")
    lo, hi = integer_limits(dtype)
    if zero.min() < lo or zero.max() > hi:
        c.invalid(f"a zero point is outside {dtype.value}")
    if scale.size == 1 and (scale.ndim == 0 or len(x.shape) == 0 or x.shape[c.attr_int("axis", 1) % len(x.shape)] != 1):
        return Quant.per_tensor(float(scale.reshape(-1)[0]), int(zero.reshape(-1)[0])), dtype
    axis = c.axis(c.attr_int("axis", 1), len(x.shape))
    if x.shape[axis] != scale.size:
        c.invalid(f"{scale.size} scales along axis {axis} do not fit shape {list(x.shape)}")
    if scale.size == 1:
        return Quant.per_tensor(float(scale.reshape(-1)[0]), int(zero.reshape(-1)[0])), dtype
    return Quant.per_axis(scale, axis, zero), dtype


@onnx_op("QuantizeLinear")
def lower_quantize(c: Lowering) -> None:
    """QuantizeLinear; of a constant, the integers with their scale."""
    x = c.x(0)
    default = onnx_dtype(c, c.attr_int("output_dtype", 0)) if c.attr_int("output_dtype", 0) else DType.U8
    quant, dtype = read_quant(c, x, default)
    if x.data is not None:
        data = quantize_array(x.data, quant, dtype)
        c.output(c.const_tensor(data, quant))
        return
    axis = -1 if quant.axis is None else quant.axis
    c.output(c.emit("Quantize", QuantizeAttrs(dtype, quant.scale, quant.zero_point, axis), x))


@onnx_op("DequantizeLinear")
def lower_dequantize(c: Lowering) -> None:
    """DequantizeLinear; of a constant, real values with their scale, so that its integers come back exactly."""
    x = c.x(0)
    quant, _ = read_quant(c, x, x.dtype)
    if x.data is not None:
        c.output(c.const_tensor(dequantize_array(x.data, quant), quant))
        return
    axis = -1 if quant.axis is None else quant.axis
    c.output(c.emit("Dequantize", DequantizeAttrs(quant.scale, quant.zero_point, axis), x))
