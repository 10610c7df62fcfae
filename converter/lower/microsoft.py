"""Operators of ONNX Runtime's own domain (com.microsoft) that its quantizer and optimizer write into models."""

from __future__ import annotations

from collections.abc import Callable

from edgec.converter.graph.ir import DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import convolve, gemm, scaled, to_first, to_last
from edgec.converter.lower.norm import centered
from edgec.converter.lower.pool import pool_first, read_pooling
from edgec.converter.lower.quantized import (
    dequantized,
    is_fixed,
    lower_dequantize,
    lower_quantize,
    matmul_integer,
    multiply,
    parameter,
    quantize_computed,
    read_quant,
    requantized,
)
from edgec.converter.ops.boundary import QuantizeAttrs
from edgec.converter.ops.elementwise import BinaryFn, SoftmaxAttrs, UnaryFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import ConcatAttrs

MS = "com.microsoft"

onnx_op("QuantizeLinear", domain=MS)(lower_quantize)
onnx_op("DequantizeLinear", domain=MS)(lower_dequantize)


def real(c: Lowering, i: int) -> Tensor:
    """The real values of the quantized tensor whose value, scale and zero point are inputs i, i + 1, i + 2."""
    scale, zero = c.x(i + 1), parameter(c, i + 2)
    if not is_fixed(scale, zero):
        c.refuse_runtime(scale, "scale")
    return dequantized(c, c.x(i), scale, zero, 0)


def quantized_output(c: Lowering, y: Tensor, i: int) -> None:
    """Bind the output: y quantized with scale and zero point in inputs i and i + 1 (absent: 0 of the input's type)."""
    scale, zero = c.x(i), parameter(c, i + 1)
    if not is_fixed(scale, zero):
        c.refuse_runtime(scale, "scale")
    if zero is not None:
        c.output(requantized(c, y, scale, zero))
        return
    dtype = c.x(0).dtype if c.x(0).dtype in (DType.I8, DType.U8) else DType.U8
    quant = read_quant(c, y, scale, None, dtype, 0)
    c.output(c.emit("Quantize", QuantizeAttrs(dtype, quant.scale, quant.zero_point), y))


@onnx_op("QLinearAdd", "QLinearMul", domain=MS)
def lower_qlinear_binary(c: Lowering) -> None:
    """Sum or product between quantizations."""
    fn = BinaryFn.ADD if c.node.op == "QLinearAdd" else BinaryFn.MUL
    quantized_output(c, c.binary(real(c, 0), real(c, 3), fn), 6)


def _unary(fn: Callable[[Lowering, Tensor], Tensor]) -> Callable[[Lowering], None]:
    def rule(c: Lowering) -> None:
        """A function between quantizations."""
        quantized_output(c, fn(c, real(c, 0)), 3)

    return rule


onnx_op("QLinearSigmoid", domain=MS)(_unary(lambda c, x: c.unary(x, UnaryFn.SIGMOID)))
onnx_op("QLinearLeakyRelu", domain=MS)(_unary(lambda c, x: c.unary(x, UnaryFn.LEAKY_RELU, c.attr_float("alpha", 0.01))))
onnx_op("QLinearSoftmax", domain=MS)(
    _unary(lambda c, x: c.emit("Softmax", SoftmaxAttrs(c.axis(c.attr_int("axis", -1), len(x.shape))), x))
)


def _channels_first(c: Lowering, x: Tensor) -> Tensor:
    """N, C, spatial... of an input that channels_last says is N, spatial..., C."""
    return to_first(c, x) if c.attr_int("channels_last", 0) else x


def _as_given(c: Lowering, y: Tensor) -> Tensor:
    return to_last(c, y) if c.attr_int("channels_last", 0) else y


@onnx_op("QLinearAveragePool", domain=MS)
def lower_qlinear_avgpool(c: Lowering) -> None:
    """AveragePool between quantizations."""
    x = _channels_first(c, real(c, 0))
    p = read_pooling(c, x, bool(c.attr_int("count_include_pad", 0)))
    quantized_output(c, _as_given(c, pool_first(c, "AvgPool", x, p)), 3)


@onnx_op("QLinearGlobalAveragePool", domain=MS)
def lower_qlinear_global(c: Lowering) -> None:
    """GlobalAveragePool between quantizations."""
    x = _channels_first(c, real(c, 0))
    quantized_output(c, _as_given(c, c.reduce(x, ReduceFn.MEAN, range(2, len(x.shape)))), 3)


