"""Fewer bytes of states for more work: columns far from the new ones are computed again where they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from math import prod

from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.registry import is_weighted
from edgec.quantize.stream.columns import Columns, needed_columns
from edgec.quantize.stream.timeline import Timeline, timeline


def briefer(graph: Graph, axis: int, hop: int) -> Iterator[Set[str]]:
    """Sets of tensors for ``streamed`` of which few columns are held, each with fewer bytes of states than the last.

    At each step the tensor goes whose long history costs most bytes for the work that it saves.

    Args:
        graph: an integer graph of one input.
        axis: of time, as the input is stored.
        hop: columns that are new at every step.
    """
    line = timeline(graph, graph.inputs[0], axis, hop)
    tracks = frozenset(line.tracks)
    columns = needed_columns(graph, line)
    long = {name for name, c in columns.items() if c.held is not None and name not in graph.inputs}
    held, work = _bytes(graph, line, columns), _work(graph, line, columns)
    while long:
        shorter = []
        for name in sorted(long):
            tried = needed_columns(graph, line, tracks - (long - {name}))
            saved, more = held - _bytes(graph, line, tried), _work(graph, line, tried) - work
            if saved > 0:
                shorter.append((more / saved, name, saved, more))
        if not shorter:
            return
        _, name, saved, more = min(shorter)
        long.remove(name)
        held, work = held - saved, work + more
        yield tracks - long


def _bytes(graph: Graph, line: Timeline, columns: Mapping[str, Columns]) -> int:
    """Bytes of all states."""
    total = 0
    for name, c in columns.items():
        if c.held is not None:
            track = line.tracks[name]
            total += graph.tensors[name].nbytes // track.length * (c.held[1] - c.held[0] + track.hop)
    return total


def _work(graph: Graph, line: Timeline, columns: Mapping[str, Columns]) -> int:
    """Products, or elements where there are none, of the columns that are computed."""
    nodes = (n for n in graph.nodes if n.outputs[0] in line.moves)
    return sum(_column(graph, n) * columns[n.outputs[0]].count // line.tracks[n.outputs[0]].length for n in nodes)


def _column(graph: Graph, node: Node) -> int:
    weights = prod(graph.tensors[node.inputs[1]].shape[1:]) if is_weighted(node) else 1
    return graph.tensors[node.outputs[0]].size * weights
