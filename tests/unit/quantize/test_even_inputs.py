"""Features of an input whose weights lie far apart: the same function, less noise, and only where it pays."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, DType, Graph, GraphEditor, Node
from edgec.converter.ops.conv import DenseAttrs
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.even_inputs import even_inputs
from edgec.samples.loss import simulated


def scaled_dense(deviation: Array, features: int = 32, outputs: int = 8) -> Graph:
    """x / deviation, folded into a fully connected layer."""
    rng = np.random.default_rng(1)
    e = GraphEditor()
    x = e.tensor("x", (1, features), DType.F32)
    w = e.const("w", (rng.normal(size=(outputs, features)) / deviation).astype(np.float32))
    b = e.const("b", rng.normal(size=outputs).astype(np.float32))
    y = e.tensor("y", (1, outputs), DType.F32)
    e.inputs, e.outputs = [x], [y]
    e.nodes.append(Node("Dense", "fc", (x, w, b), (y,), DenseAttrs()))
    return e.build()


def pixels(deviation: Array, count: int = 300) -> Array:
    """Features in 0..16 of these deviations: most of the narrow ones' values are 0."""
    rng = np.random.default_rng(2)
    seen = np.where(
        rng.random((count, len(deviation))) < np.minimum(deviation, 1), rng.random((count, len(deviation))), 0
    )
    return np.asarray(np.round(16 * seen), np.float32).reshape(count, 1, -1)


NARROW = np.where(np.arange(32) % 8 == 0, 0.004, 1.0)


def test_the_function_stays_the_same_bit_by_bit() -> None:
    graph, x = scaled_dense(NARROW), pixels(NARROW)
    made = even_inputs(graph, [x])
    assert [n.op for n in made.nodes] == ["Binary", "Dense"]
    assert np.array_equal(run_float(made, [x])[0], run_float(graph, [x])[0])


def test_the_noise_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, x = scaled_dense(NARROW), pixels(NARROW)
    real = run_float(graph, [x])[0]
    with_product = sqnr_db(real, simulated(quantize_model(graph, [x], QuantizeOptions()), [x])[0])
    monkeypatch.setattr("edgec.quantize.rewrite.even_inputs.MIN_NOISE_GAIN", np.inf)
    without = sqnr_db(real, simulated(quantize_model(graph, [x], QuantizeOptions()), [x])[0])
    assert with_product >= without + 3  # the rounding of the outputs stays


@pytest.mark.parametrize("deviation", [np.ones(32), np.linspace(0.5, 1, 32)])
def test_ordinary_weights_are_left_alone(deviation: Array) -> None:
    graph = scaled_dense(deviation)
    assert [n.op for n in even_inputs(graph, [pixels(deviation)]).nodes] == ["Dense"]


def test_samples_without_values_change_nothing() -> None:
    graph = scaled_dense(NARROW)
    assert [n.op for n in even_inputs(graph, [np.zeros((4, 1, 32), np.float32)]).nodes] == ["Dense"]
