"""The fast tier: tests that are quick by what was recorded of them, and those that are marked ``smoke``.

A test is left out of it that took longer than ``FAST_SECONDS``, that is a search, or that is marked ``slow``.  One
without a record is new, or uses nothing but Python and takes less than a recorded test.

Tests of an ``xdist_group`` share what is computed once, and the record of the first holds what that took: without the
first the second would take as long.  They are in the fast tier together, or none of them is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import pytest

from tests.suite.durations import UNMEASURED, Cost, group_of, read, test_id

FAST_SECONDS = 0.3
"""Processor time that a test of the fast tier takes at most, when objects have to be compiled."""
NEW_SECONDS = 1.0
"""A test without a record that took longer is named at the end of a run of the fast tier."""
GROUP_SECONDS = 2.0
"""Processor time that the tests of a group in the fast tier take together at most."""
TIERS = ("fast", "full")


def is_fast(item: pytest.Item, costs: Mapping[str, Cost], together: float = 0.0) -> bool:
    """Return whether a test is in the fast tier; ``together`` is what its group takes."""
    if item.get_closest_marker("smoke"):
        return True
    cost = costs.get(test_id(item), Cost(0.0))
    left_out = item.get_closest_marker("slow") or {"search", UNMEASURED} & set(cost.uses)
    return not left_out and cost.seconds <= FAST_SECONDS and together <= GROUP_SECONDS


def group_seconds(items: Sequence[pytest.Item], costs: Mapping[str, Cost]) -> dict[str, float]:
    """Seconds that the tests of each group take together."""
    found: dict[str, float] = defaultdict(float)
    for item in items:
        if item.get_closest_marker("xdist_group"):
            found[group_of(item)] += costs.get(test_id(item), Cost(0.0)).seconds
    return found


def select(tier: str, items: Sequence[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests of a tier, and the others."""
    if tier == "full":
        return list(items), []
    costs = read()
    groups = group_seconds(items, costs)
    of = {item: groups[group_of(item)] for item in items if item.get_closest_marker("xdist_group")}
    kept = [item for item in items if is_fast(item, costs, of.get(item, 0.0))]
    inside = set(kept)
    return kept, [item for item in items if item not in inside]


def longest_files_first(items: Sequence[pytest.Item], costs: Mapping[str, Cost]) -> list[pytest.Item]:
    """The tests with those of a file together, files in the order of what their tests take.

    A process runs all tests of a file, which share what they compute, and no long file is left for the end, when the
    other processes have nothing to do.
    """
    files: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.nodeid.partition("::")[0]].append(item)
    seconds = {name: sum(costs.get(test_id(i), Cost(0.0)).seconds for i in inside) for name, inside in files.items()}
    return [item for name in sorted(files, key=lambda name: -seconds[name]) for item in files[name]]
