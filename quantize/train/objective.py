"""Objective of training: the distance to labels, to the outputs of the float model, or to both."""

from __future__ import annotations

from typing import Any

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.train.engine import jax, jnp


@dataclass(frozen=True)
class Ends:
    """The tensors that are compared: in the place of probabilities the scores that a softmax makes them of.

    ``classes``: whether the first of them are the scores of classes, one vector for each sample.
    """

    tensors: tuple[str, ...]
    classes: bool


def ends_of(graph: Graph, labelled: bool) -> Ends:
    """Return the tensors of a graph that are compared; with labels its first output is one of scores."""
    scores = [_scores(graph, o) for o in graph.outputs if graph.tensors[o].dtype is DType.F32]
    tensors = tuple(name for name, _ in scores)
    return Ends(tensors, labelled or (bool(scores) and scores[0][1]))


def _scores(graph: Graph, output: str) -> tuple[str, bool]:
    """(the scores behind an output, whether a softmax over all of a sample makes probabilities of them)."""
    producers, name = graph.producers(), output
    while name in producers and has_trait(producers[name], Trait.KEEPS_VALUES):
        name = producers[name].inputs[0]
    node = producers.get(name)
    if node is None or not isinstance(node.attrs, SoftmaxAttrs):
        return output, False
    t = graph.tensors[name]
    return (node.inputs[0], True) if t.size == t.shape[node.attrs.axis] and t.size > 1 else (output, False)


def loss_of(ends: Ends, outputs: Any, teacher: Any | None, labels: Array | None) -> Any:
    """The loss of a batch: cross entropy with the labels, plus the distance to the teacher, whichever there are.

    The distance of scores of classes is the divergence of their probabilities, that of other outputs the squared error
    as a share of the teacher's variance.

    Args:
        ends: what the outputs are.
        outputs: arrays [N, ...], those of ``ends.tensors``.
        teacher: the same of the float model, or None.
        labels: [N], or None.
    """
    total = 0.0
    if labels is not None:
        chances = jax.nn.log_softmax(_flat(outputs[0]))
        total = total - jnp.mean(jnp.take_along_axis(chances, labels[:, None], axis=1))
    for i, (now, was) in enumerate(zip(outputs, teacher, strict=True) if teacher is not None else ()):
        total = total + (_divergence(now, was) if i == 0 and ends.classes else _error(now, was))
    return total


def _flat(x: Any) -> Any:
    return x.reshape(x.shape[0], -1)


def _divergence(scores: Any, teacher: Any) -> Any:
    now, was = jax.nn.log_softmax(_flat(scores)), jax.nn.log_softmax(_flat(teacher))
    return jnp.mean(jnp.sum(jnp.exp(was) * (was - now), axis=1))


def _error(now: Any, was: Any) -> Any:
    return jnp.mean((now - was) ** 2) / jnp.maximum(jnp.var(was), 1e-12)
