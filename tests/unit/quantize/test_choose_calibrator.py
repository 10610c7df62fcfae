"""The automatic calibrator: held to the best single one, and to what it must notice."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.ir import Graph
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs, UnaryAttrs, UnaryFn, relu
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.choose import held_back, judged_tensors, parts_of
from edgec.quantize.ranges.observers import Histogram
from tests.builders.quant_graphs import Net, real

NETS = ["digits", "cnn_torchscript_static", "residual_onnx", "residual", "sklearn_network"]


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch, repo: Path) -> Iterator[None]:
    """The scripts import each other by name, as when one is run."""
    monkeypatch.syspath_prepend(str(repo / "benchmarks"))
    yield
    for name in ("accuracy", "accuracy_peers", "calibrator_nets", "calibrators", "mobilenet_v2"):
        sys.modules.pop(name, None)


def test_it_lacks_little_to_the_best_single_one(benchmarks: None, tmp_path: Path) -> None:
    import calibrator_nets
    import calibrators

    from edgec.quantize.ranges.scheme import Scheme

    rows = []
    for net in calibrator_nets.nets(tmp_path, NETS):
        rows += [calibrators.measure(net, fold, Scheme.INT8, net.name, peers=False) for fold in net.folds]
    assert max(r.lacks for r in rows) <= calibrators.ANY, calibrators.table(rows, "int8")
    assert statistics.median(r.lacks for r in rows) <= calibrators.MEDIAN, calibrators.table(rows, "int8")
    assert max(max(r.ours.values()) - min(r.ours.values()) for r in rows) > 0.3  # else there was nothing to choose


def classifier(softmax: bool, width: int = 24) -> Graph:
    """Two layers on exponentials."""
    net = Net()
    x = net.op("Unary", UnaryAttrs(UnaryFn.EXP), net.input((1, width)), name="grown")
    h = net.weighted("Dense", DenseAttrs(), x, real(32, width, seed=1, scale=0.1), real(32, seed=2, scale=0.1))
    h = net.op("Unary", relu(), h, name="hidden")
    y = net.weighted("Dense", DenseAttrs(), h, real(6, 32, seed=3, scale=0.2), real(6, seed=4, scale=0.1))
    return net.done(net.op("Softmax", SoftmaxAttrs(1), y) if softmax else y)


def test_it_cuts_off_outliers_that_no_other_sample_has() -> None:
    x = np.clip(real(160, 1, 240), -2, 2)
    assert calibrate(classifier(True, 240), [x]).spans()["grown"].hi < 7.5
    x[3, 0, 5] = 7.0  # e^7 = 1097 among values of e^2 = 7.4 at most
    assert calibrate(classifier(True, 240), [x]).spans()["grown"].hi < 8.0


def test_it_keeps_large_values_that_matter() -> None:
    """Outputs are as large as the largest values: an error in these is the error of the outputs."""
    x = real(100, 1, 24)
    x[::2] *= 3.0
    graph = classifier(softmax=False)
    found, narrow = calibrate(graph, [x]).spans(), calibrate(graph, [x], "mse").spans()
    assert found["hidden"].hi >= narrow["hidden"].hi


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_samples_lose_nothing(count: int) -> None:
    graph, x = classifier(softmax=True), real(count, 1, 24)
    assert calibrate(graph, [x]).spans() == calibrate(graph, [x], "minmax").spans()


@pytest.mark.parametrize("count", [4, 7, 31, 32, 33, 100])
def test_some_are_held_back(count: int) -> None:
    cuts = parts_of(count, 10)
    assert len(cuts) == (3 if count < 32 else 1)
    assert all(a < b for a, b in zip((0, *cuts), (*cuts, count), strict=True))
    graph, x = classifier(softmax=True), real(count, 1, 24)
    calibrate(graph, [x])  # whatever the choice, it is made
    assert parts_of(count, 100_000) == ()


def test_half_of_what_is_judged_is_held_back_and_half_is_mixed() -> None:
    graph, x = classifier(softmax=True), real(40, 1, 24)
    judged = held_back(graph, [x], (30, 40), 16)[0]
    assert judged.shape == (16, 1, 24) and judged.dtype == x.dtype
    assert [i for i, row in enumerate(x) if (row == judged[:, 0]).all(axis=-1).any()] == [
        30,
        31,
        32,
        33,
        35,
        36,
        37,
        38,
    ]


def test_scores_behind_probabilities_and_indices_are_judged() -> None:
    graph = classifier(softmax=True)
    scores = graph.producers()[graph.outputs[0]].inputs[0]
    assert judged_tensors(graph) == {graph.outputs[0]: None, scores: 1}
    net = Net()
    y = net.weighted("Dense", DenseAttrs(), net.input((1, 4)), real(3, 4), real(3))
    index = net.op("ArgReduce", ArgReduceAttrs(1, True, True, False), y)
    assert judged_tensors(net.done(index)) == {y: None}


def test_a_part_of_the_values_in_each_histogram_is_all_values_in_one() -> None:
    values = np.random.default_rng(0).standard_cauchy(5000)
    whole, parts = Histogram(), [Histogram() for _ in range(4)]
    whole.update(values)
    for part, some in zip(parts, np.split(values, [10, 700, 4000]), strict=True):
        part.update(some)
    merged = Histogram.merged([*parts, Histogram()])
    assert (merged.counts == whole.counts).all()
    assert (merged.reach, merged.extremes.range()) == (whole.reach, whole.extremes.range())
