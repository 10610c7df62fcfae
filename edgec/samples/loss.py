"""Loss of accuracy of an integer graph against its float model, in points, on samples with or without labels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import sqrt

import numpy as np

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.boundary import DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.judge.accuracy import judged, judged_output, mean_squared_error
from edgec.quantize.ranges.simulate import run_float, simulate, to_real
from edgec.samples.data import Samples
from edgec.samples.interval import paired_interval, ratio_interval, share_interval

SAMPLES_AT_ONCE = 256  # samples that are simulated at a time


class Measure(Enum):
    """Unit of a loss; the value follows a number in a sentence."""

    TOP1 = "points of top-1 lost"
    CLASS = "% of samples get another class than from the float model"
    ERROR = "% of error in the outputs (root mean square, of the signal's)"


COUNTED = {
    Measure.TOP1: "points of top-1",
    Measure.CLASS: "% of samples whose class changes",
    Measure.ERROR: "% of error in the outputs",
}


POINTS_SURE = 2.0  # width of a 95 % interval above or below an estimate, in points, up to which it tells enough
SHARE_SURE = 0.2  # or this share of the estimate


@dataclass(frozen=True)
class Lost:
    """A loss as ``Measure`` counts it, and its 95 % interval; ``count``: of the samples that it was measured on."""

    value: float
    low: float
    high: float
    count: int

    @property
    def vague(self) -> bool:
        """Whether the samples are too few to know the loss within 2 points, or a fifth of it."""
        return max(self.high - self.value, self.value - self.low) > max(POINTS_SURE, SHARE_SURE * self.value)


class Loss:
    """Measures how much accuracy a graph loses against the float model."""

    def __init__(self, graph: Graph, samples: Samples) -> None:
        self.samples = samples
        self.reference = judged(graph, run_float(graph, samples.inputs))
        self.labels = samples.labels if self.reference.shape[1] > 1 else None
        self.measure = Measure.TOP1 if self.labels is not None else unlabelled_measure(graph, self.reference)

    def of(self, graph: Graph) -> float:
        """The loss of an integer graph, as ``measure`` counts it; of several outputs, the one that is judged."""
        return self.lost(self.outputs(graph)).value

    def outputs(self, graph: Graph) -> Array:
        """Run an integer or a float graph on the samples: its judged output, [N, elements]."""
        run = simulated if graph.is_quantized else run_float
        return judged(graph, run(graph, self.samples.inputs))

    def lost(self, now: Array, rows: Array | None = None) -> Lost:
        """The loss of outputs [N, elements], of ``rows`` of the samples (all by default)."""
        at = np.arange(len(now)) if rows is None else rows
        was, is_ = self.reference[at], now[at]
        if self.measure is Measure.ERROR:
            known = was.astype(np.float64)  # of truth values, which have no difference
            wrong, signal = (np.sum(v**2, axis=1) for v in (is_.astype(np.float64) - known, known))
            low, high = ratio_interval(wrong, signal)
            return Lost(_error(was, is_), 100 * sqrt(low), 100 * sqrt(high), len(at))
        truth = was.argmax(axis=1) if self.labels is None else self.labels.reshape(-1)[at]
        before, after = was.argmax(axis=1) == truth, is_.argmax(axis=1) == truth
        gone, won, total = int(np.sum(before & ~after)), int(np.sum(after & ~before)), len(at)
        low, high = share_interval(gone, total) if self.labels is None else paired_interval(gone, won, total)
        return Lost(100 * (gone - won) / total, 100 * low, 100 * high, total)

    def error(self, now: Array, rows: Array | None = None) -> float:
        """The error of outputs in percent of the signal (root mean square), a finer measure among equal losses."""
        at = np.arange(len(now)) if rows is None else rows
        return _error(self.reference[at], now[at])

    def text(self, drop: float) -> str:
        """A loss as words."""
        return f"{drop:.2f} {self.measure.value}"

    def counted(self) -> str:
        """The unit of ``--max-drop`` on these samples, and the condition for top-1, as a clause of a sentence."""
        counted = COUNTED[self.measure]
        if self.labels is not None or self.reference.shape[1] < 2:
            return counted
        return f"{counted}; with labels, --data FILE.npz:x:y, it would count points of top-1"


def _error(was: Array, now: Array) -> float:
    signal = float(np.mean(was.astype(np.float64) ** 2))
    return 100 * sqrt(mean_squared_error(was, now) / max(signal, 1e-30))


def unlabelled_measure(graph: Graph, outputs: Array) -> Measure:
    """Choose the measure for samples without labels: changed classes for a classifier, else the error of the outputs.

    A model is a classifier when that output is one vector of two elements or more for each sample and either comes
    from a softmax over that vector, or, straight from a layer with weights, are scores: fewer than any input has
    elements (an autoencoder's output is as large as its input), of which not always the same one is the largest (as
    among unrelated quantities that a regression gives).

    Args:
        graph: the float graph.
        outputs: its output that is judged, [N, elements].
    """
    tensors = [graph.tensors[o] for o in graph.outputs]
    out = tensors[judged_output(tensors)]
    classes = outputs.shape[1]
    if classes < 2 or max(out.shape, default=1) != classes:
        return Measure.ERROR
    producers = graph.producers()
    node = producers.get(out.name)
    while node is not None and _same_order(node):
        node = producers.get(node.inputs[0])
    if node is None:
        return Measure.ERROR
    if isinstance(node.attrs, SoftmaxAttrs):
        return Measure.CLASS
    biased = isinstance(node.attrs, BinaryAttrs) and _adds_constant(graph, node.inputs)
    scores = biased or has_trait(node, Trait.MIXES_CHANNELS)
    smaller = all(classes < graph.tensors[i].size for i in graph.inputs)
    several = len(np.unique(outputs.argmax(axis=1))) > 1
    return Measure.CLASS if scores and smaller and several else Measure.ERROR


def _same_order(node: Node) -> bool:
    """Return whether an operator may follow the deciding layer: it moves values, or stores them in other numbers."""
    stored = isinstance(node.attrs, (QuantizeAttrs, DequantizeAttrs, RequantizeAttrs))
    return stored or has_trait(node, Trait.KEEPS_VALUES)


def _adds_constant(graph: Graph, inputs: Sequence[str]) -> bool:
    return any(graph.tensors[i].is_const for i in inputs)


def simulated(graph: Graph, inputs: Sequence[Array]) -> list[Array]:
    """Real outputs of an integer graph for real inputs."""
    tensors = [graph.tensors[i] for i in graph.inputs]
    parts = []
    for start in range(0, len(inputs[0]) if inputs else 1, SAMPLES_AT_ONCE):
        ins = [
            quantize_array(x, t.quant, t.dtype) if t.quant is not None and x.dtype.kind == "f" else x
            for x, t in zip((x[start : start + SAMPLES_AT_ONCE] for x in inputs), tensors, strict=True)
        ]
        parts.append(simulate(graph, ins))
    outputs = [np.concatenate(y) for y in zip(*parts, strict=True)]
    return [to_real(y, graph.tensors[o]) for y, o in zip(outputs, graph.outputs, strict=True)]
