"""Weights rounded together: the error of each integer is made up for by those not rounded yet.

Rounding one layer is a least squares problem: integers q, scales s and biases that keep the outputs of the layer on the
calibration samples.  With x the inputs as the quantized model has them, H = cov(x, x), and u the real weights that are
best for these inputs, the loss of a filter is (s q - u)' H (s q - u).  It is solved in three steps: scales by search,
integers by sequential error feedback (the optimal brain surgeon's update, as GPTQ uses it), then exact coordinate
descent over single integers in turn with the scale.  Everything is batched over the groups of a convolution: H is
[G, K, K], weights [G, O, K].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from edgec.converter.ir import Array
from edgec.quantize.scheme import TINY

TRUST = 1  # samples per input at which a shift of the inputs is believed half
SWEEPS = 4
SEARCH = 24  # scales tried below the one that holds the largest weight (int4)
LEAST_SCALE = 0.4


@dataclass(frozen=True)
class Statistics:
    """What rounding needs to know of a layer's inputs, per group.

    ``quantized`` and ``cross`` are the covariances of the inputs as the quantized model has them, with themselves and
    with the real ones [G, K, K]; ``mean_quantized`` and ``mean_real`` [G, K]; ``count`` says of how many samples.
    """

    quantized: Array
    cross: Array
    mean_quantized: Array
    mean_real: Array
    count: int


@dataclass(frozen=True)
class Rounded:
    """Integers [G, O, K], scales [G, O] (float32 values) and real biases [G, O]."""

    data: Array
    scale: Array
    bias: Array


def round_layer(w: Array, bias: Array, stats: Statistics, largest: int, floor: float, damping: float = 1.0) -> Rounded:
    """Integers for the filters of one layer.

    Args:
        w: real weights [G, O, K].
        bias: real biases [G, O].
        stats: of the layer's inputs.
        largest: magnitude an integer may have.
        floor: smallest legal scale.
        damping: added to H's diagonal, as a part of its mean: filters stay near the trained ones.
    """
    h = _damped(stats.quantized, damping)
    belief = stats.count / (stats.count + TRUST * w.shape[2])
    gap = belief * (w @ np.swapaxes(stats.cross - stats.quantized, 1, 2))  # [G, O, K]
    variance = np.trace(stats.quantized, axis1=1, axis2=2)[:, None, None] / w.shape[2]
    gap = np.where(variance > TINY, gap / np.maximum(variance, TINY), 0.0)
    wanted = w + np.swapaxes(np.linalg.solve(h, np.swapaxes(gap, 1, 2)), 1, 2)
    scale = _first_scales(wanted, h, largest, floor)
    q = _feed_back(wanted, h, scale, largest)
    for sweep in range(SWEEPS):
        if largest < 127 or sweep:
            scale = _best_scales(wanted, h, q, scale, floor)
        q, moved = _descend(wanted, h, q, scale, largest)
        if not moved:
            break
    kept = np.einsum("gok,gk->go", w, stats.mean_real)
    made = np.einsum("gok,gk->go", q * scale[..., None], stats.mean_quantized)
    return Rounded(q, scale, bias + kept - made)


def _damped(h: Array, share: float) -> Array:
    """Positive definite and of mean variance 1: inputs that never vary count a little."""
    size = h.shape[-1]
    mean = np.trace(h, axis1=1, axis2=2) / size
    unit = np.where(mean > TINY, mean, 1.0)[:, None, None]
    return np.asarray(h / unit + share * np.eye(size))


def _float32(scale: Array) -> Array:
    return np.asarray(scale.astype(np.float32).astype(np.float64))


def _to_steps(u: Array, scale: Array, largest: int) -> Array:
    return np.asarray(np.clip(np.rint(u / scale), -largest, largest))


def _first_scales(u: Array, h: Array, largest: int, floor: float) -> Array:
    """Per filter the scale with the least error weighted by the inputs' variance; int8 takes the largest weight's."""
    top = np.maximum(np.abs(u).max(axis=2) / largest, max(floor, TINY))
    if largest >= 127:
        return _float32(top)
    weight = np.diagonal(h, axis1=1, axis2=2)[:, None, :]
    best, least = top, np.full(top.shape, np.inf)
    for share in np.linspace(LEAST_SCALE, 1.0, SEARCH):
        scale = np.maximum(top * share, max(floor, TINY))
        error = (weight * (u - scale[..., None] * _to_steps(u, scale[..., None], largest)) ** 2).sum(axis=2)
        best, least = np.where(error < least, scale, best), np.minimum(error, least)
    return _float32(best)


def _feed_back(u: Array, h: Array, scale: Array, largest: int) -> Array:
    """Round input by input; the error goes to the inputs still to come, as the inverse of H says."""
    inverse = np.linalg.inv(h)
    upper = np.swapaxes(np.linalg.cholesky((inverse + np.swapaxes(inverse, 1, 2)) / 2), 1, 2)
    left = u.copy()
    q = np.empty_like(u)
    for k in range(u.shape[2]):
        q[..., k] = _to_steps(left[..., k], scale, largest)
        error = (left[..., k] - q[..., k] * scale) / upper[:, k, k, None]
        left[..., k:] -= error[..., None] * upper[:, None, k, k:]
    return q


def _best_scales(u: Array, h: Array, q: Array, scale: Array, floor: float) -> Array:
    """Least squares scale for given integers."""
    hq = q @ h
    energy = (hq * q).sum(axis=2)
    best = np.where(energy > 0, (hq * u).sum(axis=2) / np.maximum(energy, TINY), scale)
    return _float32(np.where(best > max(floor, TINY), best, scale))


def _descend(u: Array, h: Array, q: Array, scale: Array, largest: int) -> tuple[Array, bool]:
    """One sweep: each integer in turn to its best value while the others stay; whether any changed."""
    q = q.copy()
    error = q * scale[..., None] - u
    slope = error @ h
    moved = False
    for k in range(u.shape[2]):
        own = h[:, k, k, None]
        rest = slope[..., k] - error[..., k] * own
        new = _to_steps(u[..., k] - rest / own, scale, largest)
        change = (new - q[..., k]) * scale
        if change.any():
            moved = True
            q[..., k] = new
            error[..., k] += change
            slope += change[..., None] * h[:, None, k, :]
    return q, moved
