"""Layers whose requantization factors are multiples of 2**-31: libraries that round twice compute them exactly, too."""

from __future__ import annotations

from dataclasses import replace

from edgec.converter.graph.ir import DType, Graph, GraphEditor
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule


def with_q31(graph: Graph) -> Graph:
    """The graph with such factors in int8 layers: those with weights, and products of tensors (see ``Quant.q31``).

    A bias is in units of the sums and stays as it is.  Factors of 1 and more do not change.
    """
    editor = GraphEditor(graph)
    for node in graph.nodes:
        product = isinstance(node.attrs, BinaryAttrs) and node.attrs.fn is BinaryFn.MUL
        if not (product or quant_rule(node) is QuantRule.WEIGHTED):
            continue
        named = graph.tensors[node.outputs[0] if product else node.inputs[1]]
        if graph.tensors[node.inputs[0]].dtype is DType.I8 and named.quant is not None and not named.quant.q31:
            editor.update(named.name, quant=replace(named.quant, q31=True))
    return editor.build()
