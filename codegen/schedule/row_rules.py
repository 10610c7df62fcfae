"""Rows of its inputs that a layer needs for some rows of its output: what may be computed row by row.

A row is an index of one axis: of an image its rows, of a sequence its tokens.  A tensor's axis may differ from that of
the tensor before it (a transpose moves it), and every row may need all of an input, as a product of activations needs
its second factor.
"""

from __future__ import annotations

from math import prod
from typing import TypeAlias

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node, Shape, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, TransposeAttrs
from edgec.converter.ops.spec import Trait

IMAGE, IMAGE_ROWS = 4, 1  # rank of an image, and the axis of its rows


@dataclass(frozen=True)
class Taps:
    """Output row y reads the input rows y * stride - pad .. + extent - 1, as far as they exist."""

    stride: int
    pad: int
    extent: int

    def rows(self, first: int, end: int, height: int) -> tuple[int, int]:
        """Input rows (first, end) of the output rows ``first`` .. ``end`` - 1."""
        low = first * self.stride - self.pad
        high = (end - 1) * self.stride - self.pad + self.extent
        return max(0, low), min(height, high)


@dataclass(frozen=True)
class TableTaps:
    """Output row y reads the input rows ``lows[y]`` .. ``highs[y]`` - 1; both never decrease."""

    lows: tuple[int, ...]
    highs: tuple[int, ...]

    def rows(self, first: int, end: int, height: int) -> tuple[int, int]:
        """Input rows (first, end) of the output rows ``first`` .. ``end`` - 1."""
        return self.lows[first], min(height, self.highs[end - 1])


SAME = Taps(1, 0, 1)
Axes: TypeAlias = "tuple[int | None, ...]"


@dataclass(frozen=True)
class RowRule:
    """Dependence of the rows of a layer on its inputs.

    ``axes``: for each input of the node the axis of its rows; None where all of it is read whatever the row.
    """

    taps: Taps | TableTaps
    axes: Axes


def row_axes(shape: Shape) -> tuple[int, ...]:
    """Axes whose rows are runs of bytes, those of an image's rows first: what a group may be computed along."""
    image = [IMAGE_ROWS] if len(shape) == IMAGE and shape[0] == 1 else []
    first = next((i for i, size in enumerate(shape) if size > 1), None)
    return tuple(dict.fromkeys([*image, *([] if first is None else [first])]))


def same_rows(shape: Shape, axis: int, other: Shape) -> int | None:
    """The axis of ``other``, the same bytes under another shape, whose rows are those along ``axis``; None: no axis."""
    before = prod(shape[:axis])
    return next((i for i, n in enumerate(other) if n == shape[axis] and prod(other[:i]) == before), None)


def row_rule(graph: Graph, node: Node, axis: int) -> RowRule | None:
    """Return how a layer can be computed along an axis of its output; None when it cannot."""
    y = graph.tensors[node.outputs[0]]
    if len(node.outputs) != 1 or axis >= len(y.shape):
        return None
    a = node.attrs
    if has_trait(node, Trait.WINDOW) or isinstance(a, GatherAttrs | ResampleAttrs):
        taps = _image_taps(graph, node) if axis == IMAGE_ROWS and len(y.shape) == IMAGE and y.shape[0] == 1 else None
        return None if taps is None else RowRule(taps, (axis, *[None] * (len(node.inputs) - 1)))
    axes = _axes(graph, node, axis)
    return None if axes is None else RowRule(SAME, axes)


def _image_taps(graph: Graph, node: Node) -> Taps | TableTaps | None:
    """Return how the rows of a window operator, or of a resizing, depend on its input's."""
    x, y = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    a = node.attrs
    if isinstance(a, GatherAttrs | ResampleAttrs):
        return _table_taps(graph, node, a)
    assert isinstance(a, ConvAttrs | PoolAttrs)
    if x.is_const or not _constants(graph, node, 1):
        return None
    kernel = graph.tensors[node.inputs[1]].shape[1] if isinstance(a, ConvAttrs) else a.kernel[0]
    taps = Taps(a.strides[0], a.pads[0], (kernel - 1) * a.dilations[0] + 1)
    inside = all(lo < hi for lo, hi in (taps.rows(r, r + 1, x.shape[1]) for r in range(y.shape[1])))
    return taps if inside else None


def _table_taps(graph: Graph, node: Node, a: GatherAttrs | ResampleAttrs) -> Taps | TableTaps | None:
    """Rows that a resizing reads: those that its table names, or of another axis the same."""
    x, index = (graph.tensors[i] for i in node.inputs[:2])
    if x.is_const or len(x.shape) != IMAGE or index.data is None or a.axis == 0:
        return None
    if a.axis > 1:
        return SAME
    named = index.data.reshape(len(index.data), -1)
    lows, highs = named.min(axis=1), named.max(axis=1) + 1
    rises = named.min() >= 0 and np.all(np.diff(lows) >= 0) and np.all(np.diff(highs) >= 0)
    return TableTaps(tuple(map(int, lows)), tuple(map(int, highs))) if rises else None


def _axes(graph: Graph, node: Node, axis: int) -> Axes | None:
    """The axes of a layer that makes each row of one row of its inputs, and of inputs that are read whole."""
    a, ins = node.attrs, [graph.tensors[i] for i in node.inputs]
    y = graph.tensors[node.outputs[0]]
    if isinstance(a, UnaryAttrs):
        return (axis,)
    if isinstance(a, BinaryAttrs):
        return _operands(ins, y.shape, axis)
    if isinstance(a, SoftmaxAttrs):
        return (axis,) if a.axis != axis else None
    if isinstance(a, TransposeAttrs):
        return (a.perm[axis],)
    if isinstance(a, DenseAttrs):
        return (axis, None, None) if axis == 0 and _constants(graph, node, 1) else None
    if isinstance(a, MatMulAttrs):
        return _factors(ins, y.shape, axis)
    if isinstance(a, NormalizeAttrs):
        fixed = axis < a.axes[0] and all(t.data is not None and t.shape[axis] == 1 for t in ins[1:])
        return (axis, None, None) if fixed else None
    if isinstance(a, ConcatAttrs):
        return (axis,) * len(ins) if a.axis > axis and not any(t.is_const for t in ins) else None
    return None


def _constants(graph: Graph, node: Node, first: int) -> bool:
    return all(graph.tensors[i].data is not None for i in node.inputs[first:] if i)


def _operands(ins: list[Tensor], shape: Shape, axis: int) -> Axes | None:
    """Axes of the operands of a function of two values; rows of constants, which differ, are none of a kernel's."""
    axes: list[int | None] = []
    for t in ins:
        own = axis - (len(shape) - len(t.shape))
        along = own >= 0 and t.shape[own] == shape[axis] > 1
        if along and t.is_const:
            return None
        axes.append(own if along or (own >= 0 and t.shape == shape and not t.is_const) else None)
    return tuple(axes)


def _factors(ins: list[Tensor], shape: Shape, axis: int) -> Axes | None:
    """Axes of a matrix product's factors: rows of the first with all of the second, or matrices of both."""
    if any(t.is_const for t in ins) or axis == len(shape) - 1:
        return None
    own = [axis - (len(shape) - len(t.shape)) for t in ins]
    if axis == len(shape) - 2:
        return own[0], None
    along = [i if i >= 0 and t.shape[i] == shape[axis] else None for i, t in zip(own, ins, strict=True)]
    return tuple(along) if along[0] is not None else None
