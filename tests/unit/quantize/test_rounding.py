"""Compensated rounding against brute force and against rounding to the nearest."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from edgec.quantize.integers import rounding
from edgec.quantize.integers.rounding import Grid, Statistics, round_layer

FIELDS = ("quantized", "cross", "mean_quantized", "mean_real")


def statistics(x: np.ndarray) -> Statistics:
    centered = x - x.mean(axis=0)
    h = (centered.T @ centered / len(x))[None]
    mean = x.mean(axis=0)[None]
    return Statistics(h, h, mean, mean, len(x))


def correlated(rng: np.random.Generator, rows: int, taps: int) -> np.ndarray:
    return np.maximum(rng.normal(size=(rows, 3)) @ rng.normal(size=(3, taps)) + 0.3 * rng.normal(size=(rows, taps)), 0)


def loss(w: np.ndarray, bias: np.ndarray, q: np.ndarray, scale: np.ndarray, made: np.ndarray, x: np.ndarray) -> float:
    return float(np.mean((x @ w.T + bias - x @ (q * scale[:, None]).T - made) ** 2))


@pytest.mark.parametrize(("largest", "least"), [(127, 1.3), (7, 2.5)])
def test_correlated_inputs_gain_most(largest: int, least: float) -> None:
    rng = np.random.default_rng(0)
    x, w, bias = correlated(rng, 4000, 40), rng.normal(size=(6, 40)), rng.normal(size=6)
    made = round_layer(w[None], bias[None], statistics(x), Grid(largest, 1e-9), 0.01)
    scale = np.abs(w).max(axis=1) / largest
    plain = loss(w, bias, np.rint(w / scale[:, None]), scale, bias, x)
    assert plain > least * loss(w, bias, made.data[0], made.scale[0], made.bias[0], x)
    assert np.abs(made.data).max() <= largest


def test_few_weights_reach_the_optimum_nearly() -> None:
    rng = np.random.default_rng(1)
    x, w = correlated(rng, 500, 4), rng.normal(size=(1, 4))
    made = round_layer(w[None], np.zeros((1, 1)), statistics(x), Grid(7, 1e-9), 1e-6)
    scale = made.scale[0]
    centered = x - x.mean(axis=0)
    errors = [np.mean((centered @ (np.array(q) * scale[0] - w[0])) ** 2) for q in product(range(-7, 8), repeat=4)]
    mine = np.mean((centered @ (made.data[0, 0] * scale[0] - w[0])) ** 2)
    assert mine <= 1.5 * min(errors)


def test_the_bias_keeps_the_mean_of_the_output() -> None:
    rng = np.random.default_rng(2)
    x, w, bias = correlated(rng, 1000, 20), rng.normal(size=(3, 20)), rng.normal(size=3)
    made = round_layer(w[None], bias[None], statistics(x), Grid(7, 1e-9), 0.5)
    now = x @ (made.data[0] * made.scale[0][:, None]).T + made.bias[0]
    np.testing.assert_allclose(now.mean(axis=0), (x @ w.T + bias).mean(axis=0), atol=1e-9)


def test_inputs_that_never_vary_are_harmless() -> None:
    w = np.random.default_rng(3).normal(size=(2, 3, 9))
    zero = np.zeros((2, 9, 9))
    ones = np.ones((2, 9))
    made = round_layer(w, np.zeros((2, 3)), Statistics(zero, zero, ones, ones, 10), Grid(127, 1e-9))
    np.testing.assert_allclose(made.data * made.scale[..., None], w, atol=made.scale.max())


@pytest.mark.parametrize("largest", [127, 7])
def test_zeros_of_a_pruned_filter_stay_zeros(largest: int) -> None:
    rng = np.random.default_rng(6)
    x, w = correlated(rng, 2000, 40), rng.normal(size=(8, 40))
    w[rng.random(w.shape) < 0.7] = 0.0
    made = round_layer(w[None], np.zeros((1, 8)), statistics(x), Grid(largest, 1e-9))
    assert not made.data[0][w == 0.0].any()
    assert np.count_nonzero(made.data) > 0.5 * np.count_nonzero(w)


def test_error_feedback_is_that_of_gptq(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearest plane on H = R R' and updates by the inverse of H (Frantar et al., 2022) round to the same integers."""
    rng = np.random.default_rng(4)
    x, u = correlated(rng, 300, 21), rng.normal(size=(5, 21))
    h = np.cov(x.T) + 0.1 * np.eye(21)
    scale = np.full((1, 5), 0.3)
    upper = np.linalg.cholesky(np.linalg.inv(h)).T
    left, wanted = u.copy(), np.empty_like(u)
    for k in range(21):
        wanted[:, k] = np.clip(np.rint(left[:, k] / 0.3), -7, 7)
        left[:, k:] -= ((left[:, k] - wanted[:, k] * 0.3) / upper[k, k])[:, None] * upper[k, k:]
    monkeypatch.setattr(rounding, "BLOCK_INPUTS", 8)
    factor = rounding._upper_factor(h[None])
    free = np.ones_like(u[None], bool)
    assert np.array_equal(rounding._feed_back(u[None], factor, scale, Grid(7, 1e-9), free)[0][0], wanted)
    np.testing.assert_allclose(rounding._divided(u[None], factor)[0] @ h, u, atol=1e-9)


@pytest.mark.parametrize("largest", [127, 7])
def test_parts_of_a_filter_share_one_scale(largest: int) -> None:
    rng = np.random.default_rng(5)
    x, w = correlated(rng, 2000, 60), rng.normal(size=(4, 60))
    parts = [statistics(x[:, a : a + 30]) for a in (0, 30)]
    both = Statistics(*(np.concatenate([getattr(p, f) for p in parts]) for f in FIELDS), 2000)
    made = round_layer(w.reshape(4, 2, 30).swapaxes(0, 1), np.zeros((1, 4)), both, Grid(largest, 1e-9, True), 0.1)
    assert made.scale.shape == made.bias.shape == (1, 4)
    scale = np.abs(w).max(axis=1) / largest
    plain = loss(w, np.zeros(4), np.rint(w / scale[:, None]), scale, np.zeros(4), x)
    joined = made.data.swapaxes(0, 1).reshape(4, 60)
    assert plain > 1.2 * loss(w, np.zeros(4), joined, made.scale[0], made.bias[0], x)
