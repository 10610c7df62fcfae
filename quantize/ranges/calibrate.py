"""Calibration: the range of every real tensor over representative samples.

Observers see each tensor's values group by group and keep a bounded summary; nothing depends on how many samples there
are.  The graph is evaluated in float64, so that ranges do not depend on the order in which a BLAS sums.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.ranges.automatic import Judge
from edgec.quantize.ranges.masks import scores_of, unmasked
from edgec.quantize.ranges.observers import CALIBRATORS, Histogram, MinMax, Observer
from edgec.quantize.ranges.replay import Values
from edgec.quantize.ranges.scheme import Range
from edgec.quantize.ranges.simulate import Evaluator

FLOAT32_INFINITE = 2.0**128 - 2.0**103  # float32, in which the model computes, rounds this to infinity
HEADROOM = 2.0  # one of the 16 bits is for values larger than those seen
AUTO = "auto"
CHOICES = (AUTO, *CALIBRATORS)


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

    def spans(self, dtype: DType = DType.I8) -> dict[str, Range]:
        """Tensor name -> what int8 steps span; int16, with steps to spare, leaves room around all values seen."""
        if dtype is DType.I16:
            return {r.tensor: Range(r.seen.lo * HEADROOM, r.seen.hi * HEADROOM) for r in self.ranges}
        return {r.tensor: r.range for r in self.ranges}


def calibrate(
    graph: Graph,
    inputs: Sequence[Array],
    calibrator: str = AUTO,
    progress: Progress = silent,
    keep: Callable[[tuple[Values, int]], None] | None = None,
) -> Calibration:
    """Ranges of the float32 activations of ``graph``.

    The model's inputs and outputs, and what recurrent layers give, keep all values seen, whatever the calibrator:
    extremes count there, and a value that is fed back is clipped at every step.

    Args:
        graph: a float graph.
        inputs: one array [N, *shape] per graph input.
        calibrator: a name of ``CHOICES``; "auto" chooses by the model's outputs (``choose``).
        progress: called after every group of samples.
        keep: called with the values of every group of samples and their number.

    Raises:
        UsageError: unknown calibrator, no samples, or samples that are or lead to NaN or infinity.
    """
    if calibrator not in CHOICES:
        raise UsageError(f"calibrator '{calibrator}' is unknown; choose one of {', '.join(CHOICES)}")
    evaluator = Evaluator(graph, np.float64)
    total = len(inputs[0]) if inputs else 1
    judge = Judge(evaluator, inputs) if calibrator == AUTO else None
    watch = _Watch(graph, Histogram if judge is not None else CALIBRATORS[calibrator])
    count = 0
    kept: Values = {}

    def observe(name: str, values: Array) -> None:
        watch.see(name, values)
        if keep is not None:
            kept[name] = values
        if judge is not None:
            judge.see(name, values, watch.position, count)

    for group, count in evaluator.groups(inputs):
        kept = {}
        evaluator.run(group, count, observe, states=watch.see)
        if keep is not None:
            keep((kept, count))
        watch.position += count
        progress(watch.position, total)
    if watch.position == 0:
        raise UsageError("the calibration data has no samples; at least one is needed, 100 or more are usual")
    return Calibration(tuple(watch.ranges(judge)), watch.position, calibrator)


class _Watch:
    """Sees the values of all tensors, and of masked scores what counts.

    Args:
        graph: a float graph.
        make: the observer of a tensor whose range is chosen.
    """

    def __init__(self, graph: Graph, make: Callable[[], Observer]) -> None:
        self.position = 0  # samples seen
        self._graph, self._make = graph, make
        self._observers: dict[str, Observer] = {}
        self._whole, self._scores = _kept_whole(graph), scores_of(graph)
        self._alike = {moved: name for name, scores in self._scores.items() for moved in scores.moved}
        self._masked: set[str] = set()

    def see(self, name: str, values: Array) -> None:
        """Values of a tensor."""
        if self._graph.tensors[name].dtype is not DType.F32 or name in self._alike:
            return
        if name in self._scores:
            counting = unmasked(values, self._scores[name].axis)
            self._masked |= {name} if counting is not values else set()
            values = counting
        _check_finite(self._graph, name, values, self.position)
        if name not in self._observers:
            self._observers[name] = MinMax() if name in self._whole or values.size == 0 else self._make()
        if values.size:
            self._observers[name].update(values)

    def ranges(self, judge: Judge | None) -> Iterator[TensorRange]:
        """The ranges of all tensors, in graph order."""
        observers = self._observers
        observed = {n: o.range() for n, o in observers.items()}
        if judge is not None:
            observed |= judge.ranges({n: o for n, o in observers.items() if isinstance(o, Histogram)})
        observed |= {
            n: observers[n].extremes.range() for n in self._masked
        }  # where masked scores lie, nothing is clipped
        for name in _activations(self._graph):
            source = self._alike.get(name, name)
            if source in observed:
                yield TensorRange(name, observed[source], observers[source].extremes.range())


def _kept_whole(graph: Graph) -> frozenset[str]:
    """Tensors whose range is that of all values seen."""
    fed_back = (o for n in graph.nodes if quant_rule(n) is QuantRule.RECURRENT for o in n.outputs)
    return frozenset((*graph.inputs, *graph.outputs, *fed_back))


def _activations(graph: Graph) -> Iterator[str]:
    yield from graph.inputs
    for node in graph.nodes:
        yield from node.outputs


def _check_finite(graph: Graph, name: str, values: Array, position: int) -> None:
    if not values.size or (float(values.min()) > -FLOAT32_INFINITE and float(values.max()) < FLOAT32_INFINITE):
        return
    where = "input" if name in graph.inputs else "tensor"
    raise UsageError(
        f"{where} '{name}' becomes NaN or infinite on the calibration samples from number {position} on; "
        f"ranges need finite values: check the data's preprocessing"
    )
