"""Quantized ONNX models in real numbers: what ONNX says, computed in float64 from the file, without edgec's importer.

QuantizeLinear rounds halves to even; all else is exact but for float64's 53 bits.  ONNX Runtime computes the same in
float32, so that values near the middle of two integers fall to either side.  A ``Rule`` puts one of edgec's own rules
in the place of ONNX's, which shows what of a difference that rule explains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

Array: TypeAlias = npt.NDArray[Any]
Attributes: TypeAlias = dict[str, Any]
Inputs: TypeAlias = Sequence["Array | None"]


class Rule(Enum):
    """A rule of edgec's integers that ONNX does not have; the value says it."""

    HALF_UP = "halves of sums round up"
    BIAS_STEPS = "biases are int32 in steps of s_in * s_w"
    BYTE_WEIGHTS = "weights have 8 bits"
    SOFTMAX_TABLE = "exp is a table of 15 bits"


def along(v: Array, rank: int, axis: int) -> Array:
    """A scale or zero point shaped to broadcast."""
    if v.size == 1:
        return v.reshape(())
    return v.reshape([-1 if i == axis % rank else 1 for i in range(rank)])


def dequantize(x: Array, scale: Array, zero: Array | None, axis: int = 1) -> Array:
    """Real values of integers."""
    real = x.astype(np.float64)
    if zero is not None:
        real = real - along(zero, x.ndim, axis).astype(np.float64)
    return np.asarray(real * along(scale, x.ndim, axis).astype(np.float64))


def quantize(x: Array, scale: Array, zero: Array, axis: int = 1) -> Array:
    """Integers of the zero point's type; what is given in float32, inputs and weights, is divided in float32."""
    limits = np.iinfo(zero.dtype)
    q = np.rint(x / along(scale, x.ndim, axis).astype(x.dtype)).astype(np.float64)
    q = q + along(zero, x.ndim, axis).astype(np.float64)
    return np.asarray(np.clip(q, limits.min, limits.max).astype(zero.dtype))


def half_up(x: Array, scale: Array) -> Array:
    """Real values at the integers that rounding halves up makes of them."""
    return np.asarray(np.floor(x / scale.astype(np.float64) + 0.5) * scale.astype(np.float64))


