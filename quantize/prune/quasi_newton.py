"""Directions in which all filters of a graph improve: quasi-Newton steps in the metric of each layer.

L-BFGS (Liu and Nocedal, 1989), which begins with the inverse of a Kronecker product for each layer in the place of
second derivatives: the second moments of its inputs and those of the gradients behind it (K-FAC: Martens and Grosse,
2015).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.quantize.prune.layers import groups_in, positions, rows

DAMPING = 1e-3  # of the mean second moment, added to each
PAIRS = 12  # steps that are remembered
FIRST_STEP = 0.01  # of the weights' length: the first step
MIN_CURVATURE_COSINE = 1e-12  # least cosine between a step and the change of the gradient
Vector = Array


class FittedLayer:
    """Filters and bias of a node as one matrix [O, n + 1], and what shapes steps of it.

    Args:
        graph: the graph.
        node: a convolution or a dense layer, with constants.
        start: where the matrix begins in a vector of all weights.
    """

    def __init__(self, graph: Graph, node: Node, start: int) -> None:
        self.graph, self.node = graph, node
        self.names = node.inputs[1:3]
        self.shapes = [graph.tensors[i].shape for i in self.names]
        self.at = slice(start, start + sum(graph.tensors[i].size for i in self.names))
        self.groups = groups_in(node)
        self.inner: Array = np.zeros(())
        self.outer: Array = np.zeros(())

    def joined(self, w: Array, bias: Array) -> Vector:
        """The constants, or their gradients, as a part of the vector."""
        flat = w.reshape(len(w), -1)
        return np.concatenate([flat, bias[:, None]], axis=1).astype(np.float64).ravel()

    def parted(self, vector: Vector) -> dict[str, Array]:
        """The constants by name, float32, from a vector of all weights."""
        joined = vector[self.at].reshape(self.shapes[1][0], -1).astype(np.float32)
        both = (joined[:, :-1].reshape(self.shapes[0]), joined[:, -1])
        return {name: np.ascontiguousarray(x) for name, x in zip(self.names, both, strict=True)}

    def see(self, x: Array, pull: Array, count: int, limit: int) -> None:
        """Take into account at most ``limit`` rows of ``count`` samples: inputs, and gradients behind the layer."""
        at = positions(self.graph, self.node, count, limit)
        r = rows(self.graph, self.node, x, at).astype(np.float64)
        g = pull.reshape(-1, pull.shape[-1])[at].astype(np.float64)
        by = np.concatenate([r, np.ones((*r.shape[:-1], 1))], axis=-1).transpose(1, 2, 0)
        of = g.reshape(len(at), self.groups, -1).transpose(1, 2, 0)
        self.inner, self.outer = self.inner + by @ by.swapaxes(1, 2), self.outer + of @ of.swapaxes(1, 2)

    def settle(self) -> None:
        """Invert what was seen."""
        self.inner = np.linalg.inv(_damped(self.inner))
        whole = self.outer.diagonal(axis1=1, axis2=2).mean()  # of all groups, so that none is damped by its own alone
        self.outer = np.linalg.inv(_damped(self.outer, whole))

    def shaped(self, gradient: Vector) -> Vector:
        """The layer's part of a gradient, times the inverse of the second derivatives' stand-in."""
        g = gradient[self.at].reshape(self.groups, self.shapes[1][0] // self.groups, -1)
        return np.asarray((self.outer @ g @ self.inner).ravel())


def _damped(m: Array, mean: Array | None = None) -> Array:
    """Matrices [G, n, n] that can be inverted."""
    if mean is None:
        mean = np.trace(m, axis1=-2, axis2=-1)[..., None, None] / m.shape[-1]
    return np.asarray(m + np.where(mean > 0, DAMPING * mean, 1.0) * np.eye(m.shape[-1]))


class CurvatureMemory:
    """The last steps and what they did to the gradient."""

    def __init__(self, layers: Sequence[FittedLayer]) -> None:
        self.layers = layers
        self.pairs: list[tuple[Vector, Vector]] = []

    def add(self, step: Vector, change: Vector) -> None:
        """Remember a step and the change of the gradient, unless the loss curves downwards along it."""
        if float(step @ change) > MIN_CURVATURE_COSINE * float(np.linalg.norm(step) * np.linalg.norm(change)):
            self.pairs = [*self.pairs, (step, change)][-PAIRS:]

    def direction(self, x: Vector, gradient: Vector) -> Vector:
        """The step to take from weights ``x``."""
        q, shares = gradient.copy(), []
        for s, y in reversed(self.pairs):
            shares.append(float(s @ q) / float(s @ y))
            q -= shares[-1] * y
        q = self._shaped(q)
        if self.pairs:
            s, y = self.pairs[-1]
            q *= float(s @ y) / float(y @ self._shaped(y))
        else:
            q *= FIRST_STEP * float(np.linalg.norm(x)) / max(float(np.linalg.norm(q)), 1e-30)
        for (s, y), share in zip(self.pairs, reversed(shares), strict=True):
            q += (share - float(y @ q) / float(s @ y)) * s
        return -q

    def _shaped(self, gradient: Vector) -> Vector:
        return np.concatenate([layer.shaped(gradient) for layer in self.layers])
