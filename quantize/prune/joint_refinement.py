"""Choices of channels compared by what they do together: pruned and repaired on some samples, judged on others.

What groups disturb one by one gives a choice, but does not add up: layers make up for each other.  From that choice
on channels are moved between two groups at a time, many and then few, as long as that disturbs the outputs less.
"""

from __future__ import annotations

from collections.abc import Iterator

from edgec.converter.graph.work import Progress
from edgec.quantize.prune.allocate import MAX_LEVELS_AT_ONCE, Allocation
from edgec.quantize.prune.trials import Trials

MAX_EXCHANGES = 40  # exchanges that are tried at most
At = tuple[int, ...]


class JointRefinement:
    """Looks for a better choice near one.

    Args:
        allocation: the choices.
        trials: what they do.
    """

    def __init__(self, allocation: Allocation, trials: Trials) -> None:
        self.allocation = allocation
        self.trials = trials

    def disturbance(self, at: At) -> float:
        """The disturbance of the graph at these steps of the ladders, repaired."""
        return self.trials.of(self.allocation.gone(at))

    def improved(self, at: At, limit: float, progress: Progress) -> At:
        """The least disturbing choice that was found within ``limit``, from ``at`` on: large exchanges, then small."""
        by, trials, seen = MAX_LEVELS_AT_ONCE, 0, {at}
        while by and trials < MAX_EXCHANGES:
            better = next(
                (n for n in self._near(at, limit, by) if self.allocation.gone(n) not in self.trials.known), None
            )
            if better is None:
                by //= 2
                continue
            seen.add(better)
            if self.disturbance(better) < self.disturbance(at):
                at = better
            trials += 1
            progress(trials, MAX_EXCHANGES)
        return at

    def _near(self, at: At, limit: float, by: int) -> list[At]:
        """For each group the choice that gives it ``by`` levels back; first those that disturb least one by one."""
        neighbours = []
        for i in range(len(at)):
            choices = list(self._exchanges(at, limit, i, min(by, at[i])))
            neighbours += [min(choices, key=self._separate_disturbance)] if choices else []
        return sorted(neighbours, key=lambda n: (self._separate_disturbance(n), n))

    def _separate_disturbance(self, at: At) -> float:
        """The disturbance of all groups one by one."""
        return sum(x.steps[i][1] for x, i in zip(self.allocation.ladders, at, strict=True))

    def _exchanges(self, at: At, limit: float, i: int, by: int) -> Iterator[At]:
        """Levels given back to a group; for each other one the fewest that it loses to make up for it."""
        more = _moved(at, i, -by)
        for j, ladder in enumerate(self.allocation.ladders if by else ()):
            lowest = len(ladder.steps) - 1 - at[j] if j != i else 0
            fewer = (_moved(more, j, k) for k in range(1, lowest + 1))
            affordable = next((n for n in fewer if self.allocation.cost(n) <= limit), None)
            if affordable is not None:
                yield affordable


def _moved(at: At, i: int, by: int) -> At:
    return (*at[:i], at[i] + by, *at[i + 1 :])
