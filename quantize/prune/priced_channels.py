"""Dead channels that go where their removal pays: an odd number of channels may fall to a slower kernel.

Channels that operators tie together (a sum, a depthwise convolution, a concatenation) form a group, whose channels go
together.  A group is looked at when a layer that reads or writes it gains less by the removal than its work shrinks.
Then as many of its dead channels stay as cost least: none, all, or what makes a multiple of a kernel's lanes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, GraphEditor, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.quantize.prune.dead_channels import Dead, links_of, mixes_channels, without_channels
from edgec.quantize.ranges.intervals import Interval

Prices: TypeAlias = Callable[[Graph], Sequence[float]]
"""Costs of each node of a graph on a target, in the order of the nodes."""
Channel: TypeAlias = tuple[str, int]  # tensor, channel
LANES = (2, 4, 8, 16)  # channels that kernels compute together
MAX_PRICE_RATIO = 1.1  # times its share of the work that a smaller layer may cost


@dataclass(frozen=True)
class PricedGroup:
    """Tensors whose channels are tied; ``ties``: channels that go together or not at all."""

    tensors: frozenset[str]
    ties: tuple[frozenset[Channel], ...]

    def dead(self, graph: Graph, kept: Collection[int]) -> dict[str, Array]:
        """The channels to remove when the ties of these indices stay."""
        masks = {name: np.zeros(graph.tensors[name].shape[-1], bool) for name in sorted(self.tensors)}
        for index, tie in enumerate(self.ties):
            if index not in kept:
                for name, channel in tie:
                    masks[name][channel] = True
        return masks


def decide_by(prices: Prices) -> Callable[[Graph, Dead, Mapping[str, Interval]], dict[str, Array]]:
    """The decision (``dead_channels.Decide``) for the channels whose removal does not cost more than it saves."""

    def decide(graph: Graph, dead: Dead, intervals: Mapping[str, Interval]) -> dict[str, Array]:
        taken = dict(dead)
        doubtful = _doubtful(graph, dead, intervals, prices)
        for group in groups_of(graph, dead):
            if any(name in doubtful for name in group.tensors):
                taken |= _cheapest(graph, group, taken, intervals, prices)
        return {name: mask for name, mask in taken.items() if mask.any()}

    return decide


def groups_of(graph: Graph, dead: Dead) -> list[PricedGroup]:
    """The groups of dead channels, in the order of the graph."""
    parents: dict[Channel, Channel] = {}

    def root(channel: Channel) -> Channel:
        while parents.setdefault(channel, channel) != channel:
            channel = parents[channel]
        return channel

    tied: dict[Channel, Channel] = {}
    for one, other in _tied(graph, dead):
        parents[root(other)] = root(one)
    for name, mask in dead.items():
        tied |= {(name, int(c)): root((name, int(c))) for c in np.flatnonzero(mask)}
    ties: dict[Channel, set[Channel]] = {}
    for channel, first in tied.items():
        ties.setdefault(first, set()).add(channel)
    merged: list[tuple[set[str], list[frozenset[Channel]]]] = []
    for tie in ties.values():
        names, members = {name for name, _ in tie}, [frozenset(tie)]
        for group in [g for g in merged if g[0] & names]:
            merged.remove(group)
            names, members = names | group[0], [*group[1], *members]
        merged.append((names, members))
    return [PricedGroup(frozenset(names), tuple(members)) for names, members in merged]


def _tied(graph: Graph, dead: Dead) -> Iterator[tuple[Channel, Channel]]:
    """Pairs of dead channels, of an operator's input and of its output, that are one channel."""
    for node in graph.nodes:
        out = node.outputs[0]
        links = None if mixes_channels(graph, node) or out not in dead else links_of(graph, node)
        for name, targets in links.pairs if links is not None else ():
            channels = graph.tensors[name].shape[-1]
            for position in np.flatnonzero(dead[out][targets]):
                yield (name, int(position) % channels), (out, int(targets[position]))


def _doubtful(graph: Graph, dead: Dead, intervals: Mapping[str, Interval], prices: Prices) -> set[str]:
    """Tensors beside a layer that all removals together do not make as cheap as its work becomes small."""
    whole = _around(graph, dead.keys())
    less = without_channels(whole, dead, intervals)
    names: set[str] = set()
    for before, after, price, smaller in zip(whole.nodes, less.nodes, prices(whole), prices(less), strict=True):
        share = _work(less, after) / max(1, _work(whole, before))
        if smaller > min(1.0, MAX_PRICE_RATIO * share) * price:
            names.update((*before.inputs, *before.outputs))
    return names


def _cheapest(
    graph: Graph, group: PricedGroup, taken: Dead, intervals: Mapping[str, Interval], prices: Prices
) -> dict[str, Array]:
    """Return the channels of a group whose removal beside ``taken`` is cheapest, as masks; ties: the most channels."""
    part = _around(graph, group.tensors)
    best, least = group.dead(graph, ()), np.inf
    for kept in _numbers(graph, group):
        masks = group.dead(graph, kept)
        price = sum(prices(without_channels(part, {**taken, **masks}, intervals)))
        if price < least:
            best, least = masks, price
    return best


def _numbers(graph: Graph, group: PricedGroup) -> list[tuple[int, ...]]:
    """Return the ties that may stay: none, the first ones up to a multiple of lanes in one of the tensors, all."""
    numbers: dict[tuple[int, ...], None] = {(): None}
    for name, mask in group.dead(graph, ()).items():
        own = [index for index, tie in enumerate(group.ties) if any(tensor == name for tensor, _ in tie)]
        live = int((~mask).sum())
        each = int(mask.sum()) // len(own)
        for lanes in LANES:
            missing = -live % lanes
            if missing and missing % each == 0 and missing // each < len(own):
                numbers[tuple(own[: missing // each])] = None
    return [*sorted(numbers, key=len), tuple(range(len(group.ties)))]


def _around(graph: Graph, tensors: Collection[str]) -> Graph:
    """The nodes that read or write these tensors, as a graph."""
    editor = GraphEditor(graph)
    editor.nodes = [n for n in graph.nodes if any(name in tensors for name in (*n.inputs, *n.outputs))]
    editor.inputs, editor.outputs, editor.states = [], [], []
    return editor.build()


def _work(graph: Graph, node: Node) -> int:
    """Products of a layer with weights, elements of any other."""
    out = graph.tensors[node.outputs[0]]
    if isinstance(node.attrs, (ConvAttrs, DenseAttrs)):
        return graph.tensors[node.inputs[1]].size * out.size // max(1, out.shape[-1])
    return out.size
