"""Prices of items that follow each other in a known order."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.codegen.plan.slices import in_order
from edgec.reports.slices import PieceCost

RUNS = {
    "a tile": [(1, 900.0), (32, 239.0)],
    "rows loaded, rows computed": [(27, 120.0), *[(1, 480.0), (24, 300.0)] * 4],
    "dear items at the end": [(40, 10.0), (3, 700.0)],
    "one kind": [(5, 100.0)],
}


@pytest.mark.parametrize("name", RUNS)
@pytest.mark.parametrize("budget", [1000.0, 10_000.0, 100_000.0])
@pytest.mark.parametrize("heads", [0, 1])
def test_no_slice_takes_more_than_its_price(name: str, budget: float, heads: int) -> None:
    runs = RUNS[name]
    heads = min(heads, len(runs) - 1)
    prices = in_order(runs, heads, 0.0, budget)
    costs = np.concatenate([np.full(n, cost) for n, cost in runs] * 3)
    first = [np.full(n, at < heads) for at, (n, _) in enumerate(runs)]
    own = np.where(np.concatenate(first * 3), prices.head, prices.each)
    more = np.concatenate([[0.0], np.cumsum(costs - own)])
    for n in range(1, len(costs) + 1):
        assert (more[n:] - more[:-n]).max() <= prices.fixed + 1e-6


def test_a_budget_holds_as_many_items_as_with_the_price_of_the_dearest_at_least() -> None:
    for runs in RUNS.values():
        prices = in_order(runs, 0, 0.0, 10_000.0)
        assert (10_000.0 - prices.fixed) // prices.each >= 10_000.0 // max(cost for _, cost in runs)


def test_items_outside_of_the_order_count_too() -> None:
    assert in_order([(5, 100.0)], 0, 170.0, 1000.0).each == 170.0
    apart = in_order([(2, 400.0), (5, 100.0)], 1, 170.0, 1000.0)
    assert (apart.head, apart.each, apart.fixed) == (400.0, 170.0, 0.0)


def test_a_small_budget_holds_the_dearest_item() -> None:
    for runs in RUNS.values():
        dearest = max(cost for _, cost in runs)
        prices = in_order(runs, 0, 0.0, dearest - 1.0)
        assert prices.fixed + prices.each == pytest.approx(dearest)


def test_what_a_slice_holds_is_counted_from_where_it_begins() -> None:
    """Two dear items, then three cheap ones, over and over: a slice takes all that its room holds, and no more."""
    piece = PieceCost("a", "Conv", 15, 10, 0, 2, 100, 5)
    costs = [100, 100, 10, 10, 10] * 3
    assert [piece.price(n) for n in range(16)] == [sum(costs[:n]) for n in range(16)]
    for item in range(15):
        for room in range(0, 700, 5):
            held = piece.held(item, room)
            assert sum(costs[item : item + held]) <= room
            assert item + held == 15 or sum(costs[item : item + held + 1]) > room
