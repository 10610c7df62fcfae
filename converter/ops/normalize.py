"""Normalize: (x - mean) / sqrt(variance + epsilon) * scale + bias over neighbouring axes.

What LayerNormalization, InstanceNormalization and GroupNormalization have in common.  ``scale`` and ``bias`` are
constants of one shape that broadcasts to x; their axes before the normalized ones are 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.arithmetic.fixed_point import dequantize_array, integer_limits
from edgec.converter.arithmetic.root import NormalFactors, epsilon_term, normal_factors, normalized, scaled
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Quant, Shape
from edgec.converter.ops.spec import Case, Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, known


@dataclass(frozen=True)
class NormalizeAttrs(Attrs):
    """Normalization over ``axes`` (ascending, without gaps)."""

    axes: tuple[int, ...]
    epsilon: float = 1e-5


def group_shape(a: NormalizeAttrs, shape: Shape) -> tuple[int, int, int]:
    """The shape as [outer, n, inner], with the normalized axes as n."""
    first, last = a.axes[0], a.axes[-1] + 1
    return prod(shape[:first]), prod(shape[first:last]), prod(shape[last:])


def infer_normalize(a: NormalizeAttrs, ins: Ins) -> list[TensorType]:
    """Output is like x."""
    x, scale, bias = known(ins, 0), known(ins, 1), known(ins, 2)
    rank = len(x.shape)
    if (
        not a.axes
        or list(a.axes) != list(range(a.axes[0], a.axes[0] + len(a.axes)))
        or not 0 <= a.axes[0] <= a.axes[-1] < rank
    ):
        raise ShapeError(f"axes {list(a.axes)} are not neighbours of rank {rank}")
    if scale.shape != bias.shape or len(scale.shape) != rank:
        raise ShapeError(f"scale {list(scale.shape)} and bias {list(bias.shape)} do not have one shape of rank {rank}")
    limits = (1,) * a.axes[0] + x.shape[a.axes[0] :]
    if any(d not in (1, limit) for d, limit in zip(scale.shape, limits, strict=True)):
        raise ShapeError(f"scale {list(scale.shape)} does not broadcast to {list(limits)}")
    return [(x.shape, x.dtype)]


def run_normalize(a: NormalizeAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x, scale, bias = (v.astype(np.float64) for v in ins)
    centered = x - x.mean(axis=a.axes, keepdims=True)
    variance = (centered * centered).mean(axis=a.axes, keepdims=True)
    return [(centered / np.sqrt(variance + a.epsilon) * scale + bias).astype(ins[0].dtype)]


def factors_of(scale: Array, bias: Array, scale_quant: Quant, bias_quant: Quant, out: Quant) -> NormalFactors:
    """The integer factors of a node whose constants are quantized."""
    return normal_factors(dequantize_array(scale, scale_quant), dequantize_array(bias, bias_quant), out.s)


def run_normalize_int(call: IntCall) -> list[Array]:
    """Integer reference: see ``fixed_point_root``."""
    a: NormalizeAttrs = call.attrs
    shape, dtype = call.out_types[0]
    groups = group_shape(a, shape)
    factors = factors_of(call.x(1), call.x(2), call.q(1), call.q(2), call.out)
    y = normalized(call.x(0).astype(np.int64).reshape(groups), epsilon_term(a.epsilon, call.q(0).s, groups[1]))
    out = scaled(y.reshape(shape), factors, call.out.z, *integer_limits(dtype))
    return [out.astype(dtype.numpy)]


NORMALIZE = OpSpec(
    "Normalize",
    NormalizeAttrs,
    3,
    3,
    infer_normalize,
    run_normalize,
    QuantRule.AFFINE,
    run_normalize_int,
    (
        Case("last", NormalizeAttrs((2,)), ((1, 5, 24), (1, 1, 24), (1, 1, 24)), (1, 2)),
        Case("one_scale", NormalizeAttrs((1,)), ((3, 7), (1, 1), (1, 1)), (1, 2)),
        Case("spatial", NormalizeAttrs((1, 2)), ((2, 4, 3, 5), (1, 1, 1, 5), (1, 1, 1, 5)), (1, 2)),
        Case("planes", NormalizeAttrs((1, 2)), ((1, 3, 2, 4), (1, 3, 2, 4), (1, 3, 2, 4)), (1, 2)),
        Case("long", NormalizeAttrs((1,), 1e-3), ((1, 700, 2), (1, 700, 1), (1, 700, 1)), (1, 2)),
        Case("single", NormalizeAttrs((1,)), ((4, 1), (1, 1), (1, 1)), (1, 2)),
    ),
)
SPECS = (NORMALIZE,)
