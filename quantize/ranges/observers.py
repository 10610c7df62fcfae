"""Running summaries of a tensor's values, and the ranges that each calibrator reads from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Protocol

import numpy as np

from edgec.converter.graph.ir import Array
from edgec.quantize.ranges.scheme import Range

HALF_BINS = 4096  # bins on each side of zero
PERCENTILE = 99.99
SHRINK_STEPS = 32  # ranges that the least squared error is looked for among, on each side
INT8_STEPS = 255  # of an int8 range


class Observer(Protocol):
    """A running summary of one tensor's values."""

    @property
    def extremes(self) -> MinMax:
        """Smallest and largest value seen."""

    def update(self, values: Array) -> None:
        """See more values (finite, float64, any shape)."""

    def range(self) -> Range:
        """The range to quantize, zero included."""


class MinMax:
    """Smallest and largest value seen."""

    def __init__(self) -> None:
        self.lo = 0.0
        self.hi = 0.0

    @property
    def extremes(self) -> MinMax:
        """Itself."""
        return self

    def update(self, values: Array) -> None:
        """See more values."""
        self.lo = min(self.lo, float(values.min()))
        self.hi = max(self.hi, float(values.max()))

    def range(self) -> Range:
        """All values seen."""
        return Range(self.lo, self.hi)


class Histogram:
    """Counts in ``2 * HALF_BINS`` bins over [-reach, reach], where ``reach`` is a power of two that grows as needed.

    Growing merges bins pairwise, so the result does not depend on how the values were grouped.
    """

    def __init__(self) -> None:
        self.extremes = MinMax()
        self.counts = np.zeros(2 * HALF_BINS, np.int64)
        self.reach = 0.0

    def update(self, values: Array) -> None:
        """Count more values."""
        self.extremes.update(values)
        top = max(self.extremes.hi, -self.extremes.lo)
        if top == 0.0:
            self.counts[HALF_BINS] += values.size
            return
        if self.reach == 0.0:
            self.reach = 2.0 ** np.frexp(top)[1]
        while self.reach <= top:
            self._grow()
        index = np.floor(values.reshape(-1) * (HALF_BINS / self.reach)).astype(np.int64) + HALF_BINS
        self.counts += np.bincount(index, minlength=2 * HALF_BINS)

    def _grow(self) -> None:
        merged = self.counts.reshape(-1, 2).sum(axis=1)
        self.counts = np.zeros_like(self.counts)
        self.counts[HALF_BINS // 2 : HALF_BINS // 2 + HALF_BINS] = merged
        self.reach *= 2

    def range(self) -> Range:
        """All values seen."""
        return self.extremes.range()

    def edges(self) -> Array:
        """The bins' borders: float64 [2 * HALF_BINS + 1]."""
        return np.arange(-HALF_BINS, HALF_BINS + 1) * (self.reach / HALF_BINS)


class _Summary:
    """A calibrator that decides from the histogram."""

    def __init__(self) -> None:
        self.histogram = Histogram()

    @property
    def extremes(self) -> MinMax:
        """Smallest and largest value seen."""
        return self.histogram.extremes

    def update(self, values: Array) -> None:
        """See more values."""
        self.histogram.update(values)


class Percentile(_Summary):
    """The central ``percent`` of the values; each tail loses at most half of the rest."""

    def __init__(self, percent: float = PERCENTILE) -> None:
        super().__init__()
        self.percent = percent

    def range(self) -> Range:
        """Borders of the bins in which the tails end, never beyond what was seen."""
        return central(self.histogram, self.percent)


class MeanSquare(_Summary):
    """The range whose int8 steps reproduce the values with the least squared error."""

    def range(self) -> Range:
        """Both ends in turn drawn inward as long as the error falls."""
        return least_error(self.histogram)


def central(h: Histogram, percent: float) -> Range:
    """The range of the central ``percent`` of the values, to the borders of bins, never beyond what was seen."""
    if h.reach == 0.0:
        return h.extremes.range()
    total = int(h.counts.sum())
    cut = int(total * (1 - percent / 100) / 2)
    cumulative = np.cumsum(h.counts)
    first = int(np.searchsorted(cumulative, cut, side="right"))
    last = int(np.searchsorted(cumulative, total - cut, side="left"))
    edges = h.edges()
    lo = max(float(edges[min(first, 2 * HALF_BINS)]), h.extremes.lo)
    hi = min(float(edges[min(last, 2 * HALF_BINS - 1) + 1]), h.extremes.hi)
    return Range.of(lo, hi)


def least_error(h: Histogram) -> Range:
    """The range whose int8 steps reproduce the values with the least squared error."""
    centers, counts = _occupied(h)
    return _shrunk(h.extremes.range(), lambda lo, hi: squared_error(centers, counts, lo, hi))


def _occupied(h: Histogram) -> tuple[Array, Array]:
    """Centers and counts (float64) of the bins that hold values; an exact zero stays zero."""
    used = np.flatnonzero(h.counts)
    width = h.reach / HALF_BINS
    centers = np.clip((used - HALF_BINS + 0.5) * width, h.extremes.lo, h.extremes.hi)
    if h.extremes.lo == 0.0:  # after a Relu most of this bin is zeros
        centers[used == HALF_BINS] = 0.0
    return centers, h.counts[used].astype(np.float64)


def squared_error(centers: Array, counts: Array, lo: float, hi: float) -> float:
    """Sum of counts * (v - q(v)) ** 2, q saturating at lo..hi in ``INT8_STEPS`` steps."""
    step = (hi - lo) / INT8_STEPS
    if step <= 0.0:
        return float(np.sum(counts * centers**2))
    q = lo + np.rint((np.clip(centers, lo, hi) - lo) / step) * step
    return float(np.sum(counts * (centers - q) ** 2))


def _shrunk(whole: Range, cost: Callable[[float, float], float]) -> Range:
    """The cheapest range inside ``whole``: the ends are chosen in turn, twice, among ``SHRINK_STEPS`` each."""
    lo, hi = whole.lo, whole.hi
    if hi <= lo:
        return whole
    cost = cache(cost)  # the second time mostly asks for the same
    shares = np.linspace(1.0, 0.2, SHRINK_STEPS)
    for _ in range(2):
        if whole.hi > 0.0:
            hi = min((whole.hi * s for s in shares), key=lambda v: cost(lo, v))
        if whole.lo < 0.0:
            lo = min((whole.lo * s for s in shares), key=lambda v: cost(v, hi))
    return Range.of(lo, hi)


def median(values: Array) -> float:
    """The middle value of a vector, or the mean of two; ``np.median`` imports masked arrays, 15 ms of a conversion."""
    at, ordered = len(values) // 2, np.sort(values)
    return float(ordered[at] if len(values) % 2 else ordered[at - 1 : at + 1].mean())


CALIBRATORS: Mapping[str, Callable[[], Observer]] = MappingProxyType(
    {"minmax": MinMax, "percentile": Percentile, "mse": MeanSquare}
)
