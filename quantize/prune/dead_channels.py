"""Exact dead-channel elimination on an integer graph: smaller layers, the same output bytes.

A channel goes when it is constant (interval analysis) and every reader can absorb the constant into its bias, or when
no reader depends on it (all weights that read it are zero).  The idea needs nothing but the quantized graph; ReLU
networks trained with weight decay lose up to half of their channels to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import prod
from typing import TypeAlias

import numpy as np

from edgec.converter.arithmetic.fixed_point import INT32_MAX
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, UnaryAttrs
from edgec.converter.ops.pool import ReduceAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, ReshapeAttrs
from edgec.quantize.ranges.intervals import Interval, analyse

Dead: TypeAlias = Mapping[str, Array]
"""Tensor name -> which of its channels may go (bool [C])."""
Decide: TypeAlias = Callable[[Graph, Dead, Mapping[str, Interval]], Dead]
"""Tensor name -> mask of its channels that may go (bool [C])."""


@dataclass(frozen=True)
class Elimination:
    """The channels of all tensors that the pass removed; ``kept``: those that it could have removed too."""

    graph: Graph
    channels: int
    kept: int = 0


def eliminate_dead_channels(graph: Graph, decide: Decide | None = None) -> Elimination:
    """Remove channels until none is left to remove.

    Args:
        graph: an integer graph (see ``quantize_model``).
        decide: which of the channels that may go do go; without it all of them.

    Returns:
        The smaller graph, with the number of channels taken out; its outputs are equal, byte by byte.
    """
    total = 0
    while True:
        intervals = analyse(graph)
        removable = _removable(graph, intervals)
        dead = removable if decide is None or not removable else decide(graph, removable, intervals)
        count = _count(dead)
        if not count:
            return Elimination(graph, total, _count(removable))
        total += count
        graph = without_channels(graph, dead, intervals)


def _count(dead: Dead) -> int:
    return sum(int(mask.sum()) for mask in dead.values())


# --- which channels may go ------------------------------------------------------------------------------------------


def _removable(graph: Graph, intervals: Mapping[str, Interval]) -> dict[str, Array]:
    """Channels to remove, per tensor (bool [C]); the largest set that is consistent between tensors."""
    dead = _candidates(graph, intervals)
    changed = True
    while changed:
        changed = False
        for node in graph.nodes:
            changed |= _settle(graph, node, dead)
        for mask in dead.values():
            if mask.all():
                mask[0] = False
                changed = True
    return {name: mask for name, mask in dead.items() if mask.any()}


def _candidates(graph: Graph, intervals: Mapping[str, Interval]) -> dict[str, Array]:
    """Per tensor: constant channels that all weighted readers can absorb, and channels no weighted reader uses."""
    dead: dict[str, Array] = {}
    consumers = graph.consumers()
    for node in reversed(graph.nodes):
        out = graph.tensors[node.outputs[0]]
        iv = intervals.get(out.name)
        if iv is None or out.quant is None or not out.shape or out.name in graph.outputs or len(node.outputs) != 1:
            continue
        users = consumers.get(out.name, [])
        unused = np.ones(out.shape[-1], bool)
        absorbed = iv.constant.copy()
        for user in users:
            use, absorb = _reader(graph, user, out, iv, dead)
            unused &= ~use
            absorbed &= absorb
        dead[out.name] = (unused | absorbed) if users else np.zeros(out.shape[-1], bool)
    return dead


def _reader(graph: Graph, user: Node, x: Tensor, iv: Interval, dead: Dead) -> tuple[Array, Array]:
    """For each channel of ``x``: whether ``user`` depends on it, and whether it could do without a constant one."""
    channels = x.shape[-1]
    if isinstance(user.attrs, (ConvAttrs, DenseAttrs)) and user.inputs[0] == x.name and not is_depthwise(graph, user):
        if isinstance(user.attrs, ConvAttrs) and user.attrs.groups != 1:
            return np.ones(channels, bool), np.zeros(channels, bool)
        weight = graph.tensors[user.inputs[1]].data
        assert weight is not None and x.quant is not None
        uses = np.asarray(weight.reshape(-1, channels).any(axis=0))
        padded = isinstance(user.attrs, ConvAttrs) and max(user.attrs.pads) > 0
        fits = np.full(channels, not padded) | (iv.lo == x.quant.z)
        return uses, (fits & _bias_room(graph, user, x, iv)) | ~uses
    links = links_of(graph, user)
    if links is None or x.name not in links.inputs:
        return np.ones(channels, bool), np.zeros(channels, bool)
    out_dead = dead.get(user.outputs[0], np.zeros(links.channels, bool))
    gone = np.ones(channels, bool)
    for name, target in links.pairs:
        if name == x.name:
            np.logical_and.at(gone, np.arange(len(target)) % channels, out_dead[target])
    return ~gone, gone


def _bias_room(graph: Graph, user: Node, x: Tensor, iv: Interval) -> Array:
    """Return whether the int32 bias can take the constants: all channels against the worst row, to be safe."""
    weight, bias = graph.tensors[user.inputs[1]].data, graph.tensors[user.inputs[2]].data
    assert weight is not None and bias is not None and x.quant is not None
    filters = weight.reshape(weight.shape[0], -1, x.shape[-1])
    worst = np.max([np.abs(f.astype(np.int64)).sum(axis=0) for f in filters], axis=0)
    added = np.abs(iv.lo - x.quant.z) * worst
    room = INT32_MAX - int(np.abs(bias.astype(np.int64)).max())
    return np.full(x.shape[-1], int(added.sum()) <= room)


@dataclass(frozen=True)
class Links:
    """Ties between channels of an operator's inputs and channels of its output.

    ``pairs`` holds (input name, output channel of each input position), positions running over the input's channels,
    repeated for flattened rows.
    """

    channels: int
    pairs: tuple[tuple[str, Array], ...]

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the tied inputs."""
        return tuple(name for name, _ in self.pairs)


