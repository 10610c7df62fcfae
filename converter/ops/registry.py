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
    moving,
    normalize,
    pool,
    recurrent,
    resample,
    shape,
    stored,
    tree,
)
from edgec.converter.ops.spec import OpSpec, QuantRule, Trait

FAMILIES = (
    conv,
    pool,
    moving,
    elementwise,
    normalize,
    logic,
    shape,
    index,
    resample,
    recurrent,
    tree,
    stored,
    boundary,
)
OPS: Mapping[str, OpSpec] = {spec.op: spec for family in FAMILIES for spec in family.SPECS}


def quant_rule(node: Node) -> QuantRule:
    """The quantization rule of a node: the operator's, narrowed by its attributes."""
    rule = OPS[node.op].rule
    return rule if isinstance(rule, QuantRule) else rule(node.attrs)


def has_trait(node: Node, trait: Trait) -> bool:
    """Return whether a node's operator has a trait; one that is not known (``check`` names it) has none."""
    spec = OPS.get(node.op)
    return spec is not None and trait in spec.traits


def is_weighted(node: Node) -> bool:
    """Return whether a node is a layer with a filter and a bias for each output channel (``Conv``, ``Dense``)."""
    return quant_rule(node) is QuantRule.WEIGHTED
