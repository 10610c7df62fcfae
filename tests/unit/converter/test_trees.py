"""Tables of tree ensembles hold nothing that no sum needs."""

from __future__ import annotations

from edgec.converter.lower.trees import TreeTables


def test_zero_weights_and_equal_leaves_are_stored_once() -> None:
    tables = TreeTables()
    a = tables.leaf([(0, 0.0), (1, 0.5), (2, 0.0)])
    b = tables.leaf([(1, 0.5)])
    c = tables.leaf([(1, -0.0), (0, 0.25)])
    tables.nodes = [(0, 0, 1, a), (1, 0, b, c)]
    tables.roots = [0, b]
    tables.compact(sums=True)
    assert (tables.ends, tables.targets, tables.weights) == ([1, 2], [1, 0], [0.5, 0.25])
    assert tables.nodes == [(0, 0, 1, -1), (1, 0, -1, -2)]
    assert tables.roots == [0, -1]


def test_zeros_count_where_leaves_are_compared() -> None:
    tables = TreeTables()
    tables.roots = [tables.leaf([(0, 0.0)]), tables.leaf([(0, -0.0)])]
    tables.compact(sums=False)
    assert len(tables.ends) == 2
    assert tables.targets == [0, 0]


def test_no_table_is_empty() -> None:
    tables = TreeTables()
    tables.roots = [tables.leaf([(0, 0.0)])]
    tables.compact(sums=True)
    assert (tables.ends, tables.targets, tables.weights, tables.roots) == ([1], [0], [0.0], [-1])
