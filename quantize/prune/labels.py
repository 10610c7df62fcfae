"""Labels of channels that can only go together: dependencies followed through the graph.

A channel begins at a layer that mixes its inputs (Conv, Dense, MatMul with constant weights) and ends where another one
reads it.  In between every tensor carries a label: one of its axes, and for each index of that axis the channel that
lies there.  Operators that treat indices alike and alone hand the label on; a sum makes the channels of its operands
one; a concatenation holds the channels of several layers; attention's heads are channels of a tensor that a reshape
splits.  A grouped convolution loses whole groups, inputs and outputs (a depthwise layer is that), or, where it has
fewer groups than inputs in each, equally many channels of each group, inputs and outputs apart (``balance``).  Where an
operator does anything else, and at the graph's outputs, the channels concerned stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.quantize.prune.balance import units
from edgec.quantize.prune.moves import Shuffle, places_after, shuffle_from

# Reductions over channels that zeros do not change, or only where all others are negative.
_REDUCED = frozenset({ReduceFn.MAX, ReduceFn.MIN, ReduceFn.SUM_SQUARE, ReduceFn.L1, ReduceFn.L2})


@dataclass(frozen=True)
class Label:
    """The channels of a tensor: ``ids`` holds the channel at each index of ``axis``."""

    axis: int
    ids: Array


@dataclass(frozen=True)
class Reader:
    """A layer that mixes the channels of its first input."""

    node: Node
    label: Label


@dataclass(frozen=True)
class Dependencies:
    """Labels of the tensors that have one; channels that go together have one number.

    ``makers`` are the layers in which channels begin; ``readers`` those that mix them; channels of ``reasons`` must
    stay, for what it says of them; ``shuffles`` permute channels by several nodes.
    """

    labels: dict[str, Label]
    makers: tuple[tuple[Node, Array], ...]
    readers: tuple[Reader, ...]
    reasons: Mapping[int, str]
    shuffles: tuple[Shuffle, ...] = ()

    @cached_property
    def fixed(self) -> frozenset[int]:
        """Channels that must stay."""
        return frozenset(self.reasons)


channel_labels: Facet[Callable[[_Walk, Node], bool]] = Facet(
    "labels", "rule that follows channels through it", "channels that reach it are not pruned"
)


def has_weights(graph: Graph, node: Node) -> bool:
    """Return whether a node mixes the last axis of its first input, or groups of it, by constant weights."""
    if not isinstance(node.attrs, (ConvAttrs, DenseAttrs, MatMulAttrs)) or graph.tensors[node.inputs[0]].is_const:
        return False
    weights = graph.tensors[node.inputs[1]]
    constant = all(graph.tensors[i].is_const for i in node.inputs[1:] if i)
    return constant and (not isinstance(node.attrs, MatMulAttrs) or len(weights.shape) == 2)


def averages_channels(graph: Graph, node: Node) -> bool:
    """Return whether a node is the mean or the sum of the channels at each position: a filter of one value."""
    a, shape = node.attrs, graph.tensors[node.inputs[0]].shape if node.inputs else ()
    linear = isinstance(a, ReduceAttrs) and a.fn in (ReduceFn.MEAN, ReduceFn.SUM) and a.keepdims
    return linear and len(shape) == 4 and a.axes == (3,)  # type: ignore[attr-defined]


def dependencies(graph: Graph) -> Dependencies:
    """The channels of a graph.

    Grouped convolutions that would lose whole groups, none of which can go, lose channels of each group instead.
    """
    balanced: set[str] = set()
    while True:
        walk = _Walk(graph, frozenset(balanced))
        for node in graph.nodes:
            walk.visit(node)
        for name in graph.outputs:
            walk.fix(name, "reach an output of the model")
        stuck = walk.stuck()
        if not stuck:
            return walk.result()
        balanced |= stuck


class _Walk:
    def __init__(self, graph: Graph, balanced: frozenset[str]) -> None:
        self.graph = graph
        self.labels: dict[str, Label] = {}
        self.users = graph.consumers()
        self._balanced = balanced
        self._by_group: list[tuple[str, Array]] = []
        self._grouped: list[tuple[str, Array]] = []
        self._shuffles: list[Shuffle] = []
        self._parent: list[int] = []
        self._fixed: dict[int, str] = {}
        self._makers: list[tuple[Node, Array]] = []
        self.readers: list[Reader] = []

    def visit(self, node: Node) -> None:
        """Label what a node writes."""
        rule = channel_labels.get(node)
        if any(i in self.labels for i in node.inputs) or has_weights(self.graph, node):
            if rule is None or len(node.outputs) != 1 or not rule(self, node):
                for name in node.inputs:
                    self.fix(name, _reach(node))

    def stuck(self) -> set[str]:
        """Convolutions that lose whole groups, none of which can go: the groups are one, or fixed."""
        fixed = {self._root(i) for i in self._fixed}
        names = set()
        for name, ids in self._by_group:
            roots = {self._root(int(i)) for i in ids}
            if len(roots) == 1 or roots & fixed:
                names.add(name)
        return names

    def result(self) -> Dependencies:
        """The labels with the numbers of channels that go together."""
        numbers = [np.array([[self._root(int(i)) for i in row] for row in ids]) for _, ids in self._grouped]
        for unit in units(numbers):
            self.tie(np.array(unit[:-1]), np.array(unit[1:]))
        for name, ids in self._grouped:
            if len({self._root(int(i)) for i in ids.ravel()}) == 1:
                self._fixed.setdefault(int(ids[0, 0]), f"go all or none, by the groups of Conv {name}")
        roots = np.array([self._root(i) for i in range(len(self._parent))], np.int64)
        labels = {name: Label(x.axis, roots[x.ids]) for name, x in self.labels.items()}
        readers = tuple(Reader(r.node, Label(r.label.axis, roots[r.label.ids])) for r in self.readers)
        makers = tuple((node, roots[ids]) for node, ids in self._makers)
        reasons = {int(roots[i]): why for i, why in reversed(self._fixed.items())}
        return Dependencies(labels, makers, readers, reasons, tuple(self._shuffles))

    def _root(self, i: int) -> int:
        while self._parent[i] != i:
            self._parent[i] = self._parent[self._parent[i]]
            i = self._parent[i]
        return i

    def tie(self, a: Array, b: Array) -> None:
        """Make channels one, pair by pair."""
        for i, j in zip(a, b, strict=True):
            i, j = self._root(int(i)), self._root(int(j))
            self._parent[max(i, j)] = min(i, j)

    def fix(self, name: str, reason: str) -> None:
        """Keep the channels of a tensor."""
        if name in self.labels:
            for i in self.labels[name].ids:
                self._fixed.setdefault(int(i), reason)

    def tensor(self, name: str) -> Tensor:
        """A tensor of the graph."""
        return self.graph.tensors[name]

    def put(self, node: Node, axis: int, ids: Array) -> bool:
        """Label the output of a node."""
        self.labels[node.outputs[0]] = Label(axis, ids)
        return True

    def begin(self, node: Node) -> bool:
        """New channels in the last axis of a layer's output, whose old ones it mixes."""
        label, x = self.labels.get(node.inputs[0]), self.tensor(node.inputs[0])
        if label is not None and label.axis != len(x.shape) - 1:
            return False
        if label is not None:
            self.readers.append(Reader(node, label))
        count = self.tensor(node.outputs[0]).channels
        ids = np.arange(len(self._parent), len(self._parent) + count)
        self._parent.extend(int(i) for i in ids)
        self._makers.append((node, ids))
        return self.put(node, len(self.tensor(node.outputs[0]).shape) - 1, ids)

    def begin_grouped(self, node: Node, groups: int) -> bool:
        """The channels of a grouped convolution: whole groups go, or equally many of each."""
        label, inside = self.labels.get(node.inputs[0]), self.tensor(node.inputs[0]).channels // groups
        outputs = self.tensor(node.outputs[0]).channels // groups
        if label is not None and label.axis != 3:
            return False
        if label is not None and groups >= inside and node.name not in self._balanced:
            ids = label.ids.reshape(groups, inside)
            for column in ids.T[1:]:
                self.tie(ids[:, 0], column)
            if inside > 1 or outputs > 1:  # one channel of one group is its group
                self._by_group.append((node.name, ids[:, 0]))
            return self.put(node, 3, np.repeat(ids[:, 0], outputs))
        if label is not None:
            self._grouped.append((node.name, label.ids.reshape(groups, inside)))
        self.begin(node)
        self._grouped.append((node.name, self.labels[node.outputs[0]].ids.reshape(groups, outputs)))
        return True

    def shuffled(self, node: Node, label: Label) -> bool:
        """Return whether a permutation of the channels begins at a node; if so, its end has a label."""
        shuffle = shuffle_from(self.graph, self.users, node, label.axis)
        if shuffle is None:
            return False
        self._shuffles.append(shuffle)
        self.labels[shuffle.nodes[-1].outputs[0]] = Label(label.axis, label.ids[shuffle.order])
        return True

    def only(self, node: Node) -> Label | None:
        """The label of a node's first input, when no other input has one."""
        return None if any(i in self.labels for i in node.inputs[1:]) else self.labels.get(node.inputs[0])


