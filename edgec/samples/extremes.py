"""Inputs at the ends of their ranges, and such as drive layers to the ends of theirs, where saturation decides bytes.

Noise hardly saturates anything, so that a kernel without its saturation gives the simulator's bytes on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.ranges.simulate import simulate
from edgec.samples.data import InputSpec, to_device
from edgec.samples.probes import Inputs

GRAINS = (1, 2, 3, 4, 8, 16)
"""Neighbouring elements of an axis that are at the same end."""
CHANGED = (0.5, 0.1, 0.02)
"""Shares of a sample's elements that a step of the search changes, round by round."""
MAX_TRIAL_MACS = (
    120_000_000  # multiply-accumulates that candidates may take in the simulator, as far as ``FEWEST`` allow
)
FEWEST, MOST = 16, 160  # candidates
PLAIN_PATTERNS = 6  # kinds of plain patterns


def extremes(graph: Graph, specs: Sequence[InputSpec], count: int, macs: int, seed: int = 0) -> tuple[Array, ...]:
    """Seeded inputs ``[count, *shape of input i]`` in the types of the source model, the plainest first.

    All elements at the lowest end, at the highest, alternating, one alone at an end; then, of candidates at random ends
    and of what a search makes of the best of them, those that bring most layers to an end.

    Args:
        graph: the integer graph.
        specs: the inputs of the source model, in the graph's order.
        count: number of samples.
        macs: multiply-accumulates of an inference, which say how many candidates are tried.
        seed: of the generator.
    """
    rng = np.random.default_rng(seed)
    inputs = Inputs(graph, specs, seed)
    search = _Search(graph, inputs)
    plain = [[_plain(kind, s.shape) for s in specs] for kind in range(PLAIN_PATTERNS)]
    search.add(plain)
    part = max(FEWEST, min(MOST, MAX_TRIAL_MACS // max(macs, 1))) // (1 + len(CHANGED))
    search.add([[_random_ends(rng, s.shape) for s in specs] for _ in range(part)])
    for share in CHANGED:
        search.add([[_changed(rng, x, share) for x in search.parent(i)] for i in range(part)])
    return inputs.arrays([search.tried[i] for i in search.chosen(count)])


class _Search:
    """Patterns, values from -1 to 1 for each element of the inputs, and how far each brings each layer to its ends.

    ``scores`` hold a row for each pattern and a column for each end of each activation: 1 and more where values lie
    beyond it before they saturate (where that is known, else at it), below 1 the share of the range that they come to.
    """

    def __init__(self, graph: Graph, inputs: Inputs) -> None:
        self.inputs = inputs
        self.graph, self.limits = _unsaturated(graph)
        self.tried: list[list[Array]] = []
        self.scores: Array = np.zeros((0, 0))

    def add(self, patterns: Sequence[list[Array]]) -> None:
        """Run patterns in the simulator."""
        pairs: dict[str, list[tuple[Array, Array]]] = {}
        count = len(patterns)

        def observe(name: str, value: Array) -> None:
            if name in self.limits and value.size % self.graph.tensors[name].size == 0:
                rows = value.reshape(-1, self.graph.tensors[name].size).astype(np.int64)
                pairs.setdefault(name, []).append((rows.min(axis=1), rows.max(axis=1)))

        tensors = [self.graph.tensors[name] for name in self.graph.inputs]
        arrays = self.inputs.arrays(patterns)
        simulate(
            self.graph,
            [to_device(x, t, s.stored) for x, t, s in zip(arrays, tensors, self.inputs.specs, strict=True)],
            observe,
        )
        columns = []
        for name, parts in pairs.items():
            (low, high, at), (least, most) = self.limits[name], map(np.concatenate, zip(*parts, strict=True))
            if len(least) == count:
                columns += [_score(low - least + at, high - low), _score(most - high + at, high - low)]
        scores = np.stack(columns, axis=1) if columns else np.zeros((count, 0))
        self.scores = scores if not self.tried else np.concatenate([self.scores, scores])
        self.tried += patterns

    def parent(self, number: int) -> list[Array]:
        """The pattern that comes nearest to one of the ends that none has reached, else to one that few values have."""
        if not self.scores.shape[1]:
            return self.tried[number % len(self.tried)]
        best = self.scores.max(axis=0)
        order = np.argsort(best, kind="stable")
        return self.tried[int(self.scores[:, order[number % len(order)]].argmax())]

    def chosen(self, count: int) -> list[int]:
        """Numbers of patterns: the plain ones, then each time the one that reaches most ends not yet reached."""
        taken = list(range(min(PLAIN_PATTERNS, count)))
        reached = self.scores >= 1.0
        open_ends = ~reached[taken].any(axis=0)
        while len(taken) < min(count, len(self.tried)):
            gain = (reached & open_ends).sum(axis=1) + self.scores.sum(axis=1) * 1e-9
            gain[taken] = -1.0
            taken.append(int(gain.argmax()))
            open_ends &= ~reached[taken[-1]]
        return taken


def _unsaturated(graph: Graph) -> tuple[Graph, dict[str, tuple[int, int, int]]]:
    """The graph with what its weighted layers give before int8 saturates, as further activations of 16 bits.

    Also by name the ends of all activations that are looked at, and 1 where a value at an end counts as beyond it.
    """
    nodes: list[Node] = []
    tensors, limits = dict(graph.tensors), {}
    for node in graph.nodes:
        nodes.append(node)
        for t in graph.outs(node):
            if t.quant is None or t.quant.axis is not None or t.dtype.is_float or not t.size:
                continue
            clamp = getattr(node.attrs, "clamp", Clamp())
            ends = clamp_limits(clamp, t.quant, t.dtype)
            if quant_rule(node) is not QuantRule.WEIGHTED or t.dtype is not DType.I8:
                limits[t.name] = (*ends, 1)
                continue
            wide = replace(t, name=f"{t.name} unsaturated", dtype=DType.I16)
            tensors[wide.name], limits[wide.name] = wide, (*ends, 0)
            free = replace(node.attrs, clamp=Clamp()) if isinstance(node.attrs, ConvAttrs | DenseAttrs) else node.attrs
            nodes.append(replace(node, name=wide.name, outputs=(wide.name,), attrs=free))
    return replace(graph, tensors=tensors, nodes=tuple(nodes)), limits


def _score(beyond: Array, span: int) -> Array:
    """1 and more where values lie beyond an end, by how far; else the share of the range that they come to."""
    return np.where(beyond > 0, 1.0 + beyond, np.maximum(0.0, 1.0 + (beyond - 1.0) / (span + 2.0)))


def _plain(kind: int, shape: tuple[int, ...]) -> Array:
    """All lowest, all highest, alternating in both phases, one element alone at either end."""
    if kind < 2:
        return np.full(shape, 2.0 * kind - 1.0, np.float32)
    if kind < 4:
        odd = np.indices(shape).sum(axis=0) % 2 if shape else np.zeros(())
        return np.asarray((2.0 * odd - 1.0) * (1 if kind == 2 else -1), np.float32)
    x = np.zeros(shape, np.float32)
    x.reshape(-1)[x.size // 2 : x.size // 2 + 1] = 1.0 if kind == 4 else -1.0
    return x


def _random_ends(rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Every block of neighbours at a random end; some of the samples are mostly at one end."""
    x = rng.random(shape) < rng.choice((0.2, 0.5, 0.8))
    for axis, size in enumerate(shape):
        grain = min(int(rng.choice(GRAINS)), size)
        x = np.take(x, np.arange(size) // grain, axis=axis)
    return np.asarray(np.where(x, 1.0, -1.0), np.float32)


def _changed(rng: np.random.Generator, x: Array, share: float) -> Array:
    """The pattern with other random ends in some of its elements."""
    return np.where(rng.random(x.shape) < share, _random_ends(rng, x.shape), x)