@onnx_op("QLinearConcat", domain=MS)
def lower_qlinear_concat(c: Lowering) -> None:
    """Concatenation of tensors of different scales."""
    parts = [real(c, i) for i in range(2, len(c.node.inputs), 3)]
    axis = c.axis(c.attr_int("axis", 0), len(parts[0].shape))
    quantized_output(c, c.emit("Concat", ConcatAttrs(axis), *parts), 0)


@onnx_op("QGemm", domain=MS)
def lower_qgemm(c: Lowering) -> None:
    """Gemm between quantizations; without an output scale the result is float32."""
    bias = None
    if c.has(6):
        sa, sb = c.const(1, "scale"), c.const(4, "scale")
        factor = c.const_tensor((sa.astype("float64") * sb).astype("float32").reshape(-1))
        bias = c.binary(c.cast(c.x(6), DType.F32), factor, BinaryFn.MUL)
    scale, zero = c.x(4), parameter(c, 5)
    axis = 0 if c.attr_int("transB", 0) else 1
    y = gemm(c, real(c, 0), dequantized(c, c.x(3), scale, zero, axis), bias)
    if c.has(7):
        quantized_output(c, y, 7)
    else:
        c.output(y)


@onnx_op("MatMulIntegerToFloat", domain=MS)
def lower_matmul_integer_to_float(c: Lowering) -> None:
    """Exact integer product, scaled to float32."""
    acc = c.cast(matmul_integer(c, c.x(0), parameter(c, 4), c.x(1), parameter(c, 5)), DType.F32)
    y = c.binary(acc, c.binary(c.x(2), c.x(3), BinaryFn.MUL), BinaryFn.MUL)
    c.output(c.binary(y, c.x(6), BinaryFn.ADD) if c.has(6) else y)


@onnx_op("DynamicQuantizeMatMul", domain=MS)
def lower_dynamic_quantize_matmul(c: Lowering) -> None:
    """The left matrix quantized by its own range (uint8), an exact integer product, scaled to float32."""
    a = c.x(0)
    every = tuple(range(len(a.shape)))
    zero = c.like(a, 0.0)
    top = c.binary(c.reduce(a, ReduceFn.MAX, every, False), zero, BinaryFn.MAX)
    bottom = c.binary(c.reduce(a, ReduceFn.MIN, every, False), zero, BinaryFn.MIN)
    scale = c.binary(c.binary(top, bottom, BinaryFn.SUB), c.like(a, 255.0), BinaryFn.DIV)
    point = c.unary(c.binary(c.unary(bottom, UnaryFn.NEG), scale, BinaryFn.DIV), UnaryFn.ROUND)
    point = c.cast(c.unary(point, UnaryFn.CLIP, 0.0, 255.0), DType.U8)
    q = quantize_computed(c, a, scale, point, DType.U8)
    acc = c.cast(matmul_integer(c, q, point, c.x(1), parameter(c, 3)), DType.F32)
    y = c.binary(acc, c.binary(c.x(2), scale, BinaryFn.MUL), BinaryFn.MUL)
    c.output(c.binary(y, c.x(4), BinaryFn.ADD) if c.has(4) else y)


def activated(c: Lowering, y: Tensor) -> Tensor:
    """The activation attribute of a fused operator."""
    name = c.attr_str("activation", "")
    given = c.node.attrs.get("activation_params", ())
    values = [float(v) for v in given] if isinstance(given, tuple) else []
    first, second = (*values, 0.0, 0.0)[:2]
    if name == "":
        return y
    if name == "Relu":
        return c.unary(y, UnaryFn.CLIP, 0.0, float("inf"))
    if name == "Clip":
        return c.unary(y, UnaryFn.CLIP, first, second)
    known = {
        "LeakyRelu": UnaryFn.LEAKY_RELU,
        "Sigmoid": UnaryFn.SIGMOID,
        "Tanh": UnaryFn.TANH,
        "HardSigmoid": UnaryFn.HARD_SIGMOID,
    }
    if name not in known:
        c.refuse(f"its activation '{name}' is not supported", "export without ONNX Runtime's fusions")
    return c.unary(y, known[name], first, second)


