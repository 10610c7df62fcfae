"""Allocation of channels to groups: measured disturbance of the outputs against the cost saved.

Each group is pruned alone to several numbers of channels, filters are repaired, and the disturbance of the outputs is
measured.  From all channels on, the step that disturbs least for a unit of cost saved is taken until the budget is met;
a step that turns out not to be needed is taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import inf

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.quantize.prune.groups import Costs, Group
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.surgery import cut
from edgec.quantize.prune.trials import Trials

MAX_LEVELS_AT_ONCE = 4  # levels that a step may go down at once: kernels may save nothing for some


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
        """Levels, all channels first: (channels that stay, disturbance, never less than with more channels)."""
        worst = np.maximum.accumulate(self.errors)
        return tuple((kept, float(e)) for kept, e in zip(self.group.levels, worst, strict=True))


def ladder(group: Group, order: tuple[int, ...], trials: Trials, points: int) -> Ladder:
    """Measure a group at some of its levels, evenly spread; between them the disturbance is taken to be linear."""
    levels = group.levels
    at = sorted({round(i * (len(levels) - 1) / points) for i in range(points + 1)})
    measured = [trials.of(frozenset(order[: len(order) - levels[i]])) for i in at]
    errors = np.interp(range(len(levels)), at, measured)
    return Ladder(group, order, tuple(float(e) for e in errors))


@dataclass(frozen=True)
class _Move:
    """To a step of a ladder, and what a unit saved by it disturbs; infinite where nothing is saved."""

    to: int
    price: float


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
        """The cost of the graph at these steps."""
        key = tuple(at)
        if key not in self._known:
            gone = self.gone(at)
            self._known[key] = self.costs.of(cut(self.graph, self.channels, gone), self.channels, gone)
        return self._known[key]

    @property
    def least(self) -> tuple[int, ...]:
        """The last steps of all."""
        return tuple(len(x.steps) - 1 for x in self.ladders)

    def within(self, limit: float, start: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Steps whose cost is at most ``limit``, which the last steps must reach, from ``start`` or all channels on."""
        at = start or (0,) * len(self.ladders)
        moves = {i: self._move(at, i) for i in range(len(self.ladders))}
        path = [at]
        while self.cost(at) > limit:
            i = min(moves, key=lambda j: (moves[j].price, j))
            known, moves[i] = moves[i], self._move(at, i)
            if moves[i].price > known.price and any(m.price < moves[i].price for j, m in moves.items() if j != i):
                continue  # what the others saved made this step dearer than it was
            if moves[i].price == inf:
                return self._without_needless(self.least, [*path, self.least], limit)
            at = (*at[:i], moves[i].to, *at[i + 1 :])
            path.append(at)
            moves[i] = self._move(at, i)
        return self._without_needless(at, path, limit)

    def _move(self, at: Sequence[int], i: int) -> _Move:
        """The step down a ladder, perhaps over some that save nothing, of least disturbance for a unit saved."""
        steps, best = self.ladders[i].steps, _Move(at[i], inf)
        for to in range(at[i] + 1, min(len(steps), at[i] + 1 + MAX_LEVELS_AT_ONCE)):
            saved = self.cost(at) - self.cost((*at[:i], to, *at[i + 1 :]))
            if saved > 0:
                price = (steps[to][1] - steps[at[i]][1]) / saved
                best = _Move(to, price) if price < best.price else best
        return best

    def _without_needless(self, at: tuple[int, ...], path: Sequence[tuple[int, ...]], limit: float) -> tuple[int, ...]:
        """The same with channels back where there is room for them, the last that went first."""
        for before, after in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
            for i, (up, down) in enumerate(zip(before, after, strict=True)):
                for less in range(up, down):
                    trial = (*at[:i], less, *at[i + 1 :])
                    if at[i] > less and self.cost(trial) <= limit:
                        at = trial
                        break
        return at
