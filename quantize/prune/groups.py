"""Groups of channels among which a choice is made, and what a graph costs with fewer of them."""

from __future__ import annotations

from collections.abc import Set
from enum import Enum
from math import prod
from typing import Protocol

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.prune.crop import Crop
from edgec.quantize.prune.labels import Dependencies, Reader

PER_CHANNEL = 8  # bytes of bias, multiplier and shift
MIN_CHANNELS_BY_FOURS = (
    16  # groups of fewer channels lose them by twos, larger ones by fours: kernels compute that many together
)
CHANNELS_PER_FOUR = 64  # larger groups by multiples of four in proportion
LEAST_SHARE = 8  # at least one of so many channels stays
MOST_NAMED = 4  # layers that a message names


class Kind(Enum):
    """The unit of a budget."""

    MACS = "macs"
    FLASH = "flash"
    INSTRUCTIONS = "instructions"


@dataclass(frozen=True)
class Budget:
    """A share, above 0 and at most 1, of what the unpruned model takes."""

    kind: Kind
    fraction: float

    def text(self) -> str:
        """Return the budget as on the command line."""
        return f"{self.kind.value}={self.fraction:g}"


class Costs(Protocol):
    """The cost of pruned graphs, in the unit of a budget."""

    def of(self, small: Graph, channels: Dependencies, gone: Set[int]) -> float:
        """The cost of what ``cut`` made of a graph with these channels."""

    def without(self, crop: Crop) -> Costs | None:
        """Costs of graphs without these borders; None where they cannot be told."""


@dataclass(frozen=True)
class Group:
    """Channels that are chosen among.

    ``channels``: their numbers; ``makers``: names of the layers in which they begin; ``readers``: layers that mix them;
    ``sets``: channels of which at least one must stay, for some tensor has no others; ``width``: channels of a layer
    that go as one (those of a head, or of a convolution's group).
    """

    name: str
    channels: tuple[int, ...]
    makers: tuple[str, ...]
    readers: tuple[Reader, ...]
    sets: tuple[frozenset[int], ...]
    width: int = 1

    @property
    def levels(self) -> tuple[int, ...]:
        """Numbers of channels that may stay, all first."""
        count, wide = len(self.channels), len(self.channels) * self.width
        step = -(-(2 if wide < MIN_CHANNELS_BY_FOURS else 4 * max(1, wide // CHANNELS_PER_FOUR)) // self.width)
        least = max(step, -(-count // LEAST_SHARE))
        return (count, *(k for k in range((count - 1) // step * step, 0, -step) if k >= least))


def _joined(dependencies: Dependencies) -> list[tuple[list[Node], set[int]]]:
    """Layers that share channels, in the order of the first of them, and their channels."""
    joined: list[tuple[list[Node], set[int]]] = []
    for node, ids in dependencies.makers:
        nodes, channels = [node], {int(i) for i in ids}
        apart = []
        for other in joined:
            if other[1] & channels:
                nodes, channels = other[0] + nodes, other[1] | channels
            else:
                apart.append(other)
        joined = [*apart, (nodes, channels)]
    order = {node.outputs[0]: i for i, (node, _) in enumerate(dependencies.makers)}
    joined.sort(key=lambda g: min(order[n.outputs[0]] for n in g[0]))
    return joined


def groups_of(dependencies: Dependencies) -> tuple[Group, ...]:
    """Groups in the order of their first layers; a group of which a channel must stay is left out."""
    made, widths = [], {node.name: len(ids) // len(set(ids.tolist())) for node, ids in dependencies.makers}
    for nodes, channels in _joined(dependencies):
        if channels & dependencies.fixed or len(channels) < 2:
            continue
        readers = tuple(r for r in dependencies.readers if channels & {int(i) for i in r.label.ids})
        sets = {frozenset(int(i) for i in x.ids) & channels for x in dependencies.labels.values()}
        least = tuple(sorted((s for s in sets if s and s != channels), key=lambda s: (len(s), min(s))))
        if readers:
            names = tuple(n.name for n in nodes)
            width = max(widths[n] for n in names)
            made.append(Group(names[0], tuple(sorted(channels)), names, readers, least, width))
    return tuple(made)


def why_fixed(dependencies: Dependencies) -> str:
    """Say what keeps the channels of layers with several that are in no group; empty if nothing does."""
    joined = [
        (nodes[0].name, channels & dependencies.fixed, len(channels)) for nodes, channels in _joined(dependencies)
    ]
    held = [(name, dependencies.reasons[min(fixed)]) for name, fixed, count in joined if fixed and count > 1]
    named = [f"those of {name} {reason}" for name, reason in held[:MOST_NAMED]]
    more = [f"{len(held) - MOST_NAMED} more"] if len(held) > MOST_NAMED else []
    return ", ".join([*named, *more])


class Weighed:
    """Costs that follow from shapes: multiplications, or bytes of int8 constants."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind

    def of(self, small: Graph, _channels: Dependencies, _gone: Set[int]) -> float:
        """Return the cost of the whole small graph."""
        return self.whole(small)

    def without(self, _: Crop) -> Weighed:
        """The same: shapes tell."""
        return self

    def whole(self, graph: Graph) -> float:
        """MACs of an inference, or bytes of weights, biases and factors."""
        return float(sum(self._node(graph, n) for n in graph.nodes if has_trait(n, Trait.MIXES_CHANNELS)))

    def _node(self, graph: Graph, node: Node) -> int:
        w, out = graph.tensors[node.inputs[1]], graph.tensors[node.outputs[0]]
        if self.kind is Kind.FLASH:
            return w.size + PER_CHANNEL * out.channels if w.is_const else 0
        product = isinstance(node.attrs, MatMulAttrs)
        return out.size * (graph.tensors[node.inputs[0]].channels if product else prod(w.shape[1:]))
