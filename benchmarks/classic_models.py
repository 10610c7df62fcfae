"""The scikit-learn models of ``classic.py``: data sets of scikit-learn, fixed seeds, every other row held out."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from sklearn.calibration import CalibratedClassifierCV
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris
from sklearn.decomposition import PCA
from sklearn.ensemble import (
    ExtraTreesClassifier,
    GradientBoostingRegressor,
    IsolationForest,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.ensemble import GradientBoostingClassifier as Boosted
from sklearn.ensemble import HistGradientBoostingClassifier as Histogram
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler
from sklearn.svm import SVC, SVR, LinearSVC, OneClassSVM
from sklearn.tree import DecisionTreeClassifier

SETS = {
    "digits": load_digits,
    "iris": load_iris,
    "cancer": load_breast_cancer,
    "diabetes": lambda **a: load_diabetes(scaled=False, **a),
}


@dataclass(frozen=True)
class Classic:
    """A model: its title, data set, how it is made, and whether edgec also converts it to int8."""

    title: str
    data: str
    make: Callable[[], Any]
    int8: bool = False


def _scaled(model: Any) -> Any:
    return make_pipeline(StandardScaler(), model)


def _forest(count: int) -> Callable[[], Any]:
    return lambda: RandomForestClassifier(count, random_state=0)


MODELS: tuple[Classic, ...] = (
    Classic("random forest, 10 trees", "digits", _forest(10)),
    Classic("random forest, 100 trees", "digits", _forest(100)),
    Classic("extra trees, 10", "digits", lambda: ExtraTreesClassifier(10, random_state=0)),
    Classic("decision tree", "digits", lambda: DecisionTreeClassifier(random_state=0)),
    Classic("gradient boosting, 20x10", "digits", partial(Boosted, n_estimators=20, random_state=0)),
    Classic("histogram boosting, 10x10", "digits", partial(Histogram, max_iter=10, random_state=0)),
    Classic("SVC, rbf", "digits", SVC),
    Classic("SVC, poly", "digits", lambda: SVC(kernel="poly")),
    Classic("SVC, linear", "digits", lambda: SVC(kernel="linear")),
    Classic("linear SVC", "digits", lambda: LinearSVC(random_state=0, max_iter=5000)),
    Classic("logistic regression", "digits", lambda: _scaled(LogisticRegression(max_iter=1000)), int8=True),
    Classic("k-neighbours, 5", "digits", KNeighborsClassifier),
    Classic("Gaussian naive Bayes", "digits", lambda: GaussianNB(var_smoothing=1e-2)),
    Classic("MLP 32", "digits", lambda: _scaled(MLPClassifier((32,), max_iter=300, random_state=0)), int8=True),
    Classic("PCA 16, SVC rbf", "digits", lambda: make_pipeline(PCA(16, random_state=0), SVC())),
    Classic("gradient boosting, 100 trees", "cancer", lambda: Boosted(random_state=0)),
    Classic("SVC, rbf", "cancer", lambda: _scaled(SVC())),
    Classic("calibrated SVC", "cancer", lambda: _scaled(CalibratedClassifierCV(SVC(), ensemble=False))),
    Classic("isolation forest, 100 trees", "cancer", lambda: IsolationForest(random_state=0)),
    Classic("one-class SVM", "cancer", lambda: _scaled(OneClassSVM(nu=0.1))),
    Classic("normalizer, logistic regression", "iris", lambda: make_pipeline(Normalizer(), LogisticRegression())),
    Classic("k-means, 3", "iris", lambda: KMeans(3, n_init=10, random_state=0)),
    Classic("linear regression", "diabetes", LinearRegression),
    Classic("random forest, 10 trees", "diabetes", lambda: RandomForestRegressor(10, random_state=0)),
    Classic("gradient boosting, 100 trees", "diabetes", lambda: GradientBoostingRegressor(random_state=0)),
    Classic("SVR, rbf", "diabetes", lambda: make_pipeline(MinMaxScaler(), SVR(C=100.0))),
)  # fmt: skip


@dataclass(frozen=True)
class Trained:
    """A trained model, its training rows, and the held-out rows with their labels or values."""

    classic: Classic
    model: Any
    x: np.ndarray
    y: np.ndarray
    held: np.ndarray
    truth: np.ndarray

    @property
    def predicted(self) -> np.ndarray:
        """Predictions of scikit-learn for the held-out rows, in float32 as the exported model takes them."""
        return np.asarray(self.model.predict(self.held))

    @property
    def values(self) -> bool:
        """True when the model gives values, not classes."""
        return bool(self.classic.data == "diabetes")

    def score(self, predicted: np.ndarray) -> float:
        """Share of right classes, or R2 of values, of the held-out rows; NaN where no row is right or wrong."""
        if self.values:
            return 1.0 - float(((predicted - self.truth) ** 2).sum() / ((self.truth - self.truth.mean()) ** 2).sum())
        if self.model_is_unsupervised:
            return float("nan")
        return float((predicted == self.truth).mean())

    @property
    def model_is_unsupervised(self) -> bool:
        """True when the classes are the model's own."""
        last = self.model.steps[-1][1] if hasattr(self.model, "steps") else self.model
        return isinstance(last, KMeans | IsolationForest | OneClassSVM)


def trained(classic: Classic) -> Trained:
    """The model, trained on the even rows of its data in a fixed order."""
    x, y = SETS[classic.data](return_X_y=True)
    order = np.random.default_rng(0).permutation(len(x))
    x, y = x[order].astype(np.float32), y[order]
    model = classic.make()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(x[::2], y[::2])
    return Trained(classic, model, x[::2], y[::2], x[1::2], y[1::2])
