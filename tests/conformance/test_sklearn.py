"""What skl2onnx exports gives ONNX Runtime's labels and scores, in numpy and in C."""

from __future__ import annotations

import numpy as np
import pytest

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
