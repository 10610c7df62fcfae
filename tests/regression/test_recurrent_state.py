"""The initial state of a recurrent layer is a constant: evaluating the layer leaves it as it is."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.converter.ops.registry import OPS


@pytest.mark.parametrize("op", ["Rnn", "Gru", "Lstm"])
def test_a_second_run_gives_the_same(op: str) -> None:
    rng = np.random.default_rng(0)
    case = OPS[op].cases[0]
    arrays = [rng.normal(size=s) for s in case.shapes]  # float64, as calibration holds them
    kept = [a.copy() for a in arrays]
    first = OPS[op].run(case.attrs, arrays)
    for a, b in zip(arrays, kept, strict=True):
        np.testing.assert_array_equal(a, b)
    for a, b in zip(first, OPS[op].run(case.attrs, arrays), strict=True):
        np.testing.assert_array_equal(a, b)
