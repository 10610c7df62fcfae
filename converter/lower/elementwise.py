"""ONNX elementwise operators, softmax and casts."""

from __future__ import annotations

import math

import numpy as np

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, integer_dtype, onnx_op
from edgec.converter.ops.elementwise import BinaryFn, SoftmaxAttrs, UnaryFn
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.converter.ops.logic import CompareFn

PLAIN = {
    "Sigmoid": UnaryFn.SIGMOID,
    "Tanh": UnaryFn.TANH,
    "Exp": UnaryFn.EXP,
    "Log": UnaryFn.LOG,
    "Sqrt": UnaryFn.SQRT,
    "Abs": UnaryFn.ABS,
    "Neg": UnaryFn.NEG,
    "Reciprocal": UnaryFn.RECIPROCAL,
    "Erf": UnaryFn.ERF,
    "Softplus": UnaryFn.SOFTPLUS,
    "Sin": UnaryFn.SIN,
    "Cos": UnaryFn.COS,
    "Floor": UnaryFn.FLOOR,
    "Ceil": UnaryFn.CEIL,
    "Round": UnaryFn.ROUND,
    "Sign": UnaryFn.SIGN,
    "Tan": UnaryFn.TAN,
    "Asin": UnaryFn.ASIN,
    "Acos": UnaryFn.ACOS,
    "Atan": UnaryFn.ATAN,
    "Sinh": UnaryFn.SINH,
    "Cosh": UnaryFn.COSH,
    "Asinh": UnaryFn.ASINH,
    "Acosh": UnaryFn.ACOSH,
    "Atanh": UnaryFn.ATANH,
    "Softsign": UnaryFn.SOFTSIGN,
    "Mish": UnaryFn.MISH,
}
BINARY = {
    "Add": BinaryFn.ADD,
    "Sub": BinaryFn.SUB,
    "Mul": BinaryFn.MUL,
    "Div": BinaryFn.DIV,
    "PRelu": BinaryFn.PRELU,
    "And": BinaryFn.AND,
    "Or": BinaryFn.OR,
    "Xor": BinaryFn.XOR,
    "BitwiseAnd": BinaryFn.AND,
    "BitwiseOr": BinaryFn.OR,
    "BitwiseXor": BinaryFn.XOR,
}
COMPARISONS = {
    "Equal": CompareFn.EQ,
    "Less": CompareFn.LT,
    "LessOrEqual": CompareFn.LE,
    "Greater": CompareFn.GT,
    "GreaterOrEqual": CompareFn.GE,
}
ONNX_TYPES = {
    1: DType.F32,
    2: DType.U8,
    3: DType.I8,
    4: DType.U16,
    5: DType.I16,
    6: DType.I32,
    7: DType.I64,
    9: DType.BOOL,
    10: DType.F16,
    11: DType.F64,
    12: DType.U32,
    13: DType.U64,
    22: DType.I4,
}


@onnx_op(*PLAIN)
def lower_plain(c: Lowering) -> None:
    """Functions without parameters."""
    c.output(c.unary(c.x(0), PLAIN[c.node.op]))


@onnx_op(*BINARY)
def lower_binary(c: Lowering) -> None:
    """Arithmetic, logic and bits of two values; with opset 6 broadcasting at an axis."""
    a, b = c.x(0), c.x(1)
    if c.attr_int("broadcast", 0) and "axis" in c.node.attrs:  # opset 6
        after = len(a.shape) - c.axis(c.attr_int("axis", 0), len(a.shape)) - len(b.shape)
        b = c.reshape(b, (*b.shape, *(1,) * max(after, 0)))
    c.output(c.binary(a, b, BINARY[c.node.op]))


@onnx_op("Pow")
def lower_pow(c: Lowering) -> None:
    """Power of equal or mixed types; mixed ones are computed in float32 and take the base's type."""
    a, b = c.x(0), c.x(1)
    if a.dtype is b.dtype:
        c.output(c.binary(a, b, BinaryFn.POW))
    elif a.dtype.is_float or integer_dtype(b.dtype):
        c.output(c.binary(a, c.cast(b, a.dtype), BinaryFn.POW))
    else:
        c.output(c.cast(c.binary(c.cast(a, DType.F32), c.cast(b, DType.F32), BinaryFn.POW), a.dtype))


@onnx_op("Mod")
def lower_mod(c: Lowering) -> None:
    """Remainder with the sign of the divisor, or of the dividend with fmod=1."""
    c.output(c.binary(c.x(0), c.x(1), BinaryFn.FMOD if c.attr_int("fmod", 0) else BinaryFn.MOD))


@onnx_op("BitShift")
def lower_bit_shift(c: Lowering) -> None:
    """Shift by bits; the sign of signed integers moves in from the left."""
    direction = c.attr_str("direction", "")
    if direction not in ("LEFT", "RIGHT"):
        c.invalid(f"direction '{direction}' is not LEFT or RIGHT")
    c.output(c.binary(c.x(0), c.x(1), BinaryFn.SHL if direction == "LEFT" else BinaryFn.SHR))


