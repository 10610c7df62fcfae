"""Attention with each head by itself: exact, and a head's queries, keys, values and scores are all that exists at once.

The products of attention are a batch over heads, whose queries, keys and values are channels of layers of weights.  A
head needs its own channels only, so those layers are cut by outputs, and what each head gives is a part of the channels
behind: a concatenation.  Nothing is computed twice; transposes between tokens and heads have one head to move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np

from edgec.converter.graph.ir import Attrs, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.ops.conv import DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs, TransposeAttrs

MOST_HEADS = 16  # of more, the calls' code would outweigh what is saved


def heads_apart(graph: Graph) -> Graph:
    """The graph with attention computed head by head; itself where there is none that can be."""
    editor = GraphEditor(graph)
    for node in reversed(graph.nodes):
        if isinstance(node.attrs, MatMulAttrs) and node in editor.nodes:
            _take_apart(editor, node)
    return editor.build()


def _take_apart(editor: GraphEditor, product: Node) -> None:
    """Replace a product of scores and values, and all that it alone needs, by one for each head."""
    y = editor.tensors[product.outputs[0]]
    axis = len(y.shape) - 3
    if axis < 0 or not 1 < y.shape[axis] <= MOST_HEADS or prod(y.shape[:axis]) != 1 or y.name in editor.outputs:
        return
    users = [n for n in editor.nodes if y.name in n.inputs]
    turn = users[0] if len(users) == 1 and isinstance(users[0].attrs, TransposeAttrs) else None
    heads = _Heads(editor, product)
    parts = [heads.part(y.name, axis, head) for head in range(y.shape[axis])]
    if None in parts or heads.products < 2 * y.shape[axis]:
        return
    joined = [str(p) for p in parts]
    last = product if turn is None else turn
    if turn is not None:
        assert isinstance(turn.attrs, TransposeAttrs)
        joined = [heads.like(turn, (name,), turn.attrs, h) for h, name in enumerate(joined)]
        axis = turn.attrs.perm.index(axis)
    whole = Node("Concat", last.name, tuple(joined), last.outputs, ConcatAttrs(axis))
    at = editor.nodes.index(last)
    editor.nodes[at : at + 1] = [*heads.made, whole]
    _drop_dead(editor)


class _Heads:
    """Heads of tensors, made on demand: ``made`` are the nodes of all, in order."""

    def __init__(self, editor: GraphEditor, product: Node) -> None:
        self.editor = editor
        self.made: list[Node] = []
        self.products = 0
        self._producer = {o: n for n in editor.nodes for o in n.outputs}
        self._known: dict[tuple[str, int], str | None] = {}

    def part(self, name: str, axis: int, head: int) -> str | None:
        """One head of a tensor, whose heads lie along ``axis``; None when it cannot be had by itself."""
        if (name, head) not in self._known:
            self._known[name, head] = self._part(name, axis, head)
        return self._known[name, head]

    def like(self, node: Node, inputs: Sequence[str], attrs: Attrs, head: int, quant: Quant | None = None) -> str:
        """The output of a copy of a node for one head."""
        y = self.editor.tensors[node.outputs[0]]
        shape, dtype = OPS[node.op].infer(attrs, [self.editor.tensors[i] for i in inputs])[0]
        out = self.editor.tensor(f"{y.name}.head{head}", shape, dtype, quant or y.quant)
        self.made.append(Node(node.op, f"{node.name}.head{head}", tuple(inputs), (out,), attrs))
        self.products += isinstance(node.attrs, MatMulAttrs)
        return out

    def _part(self, name: str, axis: int, head: int) -> str | None:
        tensor = self.editor.tensors[name]
        if tensor.data is not None:
            return self._constant(tensor, axis, head, 1)
        node = self._producer.get(name)
        if node is None or len(node.outputs) != 1 or name in self.editor.outputs:
            return None
        a = node.attrs
        if isinstance(a, ReshapeAttrs):
            return self._reshaped(node, axis, head)
        if isinstance(a, SoftmaxAttrs) and a.axis == axis:
            return None
        if isinstance(a, TransposeAttrs):
            parts = [self.part(node.inputs[0], a.perm[axis], head)]
        elif isinstance(a, UnaryAttrs | SoftmaxAttrs):
            parts = [self.part(node.inputs[0], axis, head)]
        elif isinstance(a, BinaryAttrs | MatMulAttrs):
            parts = [self._operand(i, tensor.shape, axis, head) for i in node.inputs]
        else:
            return None
        inputs = [i for i in parts if i is not None]
        return self.like(node, inputs, a, head) if len(inputs) == len(parts) else None

    def _operand(self, name: str, shape: tuple[int, ...], axis: int, head: int) -> str | None:
        """One head of an operand; all of it where the heads share it."""
        own = self.editor.tensors[name].shape
        at = axis - (len(shape) - len(own))
        return self.part(name, at, head) if at >= 0 and own[at] == shape[axis] else name

    def _reshaped(self, node: Node, axis: int, head: int) -> str | None:
        """One head of a tensor under another shape: heads are an axis of both, or channels of the other."""
        x, y = (self.editor.tensors[n] for n in (node.inputs[0], node.outputs[0]))
        shape = (*y.shape[:axis], 1, *y.shape[axis + 1 :])
        before, behind = prod(y.shape[:axis]), prod(y.shape[axis + 1 :])
        same = [i for i, n in enumerate(x.shape) if n == y.shape[axis] and prod(x.shape[:i]) == before]
        if same:
            part = self.part(x.name, same[0], head)
        elif x.shape[-1] == y.shape[axis] * behind:
            part = self._channels(x.name, head, behind)
        else:
            return None
        return None if part is None else self.like(node, (part,), ReshapeAttrs(shape), head)

    def _channels(self, name: str, head: int, count: int) -> str | None:
        """The channels of one head of a layer of weights, or of a function of its values."""
        node, key = self._producer.get(name), (name, head)
        if node is None or name in self.editor.outputs:
            return None
        if key not in self._known:
            self._known[key] = self._cut(node, head, count)
        return self._known[key]

    def _cut(self, node: Node, head: int, count: int) -> str | None:
        a = node.attrs
        if isinstance(a, DenseAttrs):
            ins = [self.editor.tensors[i] for i in node.inputs]
            if ins[1].data is None or ins[2].data is None:
                return None
            constants = [self._constant(t, 0, head, count) for t in ins[1:]]
            return self.like(node, (node.inputs[0], *constants), a, head)
        inner = self._channels(node.inputs[0], head, count) if isinstance(a, ReshapeAttrs | UnaryAttrs) else None
        if inner is None:
            return None
        shape = (*self.editor.tensors[node.outputs[0]].shape[:-1], count)
        return self.like(node, (inner,), ReshapeAttrs(shape) if isinstance(a, ReshapeAttrs) else a, head)

    def _constant(self, tensor: Tensor, axis: int, head: int, count: int) -> str:
        assert tensor.data is not None
        at = np.arange(head * count, (head + 1) * count)
        quant = tensor.quant
        if quant is not None and quant.axis == axis:
            scale, zero = tuple(quant.scale[i] for i in at), tuple(quant.zero_point[i] for i in at)
            quant = replace(quant, scale=scale, zero_point=zero)
        return self.editor.const(f"{tensor.name}.head{head}", tensor.data.take(at, axis), quant, tensor.dtype)


def _drop_dead(editor: GraphEditor) -> None:
    read = set(editor.outputs)
    kept: list[Node] = []
    for node in reversed(editor.nodes):
        if any(o in read for o in node.outputs):
            kept.append(node)
            read.update(node.inputs)
    editor.nodes = kept[::-1]
