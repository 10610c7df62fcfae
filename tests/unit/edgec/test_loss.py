"""A loss counts top-1 with labels; without, classes that change for a classifier, else the error."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, DType, Graph, GraphEditor, Node
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.quantize.integers.ptq import quantize_model
from edgec.quantize.ranges.scheme import QuantizeOptions
from edgec.samples.data import Samples
from edgec.samples.loss import Loss, Measure
from tests.builders.quant_graphs import real


def dense(outputs: int, end: str = "", offset: float = 0.0) -> Graph:
    """12 inputs, a fully connected layer, and what follows it."""
    rng = np.random.default_rng(5)
    e = GraphEditor(name="g")
    x = e.tensor("x", (1, 12), DType.F32)
    w = e.const("w", rng.standard_normal((outputs, 12)).astype(np.float32))
    b = e.const("b", (offset * np.arange(outputs)).astype(np.float32))
    h = e.tensor("h", (1, outputs), DType.F32)
    e.nodes.append(Node("Dense", "dense", (x, w, b), (h,), DenseAttrs()))
    if end:
        y = e.tensor("y", (1, outputs), DType.F32)
        attrs = SoftmaxAttrs(1) if end == "softmax" else UnaryAttrs(UnaryFn.SIGMOID)
        e.nodes.append(Node("Softmax" if end == "softmax" else "Unary", "end", (h,), (y,), attrs))
        h = y
    e.inputs, e.outputs = [x], [h]
    return e.build()


SAMPLES: Array = real(60, 1, 12)


@pytest.mark.parametrize(
    ("graph", "measure"),
    [
        (dense(4, "softmax"), Measure.CLASS),
        (dense(4, "softmax", 100.0), Measure.CLASS),  # one class always wins: a classifier nevertheless
        (dense(4), Measure.CLASS),
        (dense(12), Measure.ERROR),  # as many outputs as inputs: an autoencoder
        (dense(4, "", 100.0), Measure.ERROR),  # the same output is always the largest: unrelated quantities
        (dense(4, "sigmoid"), Measure.ERROR),
        (dense(1), Measure.ERROR),
    ],
)
def test_the_measure_follows_from_the_output(graph: Graph, measure: Measure) -> None:
    loss = Loss(graph, Samples((SAMPLES,)))
    assert loss.measure is measure
    assert loss.text(1.5) == f"1.50 {measure.value}"


def test_labels_count_where_there_are_any() -> None:
    labels = np.arange(60) % 4
    assert Loss(dense(12), Samples((SAMPLES,), labels)).measure is Measure.TOP1
    assert Loss(dense(1), Samples((SAMPLES,), labels)).measure is Measure.ERROR


def test_classes_that_differ_are_counted() -> None:
    graph = dense(4, "softmax")
    integers = quantize_model(graph, [SAMPLES], QuantizeOptions())
    assert Loss(graph, Samples((SAMPLES,))).of(integers) <= 5.0
    other = quantize_model(dense(4, "softmax", 100.0), [SAMPLES], QuantizeOptions())
    reference = Loss(graph, Samples((SAMPLES,)))
    share = 100 * float(np.mean(reference.reference.argmax(axis=1) != 3))
    assert reference.of(other) == pytest.approx(share)


def test_one_sample_of_a_hundred_is_one_point() -> None:
    """0.93 - 0.92 is more than 0.01 in binary."""
    samples = Samples((np.random.default_rng(3).standard_normal((100, 1, 12)).astype(np.float32),))
    graph = dense(4)
    answers = Loss(graph, samples).reference.argmax(axis=1)
    labels = np.where(np.arange(100) < 93, answers, (answers + 1) % 4)
    loss = Loss(graph, replace(samples, labels=labels))
    now = loss.reference.copy()
    now[0] = np.eye(4)[(labels[0] + 1) % 4]
    assert loss.lost(now).value == 1.0


def test_intervals_hold_the_loss_of_all_samples() -> None:
    """At least nine in ten 95 % intervals from 50 or 400 samples, drawn many times, hold what all samples lose."""
    rng = np.random.default_rng(4)
    x = rng.standard_normal((20_000, 1, 12)).astype(np.float32)
    graph = dense(4, "softmax")
    loss = Loss(graph, Samples((x,)))
    now = loss.reference + 0.05 * rng.standard_normal(loss.reference.shape)
    labelled = Loss(graph, Samples((x,), rng.integers(0, 4, len(x))))
    squares = Loss(dense(1), Samples((x,)))
    cases = ((loss, now), (labelled, now), (squares, squares.reference + 0.1 * rng.standard_normal((len(x), 1))))
    for case, outputs in cases:
        whole = case.lost(outputs).value
        for count in (50, 400):
            drawn = [case.lost(outputs, rng.integers(0, len(x), count)) for _ in range(200)]
            held = sum(one.low <= whole <= one.high for one in drawn)
            assert held >= 180, (case.measure, count, held)
            assert all(one.low <= one.value <= one.high and one.count == count for one in drawn)


def test_truth_values_have_an_error() -> None:
    loss = Loss(dense(12), Samples((SAMPLES,)))
    loss.reference = np.array([[True, True, False, False]] * 2)
    found = loss.lost(np.array([[True, False, False, False]] * 2))
    assert found.value == pytest.approx(100 * np.sqrt(0.5)) and found.count == 2
