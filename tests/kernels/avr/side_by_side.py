"""Layers of a kernel's grid side by side in one model, for cores whose bench has room for one program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from tests.kernels.layers import Made


def side_by_side(layers: Sequence[Made]) -> tuple[Graph, list[Array]]:
    """A graph with a node for each layer, which share nothing, and a sample of its inputs."""
    tensors: dict[str, Tensor] = {}
    nodes: list[Node] = []
    inputs: list[str] = []
    for i, made in enumerate(layers):
        view = made.trial.view
        named = [None if t is None else replace(t, name=f"{t.name}_{i}") for t in view.ins]
        out = replace(view.y, name=f"y_{i}")
        tensors |= {t.name: t for t in (*named, out) if t is not None}
        inputs += [t.name for t in named if t is not None and t.data is None]
        names = tuple("" if t is None else t.name for t in named)
        nodes.append(replace(view.node, name=f"layer_{i}", inputs=names, outputs=(out.name,)))
    graph = Graph("layers", tuple(inputs), tuple(node.outputs[0] for node in nodes), tensors, tuple(nodes))
    return graph, [x[None] for made in layers for x in made.trial.inputs]
