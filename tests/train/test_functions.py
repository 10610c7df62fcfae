"""Differentiable operators against the float references, and their slopes against differences."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.graph.ir import DType, GraphEditor, Node
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import Case
from edgec.quantize.prune.gradients import BINARY, REDUCE, OperatorCall, gradient
from tests.unit.converter.test_export import graph_of

jax = pytest.importorskip("jax", reason="JAX is not installed (pip install 'edgec[train]')")

from edgec.quantize.train.functions import training, trains  # noqa: E402  behind the skip
from edgec.quantize.train.network import Network  # noqa: E402

CASES = [(op, c) for op in training for c in OPS[op].cases if trains(Node(op, op, (), (), c.attrs))]


@pytest.mark.parametrize(("op", "case"), CASES, ids=[f"{op}-{c.name}" for op, c in CASES])
def test_values_are_those_of_the_reference(op: str, case: Case) -> None:
    graph, samples = graph_of(op, case, np.random.default_rng(3))
    ins = iter(samples)
    full = [graph.tensors[i].data if graph.tensors[i].is_const else next(ins) for i in graph.nodes[0].inputs]
    (want,) = OPS[op].run(case.attrs, full)
    (got,) = training.rules[op](case.attrs, full)
    np.testing.assert_allclose(np.asarray(got), want, rtol=2e-5, atol=2e-5)


def in_both(op: str, case: Case) -> bool:
    """Return whether pruning has the derivative too."""
    functions = {"Binary": BINARY, "Reduce": REDUCE}.get(op)
    return op in gradient.rules and (functions is None or case.attrs.fn in functions)


@pytest.mark.parametrize(
    ("op", "case"), [c for c in CASES if in_both(*c)], ids=[f"{o}-{c.name}" for o, c in CASES if in_both(o, c)]
)
def test_gradients_are_those_of_pruning(op: str, case: Case) -> None:
    graph, samples = graph_of(op, case, np.random.default_rng(3))
    ins = iter(samples)
    full = [graph.tensors[i].data if graph.tensors[i].is_const else next(ins) for i in graph.nodes[0].inputs]
    out, pulled = jax.vjp(lambda *x: training.rules[op](case.attrs, x)[0], *full)
    pull = np.random.default_rng(5).standard_normal(out.shape).astype(np.float32)
    found = gradient.rules[op](OperatorCall(case.attrs, full, OPS[op].run(case.attrs, full)[0], pull))
    for got, want in zip(found, pulled(pull), strict=True):
        finite = np.isfinite(want)
        np.testing.assert_allclose(np.asarray(got)[finite], np.asarray(want)[finite], rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("name", ["3x3_stride2_asymmetric", "dilated", "groups", "depthwise", "depthwise_stride2",
                                  "depthwise_multiplier", "1x1"])  # fmt: skip
def test_slopes_of_convolutions(name: str) -> None:
    """The slope along a direction, of input and weights, against a difference in double precision."""
    case = next(c for c in OPS["Conv"].cases if c.name == name)
    rng = np.random.default_rng(5)
    at = [rng.standard_normal(s).astype(np.float32) for s in case.shapes]
    along = [rng.standard_normal(s).astype(np.float32) for s in case.shapes]
    (shape, _), *_ = OPS["Conv"].infer(case.attrs, [GraphEditorTensor(x) for x in at])  # type: ignore[list-item]
    weighing = rng.standard_normal(shape).astype(np.float32)

    def value(*x: object) -> object:
        return (training.rules["Conv"](case.attrs, x)[0] * weighing).sum()

    slopes = jax.grad(value, argnums=(0, 1, 2))(*at)
    found = sum(float((np.asarray(s, np.float64) * d).sum()) for s, d in zip(slopes, along, strict=True))
    step = 1e-4
    ends = [[x.astype(np.float64) + sign * step * d for x, d in zip(at, along, strict=True)] for sign in (1, -1)]
    high, low = (float((OPS["Conv"].run(case.attrs, e)[0] * weighing).sum()) for e in ends)
    assert found == pytest.approx((high - low) / (2 * step), rel=1e-3)


class GraphEditorTensor:
    """A tensor as a shape rule looks at it."""

    def __init__(self, x: np.ndarray) -> None:
        self.shape, self.dtype = x.shape, DType.F32


def test_what_has_no_slope_is_refused() -> None:
    editor = GraphEditor(name="cast")
    editor.inputs = [editor.tensor("x", (1, 2), DType.F32)]
    editor.outputs = [editor.tensor("y", (1, 2), DType.I32)]
    editor.nodes.append(Node("Cast", "whole", ("x",), ("y",), CastAttrs(DType.I32)))
    with pytest.raises(UnsupportedModel, match=r"node 'whole' .*no derivative"):
        Network(editor.build())
