"""Filters solved again, layer by layer, so that each layer of the pruned graph gives what the whole one gave.

A removed channel is first expressed by those that stay (least squares with intercept over the calibration samples) and
absorbed by its readers; then each layer's filters and biases are fitted to what the layer gave in the original graph,
from the inputs that it gets in the pruned one, so that errors of earlier layers are made up for as far as they can be.
The fit is drawn towards the absorbed filters, as strongly as serves samples held back best (cross-validation).
A layer that a sum follows also makes up for what the other operand lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, Graph, GraphEditor, Node
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.prune.labels import Dependencies, has_weights
from edgec.quantize.prune.layers import filters, groups_in, positions, rows, stored, weights_of
from edgec.quantize.prune.least_squares import ROUNDS, FitRows, fitted
from edgec.quantize.prune.rank import damped
from edgec.quantize.ranges.simulate import Evaluator, run_float

FOLDS = 4
MIN_WEIGHT = 0.1  # least weight of a sample, of the mean
LEAST_DOUBT = 1e-3  # on average, for samples to be told apart by it
MAX_POSITION_WEIGHT = 4  # times that a position may count, where they are few


@dataclass(frozen=True)
class Effort:
    """The closeness to which layers are fitted.

    ``rows``: positions of a layer, at most; ``rounds``: of targets that follow the fit where the clamp cuts.
    """

    rows: int = 16384
    rounds: int = ROUNDS


EFFORT = Effort()
Values = Sequence[tuple[dict[str, Array], int]]
"""Activations by name over some samples, and how many samples these are."""


@dataclass(frozen=True)
class Remainder:
    """Channels that were taken out of a graph, and what ``cut`` made of it."""

    gone: frozenset[int]
    small: Graph


def repaired(
    graph: Graph, channels: Dependencies, left: Remainder, inputs: Sequence[Array],
    progress: Progress = silent, effort: Effort = EFFORT, known: Values | None = None,
    weights: Array | None = None,
) -> Graph:  # fmt: skip
    """The pruned graph with filters and biases fitted.

    Args:
        graph: the original one, float.
        channels: its ``dependencies``.
        left: what is to be fitted.
        inputs: calibration samples, one array [N, *shape] per graph input.
        progress: called after every node.
        effort: how closely.
        known: values of the original graph over the samples in parts, if they were computed before.
        weights: how much each sample counts [N], by default as much as any other (``deciding``).
    """
    return _Walk(graph, channels, left.gone, left.small, inputs, effort, known, weights).run(progress)


def deciding(graph: Graph, inputs: Sequence[Array]) -> Array | None:
    """Return weights [N] of samples, where probabilities are the only output: those that are not clear weigh more.

    What a disturbance of the scores does to probabilities p goes with 1 - sum(p^2), which is next to nothing where one
    class is sure.  None for other outputs, or where all samples are sure.
    """
    node = graph.producers().get(graph.outputs[0])
    while node is not None and has_trait(node, Trait.KEEPS_VALUES):
        node = graph.producers().get(node.inputs[0])
    if len(graph.outputs) > 1 or node is None or not isinstance(node.attrs, SoftmaxAttrs) or node.attrs.log:
        return None
    p = run_float(graph, inputs)[0].reshape(len(inputs[0]), -1).astype(np.float64)
    doubt = 1.0 - np.sum(p * p, axis=1)
    mean = float(doubt.mean())
    return MIN_WEIGHT + (1 - MIN_WEIGHT) * doubt / mean if mean > LEAST_DOUBT else None


class _Walk:
    """Both graphs side by side, node by node, over all samples."""

    def __init__(
        self, graph: Graph, channels: Dependencies, gone: frozenset[int], small: Graph, inputs: Sequence[Array],
        effort: Effort, known: Values | None, weights: Array | None,
    ) -> None:  # fmt: skip
        self.graph, self.small, self.effort = graph, small, effort
        self.gone = np.array(sorted(gone), np.int64)
        self.labels = channels.labels
        self.readers = {r.node.outputs[0]: r for r in channels.readers}
        self.users = graph.consumers()
        self.was, self.now = Evaluator(graph, np.float64), Evaluator(small, np.float64)
        self.editor = GraphEditor(small)
        if known is None:
            groups = self.was.groups(inputs, max(1, len(inputs[0]) // FOLDS))  # enough of them to hold some back
            known = [(dict(zip(graph.inputs, x, strict=True)), count) for x, count in groups]
        self.counts = [count for _, count in known]
        self.weights = None if weights is None else np.split(weights, np.cumsum(self.counts)[:-1])
        self.before = [dict(values) for values, _ in known]
        self.after = [{i: b[i] for i in graph.inputs} for b in self.before]

    def run(self, progress: Progress) -> Graph:
        """All layers in order."""
        last = {i: n for n in self.graph.nodes for i in n.inputs}
        nodes = []
        for position, (node, made) in enumerate(zip(self.graph.nodes, self.small.nodes, strict=True)):
            self._advance(self.was, node, self.before, {})
            own: dict[str, Array] = {}
            if self._untouched(node, made):
                for b, a in zip(self.before, self.after, strict=True):
                    a.update((o, b[o]) for o in node.outputs)
            else:
                if has_weights(self.small, made):
                    made, own = self._fit(node, made)
                self._advance(self.now, self.small.nodes[position], self.after, own)
            nodes.append(made)
            for values in (*self.before, *self.after):
                for i in node.inputs:
                    if last[i] is node:
                        values.pop(i, None)
            progress(position + 1, len(self.graph.nodes))
        self.editor.nodes = nodes
        return self.editor.build()

    def _untouched(self, node: Node, made: Node) -> bool:
        """Return whether a node gives what it gave: from the same inputs with the same constants."""
        parts = list(zip(self.before, self.after, strict=True))
        return node.op == made.op and all(
            all(b[i] is a[i] for b, a in parts) if i in self.before[0]
            else not i or self.graph.tensors[i].shape == self.small.tensors[j].shape
            for i, j in zip(node.inputs, made.inputs, strict=True)
        )  # fmt: skip

    def _advance(
        self, evaluator: Evaluator, node: Node, values: Sequence[dict[str, Array]], own: dict[str, Array]
    ) -> None:
        for v, count in zip(values, self.counts, strict=True):
            if all(o in v for o in node.outputs):
                continue
            ins = {i: v[i] for i in node.inputs if i in v}
            v.update(zip(node.outputs, evaluator.node(node, {**ins, **own}, count), strict=True))

    def _stays(self, name: str) -> Array:
        """Return the mask of a tensor's last axis: the indices that stayed."""
        label = self.labels.get(name)
        if label is None or label.axis != len(self.graph.tensors[name].shape) - 1:
            return np.ones(self.graph.tensors[name].channels, bool)
        return ~np.isin(label.ids, self.gone)

    def _fit(self, node: Node, made: Node) -> tuple[Node, dict[str, Array]]:
        """The layer with other constants, and these by the names that the unfitted layer has for them."""
        x = node.inputs[0]
        if all(
            b[x].shape == a[x].shape and np.array_equal(b[x], a[x])
            for b, a in zip(self.before, self.after, strict=True)
        ):
            return made, {}
        w = self.small.tensors[made.inputs[1]].data
        assert w is not None
        other = self._other(node)
        clamp = getattr((self.users[node.outputs[0]][0] if other else node).attrs, "clamp", Clamp())
        solved, intercept = fitted(self._rows(node, made, other), self._prior(node, made, w), clamp, self.effort.rounds)
        weights = stored(made, solved.reshape(-1, solved.shape[-1]), w)
        own = {made.inputs[1]: weights.astype(np.float64)}
        inputs = [x, self.editor.const(made.inputs[1], weights)]
        if len(made.inputs) > 2:
            bias = intercept.reshape(-1).astype(np.float32)
            own[made.inputs[2]] = bias.astype(np.float64)
            inputs.append(self.editor.const(made.inputs[2], bias))
        return replace(made, inputs=tuple(inputs)), own

    def _rows(self, node: Node, made: Node, other: str | None) -> list[FitRows]:
        """Gather what the layer gets in the pruned graph and what it is to give, the samples in parts."""
        total = sum(self.counts)
        stays = self._stays(node.outputs[0])
        parts: list[FitRows | None] = [None] * min(FOLDS, len(self.counts))
        for i, (was, now, count) in enumerate(zip(self.before, self.after, self.counts, strict=True)):
            at = self._positions(node, i, max(1, self.effort.rows * count // total))
            x, y = rows(self.small, made, now[node.inputs[0]], at), self._target_rows(node, was, at)[:, stays]
            beside = np.zeros_like(y)
            if other:
                beside = _flat(now[other])[at]
                y = y + _flat(was[other])[at][:, stays] - beside
            apart = (*x.shape[:2], -1)
            fit_rows = FitRows(x, y.reshape(apart), beside.reshape(apart))
            known = parts[i % len(parts)]
            parts[i % len(parts)] = fit_rows if known is None else known.with_more(fit_rows)
        return [p for p in parts if p is not None]

    def _positions(self, node: Node, part: int, limit: int) -> Array:
        """Output positions of a part of the samples, of heavier samples more, or several times."""
        count = self.counts[part]
        if self.weights is None:
            return positions(self.graph, node, count, limit)
        out = self.graph.tensors[node.outputs[0]]
        each = out.size // out.channels
        taken = min(MAX_POSITION_WEIGHT * count * each, limit)
        upto = np.cumsum(np.repeat(self.weights[part], each))
        return np.asarray(np.searchsorted(upto, (np.arange(taken) + 0.5) / taken * upto[-1]))

    def _target_rows(self, node: Node, was: dict[str, Array], at: Array) -> Array:
        """Return what the original layer gave before its clamp [R, O]."""
        bias = self.graph.tensors[node.inputs[2]].data if len(node.inputs) > 2 else None
        x = rows(self.graph, node, was[node.inputs[0]], at).swapaxes(0, 1)
        matrix = weights_of(self.graph, node).reshape(len(x), -1, x.shape[2])
        y = (x @ matrix.swapaxes(1, 2)).swapaxes(0, 1).reshape(len(at), -1)
        return np.asarray(y if bias is None else y + bias)

    def _other(self, node: Node) -> str | None:
        """The operand, computed already, that the layer's output alone is added to."""
        out = node.outputs[0]
        users = self.users.get(out, [])
        clamp = getattr(node.attrs, "clamp", None)
        if len(users) != 1 or out in self.graph.outputs or (clamp is not None and not clamp.is_identity):
            return None
        attrs, names = users[0].attrs, users[0].inputs
        if not isinstance(attrs, BinaryAttrs) or attrs.fn is not BinaryFn.ADD or len(set(names)) < 2:
            return None
        other = next(n for n in names if n != out)
        same = self.graph.tensors[other].shape == self.graph.tensors[out].shape
        return other if same and all(other in v for v in self.after) else None

    def _prior(self, node: Node, made: Node, w: Array) -> Array:
        """Filters [G, O, n] that absorbed the removed channels, one factor for each pair of channels of a group."""
        reader = self.readers.get(node.outputs[0])
        stays = self._stays(node.inputs[0])
        if reader is None or stays.all():
            matrix = filters(made, w)
            return matrix.reshape(groups_in(made), -1, matrix.shape[1])
        xs = np.concatenate([v[node.inputs[0]].reshape(-1, len(stays)) for v in self.before])
        step = max(1, len(xs) // self.effort.rows)
        matrix = weights_of(self.graph, node)[self._stays(node.outputs[0])]
        groups = groups_in(node)
        of_groups = zip(np.split(xs[::step], groups, 1), np.split(stays, groups), np.split(matrix, groups), strict=True)
        return np.array([_absorbed(x, kept, part) for x, kept, part in of_groups])


def _absorbed(x: Array, kept: Array, matrix: Array) -> Array:
    """Filters [O, n] over the channels ``kept`` of rows x that stand in for the others, as far as they can."""
    centred = x - x.mean(axis=0)
    g = centred.T @ centred / len(x)
    factors = np.linalg.solve(damped(g[np.ix_(kept, kept)]), g[np.ix_(kept, ~kept)])  # [kept, lost]
    taps = matrix.reshape(len(matrix), -1, len(kept))
    return np.asarray((taps[..., kept] + taps[..., ~kept] @ factors.T).reshape(len(matrix), -1))


def _flat(x: Array) -> Array:
    return x.reshape(-1, x.shape[-1])
