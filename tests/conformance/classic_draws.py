"""Random scikit-learn estimators of every family that skl2onnx exports, with data for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn import cluster, decomposition, ensemble, linear_model, naive_bayes, neighbors, neural_network, svm, tree
from sklearn.base import is_classifier
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.feature_selection import SelectKBest
from sklearn.impute import SimpleImputer
from sklearn.mixture import GaussianMixture
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.multioutput import MultiOutputClassifier, MultiOutputRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    Binarizer,
    KBinsDiscretizer,
    MaxAbsScaler,
    MinMaxScaler,
    Normalizer,
    OneHotEncoder,
    PolynomialFeatures,
    PowerTransformer,
    RobustScaler,
    StandardScaler,
)

from edgec.converter.graph.ir import Array
from tests.conformance.grid_parts import Rng, pick

LABELLED = {"iris": load_iris, "wine": load_wine, "cancer": load_breast_cancer, "digits": load_digits}
MOST_ROWS = 300


@dataclass(frozen=True)
class Drawn:
    """An estimator that is not trained, its data [rows, features], and how it is exported."""

    model: Any
    x: Array
    y: Array
    tests: Array
    dtype: type
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """For messages."""
        text = " ".join(str(self.model).split())
        return (
            f"{text} {self.x.shape} {len(np.unique(self.y))} {self.y.dtype} {self.dtype.__name__} {dict(self.options)}"
        )


def _labels(rng: Rng, y: Array) -> Array:
    """Class numbers: as they are, two of them, not from 0 on, texts, or truth values."""
    kind = pick(rng, "same", "same", "same", "two", "moved", "texts", "truth")
    if kind == "two":
        return (y > np.median(y) if len(np.unique(y)) > 2 else y > 0).astype(np.int64)
    if kind == "truth":
        return np.asarray(y == y.max())
    if kind == "texts":
        return np.array([f"class {v}" for v in y])
    return np.asarray(3 * y - 2 if kind == "moved" else y)


def _classified(rng: Rng, model: Any, data: str = "", numbers: bool = False) -> Drawn:
    x, y = LABELLED[data or pick(rng, *LABELLED)](return_X_y=True)
    chosen = rng.permutation(len(x))
    x, y = x[chosen].astype(np.float32), y[chosen]
    y = y if numbers else _labels(rng, y)
    choices: tuple[dict[str, Any], ...] = ({}, {}, {}, {"zipmap": False}) if is_classifier(model) else ({},)
    if is_classifier(model) and hasattr(model, "decision_function"):
        choices += ({"zipmap": False, "raw_scores": True}, {"raw_scores": True})
    half = min(len(x) // 2, MOST_ROWS)
    return Drawn(
        model, x[:half], y[:half], x[half:], pick(rng, np.float32, np.float32, np.float64), pick(rng, *choices)
    )


def _valued(rng: Rng, model: Any, targets: int = 1) -> Drawn:
    x, y = load_diabetes(return_X_y=True, scaled=bool(rng.random() < 0.5))
    x = x.astype(np.float32)
    values = np.asarray(y if targets == 1 else np.stack([np.roll(y, k) + k * x[:, 2] for k in range(targets)], 1))
    return Drawn(model, x[:220], values[:220], x[220:], pick(rng, np.float32, np.float32, np.float64))


def _seed(rng: Rng) -> int:
    return int(rng.integers(1 << 16))


def _tree_sizes(rng: Rng) -> dict[str, Any]:
    found: dict[str, Any] = {"random_state": _seed(rng), "max_depth": pick(rng, 1, 2, 4, 7, None)}
    if rng.random() < 0.3:
        found["max_leaf_nodes"] = pick(rng, 2, 5, 17)
    if rng.random() < 0.3:
        found["min_samples_leaf"] = pick(rng, 3, 10)
    return found


def tree_classifier(rng: Rng) -> Drawn:
    return _classified(rng, pick(rng, tree.DecisionTreeClassifier, tree.ExtraTreeClassifier)(**_tree_sizes(rng)))


def tree_regressor(rng: Rng) -> Drawn:
    made = pick(rng, tree.DecisionTreeRegressor, tree.ExtraTreeRegressor)(**_tree_sizes(rng))
    return _valued(rng, made, pick(rng, 1, 1, 2, 3))


def forest_classifier(rng: Rng) -> Drawn:
    made = pick(rng, ensemble.RandomForestClassifier, ensemble.ExtraTreesClassifier)
    return _classified(rng, made(pick(rng, 1, 2, 5, 10, 30), **_tree_sizes(rng)))


def forest_regressor(rng: Rng) -> Drawn:
    made = pick(rng, ensemble.RandomForestRegressor, ensemble.ExtraTreesRegressor)
    return _valued(rng, made(pick(rng, 1, 3, 12), **_tree_sizes(rng)), pick(rng, 1, 1, 2, 5))


def boosted_classifier(rng: Rng) -> Drawn:
    return _classified(rng, ensemble.GradientBoostingClassifier(
        n_estimators=pick(rng, 1, 4, 12), max_depth=pick(rng, 1, 2, 4), subsample=pick(rng, 1.0, 0.7),
        init=pick(rng, None, None, "zero"), random_state=_seed(rng)))  # fmt: skip


def boosted_regressor(rng: Rng) -> Drawn:
    return _valued(rng, ensemble.GradientBoostingRegressor(
        n_estimators=pick(rng, 1, 6, 20), max_depth=pick(rng, 1, 3), random_state=_seed(rng),
        loss=pick(rng, "squared_error", "absolute_error", "huber"), init=pick(rng, None, "zero")))  # fmt: skip


def histogram_boosted(rng: Rng) -> Drawn:
    sizes = {"max_iter": pick(rng, 1, 4, 10), "max_leaf_nodes": pick(rng, 3, 15, 31), "random_state": _seed(rng)}
    if rng.random() < 0.5:
        return _valued(rng, ensemble.HistGradientBoostingRegressor(**sizes))
    return _classified(rng, ensemble.HistGradientBoostingClassifier(**sizes))


def other_ensemble(rng: Rng) -> Drawn:
    small = tree.DecisionTreeClassifier(max_depth=3, random_state=0)
    kind = pick(rng, "ada", "bagging", "voting", "stacking", "ada_values", "bagging_values", "voting_values")
    if kind == "ada":
        return _classified(
            rng, ensemble.AdaBoostClassifier(small, n_estimators=pick(rng, 2, 6), random_state=_seed(rng))
        )
    if kind == "bagging":
        return _classified(rng, ensemble.BaggingClassifier(n_estimators=4, max_features=0.7, random_state=_seed(rng)))
    parts = [("a", linear_model.LogisticRegression(max_iter=200)), ("b", small), ("c", naive_bayes.GaussianNB())]
    if kind == "voting":
        flags = {"voting": pick(rng, "hard", "soft"), "flatten_transform": False}
        return _classified(rng, ensemble.VotingClassifier(parts, **flags))
    if kind == "stacking":
        return _classified(rng, ensemble.StackingClassifier(parts))
    if kind == "ada_values":
        return _valued(rng, ensemble.AdaBoostRegressor(n_estimators=4, random_state=_seed(rng)))
    if kind == "bagging_values":
        return _valued(rng, ensemble.BaggingRegressor(n_estimators=4, random_state=_seed(rng)))
    values = [("a", linear_model.Ridge()), ("b", tree.DecisionTreeRegressor(max_depth=4, random_state=0))]
    return _valued(rng, pick(rng, ensemble.VotingRegressor, ensemble.StackingRegressor)(values))


def isolation(rng: Rng) -> Drawn:
    return _classified(
        rng, ensemble.IsolationForest(n_estimators=pick(rng, 2, 10), random_state=_seed(rng)), numbers=True
    )


def vectors(rng: Rng) -> Drawn:
    kernel = pick(rng, "rbf", "linear", "poly", "sigmoid")
    made = svm.SVC(
        C=pick(rng, 0.3, 1.0, 10.0),
        kernel=kernel,
        gamma=pick(rng, "scale", "auto", 0.01),
        degree=pick(rng, 2, 3),
        coef0=pick(rng, 0.0, 0.5),
        probability=bool(rng.random() < 0.15),
    )
    return _classified(rng, make_pipeline(StandardScaler(), made) if kernel != "rbf" or rng.random() < 0.5 else made)


def other_vectors(rng: Rng) -> Drawn:
    kernel = pick(rng, "rbf", "linear", "poly", "sigmoid")
    kind = pick(rng, "nu", "values", "nu_values", "one", "linear", "linear_values")
    if kind == "nu":
        return _classified(rng, make_pipeline(StandardScaler(), svm.NuSVC(nu=0.05, kernel=kernel)))
    if kind == "values":
        return _valued(rng, make_pipeline(StandardScaler(), svm.SVR(kernel=kernel, C=pick(rng, 1.0, 50.0))))
    if kind == "nu_values":
        return _valued(rng, make_pipeline(MinMaxScaler(), svm.NuSVR(kernel=kernel)))
    if kind == "one":
        return _classified(rng, make_pipeline(StandardScaler(), svm.OneClassSVM(nu=0.1, kernel="rbf")), numbers=True)
    if kind == "linear":
        return _classified(rng, svm.LinearSVC(max_iter=300))
    return _valued(rng, svm.LinearSVR(max_iter=300))


LINEAR: tuple[Callable[[], Any], ...] = (
    lambda: linear_model.LogisticRegression(max_iter=200),
    lambda: linear_model.LogisticRegression(max_iter=200, fit_intercept=False),
    lambda: linear_model.SGDClassifier(random_state=0),
    lambda: linear_model.SGDClassifier(loss="log_loss", random_state=0),
    lambda: linear_model.SGDClassifier(loss="modified_huber", random_state=0),
    linear_model.RidgeClassifier,
    linear_model.Perceptron,
    LinearDiscriminantAnalysis,
    lambda: QuadraticDiscriminantAnalysis(reg_param=0.2),
    lambda: OneVsRestClassifier(linear_model.LogisticRegression(max_iter=100)),
    lambda: OneVsOneClassifier(svm.LinearSVC(max_iter=200)),
    lambda: CalibratedClassifierCV(svm.LinearSVC(max_iter=200)),
    lambda: CalibratedClassifierCV(svm.SVC(), ensemble=False),
    lambda: CalibratedClassifierCV(naive_bayes.GaussianNB(), method="isotonic"),
)
LINEAR_VALUES: tuple[Callable[[], Any], ...] = (
    linear_model.LinearRegression, linear_model.Ridge, linear_model.Lasso, linear_model.ElasticNet,
    linear_model.BayesianRidge, linear_model.HuberRegressor, linear_model.PoissonRegressor, linear_model.GammaRegressor,
    linear_model.TweedieRegressor, linear_model.ARDRegression, linear_model.RANSACRegressor,
    lambda: linear_model.SGDRegressor(random_state=0),
)  # fmt: skip


def linear_classifier(rng: Rng) -> Drawn:
    return _classified(rng, pick(rng, *LINEAR)())


def linear_regressor(rng: Rng) -> Drawn:
    if rng.random() < 0.3:
        return _valued(rng, pick(rng, linear_model.LinearRegression, linear_model.Ridge)(), 3)
    return _valued(rng, pick(rng, *LINEAR_VALUES)())


def neighbours(rng: Rng) -> Drawn:
    sizes = {"n_neighbors": pick(rng, 1, 2, 3, 5, 8), "weights": pick(rng, "uniform", "distance")}
    sizes["metric"] = pick(rng, "minkowski", "minkowski", "manhattan", "euclidean")
    if rng.random() < 0.4:
        return _valued(rng, neighbors.KNeighborsRegressor(**sizes), pick(rng, 1, 2))
    return _classified(rng, neighbors.KNeighborsClassifier(**sizes))


def bayes(rng: Rng) -> Drawn:
    made = pick(
        rng, naive_bayes.GaussianNB, naive_bayes.BernoulliNB, naive_bayes.MultinomialNB, naive_bayes.ComplementNB
    )
    return _classified(rng, made())


def network(rng: Rng) -> Drawn:
    sizes = {"hidden_layer_sizes": pick(rng, (5,), (16,), (12, 7)), "max_iter": 30, "random_state": _seed(rng)}
    sizes["activation"] = pick(rng, "relu", "tanh", "logistic", "identity")
    scaler = pick(rng, StandardScaler, MinMaxScaler, RobustScaler)()
    if rng.random() < 0.3:
        return _valued(rng, make_pipeline(scaler, neural_network.MLPRegressor(**sizes)), pick(rng, 1, 2))
    return _classified(rng, make_pipeline(scaler, neural_network.MLPClassifier(**sizes)))


STEPS: tuple[Callable[[], Any], ...] = (
    StandardScaler, lambda: StandardScaler(with_mean=False), lambda: StandardScaler(with_std=False), MinMaxScaler,
    lambda: MinMaxScaler((-1, 1), clip=True), MaxAbsScaler, RobustScaler, Normalizer, lambda: Normalizer("l1"),
    lambda: Normalizer("max"), PowerTransformer, lambda: PolynomialFeatures(2, interaction_only=True), SimpleImputer,
    lambda: decomposition.PCA(3, random_state=0), lambda: decomposition.PCA(2, whiten=True, random_state=0),
    lambda: decomposition.TruncatedSVD(2, random_state=0), lambda: SelectKBest(k=3), lambda: Binarizer(threshold=1.0),
    lambda: decomposition.KernelPCA(2, kernel="rbf"),
)  # fmt: skip
ENDS: tuple[Callable[[], Any], ...] = (
    lambda: linear_model.LogisticRegression(max_iter=200),
    lambda: tree.DecisionTreeClassifier(max_depth=4, random_state=0),
    naive_bayes.GaussianNB, svm.SVC, lambda: neighbors.KNeighborsClassifier(3),
    lambda: ensemble.RandomForestClassifier(4, random_state=0),
)  # fmt: skip


def pipeline(rng: Rng) -> Drawn:
    steps = [pick(rng, *STEPS)() for _ in range(int(rng.integers(1, 3)))]
    if rng.random() < 0.1:
        steps = [KBinsDiscretizer(4, encode="ordinal")]
    return _classified(rng, make_pipeline(*steps, pick(rng, *ENDS)()))


def transformer(rng: Rng) -> Drawn:
    return _classified(rng, pick(rng, *STEPS)(), numbers=True)


def clusters(rng: Rng) -> Drawn:
    count = pick(rng, 2, 3, 7)
    made = pick(rng, cluster.KMeans, cluster.MiniBatchKMeans)(count, n_init=1, random_state=_seed(rng))
    kind = pick(rng, "full", "tied", "diag", "spherical")
    mixture = GaussianMixture(count, covariance_type=kind, random_state=_seed(rng), reg_covar=1e-2)
    scaler = pick(rng, StandardScaler, MinMaxScaler)()
    return _classified(rng, make_pipeline(scaler, pick(rng, made, made, mixture)), numbers=True)


def several(rng: Rng) -> Drawn:
    if rng.random() < 0.4:
        return _valued(rng, MultiOutputRegressor(pick(rng, linear_model.Ridge, tree.DecisionTreeRegressor)()), 2)
    drawn = _classified(
        rng, MultiOutputClassifier(tree.DecisionTreeClassifier(max_depth=3, random_state=0)), numbers=True
    )
    y = np.stack([drawn.y, drawn.y % 2], axis=1)
    return Drawn(drawn.model, drawn.x, y, drawn.tests, drawn.dtype)


def categories(rng: Rng) -> Drawn:
    """Integers, one column for each of their values."""
    values = rng.integers(0, 4, (200, 5)).astype(np.int64)
    made = make_pipeline(OneHotEncoder(handle_unknown="ignore"), linear_model.LogisticRegression())
    y = (values.sum(axis=1) > 7).astype(np.int64)
    return Drawn(made, values[:100], y[:100], values[100:] + (rng.random((100, 5)) < 0.05), np.int64)


DRAWS: dict[str, Callable[[Rng], Drawn]] = {
    f.__name__: f
    for f in (
        tree_classifier, tree_regressor, forest_classifier, forest_regressor, boosted_classifier, boosted_regressor,
        histogram_boosted, other_ensemble, isolation, vectors, other_vectors, linear_classifier, linear_regressor,
        neighbours, bayes, network, pipeline, transformer, clusters, several, categories,
    )
}  # fmt: skip
