"""Operators of ONNX's own domain that the model's opset does not have: custom ones, newer ones, ONNX Runtime's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import onnx
import onnx.defs

DEFAULT = ("", "ai.onnx")
RUN_ANYWAY = frozenset({"LayerNormalization", "SimplifiedLayerNormalization"})  # ONNX Runtime has them in every opset
ASIDE = "edgec.aside"


def opset_table(entries: Iterable[onnx.OperatorSetIdProto]) -> dict[str, int]:
    """Version by domain; the default domain is "" in either spelling."""
    return {("" if e.domain == "ai.onnx" else e.domain): int(e.version) for e in entries}


def nodes_of(model: onnx.ModelProto) -> Iterator[tuple[str, onnx.NodeProto, Mapping[str, int]]]:
    """Every node with its label and the versions of its operator sets, in subgraphs and local functions too."""
    yield from _nodes(model.graph.node, "", opset_table(model.opset_import))
    for function in model.functions:
        yield from _nodes(function.node, f"{function.name}/", opset_table(function.opset_import))


def _nodes(
    nodes: Iterable[onnx.NodeProto], prefix: str, opsets: Mapping[str, int]
) -> Iterator[tuple[str, onnx.NodeProto, Mapping[str, int]]]:
    for index, node in enumerate(nodes):
        label = prefix + (node.name or (node.op_type if prefix else f"#{index}"))
        yield label, node, opsets
        for attr in node.attribute:
            for sub in [attr.g] if attr.HasField("g") else list(attr.graphs):
                yield from _nodes(sub.node, f"{label}/", opsets)


def is_unregistered(node: onnx.NodeProto, opsets: Mapping[str, int]) -> bool:
    """Return whether ONNX's own domain has no such operator in the opset that is imported."""
    opset = opsets.get("", 0)
    return node.domain in DEFAULT and opset > 0 and not _has(node.op_type, opset)


@lru_cache(4096)
def _has(op: str, opset: int) -> bool:
    try:
        onnx.defs.get_schema(op, opset, "")
    except onnx.defs.SchemaError:
        return False
    return True


@lru_cache(4096)
def first_opset(op: str) -> int | None:
    """The opset that brought an operator; None when ONNX has none of the name."""
    newest = onnx.defs.onnx_opset_version()
    return next((v for v in range(1, newest + 1) if _has(op, v)), None)


@contextmanager
def set_aside(model: onnx.ModelProto) -> Iterator[None]:
    """For the checker: what ONNX Runtime runs in spite of the opset belongs to a domain that nobody knows."""
    opsets = opset_table(model.opset_import)
    graph = _nodes(model.graph.node, "", opsets)
    moved = [n for _, n, _ in graph if n.op_type in RUN_ANYWAY and is_unregistered(n, opsets)]
    domains = [n.domain for n in moved]
    if moved:
        model.opset_import.add(domain=ASIDE, version=1)
    for node in moved:
        node.domain = ASIDE
    try:
        yield
    finally:
        for node, domain in zip(moved, domains, strict=True):
            node.domain = domain
        if moved:
            del model.opset_import[-1]
