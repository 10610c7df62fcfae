"""A layer with weights as a linear function of rows: what ranking and repair solve for."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs, windows
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn


def groups_in(node: Node) -> int:
    """Groups of a convolution, whose filters read channels of their own; 1 of other layers."""
    return node.attrs.groups if isinstance(node.attrs, ConvAttrs) else 1


def weights_of(graph: Graph, node: Node) -> Array:
    """Filters [outputs, inputs of a filter] of a layer, or the factors of a mean or a sum over channels."""
    if isinstance(node.attrs, ReduceAttrs):
        count = graph.tensors[node.inputs[0]].channels
        return np.full((1, count), 1 / count if node.attrs.fn is ReduceFn.MEAN else 1.0)
    w = graph.tensors[node.inputs[1]].data
    assert w is not None
    return filters(node, w)


def whole_filters(graph: Graph, node: Node) -> Array:
    """``weights_of`` over the inputs of all groups, zero for those of other groups."""
    matrix, groups = weights_of(graph, node), groups_in(node)
    if groups == 1:
        return matrix
    parts = matrix.reshape(groups, -1, matrix.shape[1])
    whole = np.zeros((groups, parts.shape[1], groups, parts.shape[2]))
    whole[np.arange(groups), :, np.arange(groups)] = parts
    return whole.reshape(len(matrix), -1)


def channels_read(graph: Graph, node: Node, ids: Array) -> Array:
    """The channel of each input of ``whole_filters``, of the channels in the last axis of what a layer reads."""
    if not isinstance(node.attrs, ConvAttrs):
        return ids
    taps = prod(graph.tensors[node.inputs[1]].shape[1:-1])
    return np.tile(ids.reshape(groups_in(node), 1, -1), (1, taps, 1)).ravel()


def filters(node: Node, w: Array) -> Array:
    """Weights as float64 [outputs, inputs of a filter]."""
    flat = w.T if isinstance(node.attrs, MatMulAttrs) else w.reshape(w.shape[0], -1)
    return np.ascontiguousarray(flat, np.float64)


def stored(node: Node, matrix: Array, w: Array) -> Array:
    """The reverse of ``filters``, float32 in the shape of ``w``."""
    flat = matrix.T if isinstance(node.attrs, MatMulAttrs) else matrix
    return np.ascontiguousarray(flat.reshape(w.shape), np.float32)


def rows(graph: Graph, node: Node, x: Array, at: Array) -> Array:
    """Inputs of the filters [positions, groups, inputs of a filter].

    Args:
        graph: the graph of the node.
        node: a convolution, a product with constant weights, or a mean or a sum over channels.
        x: its input, samples stacked along the first axis.
        at: numbers of the output positions, counted through all samples.
    """
    if not isinstance(node.attrs, ConvAttrs):
        return np.asarray(x.reshape(-1, x.shape[-1])[at][:, None])
    a = node.attrs
    _, kh, kw, _ = graph.tensors[node.inputs[1]].shape
    _, oh, ow, _ = graph.tensors[node.outputs[0]].shape
    t, left, bottom, right = a.pads
    padded = np.ascontiguousarray(np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0))))
    view = windows(padded, (kh, kw), a.strides, a.dilations, (oh, ow))
    cells = view[at // (oh * ow), at // ow % oh, at % ow]  # [R, C, kh, kw]
    apart = cells.reshape(len(at), a.groups, -1, kh, kw).transpose(0, 1, 3, 4, 2)
    return np.ascontiguousarray(apart).reshape(len(at), a.groups, -1)


def positions(graph: Graph, node: Node, count: int, limit: int) -> Array:
    """At most ``limit`` output positions of ``count`` samples, evenly spread."""
    out = graph.tensors[node.outputs[0]]
    total = count * (out.size // out.channels)
    taken = min(total, limit)
    return (np.arange(taken) * total) // max(taken, 1)