def _reach(node: Node) -> str:
    return f"reach {node.op} {node.name}"


@channel_labels(ConvAttrs)
def _conv(walk: _Walk, node: Node) -> bool:
    assert isinstance(node.attrs, ConvAttrs)
    if not has_weights(walk.graph, node):
        return False
    return walk.begin(node) if node.attrs.groups == 1 else walk.begin_grouped(node, node.attrs.groups)


def _constant(walk: _Walk, node: Node, start: int) -> bool:
    return all(walk.tensor(i).is_const for i in node.inputs[start:])


@channel_labels(DenseAttrs)
def _dense(walk: _Walk, node: Node) -> bool:
    return has_weights(walk.graph, node) and walk.begin(node)


@channel_labels(MatMulAttrs)
def _matmul(walk: _Walk, node: Node) -> bool:
    if has_weights(walk.graph, node):
        return walk.begin(node)
    a, b = (walk.labels.get(i) for i in node.inputs)
    shapes = [walk.tensor(i).shape for i in node.inputs]
    if a is None or b is None or len(shapes[0]) != len(shapes[1]) or a.axis != b.axis or a.axis > len(shapes[0]) - 3:
        return False
    if len(a.ids) != len(b.ids):
        return False
    walk.tie(a.ids, b.ids)
    return walk.put(node, a.axis, a.ids)


