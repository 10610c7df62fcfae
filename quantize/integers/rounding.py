"""Weights rounded together: the error of each integer is made up for by those not rounded yet.

Rounding one layer is a least squares problem: integers q, scales s and biases that keep the outputs of the layer on the
calibration samples.  With x the inputs as the quantized model has them, H = cov(x, x), and u the real weights that are
best for these inputs, the loss of a filter is (s q - u)' H (s q - u).  It is solved in three steps: scales by search,
integers by sequential error feedback (the optimal brain surgeon's update, as GPTQ uses it, in its equivalent form on a
Cholesky factor: Babai's nearest plane), then exact coordinate descent over single integers in turn with the scale.
A weight that is zero in the model stays zero, whatever it could make up for: kernels leave zeros out.
All go through blocks of inputs, so that nearly all the work is matrix products; of a block, sweeps take only filters
of which an integer moves.

Everything is batched over the groups of a convolution: H is [G, K, K], weights [G, O, K].  The same serves layers with
very many inputs: their filters are cut into parts, H loses what lies between the parts, and the parts of a filter share
one scale.
"""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.quantize.ranges.scheme import MIN_RANGE

SAMPLES_PER_INPUT = 1  # samples per input at which a shift of the inputs is believed half
SWEEPS = 4
SCALES_TRIED = 24  # scales tried below the one that holds the largest weight (int4)
LEAST_SCALE = 0.4
BLOCK_INPUTS = 48
SWEPT_INPUTS = 8  # the block of sweeps: in more inputs than that, most filters have an integer that moves
FILTERS_AT_ONCE = 512  # that are rounded at a time: each is a problem of its own


@dataclass(frozen=True)
class Statistics:
    """The statistics that rounding needs of a layer's inputs, per group.

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
    """Integers [G, O, K], scales [G, O] (float32 values), real biases [G, O]; of parts, the last two [1, O]."""

    data: Array
    scale: Array
    bias: Array


@dataclass(frozen=True)
class Grid:
    """The range of integers: magnitude, smallest legal scale, whether all groups are parts of the same filters."""

    largest: int
    floor: float
    parts: bool = False

    def sum(self, values: Array) -> Array:
        """Figures of each group [G, O], added up over the parts of a filter."""
        return np.asarray(values.sum(axis=0, keepdims=True)) if self.parts else values

    def legal(self, scale: Array) -> Array:
        """At least the smallest scale."""
        return np.maximum(scale, max(self.floor, MIN_RANGE))

    def steps(self, u: Array, scale: Array) -> Array:
        """The nearest integers."""
        return np.asarray(np.minimum(np.maximum(np.rint(u / scale), -self.largest), self.largest))


def round_layer(w: Array, bias: Array, stats: Statistics, grid: Grid, damping: float = 1.0) -> Rounded:
    """Integers for the filters of one layer.

    Args:
        w: real weights [G, O, K].
        bias: real biases [G, O]; of parts [1, O].
        stats: of the layer's inputs.
        grid: the integers.
        damping: added to H's diagonal, as a part of its mean: filters stay near the trained ones.
    """
    unit = _unit(stats.quantized, grid)
    h = stats.quantized / unit
    np.einsum("gkk->gk", h)[...] += damping
    factor = _upper_factor(h)
    belief = stats.count / (stats.count + SAMPLES_PER_INPUT * w.shape[2])
    pull = np.swapaxes(stats.cross - stats.quantized, 1, 2) * (belief / unit)
    shifted = pull.any(axis=(1, 2))[:, None, None]  # without a shift of the inputs the best weights are the real ones
    pull += h
    q, scale = np.empty(w.shape, np.min_scalar_type(-grid.largest)), np.empty((1 if grid.parts else len(w), w.shape[1]))
    moved = np.empty(w.shape[:2])
    for a in range(0, w.shape[1], FILTERS_AT_ONCE):
        some = slice(a, a + FILTERS_AT_ONCE)
        aim = w[:, some] @ pull
        wanted = np.where(shifted, _divided(aim, factor), w[:, some])
        made, scale[:, some] = _round_filters(wanted, aim, w[:, some] != 0.0, h, factor, grid)
        given = np.einsum("gok,gk->go", made * scale[:, some, None], stats.mean_quantized)
        moved[:, some] = np.einsum("gok,gk->go", w[:, some], stats.mean_real) - given
        q[:, some] = made
    return Rounded(q, scale, bias + grid.sum(moved))


def _round_filters(u: Array, aim: Array, free: Array, h: Array, factor: Array, grid: Grid) -> tuple[Array, Array]:
    """Integers and scales of some filters whose best real weights are ``u``; ``aim`` is u H, ``free`` as elsewhere."""
    scale = _first_scales(u, h, grid)
    q, off = _feed_back(u, factor, scale, grid, free)
    for sweep in range(SWEEPS):
        if grid.largest < 127 or sweep:
            made = (off + aim) / scale[..., None]
            scale = _best_scales(aim, made, q, scale, grid)
            off = made * scale[..., None] - aim
        if not _descend(off, h, q, scale, grid, free):
            break
    return q, scale


def _unit(h: Array, grid: Grid) -> Array:
    """Mean variance of the inputs [G, 1, 1], all groups' when they are parts; 1 where nothing varies."""
    mean = np.trace(h, axis1=1, axis2=2) / h.shape[2]
    mean = np.full_like(mean, mean.mean()) if grid.parts else mean
    return np.asarray(np.where(mean > MIN_RANGE, mean, 1.0)[:, None, None])


def _float32(scale: Array) -> Array:
    return np.asarray(scale.astype(np.float32).astype(np.float64))