@onnx_op("FusedConv", domain=MS)
def lower_fused_conv(c: Lowering) -> None:
    """Conv, an optional sum, an activation."""
    y = convolve(c, c.x(0), c.x(1), parameter(c, 2))
    c.output(activated(c, c.binary(y, c.x(3), BinaryFn.ADD) if c.has(3) else y))


@onnx_op("FusedGemm", domain=MS)
def lower_fused_gemm(c: Lowering) -> None:
    """Gemm with an activation."""
    c.output(activated(c, gemm(c, c.x(0), c.x(1), parameter(c, 2))))


@onnx_op("FusedMatMul", "TransposeMatMul", domain=MS)
def lower_fused_matmul(c: Lowering) -> None:
    """Alpha * A' * B', the last two axes transposed on request."""
    a, b = c.x(0), c.x(1)
    if c.attr_int("transBatchA", 0) or c.attr_int("transBatchB", 0) or min(len(a.shape), len(b.shape)) < 2:
        c.refuse("it transposes batch axes or multiplies vectors", "export without ONNX Runtime's fusions")
    if c.attr_int("transA", 0):
        a = c.transpose(a, (*range(len(a.shape) - 2), len(a.shape) - 1, len(a.shape) - 2))
    if c.attr_int("transB", 0):
        b = c.transpose(b, (*range(len(b.shape) - 2), len(b.shape) - 1, len(b.shape) - 2))
    c.output(scaled(c, multiply(c, a, b), c.attr_float("alpha", 1.0)))


@onnx_op("Gelu", "BiasGelu", domain=MS)
def lower_gelu_exact(c: Lowering) -> None:
    """Gelu by the error function, of a sum with a bias if one is given."""
    x = c.binary(c.x(0), c.x(1), BinaryFn.ADD) if c.has(1) else c.x(0)
    c.output(c.unary(x, UnaryFn.GELU))


@onnx_op("FastGelu", domain=MS)
def lower_fast_gelu(c: Lowering) -> None:
    """Gelu's tanh approximation, of a sum with a bias if one is given."""
    x = c.binary(c.x(0), c.x(1), BinaryFn.ADD) if c.has(1) else c.x(0)
    c.output(c.unary(x, UnaryFn.GELU_TANH))


@onnx_op("QuickGelu", domain=MS)
def lower_quick_gelu(c: Lowering) -> None:
    """X * sigmoid(alpha * x)."""
    c.output(c.unary(c.x(0), UnaryFn.SWISH, c.attr_float("alpha", 1.702)))


@onnx_op("SkipLayerNormalization", domain=MS)
def lower_skip_layer_norm(c: Lowering) -> None:
    """LayerNormalization over the last axis of a sum; the sum is output 3."""
    x = c.binary(c.x(0), c.x(1), BinaryFn.ADD)
    if c.has(4):
        x = c.binary(x, c.x(4), BinaryFn.ADD)
    if c.wants(1) or c.wants(2):
        c.refuse("its mean or inverse deviation is used", "export without ONNX Runtime's fusions")
    y, _, _ = centered(c, x, (len(x.shape) - 1,), c.attr_float("epsilon", 1e-12))
    y = c.binary(y, c.x(2), BinaryFn.MUL)
    c.output(c.binary(y, c.x(3), BinaryFn.ADD) if c.has(3) else y)
    c.output(x, 3)


@onnx_op("SimplifiedLayerNormalization", domain="")
@onnx_op("SkipSimplifiedLayerNormalization", domain=MS)
def lower_simplified_layer_norm(c: Lowering) -> None:
    """X / sqrt(mean of squares + epsilon), then the scale; of a sum in the Skip form, which is output 3."""
    skip = c.node.op.startswith("Skip")
    x = c.binary(c.x(0), c.x(1), BinaryFn.ADD) if skip else c.x(0)
    if c.wants(1) or c.wants(2):
        c.refuse("its mean or inverse deviation is used", "export without ONNX Runtime's fusions")
    square = c.reduce(c.binary(x, x, BinaryFn.MUL), ReduceFn.MEAN, (len(x.shape) - 1,))
    root = c.unary(c.binary(square, c.like(x, c.attr_float("epsilon", 1e-5)), BinaryFn.ADD), UnaryFn.SQRT)
    c.output(c.binary(c.binary(x, root, BinaryFn.DIV), c.x(2 if skip else 1), BinaryFn.MUL))
    if skip:
        c.output(x, 3)
