"""The mean of a window of which a step brings new columns: its sum is carried from step to step, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, multiplier, requantize_even
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Shape
from edgec.converter.ops.spec import Case, Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, known

SUMS = 2
"""The input with the sums."""


@dataclass(frozen=True)
class MovingMeanAttrs(Attrs):
    """Inputs: new cells, cells that leave before the next step, sums [channels]; then cells at the window's ends.

    All but the sums are [..., channels].  Of each channel the first output, of ``shape``, is the sum, the new cells and
    those at the ends, divided by ``count``; the second output is the sum with the new cells and without those that
    leave.  ``cells``: of the window; each has the zero point, which sums of integers contain.
    """

    shape: Shape
    count: int
    cells: int


def infer_moving_mean(a: MovingMeanAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule."""
    x, sums = known(ins, 0), known(ins, SUMS)
    channels = x.shape[-1] if x.shape else 0
    cells = [t for i, t in enumerate(ins) if t is not None and i != SUMS]
    if sums.shape != (channels,) or prod(a.shape) != channels or any(t.shape[-1:] != (channels,) for t in cells):
        raise ShapeError(f"sums {list(sums.shape)} and shape {list(a.shape)} do not fit cells {list(x.shape)}")
    if any(t.dtype is not x.dtype for t in cells):
        raise ShapeError("cells are of several types")
    return [(a.shape, x.dtype), (sums.shape, sums.dtype)]


def _sum(x: Array) -> Array:
    """Over all axes but the last."""
    wide = x.astype(np.float64 if np.issubdtype(x.dtype, np.floating) else np.int64)
    return np.asarray(wide.reshape(-1, x.shape[-1]).sum(axis=0))


def _moved(ins: Sequence[Array | None]) -> tuple[Array, Array]:
    """The sum of the whole window, and the sums for the next step."""
    fresh, old, sums, *ends = (x for x in ins if x is not None)
    now = sums + _sum(fresh)
    return now + sum(_sum(x) for x in ends), now - _sum(old)


def run_moving_mean(a: MovingMeanAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    total, kept = _moved(ins)
    return [(total / a.count).reshape(a.shape).astype(ins[0].dtype), kept.astype(ins[SUMS].dtype)]


def run_moving_mean_int(call: IntCall) -> list[Array]:
    """Integer reference: sums of bytes as they are; the mean as ``Reduce`` has it, halves to even."""
    a: MovingMeanAttrs = call.attrs
    total, kept = _moved(call.ins)
    factor = multiplier(call.q(0).s / (call.out.s * a.count))
    dtype = call.out_types[0][1]
    y = requantize_even(total - call.q(0).z * a.cells, factor, call.out.z, *integer_limits(dtype))
    return [y.reshape(a.shape).astype(dtype.numpy), kept.astype(call.out_types[1][1].numpy)]


MOVING_MEAN = OpSpec(
    "MovingMean",
    MovingMeanAttrs,
    3,
    5,
    infer_moving_mean,
    run_moving_mean,
    QuantRule.AFFINE,
    run_moving_mean_int,
    (Case("two", MovingMeanAttrs((1, 3), 8, 8), ((1, 2, 2, 3), (1, 2, 2, 3), (3,), (1, 1, 2, 3))),),
)
SPECS = (MOVING_MEAN,)