def is_depthwise(graph: Graph, node: Node) -> bool:
    """One input channel gives one output channel."""
    if not isinstance(node.attrs, ConvAttrs):
        return False
    x, w = graph.tensors[node.inputs[0]], graph.tensors[node.inputs[1]]
    return node.attrs.groups == x.shape[-1] == w.shape[0]


def links_of(graph: Graph, node: Node) -> Links | None:
    """Channel ties of an operator, None when its channels cannot be taken out one by one."""
    x, out = graph.tensors[node.inputs[0]], graph.tensors[node.outputs[0]]
    if not x.shape or not out.shape:
        return None
    one = np.arange(out.shape[-1])
    if node.op in ("MaxPool", "AvgPool") or isinstance(node.attrs, UnaryAttrs) or is_depthwise(graph, node):
        return Links(len(one), ((x.name, one),))
    if isinstance(node.attrs, ReduceAttrs):
        return None if len(x.shape) - 1 in node.attrs.axes else Links(len(one), ((x.name, one),))
    if isinstance(node.attrs, ReshapeAttrs):
        keeps = out.shape[-1] == x.shape[-1]
        rows = out.shape[0] == x.shape[0] and len(x.shape) > 1  # of a vector the first axis is that of channels
        flattens = rows and len(out.shape) == 2 and out.shape[-1] == prod(x.shape[1:])
        return Links(len(one), ((x.name, one),)) if keeps or flattens else None
    if isinstance(node.attrs, BinaryAttrs):
        if any(graph.tensors[i].is_const or graph.tensors[i].shape[-1:] != out.shape[-1:] for i in node.inputs):
            return None
        return Links(len(one), tuple((i, one) for i in dict.fromkeys(node.inputs)))
    if isinstance(node.attrs, ConcatAttrs) and node.attrs.axis == len(out.shape) - 1:
        if len(set(node.inputs)) < len(node.inputs):
            return None
        sizes = [graph.tensors[i].shape[-1] for i in node.inputs]
        starts = np.cumsum([0, *sizes])
        return Links(
            len(one), tuple((n, s + np.arange(c)) for n, s, c in zip(node.inputs, starts, sizes, strict=False))
        )
    return None


