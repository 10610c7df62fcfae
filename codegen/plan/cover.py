"""Choices for single steps and for several together, and those that cover all steps best."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from edgec.codegen.schedule.steps import Step
from edgec.converter.graph.frozen import dataclass


@dataclass(frozen=True)
class StepChoice:
    """The fate of the steps ``first`` .. ``end`` - 1: one step that needs ``size`` bytes while it runs."""

    first: int
    end: int
    step: Step
    size: int
    price: float


def cheapest(choices: Sequence[StepChoice], count: int) -> list[StepChoice]:
    """The choices for ``count`` steps that cost least."""
    return _best(choices, count, lambda c: (c.price, c.size), worst=False)


def smallest(choices: Sequence[StepChoice], count: int) -> list[StepChoice]:
    """The choices for ``count`` steps whose largest needs the fewest bytes."""
    return _best(choices, count, lambda c: (c.size, c.price), worst=True)


def _best(
    choices: Sequence[StepChoice], count: int, key: Callable[[StepChoice], tuple[float, float]], worst: bool
) -> list[StepChoice]:
    """The sequence of choices that covers all steps: smallest maximum (``worst``) or sum of the first key."""
    ending: dict[int, list[StepChoice]] = {}
    for c in choices:
        ending.setdefault(c.end, []).append(c)
    scores: list[tuple[float, float] | None] = [(0.0, 0.0)]
    taken: list[StepChoice | None] = [None]
    for end in range(1, count + 1):
        best: tuple[float, float] | None = None
        choice: StepChoice | None = None
        for c in ending.get(end, ()):
            before = scores[c.first]
            if before is None:
                continue
            one, two = key(c)
            score = (max(before[0], one) if worst else before[0] + one, before[1] + two)
            if best is None or score < best:
                best, choice = score, c
        scores.append(best)
        taken.append(choice)
    result: list[StepChoice] = []
    while count:
        last = taken[count]
        assert last is not None, "every step can stay as it is"
        result.append(last)
        count = last.first
    return result[::-1]
