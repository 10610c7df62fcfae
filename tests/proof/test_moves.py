"""Values that are moved, and largest ones: they are the elements that belong there, not others of equal value."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("z3", reason="the extra 'prove' is not installed")

from edgec.converter.graph.ir import DType, Graph, Node, Quant, Tensor
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.shape import SliceAttrs
from edgec.proof.moves import wrong_largest, wrong_moves
from edgec.proof.origins import FIRST_ORIGIN
from edgec.proof.seen import Seen
from edgec.proof.thumb.terms import Term, Value, term

Q = Quant.per_tensor(1.0)
SAME = 5
"""Every value of the recorded run: only where a value comes from tells it from another."""


def leaf(n: int) -> Term:
    return Term("leaf", (FIRST_ORIGIN + n,), SAME)


def graph_of(node: Node, shape: tuple[int, ...], out: tuple[int, ...]) -> Graph:
    tensors = {n: Tensor(n, s, DType.I8, Q) for n, s in (("x", shape), ("y", out))}
    return Graph("m", ("x",), ("y",), tensors, (node,))


def seen(elements: list[Value], count: int) -> Seen:
    return Seen(elements, 0, np.full(len(elements), SAME), {"x": FIRST_ORIGIN + np.arange(count)})


def test_a_moved_value_is_the_element_itself() -> None:
    node = Node("Slice", "n", ("x",), ("y",), SliceAttrs((1,), (1,), (2,)))
    graph = graph_of(node, (4,), (2,))
    assert wrong_moves(graph, node, seen([leaf(1), leaf(2)], 4)) == ""
    assert wrong_moves(graph, node, seen([leaf(1), leaf(3)], 4))
    assert wrong_moves(graph, node, seen([leaf(1), SAME], 4))
    assert wrong_moves(graph, node, seen([leaf(1), term("add", leaf(2), 0)], 4))


def test_a_largest_value_is_of_its_window() -> None:
    node = Node("MaxPool", "n", ("x",), ("y",), PoolAttrs((1, 2), (1, 1), (1, 1)))
    graph = graph_of(node, (1, 1, 3, 1), (1, 1, 1, 1))

    def larger(a: Term, b: Term) -> Value:
        below = term("bit", term("sub", term("sxtb", a), term("sxtb", b)), 31)
        return term("ite", below, b, a)

    assert wrong_largest(graph, node, seen([larger(leaf(0), leaf(1))], 3), set(), 20.0) == ""
    assert "window" in str(wrong_largest(graph, node, seen([larger(leaf(0), leaf(2))], 3), set(), 20.0))
    assert "window" in str(wrong_largest(graph, node, seen([leaf(0)], 3), set(), 20.0))
