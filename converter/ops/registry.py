"""All operators of the graph, by name."""

from __future__ import annotations

from collections.abc import Mapping

from edgec.converter.graph.ir import Node
from edgec.converter.ops import (
    boundary,
    conv,
    elementwise,
    index,
    logic,
    normalize,
    pool,
    recurrent,
    resample,
    shape,
    stored,
    tree,
)
from edgec.converter.ops.spec import OpSpec, QuantRule

FAMILIES = (conv, pool, elementwise, normalize, logic, shape, index, resample, recurrent, tree, stored, boundary)
OPS: Mapping[str, OpSpec] = {spec.op: spec for family in FAMILIES for spec in family.SPECS}


def quant_rule(node: Node) -> QuantRule:
    """The quantization rule of a node: the operator's, narrowed by its attributes."""
    rule = OPS[node.op].rule
    return rule if isinstance(rule, QuantRule) else rule(node.attrs)
