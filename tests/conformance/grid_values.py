"""Random functions of values: casts, integer arithmetic, activations, quantization."""

from __future__ import annotations

from typing import Any

import numpy as np

from edgec.converter.graph.ir import Array
from tests.conformance.grid_parts import Fixed, Generator, Rng, Sample, pick, reals, sizes

TYPES: dict[int, Any] = {
    1: np.float32, 2: np.uint8, 3: np.int8, 4: np.uint16, 5: np.int16, 6: np.int32, 7: np.int64, 9: np.bool_,
    10: np.float16, 11: np.float64, 12: np.uint32, 13: np.uint64,
}  # fmt: skip
INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


def whole(rng: Rng, dtype: Any, *shape: int) -> Array:
    """Integers of the whole range, the ends more often."""
    limits = np.iinfo(dtype)
    x = rng.integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)
    ends = np.asarray([limits.min, limits.max, 0, 1, limits.max - 1], dtype)
    return np.where(rng.random(shape) < 0.4, rng.choice(ends, shape), x)


def cast(rng: Rng) -> Sample:
    source, to = pick(rng, *TYPES), pick(rng, *TYPES)
    dtype = TYPES[source]
    if source == 9:
        x = rng.integers(0, 2, 12).astype(bool)
    elif np.dtype(dtype).kind == "f":
        x = (rng.normal(0, 60, 12) if to in (1, 5, 6, 7, 10, 11) else rng.uniform(0, 100, 12)).astype(dtype)
        if to in (1, 6, 7, 10, 11):
            x[:4] = np.asarray([0.5, -0.5, 1.5, -2.5]).astype(dtype)
    else:
        x = whole(rng, dtype, 12)
    return Sample("Cast", [x], {"to": to}, 13)


def arithmetic(rng: Rng) -> Sample:
    op = pick(rng, "Add", "Sub", "Mul", "Div", "Mod", "Pow", "Max", "Min", "BitwiseAnd", "BitwiseXor", "BitShift",
              "Neg", "Abs", "Sign", "BitwiseNot", "Clip", "Relu", "Sum", "Mean", "And", "Greater", "LessOrEqual",
              "Equal", "Where", "PRelu")  # fmt: skip
    shape, dtype = sizes(rng, pick(rng, 1, 2, 3), 1, 4), pick(rng, *INTEGERS)
    other = tuple(1 if rng.random() < 0.3 else d for d in shape)[int(rng.integers(0, len(shape))) :]
    if op == "And":
        return Sample(pick(rng, "And", "Or", "Xor"), [rng.integers(0, 2, s).astype(bool) for s in (shape, other)])
    if op == "BitShift":
        dtype = pick(rng, np.uint8, np.uint16, np.uint32, np.uint64)
        count = rng.integers(0, np.dtype(dtype).itemsize * 8, other).astype(dtype)
        return Sample(op, [whole(rng, dtype, *shape), count], {"direction": pick(rng, "LEFT", "RIGHT")})
    if op in ("Neg", "Abs", "Sign", "BitwiseNot", "Relu"):
        x = whole(rng, np.int32 if op in ("Neg", "Relu") else dtype, *shape)
        return Sample(op, [np.where(x == np.iinfo(x.dtype).min, 1, x) if op != "BitwiseNot" else x], {}, 18)
    if op == "Clip":
        limits = np.sort(whole(rng, dtype, 2))
        return Sample(
            op, [whole(rng, dtype, *shape), pick(rng, None, Fixed(limits[0])), pick(rng, None, Fixed(limits[1]))]
        )
    if op == "Where":
        condition = rng.integers(0, 2, other).astype(bool)
        return Sample(op, [condition, whole(rng, dtype, *shape), whole(rng, dtype, *other)])
    if op == "PRelu":
        return Sample(op, [reals(rng, *shape), pick(rng, Fixed, lambda v: v)(reals(rng, *other))])
    if op in ("Sum", "Mean"):
        return Sample(op, [reals(rng, *shape), reals(rng, *other), reals(rng, *shape)])
    a, b = whole(rng, dtype, *shape), whole(rng, dtype, *other)
    if op in ("Div", "Mod"):
        b = np.where((b == 0) | (b == dtype(-1) if np.iinfo(dtype).min < 0 else b == 0), 3, b).astype(dtype)
    if op == "Pow":
        a, b = rng.integers(-4, 5, shape), rng.integers(0, 5, other)
        kinds = pick(rng, (np.int32, np.int32), (np.int64, np.int64), (np.float32, np.int64), (np.int32, np.float32))
        return Sample(op, [a.astype(kinds[0]), b.astype(kinds[1])])
    attrs = {"fmod": pick(rng, None, 1)} if op == "Mod" else {}
    return Sample(op, [a, pick(rng, b, Fixed(b))], attrs)


def reals_two(rng: Rng) -> Sample:
    op = pick(rng, "Add", "Sub", "Mul", "Div", "Mod", "Pow", "Max", "Min", "Greater", "Equal")
    shape = sizes(rng, pick(rng, 1, 2, 3, 4), 1, 4)
    other = tuple(1 if rng.random() < 0.3 else d for d in shape)[int(rng.integers(0, len(shape))) :]
    a, b = reals(rng, *shape), reals(rng, *other)
    a = np.abs(a) if op == "Pow" else a
    return Sample(op, [a, pick(rng, b, Fixed(b))], {"fmod": 1} if op == "Mod" else {})


