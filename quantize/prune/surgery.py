"""Channels taken out of a graph: smaller constants and shapes, the same nodes."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import GatherAttrs, ReshapeAttrs, SliceAttrs
from edgec.quantize.prune.labels import Dependencies, averages_channels, has_weights
from edgec.quantize.prune.moves import Shuffle

surgery: Facet[Callable[[_Cut, Node], Node]] = Facet(
    "surgery", "rule that takes channels out of its attributes and constants", "it is kept as it is, on smaller tensors"
)


def cut(graph: Graph, channels: Dependencies, gone: Set[int]) -> Graph:
    """The graph without some channels.

    What read them reads the others with the weights it has: outputs are equal where those for the channels are zero.
    Nodes stay one for one, but a mean over channels becomes a convolution, whose factors do not change with their
    number, and a shuffle a choice of indices.

    Args:
        graph: float or integer.
        channels: what ``dependencies`` gives for it.
        gone: channels, none of them fixed.
    """
    return _Cut(graph, channels, gone).run()


class _Cut:
    def __init__(self, graph: Graph, channels: Dependencies, gone: Set[int]) -> None:
        self.graph = graph
        self.editor = GraphEditor(graph)
        lost = np.array(sorted(gone), np.int64)
        self.kept = {name: ~np.isin(x.ids, lost) for name, x in channels.labels.items()}
        self.axis = {name: x.axis for name, x in channels.labels.items()}
        self._parts: dict[tuple[str, int, bytes], str] = {}
        self._shuffles: dict[str, Shuffle] = {}
        for shuffle in channels.shuffles:
            if not self.kept[shuffle.nodes[0].inputs[0]].all():
                self._shuffles.update((n.outputs[0], shuffle) for n in shuffle.nodes)

    def run(self) -> Graph:
        """The smaller graph."""
        nodes = []
        for node in self.graph.nodes:
            touched = any(name in self.kept and not self.kept[name].all() for name in (*node.inputs, *node.outputs))
            if touched or node.outputs[0] in self._shuffles:
                node = self._node(node)
                ins = [self.editor.tensors[i] if i else None for i in node.inputs]
                for name, (shape, _) in zip(node.outputs, OPS[node.op].infer(node.attrs, ins), strict=True):
                    self.editor.update(name, shape=shape)
            nodes.append(node)
        self.editor.nodes = nodes
        return self.editor.build()

    def _mask(self, name: str) -> Array:
        """Return the mask of a tensor's last axis: the indices that stay."""
        return self.kept.get(name, np.ones(self.graph.tensors[name].channels, bool))

    def _node(self, node: Node) -> Node:
        if node.outputs[0] in self._shuffles:
            return self._shuffled(node)
        rule = surgery.get(node)
        return node if rule is None else rule(self, node)

    @surgery(ConvAttrs, DenseAttrs, MatMulAttrs)
    def weighted(self, node: Node) -> Node:
        """A layer with the filters that stay, with the inputs that stay."""
        if not has_weights(self.graph, node):
            return node
        if isinstance(node.attrs, ConvAttrs) and node.attrs.groups > 1:
            return self._grouped(node)
        x, w, *bias = node.inputs
        read, made = self._mask(x), self._mask(node.outputs[0])
        out_axis, in_axis = (1, 0) if isinstance(node.attrs, MatMulAttrs) else (0, len(self.graph.tensors[w].shape) - 1)
        w = self._part(self._part(w, made, out_axis), read, in_axis)
        return replace(node, inputs=(x, w, *(self._part(b, made, 0) for b in bias)))

    def _grouped(self, node: Node) -> Node:
        """Keep, in each group that stays, the filters and inputs that stay: as many as in any other."""
        assert isinstance(node.attrs, ConvAttrs)
        x, w, *bias = node.inputs
        made, groups = self._mask(node.outputs[0]), node.attrs.groups
        read, kept = self._mask(x).reshape(groups, -1), made.reshape(groups, -1).any(axis=1)
        assert np.array_equal(read.any(axis=1), kept) and len(set(read[kept].sum(axis=1))) == 1
        w = self._part(w, made, 0)
        if not read[kept].all():
            t = self.editor.tensors[w]
            assert t.data is not None
            filters = np.split(t.data, int(kept.sum()))
            data = np.concatenate([f[..., r] for f, r in zip(filters, read[kept], strict=True)])
            w = self.editor.const(t.name, data, t.quant, t.dtype)
        attrs = replace(node.attrs, groups=int(kept.sum()))
        return replace(node, inputs=(x, w, *(self._part(b, made, 0) for b in bias)), attrs=attrs)

    def _part(self, name: str, keep: Array, axis: int) -> str:
        """A constant's indices that stay; nodes that shared it share what is left."""
        if not name or keep.all():
            return name
        key = (name, axis, keep.tobytes())
        if key not in self._parts:
            t = self.editor.tensors[name]
            assert t.data is not None
            data = np.compress(keep, t.data, axis)
            self._parts[key] = self.editor.const(t.name, data, _scales(t.quant, keep, axis), t.dtype)
        return self._parts[key]

    def _shuffled(self, node: Node) -> Node:
        """A node of a shuffle: the last takes channels by their indices, the others leave the tensor as it is."""
        shuffle = self._shuffles[node.outputs[0]]
        x = shuffle.nodes[0].inputs[0]
        if node is not shuffle.nodes[-1]:
            return replace(node, op="Reshape", attrs=ReshapeAttrs(self.editor.tensors[x].shape))
        index = (np.cumsum(self.kept[x]) - 1)[shuffle.order][self.kept[node.outputs[0]]]
        indices = self.editor.const(f"{node.outputs[0]}.order", index.astype(np.int64))
        return replace(node, op="Gather", attrs=GatherAttrs(shuffle.axis), inputs=(*node.inputs, indices))

    @surgery(ReduceAttrs)
    def reduced(self, node: Node) -> Node:
        """A mean or a sum over channels as a convolution: each of those that stay counts as before."""
        name, a = node.inputs[0], node.attrs
        if not averages_channels(self.graph, node):
            return node
        assert isinstance(a, ReduceAttrs)
        x, kept = self.graph.tensors[name], self.kept[name]
        ones = np.ones((1, 1, 1, int(kept.sum())))
        factor = 1.0 / len(kept) if a.fn is ReduceFn.MEAN else 1.0
        if x.quant is None:
            w = self.editor.const(f"{node.name}.w", (ones * factor).astype(np.float32))
            bias = self.editor.const(f"{node.name}.b", np.zeros(1, np.float32))
        else:
            w = self.editor.const(f"{node.name}.w", ones.astype(np.int8), Quant.per_axis(factor, 0))
            zero, scale = np.zeros(1, np.int32), Quant.per_axis(factor * x.quant.s, 0)
            bias = self.editor.const(f"{node.name}.b", zero, scale)
        return replace(node, op="Conv", attrs=ConvAttrs(), inputs=(name, w, bias))

    @surgery(BinaryAttrs, NormalizeAttrs)
    def constants(self, node: Node) -> Node:
        """Constants beside a tensor, broadcast to it."""
        out = node.outputs[0]
        rank, axis, keep = len(self.graph.tensors[out].shape), self.axis[out], self.kept[out]
        inputs = []
        for name in node.inputs:
            t = self.graph.tensors[name]
            at = axis - (rank - len(t.shape))
            cuts = t.is_const and at >= 0 and t.shape[at] != 1
            inputs.append(self._part(name, keep, at) if cuts else name)
        return replace(node, inputs=tuple(inputs))

    @surgery(ReshapeAttrs)
    def reshaped(self, node: Node) -> Node:
        """A reshape to the smaller shape."""
        shape = list(self.graph.tensors[node.outputs[0]].shape)
        shape[self.axis[node.outputs[0]]] = int(self.kept[node.outputs[0]].sum())
        return replace(node, attrs=ReshapeAttrs(tuple(shape)))

    @surgery(SliceAttrs)
    def sliced(self, node: Node) -> Node:
        """A slice of what is left, without steps along the axis."""
        a, axis = node.attrs, self.axis[node.outputs[0]]
        assert isinstance(a, SliceAttrs)
        starts, shape = list(a.starts), list(a.shape)
        starts[axis] = int(self.kept[node.inputs[0]][: a.starts[axis]].sum())
        shape[axis] = int(self.kept[node.outputs[0]].sum())
        return replace(node, attrs=SliceAttrs(tuple(starts), a.steps, tuple(shape)))

    @surgery(GatherAttrs)
    def gathered(self, node: Node) -> Node:
        """Indices of what is left."""
        x, index = node.inputs
        data = self.graph.tensors[index].data
        assert data is not None
        places = np.cumsum(self.kept[x]) - 1
        made = places[data][self.kept[node.outputs[0]]].astype(data.dtype)
        return replace(node, inputs=(x, self.editor.const(index, made)))


def _scales(quant: Quant | None, keep: Array, axis: int) -> Quant | None:
    """Scales of the indices that stay."""
    if quant is None or quant.axis != axis:
        return quant
    at = np.flatnonzero(keep)
    return replace(quant, scale=tuple(quant.scale[i] for i in at), zero_point=tuple(quant.zero_point[i] for i in at))
