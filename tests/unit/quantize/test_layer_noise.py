"""Errors of layers against a float graph whose channels were brought to other ranges since."""

from __future__ import annotations

import numpy as np
import pytest

from edgec.quantize.judge.accuracy import sqnr_db
from edgec.quantize.judge.blame import brought_to


@pytest.mark.parametrize("noise", [0.01, 0.2])
def test_channels_divided_by_powers_of_two_are_divided_alike(noise: float) -> None:
    rng = np.random.default_rng(4)
    real = rng.standard_normal((500, 6))
    factors = 2.0 ** np.array([0, 4, -3, 1, 0, 7])
    values = real / factors + noise * rng.standard_normal(real.shape) / factors
    np.testing.assert_array_equal(brought_to(real, values), real / factors)


def test_what_is_mostly_noise_stays_as_it_is() -> None:
    """Least squares alone would find a half here, which would make the layer look better than it is."""
    rng = np.random.default_rng(5)
    real = rng.standard_normal((2000, 3))
    values = real + rng.standard_normal(real.shape)
    assert np.all(np.round(np.log2((real * values).sum(axis=0) / (values**2).sum(axis=0))) == -1)
    np.testing.assert_array_equal(brought_to(real, values), real)
    assert sqnr_db(brought_to(real, values), values) == pytest.approx(0, abs=0.5)


def test_channels_without_values() -> None:
    real = np.zeros((4, 2))
    np.testing.assert_array_equal(brought_to(real, np.zeros((4, 2))), real)
    np.testing.assert_array_equal(brought_to(real, np.ones((4, 2))), real)
