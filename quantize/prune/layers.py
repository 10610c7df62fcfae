"""A layer with weights as a linear function of rows: what ranking and repair solve for."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs, windows


def filters(node: Node, w: Array) -> Array:
    """Weights as float64 [outputs, inputs of a filter]."""
    flat = w.T if isinstance(node.attrs, MatMulAttrs) else w.reshape(w.shape[0], -1)
    return np.ascontiguousarray(flat, np.float64)


def stored(node: Node, matrix: Array, w: Array) -> Array:
    """The reverse of ``filters``, float32 in the shape of ``w``."""
    flat = matrix.T if isinstance(node.attrs, MatMulAttrs) else matrix
    return np.ascontiguousarray(flat.reshape(w.shape), np.float32)


def rows(graph: Graph, node: Node, x: Array, at: Array) -> Array:
    """Inputs of the filters [positions, inputs of a filter]; of a depthwise layer [positions, channels, taps].

    Args:
        graph: the graph of the node.
        node: a convolution in one group or depthwise, or a product with constant weights.
        x: its input, samples stacked along the first axis.
        at: numbers of the output positions, counted through all samples.
    """
    if not isinstance(node.attrs, ConvAttrs):
        return np.asarray(x.reshape(-1, x.shape[-1])[at])
    a = node.attrs
    _, kh, kw, _ = graph.tensors[node.inputs[1]].shape
    _, oh, ow, _ = graph.tensors[node.outputs[0]].shape
    t, left, bottom, right = a.pads
    padded = np.ascontiguousarray(np.pad(x, ((0, 0), (t, bottom), (left, right), (0, 0))))
    view = windows(padded, (kh, kw), a.strides, a.dilations, (oh, ow))
    cells = view[at // (oh * ow), at // ow % oh, at % ow]  # [R, C, kh, kw]
    if a.groups > 1:
        return np.asarray(cells.reshape(len(at), cells.shape[1], kh * kw))
    return np.ascontiguousarray(cells.transpose(0, 2, 3, 1)).reshape(len(at), -1)


def positions(graph: Graph, node: Node, count: int, limit: int) -> Array:
    """At most ``limit`` output positions of ``count`` samples, evenly spread."""
    out = graph.tensors[node.outputs[0]]
    total = count * (out.size // out.channels)
    taken = min(total, limit)
    return (np.arange(taken) * total) // max(taken, 1)
