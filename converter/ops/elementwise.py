"""Elementwise operators: Unary (one table of functions), Binary (broadcasting) and Softmax."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import field
from enum import Enum

import numpy as np

from edgec.converter.arithmetic import wide
from edgec.converter.arithmetic.fixed_point import (
    add_multipliers,
    clamp_limits,
    integer_limits,
    lookup_table,
    multiplier,
    product_multiplier,
    requantize,
    softmax_table,
)
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Clamp, DType
from edgec.converter.ops.arithmetic import divide, power, remainder
from edgec.converter.ops.spec import (
    Case,
    Ins,
    IntCall,
    OpSpec,
    QuantRule,
    ShapeError,
    TensorType,
    broadcast,
    known,
)


class UnaryFn(Enum):
    """Functions of one value; the value is the C kernel's name."""

    CLIP = "clip"  # min(max(x, alpha), beta): Relu, Relu6, Clip
    LEAKY_RELU = "leaky_relu"  # alpha * x below zero
    SIGMOID = "sigmoid"
    TANH = "tanh"
    HARD_SIGMOID = "hard_sigmoid"  # min(max(alpha * x + beta, 0), 1)
    HARD_SWISH = "hard_swish"  # x * hard_sigmoid(x, alpha, beta)
    ELU = "elu"
    EXP = "exp"
    LOG = "log"
    SQRT = "sqrt"
    ABS = "abs"
    NEG = "neg"
    RECIPROCAL = "reciprocal"
    ERF = "erf"
    GELU = "gelu"
    SOFTPLUS = "softplus"
    SIN = "sin"
    COS = "cos"
    FLOOR = "floor"
    CEIL = "ceil"
    ROUND = "round"  # half to even
    SIGN = "sign"
    TAN = "tan"
    ASIN = "asin"
    ACOS = "acos"
    ATAN = "atan"
    SINH = "sinh"
    COSH = "cosh"
    ASINH = "asinh"
    ACOSH = "acosh"
    ATANH = "atanh"
    SOFTSIGN = "softsign"
    MISH = "mish"  # x * tanh(softplus(x))
    SWISH = "swish"  # x * sigmoid(alpha * x)
    GELU_TANH = "gelu_tanh"
    SELU = "selu"  # beta * (alpha * expm1(x) below zero, else x)
    CELU = "celu"  # alpha * expm1(x / alpha) below zero
    THRESHOLDED_RELU = "thresholded_relu"  # 0 up to alpha
    POWER = "power"  # x ** alpha
    SHRINK = "shrink"  # x - beta above alpha, x + beta below -alpha, else 0


@dataclass(frozen=True)
class UnaryAttrs(Attrs):
    """A function with its parameters (``alpha``, ``beta``: meaning per function)."""

    fn: UnaryFn
    alpha: float = 0.0
    beta: float = 0.0


def relu() -> UnaryAttrs:
    """Relu as a clip to [0, inf)."""
    return UnaryAttrs(UnaryFn.CLIP, 0.0, math.inf)


