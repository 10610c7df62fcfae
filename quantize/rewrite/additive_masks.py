"""Fixed masks ahead of a softmax as sums with a finite constant, which have an integer form.

A fill of constant places with a very low value (``masked_fill``) is a choice between two operands; minus infinity, and
the lowest float, leave no scale to anything else.
"""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.logic import WhereAttrs
from edgec.converter.passes.rewriter import Rewriter
from edgec.quantize.ranges.masks import ROW_MASKED, scores_of

LOWEST_MASK = -1e4  # what stands for lower values of a mask


def additive_masks(graph: Graph) -> Graph:
    """The graph with masks of real scores as sums with constants between ``LOWEST_MASK`` and 0."""
    rw = Rewriter(graph)
    for name, scores in scores_of(graph).items():
        node = rw.producer(scores.moved[-1] if scores.moved else name)
        if node is None or rw.tensors[node.outputs[0]].dtype is not DType.F32:
            continue
        masked = _filled(rw, node) if isinstance(node.attrs, WhereAttrs) else _added(rw, node)
        if masked is None:
            continue
        x, mask, clamp = masked
        if rw.tensors[x].shape == rw.tensors[node.outputs[0]].shape:
            added = rw.emit("Binary", clamp, (x, rw.const(f"{node.outputs[0]}.mask", mask)), node)
            rw.bypass(node, added)
    rw.drop_dead()
    return rw.build()


def _filled(rw: Rewriter, node: Node) -> tuple[str, Array, BinaryAttrs] | None:
    """Where(places, fill, x) or Where(places, x, fill) of constant places and values as low as a mask's."""
    places, *choices = node.inputs
    where = rw.data(places)
    for fill, x, masked in ((0, 1, True), (1, 0, False)):
        values = rw.data(choices[fill])
        if where is None or values is None or rw.data(choices[x]) is not None:
            continue
        if values.size and values.max() <= -ROW_MASKED:
            mask = np.where(where.astype(bool) == masked, np.float32(LOWEST_MASK), np.float32(0.0))
            return choices[x], np.asarray(mask, np.float32), BinaryAttrs(BinaryFn.ADD)
    return None


def _added(rw: Rewriter, node: Node) -> tuple[str, Array, BinaryAttrs] | None:
    """A sum with a constant some of whose values are below ``LOWEST_MASK``."""
    if not isinstance(node.attrs, BinaryAttrs) or node.attrs.fn is not BinaryFn.ADD:
        return None
    constants = [i for i in node.inputs if rw.data(i) is not None]
    if len(constants) != 1:
        return None
    mask = rw.data(constants[0])
    if mask is None or not mask.size or mask.min() >= LOWEST_MASK or rw.tensors[constants[0]].quant is not None:
        return None
    x = next(i for i in node.inputs if i != constants[0])
    return x, np.maximum(mask, np.float32(LOWEST_MASK)), node.attrs
