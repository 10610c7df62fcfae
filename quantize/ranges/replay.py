"""A float graph whose values over a few samples are remembered, so that parts of it can be run again with changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod
from typing import TypeAlias

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.registry import is_weighted
from edgec.quantize.ranges.simulate import Evaluator

MAX_REMEMBERED_BYTES = 192 << 20  # bytes of remembered values, at most
TINY_SHARE = 1e-9


Values: TypeAlias = "dict[str, Array]"
"""Values of all activations over some stacked samples, by name."""


class Replay:
    """Values of all activations over the first samples.

    Args:
        graph: a float graph.
        inputs: one array [N, *shape] per graph input.
        samples: how many to remember at most; fewer when their values take more than ``MAX_REMEMBERED_BYTES``.
        groups: the values of each group of all samples with their number, where ``calibrate`` kept them.
    """

    def __init__(
        self, graph: Graph, inputs: Sequence[Array], samples: int, groups: Sequence[tuple[Values, int]] = ()
    ) -> None:
        self.graph = graph
        self.evaluator = Evaluator(graph, np.float64)
        self.samples = remembered_samples(graph, inputs, samples)
        self.groups = [*groups]
        if groups:
            return
        for group, count in self.evaluator.groups([spread(x, self.samples) for x in inputs]):
            values: Values = {}
            self.evaluator.run(group, count, values.__setitem__)
            self.groups.append((values, count))

    def outputs(self, changes: Sequence[Mapping[str, Array]]) -> list[list[Array]]:
        """Per group the graph's outputs when some tensors have other values (one mapping per group)."""
        return [
            [changed.get(o, values.get(o)) for o in self.graph.outputs]  # type: ignore[misc]
            for (values, _), changed in zip(self.groups, self._rerun(changes), strict=True)
        ]

    def _rerun(self, changes: Sequence[Mapping[str, Array]]) -> Iterator[dict[str, Array]]:
        for (values, count), given in zip(self.groups, changes, strict=True):
            changed = dict(given)
            for node in self.graph.nodes:
                if any(i in changed for i in node.inputs) and not any(o in given for o in node.outputs):
                    now = {i: changed[i] if i in changed else values[i] for i in node.inputs if i in values}
                    results = self.evaluator.node(node, now, count)
                    changed.update(zip(node.outputs, results, strict=True))
            yield changed

    def error(self, outputs: Sequence[Sequence[Array]], bounded: bool = False) -> float:
        """Mean disturbance of the outputs.

        For probabilities the Kullback-Leibler divergence from the undisturbed ones, else the squared error as a share
        of the signal; 0 when nothing changed.  ``bounded``: of probabilities the Jensen-Shannon divergence, at most
        ln 2, so that large changes of a few samples do not outweigh those of all others.
        """
        total = 0.0
        producers = self.graph.producers()
        for i, name in enumerate(self.graph.outputs):
            if self.graph.tensors[name].dtype is not DType.F32:
                continue
            was = np.concatenate([v[name].reshape(c, -1) for v, c in self.groups])
            now = np.concatenate([y[i].reshape(c, -1) for y, (_, c) in zip(outputs, self.groups, strict=True)])
            node = producers.get(name)
            if node is not None and isinstance(node.attrs, SoftmaxAttrs) and not node.attrs.log:
                middle = (was + now) / 2
                total += (_divergence(was, middle) + _divergence(now, middle)) / 2 if bounded else _divergence(was, now)
            else:
                total += float(np.mean((was - now) ** 2) / max(float(np.mean(was**2)), 1e-30))
        return total


def remembered_samples(graph: Graph, inputs: Sequence[Array], most: int) -> int:
    """The number of samples whose values are remembered, ``most`` of them at most."""
    size = 8 * sum(t.size for t in graph.tensors.values() if not t.is_const)
    return max(1, min(most, MAX_REMEMBERED_BYTES // max(size, 1), len(inputs[0]) if inputs else 1))


def _divergence(p: Array, q: Array) -> float:
    p, q = p + TINY_SHARE, q + TINY_SHARE
    return float(np.mean(np.sum(p * np.log(p / q), axis=1)))


def spread(x: Array, count: int) -> Array:
    """``count`` samples taken evenly over all (all when there are not more), in memory."""
    return x[:] if len(x) <= count else x[evenly(len(x), count)]


def evenly(total: int, count: int) -> Array:
    """Numbers of ``count`` of ``total`` samples, spread evenly over all (all when there are not more)."""
    taken = min(total, count)
    return (np.arange(taken) * total) // max(taken, 1)


def fake_quantize(x: Array, quant: Quant, dtype: DType) -> Array:
    """The real values of x's integers (round half up, saturating)."""
    lo, hi = integer_limits(dtype)
    q = np.asarray(x / quant.s)
    q += 0.5
    np.floor(q, out=q)
    np.clip(q, lo - quant.z, hi - quant.z, out=q)
    return np.asarray(np.multiply(q, quant.s, out=q))


def node_macs(graph: Graph, node: Node) -> int:
    """Multiplications of a node, or its elements."""
    out = graph.tensors[node.outputs[0]]
    if is_weighted(node):
        return out.size * prod(graph.tensors[node.inputs[1]].shape[1:])
    return out.size
