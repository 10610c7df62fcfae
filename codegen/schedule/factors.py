"""An order in which attention can be computed by rows: keys and values first, then the queries and all that is of rows.

The order of least memory computes values as late as possible, between layers of the queries' rows.  Layers that are to
be computed together must follow each other, and what each of their rows reads must be whole before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.codegen.schedule.steps import ArenaTensor, CallStep, Schedule, Step, whole
from edgec.converter.ops.conv import MatMulAttrs


def factors_first(schedule: Schedule) -> Schedule:
    """The schedule that makes second factors of products before the rows of the first ones; itself if it does so."""
    steps = list(schedule.steps)
    for step in schedule.steps:
        if isinstance(step, CallStep) and isinstance(schedule.layers[step.layer].node.attrs, MatMulAttrs):
            end = next(i for i, s in enumerate(steps) if s is step)
            chain = _rows_of(steps, end)
            first = chain[-1]
            between = [i for i in range(first, end) if i not in chain]
            if between and _are_free(steps, between, chain):
                steps[first : end + 1] = [steps[i] for i in (*between, *sorted(chain))]
    if all(a is b for a, b in zip(steps, schedule.steps, strict=True)):
        return schedule
    return replace(schedule, steps=tuple(steps))


def _rows_of(steps: Sequence[Step], end: int) -> list[int]:
    """The step ``end`` and those before it that make the rows it reads, each read by the next alone."""
    ends = [end]
    while True:
        step = steps[ends[-1]]
        source = step.reads[0] if isinstance(step, CallStep) and step.reads else None
        if not isinstance(source, ArenaTensor) or _readers(steps, source) != 1:
            return ends
        makers = [i for i in range(ends[-1]) if source in map(whole, steps[i].writes)]
        if len(makers) != 1 or not isinstance(steps[makers[0]], CallStep):
            return ends
        ends.append(makers[0])


def _readers(steps: Sequence[Step], memory: ArenaTensor) -> int:
    return sum(memory in map(whole, step.reads) for step in steps)


def _are_free(steps: Sequence[Step], some: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether some steps may run before the ``others`` that they follow."""
    return not any(_clash(steps[i], steps[j]) for i in some for j in others if j < i)


def _clash(a: Step, b: Step) -> bool:
    made, also = set(map(whole, a.writes)), set(map(whole, b.writes))
    return not (made.isdisjoint(map(whole, (*b.reads, *b.writes))) and also.isdisjoint(map(whole, a.reads)))
