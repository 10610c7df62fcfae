"""Inputs and outputs of a graph keep the names that they have in the ONNX file, whatever passes made of the tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from edgec.converter.graph.ir import Graph, Node


def with_port_names(graph: Graph, inputs: Sequence[str], outputs: Sequence[str]) -> Graph:
    """The graph whose inputs and outputs have these names, one for each.

    A tensor that is an input and an output, or two outputs, has one name: the first that is asked for. Another tensor
    of an asked-for name takes the name that became free.
    """
    names: dict[str, str] = {}
    wanted = zip((*graph.inputs, *graph.outputs), (*inputs, *outputs), strict=True)
    for now, name in wanted:
        if now in names or name in names.values():
            continue
        names[now] = name
    names = {now: name for now, name in names.items() if now != name}
    if not names:
        return graph
    for taken in sorted({name for name in names.values() if name in graph.tensors and name not in names}):
        names[taken] = _free(taken, graph, names)
    return _renamed(graph, names)


def _free(taken: str, graph: Graph, names: Mapping[str, str]) -> str:
    """A name for the tensor that is called so: that of the one that takes its name, unless it is taken too."""
    former = next(now for now, name in names.items() if name == taken)
    if former not in names.values():
        return former
    numbers = (f"{taken}.{i}" for i in range(1, len(graph.tensors) + len(names) + 2))
    return next(name for name in numbers if name not in graph.tensors and name not in names.values())


def _renamed(graph: Graph, names: Mapping[str, str]) -> Graph:
    def of(name: str) -> str:
        return names.get(name, name)

    def node(n: Node) -> Node:
        return replace(n, inputs=tuple(map(of, n.inputs)), outputs=tuple(map(of, n.outputs)))

    tensors = {of(name): replace(t, name=of(name)) for name, t in graph.tensors.items()}
    states = tuple(replace(s, input=of(s.input), output=of(s.output)) for s in graph.states)
    return Graph(
        graph.name, tuple(map(of, graph.inputs)), tuple(map(of, graph.outputs)), tensors,
        tuple(map(node, graph.nodes)), states,
    )  # fmt: skip
