"""Layers whose requantization factors are multiples of 2**-31: what CMSIS-NN computes exactly, however it was built."""

from __future__ import annotations

from dataclasses import replace

from edgec.converter.graph.ir import DType, Graph, GraphEditor
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule


def with_q31(graph: Graph) -> Graph:
    """The graph with such factors in every layer that has weights and int8 activations (see ``Quant.q31``).

    A bias is in units of the sums and stays as it is.  Factors of 1 and more do not change.
    """
    editor = GraphEditor(graph)
    for node in graph.nodes:
        if quant_rule(node) is not QuantRule.WEIGHTED or graph.tensors[node.inputs[0]].dtype is not DType.I8:
            continue
        weights = graph.tensors[node.inputs[1]]
        if weights.quant is not None and not weights.quant.q31:
            editor.update(weights.name, quant=replace(weights.quant, q31=True))
    return editor.build()