def _upper_factor(h: Array) -> Array:
    """R, upper triangular, with H = R R'."""
    return np.asarray(np.linalg.cholesky(h[:, ::-1, ::-1])[:, ::-1, ::-1])


def _divided(rows: Array, factor: Array) -> Array:
    """Rows y [G, O, K] over H = R R': z with z R' = y, then x with x R = z, block by block."""
    x = rows.copy()
    starts = range(0, rows.shape[2], BLOCK_INPUTS)
    turned = np.swapaxes(factor, 1, 2)
    for a in reversed(starts):
        b = a + BLOCK_INPUTS
        x[..., a:b] -= x[..., b:] @ turned[:, b:, a:b]
        x[..., a:b] = x[..., a:b] @ np.linalg.inv(turned[:, a:b, a:b])
    for a in starts:
        b = a + BLOCK_INPUTS
        x[..., a:b] -= x[..., :a] @ factor[:, :a, a:b]
        x[..., a:b] = x[..., a:b] @ np.linalg.inv(factor[:, a:b, a:b])
    return np.asarray(x)


def _first_scales(u: Array, h: Array, grid: Grid) -> Array:
    """Per filter the scale with the least error weighted by the inputs' variance; int8 takes the largest weight's."""
    largest = np.abs(u).max(axis=2)
    top = grid.legal((largest.max(axis=0, keepdims=True) if grid.parts else largest) / grid.largest)
    if grid.largest >= 127:
        return _float32(top)
    weight = np.diagonal(h, axis1=1, axis2=2)[:, None, :]
    best, least = top, np.full(top.shape, np.inf)
    for share in np.linspace(LEAST_SCALE, 1.0, SCALES_TRIED):
        scale = grid.legal(top * share)
        steps = scale[..., None] * grid.steps(u, scale[..., None])
        error = grid.sum((weight * (u - steps) ** 2).sum(axis=2))
        best, least = np.where(error < least, scale, best), np.minimum(error, least)
    return _float32(best)


def _feed_back(u: Array, factor: Array, scale: Array, grid: Grid, free: Array) -> tuple[Array, Array]:
    """Round input by input; what the rounded ones did to the outputs moves the goal of the next, as far as it can.

    ``free``: bool, as ``u``; the other weights are zero.

    Returns:
        The integers q, and (s q - u) H.
    """
    error, q, off = np.zeros_like(u), np.empty_like(u), np.empty_like(u)
    for a in range(0, u.shape[2], BLOCK_INPUTS):
        done = _by_input(error[..., :a] @ factor[:, :a, a : a + BLOCK_INPUTS])
        goals, some = (_by_input(values[..., a : a + BLOCK_INPUTS]) for values in (u, free))
        taken, left = np.empty_like(goals), np.empty_like(goals)
        for i, k in enumerate(range(a, a + goals.shape[1])):
            shift = done[:, i] / factor[:, k, k, None]
            taken[:, i] = grid.steps(goals[:, i] - shift, scale) * some[:, i]
            left[:, i] = taken[:, i] * scale - goals[:, i]
            done[:, i:] += left[:, i, None] * factor[:, k, k : a + BLOCK_INPUTS, None]
        for to, values in ((q, taken), (error, left), (off, done)):
            to[..., a : a + BLOCK_INPUTS] = np.swapaxes(values, 1, 2)
    for a in range(0, u.shape[2], BLOCK_INPUTS):
        b = a + BLOCK_INPUTS
        off[..., a:b] = off[..., a:] @ np.swapaxes(factor[:, a:b, a:], 1, 2)
    return q, off


def _by_input(values: Array) -> Array:
    """A block [G, O, B] as [G, B, O]: figures of an input lie side by side."""
    return np.ascontiguousarray(np.swapaxes(values, 1, 2))


def _best_scales(hu: Array, hq: Array, q: Array, scale: Array, grid: Grid) -> Array:
    """Least squares scale for given integers; ``hu`` and ``hq`` are u H and q H."""
    energy, match = grid.sum((hq * q).sum(axis=2)), grid.sum((hu * q).sum(axis=2))
    best = match / np.maximum(energy, MIN_RANGE)  # 0 where all integers are
    return _float32(np.where(best > grid.legal(np.zeros_like(best)), best, scale))


def _descend(off: Array, h: Array, q: Array, scale: Array, grid: Grid, free: Array) -> bool:
    """One sweep: each free integer in turn to its best value while the others stay; whether any changed.

    ``q`` and ``off``, which is (s q - u) H, are brought up to date.
    """
    moved = False
    diagonal = np.diagonal(h, axis1=1, axis2=2)[..., None]
    for a in range(0, q.shape[2], SWEPT_INPUTS):
        b = a + SWEPT_INPUTS
        near, before, some = (_by_input(values[..., a:b]) for values in (off, q, free))
        alone = grid.steps(before * scale[:, None] - near / diagonal[:, a:b], scale[:, None]) * some
        at = np.flatnonzero((alone != before).any(axis=(0, 1)))  # in the other filters nothing starts to move
        if not len(at):
            continue
        moved = True
        near, before, some, steps = (values.take(at, axis=-1) for values in (near, before, some, scale))
        taken = before.copy()
        for i, k in enumerate(range(a, a + near.shape[1])):
            goal = taken[:, i] * steps - near[:, i] / diagonal[:, k]
            taken[:, i] = grid.steps(goal, steps) * some[:, i]
            change = (taken[:, i] - before[:, i]) * steps
            near[:, i + 1 :] += change[:, None] * h[:, k, k + 1 : b, None]
        q[:, at, a:b] = np.swapaxes(taken, 1, 2)
        off[:, at] += np.swapaxes((taken - before) * steps[:, None], 1, 2) @ h[:, a:b]
    return moved