def function(rng: Rng) -> Sample:
    attributed: dict[str, dict[str, Any]] = {
        "Elu": {"alpha": 0.7}, "Celu": {"alpha": 1.7}, "Selu": {"alpha": 1.2, "gamma": 0.9},
        "LeakyRelu": {"alpha": 0.2}, "ThresholdedRelu": {"alpha": 0.6}, "HardSigmoid": {"alpha": 0.4, "beta": 0.3},
        "Shrink": {"lambd": 0.8, "bias": 0.2},
        "Gelu": {"approximate": "tanh"}, "Swish": {"alpha": 0.7}, "IsInf": {"detect_negative": 0},
    }  # fmt: skip
    plain = ("Abs", "Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Ceil", "Cos", "Cosh", "Erf", "Exp", "Floor",
             "HardSwish", "Identity", "IsNaN", "Log", "Mish", "Neg", "Reciprocal", "Round", "Sigmoid", "Sign", "Sin",
             "Sinh", "Softplus", "Softsign", "Sqrt", "Tan", "Tanh", "Not")  # fmt: skip
    op = pick(rng, *attributed, *plain)
    x = reals(rng, *sizes(rng, 2, 1, 6)) * pick(rng, 1, 1, 10, 40)
    if op == "Round":
        x = np.round(x * 2) / 2
    if op in ("IsNaN", "IsInf", "Sign", "Relu"):
        x = np.where(rng.random(x.shape) < 0.3, rng.choice([np.inf, -np.inf, np.nan], x.shape), x).astype(np.float32)
    if op == "Not":
        return Sample(op, [x > 0])
    attrs = attributed.get(op, {}) if rng.random() < 0.6 else {}
    return Sample(op, [x], attrs, 24 if op == "Swish" else 20)


def quantize(rng: Rng) -> Sample:
    op = pick(rng, "QuantizeLinear", "DequantizeLinear", "DynamicQuantizeLinear", "MatMulInteger", "QLinearMatMul",
              "ConvInteger", "QLinearConv")  # fmt: skip
    dtype = pick(rng, np.int8, np.uint8)
    zero = pick(rng, None, Fixed(np.asarray(rng.integers(-3, 3) + (128 if dtype is np.uint8 else 0), dtype)))
    scale = Fixed(np.float32(rng.uniform(0.01, 0.1)))
    if op == "DynamicQuantizeLinear":
        return Sample(op, [reals(rng, 3, 4)], {}, 11, 3)
    if op in ("QuantizeLinear", "DequantizeLinear"):
        x = reals(rng, 3, 4, 2) * 3 if op == "QuantizeLinear" else whole(rng, dtype, 3, 4, 2)
        if rng.random() < 0.5:
            axis = int(rng.integers(-3, 3))
            n = x.shape[axis]
            zeros = Fixed(rng.integers(0, 9, n).astype(dtype))
            return Sample(
                op, [x, Fixed(rng.uniform(0.01, 0.1, n).astype(np.float32)), pick(rng, None, zeros)], {"axis": axis}, 13
            )
        return Sample(op, [x, scale, zero], {}, 13)
    other = pick(rng, np.int8, np.uint8) if dtype is np.uint8 else np.int8
    if op == "MatMulInteger":
        a, b = whole(rng, dtype, 3, 4), whole(rng, other, 4, 2)
        zero_b = pick(rng, None, Fixed(np.asarray(3, other)), Fixed(np.asarray([2, 5], other)))
        return Sample(op, [a, pick(rng, b, Fixed(b)), zero, zero_b], {}, 10)
    if op == "QLinearMatMul":
        zeros = [Fixed(np.asarray(v, t)) for v, t in ((3, dtype), (4, other), (5, dtype))]
        b = whole(rng, other, 4, 2)
        return Sample(
            op,
            [whole(rng, dtype, 3, 4), scale, zeros[0], Fixed(b), scale, zeros[1], Fixed(np.float32(0.3)), zeros[2]],
            {},
            10,
        )
    x, w = whole(rng, dtype, 1, 2, 5, 5), whole(rng, other, 4, 2, 3, 3)
    pads = [int(v) for v in rng.integers(0, 2, 4)]
    if op == "ConvInteger":
        return Sample(
            op, [x, pick(rng, w, Fixed(w)), zero, pick(rng, None, Fixed(np.asarray(2, other)))], {"pads": pads}, 10
        )
    bias = pick(rng, None, Fixed(rng.integers(-500, 500, 4).astype(np.int32)))
    per = Fixed(rng.uniform(0.01, 0.05, 4).astype(np.float32))
    zeros = [Fixed(np.asarray(v, t)) for v, t in ((3, dtype), (0, other), (5, dtype))]
    zero_w = Fixed(np.zeros(4, other)) if rng.random() < 0.5 else zeros[1]
    scale_w = per if zero_w is not zeros[1] else scale
    return Sample(
        op, [x, scale, zeros[0], Fixed(w), scale_w, zero_w, Fixed(np.float32(0.2)), zeros[2], bias], {"pads": pads}, 10
    )


def stored(rng: Rng) -> Sample:
    """float16 and float64 values, which are computed in float32."""
    dtype = pick(rng, np.float16, np.float64)
    op = pick(rng, "Add", "Mul", "Div", "Max", "Relu", "Sigmoid", "Tanh", "Floor", "ReduceSum", "Clip", "Greater")
    shape = sizes(rng, 2, 1, 4)
    x = reals(rng, *shape).astype(dtype)
    if op in ("Relu", "Sigmoid", "Tanh", "Floor", "ReduceSum"):
        return Sample(op, [x])
    if op == "Clip":
        return Sample(op, [x, Fixed(np.asarray(-0.5, dtype)), None])
    other = reals(rng, *shape).astype(dtype)
    return Sample(op, [x, pick(rng, other, Fixed(other))])


VALUES: dict[str, Generator] = {
    "cast": cast,
    "arithmetic": arithmetic,
    "reals": reals_two,
    "function": function,
    "quantize": quantize,
    "stored": stored,
}