def _settle(graph: Graph, node: Node, dead: dict[str, Array]) -> bool:
    """Make a tying operator's inputs and output agree; returns whether a mark was taken back."""
    out = dead.get(node.outputs[0])
    links = None if mixes_channels(graph, node) else links_of(graph, node)
    if links is None:
        if out is not None and not mixes_channels(graph, node) and out.any():
            out[:] = False
            return True
        return False
    if out is None:
        out = np.zeros(links.channels, bool)
    before = sum(int(dead[n].sum()) for n in links.inputs if n in dead) + int(out.sum())
    for name, target in links.pairs:
        channels = graph.tensors[name].shape[-1]
        mask = dead.get(name, np.zeros(channels, bool))
        np.logical_and.at(mask, np.arange(len(target)) % channels, out[target])
        out[target] &= mask[np.arange(len(target)) % channels]
    return before != sum(int(dead[n].sum()) for n in links.inputs if n in dead) + int(out.sum())


def mixes_channels(graph: Graph, node: Node) -> bool:
    """Conv or Dense that mixes channels: its outputs may go whatever its inputs do (grouped ones excepted)."""
    if isinstance(node.attrs, DenseAttrs):
        return True
    return isinstance(node.attrs, ConvAttrs) and node.attrs.groups == 1 and not is_depthwise(graph, node)


# --- taking them out ------------------------------------------------------------------------------------------------


def without_channels(graph: Graph, dead: Dead, intervals: Mapping[str, Interval]) -> Graph:
    """The graph without dead channels; a constant one goes into the biases of its readers."""
    editor = GraphEditor(graph)
    for name in dead.keys() & graph.tensors.keys() - graph.producers().keys():  # of a part of a graph
        shape = graph.tensors[name].shape
        editor.update(name, shape=(*shape[:-1], shape[-1] - int(dead[name].sum())))
    nodes = []
    for node in graph.nodes:
        if isinstance(node.attrs, (ConvAttrs, DenseAttrs)):
            node = _shrink(graph, editor, node, dead, intervals)
        elif isinstance(node.attrs, ReshapeAttrs) and (node.inputs[0] in dead or node.outputs[0] in dead):
            gone = dead.get(node.outputs[0])
            size = node.attrs.shape[-1] - (int(gone.sum()) if gone is not None else 0)
            node = replace(node, attrs=ReshapeAttrs((*node.attrs.shape[:-1], size)))
        nodes.append(node)
        _update_shapes(editor, node)
    editor.nodes = nodes
    return editor.build()


def _update_shapes(editor: GraphEditor, node: Node) -> None:
    ins = [editor.tensors[i] if i else None for i in node.inputs]
    for name, (shape, _) in zip(node.outputs, OPS[node.op].infer(node.attrs, ins), strict=True):
        if editor.tensors[name].shape != shape:
            editor.update(name, shape=shape)


def _shrink(
    graph: Graph,
    editor: GraphEditor,
    node: Node,
    dead: Dead,
    intervals: Mapping[str, Interval],
) -> Node:
    """Take dead inputs (into the bias) and dead outputs out of one Conv or Dense."""
    x, w, b = (graph.tensors[i] for i in node.inputs)
    assert w.data is not None and b.data is not None and x.quant is not None
    weight, bias = w.data, b.data.astype(np.int64)
    gone_in, gone_out = dead.get(x.name), dead.get(node.outputs[0])
    if gone_in is None and gone_out is None:
        return node
    attrs = node.attrs
    if is_depthwise(graph, node):
        assert isinstance(attrs, ConvAttrs)
        attrs = replace(attrs, groups=attrs.groups - (int(gone_in.sum()) if gone_in is not None else 0))
    elif gone_in is not None:
        value = np.where(intervals[x.name].constant, intervals[x.name].lo - x.quant.z, 0)[gone_in]
        bias = bias + (weight[..., gone_in].astype(np.int64) * value).reshape(weight.shape[0], -1).sum(axis=1)
        weight = weight[..., ~gone_in]
    keep: Sequence[int] = range(weight.shape[0])
    if gone_out is not None:
        keep = [int(i) for i in np.flatnonzero(~gone_out)]
    index = np.asarray(keep)
    w_name = editor.const(w.name, weight[index], _take(w.quant, index), w.dtype)
    b_name = editor.const(b.name, bias[index].astype(b.data.dtype), _take(b.quant, index), b.dtype)
    return replace(node, attrs=attrs, inputs=(x.name, w_name, b_name))


def _take(quant: Quant | None, index: Array) -> Quant | None:
    """Scales of the output channels that stay."""
    if quant is None or quant.axis != 0:
        return quant
    return Quant(tuple(quant.scale[i] for i in index), tuple(quant.zero_point[i] for i in index), 0)
