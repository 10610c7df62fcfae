"""Trains small scikit-learn models and exports them (needs skl2onnx): python -m tests.sklearn_models.make"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.decomposition import PCA
from sklearn.ensemble import (
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, Normalizer, StandardScaler
from sklearn.svm import SVC, SVR, NuSVC, OneClassSVM
from sklearn.tree import DecisionTreeClassifier

FOLDER = Path(__file__).parent
DATA = {"iris": load_iris, "cancer": load_breast_cancer, "diabetes": load_diabetes}
LOGISTIC = {"max_iter": 500}
MODELS: dict[str, tuple[Any, str]] = {
    "logistic_three": (LogisticRegression(**LOGISTIC), "iris"),
    "logistic_two": (make_pipeline(StandardScaler(), LogisticRegression()), "cancer"),
    "ridge": (make_pipeline(MinMaxScaler(), Ridge()), "diabetes"),
    "tree": (DecisionTreeClassifier(max_depth=4, random_state=0), "iris"),
    "forest_three": (RandomForestClassifier(6, max_depth=3, random_state=0), "iris"),
    "forest_two": (RandomForestClassifier(6, max_depth=3, random_state=0), "cancer"),
    "forest_values": (RandomForestRegressor(6, max_depth=3, random_state=0), "diabetes"),
    "boosted_three": (GradientBoostingClassifier(n_estimators=3, random_state=0), "iris"),
    "boosted_two": (GradientBoostingClassifier(n_estimators=4, random_state=0), "cancer"),
    "boosted_values": (GradientBoostingRegressor(n_estimators=4, random_state=0), "diabetes"),
    "network": (make_pipeline(StandardScaler(), MLPClassifier((8,), max_iter=50, random_state=0)), "iris"),
    "bayes": (GaussianNB(), "iris"),
    "neighbours": (KNeighborsClassifier(3), "iris"),
    "components": (make_pipeline(PCA(2, random_state=0), LogisticRegression(**LOGISTIC)), "iris"),
    "clusters": (KMeans(3, n_init=1, random_state=0), "iris"),
    "normalized": (make_pipeline(Normalizer(), LogisticRegression(**LOGISTIC)), "iris"),
    "vectors_three": (NuSVC(nu=0.1, kernel="sigmoid", gamma=0.01), "iris"),
    "vectors_rbf": (SVC(C=10), "iris"),
    "vectors_two": (make_pipeline(StandardScaler(), PCA(3, random_state=0), SVC(kernel="poly")), "cancer"),
    "vectors_values": (make_pipeline(StandardScaler(), SVR(epsilon=120.0)), "diabetes"),
    "vectors_usual": (OneClassSVM(nu=0.05), "iris"),
    "imputed": (make_pipeline(SimpleImputer(), LogisticRegression(**LOGISTIC)), "iris"),
}


def rows(name: str) -> Any:
    """Input rows of a model, float32."""
    x, _ = DATA[MODELS[name][1]](return_X_y=True)
    return x[::7][:20].astype(np.float32)


def main() -> None:
    from skl2onnx import to_onnx

    for name, (model, data) in MODELS.items():
        x, y = DATA[data](return_X_y=True)
        model.fit(x.astype(np.float32), y)
        classifies = hasattr(model, "predict_proba") or "SVC" in str(model)
        options = {id(model): {"zipmap": False}} if classifies else None
        proto = to_onnx(model, x[:1].astype(np.float32), options=options, target_opset={"": 18, "ai.onnx.ml": 3})
        (FOLDER / f"{name}.onnx").write_bytes(proto.SerializeToString())


if __name__ == "__main__":
    main()
