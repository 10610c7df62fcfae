"""Prices of items that follow each other in a known order."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.codegen.plan.slices import in_order

RUNS = {
    "a tile": [(1, 900.0), (32, 239.0)],
    "rows loaded, rows computed": [(27, 120.0), *[(1, 480.0), (24, 300.0)] * 4],
    "dear items at the end": [(40, 10.0), (3, 700.0)],
    "one kind": [(5, 100.0)],
}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("budget", [1000.0, 10_000.0, 100_000.0])
def test_no_slice_takes_more_than_its_price(name: str, budget: float) -> None:
    runs = RUNS[name]
    each, fixed = in_order(runs, 0.0, budget)
    costs = np.concatenate([np.full(n, cost) for n, cost in runs] * 3)
    sums = np.concatenate([[0.0], np.cumsum(costs)])
    for n in range(1, len(costs) + 1):
        assert (sums[n:] - sums[:-n]).max() <= fixed + n * each + 1e-6


def test_a_budget_holds_as_many_items_as_with_the_price_of_the_dearest_at_least() -> None:
    for runs in RUNS.values():
        each, fixed = in_order(runs, 0.0, 10_000.0)
        assert (10_000.0 - fixed) // each >= 10_000.0 // max(cost for _, cost in runs)


def test_items_outside_of_the_order_count_too() -> None:
    each, _ = in_order([(5, 100.0)], 170.0, 1000.0)
    assert each == 170.0


def test_a_small_budget_holds_the_dearest_item() -> None:
    for runs in RUNS.values():
        dearest = max(cost for _, cost in runs)
        each, fixed = in_order(runs, 0.0, dearest - 1.0)
        assert fixed + each == pytest.approx(dearest)
