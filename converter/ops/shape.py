"""Operators that move or rename data: Reshape, Transpose, Slice, Concat, Pad, Gather, Shift."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import prod

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, multiplier, requantize
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Shape, Tensor
from edgec.converter.ops.spec import Case, Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, Trait, known


@dataclass(frozen=True)
class ReshapeAttrs(Attrs):
    """New shape, all sizes known; no data moves."""

    shape: tuple[int, ...]


def infer_reshape(a: ReshapeAttrs, ins: Ins) -> list[TensorType]:
    """Same number of elements."""
    x = known(ins, 0)
    if prod(a.shape) != x.size:
        raise ShapeError(f"shape {list(x.shape)} has {x.size} elements, {list(a.shape)} has {prod(a.shape)}")
    return [(a.shape, x.dtype)]


@dataclass(frozen=True)
class TransposeAttrs(Attrs):
    """Output axis i is input axis perm[i]."""

    perm: tuple[int, ...]


def infer_transpose(a: TransposeAttrs, ins: Ins) -> list[TensorType]:
    """Permuted shape."""
    x = known(ins, 0)
    if sorted(a.perm) != list(range(len(x.shape))):
        raise ShapeError(f"permutation {list(a.perm)} does not fit rank {len(x.shape)}")
    return [(tuple(x.shape[p] for p in a.perm), x.dtype)]


@dataclass(frozen=True)
class SliceAttrs(Attrs):
    """Per axis: first index, step (may be negative) and output size."""

    starts: tuple[int, ...]
    steps: tuple[int, ...]
    shape: tuple[int, ...]


def infer_slice(a: SliceAttrs, ins: Ins) -> list[TensorType]:
    """Every taken index must exist."""
    x = known(ins, 0)
    if not len(a.starts) == len(a.steps) == len(a.shape) == len(x.shape):
        raise ShapeError(f"starts, steps and sizes do not fit rank {len(x.shape)}")
    for d, start, step, size in zip(x.shape, a.starts, a.steps, a.shape, strict=True):
        if size < 1 or step == 0 or not 0 <= start < d or not 0 <= start + (size - 1) * step < d:
            raise ShapeError(f"start {start}, step {step}, size {size} leave an axis of {d}")
    return [(a.shape, x.dtype)]


def taken_by(a: SliceAttrs) -> tuple[Array, ...]:
    """Return numpy's index of the taken cells of an array."""
    return np.ix_(*(np.arange(n) * st + s for s, st, n in zip(a.starts, a.steps, a.shape, strict=True)))


