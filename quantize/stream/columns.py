"""Columns of each tensor that a step of the stream computes, and those that it keeps from the step before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node
from edgec.quantize.stream.rules import Run
from edgec.quantize.stream.timeline import Timeline, Track

NO_TENSORS: Set[str] = frozenset()


@dataclass(frozen=True)
class Columns:
    """Columns of a tensor: ``computed`` at every step, in order; ``held`` from the step before (None: none)."""

    computed: tuple[Run, ...]
    held: Run | None = None

    @property
    def count(self) -> int:
        """Columns that are computed."""
        return sum(last - first for first, last in self.computed)


def needed_columns(graph: Graph, line: Timeline, brief: Set[str] = NO_TENSORS) -> dict[str, Columns]:
    """The columns of all tensors over time.

    Args:
        graph: the graph.
        line: its timeline.
        brief: tensors of which only columns next to the new ones are held; others that are asked for are computed.
            Of an input all that are asked for are held.
    """
    asked: dict[str, list[Run]] = {name: [] for name in line.tracks}
    for name in graph.outputs:
        if name in line.tracks:
            asked[name].append((0, line.tracks[name].length))
    columns: dict[str, Columns] = {}
    for node in reversed(graph.nodes):
        output = node.outputs[0]
        if output in line.tracks:
            columns[output] = _columns(line.tracks[output], asked[output], output in brief)
            columns[output] = Columns(
                joined(line.moves[output].widened(run) for run in columns[output].computed), columns[output].held
            )
        for name, run in _reads(line, node, columns):
            asked[name].append(run)
    made = {output for node in graph.nodes for output in node.outputs}
    for name in (n for n in line.tracks if n not in made):
        new = line.tracks[name]
        taken = _columns(new, asked[name], False)
        columns[name] = Columns(((new.length - new.hop, new.length),), taken.held)
    return columns


def _reads(line: Timeline, node: Node, columns: Mapping[str, Columns]) -> Iterable[tuple[str, Run]]:
    """Yield each tensor over time that a node reads, with the run of columns that it reads."""
    output = node.outputs[0]
    for name in (i for i in dict.fromkeys(node.inputs) if i in line.tracks):
        if output in line.moves:
            yield from ((name, line.part(node, run).read) for run in columns[output].computed)
        elif output in line.sums:
            yield from ((name, run) for run in line.sums[output].runs)
        else:
            yield name, (0, line.tracks[name].length)


def _columns(track: Track, asked: Iterable[Run], brief: bool) -> Columns:
    runs = joined(asked)
    first, last = track.moved
    inside = [(max(lo, first), min(hi, last)) for lo, hi in runs if max(lo, first) < min(hi, last)]
    if brief and inside:
        inside = [inside[-1]] if inside[-1][1] == last else []
    if not inside:
        return Columns(runs)
    held = inside[0][0], last
    new = (track.interior[1] - track.hop, track.interior[1])
    outside = [part for lo, hi in (*runs, new) for part in ((lo, min(hi, held[0])), (max(lo, held[1]), hi))]
    return Columns(joined(run for run in outside if run[0] < run[1]), held)


def joined(runs: Iterable[Run]) -> tuple[Run, ...]:
    """The runs in order, those that touch as one."""
    merged: list[Run] = []
    for lo, hi in sorted(runs):
        if merged and lo <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(hi, merged[-1][1])
        else:
            merged.append((lo, hi))
    return tuple(merged)
