"""Columns of each tensor that are those of a hop ago, moved: nothing outside the window has a part in them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import DType, Graph, Node
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.quantize.ranges.simulate import is_integer_node
from edgec.quantize.stream.rules import ColumnRun, Moves, Run, TimedNode, streaming

NONE: Run = (0, 0)


@dataclass(frozen=True)
class Track:
    """A tensor over time.

    ``axis``: of time.  ``hop``: columns by which it moves at each step of the stream, 0 where that is no whole number.
    ``interior``: columns whose value is that of the column ``hop`` later, a step ago.
    """

    axis: int
    length: int
    hop: int
    interior: Run

    @property
    def moved(self) -> Run:
        """Columns that the step before computed."""
        first, last = self.interior
        return (first, max(first, last - self.hop)) if self.hop else NONE


@dataclass(frozen=True)
class SummedColumns:
    """The columns that a sum over all of a tensor reads at a step: new ones, those that leave behind it, and both ends.

    Between the ends lie the columns whose sum is carried on: ``kept`` are those that it holds for the next step.
    """

    fresh: Run
    old: Run
    ends: tuple[Run, ...]
    kept: Run

    @property
    def runs(self) -> tuple[Run, ...]:
        """All of them."""
        return (self.fresh, self.old, *self.ends)


@dataclass(frozen=True)
class Timeline:
    """The tensors that are over time, and of the nodes between them, by their output, how these move.

    ``whole``: nodes that read such tensors and have no part to compute, with the reason.  ``sums``: of nodes whose
    sums over time are carried from step to step, the columns that they read.
    """

    tracks: Mapping[str, Track]
    moves: Mapping[str, Moves]
    whole: Mapping[str, str]
    sums: Mapping[str, SummedColumns]

    def part(self, node: Node, run: Run) -> ColumnRun:
        """A part of a node's output, and what of its inputs over time it reads."""
        first, last = self.moves[node.outputs[0]].reads(run)
        length = self.length(node)
        return ColumnRun(run, (max(first, 0), min(last, length)), max(-first, 0), max(last - length, 0))

    def length(self, node: Node) -> int:
        """Columns of a node's inputs over time."""
        return next(self.tracks[name].length for name in node.inputs if name in self.tracks)


def timeline(graph: Graph, name: str, axis: int, hop: int) -> Timeline:
    """The timeline of an integer graph.

    Args:
        graph: an integer graph.
        name: the input that the window moves over.
        axis: of time, in that input.
        hop: columns of it that are new at every step.
    """
    length = graph.tensors[name].shape[axis]
    tracks = {name: Track(axis, length, hop, (0, length))}
    moves: dict[str, Moves] = {}
    whole: dict[str, str] = {}
    sums: dict[str, SummedColumns] = {}
    for node in graph.nodes:
        axes = tuple(tracks[i].axis if i in tracks else None for i in node.inputs)
        if not any(axis is not None for axis in axes):
            continue
        moving, reason = _moves(graph, node, axes)
        summed = _summed(graph, node, tracks)
        if summed is not None:
            sums[node.outputs[0]] = summed
        elif moving is None:
            whole[node.outputs[0]] = reason
        else:
            moves[node.outputs[0]] = moving
            tracks[node.outputs[0]] = _track(graph, node, moving, tracks)
    return Timeline(tracks, moves, whole, sums)


def _summed(graph: Graph, node: Node, tracks: Mapping[str, Track]) -> SummedColumns | None:
    """The columns of an int8 mean or sum over time and all other axes but the channels; else None."""
    a = node.attrs
    if not isinstance(a, ReduceAttrs) or a.fn not in (ReduceFn.MEAN, ReduceFn.SUM):
        return None
    t, track = graph.tensors[node.inputs[0]], tracks[node.inputs[0]]
    y = graph.tensors[node.outputs[0]]
    reduced = all(i in a.axes or t.shape[i] == 1 for i in range(len(t.shape) - 1))
    before, behind = track.interior
    small = not track.hop or behind - before <= 2 * track.hop
    if track.axis not in a.axes or len(t.shape) - 1 in a.axes or not reduced or small:
        return None
    if t.dtype is not DType.I8 or y.dtype is not DType.I8 or t.quant is None or y.quant is None:
        return None
    ends = tuple(run for run in ((0, before), (behind, track.length)) if run[0] < run[1])
    kept = (before + track.hop, behind)
    return SummedColumns((behind - track.hop, behind), (before, before + track.hop), ends, kept)


def _moves(graph: Graph, node: Node, axes: tuple[int | None, ...]) -> tuple[Moves | None, str]:
    """Return the movement of a node along the axis of time; None with the reason where there is none."""
    rule = streaming.get(node)
    if rule is None or len(node.outputs) != 1:
        return None, "no rule computes a part of it"
    floats = any(t is not None and t.dtype.is_float for t in (*graph.ins(node), *graph.outs(node)))
    if floats and not is_integer_node(graph, node) and graph.tensors[node.outputs[0]].quant is None:
        return None, "it computes in floating point"
    others = [i for i, axis in zip(node.inputs, axes, strict=True) if axis is None and i]
    if not all(graph.tensors[i].is_const for i in others):
        return None, "an input depends on the whole window"
    return rule(TimedNode(graph, node, axes)), "it reads the whole window"


def _track(graph: Graph, node: Node, moves: Moves, tracks: Mapping[str, Track]) -> Track:
    """The track of a node's output."""
    sources = [tracks[i] for i in node.inputs if i in tracks]
    length = graph.tensors[node.outputs[0]].shape[moves.axis]
    hop = Fraction(sources[0].hop) / moves.stride
    inner = max(s.interior[0] for s in sources), min(s.interior[1] for s in sources)
    alike = len({s.hop for s in sources}) == 1
    if not alike or hop.denominator != 1 or not hop or inner[0] >= inner[1]:
        return Track(moves.axis, length, 0, NONE)
    lo, hi = moves.regular or (0, length)

    def inside(column: int) -> bool:
        first, last = moves.reads((column, column + 1))
        return lo <= column < hi and inner[0] <= first and last <= inner[1]

    runs = [list(run) for kept, run in groupby(range(length), inside) if kept]
    longest = max(runs, key=len, default=[])
    return Track(moves.axis, length, int(hop), (longest[0], longest[-1] + 1) if longest else NONE)
