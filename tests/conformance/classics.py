"""Random scikit-learn models as skl2onnx exports them, against ONNX Runtime and scikit-learn (needs skl2onnx).

    python -m tests.conformance.classics [--count 200] [--seed 0] [--only PART ...]

Estimators of every family with random sizes, numbers of classes, label types, input types and export options, ZipMap
among them; scores and labels in numpy and in C on the host.  A label may differ from scikit-learn's only where ONNX
Runtime's does too.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from sklearn.base import is_classifier, is_regressor

from edgec.converter.graph.ir import Array
from tests.conformance.classic_draws import DRAWS, Drawn
from tests.conformance.onnx_cases import Case
from tests.conformance.runner import run_all, summary
from tests.sklearn_models.export import exported

ROWS = 24


def case_of(drawn: Drawn, name: str) -> Case | str:
    """The exported model with ONNX Runtime's outputs; why there is none."""
    import onnxruntime as ort

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            drawn.model.fit(drawn.x, drawn.y)
        except ValueError as error:
            return f"fit: {error}"
        x = drawn.tests[:ROWS].astype(drawn.dtype)
        try:
            model = exported(drawn.model, x[:1], drawn.options)
        except Exception as error:  # noqa: BLE001 - of many kinds, none of them ours
            return f"export: {type(error).__name__}: {error}"
        try:
            session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
            outputs = session.run(None, {session.get_inputs()[0].name: x})
        except Exception as error:  # noqa: BLE001 - of many kinds, none of them ours
            if drawn.dtype is not np.float64:
                return f"ONNX Runtime: {error}"
            outputs = trained(drawn, x, model)  # it takes few of the models that mix float64 and float32
            if not outputs:
                return f"ONNX Runtime: {error}"
    wanted = [np.asarray(v) for o in outputs for v in _arrays(o)]
    numbers = tuple(v for v in wanted if v.dtype.kind in "fiub")  # no texts
    return Case(f"{name} {drawn.title}", model, (x,), numbers)


def trained(drawn: Drawn, x: Array, exported_model: onnx.ModelProto) -> list[Array]:
    """scikit-learn's own label and probabilities, or values; nothing where the outputs mean something else."""
    last = exported_model.graph.output[-1].type
    double = last.HasField("tensor_type") and last.tensor_type.elem_type == onnx.TensorProto.DOUBLE
    dtype = np.float64 if double else np.float32
    if is_regressor(drawn.model):
        return [drawn.model.predict(x).reshape(len(x), -1).astype(dtype)]
    if is_classifier(drawn.model) and hasattr(drawn.model, "predict_proba") and "raw_scores" not in drawn.options:
        labels = drawn.model.predict(x)
        labels = labels.astype(np.int64) if labels.dtype.kind == "b" else labels
        return [labels, drawn.model.predict_proba(x).astype(dtype)]
    return []


def _arrays(value: Any) -> list[Any]:
    """Arrays that edgec gives for an output: values of maps in the order of their keys, the tensors of a sequence."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [np.array([list(row.values()) for row in value], np.float32)]
    return value if isinstance(value, list) else [value]


def made(count: int, seed: int, only: Sequence[str] = ()) -> tuple[list[Case], list[str]]:
    """Cases, each generator equally often, and the reasons of those that were not made."""
    names = [n for n in DRAWS if not only or any(w in n for w in only)]
    cases, reasons = [], []
    for i in range(count):
        name = names[i % len(names)]
        rng = np.random.default_rng([seed, i])
        found = case_of(DRAWS[name](rng), f"{name}_{i}")
        if isinstance(found, str):
            reasons.append(f"{name}_{i}: {found}")
        else:
            cases.append(found)
    return cases, reasons


def main(arguments: Sequence[str]) -> int:
    """Print the summary; 1 when a value is wrong."""
    parser = argparse.ArgumentParser(description="random scikit-learn models against ONNX Runtime")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("--keep", help="folder for models that are wrong or refused")
    options = parser.parse_args(arguments)
    cases, reasons = made(options.count, options.seed, options.only)
    outcomes = run_all(cases)
    for outcome, case in zip(outcomes, cases, strict=True):
        if outcome.status in ("wrong", "error"):
            print(outcome.name, outcome.status, outcome.reason)
        if outcome.status != "passed" and options.keep:
            onnx.save(case.model, f"{options.keep}/{case.name.split()[0]}.onnx")
    for reason in reasons:
        print("not made:", reason[:160].replace("\n", " "))
    sys.stdout.write(summary(outcomes) + "\n")
    return int(any(o.status in ("wrong", "error") for o in outcomes))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
