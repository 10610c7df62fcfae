"""All filters of a pruned graph improved together, for its outputs and the layers before them, without labels.

What layers are fitted to one by one keeps each close to its original; what matters is the end.  From there on the
divergence of the outputs from the original ones is made smaller, together with the errors of the layers that mix
channels: these are many values for each sample, and keep the filters from learning a few samples by heart.  Every step
is of all samples at once (``newton``).  A part of them is held back, and of the filters on the way those that serve
that part's outputs best are returned, or the given ones, where the gain may be chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, Node, constant
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.registry import is_weighted
from edgec.quantize.prune.gradients import Tape, differentiable
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.objectives import FitObjective, FitPart, objectives_of, scaled, target_values
from edgec.quantize.prune.quasi_newton import CurvatureMemory, FittedLayer, Vector
from edgec.quantize.ranges.replay import node_macs, spread

HOLDOUT_EVERY = 8  # one of so many samples is held back
MIN_SAMPLES = 32  # samples, below which nothing is done
MAX_SAMPLES = 4096
MAX_STEPS = 40
MANY_STEPS = 30  # for which samples above ``SOME`` are left out
SOME = 512
LEAST_STEPS = 8  # for which others are left out
MAX_WORK = 1e13  # of all steps and samples at most: MACs, and ``MACS_PER_VALUE`` for each value of a layer
COMPARING_WORK = MAX_WORK / 4  # where several graphs are compared
MACS_PER_VALUE = 400
LAYERS = 10.0  # what the layers' errors count together at first, in divergences of the outputs
MIN_GAIN_STD_ERRORS = 1.0  # standard errors that samples held back must gain
MAX_SHAPING_ROWS = 8192  # of a layer, that shape its steps
STEP_TRIES = 5  # of a step, each ``STEP_SHRINKAGE`` than the one before
STEP_SHRINKAGE = 0.35
SUFFICIENT_DECREASE = 1e-4  # of what the slope promises, for a step to be taken


def refined(
    graph: Graph, channels: Dependencies, gone: frozenset[int], small: Graph, inputs: Sequence[Array],
    progress: Progress = silent, original: Graph | None = None, work: float = MAX_WORK,
) -> Graph:  # fmt: skip
    """The pruned graph with filters and biases that serve its outputs better, or as it is.

    It is left as it is where an operator has no derivative here, or samples are few.

    Args:
        graph: with all channels, float.
        channels: its ``dependencies``.
        gone: channels that were taken out.
        small: what ``repaired`` made of it.
        inputs: calibration samples, one array [N, *shape] per graph input.
        progress: called after every step.
        original: whose outputs are to be met; by default ``graph``.
        work: of all steps and samples at most, as ``MAX_WORK``.
    """
    macs = sum(node_macs(small, n) for n in small.nodes)
    each = macs + MACS_PER_VALUE * sum(t.size for t in small.tensors.values() if not t.is_const)
    room = max(work / each / MANY_STEPS, min(SOME, work / each / LEAST_STEPS))
    count = min(len(inputs[0]), MAX_SAMPLES, int(room))
    if count < MIN_SAMPLES or not differentiable(small):
        return small
    objectives = objectives_of(graph, channels, gone, small, count)
    parts = [[spread(x, count)[_held(count) == back] for x in inputs] for back in (False, True)]
    fitted, held = (target_values(graph, objectives, x, original or graph) for x in parts)
    search = _Search(small, scaled(objectives, fitted), fitted, held)
    if not search.layers:
        return small
    with np.errstate(over="ignore", invalid="ignore"):  # of steps that are too long, which are not taken
        return search.run(min(MAX_STEPS, int(work / each / count)), progress)


def _held(count: int) -> Array:
    return np.asarray(np.arange(count) % HOLDOUT_EVERY == HOLDOUT_EVERY - 1)


def _sure(gain: Array) -> bool:
    """Return whether a gain of samples [N] is more than their differences make likely by chance."""
    return bool(gain.mean() > MIN_GAIN_STD_ERRORS * gain.std() / len(gain) ** 0.5)


def _loss(objective: FitObjective, known: Mapping[str, Array], part: FitPart) -> tuple[Array, Array]:
    now = known[objective.tensor]
    return objective.loss(now, part.wanted[objective.tensor].reshape(now.shape))


@dataclass(frozen=True)
class _Place:
    """Weights ``x``, the loss there and its gradient."""

    x: Vector
    loss: float
    gradient: Vector


class _Search:
    """The objectives over all samples, and the way to them."""

    def __init__(
        self, small: Graph, objectives: Sequence[FitObjective], fitted: Sequence[FitPart], held: Sequence[FitPart]
    ) -> None:
        self.small, self.tape, self.objectives = small, Tape(small), objectives
        self.fitted, self.held = fitted, held
        self.layers: list[FittedLayer] = []
        start = [np.zeros(0)]
        for node in small.nodes:
            if is_weighted(node) and not any(set(node.inputs[1:3]) & set(x.names) for x in self.layers):
                self.layers.append(FittedLayer(small, node, sum(len(s) for s in start)))
                w, bias = (self.tape.constants[i] for i in self.layers[-1].names)
                start.append(self.layers[-1].joined(w, bias))
        self.start = np.concatenate(start)
        self.share = 0.0

    def run(self, steps: int, progress: Progress) -> Graph:
        """The best filters on the way."""
        ends, layers = self._losses(self.start)
        self.share = LAYERS * ends / layers if layers > 0 else 0.0
        place = self._place(self.start, shaping=True)
        for layer in self.layers:
            layer.settle()
        memory = CurvatureMemory(self.layers)
        best, least = self.start, self._held_back(self.start)
        first = least
        for done in range(steps):
            better = self._along(place, memory.direction(place.x, place.gradient))
            if better is None:
                break
            memory.add(better.x - place.x, better.gradient - place.gradient)
            place = better
            losses = self._held_back(place.x)
            if losses.mean() < least.mean():
                best, least = place.x, losses
            progress(done + 1, steps)
        return self._built(best) if _sure(first - least) else self.small

    def _along(self, place: _Place, direction: Vector) -> _Place | None:
        """The first of ever shorter steps that pays."""
        slope, length = float(place.gradient @ direction), 1.0
        for _ in range(STEP_TRIES if slope < 0 else 0):
            next_place = self._place(place.x + length * direction)
            if next_place.loss <= place.loss + SUFFICIENT_DECREASE * length * slope:
                return next_place
            length *= STEP_SHRINKAGE
        return None

    def _weights(self, x: Vector) -> dict[str, Array]:
        return {name: data for layer in self.layers for name, data in layer.parted(x).items()}

    def _losses(self, x: Vector) -> tuple[float, float]:
        """Mean losses of the outputs and of the layers."""
        sums, weights = [0.0, 0.0], self._weights(x)
        for p in self.fitted:
            known = self.tape.forward(weights, p.inputs, p.count)
            for g in self.objectives:
                sums[not g.end] += float(_loss(g, known, p)[0].sum())
        total = sum(p.count for p in self.fitted)
        return sums[0] / total, sums[1] / total

    def _held_back(self, x: Vector) -> Array:
        """The disturbance of the outputs of each sample held back."""
        weights, losses = self._weights(x), []
        for p in self.held:
            known = self.tape.forward(weights, p.inputs, p.count)
            ends = [g for g in self.objectives if g.end]
            each = [g.disturbance(known[g.tensor], p.wanted[g.tensor].reshape(known[g.tensor].shape)) for g in ends]
            losses.append(np.broadcast_to(sum(each), p.count))
        return np.concatenate(losses)

    def _place(self, x: Vector, shaping: bool = False) -> _Place:
        """The mean loss and its gradient; ``shaping``: layers see what shapes their steps."""
        weights, total = self._weights(x), sum(p.count for p in self.fitted)
        loss, gradient = 0.0, np.zeros(len(x))
        for p in self.fitted:
            known = self.tape.forward(weights, p.inputs, p.count)
            pulls: dict[str, Array] = {}
            for g in self.objectives:
                share = 1.0 if g.end else self.share
                each, pull = _loss(g, known, p)
                loss += share * float(each.sum()) / total
                pulls[g.tensor] = pull * np.float32(share / total)
            watch = partial(self._see, p.count, max(1, MAX_SHAPING_ROWS * p.count // total)) if shaping else None
            gradients = self.tape.backward(known, pulls, p.count, watch)
            for layer in self.layers:
                gradient[layer.at] += layer.joined(*(gradients[i] for i in layer.names))
        return _Place(x, loss, gradient)

    def _see(self, count: int, limit: int, node: Node, x: Array, pull: Array) -> None:
        for layer in self.layers:
            if layer.node.outputs == node.outputs:
                layer.see(x, pull, count, limit)

    def _built(self, x: Vector) -> Graph:
        made = {name: constant(name, data) for name, data in self._weights(x).items()}
        return replace(self.small, tensors={**self.small.tensors, **made})