def _sigmoid(x: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.asarray(1.0 / (1.0 + np.exp(-x)))


def _erf(x: Array) -> Array:
    return np.asarray(np.vectorize(math.erf, otypes=[np.float64])(x))


def _hard_sigmoid(x: Array, alpha: float, beta: float) -> Array:
    return np.clip(alpha * x + beta, 0.0, 1.0)


UNARY: dict[UnaryFn, Callable[[Array, float, float], Array]] = {
    UnaryFn.CLIP: lambda x, a, b: np.minimum(np.maximum(x, a), b),
    UnaryFn.LEAKY_RELU: lambda x, a, b: np.where(x < 0, a * x, x),
    UnaryFn.SIGMOID: lambda x, a, b: _sigmoid(x),
    UnaryFn.TANH: lambda x, a, b: np.tanh(x),
    UnaryFn.HARD_SIGMOID: _hard_sigmoid,
    UnaryFn.HARD_SWISH: lambda x, a, b: x * _hard_sigmoid(x, a, b),
    UnaryFn.ELU: lambda x, a, b: np.where(x < 0, a * np.expm1(np.minimum(x, 0)), x),
    UnaryFn.EXP: lambda x, a, b: np.exp(x),
    UnaryFn.LOG: lambda x, a, b: np.log(x),
    UnaryFn.SQRT: lambda x, a, b: np.sqrt(x),
    UnaryFn.ABS: lambda x, a, b: np.abs(x),
    UnaryFn.NEG: lambda x, a, b: np.negative(x),
    UnaryFn.RECIPROCAL: lambda x, a, b: 1.0 / x,
    UnaryFn.ERF: lambda x, a, b: _erf(x),
    UnaryFn.GELU: lambda x, a, b: 0.5 * x * (1.0 + _erf(x / math.sqrt(2.0))),
    UnaryFn.SOFTPLUS: lambda x, a, b: np.logaddexp(x, 0.0),
    UnaryFn.SIN: lambda x, a, b: np.sin(x),
    UnaryFn.COS: lambda x, a, b: np.cos(x),
    UnaryFn.FLOOR: lambda x, a, b: np.floor(x),
    UnaryFn.CEIL: lambda x, a, b: np.ceil(x),
    UnaryFn.ROUND: lambda x, a, b: np.rint(x),
    UnaryFn.SIGN: lambda x, a, b: np.sign(x),
    UnaryFn.TAN: lambda x, a, b: np.tan(x),
    UnaryFn.ASIN: lambda x, a, b: np.arcsin(x),
    UnaryFn.ACOS: lambda x, a, b: np.arccos(x),
    UnaryFn.ATAN: lambda x, a, b: np.arctan(x),
    UnaryFn.SINH: lambda x, a, b: np.sinh(x),
    UnaryFn.COSH: lambda x, a, b: np.cosh(x),
    UnaryFn.ASINH: lambda x, a, b: np.arcsinh(x),
    UnaryFn.ACOSH: lambda x, a, b: np.arccosh(x),
    UnaryFn.ATANH: lambda x, a, b: np.arctanh(x),
    UnaryFn.SOFTSIGN: lambda x, a, b: x / (1.0 + np.abs(x)),
    UnaryFn.MISH: lambda x, a, b: x * np.tanh(np.logaddexp(x, 0.0)),
    UnaryFn.SWISH: lambda x, a, b: x * _sigmoid(a * x),
    UnaryFn.GELU_TANH: lambda x, a, b: 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3))),
    UnaryFn.SELU: lambda x, a, b: b * np.where(x > 0, x, a * np.expm1(np.minimum(x, 0))),
    UnaryFn.CELU: lambda x, a, b: np.where(x > 0, x, a * np.expm1(np.minimum(x, 0) / a)),
    UnaryFn.THRESHOLDED_RELU: lambda x, a, b: np.where(x > a, x, 0.0),
    UnaryFn.POWER: lambda x, a, b: np.power(x, a),
    UnaryFn.SHRINK: lambda x, a, b: np.where(x > a, x - b, np.where(x < -a, x + b, 0.0)),
}
INTEGER_UNARY = frozenset({UnaryFn.ABS, UnaryFn.NEG, UnaryFn.SIGN})  # exact on integers of any size


def infer_unary(a: UnaryAttrs, ins: Ins) -> list[TensorType]:
    """Output is like the input."""
    x = known(ins, 0)
    return [(x.shape, x.dtype)]


def apply_unary(a: UnaryAttrs, x: Array) -> Array:
    """The function in float64; poles and overflow give inf or nan as IEEE 754 does."""
    with np.errstate(all="ignore"):
        return UNARY[a.fn](x.astype(np.float64), a.alpha, a.beta)


