"""Names that nodes read, and the topological order that follows from them."""

from __future__ import annotations

import onnx

from edgec.converter.graph.errors import InvalidModel, printable


def node_reads(node: onnx.NodeProto) -> set[str]:
    """Values a node reads, those captured by its subgraphs included."""
    names = {i for i in node.input if i}
    for attr in node.attribute:
        for sub in [attr.g] if attr.HasField("g") else list(attr.graphs):
            inner = {o for n in sub.node for o in n.output} | {i.name for i in sub.input}
            inner |= {t.name for t in sub.initializer}
            for n in sub.node:
                names |= node_reads(n) - inner
            names |= {o.name for o in sub.output} - inner
    return names


def sort_nodes(graph: onnx.GraphProto) -> None:
    """Put nodes in topological order.

    Raises:
        InvalidModel: a value is never written, or the nodes form a cycle.
    """
    ready = {i.name for i in graph.input} | {t.name for t in graph.initializer}
    ready |= {t.values.name for t in graph.sparse_initializer}
    written = {o for n in graph.node for o in n.output if o}
    waiting: dict[str, list[int]] = {}
    missing: list[int] = []
    for index, node in enumerate(graph.node):
        reads = node_reads(node) - ready
        for name in sorted(reads - written):
            where = f"node '{printable(node.name or f'#{index}')}' ({printable(node.op_type)})"
            raise InvalidModel(f"{where} reads '{printable(name)}', which nothing writes")
        missing.append(len(reads))
        for name in reads:
            waiting.setdefault(name, []).append(index)
    order = [i for i, count in enumerate(missing) if count == 0]
    for i in order:  # grows while it is read
        for name in dict.fromkeys(o for o in graph.node[i].output if o):
            for user in waiting.pop(name, []):
                missing[user] -= 1
                if missing[user] == 0:
                    order.append(user)
    if len(order) < len(graph.node):
        stuck = [graph.node[i].name or f"#{i}" for i, count in enumerate(missing) if count > 0]
        names = ", ".join(f"'{printable(s)}'" for s in stuck[:5])
        raise InvalidModel(f"the nodes form a cycle (through {names}); a model must be acyclic")
    if order != sorted(order):
        nodes = [graph.node[i] for i in order]
        copies = [onnx.NodeProto.FromString(n.SerializeToString()) for n in nodes]
        del graph.node[:]
        graph.node.extend(copies)
