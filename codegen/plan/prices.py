"""Instructions of steps, as the kernels' cost model estimates them: the price of using less memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.schedule.rows import RowRun, row_view
from edgec.codegen.schedule.steps import CallStep, GroupStep, Schedule, Step

Pricer: TypeAlias = Callable[[NodeView, Call], float]
"""Estimated instructions of a call of a node."""

MOVE_PRICE = 0.6  # instructions of a byte moved
RUN_PRICE = 60.0  # instructions of a run of rows beside its kernel's: a 1x1 layer of 24 channels took 59 a row
MIN_CHANGE = 1.0  # of any change: what costs nothing is left as it is


def additional(schedule: Schedule, before: Sequence[Step], after: Step, price: Pricer) -> float:
    """Instructions that ``after`` takes more than the steps ``before`` that it replaces, at least ``MIN_CHANGE``."""
    return max(MIN_CHANGE, step_price(schedule, after, price) - sum(step_price(schedule, s, price) for s in before))


def additional_shares(
    schedule: Schedule, before: Sequence[Step], after: Step, price: Pricer
) -> tuple[tuple[int, int], ...]:
    """Return the additional instructions by layer; the last one takes what rounding leaves."""
    more = dict(layer_prices(schedule, after, price))
    for step in before:
        for layer, cost in layer_prices(schedule, step, price).items():
            more[layer] = more.get(layer, 0.0) - cost
    *others, last = more
    shares = {layer: round(more[layer]) for layer in others}
    return (*shares.items(), (last, round(additional(schedule, before, after, price)) - sum(shares.values())))


def step_price(schedule: Schedule, step: Step, price: Pricer) -> float:
    """Estimated instructions of a step."""
    return sum(layer_prices(schedule, step, price).values())


def layer_prices(schedule: Schedule, step: Step, price: Pricer) -> Mapping[int, float]:
    """Estimated instructions of a step by layer; a copy into an output, which is never replaced, counts as none."""
    if isinstance(step, CallStep):
        return {step.layer: price(NodeView.of(schedule.graph, schedule.layers[step.layer].node), step.call)}
    return _group_prices(schedule, step, price) if isinstance(step, GroupStep) else {}


def _group_prices(schedule: Schedule, group: GroupStep, price: Pricer) -> Mapping[int, float]:
    """Runs that share a call are alike: the first is priced for all.  What is moved counts for the last layer."""
    alike: dict[int, tuple[RowRun, int]] = {}
    for step in group.program.steps:
        if isinstance(step, RowRun):
            first, count = alike.get(id(group.calls[step]), (step, 0))
            alike[id(group.calls[step])] = (first, count + 1)
    prices = dict.fromkeys(group.layers, 0.0)
    prices[group.layers[-1]] += group.program.moved * MOVE_PRICE
    for run, count in alike.values():
        view = row_view(schedule.graph, group.program.stages[run.stage], run)
        prices[group.layers[run.stage]] += count * (price(view, group.calls[run]) + RUN_PRICE)
    return prices
