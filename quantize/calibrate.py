"""Calibration: the range of every real tensor over representative samples.

Observers see each tensor's values group by group and keep a bounded summary; nothing depends on how many samples there
are.  The graph is evaluated in float64, so that ranges do not depend on the order in which a BLAS sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from edgec.converter.errors import UsageError
from edgec.converter.ir import Array, DType, Graph
from edgec.quantize.scheme import Range
from edgec.quantize.simulate import Evaluator

HALF_BINS = 4096  # bins on each side of zero
PERCENTILE = 99.99


@dataclass(frozen=True)
class TensorRange:
    """The calibrated range of one tensor."""

    tensor: str
    range: Range


@dataclass(frozen=True)
class Calibration:
    """Ranges of all real activations, in graph order; ``samples`` is how many were seen."""

    ranges: tuple[TensorRange, ...]
    samples: int
    calibrator: str

    def by_tensor(self) -> dict[str, Range]:
        """Tensor name -> range."""
        return {r.tensor: r.range for r in self.ranges}


class Observer(Protocol):
    """A running summary of one tensor's values."""

    def update(self, values: Array) -> None:
        """See more values (finite, float64, any shape)."""

    def range(self) -> Range:
        """The range to quantize, zero included."""


class MinMax:
    """Smallest and largest value seen."""

    def __init__(self) -> None:
        self.lo = 0.0
        self.hi = 0.0

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

    def edges(self) -> Array:
        """The bins' borders: float64 [2 * HALF_BINS + 1]."""
        return np.arange(-HALF_BINS, HALF_BINS + 1) * (self.reach / HALF_BINS)


class Percentile:
    """The central ``percent`` of the values; each tail loses at most half of the rest."""

    def __init__(self, percent: float = PERCENTILE) -> None:
        self.percent = percent
        self.histogram = Histogram()

    def update(self, values: Array) -> None:
        """See more values."""
        self.histogram.update(values)

    def range(self) -> Range:
        """Borders of the bins in which the tails end, never beyond what was seen."""
        h = self.histogram
        total = int(h.counts.sum())
        cut = int(total * (1 - self.percent / 100) / 2)
        cumulative = np.cumsum(h.counts)
        first = int(np.searchsorted(cumulative, cut, side="right"))
        last = int(np.searchsorted(cumulative, total - cut, side="left"))
        edges = h.edges()
        lo = max(float(edges[min(first, 2 * HALF_BINS)]), h.extremes.lo)
        hi = min(float(edges[min(last, 2 * HALF_BINS - 1) + 1]), h.extremes.hi)
        return Range.of(lo, hi)


CALIBRATORS: Mapping[str, Callable[[], Observer]] = MappingProxyType({"minmax": MinMax, "percentile": Percentile})


def calibrate(graph: Graph, inputs: Sequence[Array], calibrator: str = "minmax") -> Calibration:
    """Ranges of the float32 activations of ``graph``.

    The model's inputs and outputs keep all values seen, whatever the calibrator: extremes count there.

    Args:
        graph: a float graph.
        inputs: one array [N, *shape] per graph input.
        calibrator: a name of ``CALIBRATORS``.

    Raises:
        UsageError: unknown calibrator, no samples, or samples that are or lead to NaN or infinity.
    """
    if calibrator not in CALIBRATORS:
        raise UsageError(f"calibrator '{calibrator}' is unknown; choose one of {', '.join(CALIBRATORS)}")
    evaluator = Evaluator(graph, np.float64)
    observers: dict[str, Observer] = {}
    ends = frozenset((*graph.inputs, *graph.outputs))
    position = 0

    def observe(name: str, values: Array) -> None:
        if graph.tensors[name].dtype is not DType.F32 or values.size == 0:
            return
        _check_finite(graph, name, values, position)
        if name not in observers:
            observers[name] = MinMax() if name in ends else CALIBRATORS[calibrator]()
        observers[name].update(values)

    for group, count in evaluator.groups(inputs):
        evaluator.run(group, count, observe)
        position += count
    if position == 0:
        raise UsageError("the calibration data has no samples; at least one is needed, 100 or more are usual")
    ranges = tuple(TensorRange(n, observers[n].range()) for n in _activations(graph) if n in observers)
    return Calibration(ranges, position, calibrator)


def _activations(graph: Graph) -> Iterator[str]:
    yield from graph.inputs
    for node in graph.nodes:
        yield from node.outputs


def _check_finite(graph: Graph, name: str, values: Array, position: int) -> None:
    if np.isfinite(values).all():
        return
    where = "input" if name in graph.inputs else "tensor"
    raise UsageError(
        f"{where} '{name}' becomes NaN or infinite on the calibration samples from number {position} on; "
        f"ranges need finite values: check the data's preprocessing"
    )
