"""Random scikit-learn models as skl2onnx exports them, and what was found with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from edgec.converter.graph.errors import UnsupportedModel
from edgec.converter.onnx.importer import import_model
from edgec.converter.passes import run_default
from edgec.targets.machine.toolchain import available
from edgec.targets.reader import load_target

sklearn = pytest.importorskip("sklearn")
pytest.importorskip("skl2onnx")

from sklearn.datasets import load_digits, load_iris  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.multioutput import MultiOutputClassifier  # noqa: E402
from sklearn.svm import SVC  # noqa: E402
from sklearn.tree import DecisionTreeClassifier  # noqa: E402

from tests.conformance.classic_draws import DRAWS  # noqa: E402
from tests.conformance.classics import made  # noqa: E402
from tests.conformance.compare import against_runtime  # noqa: E402
from tests.conformance.runner import run_all, summary  # noqa: E402
from tests.sklearn_models.export import exported  # noqa: E402

X, Y = load_iris(return_X_y=True)
X = X.astype(np.float32)
NAMES = np.array(["setosa", "versicolor", "virginica"])


def saved(model: Any, path: Path, sample: Any = X[:1], **options: Any) -> Path:
    onnx.save(exported(model, sample, options), path)
    return path


@pytest.mark.slow
def test_random_models() -> None:
    if not available(load_target("host")):
        pytest.skip("no compiler")
    cases, reasons = made(len(DRAWS), 7)
    assert len(cases) > 0.7 * len(DRAWS), reasons
    found = run_all(cases)
    assert all(o.status in ("passed", "refused") for o in found), summary(found)
    assert sum(o.status == "passed" for o in found) > len(cases) * 0.9, summary(found)


@pytest.mark.parametrize("model", [LogisticRegression(max_iter=300), SVC(), DecisionTreeClassifier()])
@pytest.mark.parametrize("zipmap", [True, False])
def test_texts_are_left_out_with_and_without_a_map(model: Any, zipmap: bool, tmp_path: Path) -> None:
    found = import_model(saved(model.fit(X, NAMES[Y]), tmp_path / "m.onnx", zipmap=zipmap))
    assert [found.graph.tensors[o].shape for o in found.graph.outputs] == [(1, 3)]
    assert any("setosa, versicolor, virginica" in n for n in found.notices)


def test_a_text_that_no_classifier_makes_is_refused(tmp_path: Path) -> None:
    text = helper.make_tensor_value_info("t", TensorProto.STRING, [1])
    real = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    nodes = [helper.make_node("Identity", ["x"], ["y"]), helper.make_node("Identity", ["t"], ["u"])]
    outputs = [
        helper.make_tensor_value_info("y", TensorProto.FLOAT, [1]),
        helper.make_tensor_value_info("u", TensorProto.STRING, [1]),
    ]
    onnx.save(helper.make_model(helper.make_graph(nodes, "g", [real, text], outputs)), tmp_path / "m.onnx")
    with pytest.raises(UnsupportedModel, match="STRING"):
        import_model(tmp_path / "m.onnx")


def test_several_classifiers_give_an_output_each(tmp_path: Path, edgec: Callable[..., Any]) -> None:
    model = MultiOutputClassifier(DecisionTreeClassifier(max_depth=3, random_state=0)).fit(X, np.stack([Y, Y // 2], 1))
    path = saved(model, tmp_path / "m.onnx")
    found = import_model(path)
    assert [found.graph.tensors[o].shape for o in found.graph.outputs] == [(1, 2), (1, 3), (1, 2)]
    assert any("in its place the tensors" in n for n in found.notices)
    np.savez(tmp_path / "d.npz", x=X[::10])
    assert edgec("convert", path, "-o", tmp_path / "out").code == 0
    assert edgec("verify", tmp_path / "out", "--on", "host", "--data", tmp_path / "d.npz").code == 0


def test_probabilities_of_vectors_name_what_gives_them(tmp_path: Path) -> None:
    with pytest.warns(FutureWarning):
        model = SVC(probability=True).fit(X, Y)
    with pytest.raises(UnsupportedModel, match="CalibratedClassifierCV"):
        import_model(saved(model, tmp_path / "m.onnx"))


def test_float64_samples_are_named(tmp_path: Path, edgec: Callable[..., Any]) -> None:
    """ONNX Runtime refuses most models that are exported for float64 samples."""
    path = saved(SVC().fit(X, Y), tmp_path / "m.onnx", X[:1].astype(np.float64))
    done = edgec("convert", path, "-o", tmp_path / "out")
    assert done.code == 0
    assert "X[:1].astype(numpy.float32)" in done.err
    done = edgec("verify", tmp_path / "out", "--on", "host")
    assert done.code == 2
    assert "its input is float64" in done.err


def test_weights_of_pairs_are_stored_once(tmp_path: Path) -> None:
    """Ten classes: a vector has nine weights, not one for each of the 45 pairs; linear kernels are a matrix."""
    x, y = load_digits(return_X_y=True)
    x = x.astype(np.float32)
    for kernel in ("rbf", "linear"):
        model = SVC(kernel=kernel).fit(x[:400], y[:400])
        path = saved(model, tmp_path / "m.onnx", x[:1], zipmap=False)
        (labels, in_numpy, in_c), *_ = against_runtime(path, [x[400:440]])
        assert np.array_equal(in_numpy, labels)
        assert np.array_equal(in_c, labels)
        assert np.array_equal(in_c, model.predict(x[400:440]))
        count = len(model.support_)
        weights = sum(t.size for t in run_default(import_model(path).graph).tensors.values() if t.is_const)
        assert weights < (count * (64 + 9) * 1.1 + 2000 if kernel == "rbf" else 64 * 45 * 1.5)


def normalized(path: Path) -> None:
    """Two classes as some exporters write them: the weights of the second class, and a Normalizer behind the scores."""
    model = onnx.load(path)
    graph, name = model.graph, model.graph.output[-1].name
    if any(n.op_type == "Normalizer" for n in graph.node):
        return
    maker = next(n for n in graph.node if n.op_type == "LinearClassifier")
    maker.output[1] = "scores"
    for attribute in maker.attribute:
        if attribute.name in {"coefficients", "intercepts"}:
            del attribute.floats[: len(attribute.floats) // 2]
    graph.node.append(onnx.helper.make_node("Normalizer", ["scores"], [name], domain="ai.onnx.ml", norm="L1"))
    onnx.save(model, path)


@pytest.mark.parametrize("labels", [Y, Y % 2])
def test_probabilities_are_not_normalized_again(labels: Any, tmp_path: Path) -> None:
    """Behind the Softmax or the two sigmoids of a logistic regression, which had no integer form so."""
    path = saved(LogisticRegression(max_iter=300).fit(X, labels), tmp_path / "m.onnx", zipmap=False)
    normalized(path)
    for wanted, in_numpy, in_c in against_runtime(path, [X[::10]]):
        np.testing.assert_allclose(in_numpy, wanted, atol=1e-6)
        np.testing.assert_allclose(in_c, wanted, atol=1e-6)
    ops = {n.op for n in run_default(import_model(path).graph).nodes}
    assert "Reduce" not in ops
    assert "Compare" not in ops or len(set(labels)) == 2