@channel_labels(UnaryAttrs, QuantizeAttrs, DequantizeAttrs, RequantizeAttrs)
def _alike(walk: _Walk, node: Node) -> bool:
    label = walk.only(node)
    return label is not None and _constant(walk, node, 1) and walk.put(node, label.axis, label.ids)


@channel_labels(BinaryAttrs)
def _binary(walk: _Walk, node: Node) -> bool:
    """Indices meet as they are broadcast; what has one index there for all channels, or none, has no say."""
    out = walk.tensor(node.outputs[0]).shape
    constants: list[tuple[int, Array]] = []
    for name in node.inputs:
        label = walk.labels.get(name)
        if label is None:
            continue
        axis = label.axis + len(out) - len(walk.tensor(name).shape)
        if len(label.ids) == out[axis]:
            constants.append((axis, label.ids))
        else:
            walk.fix(name, _reach(node))  # its one channel is beside all of them
    if not constants:
        return False
    axis, ids = constants[0]
    for other, more in constants[1:]:
        if other != axis:
            return False
        walk.tie(ids, more)
    for name in node.inputs:
        shape = walk.tensor(name).shape
        at = axis - (len(out) - len(shape))
        if name not in walk.labels and at >= 0 and shape[at] != 1 and not walk.tensor(name).is_const:
            return False
    return walk.put(node, axis, ids)


