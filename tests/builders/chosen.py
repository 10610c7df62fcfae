"""Kernels chosen for the nodes of a graph, as a conversion chooses them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from edgec.codegen.choose.choice import Selection, choose_all
from edgec.codegen.kernels.spec import Call
from edgec.converter.graph.ir import Graph
from edgec.targets.reader import Target, load_target


def target_with(*features: str, name: str = "host") -> Target:
    """A Cortex-M4 that has these features only."""
    return replace(load_target("cortex-m4"), name=name, features=features)


def calls_of(graph: Graph, features: Iterable[str] = (), plain: bool = False) -> tuple[tuple[Call, ...], ...]:
    """The calls of every node on a target with these features, or those of the plain kernels."""
    choices = choose_all(graph, target_with(*features), Selection(plain=plain))
    return tuple(c.calls for c in choices)
