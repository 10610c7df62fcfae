"""ONNX normalizations as reductions and arithmetic (BatchNormalization folds into the convolution before it)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.pool import powered, rooted
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.pool import PoolAttrs, ReduceFn


def centered(c: Lowering, x: Tensor, axes: Sequence[int], epsilon: float) -> tuple[Tensor, Tensor, Tensor]:
    """(x - mean) / sqrt(variance + epsilon) over axes; also the mean and 1 / sqrt(...)."""
    mean = c.reduce(x, ReduceFn.MEAN, axes)
    deviation = c.binary(x, mean, BinaryFn.SUB)
    variance = c.reduce(c.binary(deviation, deviation, BinaryFn.MUL), ReduceFn.MEAN, axes)
    root = c.unary(c.binary(variance, c.like(x, epsilon), BinaryFn.ADD), UnaryFn.SQRT)
    inverse = c.unary(root, UnaryFn.RECIPROCAL)
    return c.binary(deviation, inverse, BinaryFn.MUL), mean, inverse


def per_channel(c: Lowering, v: Tensor, rank: int) -> Tensor:
    """[C] as [C, 1, ...], to broadcast against N, C, spatial..."""
    return c.reshape(v, (v.size, *(1,) * (rank - 2)))


@onnx_op("BatchNormalization")
def lower_batch_norm(c: Lowering) -> None:
    """A multiplication and an addition per channel (folded into Conv by a pass); training mode normalizes the batch."""
    x = c.x(0)
    if len(x.shape) < 2:
        c.invalid(f"its input has shape {list(x.shape)}, rank 2 or more is needed")
    scale, shift, mean, var = (c.x(i) for i in range(1, 5))
    for v in (scale, shift, mean, var):
        if v.shape != (x.shape[1],):
            c.invalid(f"a statistic has shape {list(v.shape)}, [{x.shape[1]}] is needed")
    if c.attr_int("training_mode", 0):
        _batch_norm_training(c, x)
    elif all(v.data is not None for v in (scale, shift, mean, var)):
        _batch_norm_constant(c, x)
    else:
        epsilon = c.like(x, c.attr_float("epsilon", 1e-5))
        root = c.unary(c.binary(var, epsilon, BinaryFn.ADD), UnaryFn.SQRT)
        factor = c.binary(scale, root, BinaryFn.DIV)
        offset = c.binary(shift, c.binary(mean, factor, BinaryFn.MUL), BinaryFn.SUB)
        c.output(_affine(c, x, factor, offset))


def _affine(c: Lowering, x: Tensor, factor: Tensor, offset: Tensor) -> Tensor:
    y = c.binary(x, per_channel(c, factor, len(x.shape)), BinaryFn.MUL)
    return c.binary(y, per_channel(c, offset, len(x.shape)), BinaryFn.ADD)


def _batch_norm_constant(c: Lowering, x: Tensor) -> None:
    scale, shift, mean, var = (
        c.const(i, what).astype(np.float64) for i, what in enumerate(("scale", "bias", "mean", "variance"), start=1)
    )
    factor = scale / np.sqrt(var + c.attr_float("epsilon", 1e-5))
    if not np.all(np.isfinite(factor)):
        c.invalid("scale / sqrt(variance + epsilon) is not finite")
    mul = c.const_tensor(factor.astype(x.dtype.numpy), hint=f"{c.node.label}.scale")
    add = c.const_tensor((shift - mean * factor).astype(x.dtype.numpy), hint=f"{c.node.label}.shift")
    c.output(_affine(c, x, mul, add))


def _batch_norm_training(c: Lowering, x: Tensor) -> None:
    """Statistics of this batch, and the running statistics it leads to."""
    axes = (0, *range(2, len(x.shape)))
    epsilon, momentum = c.attr_float("epsilon", 1e-5), c.attr_float("momentum", 0.9)
    y, mean, _ = centered(c, x, axes, epsilon)
    c.output(_affine(c, y, c.x(1), c.x(2)))
    if not c.wants(1) and not c.wants(2):
        return
    deviation = c.binary(x, mean, BinaryFn.SUB)
    variance = c.reduce(c.binary(deviation, deviation, BinaryFn.MUL), ReduceFn.MEAN, axes)
    for index, (old, new) in enumerate(((c.x(3), mean), (c.x(4), variance)), start=1):
        kept = c.binary(old, c.like(x, momentum), BinaryFn.MUL)
        added = c.binary(c.reshape(new, old.shape), c.like(x, 1.0 - momentum), BinaryFn.MUL)
        c.output(c.binary(kept, added, BinaryFn.ADD), index)


@onnx_op("LayerNormalization")
def lower_layer_norm(c: Lowering) -> None:
    """Over the axes from one on, then scale and bias; also the mean and inverse deviation when asked for."""
    x = c.x(0)
    axis = c.axis(c.attr_int("axis", -1), len(x.shape))
    y, mean, inverse = centered(c, x, range(axis, len(x.shape)), c.attr_float("epsilon", 1e-5))
    y = c.binary(y, c.x(1), BinaryFn.MUL)
    c.output(c.binary(y, c.x(2), BinaryFn.ADD) if c.has(2) else y)
    c.output(mean, 1)
    c.output(inverse, 2)


@onnx_op("InstanceNormalization")
def lower_instance_norm(c: Lowering) -> None:
    """Over the spatial axes of each channel."""
    x = c.x(0)
    y, _, _ = centered(c, x, range(2, len(x.shape)), c.attr_float("epsilon", 1e-5))
    c.output(_affine(c, y, c.x(1), c.x(2)))


@onnx_op("GroupNormalization")
def lower_group_norm(c: Lowering) -> None:
    """Over each group of channels; scale and bias per channel (opset 21) or per group (18)."""
    x, scale, bias = c.x(0), c.x(1), c.x(2)
    groups = c.attr_int("num_groups", 0)
    if groups < 1 or len(x.shape) < 2 or x.shape[1] % groups:
        c.invalid(f"{groups} groups do not divide {list(x.shape)}")
    split = c.reshape(x, (x.shape[0], groups, -(-x.shape[1] // groups), *x.shape[2:]))
    y, _, _ = centered(c, split, range(2, len(split.shape)), c.attr_float("epsilon", 1e-5))
    if scale.size == groups != x.shape[1]:
        c.output(c.reshape(_affine(c, y, scale, bias), x.shape))
    else:
        c.output(_affine(c, c.reshape(y, x.shape), scale, bias))


@onnx_op("MeanVarianceNormalization")
def lower_mvn(c: Lowering) -> None:
    """(x - mean) / (deviation + 1e-9) over axes."""
    x = c.x(0)
    axes = c.axes(c.attr_ints("axes") or (0, 2, 3), len(x.shape))
    mean = c.reduce(x, ReduceFn.MEAN, axes)
    deviation = c.binary(x, mean, BinaryFn.SUB)
    variance = c.reduce(c.binary(deviation, deviation, BinaryFn.MUL), ReduceFn.MEAN, axes)
    root = c.binary(c.unary(variance, UnaryFn.SQRT), c.like(x, 1e-9), BinaryFn.ADD)
    c.output(c.binary(deviation, root, BinaryFn.DIV))


@onnx_op("RMSNormalization")
def lower_rms_norm(c: Lowering) -> None:
    """X / sqrt(mean of squares + epsilon) over the axes from one on, then the scale."""
    x = c.x(0)
    axis = c.axis(c.attr_int("axis", -1), len(x.shape))
    square = c.reduce(c.binary(x, x, BinaryFn.MUL), ReduceFn.MEAN, range(axis, len(x.shape)))
    root = c.unary(c.binary(square, c.like(x, c.attr_float("epsilon", 1e-5)), BinaryFn.ADD), UnaryFn.SQRT)
    c.output(c.binary(c.binary(x, root, BinaryFn.DIV), c.x(1), BinaryFn.MUL))


@onnx_op("LpNormalization")
def lower_lp_norm(c: Lowering) -> None:
    """X divided by its L1 or L2 norm along an axis; zero where the norm is zero."""
    x = c.x(0)
    order = c.attr_int("p", 2)
    axis = c.axis(c.attr_int("axis", -1), len(x.shape))
    norm = rooted(c, c.reduce(powered(c, x, order), ReduceFn.SUM, (axis,)), order)
    safe = c.binary(norm, c.like(x, 1e-37), BinaryFn.MAX)
    c.output(c.binary(x, safe, BinaryFn.DIV))


@onnx_op("LRN")
def lower_lrn(c: Lowering) -> None:
    """Divide by (bias + alpha / size * sum of squares over neighbouring channels) ** beta; the sum is an AvgPool."""
    x = c.x(0)
    size = c.attr_int("size", 0)
    if size < 1 or len(x.shape) < 3:
        c.invalid(f"size {size} does not fit input {list(x.shape)}")
    n, channels = x.shape[:2]
    square = c.binary(x, x, BinaryFn.MUL)
    rows = c.reshape(square, (n, channels, x.size // (n * channels), 1))  # channels are the rows of the window
    before = (size - 1) // 2
    attrs = PoolAttrs((size, 1), rows.shape[1:3], (1, 1), (before, 0, size - 1 - before, 0), (1, 1), True)
    mean = c.reshape(c.emit("AvgPool", attrs, rows), x.shape)
    scaled = c.binary(mean, c.like(x, c.attr_float("alpha", 1e-4)), BinaryFn.MUL)
    base = c.binary(scaled, c.like(x, c.attr_float("bias", 1.0)), BinaryFn.ADD)
    c.output(c.binary(x, c.binary(base, c.like(x, c.attr_float("beta", 0.75)), BinaryFn.POW), BinaryFn.DIV))
