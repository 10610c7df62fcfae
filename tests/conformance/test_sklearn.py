"""Models that skl2onnx exports give ONNX Runtime's labels and scores, in numpy and in C."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from edgec.converter.onnx.importer import import_model
from edgec.quantize.rewrite.rewrites import simplified
from tests.conformance.compare import against_runtime
from tests.sklearn_models.make import FOLDER, MODELS, rows


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str) -> None:
    for wanted, in_numpy, in_c in against_runtime(FOLDER / f"{name}.onnx", [rows(name)]):
        for have in (in_numpy, in_c):
            if np.issubdtype(wanted.dtype, np.integer):
                assert np.array_equal(have, wanted)
            else:
                np.testing.assert_allclose(have, wanted, rtol=1e-4, atol=1e-4)


def test_distances_far_from_zero_are_exact_enough(tmp_path: Path) -> None:
    """Squares of vectors around 1000 would cancel: the product takes both less their mean."""
    model = onnx.load(FOLDER / "vectors_rbf.onnx")
    node = next(n for n in model.graph.node if n.op_type.startswith("SVM"))
    vectors = next(a for a in node.attribute if a.name == "support_vectors")
    vectors.floats[:] = (np.asarray(vectors.floats, np.float32) + np.float32(1000)).tolist()
    onnx.save(model, tmp_path / "far.onnx")
    for wanted, in_numpy, in_c in against_runtime(tmp_path / "far.onnx", [rows("vectors_rbf") + np.float32(1000)]):
        for have in (in_numpy, in_c):
            np.testing.assert_allclose(have, wanted, rtol=1e-4, atol=1e-4)


def test_support_vectors_take_a_value_each_of_memory() -> None:
    """Not a difference for each of their elements."""
    graph = simplified(import_model(FOLDER / "vectors_rbf.onnx").graph)
    vectors = next(t for t in graph.tensors.values() if t.is_const and len(t.shape) == 2 and 4 in t.shape)
    largest = max(t.size for t in graph.tensors.values() if not t.is_const)
    assert largest <= max(vectors.shape)
