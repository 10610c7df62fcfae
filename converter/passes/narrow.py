"""Pooling of integers that no kernel pools."""

from __future__ import annotations

from edgec.converter.graph.ir import DType, Graph
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.passes.rewriter import Rewriter

NARROW = (DType.U8, DType.I16, DType.U16)


def widen_pools(graph: Graph) -> Graph:
    """The largest of bytes or halfwords without a scale is found in float32, which holds each of them."""
    rw = Rewriter(graph)
    for output in [n.outputs[0] for n in rw.nodes("MaxPool")]:
        node = rw.producer(output)  # another one when what it reads was rewritten
        assert node is not None
        x = rw.tensors[node.inputs[0]]
        if x.dtype in NARROW and x.quant is None:
            wide = rw.emit("Cast", CastAttrs(DType.F32), (x.name,), node)
            largest = rw.emit("MaxPool", node.attrs, (wide,), node)
            rw.bypass(node, rw.emit("Cast", CastAttrs(x.dtype), (largest,), node))
    return rw.build()
