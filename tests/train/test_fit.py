"""Training: it helps, it gives the same weights again, and an interrupted one ends as one that was not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Array, Graph, GraphEditor
from edgec.converter.onnx.importer import import_model
from edgec.quantize.ranges.simulate import run_float
from edgec.quantize.rewrite.rewrites import simplified

pytest.importorskip("jax", reason="JAX is not installed (pip install 'edgec[train]')")

from edgec.quantize.train.fit import TrainOptions, fit


@pytest.fixture(scope="module")
def net(digits: Path) -> Graph:
    return simplified(import_model(digits / "digits.onnx").graph)


@pytest.fixture(scope="module")
def data(digits: Path) -> tuple[Array, Array]:
    with np.load(digits / "evaluation.npz") as file:
        return file["x"].reshape(-1, 1, 1, 8, 8).astype(np.float32), file["y"].astype(np.int64)


def disturbed(graph: Graph) -> Graph:
    """The graph with a third of each filter's weights set to zero."""
    editor, rng = GraphEditor(graph), np.random.default_rng(0)
    for node in graph.nodes:
        if node.op in ("Conv", "Dense"):
            w = graph.tensors[node.inputs[1]]
            assert w.data is not None
            editor.update(w.name, data=(w.data * (rng.random(w.shape) > 1 / 3)).astype(np.float32))
    return editor.build()


def weights(graph: Graph) -> list[Array]:
    return [t.data for t in graph.constants() if t.data is not None]


def error(graph: Graph, other: Graph, x: Array) -> float:
    return float(np.mean((run_float(graph, [x])[0] - run_float(other, [x])[0]) ** 2))


def test_distillation_brings_the_outputs_back(net: Graph, data: tuple[Array, Array]) -> None:
    broken = disturbed(net)
    done = fit(broken, [data[0][:300]], TrainOptions(steps=60, rate=3e-2, batch=32), teacher=net)
    assert done.after < 0.5 * done.before
    assert error(done.graph, net, data[0][300:]) < 0.5 * error(broken, net, data[0][300:])


def test_labels_and_rounding(net: Graph, data: tuple[Array, Array]) -> None:
    broken = disturbed(net)
    options = TrainOptions(steps=40, rate=3e-2, batch=32, quantized=True)
    done = fit(broken, [data[0][:300]], options, labels=data[1][:300])
    assert done.after < done.before and done.steps == 40


def test_a_run_that_was_interrupted_ends_as_one_that_was_not(
    net: Graph, data: tuple[Array, Array], tmp_path: Path
) -> None:
    broken, options = disturbed(net), TrainOptions(steps=12, rate=5e-3, batch=32)
    whole = fit(broken, [data[0]], options, teacher=net)
    state = tmp_path / "state.npz"

    def stop(done: int, total: int) -> None:
        if done >= total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit(broken, [data[0]], options, teacher=net, progress=stop, checkpoint=state)
    rest = fit(broken, [data[0]], options, teacher=net, checkpoint=state)
    assert rest.steps == 12
    for a, b in zip(weights(whole.graph), weights(rest.graph), strict=True):
        np.testing.assert_array_equal(a, b)
    with pytest.raises(UsageError, match="another training"):
        fit(broken, [data[0]], TrainOptions(steps=13), teacher=net, checkpoint=state)


def test_steps_are_shares_of_the_size_of_weights(net: Graph, data: tuple[Array, Array]) -> None:
    """Inputs a thousand times as large, with weights as much smaller, learn as fast."""
    editor = GraphEditor(disturbed(net))
    first = next(n for n in editor.nodes if n.op == "Conv")
    w = editor.tensors[first.inputs[1]]
    assert w.data is not None
    editor.update(w.name, data=w.data / np.float32(1024))
    options = TrainOptions(steps=8, rate=3e-2, batch=32)
    losses = [
        fit(graph, [x], options, labels=data[1]).after
        for graph, x in ((disturbed(net), data[0]), (editor.build(), data[0] * 1024))
    ]
    assert losses[1] == pytest.approx(losses[0], rel=1e-2)


def test_training_never_makes_the_samples_held_out_worse(net: Graph, data: tuple[Array, Array]) -> None:
    done = fit(net, [data[0]], TrainOptions(steps=10, rate=10.0, batch=32), labels=data[1])
    assert done.after == done.before
    for a, b in zip(weights(done.graph), weights(net), strict=True):
        np.testing.assert_array_equal(a, b)
