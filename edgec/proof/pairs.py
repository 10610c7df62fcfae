"""Elements that depend on one or two values of the input: all of these are tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.proof.thumb.terms import Value


@dataclass(frozen=True)
class Tried:
    """What trying all values found."""

    range: str
    proven: bool
    detail: str = ""


def elementwise(graph: Graph, node: Node, values: dict[str, Array], elements: Sequence[Value]) -> Tried | None:
    """Compare a layer whose elements each depend on few input bytes; None for other operators."""
    return None
