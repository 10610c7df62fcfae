"""Ranking of a group's channels: those go first that the others stand in for best where they are read.

A layer that mixes channels is a linear function of rows of inputs.  With G the covariance of the rows over the
calibration samples and W the filters, leaving out a block b of inputs and refitting the others costs exactly
tr(W_b (P_bb)^-1 W_b') of squared error behind the layer, P being the inverse of G over the inputs that are left: the
optimal brain surgeon's formula (Hassibi and Stork, 1993) for blocks.  Channels go one by one, the cheapest first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.prune.groups import Group
from edgec.quantize.prune.labels import Reader, dependencies
from edgec.quantize.prune.layers import channels_read, groups_in, positions, rows, weights_of, whole_filters
from edgec.quantize.ranges.simulate import Evaluator

MAX_POSITIONS = 8192  # positions of a layer that its statistics are taken from
DAMPING = 1e-3  # of the mean variance of a layer's inputs, added to each


@dataclass(frozen=True)
class ReadChannels:
    """The statistics of a reader: filters [O, n], mean [n] and covariance [n, n] of its rows, channel of each input.

    Of a grouped convolution n are the inputs of all groups; those of different groups have no covariance, for no filter
    can make up for one by the other.
    """

    reader: Reader
    weights: Array
    mean: Array
    covariance: Array
    channels: Array

    @property
    def signal(self) -> float:
        """Variance of what the layer gives, summed over its channels."""
        return float(np.sum((self.weights @ self.covariance) * self.weights))


class Ranking(Protocol):
    """Puts the channels of a group into the order in which they go."""

    def order(self, graph: Graph, group: Group, seen: Sequence[ReadChannels]) -> tuple[int, ...]:
        """Channels, the first to go first; those that must stay last."""


def observed(
    graph: Graph, groups: Sequence[Group], evaluator: Evaluator, inputs: Sequence[Array]
) -> dict[str, ReadChannels]:
    """Statistics of all readers of some groups, by the name of what they write."""
    readers = {r.node.outputs[0]: r for g in groups for r in g.readers}
    of_tensor: dict[str, list[Reader]] = {}
    for r in readers.values():
        of_tensor.setdefault(r.node.inputs[0], []).append(r)
    total = len(inputs[0]) if inputs else 1
    sums = {name: _Sums() for name in readers}
    count = 1

    def observe(name: str, values: Array) -> None:
        for r in of_tensor.get(name, ()):
            at = positions(graph, r.node, count, max(1, MAX_POSITIONS * count // total))
            sums[r.node.outputs[0]].add(rows(graph, r.node, values, at).reshape(len(at), -1))

    for group, count in evaluator.groups(inputs):
        evaluator.run(group, count, observe)
    return {name: sums[name].seen(graph, r) for name, r in readers.items()}


class _Sums:
    def __init__(self) -> None:
        self.count = 0
        self.first: Array = np.zeros(())
        self.second: Array = np.zeros(())

    def add(self, x: Array) -> None:
        """Rows [R, n]."""
        self.count += len(x)
        self.first = self.first + x.sum(axis=0)
        self.second = self.second + x.T @ x

    def seen(self, graph: Graph, reader: Reader) -> ReadChannels:
        mean = self.first / self.count
        groups = np.arange(len(mean)) // (len(mean) // groups_in(reader.node))
        covariance = (self.second / self.count - np.outer(mean, mean)) * (groups[:, None] == groups)
        channels = channels_read(graph, reader.node, reader.label.ids)
        return ReadChannels(reader, whole_filters(graph, reader.node), mean, covariance, channels)


def damped(covariance: Array, share: float = DAMPING) -> Array:
    """A covariance that can be inverted."""
    mean = float(np.trace(covariance)) / len(covariance)
    return np.asarray(covariance + (share * mean if mean > 0 else 1.0) * np.eye(len(covariance)))


@dataclass(frozen=True)
class Reconstruction:
    """By the error behind the readers after the best refit of their filters."""

    def order(self, _: Graph, group: Group, seen: Sequence[ReadChannels]) -> tuple[int, ...]:
        """Backward elimination; each reader counts by its error's share of its signal."""
        states = [_Elimination(s, group) for s in seen]
        return _eliminated(group, lambda: sum((s.costs() for s in states), np.zeros(len(group.channels))), states)


@dataclass(frozen=True)
class Magnitude:
    """By the sum of the magnitudes of the filters that make a channel (L1)."""

    def order(self, graph: Graph, group: Group, _: Sequence[ReadChannels]) -> tuple[int, ...]:
        """The smallest first."""
        sizes = _sizes(graph, group)
        return _eliminated(group, lambda: np.array([sizes[c] for c in group.channels]), ())


@dataclass(frozen=True)
class Chance:
    """By chance."""

    seed: int = 0

    def order(self, _graph: Graph, group: Group, _seen: Sequence[ReadChannels]) -> tuple[int, ...]:
        """A permutation that the seed and the channels decide."""
        draw = np.random.default_rng((self.seed, group.channels[0])).random(len(group.channels))
        return _eliminated(group, lambda: draw, ())


def _sizes(graph: Graph, group: Group) -> dict[int, float]:
    sizes = dict.fromkeys(group.channels, 0.0)
    for node, ids in dependencies(graph).makers:
        if node.name in group.makers:
            for channel, value in zip(ids, np.abs(weights_of(graph, node)).sum(axis=1), strict=True):
                sizes[int(channel)] += float(value)
    return sizes


class _Elimination:
    """The inverse covariance and the refitted filters of one reader while channels go."""

    def __init__(self, seen: ReadChannels, group: Group) -> None:
        self.share = 1.0 / max(seen.signal, 1e-30)
        self.inverse = np.linalg.inv(damped(seen.covariance))
        self.weights = seen.weights.copy()
        self.blocks = [np.flatnonzero(seen.channels == c) for c in group.channels]

    def costs(self) -> Array:
        """Error of leaving out each channel, as a share of the signal; 0 for one that is not read."""
        errors = np.zeros(len(self.blocks))
        for size in {len(b) for b in self.blocks} - {0}:
            which = [i for i, b in enumerate(self.blocks) if len(b) == size]
            at = np.array([self.blocks[i] for i in which])
            middle = np.linalg.inv(self.inverse[at[:, :, None], at[:, None, :]])
            part = self.weights[:, at].transpose(1, 0, 2)  # [channels, O, size]
            errors[which] = np.einsum("cos,cst,cot->c", part, middle, part, optimize=True)
        return errors * self.share

    def remove(self, i: int) -> None:
        """Refit without a channel."""
        b = self.blocks[i]
        if len(b):
            step = np.linalg.solve(self.inverse[np.ix_(b, b)], self.inverse[b])
            self.weights -= self.weights[:, b] @ step
            self.inverse -= self.inverse[:, b] @ step
            self.weights[:, b] = 0.0
            self.inverse[b] = 0.0
            self.inverse[:, b] = 0.0
            self.inverse[b, b] = 1.0


def _eliminated(group: Group, costs: Callable[[], Array], states: Sequence[_Elimination]) -> tuple[int, ...]:
    """Channels one by one, the cheapest of those left first, as long as every set keeps one."""
    left = {c: i for i, c in enumerate(group.channels)}
    order: list[int] = []
    while left:
        price = costs()
        held = {c for s in group.sets if len(only := s & left.keys()) == 1 for c in only}
        free = [c for c in left if c not in held]
        if not free:
            return (*order, *left)
        channel = min(free, key=lambda c: (price[left[c]], c))
        for state in states:
            state.remove(left[channel])
        order.append(channel)
        del left[channel]
    return tuple(order)
