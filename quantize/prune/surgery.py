"""Channels taken out of a graph: smaller constants and shapes, the same nodes."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import GatherAttrs, ReshapeAttrs, SliceAttrs
from edgec.quantize.prune.labels import Dependencies, has_weights, is_depthwise


def cut(graph: Graph, channels: Dependencies, gone: Set[int]) -> Graph:
    """The graph without some channels.

    What read them reads the others with the weights it has: outputs are equal where those for the channels are zero.

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

    def run(self) -> Graph:
        """The smaller graph."""
        nodes = []
        for node in self.graph.nodes:
            if any(name in self.kept and not self.kept[name].all() for name in (*node.inputs, *node.outputs)):
                node = self._node(node)
                ins = [self.editor.tensors[i] if i else None for i in node.inputs]
                for name, (shape, _) in zip(node.outputs, OPS[node.op].infer(node.attrs, ins), strict=True):
                    self.editor.update(name, shape=shape)
            nodes.append(node)
        self.editor.nodes = nodes
        return self.editor.build()

    def _mask(self, name: str) -> Array:
        """Which indices of a tensor's last axis stay."""
        return self.kept.get(name, np.ones(self.graph.tensors[name].channels, bool))

    def _node(self, node: Node) -> Node:
        if has_weights(self.graph, node) or is_depthwise(self.graph, node):
            return self._weighted(node)
        if isinstance(node.attrs, (BinaryAttrs, NormalizeAttrs)):
            return self._constants(node)
        rule = _ATTRS.get(type(node.attrs))
        return node if rule is None else rule(self, node)

    def _weighted(self, node: Node) -> Node:
        x, w, *bias = node.inputs
        read, made = self._mask(x), self._mask(node.outputs[0])
        out_axis, in_axis = (1, 0) if isinstance(node.attrs, MatMulAttrs) else (0, len(self.graph.tensors[w].shape) - 1)
        w = self._part(w, made, out_axis)
        if is_depthwise(self.graph, node):
            assert isinstance(node.attrs, ConvAttrs)
            node = replace(node, attrs=replace(node.attrs, groups=int(read.sum())))
        else:
            w = self._part(w, read, in_axis)
        return replace(node, inputs=(x, w, *(self._part(b, made, 0) for b in bias)))

    def _part(self, name: str, keep: Array, axis: int) -> str:
        if keep.all():
            return name
        t = self.editor.tensors[name]
        assert t.data is not None
        return self.editor.const(t.name, np.compress(keep, t.data, axis), _scales(t.quant, keep, axis), t.dtype)

    def _constants(self, node: Node) -> Node:
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

    def reshaped(self, node: Node) -> Node:
        """A reshape to the smaller shape."""
        shape = list(self.graph.tensors[node.outputs[0]].shape)
        shape[self.axis[node.outputs[0]]] = int(self.kept[node.outputs[0]].sum())
        return replace(node, attrs=ReshapeAttrs(tuple(shape)))

    def sliced(self, node: Node) -> Node:
        """A slice of what is left, without steps along the axis."""
        a, axis = node.attrs, self.axis[node.outputs[0]]
        assert isinstance(a, SliceAttrs)
        starts, shape = list(a.starts), list(a.shape)
        starts[axis] = int(self.kept[node.inputs[0]][: a.starts[axis]].sum())
        shape[axis] = int(self.kept[node.outputs[0]].sum())
        return replace(node, attrs=SliceAttrs(tuple(starts), a.steps, tuple(shape)))

    def gathered(self, node: Node) -> Node:
        """Indices of what is left."""
        x, index = node.inputs
        data = self.graph.tensors[index].data
        assert data is not None
        places = np.cumsum(self.kept[x]) - 1
        made = places[data][self.kept[node.outputs[0]]].astype(data.dtype)
        return replace(node, inputs=(x, self.editor.const(index, made)))


_ATTRS: dict[type, Callable[[_Cut, Node], Node]] = {
    ReshapeAttrs: _Cut.reshaped,
    SliceAttrs: _Cut.sliced,
    GatherAttrs: _Cut.gathered,
}


def _scales(quant: Quant | None, keep: Array, axis: int) -> Quant | None:
    """Scales of the indices that stay."""
    if quant is None or quant.axis != axis:
        return quant
    at = np.flatnonzero(keep)
    return replace(quant, scale=tuple(quant.scale[i] for i in at), zero_point=tuple(quant.zero_point[i] for i in at))
