"""Channels behind reshapes, and channel shuffles: several nodes that together permute one axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph, Node, Shape
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ReshapeAttrs, TransposeAttrs

MAX_SHUFFLE_NODES = 5  # nodes of a shuffle: reshapes and transpositions, one of them perhaps of the layout


@dataclass(frozen=True)
class Shuffle:
    """``nodes`` one behind the other, the last of which gives at each index of ``axis`` what was at ``order`` there."""

    nodes: tuple[Node, ...]
    axis: int
    order: Array


def shuffle_from(graph: Graph, users: Mapping[str, Sequence[Node]], first: Node, axis: int) -> Shuffle | None:
    """The permutation of an axis that begins at a node; None if what begins there is none."""
    shape = graph.tensors[first.inputs[0]].shape
    index = np.arange(prod(shape)).reshape(shape)
    nodes, moved = [first], index
    while isinstance(nodes[-1].attrs, (ReshapeAttrs, TransposeAttrs)):
        moved = OPS[nodes[-1].op].run(nodes[-1].attrs, [moved])[0]
        if len(nodes) > 1 and moved.shape == shape:
            order = np.moveaxis(moved, axis, 0).reshape(shape[axis], -1)[:, 0] // prod(shape[axis + 1 :])
            if np.array_equal(moved, np.take(index, order, axis)):
                return Shuffle(tuple(nodes), axis, order)
        readers = users.get(nodes[-1].outputs[0], ())
        if len(readers) != 1 or nodes[-1].outputs[0] in graph.outputs or len(nodes) == MAX_SHUFFLE_NODES:
            return None
        nodes.append(readers[0])
    return None


def places_after(before: Shape, axis: int, after: Shape) -> list[tuple[int, Array, Array]]:
    """New axes along which whole channels can lie: (axis, indices of the old axis, those of the new one)."""
    size, inner = before[axis], prod(before[axis + 1 :])
    places = []
    for b, count in enumerate(after):
        within = prod(after[b + 1 :])
        if count == 1 and size > 1:
            continue
        if inner % within == 0 and (count * within) % (size * inner) == 0:  # the new axis holds the old one
            new = np.arange(count)
            places.append((b, new // (inner // within) % size, new))
        elif within % inner == 0 and (size * inner) % (count * within) == 0:  # it is a part of the old one
            old = np.arange(size)
            places.append((b, old, old // (within // inner) % count))
    return places