@onnx_op("Not", "BitwiseNot")
def lower_not(c: Lowering) -> None:
    """All bits turned (of a bool, the one)."""
    x = c.x(0)
    ones = 1 if x.dtype is DType.BOOL else -1
    mask = c.const_tensor(np.asarray(ones).astype(x.dtype.numpy))
    c.output(c.binary(x, mask, BinaryFn.XOR))


@onnx_op(*COMPARISONS)
def lower_compare(c: Lowering) -> None:
    """Comparison of numbers (Equal also of bools)."""
    c.output(c.compare(c.x(0), c.x(1), COMPARISONS[c.node.op]))


@onnx_op("Where")
def lower_where(c: Lowering) -> None:
    """Choice by a condition, broadcasting."""
    c.output(c.where(c.x(0), c.x(1), c.x(2)))


@onnx_op("IsNaN")
def lower_is_nan(c: Lowering) -> None:
    """NaN is what differs from itself."""
    c.output(c.compare(c.x(0), c.x(0), CompareFn.NE))


@onnx_op("IsInf")
def lower_is_inf(c: Lowering) -> None:
    """Equal to an infinity of a detected sign."""
    x = c.x(0)
    plus, minus = c.attr_int("detect_positive", 1), c.attr_int("detect_negative", 1)
    if not plus and not minus:
        c.output(c.compare(x, x, CompareFn.LT))
        return
    value = c.unary(x, UnaryFn.ABS) if plus and minus else x
    c.output(c.compare(value, c.like(x, math.inf if plus else -math.inf), CompareFn.EQ))


@onnx_op("Max", "Min")
def lower_extremum(c: Lowering) -> None:
    """Maximum or minimum of one or more values."""
    first, *rest = c.xs()
    for other in rest:
        first = c.binary(first, other, BinaryFn.MAX if c.node.op == "Max" else BinaryFn.MIN)
    c.output(first)


@onnx_op("Sum", "Mean")
def lower_sum(c: Lowering) -> None:
    """Sum or mean of one or more values."""
    values = c.xs()
    y = values[0]
    for other in values[1:]:
        y = c.binary(y, other, BinaryFn.ADD)
    if c.node.op == "Mean" and len(values) > 1:
        y = c.binary(y, c.const_tensor(np.asarray(1.0 / len(values), y.dtype.numpy)), BinaryFn.MUL)
    c.output(y)


@onnx_op("Softmax", "LogSoftmax", "Hardmax")
def lower_softmax(c: Lowering) -> None:
    """Softmax along an axis (Hardmax: 1 at the first maximum); before opset 13 over all axes from it on, flattened."""
    x = c.x(0)
    rank = len(x.shape)
    if c.node.opset >= 13:
        c.output(_softmax(c, x, c.axis(c.attr_int("axis", -1), rank)))
        return
    axis = c.axis(c.attr_int("axis", 1), rank)
    if math.prod(x.shape[axis + 1 :]) == 1:
        c.output(_softmax(c, x, axis))
        return
    flat = c.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))
    c.output(c.reshape(_softmax(c, flat, 1), x.shape))


def _softmax(c: Lowering, x: Tensor, axis: int) -> Tensor:
    if c.node.op != "Hardmax":
        return c.emit("Softmax", SoftmaxAttrs(axis, c.node.op == "LogSoftmax"), x)
    top = c.emit("ArgReduce", ArgReduceAttrs(axis), x)
    count = x.shape[axis]
    places = c.const_tensor(np.arange(count).reshape(-1, *(1,) * (len(x.shape) - axis - 1)))
    return c.cast(c.compare(top, places, CompareFn.EQ), x.dtype)


@onnx_op("Identity")
def lower_identity(c: Lowering) -> None:
    """Nothing."""
    c.output(c.x(0))


@onnx_op("Dropout")
def lower_dropout(c: Lowering) -> None:
    """Nothing at inference.  In training mode the seed fixes the mask, which is a constant (as ONNX computes it)."""
    x = c.x(0)
    ratio = c.const_scalar(1, "ratio", c.attr_float("ratio", 0.5))
    training = bool(c.const_scalar(2, "training mode", 0.0)) and ratio != 0.0
    mask = np.ones(x.shape, np.bool_)
    if training:
        if "seed" not in c.node.attrs:
            c.refuse("it is in training mode and has no seed", "export the model in eval mode")
        mask = np.random.RandomState(c.attr_int("seed", 0)).uniform(0.0, 1.0, x.shape) >= ratio
        scale = c.const_tensor(mask.astype(x.dtype.numpy) / np.asarray(1.0 - ratio, x.dtype.numpy))
        x = c.binary(x, scale, BinaryFn.MUL)
    c.output(x)
    if c.wants(1):
        c.output(c.const_tensor(mask), 1)
