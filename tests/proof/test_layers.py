"""Layers of a report are found in a graph whose long names are cut."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from edgec.converter.edge.write import shortened
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType, Graph, Node, Tensor
from edgec.converter.ops.elementwise import UnaryAttrs, UnaryFn
from edgec.proof.record import layer_nodes

FUSED = "net/activation/Relu;" + "net/batch_normalization/FusedBatchNormV3;" * 2


def graph_of(names: list[str]) -> Graph:
    tensors = {n: Tensor(n, (1, 4), DType.F32) for n in ("x", *(f"y{i}" for i in range(len(names))))}
    ways = zip(("x", *(f"y{i}" for i in range(len(names)))), names, strict=False)
    nodes = tuple(
        Node("Unary", name, (begin,), (f"y{i}",), UnaryAttrs(UnaryFn.ABS)) for i, (begin, name) in enumerate(ways)
    )
    return Graph(name="net", tensors=tensors, nodes=nodes, inputs=("x",), outputs=(f"y{len(names) - 1}",))


def folder_of(graph: Graph, names: list[str]) -> Any:
    layers = [SimpleNamespace(name=n, op="Unary") for n in names]
    return SimpleNamespace(path="net", graph=graph, report=SimpleNamespace(layers=layers))


def test_layers_whose_names_are_cut_are_found_in_their_order() -> None:
    names = [FUSED + "first", "short", FUSED + "second", "l" * 70]
    graph = shortened(graph_of(names))
    assert layer_nodes(folder_of(graph, names)) == list(graph.nodes)
    assert layer_nodes(folder_of(graph, [names[0], *names[2:]])) == [graph.nodes[0], *graph.nodes[2:]]


def test_a_layer_of_another_graph_is_refused() -> None:
    graph = shortened(graph_of(["short"]))
    with pytest.raises(EdgecError, match=r"layer 'other' is not in the graph"):
        layer_nodes(folder_of(graph, ["other"]))
