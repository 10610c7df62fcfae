"""The rewrite of an integer graph over a window into one over the columns that are new."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace

import numpy as np

from edgec.converter.arithmetic.fixed_point import dequantize_array
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, GraphEditor, Node, StatePair
from edgec.converter.ops.check import check_graph
from edgec.converter.ops.moving import MovingMeanAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.shape import ConcatAttrs, ShiftAttrs, SliceAttrs
from edgec.converter.ops.spec import Trait
from edgec.quantize.ranges.simulate import Evaluator
from edgec.quantize.stream.columns import NO_TENSORS, Columns, needed_columns
from edgec.quantize.stream.rules import Run, changed
from edgec.quantize.stream.timeline import Timeline, timeline


@dataclass(frozen=True)
class StreamedLayer:
    """A layer over time: columns of its output, those that a step computes, and why it runs whole ("": it does not)."""

    name: str
    op: str
    columns: int
    computed: int
    whole: str = ""


@dataclass(frozen=True)
class StreamedNet:
    """A net over the new columns of a window, and its layers that are over time or read such.

    Its states begin as what the whole net has there when all inputs are real zeros.
    """

    graph: Graph
    layers: tuple[StreamedLayer, ...]


def streamed(graph: Graph, axis: int, hop: int, brief: Set[str] = NO_TENSORS) -> StreamedNet:
    """A graph whose input is the new columns of a window; outputs are those of the whole window, byte by byte.

    Args:
        graph: an integer graph of one input.
        axis: of time, in the input as it is stored.
        hop: columns that are new at every step.
        brief: tensors of which few columns are held (``needed_columns``).

    Raises:
        UsageError: the graph has several inputs, no such axis, or the hop is no part of it.
    """
    if len(graph.inputs) != 1:
        names = ", ".join(printable(n) for n in graph.inputs)
        raise UsageError(f"--stream: the model has {len(graph.inputs)} inputs ({names}); it must have one")
    shape = graph.tensors[graph.inputs[0]].shape
    if not 0 <= axis < len(shape):
        raise UsageError(f"--stream {axis}: the input has shape {list(shape)}; name one of its {len(shape)} axes")
    if not 0 < hop < shape[axis]:
        raise UsageError(f"--hop {hop}: the window has {shape[axis]} columns; new ones are 1 to {shape[axis] - 1}")
    line = timeline(graph, graph.inputs[0], axis, hop)
    rewriter = _Rewriter(graph, line, needed_columns(graph, line, brief))
    made = rewriter.rewrite()
    check_graph(made)
    return StreamedNet(made, tuple(rewriter.layers))


def idle_values(graph: Graph, names: Set[str]) -> dict[str, Array]:
    """Return the values of tensors when all inputs are real zeros, by name, [*shape]."""
    values: dict[str, Array] = {}
    zeros = []
    for t in (graph.tensors[name] for name in graph.inputs):
        zeros.append(np.full(t.shape, t.quant.z if t.quant is not None else 0, t.dtype.numpy))

    def observe(name: str, value: Array) -> None:
        if name in names:
            values[name] = value

    Evaluator(graph).run(zeros, observe=observe)
    return values


def repeated(values: Array, axis: int) -> tuple[float, ...]:
    """Initial values of a state, in the order in which it is stored: its first column where that is all of them."""
    if not np.any(values):
        return ()
    first = values.take([0], axis=axis)
    outermost = all(size == 1 for size in values.shape[:axis])
    alike = outermost and np.array_equal(np.broadcast_to(first, values.shape), values)
    return tuple((first if alike else values).reshape(-1).tolist())


class _Rewriter:
    """Writes the streamed graph node by node.

    ``_pieces``: what there is of each tensor over time, as (first, last + 1, tensor); ``_cut``: runs that were put
    together.
    """

    def __init__(self, graph: Graph, line: Timeline, columns: Mapping[str, Columns]) -> None:
        self.graph = graph
        self.line = line
        self.columns = columns
        self.layers: list[StreamedLayer] = []
        self._editor = GraphEditor(graph)
        self._editor.nodes = []
        self._pieces: dict[str, list[tuple[int, int, str]]] = {}
        self._cut: dict[tuple[str, Run], str] = {}
        held = {name for name, c in columns.items() if c.held is not None}
        summed = {n.inputs[0] for n in graph.nodes if n.outputs[0] in line.sums}
        self._idle = idle_values(graph, held | summed)
        self._states: dict[str, str] = {}

    def rewrite(self) -> Graph:
        """The graph."""
        editor = self._editor
        for name in self.graph.inputs:
            (run,) = self.columns[name].computed
            editor.update(name, shape=self._shape(name, run))
            self._pieces[name] = [(*run, name)]
        for name in (n for n in self.line.tracks if self.columns[n].held is not None):
            self._state(name)
        for name in self.graph.inputs:
            self._advance(name)
        for node in self.graph.nodes:
            if node.outputs[0] in self.line.moves:
                self._parts(node)
            elif node.outputs[0] in self.line.sums:
                self._sum(node)
            else:
                self._whole(node)
        for name in (o for o in self.graph.outputs if o in self.line.tracks):
            self._output(name)
        return editor.build()

    def _shape(self, name: str, run: Run) -> tuple[int, ...]:
        return changed(self.graph.tensors[name].shape, self.line.tracks[name].axis, run[1] - run[0])

    def _tensor(self, hint: str, like: str, run: Run) -> str:
        t = self.graph.tensors[like]
        return self._editor.tensor(hint, self._shape(like, run), t.dtype, t.quant)

    def _state(self, name: str) -> None:
        """The input that holds columns as the step before left them."""
        made = self._tensor(f"state{len(self._editor.inputs) - 1}", name, self._state_columns(name))
        self._editor.inputs.append(made)
        self._states[name] = made

    def _state_columns(self, name: str) -> Run:
        """The columns that a step leaves to the next one."""
        held = self.columns[name].held
        assert held is not None
        return held[0], held[1] + self.line.tracks[name].hop

    def _advance(self, name: str) -> None:
        """The state without its oldest columns and with the new ones: what the layers behind read."""
        if name not in self._states:
            return
        run, state, track = self._state_columns(name), self._states[name], self.line.tracks[name]
        new = self._run(name, (run[1] - track.hop, run[1]))
        output = self._tensor(f"{state}_out", name, run)
        self._editor.nodes.append(Node("Shift", output, (state, new), (output,), ShiftAttrs(track.axis)))
        self._editor.outputs.append(output)
        self._pieces[name].append((*run, output))
        t = self.graph.tensors[name]
        begin = self._idle[name].take(range(*run), axis=track.axis)
        real = begin if t.quant is None or t.dtype.is_float else dequantize_array(begin, t.quant)
        self._editor.states.append(StatePair(state, output, repeated(real.astype(np.float32), track.axis)))

    def _output(self, name: str) -> None:
        """A graph output over time: all of its columns, under its own name."""
        run = 0, self.line.tracks[name].length
        if [p[:2] for p in self._pieces[name]] != [run]:
            self._taken(name, run, name)

    def _whole(self, node: Node) -> None:
        tracks = self.line.tracks
        inputs = tuple(self._run(i, (0, tracks[i].length)) if i in tracks else i for i in node.inputs)
        self._editor.nodes.append(replace(node, inputs=inputs))
        read = [tracks[i].length for i in node.inputs if i in tracks]
        if read:
            why = self.line.whole[node.outputs[0]] if max(read) > 1 else ""
            self.layers.append(StreamedLayer(node.name, node.op, 1, 1, why))

    def _sum(self, node: Node) -> None:
        """A mean or sum over time whose sum is carried from step to step."""
        (name,), (output,) = node.inputs, node.outputs
        columns, track, x = self.line.sums[output], self.line.tracks[name], self.graph.tensors[name]
        shape = (x.shape[-1],)
        sums = self._editor.tensor(f"state{len(self._editor.inputs) - 1}", shape, DType.I32, None)
        kept = self._editor.tensor(f"{sums}_out", shape, DType.I32, None)
        self._editor.inputs.append(sums)
        self._editor.outputs.append(kept)
        begin = self._idle[name].take(range(*columns.kept), axis=track.axis).astype(np.int64)
        real = begin.reshape(-1, x.shape[-1]).sum(axis=0)
        self._editor.states.append(StatePair(sums, kept, tuple(real.astype(np.float32).tolist()) if real.any() else ()))
        fresh, old, *ends = (self._run(name, run) for run in columns.runs)
        cells = x.size // x.shape[-1]
        assert isinstance(node.attrs, ReduceAttrs)
        count = cells if node.attrs.fn is ReduceFn.MEAN else 1
        attrs = MovingMeanAttrs(self.graph.tensors[output].shape, count, cells)
        self._editor.nodes.append(Node("MovingMean", node.name, (fresh, old, sums, *ends), (output, kept), attrs))
        self.layers.append(StreamedLayer(node.name, node.op, 1, 1))

    def _parts(self, node: Node) -> None:
        """Every run of a node's output that is computed."""
        output = node.outputs[0]
        track, columns = self.line.tracks[output], self.columns[output]
        pieces = self._pieces.setdefault(output, [])
        for run in columns.computed:
            whole = run == (0, track.length)
            name = output if whole else self._tensor(f"{output}.{run[0]}", output, run)
            self._emit(node, run, name, node.name if whole else f"{node.name}.{run[0]}")
            pieces.append((*run, name))
        self._advance(output)
        if not has_trait(node, Trait.RENAMES):
            some = columns.count < track.length or track.length == 1
            why = "" if some else self._why_all(node)
            self.layers.append(StreamedLayer(node.name, node.op, track.length, columns.count, why))

    def _why_all(self, node: Node) -> str:
        track = self.line.tracks[node.outputs[0]]
        if not track.hop:
            return "the hop is no multiple of its stride"
        return "all of its columns depend on the window's ends"

    def _emit(self, node: Node, run: Run, output: str, name: str) -> None:
        moves, part = self.line.moves[node.outputs[0]], self.line.part(node, run)
        inputs = [self._run(i, part.read) if i in self.line.tracks else i for i in node.inputs]
        for i, values in moves.constants(part).items():
            t = self.graph.tensors[node.inputs[i]]
            inputs[i] = self._editor.const(t.name, values, t.quant, t.dtype)
        self._editor.nodes.append(Node(node.op, name, tuple(inputs), (output,), moves.attrs(part)))

    def _run(self, name: str, run: Run) -> str:
        """The tensor of a run of columns, made when first asked for."""
        for first, last, piece in self._pieces[name]:
            if (first, last) == run:
                return piece
        if (name, run) not in self._cut:
            self._cut[name, run] = self._taken(name, run, self._tensor(f"{name}.{run[0]}_{run[1]}", name, run))
        return self._cut[name, run]

    def _taken(self, name: str, run: Run, output: str) -> str:
        """Columns put together from pieces, into the tensor ``output``."""
        taken: list[tuple[Run, Run, str]] = []
        at = run[0]
        while at < run[1]:
            first, last, piece = max(
                (p for p in self._pieces[name] if p[0] <= at < p[1]), key=lambda p: p[1], default=(0, 0, "")
            )
            assert piece, f"{name}: column {at} is neither computed nor held"
            end = min(last, run[1])
            taken.append(((first, last), (at, end), piece))
            at = end
        axis = self.line.tracks[name].axis
        if len(taken) == 1:
            self._slice(name, *taken[0], output)
        else:
            parts = [p if whole == cut else self._slice(name, whole, cut, p) for whole, cut, p in taken]
            self._editor.nodes.append(Node("Concat", output, tuple(parts), (output,), ConcatAttrs(axis)))
        return output

    def _slice(self, name: str, whole: Run, cut: Run, piece: str, output: str = "") -> str:
        """Columns of one piece."""
        output = output or self._tensor(f"{name}.{cut[0]}_{cut[1]}", name, cut)
        shape, axis = self._shape(name, cut), self.line.tracks[name].axis
        starts = tuple(cut[0] - whole[0] if i == axis else 0 for i in range(len(shape)))
        attrs = SliceAttrs(starts, (1,) * len(shape), shape)
        self._editor.nodes.append(Node("Slice", output, (piece,), (output,), attrs))
        return output
