"""Rules of operators that compute part of their columns: positions along the axis of time.

A rule says which columns of the inputs a run of columns of the output reads, and with which attributes the operator
computes that run from those alone.  Where an operator has no rule, or the rule gives None, it runs whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from fractions import Fraction
from math import prod
from typing import Any, TypeAlias

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, Graph, Node, Shape, Tensor
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.logic import CompareAttrs, WhereAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, PadAttrs, PadMode, ReshapeAttrs, SliceAttrs, TransposeAttrs

Run: TypeAlias = tuple[int, int]
"""Columns first..last + 1."""


@dataclass(frozen=True)
class ColumnRun:
    """A run of output columns, the columns that it reads, and how many that it would read lie outside the input."""

    run: Run
    read: Run
    before: int
    after: int

    @property
    def size(self) -> int:
        """Columns of the run."""
        return self.run[1] - self.run[0]


def _no_constants(_: ColumnRun) -> Mapping[int, Array]:
    return {}


def _as_it_is(run: Run) -> Run:
    return run


@dataclass(frozen=True)
class Moves:
    """Movement of a node's output with its inputs along the axis of time.

    ``axis``: of time in the output.  ``stride``: input columns for each output column.  ``reads``: the columns that a
    run reads, some of which may lie outside the input.  ``attrs`` and ``constants`` (by the input's index): what the
    node has for a part.  ``regular``: columns that are computed alike, but for what lies outside (None: all).
    ``widened``: the run that is computed where one is asked for.
    """

    axis: int
    attrs: Callable[[ColumnRun], Attrs]
    stride: Fraction = Fraction(1)
    reads: Callable[[Run], Run] = _as_it_is
    regular: Run | None = None
    constants: Callable[[ColumnRun], Mapping[int, Array]] = field(default=_no_constants)
    widened: Callable[[Run], Run] = _as_it_is


@dataclass(frozen=True)
class TimedNode:
    """A node and, of each of its inputs, the axis of time (None: a constant, or no input at all)."""

    graph: Graph
    node: Node
    axes: tuple[int | None, ...]

    @property
    def attrs(self) -> Any:
        """The node's attributes."""
        return self.node.attrs

    @property
    def x(self) -> Tensor:
        """The first input over time."""
        return self.graph.tensors[self.node.inputs[self.first]]

    @property
    def first(self) -> int:
        """Its index."""
        return next(i for i, axis in enumerate(self.axes) if axis is not None)

    @property
    def axis(self) -> int:
        """Its axis of time."""
        axis = self.axes[self.first]
        assert axis is not None
        return axis

    @property
    def y(self) -> Tensor:
        """The output."""
        return self.graph.tensors[self.node.outputs[0]]

    def only_first(self) -> bool:
        """Return whether the first input alone is over time, and all others are constants."""
        return self.axes[0] is not None and all(a is None for a in self.axes[1:])


Rule: TypeAlias = Callable[[TimedNode], "Moves | None"]
streaming: Facet[Rule] = Facet(
    "streaming", "rule for part of its columns", "it runs over the whole window at every hop"
)


def changed(values: Sequence[int], axis: int, value: int) -> tuple[int, ...]:
    """The values with another one at ``axis``."""
    return (*values[:axis], value, *values[axis + 1 :])


def _sliding(stride: int, span: int, before: int) -> Callable[[Run], Run]:
    return lambda run: (run[0] * stride - before, (run[1] - 1) * stride - before + span)


def _window(n: TimedNode, kernel: Sequence[int], make: Callable[[ColumnRun, int], Attrs]) -> Moves | None:
    """A window over N, H, W, C; ``make``: attributes of a part, and which spatial axis is time."""
    a, axis = n.attrs, n.axis
    if axis not in (1, 2) or not n.only_first():
        return None
    k = axis - 1
    span = a.dilations[k] * (kernel[k] - 1) + 1
    if max(a.pads[k], a.pads[k + 2]) >= span:
        return None  # a window would lie in the padding
    reads = _sliding(a.strides[k], span, a.pads[k])
    return Moves(axis, lambda part: make(part, k), Fraction(a.strides[k]), reads)


@streaming(ConvAttrs)
def _conv(n: TimedNode) -> Moves | None:
    a: ConvAttrs = n.attrs
    weight = n.graph.tensors[n.node.inputs[1]]

    def part(p: ColumnRun, k: int) -> Attrs:
        return replace(a, pads=changed(changed(a.pads, k, p.before), k + 2, p.after))

    return _window(n, weight.shape[1:3], part) if weight.is_const else None


@streaming("MaxPool", "AvgPool")
def _pool(n: TimedNode) -> Moves | None:
    a: PoolAttrs = n.attrs

    def part(p: ColumnRun, k: int) -> Attrs:
        after = min(p.after, a.pads[k + 2])  # what a last window reads beyond it never counts
        pads = changed(changed(a.pads, k, p.before), k + 2, after)
        return replace(a, pads=pads, out=changed(a.out, k, p.size))

    return _window(n, a.kernel, part)


@streaming(DenseAttrs)
def _dense(n: TimedNode) -> Moves | None:
    return Moves(0, lambda _: n.attrs) if n.only_first() and n.axis == 0 else None


@streaming(MatMulAttrs)
def _matmul(n: TimedNode) -> Moves | None:
    b = n.graph.tensors[n.node.inputs[1]]
    if not n.only_first() or not b.is_const or n.axis == len(n.x.shape) - 1:
        return None
    axis = n.axis + len(n.y.shape) - len(n.x.shape)
    from_end = len(n.y.shape) - axis
    timeless = from_end == 2 or from_end > len(b.shape) or b.shape[-from_end] == 1
    return Moves(axis, lambda _: n.attrs) if timeless else None


@streaming(UnaryAttrs, BinaryAttrs, CompareAttrs, WhereAttrs, CastAttrs, RequantizeAttrs)
def _elementwise(n: TimedNode) -> Moves | None:
    """Operands over time have all columns; constants have one, or none."""
    length, rank = n.x.shape[n.axis], len(n.y.shape)
    axis = n.axis + rank - len(n.x.shape)
    for name, own in zip(n.node.inputs, n.axes, strict=True):
        shape = n.graph.tensors[name].shape if name else ()
        at = axis - (rank - len(shape))
        if own is None and at >= 0 and shape[at] != 1:
            return None
        if own is not None and (own != at or shape[at] != length):
            return None
    return Moves(axis, lambda _: n.attrs)


@streaming(QuantizeAttrs, DequantizeAttrs)
def _converted(n: TimedNode) -> Moves | None:
    return Moves(n.axis, lambda _: n.attrs) if n.attrs.axis != n.axis else None


@streaming(SoftmaxAttrs)
def _softmax(n: TimedNode) -> Moves | None:
    return Moves(n.axis, lambda _: n.attrs) if n.attrs.axis != n.axis else None


@streaming(NormalizeAttrs)
def _normalize(n: TimedNode) -> Moves | None:
    constants = [n.graph.tensors[name].shape for name in n.node.inputs[1:]]
    timeless = all(len(s) == len(n.x.shape) and s[n.axis] == 1 for s in constants)
    return Moves(n.axis, lambda _: n.attrs) if n.only_first() and timeless and n.axis not in n.attrs.axes else None


@streaming(ReduceAttrs)
def _reduce(n: TimedNode) -> Moves | None:
    a: ReduceAttrs = n.attrs
    if n.axis in a.axes:
        return None
    return Moves(n.axis if a.keepdims else n.axis - sum(i < n.axis for i in a.axes), lambda _: a)


@streaming(TransposeAttrs)
def _transpose(n: TimedNode) -> Moves | None:
    return Moves(n.attrs.perm.index(n.axis), lambda _: n.attrs)


@streaming(ConcatAttrs)
def _concat(n: TimedNode) -> Moves | None:
    alike = all(axis == n.axis for axis in n.axes)
    return Moves(n.axis, lambda _: n.attrs) if alike and n.attrs.axis != n.axis else None


@streaming(SliceAttrs)
def _slice(n: TimedNode) -> Moves | None:
    a: SliceAttrs = n.attrs
    axis = n.axis
    start, step = a.starts[axis], a.steps[axis]
    if step < 1:
        return None

    def part(p: ColumnRun) -> Attrs:
        return replace(a, starts=changed(a.starts, axis, 0), shape=changed(a.shape, axis, p.size))

    return Moves(axis, part, Fraction(step), _sliding(step, 1, -start))


@streaming(PadAttrs)
def _pad(n: TimedNode) -> Moves | None:
    a: PadAttrs = n.attrs
    axis, length = n.axis, n.x.shape[n.axis]
    before, after = a.before[axis], a.after[axis]
    if (before or after) and a.mode not in (PadMode.CONSTANT, PadMode.EDGE):
        return None

    def part(p: ColumnRun) -> Attrs:
        return replace(a, before=changed(a.before, axis, p.before), after=changed(a.after, axis, p.after))

    def widened(run: Run) -> Run:
        return min(run[0], before + length - 1), max(run[1], before + 1)

    return Moves(axis, part, reads=_sliding(1, 1, before), widened=widened)


@streaming(ReshapeAttrs)
def _reshape(n: TimedNode) -> Moves | None:
    """Time stays an axis, or the outermost part of one: each column becomes ``factor`` columns, or several one."""
    shape: Shape = n.attrs.shape
    length, outer = n.x.shape[n.axis], prod(n.x.shape[: n.axis])
    inner = prod(n.x.shape[n.axis + 1 :])
    if length == 1:
        return None  # a column is all there is, and each of its values would be one
    places = [i for i in range(len(shape)) if prod(shape[:i]) == outer and prod(shape[i:]) == length * inner]
    place = next((i for i in places if shape[i] != 1), None)
    if place is None:
        return None
    factor = Fraction(shape[place], length)
    if 1 not in (factor.numerator, factor.denominator):
        return None

    def part(p: ColumnRun) -> Attrs:
        return ReshapeAttrs(changed(shape, place, p.size))

    if factor.denominator > 1:
        count = factor.denominator
        return Moves(place, part, Fraction(count), _sliding(count, count, 0))
    grain = factor.numerator

    def whole(run: Run) -> Run:
        return run[0] // grain * grain, -(-run[1] // grain) * grain

    return Moves(place, part, Fraction(1, grain), lambda run: (run[0] // grain, -(-run[1] // grain)), widened=whole)


@streaming(ResampleAttrs)
def _resample(n: TimedNode) -> Moves | None:
    """Columns whose taps and weights are those of the column one period before are alike."""
    if n.attrs.axis != n.axis:
        return Moves(n.axis, lambda _: n.attrs)
    index, weight = (n.graph.tensors[name].data for name in n.node.inputs[1:3])
    assert index is not None and weight is not None
    stride = Fraction(n.x.shape[n.axis], len(index))

    def reads(run: Run) -> Run:
        rows = index[run[0] : run[1]]
        return int(rows.min()), int(rows.max()) + 1

    def constants(p: ColumnRun) -> Mapping[int, Array]:
        rows = slice(*p.run)
        return {1: (index[rows] - p.read[0]).astype(np.int32), 2: weight[rows]}

    return Moves(n.axis, lambda _: n.attrs, stride, reads, _regular(index, weight, stride), constants)


def _regular(index: Array, weight: Array, stride: Fraction) -> Run:
    """The rows around the middle that repeat with a period, each time shifted by whole columns."""
    period, shift = stride.denominator, stride.numerator
    middle = len(index) // 2

    def alike(row: int) -> bool:
        steps, phase = divmod(row - middle, period)
        model = middle + phase
        return model < len(index) and bool(
            np.array_equal(index[row], index[model] + steps * shift) and np.array_equal(weight[row], weight[model])
        )

    lo = hi = middle
    while lo > 0 and alike(lo - 1):
        lo -= 1
    while hi < len(index) and alike(hi):
        hi += 1
    return lo, hi
