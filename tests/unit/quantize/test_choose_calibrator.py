"""The automatic calibrator: held to the best single one, and to what it must notice."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.ir import Array, DType, Graph, Quant
from edgec.converter.ops.conv import DenseAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs, UnaryAttrs, UnaryFn, relu
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.quantize.ranges.automatic import MIN_SAMPLES, RULES, judged_tensors, most_samples
from edgec.quantize.ranges.calibrate import calibrate
from edgec.quantize.ranges.replay import fake_quantize
from edgec.quantize.ranges.scheme import Scheme, activation_quant
from edgec.quantize.ranges.simulate import Evaluator
from tests.builders.quant_graphs import Net, real

NETS = ["digits", "cnn_torchscript_static", "residual_onnx", "residual", "sklearn_network"]


@pytest.fixture
def benchmarks(monkeypatch: pytest.MonkeyPatch, repo: Path) -> Iterator[None]:
    """The scripts import each other by name, as when one is run."""
    monkeypatch.syspath_prepend(str(repo / "benchmarks"))
    yield
    for name in ("accuracy", "accuracy_peers", "calibrator_nets", "calibrator_page", "calibrators", "mobilenet_v2"):
        sys.modules.pop(name, None)


def test_it_lacks_little_to_the_best_single_one(benchmarks: None, tmp_path: Path) -> None:
    import calibrator_nets
    import calibrator_page
    import calibrators

    rows = []
    for net in calibrator_nets.nets(tmp_path, NETS):
        rows += [calibrators.measure(net, fold, Scheme.INT8, net.name, peers=False) for fold in net.folds]
    assert max(r.lacks for r in rows) <= calibrator_page.ANY, calibrators.table(rows, "int8")
    assert statistics.median(r.lacks for r in rows) <= calibrator_page.MEDIAN, calibrators.table(rows, "int8")
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


def test_the_one_with_the_least_noise_is_taken() -> None:
    graph, x = classifier(softmax=False, width=240), real(100, 1, 240)
    evaluator, noise = Evaluator(graph, np.float64), {}
    ends = (*graph.inputs, *graph.outputs)
    for rule in RULES:
        ranges = calibrate(graph, [x], rule).spans()
        steps = {n: activation_quant(r) for n, r in ranges.items() if n not in ends}

        def change(name: str, y: Array, steps: dict[str, Quant] = steps) -> Array:
            return fake_quantize(y, steps[name], DType.I8) if name in steps else y

        wanted, found = ([evaluator.run([s], 1, None, c)[0] for s in x] for c in (None, change))
        noise[rule] = sum(float(((a - b) ** 2).sum()) for a, b in zip(wanted, found, strict=True))
    assert len(set(noise.values())) == len(RULES)  # else there was nothing to choose
    best = min(noise, key=noise.__getitem__)
    assert calibrate(graph, [x]).spans() == calibrate(graph, [x], best).spans()


@pytest.mark.parametrize("count", [MIN_SAMPLES, 7, 33, 300])
def test_a_choice_is_made_whatever_the_count(count: int) -> None:
    graph, x = classifier(softmax=True), real(count, 1, 24)
    found = calibrate(graph, [x]).spans()
    assert any(found == calibrate(graph, [x], rule).spans() for rule in RULES)


def test_large_models_are_tried_on_fewer_samples() -> None:
    def dense(width: int) -> Graph:
        net = Net()
        w, b = np.zeros((width, width), np.float32), np.zeros(width, np.float32)
        return net.done(net.weighted("Dense", DenseAttrs(), net.input((1, width)), w, b))

    small, large = dense(10), dense(6000)
    assert most_samples(small, small.outputs) == 128
    assert most_samples(large, large.outputs) == 8_000_000_000 // (3 * 6000**2)
    net = Net()
    wide = net.done(net.op("Unary", relu(), net.input((1, 1 << 20))))
    assert most_samples(wide, wide.outputs) == 8  # 8 MB of real values each


def test_scores_in_place_of_probabilities_and_indices_are_judged() -> None:
    graph = classifier(softmax=True)
    scores = graph.producers()[graph.outputs[0]].inputs[0]
    assert judged_tensors(graph) == {scores: 1}
    net = Net()
    y = net.weighted("Dense", DenseAttrs(), net.input((1, 4)), real(3, 4), real(3))
    index = net.op("ArgReduce", ArgReduceAttrs(1, True, True, False), y)
    assert judged_tensors(net.done(index)) == {y: None}


@pytest.mark.parametrize(("first", "stop"), [(100, 200), (200, 300)])
def test_resnet8_calibrated_with_other_samples(first: int, stop: int, benchmarks: None, tmp_path: Path) -> None:
    """48 samples, half of them mixed, once chose ranges that lack 2.6 dB to the best on the first of these."""
    import calibrator_nets
    import calibrator_page
    import calibrators

    if not (calibrator_nets.accuracy.SHARED / "models").is_dir():
        pytest.skip("the shared models are not here")
    net = next(calibrator_nets.nets(tmp_path, ["resnet8"]))
    fold = next(f for f in net.folds if f.label == f"{first}-{stop}")
    row = calibrators.measure(net, fold, Scheme.INT8, net.name, peers=False)
    assert row.lacks <= calibrator_page.ANY, row


def test_a_page_keeps_the_rows_of_other_nets(benchmarks: None, tmp_path: Path) -> None:
    import calibrator_page as page

    def row(name: str, auto: float) -> page.Row:
        peers = {"MinMax, per channel": 41.25} if name == "b" else {}
        return page.Row(name, {"minmax": 40.0, "percentile": 39.25, "mse": 38.0, "auto": auto}, peers)

    file, order = tmp_path / "page.md", ["a", "b", "c", "d"]
    page.update(file, "int8", [row("a/1", 39.0), row("c", 40.0)], [row("c/5-9", 38.5)], order)
    page.update(file, "int8", [row("b", 39.5)], [], order)
    page.update(file, "int8", [row("a/1", 40.0), row("a/2", 39.75)], [row("a/5-9", 40.0)], order)
    seen, unseen = (page.rows_of(part, "int8") for part in file.read_text(encoding="utf-8").split(page.SEEN))
    assert [(r.name, r.lacks) for r in seen] == [("a/1", 0.0), ("a/2", 0.25), ("b", 0.5), ("c", 0.0)]
    assert [(r.name, r.lacks) for r in unseen] == [("a/5-9", 0.0), ("c/5-9", 1.5)]
    text = file.read_text(encoding="utf-8")
    assert "above `auto` on b by 1.75 dB. Not measured: d." in text
    assert (
        "is 0.12 dB below" in text
        and "0.50 dB at worst (b)" in text
        and "1 of 2 are more than 1 dB below (c/5-9)" in text
    )
