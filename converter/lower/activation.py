"""ONNX activation functions."""

from __future__ import annotations

import math

from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn


@onnx_op("Relu")
def lower_relu(c: Lowering) -> None:
    """Relu is a clip to [0, inf); of integers a maximum with 0."""
    x = c.x(0)
    c.output(c.unary(x, UnaryFn.CLIP, 0.0, math.inf) if x.dtype.is_float else c.binary(x, c.like(x, 0), BinaryFn.MAX))


@onnx_op("Clip")
def lower_clip(c: Lowering) -> None:
    """Clip with bounds from attributes (opset 6) or inputs, constant or computed; any type."""
    x = c.x(0)
    bounds = [c.x(i) if c.has(i) else None for i in (1, 2)]
    if x.dtype.is_float and all(b is None or b.data is not None for b in bounds):
        lo = c.const_scalar(1, "min", c.attr_float("min", -math.inf))
        hi = c.const_scalar(2, "max", c.attr_float("max", math.inf))
        c.output(c.unary(x, UnaryFn.CLIP, lo, hi))
        return
    for bound, fn in zip(bounds, (BinaryFn.MAX, BinaryFn.MIN), strict=True):
        if bound is not None:
            x = c.binary(x, bound, fn)
    c.output(x)


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
    """Gelu by the error function, or its tanh approximation."""
    exact = c.attr_str("approximate", "none") == "none"
    c.output(c.unary(c.x(0), UnaryFn.GELU if exact else UnaryFn.GELU_TANH))


@onnx_op("Selu")
def lower_selu(c: Lowering) -> None:
    """Selu: gamma * (alpha * (exp(x) - 1) below zero, else x)."""
    alpha, gamma = c.attr_float("alpha", 1.67326319217681884765625), c.attr_float("gamma", 1.05070102214813232421875)
    c.output(c.unary(c.x(0), UnaryFn.SELU, alpha, gamma))


@onnx_op("Celu")
def lower_celu(c: Lowering) -> None:
    """Celu."""
    c.output(c.unary(c.x(0), UnaryFn.CELU, c.attr_float("alpha", 1.0)))


@onnx_op("ThresholdedRelu")
def lower_thresholded_relu(c: Lowering) -> None:
    """ThresholdedRelu."""
    c.output(c.unary(c.x(0), UnaryFn.THRESHOLDED_RELU, c.attr_float("alpha", 1.0)))


@onnx_op("Shrink")
def lower_shrink(c: Lowering) -> None:
    """Shrink."""
    c.output(c.unary(c.x(0), UnaryFn.SHRINK, c.attr_float("lambd", 0.5), c.attr_float("bias", 0.0)))


@onnx_op("Swish")
def lower_swish(c: Lowering) -> None:
    """Swish (SiLU): x * sigmoid(alpha * x)."""
    c.output(c.unary(c.x(0), UnaryFn.SWISH, c.attr_float("alpha", 1.0)))
