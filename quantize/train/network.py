"""A float graph as a differentiable function of its weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from edgec.converter.graph.errors import Refusal, UnsupportedModel
from edgec.converter.graph.ir import Array, DType, Graph, Node, Tensor, constant
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.quantize.train.engine import jax, jnp, need_jax
from edgec.quantize.train.functions import training, trains

TRAINED = (ConvAttrs, DenseAttrs, MatMulAttrs, NormalizeAttrs, BinaryAttrs)
"""Operators whose float constants are trained."""
Hook = Callable[[Node, int, Any], Any]
"""Called with a node, the number of an input that is a weight (-1: its first output) and the value; gives the value."""
Weights = tuple[Any, ...]


def unchanged(_node: Node, _which: int, value: Any) -> Any:
    """The hook that changes nothing."""
    return value


class Network:
    """A graph's outputs as a function of its weights, one sample at a time or many.

    Args:
        graph: a float graph, as the passes leave it.

    Attributes:
        names: the constants that are trained, in order of first use.

    Raises:
        ToolchainMissing: JAX is not installed.
        UnsupportedModel: some operators cannot be trained through; all are named.
    """

    def __init__(self, graph: Graph) -> None:
        need_jax()
        refuse_untrainable(graph)
        self.graph = graph
        self.names = tuple(dict.fromkeys(trained(graph)))

    def weights(self) -> Weights:
        """The weights as the graph has them, in the order of ``names``."""
        return tuple(jnp.asarray(_data(self.graph.tensors[n])) for n in self.names)

    def with_weights(self, weights: Weights) -> Graph:
        """The graph with other weights."""
        made = {n: constant(n, np.asarray(w, np.float32)) for n, w in zip(self.names, weights, strict=True)}
        return replace(self.graph, tensors={**self.graph.tensors, **made})

    def values(self, weights: Weights, sample: Sequence[Any], wanted: Sequence[str], hook: Hook = unchanged) -> Any:
        """Tensors named ``wanted`` of one sample (arrays shaped as the graph's inputs)."""
        known: dict[str, Any] = dict(zip(self.names, weights, strict=True))
        known |= dict(zip(self.graph.inputs, sample, strict=True))
        for node in self.graph.nodes:
            ins = [self._input(known, node, i, hook) for i in range(len(node.inputs)) if node.inputs[i]]
            outs = training[node](node.attrs, ins)
            known[node.outputs[0]] = hook(node, -1, outs[0])
        return tuple(known[n] for n in wanted)

    def _input(self, known: dict[str, Any], node: Node, i: int, hook: Hook) -> Any:
        name = node.inputs[i]
        if name not in known:
            return _data(self.graph.tensors[name])
        return hook(node, i, known[name]) if name in self.names else known[name]

    def batched(self, wanted: Sequence[str], hook: Hook = unchanged) -> Callable[[Weights, Sequence[Any]], Any]:
        """The function (weights, arrays [N, *shape of input]) -> arrays [N, *shape of tensor]."""

        def one(weights: Weights, sample: Sequence[Any]) -> Any:
            return self.values(weights, sample, wanted, hook)

        return jax.vmap(one, in_axes=(None, 0))  # type: ignore[no-any-return]


def _data(t: Tensor) -> Array:
    assert t.data is not None
    return t.data


def trained(graph: Graph) -> Iterator[str]:
    """Names of the constants that training changes: all float weights, but no numbers that stand for themselves."""
    for node in graph.nodes:
        scalars = not isinstance(node.attrs, BinaryAttrs)
        for t in graph.ins(node) if isinstance(node.attrs, TRAINED) else ():
            if t is not None and t.is_const and t.dtype is DType.F32 and (scalars or t.size > 1):
                yield t.name


def refuse_untrainable(graph: Graph) -> None:
    """Raise when a graph holds what cannot be trained through.

    Raises:
        UnsupportedModel: it does; every node is named.
    """
    refusals = [training.refusal(n) for n in graph.nodes if not trains(n) or len(n.outputs) != 1]
    refusals += [
        Refusal(t.name, "input", "", f"is {t.dtype.value}, training needs inputs of float32", training.without)
        for t in (graph.tensors[i] for i in graph.inputs)
        if t.dtype is not DType.F32
    ]
    if refusals:
        raise UnsupportedModel(refusals)