def windows(x: Array, a: Attributes, kernel: Sequence[int], fill: float) -> Array:
    """[N, C, OH, OW, KH, KW] of [N, C, H, W]."""
    strides, dilations = a.get("strides", [1, 1]), a.get("dilations", [1, 1])
    spans = [d * (k - 1) + 1 for k, d in zip(kernel, dilations, strict=True)]
    top, left, bottom, right = a.get("pads", [0] * 4)
    if (auto := a.get("auto_pad", b"NOTSET")) in (b"SAME_UPPER", b"SAME_LOWER"):
        extra = [max((-(-n // s) - 1) * s + k - n, 0) for n, s, k in zip(x.shape[2:], strides, spans, strict=True)]
        less, more = [e // 2 for e in extra], [e - e // 2 for e in extra]
        (top, left), (bottom, right) = (less, more) if auto == b"SAME_UPPER" else (more, less)
    padded = np.pad(x, ((0, 0), (0, 0), (top, bottom), (left, right)), constant_values=fill)
    seen = np.lib.stride_tricks.sliding_window_view(padded, spans, (2, 3))
    return np.asarray(seen[:, :, :: strides[0], :: strides[1], :: dilations[0], :: dilations[1]])


def conv(a: Attributes, x: Array, w: Array, b: Array | None = None) -> Array:
    """Two-dimensional convolution."""
    groups, seen = a.get("group", 1), windows(x, a, w.shape[2:], 0.0)
    n, _, oh, ow = seen.shape[:4]
    rows = seen.reshape(n, groups, -1, oh, ow, *w.shape[2:]).transpose(1, 0, 3, 4, 2, 5, 6)
    rows = rows.reshape(groups, n * oh * ow, -1)
    y = rows @ w.reshape(groups, w.shape[0] // groups, -1).transpose(0, 2, 1)
    y = y.reshape(groups, n, oh, ow, -1).transpose(1, 0, 4, 2, 3).reshape(n, -1, oh, ow)
    return np.asarray(y if b is None else y + b.reshape(1, -1, 1, 1))


def gemm(a: Attributes, x: Array, w: Array, b: Array | None = None) -> Array:
    """Alpha * x . w + beta * b."""
    left, right = (x.T if a.get("transA") else x), (w.T if a.get("transB") else w)
    y = a.get("alpha", 1.0) * (left @ right)
    return np.asarray(y if b is None else y + a.get("beta", 1.0) * b)


def average(a: Attributes, x: Array) -> Array:
    """AveragePool."""
    kernel = a["kernel_shape"]
    total = windows(x, a, kernel, 0.0).sum(axis=(4, 5))
    count = windows(np.ones_like(x), a, kernel, float(a.get("count_include_pad", 0))).sum(axis=(4, 5))
    return np.asarray(total / count)


def softmax(a: Attributes, x: Array) -> Array:
    """Softmax along one axis."""
    axis = a.get("axis", -1)
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return np.asarray(e / e.sum(axis=axis, keepdims=True))


def table_softmax(a: Attributes, x: Array) -> Array:
    """Softmax with exp in steps of 2**-15."""
    axis = a.get("axis", -1)
    e = np.floor(np.exp(x - x.max(axis=axis, keepdims=True)) * 2.0**15 + 0.5)
    return np.asarray(np.floor(e / e.sum(axis=axis, keepdims=True) * 2.0**16) * 2.0**-16)


def reshape(_: Attributes, x: Array, shape: Array) -> Array:
    """Zeros keep a size."""
    return x.reshape([x.shape[i] if n == 0 else int(n) for i, n in enumerate(shape)])


def clip(a: Attributes, x: Array, lo: Array | None = None, hi: Array | None = None) -> Array:
    """Clip, with limits as inputs or attributes; integers keep their type."""
    low, high = a.get("min") if lo is None else lo, a.get("max") if hi is None else hi
    return x if low is None and high is None else np.asarray(np.clip(x, low, high)).astype(x.dtype)


def normalized(a: Attributes, x: Array, scale: Array, bias: Array, mean: Array, variance: Array) -> Array:
    """BatchNormalization as inference has it."""
    scale, bias, mean, variance = (along(v, x.ndim, 1) for v in (scale, bias, mean, variance))
    return np.asarray((x - mean) / np.sqrt(variance + a.get("epsilon", 1e-5)) * scale + bias)


def qlinear_conv(a: Attributes, x: Array, xs: Array, xz: Array, w: Array, ws: Array, wz: Array, ys: Array, yz: Array,
                 b: Array | None = None) -> Array:  # fmt: skip
    """QLinearConv."""
    real = None if b is None else b.astype(np.float64) * (xs.astype(np.float64) * ws.astype(np.float64)).reshape(-1)
    return quantize(conv(a, dequantize(x, xs, xz), dequantize(w, ws, wz, 0), real), ys, yz)


def q_gemm(a: Attributes, x: Array, xs: Array, xz: Array, w: Array, ws: Array, wz: Array, b: Array | None = None,
           ys: Array | None = None, yz: Array | None = None) -> Array:  # fmt: skip
    """QGemm of ONNX Runtime."""
    real = None if b is None else b.astype(np.float64) * (xs.astype(np.float64) * ws.astype(np.float64)).reshape(-1)
    y = gemm(a, dequantize(x, xs, xz), dequantize(w, ws, wz, 0 if a.get("transB") else 1), real)
    return y if ys is None or yz is None else quantize(y, ys, yz)


def between(function: Callable[..., Array], operands: int) -> Callable[..., Array]:
    """An operator between quantizations: (integers, scale, zero point) of each operand, then scale and zero point."""

    def run(a: Attributes, *ins: Array) -> Array:
        reals = [dequantize(*ins[3 * i : 3 * i + 3]) for i in range(operands)]
        return quantize(function(a, *reals), *ins[3 * operands : 3 * operands + 2])

    return run


OPERATORS: dict[str, Callable[..., Array]] = {
    "QuantizeLinear": lambda a, x, s, z: quantize(x, s, z, a.get("axis", 1)),
    "DequantizeLinear": lambda a, x, s, z=None: dequantize(x, s, z, a.get("axis", 1)),
    "Conv": conv,
    "Gemm": gemm,
    "MatMul": lambda _, x, w: x @ w,
    "Add": lambda _, x, y: x + y,
    "Mul": lambda _, x, y: x * y,
    "Relu": lambda _, x: np.maximum(x, 0),
    "Clip": clip,
    "Softmax": softmax,
    "AveragePool": average,
    "GlobalAveragePool": lambda _, x: x.mean(axis=tuple(range(2, x.ndim)), keepdims=True),
    "MaxPool": lambda a, x: windows(x, a, a["kernel_shape"], -np.inf).max(axis=(4, 5)),
    "BatchNormalization": normalized,
    "Reshape": reshape,
    "Flatten": lambda a, x: x.reshape(int(np.prod(x.shape[: a.get("axis", 1)])), -1),
    "Transpose": lambda a, x: x.transpose(a.get("perm")),
    "QLinearConv": qlinear_conv,
    "QGemm": q_gemm,
    "QLinearMatMul": between(lambda _, x, w: x @ w, 2),
    "QLinearAdd": between(lambda _, x, y: x + y, 2),
    "QLinearMul": between(lambda _, x, y: x * y, 2),
    "QLinearAveragePool": between(average, 1),
    "QLinearSoftmax": between(softmax, 1),
}


class Exact:
    """A model with one input, ready to be evaluated."""

    def __init__(self, file: Path, *rules: Rule) -> None:
        self.model, self.rules = onnx.load(file), rules
        self.constants = {t.name: numpy_helper.to_array(t) for t in self.model.graph.initializer}
        self.nodes: list[tuple[onnx.NodeProto, Attributes]] = []
        for node in self.model.graph.node:
            attributes = {a.name: helper.get_attribute_value(a) for a in node.attribute}
            if node.op_type == "Constant":
                self.constants[node.output[0]] = numpy_helper.to_array(attributes["value"])
            else:
                self.nodes.append((node, attributes))
        self.makers = {o: node for node, _ in self.nodes for o in node.output}
        self.operators = dict(OPERATORS)
        if Rule.SOFTMAX_TABLE in rules:
            self.operators["Softmax"] = table_softmax
        if Rule.BYTE_WEIGHTS in rules:
            self._narrow_weights()
        if Rule.BIAS_STEPS in rules:
            self._round_biases()

    def _narrow_weights(self) -> None:
        for node, attributes in self.nodes:
            q = self.constants.get(node.input[0])
            if node.op_type != "DequantizeLinear" or q is None or q.dtype != np.int16:
                continue
            axis = attributes.get("axis", 1)
            rows = np.moveaxis(q.astype(np.int64), axis, 0).reshape(q.shape[axis], -1)
            factor = (np.abs(rows).max(axis=1) / 127).astype(np.float32)
            self.constants[node.input[0]] = np.rint(q / along(factor, q.ndim, axis)).astype(np.int16)
            self.constants[node.input[1]] = self.constants[node.input[1]] * factor

    def _round_biases(self) -> None:
        for node, _ in self.nodes:
            if node.op_type in ("Conv", "Gemm") and len(node.input) > 2 and node.input[2] in self.constants:
                grids = [self.constants[self.makers[name].input[1]].astype(np.float64) for name in node.input[:2]]
                bias, unit = self.constants[node.input[2]].astype(np.float64), grids[0] * grids[1]
                self.constants[node.input[2]] = np.rint(bias / unit) * unit

    def tensors(self, x: Array) -> dict[str, Array]:
        """Every result for one sample, by name."""
        values = {**self.constants, self.model.graph.input[0].name: x}
        for node, attributes in self.nodes:
            ins = [values[name] if name else None for name in node.input]
            if node.op_type != "QuantizeLinear":
                ins = [x.astype(np.float64) if x is not None and x.dtype == np.float32 else x for x in ins]
            if node.op_type == "QuantizeLinear" and ins[0].dtype == np.float64 and Rule.HALF_UP in self.rules:
                ins[0] = half_up(ins[0], ins[1])
            values[node.output[0]] = np.asarray(self.operators[node.op_type](attributes, *ins))
        return values

    def outputs(self, samples: Array) -> Array:
        """The model's first output for samples [N, *input shape], real: [N, elements]."""
        name = self.model.graph.output[0].name
        return self.real(np.stack([self.tensors(x)[name].reshape(-1) for x in samples]))

    def real(self, y: Array) -> Array:
        """Real values of the model's first output, whatever computed its integers."""
        maker = self.makers[self.model.graph.output[0].name]
        while maker.op_type in ("Reshape", "Transpose", "Flatten"):
            maker = self.makers[maker.input[0]]
        if y.dtype.kind == "f":
            return y.astype(np.float64)
        scale, zero = (self.constants[name] for name in maker.input[-2:])
        return dequantize(y, scale, zero)
