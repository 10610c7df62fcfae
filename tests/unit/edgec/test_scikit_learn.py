"""Models and pipelines as skl2onnx exports them: scikit-learn's classes and values in C."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import edgec
from edgec.converter.graph.errors import UnsupportedModel
from edgec.folder.read import open_folder
from edgec.targets.machine.bench import BenchOptions, run_bench
from tests.builders.codegen_models import need

pytest.importorskip("sklearn")
pytest.importorskip("skl2onnx")
from sklearn.compose import ColumnTransformer
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestRegressor, VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from tests.sklearn_models.export import exported

ROWS, TRAINED = 160, 120


def encoded(unknown: str) -> Any:
    """Two columns of categories and three of numbers."""
    columns = [("c", OneHotEncoder(handle_unknown=unknown), [0, 1]), ("n", StandardScaler(), [2, 3, 4])]
    return make_pipeline(ColumnTransformer(columns), LogisticRegression())


def voted() -> Any:
    """By majority, which skl2onnx exports without flattening only."""
    some = [("l", LogisticRegression()), ("t", DecisionTreeClassifier(random_state=0)), ("n", GaussianNB())]
    return VotingClassifier(some, flatten_transform=False)


def rows() -> np.ndarray:
    """Two columns of small integers, three of numbers, float32."""
    rng = np.random.default_rng(0)
    columns = [rng.integers(0, 4, ROWS), rng.integers(0, 3, ROWS), rng.normal(size=ROWS), *rng.normal(size=(2, ROWS))]
    return np.column_stack(columns).astype(np.float32)


CLASSES: dict[str, Callable[[], Any]] = {
    "columns, one-hot": lambda: encoded("ignore"),
    "components, vectors": lambda: make_pipeline(StandardScaler(), PCA(3), SVC()),
    "votes": voted,
}
VALUES: dict[str, Callable[[], Any]] = {
    "forest, two values": lambda: RandomForestRegressor(5, random_state=0),
    "network, two values": lambda: MLPRegressor(hidden_layer_sizes=(8,), max_iter=300, random_state=0),
}


def ran(model: Any, y: np.ndarray, folder: Path) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return what scikit-learn gives for the held-out rows, and the outputs of the C."""
    x = rows()
    model.fit(x[:TRAINED], y[:TRAINED])
    made = edgec.convert(exported(model, x[:1]), target="host", output=folder / "out", name="m")
    opened = open_folder(made.folder)
    outputs = run_bench(made.folder, opened.bench, opened.target, [x[TRAINED:]], BenchOptions(jobs=1))
    return np.asarray(model.predict(x[TRAINED:])), list(outputs)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CLASSES)
def test_classes_are_those_of_scikit_learn(name: str, tmp_path: Path) -> None:
    need("gcc")
    x = rows()
    wanted, outputs = ran(CLASSES[name](), ((x[:, 0] > 1) ^ (x[:, 2] > 0)).astype(int), tmp_path)
    label = next(o for o in outputs if o.dtype.kind == "i")
    assert np.array_equal(label.reshape(-1), wanted) and len({*wanted.tolist()}) == 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", VALUES)
def test_values_are_those_of_scikit_learn(name: str, tmp_path: Path) -> None:
    need("gcc")
    x = rows()
    wanted, outputs = ran(VALUES[name](), np.stack([x[:, 0] * x[:, 2], x[:, 3]], axis=1), tmp_path)
    assert np.abs(outputs[0].reshape(wanted.shape) - wanted).max() <= 1e-5 * np.ptp(wanted)


@pytest.mark.filterwarnings("ignore")
def test_an_encoder_that_raises_is_refused_with_the_words_of_scikit_learn(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedModel, match=r"OneHotEncoder\(handle_unknown='ignore'\)"):
        ran(encoded("error"), (rows()[:, 2] > 0).astype(int), tmp_path)