@channel_labels(ReduceAttrs)
def _reduce(walk: _Walk, node: Node) -> bool:
    label = walk.only(node)
    assert isinstance(node.attrs, ReduceAttrs)
    if label is None:
        return False
    if label.axis in node.attrs.axes:
        if averages_channels(walk.graph, node):
            walk.readers.append(Reader(node, label))
            return True
        return node.attrs.fn in _REDUCED
    gone = 0 if node.attrs.keepdims else sum(i < label.axis for i in node.attrs.axes)
    return walk.put(node, label.axis - gone, label.ids)


def _keeps_other_axes(axes: Callable[[Any], tuple[int, ...]]) -> Callable[[_Walk, Node], bool]:
    """The rule of operators that leave all axes but some alone."""

    def rule(walk: _Walk, node: Node) -> bool:
        label = walk.only(node)
        return label is not None and label.axis not in axes(node.attrs) and _alike(walk, node)

    return rule


channel_labels("MaxPool", "AvgPool")(_keeps_other_axes(lambda _: (0, 1, 2)))
channel_labels(NormalizeAttrs)(_keeps_other_axes(lambda a: a.axes))
channel_labels(SoftmaxAttrs, ResampleAttrs)(_keeps_other_axes(lambda a: (a.axis,)))


@channel_labels(PadAttrs)
def _pad(walk: _Walk, node: Node) -> bool:
    label = walk.only(node)
    assert isinstance(node.attrs, PadAttrs)
    grows = label is None or node.attrs.before[label.axis] or node.attrs.after[label.axis]
    return not grows and _alike(walk, node)


@channel_labels(ConcatAttrs)
def _concat(walk: _Walk, node: Node) -> bool:
    assert isinstance(node.attrs, ConcatAttrs)
    labels = [walk.labels.get(i) for i in node.inputs]
    if any(x is None or x.axis != labels[0].axis for x in labels if labels[0] is not None) or labels[0] is None:
        return False
    known = [x for x in labels if x is not None]
    axis = known[0].axis
    if node.attrs.axis == axis:
        return len(known) == len(labels) and walk.put(node, axis, np.concatenate([x.ids for x in known]))
    for other in known[1:]:
        walk.tie(known[0].ids, other.ids)
    return walk.put(node, axis, known[0].ids)


@channel_labels(SliceAttrs)
def _slice(walk: _Walk, node: Node) -> bool:
    label = walk.only(node)
    assert isinstance(node.attrs, SliceAttrs)
    if label is None:
        return False
    start, step, count = (v[label.axis] for v in (node.attrs.starts, node.attrs.steps, node.attrs.shape))
    return step == 1 and walk.put(node, label.axis, label.ids[start : start + count])


@channel_labels(GatherAttrs)
def _gather(walk: _Walk, node: Node) -> bool:
    label, index = walk.only(node), walk.tensor(node.inputs[1])
    assert isinstance(node.attrs, GatherAttrs)
    if label is None or index.data is None or label.axis != node.attrs.axis or len(index.shape) != 1:
        return False
    return walk.put(node, label.axis, label.ids[index.data])


@channel_labels(TransposeAttrs)
def _transpose(walk: _Walk, node: Node) -> bool:
    label = walk.only(node)
    assert isinstance(node.attrs, TransposeAttrs)
    return label is not None and walk.put(node, node.attrs.perm.index(label.axis), label.ids)


@channel_labels(ReshapeAttrs)
def _reshape(walk: _Walk, node: Node) -> bool:
    """Indices of the new axis that holds the channels, from their places in the run of elements."""
    label = walk.only(node)
    if label is None:
        return False
    if walk.shuffled(node, label):
        return True
    before, after = walk.tensor(node.inputs[0]).shape, walk.tensor(node.outputs[0]).shape
    places = places_after(before, label.axis, after)
    if not places:
        return False
    heads = any(isinstance(u.attrs, TransposeAttrs) for u in walk.users.get(node.outputs[0], []))
    axis, old, new = places[0 if heads else -1]
    ids = np.zeros(after[axis], np.int64)
    ids[new] = label.ids[old]
    walk.tie(ids[new], label.ids[old])
    return walk.put(node, axis, ids)
