"""ONNX elementwise operators, softmax and casts."""

from __future__ import annotations

import math

import numpy as np

from edgec.converter.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import BinaryFn, SoftmaxAttrs, UnaryFn

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
}
BINARY = {
    "Add": BinaryFn.ADD,
    "Sub": BinaryFn.SUB,
    "Mul": BinaryFn.MUL,
    "Div": BinaryFn.DIV,
    "Pow": BinaryFn.POW,
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


@onnx_op("Relu")
def lower_relu(c: Lowering) -> None:
    """Relu is a clip to [0, inf)."""
    c.output(c.unary(c.x(0), UnaryFn.CLIP, 0.0, math.inf))


@onnx_op("Clip")
def lower_clip(c: Lowering) -> None:
    """Clip with bounds from attributes (opset 6) or inputs."""
    lo = c.const_scalar(1, "min", c.attr_float("min", -math.inf))
    hi = c.const_scalar(2, "max", c.attr_float("max", math.inf))
    c.output(c.unary(c.x(0), UnaryFn.CLIP, lo, hi))


@onnx_op("LeakyRelu")
def lower_leaky_relu(c: Lowering) -> None:
    """LeakyRelu."""
    c.output(c.unary(c.x(0), UnaryFn.LEAKY_RELU, c.attr_float("alpha", 0.01)))


@onnx_op("Elu")
def lower_elu(c: Lowering) -> None:
    """Elu."""
    c.output(c.unary(c.x(0), UnaryFn.ELU, c.attr_float("alpha", 1.0)))


@onnx_op("HardSigmoid")
def lower_hard_sigmoid(c: Lowering) -> None:
    """HardSigmoid."""
    c.output(c.unary(c.x(0), UnaryFn.HARD_SIGMOID, c.attr_float("alpha", 0.2), c.attr_float("beta", 0.5)))


@onnx_op("HardSwish")
def lower_hard_swish(c: Lowering) -> None:
    """HardSwish: x * clip(x / 6 + 0.5, 0, 1)."""
    c.output(c.unary(c.x(0), UnaryFn.HARD_SWISH, 1.0 / 6.0, 0.5))


@onnx_op("Gelu")
def lower_gelu(c: Lowering) -> None:
    """Gelu by the error function; the tanh approximation by its formula."""
    x = c.x(0)
    if c.attr_str("approximate", "none") == "none":
        c.output(c.unary(x, UnaryFn.GELU))
        return

    def k(value: float) -> Tensor:
        return c.const_tensor(np.asarray(value, x.dtype.numpy))

    cube = c.binary(c.binary(c.binary(x, x, BinaryFn.MUL), x, BinaryFn.MUL), k(0.044715), BinaryFn.MUL)
    inner = c.binary(c.binary(x, cube, BinaryFn.ADD), k(math.sqrt(2.0 / math.pi)), BinaryFn.MUL)
    gate = c.binary(c.unary(inner, UnaryFn.TANH), k(1.0), BinaryFn.ADD)
    c.output(c.binary(c.binary(x, k(0.5), BinaryFn.MUL), gate, BinaryFn.MUL))


@onnx_op(*BINARY)
def lower_binary(c: Lowering) -> None:
    """Arithmetic of two values."""
    a, b = c.x(0), c.x(1)
    if c.node.op == "Pow" and a.dtype is not b.dtype:
        b = c.emit("Cast", CastAttrs(a.dtype), b)
    c.output(c.binary(a, b, BINARY[c.node.op]))


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


@onnx_op("Softmax", "LogSoftmax")
def lower_softmax(c: Lowering) -> None:
    """Softmax along an axis; before opset 13 over all axes from it on, flattened."""
    x = c.x(0)
    log = c.node.op == "LogSoftmax"
    rank = len(x.shape)
    if c.node.opset >= 13:
        c.output(c.emit("Softmax", SoftmaxAttrs(c.axis(c.attr_int("axis", -1), rank), log), x))
        return
    axis = c.axis(c.attr_int("axis", 1), rank)
    if math.prod(x.shape[axis + 1 :]) == 1:
        c.output(c.emit("Softmax", SoftmaxAttrs(axis, log), x))
        return
    flat = c.reshape(x, (math.prod(x.shape[:axis]), math.prod(x.shape[axis:])))
    c.output(c.reshape(c.emit("Softmax", SoftmaxAttrs(1, log), flat), x.shape))


@onnx_op("Cast", "CastLike")
def lower_cast(c: Lowering) -> None:
    """Cast; nothing when the type stays."""
    x = c.x(0)
    to = c.x(1).dtype if c.node.op == "CastLike" else ONNX_TYPES.get(c.attr_int("to", 0))
    if to is None:
        c.refuse(f"its target type {c.attr_int('to', 0)} is not supported", "cast to a numeric type")
    c.output(x if to is x.dtype else c.emit("Cast", CastAttrs(to), x))


@onnx_op("Identity", "Dropout")
def lower_identity(c: Lowering) -> None:
    """Nothing at inference."""
    if c.wants(1) and c.node.op == "Dropout":
        c.refuse("its mask output is used, dropout does nothing at inference", "remove the mask output")
    c.output(c.x(0))
