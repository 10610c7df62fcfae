"""Masks ahead of a softmax: scores that an additive -1e4 or a fill with minus infinity takes out of the sum.

What lies ``MASKED_GAP`` below the largest score of its row has no share that any number here could hold.  Such scores
would set the scale of all others; instead they count as lying just so far below the lowest row's largest score that all
of them together are less than half a step of a probability, and the integers saturate there.
"""

from __future__ import annotations

import math

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.ops.elementwise import SoftmaxAttrs
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait

MASKED_GAP = 50.0  # exp(-50) is 2e-22
ROW_MASKED = 1000.0  # a row whose largest score lies so far below that of the others is masked as a whole
MASKED_SHARES = 2.0**11  # masked scores of a row have at most one of so many shares together


@dataclass(frozen=True)
class SoftmaxInput:
    """The input of a softmax: ``axis`` is that of its rows, ``moved`` are tensors that hold the same values before."""

    axis: int
    moved: tuple[str, ...]


def scores_of(graph: Graph) -> dict[str, SoftmaxInput]:
    """The inputs of softmaxes that nothing else reads, by name."""
    users, makers = graph.consumers(), graph.producers()
    inputs = {}
    for node in graph.nodes:
        if not isinstance(node.attrs, SoftmaxAttrs):
            continue
        name, moved = node.inputs[0], []
        if name in graph.outputs or len(users[name]) > 1 or name in graph.inputs:
            continue
        at = name
        while (maker := makers.get(at)) is not None and has_trait(maker, Trait.KEEPS_VALUES):
            at = maker.inputs[0]
            if at in graph.outputs or at in graph.inputs or len(users[at]) > 1:
                break
            moved.append(at)
        rank = len(graph.tensors[name].shape)
        inputs[name] = SoftmaxInput(node.attrs.axis % rank, tuple(moved))
    return inputs


def unmasked(values: Array, axis: int) -> Array:
    """Scores with masked ones moved up to where they just do not count; as they are where none is masked.

    Args:
        values: scores, perhaps of several samples along axis 0.
        axis: along which they are compared.
    """
    if not values.size:
        return values
    largest = values.max(axis=axis, keepdims=True)
    masked = values < largest - MASKED_GAP
    lowest = float(largest.min())
    if not masked.any() or not lowest > float(largest.max()) - ROW_MASKED:
        return values
    return np.where(masked, lowest - math.log(MASKED_SHARES * values.shape[axis]), values)
