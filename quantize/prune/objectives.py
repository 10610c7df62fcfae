"""Objectives of pruning: the outputs by which a pruned graph is compared with its original, and layers before them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs
from edgec.converter.ops.registry import has_trait, is_weighted
from edgec.converter.ops.spec import Trait
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.ranges.simulate import Evaluator

MAX_VALUE_BYTES = 256 << 20  # bytes of the original layers' values, at most
LOG_EPSILON = 1e-9
MIN_SCALE = 1e-30


@dataclass(frozen=True)
class FitObjective:
    """A tensor that is to be as in the original graph.

    ``tensor``: what is compared, the scores where ``of`` are probabilities; ``of``: the original, of whose last axis
    the indices ``stays`` stayed; ``axis``: of the classes, None for values, which are compared by their squared error;
    ``end``: whether it is an output; ``scale``: what the error of one sample is divided by.
    """

    tensor: str
    of: str
    stays: Array
    axis: int | None
    end: bool
    scale: float = 1.0

    def loss(self, now: Array, was: Array) -> tuple[Array, Array]:
        """The divergence, or the squared error, of each of the stacked samples, and the sum's gradient in ``now``.

        Args:
            now: the tensor, samples stacked along the first axis.
            was: the same of the original graph.
        """
        if self.axis is None:
            gap = now - was
            return _each(gap * gap) / self.scale, gap * now.dtype.type(2 / self.scale)
        scores = now - now.max(axis=self.axis, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=self.axis, keepdims=True))
        return _each(was * (np.log(was + LOG_EPSILON) - logs)), np.exp(logs) - was

    def disturbance(self, now: Array, was: Array) -> Array:
        """Return the loss; of probabilities the Jensen-Shannon divergence, so that no sample outweighs the others."""
        if self.axis is None:
            return self.loss(now, was)[0]
        p = np.exp(now - now.max(axis=self.axis, keepdims=True))
        p = p / p.sum(axis=self.axis, keepdims=True)
        middle = np.log((p + was) / 2 + LOG_EPSILON)
        return _each(p * (np.log(p + LOG_EPSILON) - middle) + was * (np.log(was + LOG_EPSILON) - middle)) / 2


def _each(x: Array) -> Array:
    return np.asarray(x.reshape(len(x), -1).sum(axis=1, dtype=np.float64))


@dataclass(frozen=True)
class FitPart:
    """``count`` stacked samples: the graph's inputs, and what the original gave, by ``FitObjective.tensor``."""

    inputs: Mapping[str, Array]
    count: int
    wanted: Mapping[str, Array]


def objectives_of(
    graph: Graph, channels: Dependencies, gone: frozenset[int], small: Graph, samples: int
) -> tuple[FitObjective, ...]:
    """Outputs, and what layers that mix channels give (behind a sum, where one follows), the last ones first.

    Args:
        graph: the original one.
        channels: its ``dependencies``.
        gone: channels that were taken out.
        small: what is left.
        samples: their number, which says how many layers memory holds.
    """
    objectives = list(_ends(graph))
    ends, users, room = {g.tensor for g in objectives}, graph.consumers(), MAX_VALUE_BYTES // (4 * samples)
    lost = np.array(sorted(gone), np.int64)
    for node in reversed(graph.nodes):
        if not is_weighted(node) or getattr(node.attrs, "groups", 1) > 1:
            continue
        name = node.outputs[0]
        after = users.get(name, [])
        if len(after) == 1 and isinstance(after[0].attrs, BinaryAttrs):
            name = after[0].outputs[0]
        label, t = channels.labels.get(name), graph.tensors[name]
        size = small.tensors[name].size
        if name in ends or size > room or (label is not None and label.axis != len(t.shape) - 1):
            continue
        stays = np.ones(t.channels, bool) if label is None else ~np.isin(label.ids, lost)
        objectives.append(FitObjective(name, name, stays, None, False))
        ends.add(name)
        room -= size
    return tuple(objectives)


def _ends(graph: Graph) -> Iterator[FitObjective]:
    """Objectives on the graph's outputs; for probabilities, on the scores that they are made of."""
    producers = graph.producers()
    for name in dict.fromkeys(graph.outputs):
        if graph.tensors[name].dtype is not DType.F32 or name not in producers:
            continue
        at = name
        while at in producers and has_trait(producers[at], Trait.KEEPS_VALUES):
            at = producers[at].inputs[0]
        attrs = producers[at].attrs if at in producers else None
        if isinstance(attrs, SoftmaxAttrs) and not attrs.log:
            yield FitObjective(producers[at].inputs[0], at, np.ones(graph.tensors[at].channels, bool), attrs.axis, True)
        else:
            yield FitObjective(name, name, np.ones(graph.tensors[name].channels, bool), None, True)


def target_values(
    graph: Graph, objectives: Sequence[FitObjective], inputs: Sequence[Array], original: Graph
) -> list[FitPart]:
    """Compute the values to compare with, float32, samples in parts: outputs of the original, layers of ``graph``."""
    run, parts = Evaluator(graph), []
    first = run if original is graph else Evaluator(original)
    for group, count in run.groups(inputs, first.batch):
        values = _values(run, group, count, {g.of for g in objectives})
        if first is not run:
            values |= _values(first, group, count, {g.of for g in objectives if g.end})
        known = {g.tensor: values[g.of] if g.stays.all() else values[g.of][..., g.stays] for g in objectives}
        parts.append(FitPart(dict(zip(graph.inputs, group, strict=True)), count, known))
    return parts


def _values(run: Evaluator, group: Sequence[Array], count: int, names: set[str]) -> dict[str, Array]:
    values: dict[str, Array] = {}

    def keep(name: str, x: Array) -> None:
        if name in names:
            values[name] = x

    run.run(group, count, keep)
    return values


def scaled(objectives: Sequence[FitObjective], parts: Sequence[FitPart]) -> tuple[FitObjective, ...]:
    """Squared errors as shares of a sample's signal: of layers the variance, of outputs the mean square."""
    total = sum(p.count for p in parts)
    weighted = []
    for g in objectives:
        if g.axis is not None:
            weighted.append(g)
            continue
        rows = [p.wanted[g.tensor].reshape(-1, int(g.stays.sum())).astype(np.float64) for p in parts]
        mean = sum(r.sum(axis=0) for r in rows) / sum(len(r) for r in rows) * (not g.end)
        weighted.append(replace(g, scale=max(sum(float(np.sum((r - mean) ** 2)) for r in rows) / total, MIN_SCALE)))
    return tuple(weighted)
