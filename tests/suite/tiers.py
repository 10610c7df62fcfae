"""The fast tier: tests that are quick by what was recorded of them, and those that are marked ``smoke``.

A test is left out of it that took longer than ``FAST_SECONDS``, that is a search, or that is marked ``slow``.  One
without a record is new, or uses nothing but Python and takes less than a recorded test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.suite.durations import UNMEASURED, Cost, read, test_id

FAST_SECONDS = 0.4
"""Processor time that a test of the fast tier takes at most, when objects have to be compiled."""
TIERS = ("fast", "full")


def is_fast(item: pytest.Item, costs: Mapping[str, Cost]) -> bool:
    """Whether a test is in the fast tier."""
    if item.get_closest_marker("smoke"):
        return True
    cost = costs.get(test_id(item), Cost(0.0))
    left_out = item.get_closest_marker("slow") or {"search", UNMEASURED} & set(cost.uses)
    return not left_out and cost.seconds <= FAST_SECONDS


def select(tier: str, items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of a tier, and the others."""
    if tier == "full":
        return list(items), []
    costs = read()
    kept = [item for item in items if is_fast(item, costs)]
    inside = set(kept)
    return kept, [item for item in items if item not in inside]
