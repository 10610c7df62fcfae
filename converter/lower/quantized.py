"""ONNX operators on quantized tensors.

With constant scales, QuantizeLinear and DequantizeLinear become boundary operators, which the quantization stage turns
into an integer model; with computed scales (dynamic quantization) they are arithmetic.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import dequantize_array, integer_limits, quantize_array
from edgec.converter.graph.ir import DType, Quant, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import convolve, dense
from edgec.converter.lower.storage import FORMAT_CODES, NARROW_CODES, converted, holder_of
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import GatherAttrs


def read_quant(c: Lowering, x: Tensor, scale: Tensor, zero: Tensor | None, dtype: DType, axis: int) -> Quant:
    """Constant scale and zero point along an axis, checked."""
    assert scale.data is not None
    s = np.asarray(scale.data, np.float64)
    if not np.all(np.isfinite(s)) or s.size == 0 or s.min() <= 0:
        c.invalid("its scale is not a positive finite number")
    z = np.zeros(s.shape, np.int64) if zero is None or zero.data is None else zero.data
    if z.size != s.size:
        c.invalid(f"it has {s.size} scales and {z.size} zero points")
    lo, hi = integer_limits(dtype)
    if z.min() < lo or z.max() > hi:
        c.invalid(f"a zero point is outside {dtype.value}")
    if s.size == 1:  # the axis says nothing then, and tools write one that does not exist
        return Quant.per_tensor(float(s.reshape(-1)[0]), int(z.reshape(-1)[0]))
    axis = c.axis(axis, len(x.shape))
    if x.shape[axis] != s.size:
        c.invalid(f"{s.size} scales along axis {axis} do not fit shape {list(x.shape)}")
    return Quant.per_axis(s, axis, z)


def parameter(c: Lowering, i: int) -> Tensor | None:
    """An optional input."""
    return c.x(i) if c.has(i) else None


def is_fixed(*tensors: Tensor | None) -> bool:
    """All are constants (or absent)."""
    return all(t is None or t.data is not None for t in tensors)


def spread(c: Lowering, v: Tensor, shape: Sequence[int], axis: int, block: int) -> Tensor:
    """A scale or zero point shaped to broadcast against a tensor: one, per axis, or per block of an axis."""
    if block:
        axis = c.axis(axis, len(shape))
        index = np.arange(shape[axis], dtype=np.int64) // block
        return c.emit("Gather", GatherAttrs(axis), v, c.const_tensor(index))
    if v.size == 1:
        return c.reshape(v, ())
    axis = c.axis(axis, len(shape))
    if v.shape != (shape[axis],):
        c.invalid(f"its scale has shape {list(v.shape)}, [{shape[axis]}] is needed")
    return c.reshape(v, (v.size, *(1,) * (len(shape) - axis - 1)))


def quantize_computed(
    c: Lowering, x: Tensor, scale: Tensor, zero: Tensor | None, dtype: DType, limits: tuple[int, int] | None = None
) -> Tensor:
    """saturate(round_half_even(x / scale) + zero) as arithmetic; scale and zero broadcast against x."""
    y = c.unary(c.binary(c.cast(x, DType.F32), c.cast(scale, DType.F32), BinaryFn.DIV), UnaryFn.ROUND)
    if zero is not None:
        y = c.binary(y, c.cast(zero, DType.F32), BinaryFn.ADD)
    lo, hi = limits or integer_limits(dtype)
    return c.cast(c.unary(y, UnaryFn.CLIP, float(lo), float(hi)), dtype)


def target_type(c: Lowering, zero: Tensor | None) -> tuple[int, DType]:
    """ONNX type code of what QuantizeLinear makes (0: the holder itself), and the type that holds it."""
    code = c.attr_int("output_dtype", 0) or 2
    if zero is not None:
        code = c.stored_code(zero)
        if not code and zero.dtype.is_float:
            c.invalid(f"its zero point is {zero.dtype.value}, which the operator does not take")
        if not code:
            return 0, zero.dtype
    dtype = holder_of(code)
    if dtype is None:
        c.refuse(f"its element type {code} is not supported", "quantize to int8, uint8, int16 or uint16")
    return (code if code in FORMAT_CODES or code in NARROW_CODES else 0), dtype


@onnx_op("QuantizeLinear")
def lower_quantize(c: Lowering) -> None:
    """Per tensor, per axis or per block, to integers of 2 to 16 bits and float8; a constant becomes its integers."""
    x, scale, zero = c.x(0), c.x(1), parameter(c, 2)
    code, dtype = target_type(c, zero)
    axis, block = c.attr_int("axis", 1), c.attr_int("block_size", 0)
    if code in FORMAT_CODES:
        real = c.binary(c.cast(x, DType.F32), spread(c, scale, x.shape, axis, block), BinaryFn.DIV)
        if zero is not None:
            real = c.binary(real, spread(c, zero, x.shape, axis, block), BinaryFn.ADD)
        c.output(converted(c, real, code, bool(c.attr_int("saturate", 1))))
        return
    if not is_fixed(scale, zero) or block or x.dtype is not DType.F32 or code in NARROW_CODES:
        wide = None if zero is None else spread(c, zero, x.shape, axis, block)
        limits = NARROW_CODES[code].limits if code in NARROW_CODES else None
        y = quantize_computed(c, x, spread(c, scale, x.shape, axis, block), wide, dtype, limits)
        c.output(c.mark_stored(y, code) if code else y)
        return
    quant = read_quant(c, x, scale, zero, dtype, axis)
    if x.data is not None:
        c.output(c.const_tensor(quantize_array(x.data, quant, dtype), quant))
        return
    along = -1 if quant.axis is None else quant.axis
    c.output(c.emit("Quantize", QuantizeAttrs(dtype, quant.scale, quant.zero_point, along), x))


@onnx_op("DequantizeLinear")
def lower_dequantize(c: Lowering) -> None:
    """Per tensor, per axis or per block; a constant becomes real values that remember their scale."""
    x, scale, zero = c.x(0), c.x(1), parameter(c, 2)
    axis, block = c.attr_int("axis", 1), c.attr_int("block_size", 0)
    if not is_fixed(scale, zero) or block or x.dtype is DType.F32:
        y = c.cast(x, DType.F32)
        if zero is not None:
            y = c.binary(y, c.cast(spread(c, zero, x.shape, axis, block), DType.F32), BinaryFn.SUB)
        c.output(c.binary(y, spread(c, scale, x.shape, axis, block), BinaryFn.MUL))
        return
    c.output(dequantized(c, x, scale, zero, axis))


def dequantized(c: Lowering, x: Tensor, scale: Tensor, zero: Tensor | None, axis: int) -> Tensor:
    """The real values of integers with constant scales."""
    quant = read_quant(c, x, scale, zero, x.dtype, axis)
    if x.data is not None:
        return c.const_tensor(dequantize_array(x.data, quant), quant)
    along = -1 if quant.axis is None else quant.axis
    return c.emit("Dequantize", DequantizeAttrs(quant.scale, quant.zero_point, along), x)


def requantized(c: Lowering, y: Tensor, scale: Tensor, zero: Tensor) -> Tensor:
    """A real tensor quantized per tensor with constants."""
    quant = read_quant(c, y, scale, zero, zero.dtype, 0)
    return c.emit("Quantize", QuantizeAttrs(zero.dtype, quant.scale, quant.zero_point), y)


@onnx_op("DynamicQuantizeLinear")
def lower_dynamic_quantize(c: Lowering) -> None:
    """uint8 with the scale and zero point of this very tensor."""
    x = c.x(0)
    every = tuple(range(len(x.shape)))
    zero = c.like(x, 0.0)
    top = c.binary(c.reduce(x, ReduceFn.MAX, every, False), zero, BinaryFn.MAX)
    bottom = c.binary(c.reduce(x, ReduceFn.MIN, every, False), zero, BinaryFn.MIN)
    scale = c.binary(c.binary(top, bottom, BinaryFn.SUB), c.like(x, 255.0), BinaryFn.DIV)
    point = c.unary(c.binary(c.unary(bottom, UnaryFn.NEG), scale, BinaryFn.DIV), UnaryFn.ROUND)
    point = c.cast(c.unary(point, UnaryFn.CLIP, 0.0, 255.0), DType.U8)
    c.output(quantize_computed(c, x, scale, point, DType.U8))
    c.output(scale, 1)
    c.output(point, 2)


def centered_int(c: Lowering, x: Tensor, zero: Tensor | None, axis_shape: tuple[int, ...] | None = None) -> Tensor:
    """X - zero in int32; ``axis_shape`` shapes a zero point of several elements to broadcast."""
    wide = c.cast(x, DType.I32)
    if zero is None or (zero.data is not None and not zero.data.any()):
        return wide
    point = c.cast(zero, DType.I32)
    point = c.reshape(point, () if point.size == 1 else (axis_shape or point.shape))
    return c.binary(wide, point, BinaryFn.SUB)


def rows_shape(zero: Tensor | None, x: Tensor) -> tuple[int, ...] | None:
    """A zero point or scale per row of a left matrix, shaped to broadcast."""
    if zero is None or zero.size == 1 or len(zero.shape) != 1:
        return None
    return (*(1,) * (len(x.shape) - 2), zero.size, 1)


def matmul_integer(c: Lowering, a: Tensor, az: Tensor | None, b: Tensor, bz: Tensor | None) -> Tensor:
    """int32 product of integers less their zero points."""
    return c.emit("MatMul", MatMulAttrs(), centered_int(c, a, az, rows_shape(az, a)), centered_int(c, b, bz))


@onnx_op("MatMulInteger")
def lower_matmul_integer(c: Lowering) -> None:
    """Exact in int32."""
    if min(len(c.x(0).shape), len(c.x(1).shape)) < 2:
        c.refuse("an operand is a vector", "give both operands two dimensions")
    c.output(matmul_integer(c, c.x(0), parameter(c, 2), c.x(1), parameter(c, 3)))


def channel_shape(v: Tensor | None, rank: int) -> tuple[int, ...] | None:
    """A value per output channel shaped for a weight [O, ...]."""
    return None if v is None or v.size == 1 else (v.size, *(1,) * (rank - 1))


@onnx_op("ConvInteger")
def lower_conv_integer(c: Lowering) -> None:
    """Exact in int32; padding is the zero point."""
    x = centered_int(c, c.x(0), parameter(c, 2))
    w = centered_int(c, c.x(1), parameter(c, 3), channel_shape(parameter(c, 3), len(c.x(1).shape)))
    c.output(convolve(c, x, w, None))


@onnx_op("QLinearConv")
def lower_qlinear_conv(c: Lowering) -> None:
    """With constant scales a convolution between quantizations; else exact integers and a computed scaling."""
    x, xs, xz, w, ws, wz, ys, yz = (c.x(i) for i in range(8))
    bias = parameter(c, 8)
    if is_fixed(xs, xz, w, ws, wz, ys, yz, bias):
        real_bias = None
        if bias is not None:
            assert bias.data is not None and xs.data is not None and ws.data is not None
            scales = np.broadcast_to(xs.data.reshape(-1).astype(np.float64) * ws.data.reshape(-1), bias.shape)
            quant = Quant.per_axis(scales, 0)
            real_bias = c.const_tensor(dequantize_array(bias.data, quant), quant)
        y = convolve(c, dequantized(c, x, xs, xz, 0), dequantized(c, w, ws, wz, 0), real_bias)
        c.output(requantized(c, y, ys, yz))
        return
    acc = convolve(c, centered_int(c, x, xz), centered_int(c, w, wz, channel_shape(wz, len(w.shape))), bias)
    factor = c.binary(ws if ws.size > 1 else c.reshape(ws, ()), c.reshape(xs, ()), BinaryFn.MUL)
    if factor.size > 1:
        factor = c.reshape(factor, (factor.size, *(1,) * (len(acc.shape) - 2)))
    c.output(scaled_back(c, acc, factor, ys, yz))


def scaled_back(c: Lowering, acc: Tensor, factor: Tensor, scale: Tensor, zero: Tensor) -> Tensor:
    """An int32 accumulator times a computed factor, quantized."""
    real = c.binary(c.cast(acc, DType.F32), factor, BinaryFn.MUL)
    return quantize_computed(c, real, c.reshape(scale, ()), c.reshape(zero, ()), zero.dtype)


@onnx_op("QLinearMatMul")
def lower_qlinear_matmul(c: Lowering) -> None:
    """With constant scales a product between quantizations; else exact integers and a computed scaling."""
    a, sa, az, b, sb, bz, ys, yz = (c.x(i) for i in range(8))
    if min(len(a.shape), len(b.shape)) < 2:
        c.refuse("an operand is a vector", "give both operands two dimensions")
    if is_fixed(sa, az, sb, bz, ys, yz) and sa.size == 1:
        left = dequantized(c, a, sa, az, 0)
        right = dequantized(c, b, sb, bz, len(b.shape) - 1)
        c.output(requantized(c, multiply(c, left, right), ys, yz))
        return
    acc = matmul_integer(c, a, az, b, bz)
    shape = rows_shape(sa, a)
    left = c.reshape(sa, ()) if sa.size == 1 else c.reshape(sa, shape or sa.shape)
    right = c.reshape(sb, ()) if sb.size == 1 else sb
    c.output(scaled_back(c, acc, c.binary(left, right, BinaryFn.MUL), ys, yz))


def multiply(c: Lowering, a: Tensor, b: Tensor) -> Tensor:
    """Matrix product of real tensors; a constant right matrix is a fully connected layer."""
    if b.data is not None and len(b.shape) == 2:
        return dense(c, a, b, None)
    return c.emit("MatMul", MatMulAttrs(), a, b)
