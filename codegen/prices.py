"""What steps cost in instructions, as the kernels' cost model estimates it: what less memory is paid with."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.kernels.cost import call_instructions
from edgec.codegen.kernels.spec import NodeView
from edgec.codegen.rows import RowRun, row_view
from edgec.codegen.schedule import CallStep, GroupStep, Schedule, Step

MOVE_PRICE = 0.6  # instructions of a byte moved
SMALLEST = 1.0  # of any change: what costs nothing is left as it is


def additional(schedule: Schedule, before: Sequence[Step], after: Step) -> float:
    """Instructions that ``after`` takes more than the steps ``before`` that it replaces, at least ``SMALLEST``."""
    return max(SMALLEST, step_price(schedule, after) - sum(step_price(schedule, s) for s in before))


def step_price(schedule: Schedule, step: Step) -> float:
    """Estimated instructions of a step; a copy into an output, which is never replaced, counts as none."""
    if isinstance(step, CallStep):
        return call_instructions(NodeView.of(schedule.graph, schedule.layers[step.layer].node), step.call)
    return _group_price(schedule, step) if isinstance(step, GroupStep) else 0.0


def _group_price(schedule: Schedule, group: GroupStep) -> float:
    """Runs that share a call are alike: the first is priced for all of them."""
    alike: dict[int, tuple[RowRun, int]] = {}
    for step in group.program.steps:
        if isinstance(step, RowRun):
            first, count = alike.get(id(group.calls[step]), (step, 0))
            alike[id(group.calls[step])] = (first, count + 1)
    total = group.program.moved * MOVE_PRICE
    for run, count in alike.values():
        view = row_view(schedule.graph, group.program.stages[run.stage], run)
        total += count * call_instructions(view, group.calls[run])
    return total
