"""Bytes of the compact tables of trees."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.plain.tree import FORESTS, KERNELS
from edgec.codegen.kernels.spec import Const, Misfit
from edgec.converter.ops.tree import MISSING_GOES_TRUE
from tests.kernels.layers import node_of

SMALL = KERNELS[0]


def tables(index: int) -> dict[str, int]:
    """Bytes of the tables that the small kernel makes for a forest of its grid; empty where it does not take it."""
    view, _ = node_of(SMALL, FORESTS[index], np.random.default_rng(0))
    calls = SMALL.calls(view)
    if isinstance(calls, Misfit):
        return {}
    return {a.array.role: a.array.data.nbytes for call in calls for a in call.args if isinstance(a, Const)}


def test_directions_of_missing_values_may_differ() -> None:
    """Directions differ in histogram boosting: the large kernel took 24 bytes a node, and an entry for each leaf."""
    for i, nodes, of_node in ((8, 1240, 6), (9, 930, 6)):
        view, _ = node_of(SMALL, FORESTS[i], np.random.default_rng(0))
        modes = view.x(1).data
        assert modes is not None and {*modes[:, 1]} == {0, MISSING_GOES_TRUE} and len(modes) == nodes
        found = tables(i)
        assert found["nodes"] == nodes * of_node and found["ends"] == 2
    assert tables(8)["thresholds"] < 4 * 128 and tables(8)["targets"] == 1
    assert tables(9)["thresholds"] == 4 * 930  # nearly all differ: a list beside an index would be longer


def test_nodes_that_test_in_several_ways_are_for_the_large_kernel() -> None:
    assert not tables(len(FORESTS) - 1)
