"""How many channels of each group stay: measured disturbance of the outputs against what is saved.

Each group is pruned alone to several numbers of channels, with its readers refitted, and the disturbance of the outputs
is measured.  From all channels on, the step that disturbs least for a unit of cost saved is taken until the budget is
met; a step that turns out not to be needed is taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.prune.groups import Costs, Group
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.layers import stored
from edgec.quantize.prune.rank import Seen, refitted
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.replay import Replay


@dataclass(frozen=True)
class Ladder:
    """A group with its channels in the order in which they go, and the disturbance at each of its levels."""

    group: Group
    order: tuple[int, ...]
    errors: tuple[float, ...]

    def gone(self, kept: int) -> tuple[int, ...]:
        """Channels that go when so many stay."""
        return self.order[: len(self.order) - kept]

    @cached_property
    def steps(self) -> tuple[tuple[int, float], ...]:
        """Levels worth taking, all channels first: (channels that stay, disturbance), on the lower convex hull."""
        hull: list[tuple[int, float]] = []
        for kept, error in zip(self.group.levels, np.maximum.accumulate(self.errors), strict=True):
            while len(hull) > 1 and _slope(hull[-2], (kept, float(error))) <= _slope(hull[-2], hull[-1]):
                hull.pop()
            hull.append((kept, float(error)))
        return tuple(hull)


def _slope(a: tuple[int, float], b: tuple[int, float]) -> float:
    return (b[1] - a[1]) / (a[0] - b[0])


def ladder(replay: Replay, group: Group, order: tuple[int, ...], seen: Sequence[Seen]) -> Ladder:
    """Measure a group: one run of the samples for each level."""
    errors = [0.0]
    for kept in group.levels[1:]:
        gone = np.array(order[: len(order) - kept])
        errors.append(disturbance(replay, {s.reader.node.outputs[0]: _changed(replay, s, gone) for s in seen}))
    return Ladder(group, order, tuple(errors))


def _changed(replay: Replay, seen: Seen, gone: Array) -> dict[str, Array]:
    """Constants of a reader, by name, refitted without some channels."""
    node = seen.reader.node
    made, shift = refitted(seen, ~np.isin(seen.channels, gone))
    w = replay.graph.tensors[node.inputs[1]].data
    assert w is not None
    changed = {node.inputs[1]: stored(node, made, w).astype(np.float64)}
    if len(node.inputs) > 2:
        bias = replay.graph.tensors[node.inputs[2]].data
        assert bias is not None
        changed[node.inputs[2]] = bias + shift
    return changed


def disturbance(replay: Replay, constants: Mapping[str, Mapping[str, Array]]) -> float:
    """Error of the outputs (``Replay.error``) when some layers, by what they write, have other constants."""
    results = []
    for values, count in replay.groups:
        changed: dict[str, Array] = {}
        for node in replay.graph.nodes:
            own = constants.get(node.outputs[0], {})
            if own or any(i in changed for i in node.inputs):
                now = {i: changed[i] if i in changed else values[i] for i in node.inputs if i in values}
                made = replay.evaluator.node(node, {**now, **own}, count)
                changed.update(zip(node.outputs, made, strict=True))
        results.append([changed.get(o, values.get(o)) for o in replay.graph.outputs])
    return replay.error(results)  # type: ignore[arg-type]


class Allocation:
    """Numbers of channels of all groups, and what the graph costs with them."""

    def __init__(self, graph: Graph, channels: Dependencies, ladders: Sequence[Ladder], costs: Costs) -> None:
        self.graph = graph
        self.channels = channels
        self.ladders = ladders
        self.costs = costs
        self._known: dict[tuple[int, ...], float] = {}

    def gone(self, at: Sequence[int]) -> frozenset[int]:
        """Channels that go at these steps of the ladders."""
        return frozenset(c for x, i in zip(self.ladders, at, strict=True) for c in x.gone(x.steps[i][0]))

    def cost(self, at: Sequence[int]) -> float:
        """Of the graph at these steps."""
        key = tuple(at)
        if key not in self._known:
            gone = self.gone(at)
            self._known[key] = self.costs.of(cut(self.graph, self.channels, gone), self.channels, gone)
        return self._known[key]

    @property
    def least(self) -> tuple[int, ...]:
        """The last steps of all."""
        return tuple(len(x.steps) - 1 for x in self.ladders)

    def within(self, limit: float) -> tuple[int, ...]:
        """Steps whose cost is at most ``limit``, which the last steps must reach."""
        at = [0] * len(self.ladders)
        prices = {i: 0.0 for i, x in enumerate(self.ladders) if len(x.steps) > 1}
        taken: list[int] = []
        while prices and self.cost(at) > limit:
            i = min(prices, key=lambda j: (prices[j], j))
            known, prices[i] = prices[i], self._price(at, i)
            if prices[i] > known and any(p < prices[i] for j, p in prices.items() if j != i):
                continue  # what the others saved made this step dearer than it was
            at[i] += 1
            taken.append(i)
            if at[i] + 1 == len(self.ladders[i].steps):
                del prices[i]
            else:
                prices[i] = self._price(at, i)
        return self._without_needless(at, taken, limit)

    def _price(self, at: Sequence[int], i: int) -> float:
        """Disturbance for a unit saved by the next step of a ladder."""
        steps, more = self.ladders[i].steps, list(at)
        more[i] += 1
        saved = self.cost(at) - self.cost(more)
        worse = steps[more[i]][1] - steps[at[i]][1]
        return worse / saved if saved > 0 else float("inf")

    def _without_needless(self, at: list[int], taken: Sequence[int], limit: float) -> tuple[int, ...]:
        for i in reversed(taken):
            less = list(at)
            less[i] -= 1
            if less[i] >= 0 and self.cost(less) <= limit:
                at = less
        return tuple(at)
