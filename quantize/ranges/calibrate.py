"""Calibration: the range of every real tensor over representative samples.

Observers see each tensor's values group by group and keep a bounded summary; nothing depends on how many samples there
are.  The graph is evaluated in float64, so that ranges do not depend on the order in which a BLAS sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.quantize.ranges.choose import choose_ranges
from edgec.quantize.ranges.observers import (
    CALIBRATORS,
    Entropy,
    Histogram,
    MeanSquare,
    MinMax,
    Observer,
    Percentile,
)
from edgec.quantize.ranges.scheme import Range
from edgec.quantize.ranges.simulate import Evaluator

BEYOND = 2.0**128 - 2.0**103  # float32, in which the model computes, rounds this to infinity
AUTO = "auto"
CHOICES = (AUTO, *CALIBRATORS)
Progress = Callable[[int, int], None]
"""Called with the samples or layers done and how many there are in all."""


def silent(_done: int, _all: int) -> None:
    """No progress is shown."""


@dataclass(frozen=True)
class TensorRange:
    """The calibrated range of one tensor, and all values seen (what int16 takes, which has steps to spare)."""

    tensor: str
    range: Range
    seen: Range


@dataclass(frozen=True)
class Calibration:
    """Ranges of all real activations, in graph order; ``samples`` is how many were seen."""

    ranges: tuple[TensorRange, ...]
    samples: int
    calibrator: str

    def by_tensor(self) -> dict[str, Range]:
        """Tensor name -> range."""
        return {r.tensor: r.range for r in self.ranges}

    def seen(self) -> dict[str, Range]:
        """Tensor name -> smallest and largest value."""
        return {r.tensor: r.seen for r in self.ranges}


def calibrate(
    graph: Graph, inputs: Sequence[Array], calibrator: str = AUTO, progress: Progress = silent
) -> Calibration:
    """Ranges of the float32 activations of ``graph``.

    The model's inputs and outputs keep all values seen, whatever the calibrator: extremes count there.

    Args:
        graph: a float graph.
        inputs: one array [N, *shape] per graph input.
        calibrator: a name of ``CHOICES``; "auto" tries all of them on every tensor and keeps, per tensor, the one that
            disturbs the model's outputs least.
        progress: called after every group of samples.

    Raises:
        UsageError: unknown calibrator, no samples, or samples that are or lead to NaN or infinity.
    """
    if calibrator not in CHOICES:
        raise UsageError(f"calibrator '{calibrator}' is unknown; choose one of {', '.join(CHOICES)}")
    evaluator = Evaluator(graph, np.float64)
    make: Callable[[], Observer] = _Candidates if calibrator == AUTO else CALIBRATORS[calibrator]
    observers: dict[str, Observer] = {}
    ends = frozenset((*graph.inputs, *graph.outputs))
    position = 0

    def observe(name: str, values: Array) -> None:
        if graph.tensors[name].dtype is not DType.F32:
            return
        _check_finite(graph, name, values, position)
        if name not in observers:
            observers[name] = MinMax() if name in ends or values.size == 0 else make()
        if values.size:
            observers[name].update(values)

    total = len(inputs[0]) if inputs else 1
    for group, count in evaluator.groups(inputs):
        evaluator.run(group, count, observe)
        position += count
        progress(position, total)
    if position == 0:
        raise UsageError("the calibration data has no samples; at least one is needed, 100 or more are usual")
    found = {n: observers[n].range() for n in _activations(graph) if n in observers}
    if calibrator == AUTO:
        tried = {n: o.candidates() for n, o in observers.items() if isinstance(o, _Candidates)}
        found |= choose_ranges(graph, inputs, tried)
    seen = {n: observers[n].extremes.range() for n in found}
    return Calibration(tuple(TensorRange(n, r, seen[n]) for n, r in found.items()), position, calibrator)


class _Candidates:
    """One histogram that all calibrators read."""

    def __init__(self) -> None:
        self.histogram = Histogram()

    @property
    def extremes(self) -> MinMax:
        """All values seen."""
        return self.histogram.extremes

    def update(self, values: Array) -> None:
        """See more values."""
        self.histogram.update(values)

    def range(self) -> Range:
        """All values seen."""
        return self.histogram.extremes.range()

    def candidates(self) -> tuple[Range, ...]:
        """The range of each calibrator, all values seen first."""
        found = [self.range()]
        for kind in (Percentile, MeanSquare, Entropy):
            observer = kind()
            observer.histogram = self.histogram
            found.append(observer.range())
        return tuple(found)


def _activations(graph: Graph) -> Iterator[str]:
    yield from graph.inputs
    for node in graph.nodes:
        yield from node.outputs


def _check_finite(graph: Graph, name: str, values: Array, position: int) -> None:
    if not values.size or (float(values.min()) > -BEYOND and float(values.max()) < BEYOND):
        return
    where = "input" if name in graph.inputs else "tensor"
    raise UsageError(
        f"{where} '{name}' becomes NaN or infinite on the calibration samples from number {position} on; "
        f"ranges need finite values: check the data's preprocessing"
    )
