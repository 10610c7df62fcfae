"""Layers computed together, row by row: of all tensors between them only the few rows in use exist.

A group is a run of layers whose inner tensors nobody else reads.  For every strip of rows of its last layer, each layer
computes just the rows that are still missing, into a window of the arena; rows that the next strip needs again are
moved to the top of the window, not recomputed (but those of ``Pace.again``).  A layer computes rows with the very
kernel that a whole image takes: the rows it reads are an image of their own, with padding only where the image ends.
So a window holds a tensor of its own: where rows are no runs of bytes (the tokens of each head), only those of the
present strip (``Stage.apart``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np

from edgec.codegen.kernels.spec import Call, NodeView
from edgec.codegen.schedule.row_rules import TableTaps, Taps
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node, Tensor
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import GatherAttrs


@dataclass(frozen=True)
class Feed:
    """Input ``index`` of a stage: the output of an earlier ``stage``, or input ``outer`` of the group.

    ``axis`` of its rows; None: every run reads all of it.
    """

    index: int
    stage: int | None = None
    outer: int | None = None
    axis: int | None = 1


@dataclass(frozen=True)
class Form:
    """A layer as a group's steps see it; heights in rows, ``in_row`` (per feed, 0 if read whole), ``out_row`` in bytes.

    ``parts``: calls for the same rows, one for each input of a concatenation.
    """

    taps: Taps | TableTaps
    feeds: tuple[Feed, ...]
    in_height: int
    out_height: int
    in_row: tuple[int, ...]
    out_row: int
    parts: int


@dataclass(frozen=True)
class Stage(Form):
    """A layer of a group; ``axis`` of the rows of its output, of which there are ``apart`` runs of bytes each."""

    node: Node
    axis: int = 1
    apart: int = 1

    @property
    def form(self) -> Form:
        """The layer without its node."""
        return Form(self.taps, self.feeds, self.in_height, self.out_height, self.in_row, self.out_row, self.parts)


@dataclass(frozen=True)
class RowRun:
    """One kernel call: rows of a stage.  ``reads`` are the rows of each feed, offsets in bytes from its buffer.

    ``part``: of a concatenation, the input that is copied.
    """

    stage: int
    rows: tuple[int, int]
    reads: tuple[tuple[int, int], ...]
    in_offsets: tuple[int, ...]
    out_offset: int
    part: int = 0


@dataclass(frozen=True)
class RowMove:
    """The rows of a window that stay, moved to its start."""

    stage: int
    rows: tuple[int, int]
    offset: int
    size: int


RowChooser: TypeAlias = "Callable[[NodeView], Call | None]"  # a kernel for some rows, None when there is none
RowStep: TypeAlias = "RowRun | RowMove"
_Shape: TypeAlias = "tuple[int, int, int, int, int, int, bytes]"  # stage, padding, rows read and made, part, tables
_Strips: TypeAlias = tuple[tuple[int, ...], tuple[tuple[RowStep, ...], ...]]  # windows, steps of each strip


@dataclass(frozen=True)
class RowProgram:
    """The program of a group, ``strip`` rows of its last stage at a time (see ``make_program``).

    ``windows`` are the bytes of each inner stage's window; the last stage has none (0).  They may lie in one block of
    ``room`` bytes, at ``places``; there too, at ``desks``, the working memory of each stage (``row_room``).
    """

    stages: tuple[Stage, ...]
    windows: tuple[int, ...]
    strips: tuple[tuple[RowStep, ...], ...]
    strip: int
    room: int = 0
    places: tuple[int, ...] = ()
    desks: tuple[int, ...] = ()

    @cached_property
    def steps(self) -> tuple[RowStep, ...]:
        """All steps in order."""
        return tuple(s for strip in self.strips for s in strip)

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """The blocks of windows: the stage that gives each its name, and its bytes."""
        return ((0, self.room),) if self.places else tuple((i, n) for i, n in enumerate(self.windows) if n)

    def place(self, stage: int) -> tuple[int, int]:
        """The block in which the window of an inner stage lies, and the offset there."""
        return (0, self.places[stage]) if self.places else (stage, 0)

    @property
    def moved(self) -> int:
        """Bytes moved within windows."""
        return sum(s.size for s in self.steps if isinstance(s, RowMove))


def make_program(stages: Sequence[Stage], strip: int, late: bool = False) -> RowProgram:
    """The steps of a group that makes ``strip`` rows of its last stage at a time; 0: one row of any stage at a time.

    ``late``: inner rows are made when they are needed, one by one but for those of windows, which kernels make cheaply
    together; and what is left of a window is moved to its start before the last stage runs.
    """
    heights = (0 if strip else 1,) * len(stages)
    if late:
        heights = (*(strip if isinstance(s.node.attrs, ConvAttrs) and _overlapping(s) else 1 for s in stages[:-1]), 0)
    again = frozenset(i for i, s in enumerate(stages[:-1]) if late and _is_cheap(s))
    windows, strips = _strips(tuple(s.form for s in stages), max(1, strip), Pace(heights, late, again))
    return RowProgram(tuple(stages), windows, strips, strip)


def _overlapping(stage: Stage) -> bool:
    return isinstance(stage.taps, Taps) and stage.taps.extent > stage.taps.stride == 1


def _is_cheap(stage: Stage) -> bool:
    """Return whether rows are better made again than kept: largest values of what the group does not make."""
    return isinstance(stage.node.attrs, PoolAttrs) and all(f.stage is None for f in stage.feeds)


@dataclass(frozen=True)
class Pace:
    """Rows of each stage at a time, 0: all that are needed; ``tidy``: see ``make_program``.

    Rows of the stages ``again`` are made anew for each run that reads them.
    """

    heights: tuple[int, ...]
    tidy: bool = False
    again: frozenset[int] = frozenset()


@lru_cache(maxsize=64)  # long graphs repeat themselves
def _strips(stages: tuple[Form, ...], strip: int, pace: Pace) -> _Strips:
    return _Builder(stages, pace).build(strip)


class _Builder:
    """Rows kept of each inner stage: ``base`` .. ``done`` - 1, the first at the start of its window."""

    def __init__(self, stages: tuple[Form, ...], pace: Pace) -> None:
        self.stages, self.pace = stages, pace
        self.base, self.done, self.most = ([0] * len(stages) for _ in range(3))
        self.readers: list[list[int]] = [[] for _ in stages]
        for reader, stage in enumerate(stages):
            for feed in stage.feeds:
                if feed.stage is not None and reader not in self.readers[feed.stage]:
                    self.readers[feed.stage].append(reader)
        self.again = {i for i in pace.again if len(self.readers[i]) == 1}

    def build(self, strip: int) -> _Strips:
        """Windows and strips of ``RowProgram``."""
        last = len(self.stages) - 1
        height = self.stages[last].out_height
        strips = [tuple(self._produce(last, min(first + strip, height))) for first in range(0, height, strip)]
        windows = [rows * s.out_row for rows, s in zip(self.most, self.stages, strict=True)]
        return (*windows[:-1], 0), tuple(strips)

    def _produce(self, i: int, end: int) -> Iterator[RowStep]:
        """Stage ``i`` up to row ``end`` at least, and before it the rows it needs."""
        stage = self.stages[i]
        while self.done[i] < end:
            some = self._height(i, end)
            first, needed = stage.taps.rows(self.done[i], some, stage.in_height)
            for source in sorted({f.stage for f in stage.feeds if f.stage is not None}):
                if source in self.again:
                    self.base[source] = self.done[source] = first
                yield from self._produce(source, needed)
            if self.pace.tidy and i == len(self.stages) - 1:
                for inner in (k for k in range(i) if k not in self.again):
                    yield from self._tidied(inner)
            yield from self._advance(i, some)

    def _height(self, i: int, end: int) -> int:
        """The row up to which stage ``i`` is made next, when ``end`` are needed: a few more than its height at once."""
        height, done = self.pace.heights[i], self.done[i]
        if not height or height <= end - done < 2 * height:
            return end
        return min(done + height, self.stages[i].out_height)

    def _tidied(self, i: int) -> Iterator[RowStep]:
        """The rows of stage ``i`` that are needed later, moved to the start of its window."""
        stage, done = self.stages[i], self.done[i]
        keep = min(max(min(self._first_needed(r) for r in self.readers[i]), self.base[i]), done)
        if keep > self.base[i] and keep < done:
            yield RowMove(i, (keep, done), (keep - self.base[i]) * stage.out_row, (done - keep) * stage.out_row)
        self.base[i] = keep

    def _advance(self, i: int, end: int) -> Iterator[RowStep]:
        """Stage ``i`` up to row ``end``."""
        stage, first = self.stages[i], self.done[i]
        if i < len(self.stages) - 1:
            yield from self._tidied(i)
        reads = stage.taps.rows(first, end, stage.in_height)
        offsets = []
        for feed, row in zip(stage.feeds, stage.in_row, strict=True):
            offsets.append((reads[0] - (self.base[feed.stage] if feed.stage is not None else 0)) * row)
        out_offset = (first - self.base[i]) * stage.out_row
        run = RowRun(i, (first, end), (reads,) * len(stage.feeds), tuple(offsets), out_offset)
        yield from (replace(run, part=part) for part in range(stage.parts))
        self.done[i] = end
        self.most[i] = max(self.most[i], end - self.base[i])

    def _first_needed(self, reader: int) -> int:
        """The first row of its source that a stage has yet to read (its end when it is complete)."""
        stage, done = self.stages[reader], self.done[reader]
        if done == stage.out_height:
            return stage.in_height
        return stage.taps.rows(done, done + 1, stage.in_height)[0]


def row_view(graph: Graph, stage: Stage, run: RowRun) -> NodeView:
    """The rows of a stage as a layer of its own."""
    node, (first, end) = stage.node, run.rows
    low, high = run.reads[0]
    a = node.attrs
    if isinstance(a, ConvAttrs | PoolAttrs):
        top, below = _padding(stage, run)
        pads = (top, a.pads[1], below, a.pads[3])
        a = replace(a, pads=pads, out=(end - first, a.out[1])) if isinstance(a, PoolAttrs) else replace(a, pads=pads)
    ins = [graph.tensors[i] if i else None for i in node.inputs]
    axes = {f.index: f.axis for f in stage.feeds}
    rows = [_rows(t, axes.get(i), high - low) if t else t for i, t in enumerate(ins)]
    if isinstance(stage.taps, TableTaps):
        rows[1:] = _tables(graph, stage, run)
    y = _rows(graph.tensors[node.outputs[0]], stage.axis, end - first)
    return NodeView(replace(node, attrs=a), tuple(rows), (y,), frugal=True, part=run.part)


def _tables(graph: Graph, stage: Stage, run: RowRun) -> list[Tensor]:
    """Index and weights of a resizing for some rows of its output; indices count from the first row that is read."""
    tensors: list[Tensor] = []
    for name, low in zip(stage.node.inputs[1:], (run.reads[0][0], 0), strict=False):
        tensor = graph.tensors[name]
        assert tensor.data is not None
        data = tensor.data[slice(*run.rows)] - np.asarray(low, tensor.data.dtype)
        tensors.append(replace(tensor, data=data, shape=data.shape))
    return tensors


def _table_bytes(graph: Graph, stage: Stage, run: RowRun) -> bytes:
    if not isinstance(stage.taps, TableTaps):
        return b""
    return _values(_tables(graph, stage, run))


def _values(tensors: Iterable[Tensor | None]) -> bytes:
    return b"".join(t.data.tobytes() for t in tensors if t is not None and t.data is not None)


def row_tables(view: NodeView) -> bytes:
    """The tables by which the rows of a resizing differ; none of other layers."""
    if not isinstance(view.node.attrs, GatherAttrs | ResampleAttrs) or view.node.attrs.axis != 1:
        return b""
    return _values(view.ins[1:])


def _padding(stage: Stage, run: RowRun) -> tuple[int, int]:
    """Rows of padding above and below what some rows of a stage read."""
    a, taps, (first, end) = stage.node.attrs, stage.taps, run.rows
    if not isinstance(a, ConvAttrs | PoolAttrs) or isinstance(taps, TableTaps):
        return 0, 0
    beyond = (end - 1) * taps.stride - taps.pad + taps.extent - stage.in_height
    return max(0, taps.pad - first * taps.stride), min(max(0, beyond), a.pads[2])


def _rows(tensor: Tensor, axis: int | None, count: int) -> Tensor:
    if axis is None:
        return tensor
    return replace(tensor, shape=(*tensor.shape[:axis], count, *tensor.shape[axis + 1 :]))


def bind_rows(
    graph: Graph, program: RowProgram, choose: RowChooser, apart: bool = False, frugal: bool = True
) -> dict[RowRun, Call] | None:
    """The kernel call of every run; None when one has none.  ``frugal``: see ``NodeView``; ``apart``: of the last one.

    The rows that most runs of a stage are like come first: the others make do with their constants where they can.
    """
    last = len(program.stages) - 1
    shapes: dict[RowRun, _Shape] = {}
    views: dict[_Shape, NodeView] = {}
    for step in program.steps:
        if isinstance(step, RowRun):
            stage, (low, high) = program.stages[step.stage], step.reads[0]
            made, tables = step.rows[1] - step.rows[0], _table_bytes(graph, stage, step)
            shape = (step.stage, *_padding(stage, step), high - low, made, step.part, tables)
            shapes[step] = shape
            if shape not in views:
                view = row_view(graph, stage, step)
                views[shape] = replace(view, apart=apart and step.stage == last, frugal=frugal)
    known: dict[_Shape, Call] = {}
    usual: dict[int, Call] = {}
    for shape, _ in Counter(shapes.values()).most_common():
        call = choose(replace(views[shape], beside=usual.get(shape[0])))
        if call is None:
            return None
        known[shape] = call
        usual.setdefault(shape[0], call)
    return {run: known[shape] for run, shape in shapes.items()}