def run_unary(a: UnaryAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference (float64 inside); integers keep their type."""
    with np.errstate(all="ignore"):
        if a.fn in INTEGER_UNARY and np.issubdtype(ins[0].dtype, np.integer):
            return [UNARY[a.fn](ins[0], a.alpha, a.beta)]
        return [apply_unary(a, ins[0]).astype(ins[0].dtype)]


def unary_table(a: UnaryAttrs, call: IntCall) -> Array:
    """The 256-entry int8 table: shape [256], index q + 128."""
    return lookup_table(lambda x: _finite(a, x), call.q(0), call.out)


def wide_unary_table(a: UnaryAttrs, call: IntCall) -> Array:
    """The int16 interpolation table: shape [513]."""
    return wide.interpolation_table(lambda x: _finite(a, x), call.q(0), call.out)


def _finite(a: UnaryAttrs, x: Array) -> Array:
    return np.nan_to_num(apply_unary(a, x), nan=0.0, posinf=3e38, neginf=-3e38)


def run_unary_int(call: IntCall) -> list[Array]:
    """Integer reference: table lookup."""
    if call.out_types[0][1] is DType.I16:
        return [wide.interpolate(wide_unary_table(call.attrs, call), call.x(0))]
    return [unary_table(call.attrs, call)[call.x(0).astype(np.int64) + 128]]


class BinaryFn(Enum):
    """Functions of two values; the value is the C kernel's name."""

    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    MAX = "max"
    MIN = "min"
    POW = "pow"
    PRELU = "prelu"  # a * b where a is below zero
    MOD = "mod"  # remainder with the sign of b
    FMOD = "fmod"  # remainder with the sign of a
    AND = "and"  # bit by bit, as OR and XOR; on bool the logical functions
    OR = "or"
    XOR = "xor"
    SHL = "shl"  # a shifted by b bits, zeros move in
    SHR = "shr"


@dataclass(frozen=True)
class BinaryAttrs(Attrs):
    """y = fn(a, b) with broadcasting, then the clamp."""

    fn: BinaryFn
    clamp: Clamp = field(default_factory=Clamp)


BINARY: dict[BinaryFn, Callable[[Array, Array], Array]] = {
    BinaryFn.ADD: np.add,
    BinaryFn.SUB: np.subtract,
    BinaryFn.MUL: np.multiply,
    BinaryFn.DIV: divide,
    BinaryFn.MAX: np.maximum,
    BinaryFn.MIN: np.minimum,
    BinaryFn.POW: power,
    BinaryFn.PRELU: lambda a, b: np.where(a < 0, a * b, a),
    BinaryFn.MOD: lambda a, b: remainder(a, b, np.mod),
    BinaryFn.FMOD: lambda a, b: remainder(a, b, np.fmod),
    BinaryFn.AND: np.bitwise_and,
    BinaryFn.OR: np.bitwise_or,
    BinaryFn.XOR: np.bitwise_xor,
    BinaryFn.SHL: np.left_shift,
    BinaryFn.SHR: np.right_shift,
}
BITWISE = frozenset({BinaryFn.AND, BinaryFn.OR, BinaryFn.XOR, BinaryFn.SHL, BinaryFn.SHR})
INT_BINARY = frozenset({BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL})


def infer_binary(a: BinaryAttrs, ins: Ins) -> list[TensorType]:
    """Broadcast shape; both operands have one type."""
    x, y = known(ins, 0), known(ins, 1)
    if x.dtype is not y.dtype:
        raise ShapeError(f"operands are {x.dtype.value} and {y.dtype.value}, one type is needed")
    if a.fn in BITWISE and x.dtype.is_float:
        raise ShapeError(f"bits of {x.dtype.value} values cannot be combined")
    return [(broadcast(x.shape, y.shape), x.dtype)]


def run_binary(a: BinaryAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference (also integers, for shape arithmetic)."""
    x, y = ins
    with np.errstate(all="ignore"):
        out = BINARY[a.fn](x, y)
    return [(out if a.clamp.is_identity else np.clip(out, a.clamp.lo, a.clamp.hi)).astype(x.dtype)]


def run_binary_int(call: IntCall) -> list[Array]:
    """Integer reference: ADD/SUB with two multipliers and one shift, MUL with one requantization."""
    a: BinaryAttrs = call.attrs
    qa, qb, out = call.q(0), call.q(1), call.out
    x = call.x(0).astype(np.int64) - qa.z
    y = call.x(1).astype(np.int64) - qb.z
    dtype = call.out_types[0][1]
    lo, hi = clamp_limits(a.clamp, out, dtype)
    if a.fn is BinaryFn.MUL:
        return [requantize(x * y, product_multiplier(qa, qb, out), out.z, lo, hi).astype(dtype.numpy)]
    sign = -1 if a.fn is BinaryFn.SUB else 1
    if dtype is DType.I16:
        return [wide.wide_add(x, sign * y, wide.wide_add_multipliers(qa.s, qb.s, out.s), lo, hi).astype(np.int16)]
    f = add_multipliers(qa.s, qb.s, out.s)
    acc = x * f.a + sign * y * f.b
    return [np.clip(((acc + (1 << (f.shift - 1))) >> f.shift) + out.z, lo, hi).astype(dtype.numpy)]


def binary_rule(a: BinaryAttrs) -> QuantRule:
    """ADD, SUB and MUL are computed in integers; the rest stay in float."""
    return QuantRule.AFFINE if a.fn in INT_BINARY else QuantRule.NONE


@dataclass(frozen=True)
class SoftmaxAttrs(Attrs):
    """Softmax (or its logarithm) along one non-negative axis."""

    axis: int
    log: bool = False


def infer_softmax(a: SoftmaxAttrs, ins: Ins) -> list[TensorType]:
    """Output is like the input."""
    x = known(ins, 0)
    if not 0 <= a.axis < len(x.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(x.shape)}")
    return [(x.shape, x.dtype)]


def run_softmax(a: SoftmaxAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x = ins[0].astype(np.float64)
    with np.errstate(invalid="ignore"):  # a row of -infinity is NaN, as it is in C
        shifted = x - x.max(axis=a.axis, keepdims=True)
    if a.log:
        return [(shifted - np.log(np.exp(shifted).sum(axis=a.axis, keepdims=True))).astype(ins[0].dtype)]
    e = np.exp(shifted)
    return [(e / e.sum(axis=a.axis, keepdims=True)).astype(ins[0].dtype)]


def run_softmax_int(call: IntCall) -> list[Array]:
    """Integer reference: p = floor(table[max - x] * 2**16 / sum), requantized from 2**-16 to the output scale."""
    a: SoftmaxAttrs = call.attrs
    x, dtype = call.x(0).astype(np.int64), call.out_types[0][1]
    d = x.max(axis=a.axis, keepdims=True) - x
    if dtype is DType.I16:
        e = wide.wide_exp(wide.wide_softmax_tables(call.q(0).s), d)
    else:
        table = softmax_table(call.q(0).s).astype(np.int64)
        e = np.concatenate([table, np.zeros(256 - len(table), np.int64)])[d]
    p = (e << 16) // e.sum(axis=a.axis, keepdims=True)
    factor = multiplier(2.0**-16 / call.out.s)
    return [requantize(p, factor, call.out.z, *integer_limits(dtype)).astype(dtype.numpy)]


def softmax_rule(a: SoftmaxAttrs) -> QuantRule:
    """LogSoftmax has no integer form."""
    return QuantRule.NONE if a.log else QuantRule.PROBABILITY


_PARAMETERS = {
    UnaryFn.CLIP: (0.0, 6.0),
    UnaryFn.LEAKY_RELU: (0.1, 0.0),
    UnaryFn.HARD_SIGMOID: (0.2, 0.5),
    UnaryFn.HARD_SWISH: (1 / 6, 0.5),
    UnaryFn.ELU: (1.0, 0.0),
    UnaryFn.SWISH: (1.0, 0.0),
    UnaryFn.SELU: (1.6732632, 1.0507010),
    UnaryFn.CELU: (1.5, 0.0),
    UnaryFn.THRESHOLDED_RELU: (0.5, 0.0),
    UnaryFn.POWER: (3.0, 0.0),
    UnaryFn.SHRINK: (0.5, 0.25),
}
UNARY_SPEC = OpSpec(
    "Unary",
    UnaryAttrs,
    1,
    1,
    infer_unary,
    run_unary,
    QuantRule.AFFINE,
    run_unary_int,
    tuple(Case(f.value, UnaryAttrs(f, *_PARAMETERS.get(f, (0.0, 0.0))), ((1, 3, 5),)) for f in UnaryFn),
)
_BINARY_SHAPES = (
    ("same", ((1, 4, 5, 3), (1, 4, 5, 3))),
    ("scalar", ((2, 7), ())),
    ("channel", ((1, 4, 5, 3), (3,))),
    ("both", ((1, 4, 1, 3), (5, 1))),
)
BINARY_SPEC = OpSpec(
    "Binary",
    BinaryAttrs,
    2,
    2,
    infer_binary,
    run_binary,
    binary_rule,
    run_binary_int,
    (
        *(
            Case(f"{f.value}_{name}", BinaryAttrs(f), shapes)
            for f in BinaryFn
            if f not in BITWISE
            for name, shapes in _BINARY_SHAPES
        ),
        Case("add_relu", BinaryAttrs(BinaryFn.ADD, Clamp(0.0)), ((1, 4, 5, 3), (1, 4, 5, 3))),
        Case("mul_constant", BinaryAttrs(BinaryFn.MUL), ((1, 4, 5, 3), (3,)), (1,)),
    ),
)
SOFTMAX = OpSpec(
    "Softmax",
    SoftmaxAttrs,
    1,
    1,
    infer_softmax,
    run_softmax,
    softmax_rule,
    run_softmax_int,
    (
        Case("last", SoftmaxAttrs(1), ((1, 10),)),
        Case("long", SoftmaxAttrs(1), ((2, 300),)),
        Case("middle", SoftmaxAttrs(1), ((2, 5, 3),)),
        Case("log", SoftmaxAttrs(1, True), ((2, 5),)),
    ),
)
SPECS = (UNARY_SPEC, BINARY_SPEC, SOFTMAX)