def run_slice(a: SliceAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    return [ins[0][taken_by(a)] if a.shape else ins[0]]


@dataclass(frozen=True)
class ConcatAttrs(Attrs):
    """Concatenation along a non-negative axis."""

    axis: int


def infer_concat(a: ConcatAttrs, ins: Ins) -> list[TensorType]:
    """All sizes but the axis agree."""
    ts = [known(ins, i) for i in range(len(ins))]
    first = ts[0]
    if not 0 <= a.axis < len(first.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(first.shape)}")

    def rest(t: Tensor) -> Shape:
        return t.shape[: a.axis] + t.shape[a.axis + 1 :]

    for t in ts[1:]:
        if len(t.shape) != len(first.shape) or rest(t) != rest(first) or t.dtype is not first.dtype:
            raise ShapeError(f"{list(first.shape)} and {list(t.shape)} cannot be joined along axis {a.axis}")
    size = sum(t.shape[a.axis] for t in ts)
    return [((*first.shape[: a.axis], size, *first.shape[a.axis + 1 :]), first.dtype)]


def run_concat_int(call: IntCall) -> list[Array]:
    """Integer reference: inputs whose quantization differs from the output's are requantized."""
    parts = []
    for i in range(len(call.ins)):
        x, q = call.x(i), call.q(i)
        if (q.s, q.z) != (call.out.s, call.out.z):
            limits = integer_limits(call.out_types[0][1])
            y = requantize(x.astype(np.int64) - q.z, multiplier(q.s / call.out.s), call.out.z, *limits)
            x = y.astype(x.dtype)
        parts.append(x)
    return [np.concatenate(parts, axis=call.attrs.axis)]


class PadMode(Enum):
    """The content of padding cells; values are ONNX's."""

    CONSTANT = "constant"
    EDGE = "edge"
    REFLECT = "reflect"
    WRAP = "wrap"


@dataclass(frozen=True)
class PadAttrs(Attrs):
    """Cells added before and after, per axis (never negative); ``value`` is real."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    mode: PadMode = PadMode.CONSTANT
    value: float = 0.0


def infer_pad(a: PadAttrs, ins: Ins) -> list[TensorType]:
    """Grown shape."""
    x = known(ins, 0)
    if not len(a.before) == len(a.after) == len(x.shape) or min((*a.before, *a.after), default=0) < 0:
        raise ShapeError(f"pads {list(a.before)} and {list(a.after)} do not fit rank {len(x.shape)}")
    for d, before, after in zip(x.shape, a.before, a.after, strict=True):
        if a.mode is PadMode.REFLECT and max(before, after) >= d:
            raise ShapeError(f"reflecting {max(before, after)} cells needs more than the axis' {d}")
    return [(tuple(d + b + e for d, b, e in zip(x.shape, a.before, a.after, strict=True)), x.dtype)]


def run_pad(a: PadAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    widths = list(zip(a.before, a.after, strict=True))
    if a.mode is PadMode.CONSTANT:
        return [np.pad(ins[0], widths, constant_values=np.asarray(a.value).astype(ins[0].dtype))]
    return [np.pad(ins[0], widths, mode=a.mode.value)]


def run_pad_int(call: IntCall) -> list[Array]:
    """Integer reference: the value is quantized with the tensor's own scale."""
    a: PadAttrs = call.attrs
    return run_pad(PadAttrs(a.before, a.after, a.mode, pad_value(a, call)), [call.x(0)])


def pad_value(a: PadAttrs, call: IntCall) -> int:
    """The quantized constant."""
    q = np.floor(a.value / call.out.s + 0.5) + call.out.z
    return int(np.clip(q, *integer_limits(call.out_types[0][1])))


@dataclass(frozen=True)
class GatherAttrs(Attrs):
    """y = x taken along ``axis`` at the indices of the second input (int32 or int64, negative from the end)."""

    axis: int


def infer_gather(a: GatherAttrs, ins: Ins) -> list[TensorType]:
    """Indices' shape replaces the axis; constant indices must be in range."""
    x, idx = known(ins, 0), known(ins, 1)
    if not 0 <= a.axis < len(x.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(x.shape)}")
    d = x.shape[a.axis]
    if idx.data is not None and idx.data.size and not (-d <= idx.data.min() and idx.data.max() < d):
        raise ShapeError(f"an index is outside [-{d}, {d - 1}]")
    return [(x.shape[: a.axis] + idx.shape + x.shape[a.axis + 1 :], x.dtype)]


def run_gather(a: GatherAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype; an index outside the axis, which may come at run time, is moved to its nearest end."""
    x, idx = ins
    return [np.take(x, np.where(idx < 0, idx + x.shape[a.axis], idx), axis=a.axis, mode="clip")]


@dataclass(frozen=True)
class ShiftAttrs(Attrs):
    """The second input comes behind the first along ``axis``, of which as many cells as that has are dropped before."""

    axis: int


def infer_shift(a: ShiftAttrs, ins: Ins) -> list[TensorType]:
    """The first input's shape; the second is no longer along the axis, and like it in all others."""
    x, new = known(ins, 0), known(ins, 1)
    axis = a.axis
    if not 0 <= axis < len(x.shape) or len(new.shape) != len(x.shape):
        raise ShapeError(f"axis {axis} does not fit {list(x.shape)} and {list(new.shape)}")
    rest = all(d == e for i, (d, e) in enumerate(zip(x.shape, new.shape, strict=True)) if i != axis)
    if not rest or new.shape[axis] > x.shape[axis] or new.dtype is not x.dtype:
        raise ShapeError(f"{list(new.shape)} does not fit behind {list(x.shape)} along axis {axis}")
    return [(x.shape, x.dtype)]


def run_shift(a: ShiftAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference for every dtype."""
    x, new = ins
    kept = np.split(x, [new.shape[a.axis]], axis=a.axis)[1]
    return [np.concatenate([kept, new], axis=a.axis)]


RESHAPE = OpSpec(
    "Reshape",
    ReshapeAttrs,
    1,
    1,
    infer_reshape,
    lambda a, ins: [ins[0].reshape(a.shape)],
    QuantRule.SAME,
    lambda c: [c.x(0).reshape(c.attrs.shape)],
    (Case("flatten", ReshapeAttrs((1, 12)), ((1, 2, 2, 3),)),),
    traits=Trait.RENAMES | Trait.KEEPS_VALUES | Trait.MOVES_VALUES,
)
TRANSPOSE = OpSpec(
    "Transpose",
    TransposeAttrs,
    1,
    1,
    infer_transpose,
    lambda a, ins: [np.ascontiguousarray(ins[0].transpose(a.perm))],
    QuantRule.SAME,
    lambda c: [np.ascontiguousarray(c.x(0).transpose(c.attrs.perm))],
    (
        Case("nchw_nhwc", TransposeAttrs((0, 2, 3, 1)), ((1, 3, 5, 4),)),
        Case("swap", TransposeAttrs((1, 0)), ((3, 7),)),
        Case("reverse", TransposeAttrs((3, 2, 1, 0)), ((2, 3, 4, 5),)),
    ),
    traits=Trait.KEEPS_VALUES | Trait.MOVES_VALUES,
)
SLICE = OpSpec(
    "Slice",
    SliceAttrs,
    1,
    1,
    infer_slice,
    run_slice,
    QuantRule.SAME,
    lambda c: run_slice(c.attrs, [c.x(0)]),
    (
        Case("rows", SliceAttrs((1, 0), (1, 1), (2, 5)), ((4, 5),)),
        Case("steps", SliceAttrs((0, 1, 0), (1, 2, 1), (2, 3, 4)), ((2, 7, 4),)),
        Case("reverse", SliceAttrs((3,), (-1,), (4,)), ((4,),)),
    ),
    traits=Trait.MOVES_VALUES,
)
CONCAT = OpSpec(
    "Concat",
    ConcatAttrs,
    1,
    1024,
    infer_concat,
    lambda a, ins: [np.concatenate(ins, axis=a.axis)],
    QuantRule.AFFINE,
    run_concat_int,
    (
        Case("channels", ConcatAttrs(3), ((1, 3, 2, 4), (1, 3, 2, 5))),
        Case("rows", ConcatAttrs(1), ((1, 3, 2), (1, 1, 2), (1, 2, 2))),
    ),
    traits=Trait.MOVES_VALUES,
)
PAD = OpSpec(
    "Pad",
    PadAttrs,
    1,
    1,
    infer_pad,
    run_pad,
    QuantRule.SAME,
    run_pad_int,
    (
        Case("constant", PadAttrs((0, 1, 2, 0), (0, 1, 0, 3), value=0.5), ((1, 3, 4, 2),)),
        Case("edge", PadAttrs((1, 2), (2, 0), PadMode.EDGE), ((3, 4),)),
        Case("reflect", PadAttrs((1, 2), (2, 3), PadMode.REFLECT), ((3, 4),)),
    ),
    traits=Trait.MOVES_VALUES,
)
GATHER = OpSpec(
    "Gather",
    GatherAttrs,
    2,
    2,
    infer_gather,
    run_gather,
    QuantRule.SAME,
    lambda c: run_gather(c.attrs, [c.x(0), c.x(1)]),
    traits=Trait.MOVES_VALUES,
)
SHIFT = OpSpec(
    "Shift",
    ShiftAttrs,
    2,
    2,
    infer_shift,
    run_shift,
    QuantRule.SAME,
    lambda c: run_shift(c.attrs, [c.x(0), c.x(1)]),
    (
        Case("rows", ShiftAttrs(1), ((1, 6, 2, 3), (1, 2, 2, 3))),
        Case("all", ShiftAttrs(0), ((3, 5), (3, 5))),
        Case("columns", ShiftAttrs(2), ((1, 4, 7), (1, 4, 1))),
    ),
    traits=Trait.MOVES_VALUES,
)
SPECS = (RESHAPE, TRANSPOSE, SLICE, CONCAT, PAD, GATHER, SHIFT)
