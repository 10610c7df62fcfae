"""Least squares for a layer's filters, drawn towards given ones, with targets that a clamp leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp

MOST_INPUTS = 1536  # of a filter that is fitted; larger ones keep what they absorbed, and get a new bias
STRENGTHS = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0, np.inf)  # of the pull, in mean variances of the inputs
ROUNDS = 10


@dataclass(frozen=True)
class FitRows:
    """Rows of samples: inputs x [R, G, n], wanted results y [R, G, O] and what is added to them behind the layer.

    G groups are independent of each other.
    """

    x: Array
    y: Array
    beside: Array

    def with_more(self, o: FitRows) -> FitRows:
        """Both."""
        pairs = ((self.x, o.x), (self.y, o.y), (self.beside, o.beside))
        return FitRows(*(np.concatenate(p) for p in pairs))


@dataclass(frozen=True)
class _Fold:
    """Sums over some samples: rows x [n] and results y [O], centred later; one of them for each part of the samples."""

    count: int
    x: Array
    y: Array
    xx: Array
    xy: Array
    yy: Array

    def __add__(self, o: _Fold) -> _Fold:
        sums = (a + b for a, b in zip(self._sums(), o._sums(), strict=True))
        return _Fold(self.count + o.count, *sums)

    def __sub__(self, o: _Fold) -> _Fold:
        sums = (a - b for a, b in zip(self._sums(), o._sums(), strict=True))
        return _Fold(self.count - o.count, *sums)

    def _sums(self) -> tuple[Array, ...]:
        return self.x, self.y, self.xx, self.xy, self.yy

    @staticmethod
    def of(x: Array, y: Array) -> _Fold:
        """From rows x [R, G, n] and results y [R, G, O]; G groups are independent of each other."""
        g, h = x.transpose(1, 2, 0), y.transpose(1, 2, 0)
        xx, xy = g @ g.swapaxes(1, 2), g @ h.swapaxes(1, 2)
        return _Fold(len(x), x.sum(axis=0), y.sum(axis=0), xx, xy, (y * y).sum(axis=0))

    def covariances(self) -> tuple[Array, Array]:
        """cov(x, x) [G, n, n] and cov(x, y) [G, n, O]."""
        mx, my = self.x / self.count, self.y / self.count
        xx = self.xx / self.count - mx[:, :, None] * mx[:, None, :]
        return xx, self.xy / self.count - mx[:, :, None] * my[:, None, :]

    def error(self, w: Array, intercept: Array) -> float:
        """Sum of squares of y - w x - intercept, over all."""
        wx = np.einsum("gon,gn->go", w, self.x)
        quad = np.einsum("gon,gnm,gom->", w, self.xx, w, optimize=True) - 2 * np.einsum("gon,gno->", w, self.xy)
        mixed = 2 * np.sum(intercept * (wx - self.y)) + self.count * np.sum(intercept**2)
        return float(self.yy.sum() + quad + mixed)


def fitted(parts: Sequence[FitRows], prior: Array, clamp: Clamp, rounds: int = ROUNDS) -> tuple[Array, Array]:
    """Filters [G, O, n] and intercepts [G, O], drawn towards ``prior`` as strongly as serves unseen samples best.

    What the clamp makes equal is equal: where it cut the original value, any value beyond it will do, so that the goal
    follows the fit there and both are improved in turn.

    Args:
        parts: the samples in parts.
        prior: filters [G, O, n].
        clamp: what follows the layer.
        rounds: of targets that follow the fit where the clamp cuts.
    """
    if prior.shape[2] > MOST_INPUTS:
        gap = sum(np.sum(p.y - np.einsum("rgn,gon->rgo", p.x, prior, optimize=True), axis=0) for p in parts)
        return prior, np.asarray(gap / sum(len(p.x) for p in parts))
    folds = [_Fold.of(p.x, p.y) for p in parts]
    whole = folds[0]
    for fold in folds[1:]:
        whole = whole + fold
    strength = _strength(folds, whole, prior)
    w = next(_solved(whole, prior, (strength,)))
    intercept = _intercept(whole, w)
    if clamp.is_identity or np.isinf(strength):
        return w, intercept
    solver = _Solver(whole, prior, strength)
    for _ in range(rounds):
        xy, y = np.zeros_like(whole.xy), np.zeros_like(whole.y)
        for p in parts:
            goal = _goal(p, np.einsum("rgn,gon->rgo", p.x, w, optimize=True) + intercept, clamp)
            xy += p.x.transpose(1, 2, 0) @ goal.transpose(1, 0, 2)
            y += goal.sum(axis=0)
        now = replace(whole, xy=xy, y=y)
        w = solver.filters(now)
        intercept = _intercept(now, w)
    return w, intercept


def _goal(p: FitRows, made: Array, clamp: Clamp) -> Array:
    """The original values; beyond the clamp what is made, if it is beyond it too."""
    was, now = p.y + p.beside, made + p.beside
    goal = np.where(was <= clamp.lo, np.minimum(now, clamp.lo), was)
    return np.asarray(np.where(was >= clamp.hi, np.maximum(now, clamp.hi), goal) - p.beside)


def _strength(folds: Sequence[_Fold], whole: _Fold, prior: Array) -> float:
    if len(folds) < 2:
        return float(np.inf)
    errors = np.zeros(len(STRENGTHS))
    for fold in folds:
        rest = whole - fold
        for i, w in enumerate(_solved(rest, prior, STRENGTHS)):
            errors[i] += fold.error(w, _intercept(rest, w))
    return STRENGTHS[int(np.argmin(errors))]


def _intercept(sums: _Fold, w: Array) -> Array:
    return np.asarray((sums.y - np.einsum("gon,gn->go", w, sums.x)) / sums.count)


class _Solver:
    """Filters for sums of rows whose covariance stays and whose results may change."""

    def __init__(self, sums: _Fold, prior: Array, strength: float) -> None:
        self.prior = prior
        self.xx = sums.covariances()[0]
        unit = max(float(np.trace(self.xx, axis1=1, axis2=2).mean()) / self.xx.shape[1], 1e-30)
        self.inverse = np.linalg.inv(self.xx + strength * unit * np.eye(self.xx.shape[1]))

    def filters(self, sums: _Fold) -> Array:
        """[G, O, n]."""
        xy = sums.xy / sums.count - (sums.x / sums.count)[:, :, None] * (sums.y / sums.count)[:, None, :]
        gap = xy - self.xx @ self.prior.swapaxes(1, 2)
        return np.asarray(self.prior + (self.inverse @ gap).swapaxes(1, 2))


def _solved(sums: _Fold, prior: Array, strengths: Sequence[float]) -> Iterator[Array]:
    xx, xy = sums.covariances()
    gap = xy - xx @ prior.swapaxes(1, 2)  # [G, n, O]
    values, vectors = np.linalg.eigh(xx)
    turned = vectors.swapaxes(1, 2) @ gap
    unit = max(float(values.mean()), 1e-30)
    for strength in strengths:
        if np.isinf(strength):
            yield prior
        else:
            scaled = turned / (np.maximum(values, 0.0) + strength * unit)[:, :, None]
            yield prior + (vectors @ scaled).swapaxes(1, 2)
