"""Tests of what counts as saturated, and of what is the model's own."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.ir import Clamp, DType, Graph, GraphEditor, Node, Quant, Tensor
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.quantize.judge.accuracy import lost_beyond_chance
from edgec.quantize.judge.saturation import SaturatedActivations, saturated_input


def graph(node: Node, quant: Quant, dtype: DType = DType.I8) -> Graph:
    e = GraphEditor(name="g")
    tensors = {"x": Tensor("x", (1, 4), DType.I8, Quant.per_tensor(0.1)), "y": Tensor("y", (1, 4), dtype, quant)}
    e.tensors.update(tensors)
    e.inputs, e.outputs, e.nodes = ["x"], ["y"], [node]
    return e.build()


def share(node: Node, quant: Quant, dtype: DType = DType.I8) -> float:
    """Share of four values that saturates; one of them lies at the lower end, two lie at the higher one."""
    seen = SaturatedActivations(graph(node, quant, dtype))
    low, high = (-128, 127) if dtype is DType.I8 else (-32768, 32767)
    seen("y", np.array([[low, high, high, 5]]))
    seen("x", np.array([[low, high, high, 5]]))
    found = seen.worst(3)
    assert all(s.name == "y" for s in found)
    return found[0].share if found else 0.0


def dense(clamp: Clamp = Clamp()) -> Node:  # noqa: B008  frozen
    return Node("Dense", "n", ("x",), ("y",), DenseAttrs(clamp))


@pytest.mark.parametrize(
    ("node", "quant", "expected"),
    [
        (dense(), Quant.per_tensor(0.1), 0.75),
        (dense(Clamp(0.0)), Quant.per_tensor(0.1, -128), 0.5),  # what the Relu cuts off is 0
        (dense(Clamp(0.0, 6.0)), Quant.per_tensor(6 / 255, -128), 0.0),  # 6 is the model's own bound
        (dense(Clamp(0.0, 6.0)), Quant.per_tensor(4 / 255, -128), 0.5),  # calibrated to 4
        (Node("Unary", "n", ("x",), ("y",), UnaryAttrs(UnaryFn.TANH)), Quant.per_tensor(1 / 128), 0.0),
        (Node("Unary", "n", ("x",), ("y",), UnaryAttrs(UnaryFn.EXP)), Quant.per_tensor(1 / 128), 0.75),
        (Node("Softmax", "n", ("x",), ("y",), SoftmaxAttrs(1)), Quant.per_tensor(1 / 256, -128), 0.0),
    ],
)
def test_ends_that_a_model_reaches_by_itself_do_not_count(node: Node, quant: Quant, expected: float) -> None:
    assert share(node, quant) == expected


def test_sixteen_bits() -> None:
    assert share(dense(), Quant.per_tensor(0.001), DType.I16) == 0.75


def test_inputs_beyond_the_range() -> None:
    t = Tensor("x", (1, 4), DType.I8, Quant.per_tensor(0.5, 0))  # -64 to 63.5
    assert saturated_input(t, np.array([[63.5, 63.7, 63.8, -65.0]], np.float32)) == 0.5
    assert saturated_input(t, np.zeros((0, 4), np.float32)) == 0.0


@pytest.mark.parametrize(
    ("lost", "won", "count", "expected"),
    [
        (1, 0, 5, False), (2, 0, 5, False), (3, 0, 5, True),  # one changed class of five is 20 %
        (1, 0, 1, False), (2, 0, 2, True),
        (5, 0, 100, False), (11, 0, 100, False), (12, 0, 100, True), (40, 40, 100, False), (50, 20, 100, True),
        (500, 0, 10_000, False), (560, 0, 10_000, True), (510, 505, 10_000, False),
    ],
)  # fmt: skip
def test_losses_beyond_chance(lost: int, won: int, count: int, expected: bool) -> None:
    assert lost_beyond_chance(lost, won, count, 0.05) == expected


def test_the_tail_is_exact() -> None:
    """P(at least 3 of 5) at 0.05 is 0.00115812..., as fractions give it."""
    assert lost_beyond_chance(3, 0, 5, 0.05, odds=0.0011582)
    assert not lost_beyond_chance(3, 0, 5, 0.05, odds=0.0011581)
    assert lost_beyond_chance(1, 0, 3, 0.0)
