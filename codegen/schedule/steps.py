"""The order of execution, and where each value is kept before the arena is planned.

Graph inputs and outputs are the caller's buffers.  A rename (``Reshape``, or a ``Transpose`` that moves no data) shares
the storage of its input.  A node that computes a graph output writes straight into the caller's buffer; an output that
is a renamed input, a constant or another output is copied at the end.  Concatenations and slices may do without copies
(``parts``): their inputs or outputs are then parts of other tensors' memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.schedule.parts import Home, Parts, find_parts, is_rename
from edgec.codegen.schedule.rows import RowProgram, RowRun
from edgec.converter.graph.errors import UsageError, printable
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph, Node, Tensor
from edgec.converter.ops.conv import DenseAttrs, MatMulAttrs
from edgec.converter.ops.shape import SliceAttrs

_NO_OFFSET = 1 << 62


@dataclass(frozen=True)
class CallerInput:
    """The caller's buffer of graph input ``index``."""

    index: int


@dataclass(frozen=True)
class CallerOutput:
    """The caller's buffer of graph output ``index``."""

    index: int


@dataclass(frozen=True)
class GraphConstant:
    """A constant tensor that a kernel reads as it is."""

    tensor: str


@dataclass(frozen=True)
class ArenaTensor:
    """A tensor in the arena, by the name it has where it is computed."""

    tensor: str


@dataclass(frozen=True)
class Part:
    """``size`` bytes of ``whole`` from ``offset`` on: in runs of ``run`` bytes every ``pitch``, or at once (0)."""

    whole: CallerInput | CallerOutput | ArenaTensor
    offset: int
    size: int
    run: int = 0
    pitch: int = 0

    def within(self, offset: int) -> int:
        """Return the offset from the part's start, gaps counted, of the run ``offset`` bytes on without them."""
        return offset // self.run * self.pitch if self.pitch else offset

    @property
    def end(self) -> int:
        """The byte behind the last one."""
        spread = (self.size // self.run - 1) * (self.pitch - self.run) if self.pitch else 0
        return self.offset + self.size + spread


Storage: TypeAlias = "CallerInput | CallerOutput | GraphConstant | ArenaTensor | Part"


def whole(storage: Storage) -> CallerInput | CallerOutput | GraphConstant | ArenaTensor:
    """The memory that a part belongs to."""
    return storage.whole if isinstance(storage, Part) else storage


@dataclass(frozen=True)
class CallStep:
    """One kernel call.  ``storage`` runs parallel to ``call.args`` (None for constants and scratch)."""

    layer: int
    call: Call
    storage: tuple[Storage | None, ...]

    @property
    def reads(self) -> tuple[Storage, ...]:
        """Storages that the call reads, in argument order."""
        return self._of(Input)

    @property
    def writes(self) -> tuple[Storage, ...]:
        """Storages that the call writes, in argument order."""
        return self._of(Output)

    def _of(self, kind: type[Input] | type[Output]) -> tuple[Storage, ...]:
        return tuple(s for a, s in zip(self.call.args, self.storage, strict=True) if s and isinstance(a, kind))


@dataclass(frozen=True)
class CopyStep:
    """A copy of ``size`` bytes into a graph output."""

    source: Storage
    target: CallerOutput
    size: int

    @property
    def reads(self) -> tuple[Storage, ...]:
        """The source."""
        return (self.source,)

    @property
    def writes(self) -> tuple[Storage, ...]:
        """The target."""
        return (self.target,)


@dataclass(frozen=True)
class IntakeStep:
    """Inputs that lie in the arena: what the caller's buffers hold is copied there, unless they are those very bytes.

    One step takes all of them, so that none lies where another does before the run begins.
    """

    sources: tuple[CallerInput, ...]
    tensors: tuple[ArenaTensor, ...]

    @property
    def reads(self) -> tuple[Storage, ...]:
        """The caller's buffers."""
        return self.sources

    @property
    def writes(self) -> tuple[Storage, ...]:
        """The memory that the inputs lie in."""
        return self.tensors


@dataclass(frozen=True)
class GroupStep:
    """Layers computed together, row by row: ``calls`` belong to the runs of ``program``.

    ``layers`` runs parallel to the stages of the program, ``inputs`` are the buffers it calls outer ones.
    """

    layers: tuple[int, ...]
    program: RowProgram
    calls: Mapping[RowRun, Call]
    inputs: tuple[Storage, ...]
    output: Storage

    @property
    def reads(self) -> tuple[Storage, ...]:
        """The storages that the group reads."""
        return self.inputs

    @property
    def writes(self) -> tuple[Storage, ...]:
        """The output of its last layer."""
        return (self.output,)

    @property
    def by_tokens(self) -> bool:
        """Whether matrices are multiplied row by row."""
        return any(isinstance(s.node.attrs, DenseAttrs | MatMulAttrs) for s in self.program.stages)

    @cached_property
    def scratch(self) -> tuple[int, int]:
        """Size and alignment of the working memory that its calls share; no bytes where it is in the windows' room."""
        sizes = [0 if self.program.desks else c.scratch_bytes for c in self.calls.values()]
        aligns = [a.align for c in self.calls.values() for a in c.args if isinstance(a, Scratch)]
        return max(sizes), max(aligns, default=1)

    @cached_property
    def distances(self) -> tuple[tuple[int, bool], ...]:
        """Distances at which each outer input and the output may share memory while the group runs.

        The bytes by which the output must begin before the input, at least; and whether both may begin at the same
        byte because every call that reads and writes there works in place.
        """
        return tuple(self._distance(i) for i in range(len(self.inputs)))

    def _distance(self, index: int) -> tuple[int, bool]:
        last = len(self.program.stages) - 1
        distance, in_place, needed, needed_later = 0, True, _NO_OFFSET, _NO_OFFSET
        outer = [[i for i, f in enumerate(stage.feeds) if f.outer == index] for stage in self.program.stages]
        for run in reversed([s for s in self.program.steps if isinstance(s, RowRun)]):
            stage, feeds = self.program.stages[run.stage], outer[run.stage]
            low = min((run.in_offsets[i] for i in feeds), default=_NO_OFFSET)
            written = run.out_offset + (run.rows[1] - run.rows[0]) * stage.out_row
            needed = min(needed, low)
            if run.stage == last:
                distance = max(distance, written - needed)
                call = self.calls[run]
                harmless = all(
                    stage.feeds[i].index in call.inplace
                    and stage.feeds[i].axis is not None
                    and run.in_offsets[i] == run.out_offset
                    for i in feeds
                )
                in_place = in_place and written <= (needed_later if harmless else needed)
            needed_later = min(needed_later, low)
        return max(0, distance), in_place


Step: TypeAlias = "CallStep | CopyStep | GroupStep | IntakeStep"


@dataclass(frozen=True)
class Layer:
    """A node that runs code, with the calls chosen for it."""

    node: Node
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Saving:
    """The gain and the cost of less memory for some layers.

    ``rows`` of the last layer are made at a time (0: a single layer that makes do with less scratch); ``arena`` bytes
    more would be needed without this one saving, ``instructions`` are the additional ones, estimated, ``shares`` those
    of each layer.
    """

    layers: tuple[int, ...]
    rows: int
    arena: int
    instructions: int
    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Schedule:
    """Layers in execution order and the steps that run them; ``savings`` of those that replace others.

    ``parts`` are the tensors in the memory of others, by name.
    """

    graph: Graph
    layers: tuple[Layer, ...]
    steps: tuple[Step, ...]
    savings: tuple[Saving, ...] = ()
    parts: tuple[tuple[str, Part], ...] = ()

    @property
    def overwrites(self) -> bool:
        """Whether inputs lie in the arena."""
        return any(isinstance(s, IntakeStep) for s in self.steps)

    @cached_property
    def uses(self) -> Mapping[Storage, tuple[int, int]]:
        """First and last step that reads or writes each memory, in the order of the first."""
        return _spans((*step.reads, *step.writes) for step in self.steps)

    @cached_property
    def reads(self) -> Mapping[Storage, tuple[int, int]]:
        """First and last step that reads each memory."""
        return _spans(step.reads for step in self.steps)


def _spans(touched: Iterable[Sequence[Storage]]) -> dict[Storage, tuple[int, int]]:
    spans: dict[Storage, tuple[int, int]] = {}
    for at, some in enumerate(touched):
        for memory in map(whole, some):
            spans[memory] = spans.get(memory, (at, at))[0], at
    return spans


def make_schedule(
    graph: Graph, calls: Sequence[tuple[Call, ...]], parts: Parts | None = None, overwrite: bool = False
) -> Schedule:
    """The steps of a graph in its own order; ``calls`` runs parallel to ``graph.nodes``.

    Without ``parts`` every concatenation and slice is a copy.  ``overwrite``: inputs lie in the arena.
    """
    parts = find_parts(graph, calls, frozenset()) if parts is None else parts
    taken = _overwritten(graph) if overwrite else ()
    storage, copied = _storage(graph, parts.homes, taken)
    layers: list[Layer] = []
    intake = IntakeStep(taken, tuple(ArenaTensor(graph.inputs[i.index]) for i in taken))
    steps: list[Step] = [intake] if taken else []
    for node, node_calls in zip(graph.nodes, calls, strict=True):
        kept = tuple(c for c in node_calls if not _is_placed(node, c, parts))
        placed = isinstance(node.attrs, SliceAttrs) and node.outputs[0] in parts.nodes
        if is_rename(graph, node) or not kept or placed:
            continue
        kept = tuple(at_home(call, storage[node.outputs[0]], graph.tensors[node.outputs[0]]) for call in kept)
        steps += [CallStep(len(layers), call, _arguments(node, call, storage)) for call in kept]
        layers.append(Layer(node, kept))
    steps += in_safe_order(graph, [_copy(graph, storage, index) for index in copied])
    made = [node.outputs[0] for node in graph.nodes if not is_rename(graph, node)]
    inside = tuple((name, s) for name in made if isinstance(s := storage[name], Part))
    return Schedule(graph, tuple(layers), tuple(steps), parts=inside)


def _overwritten(graph: Graph) -> tuple[CallerInput, ...]:
    """The inputs of each call, no states, that a node reads."""
    read = {name for node in graph.nodes for name in node.inputs}
    return tuple(CallerInput(i) for i, n in enumerate(graph.inputs) if n in read and n in graph.free_inputs)


def _copy(graph: Graph, storage: Mapping[str, Storage], index: int) -> CopyStep:
    tensor = graph.tensors[graph.outputs[index]]
    return CopyStep(storage[tensor.name], CallerOutput(index), tensor.nbytes)


def in_safe_order(graph: Graph, copies: Sequence[CopyStep]) -> list[CopyStep]:
    """The copies at the end, so that none overwrites a state whose old value another one takes.

    A state that stays as it is needs none.

    Raises:
        UsageError: states change places.
    """
    memory = {output: CallerInput(source) for source, output in graph.fed}
    left = [c for c in copies if c.source != memory.get(c.target.index)]
    ordered: list[CopyStep] = []
    while left:
        free = [c for c in left if memory.get(c.target.index) not in [whole(o.source) for o in left if o is not c]]
        if not free:
            names = ", ".join(f"'{printable(graph.outputs[c.target.index])}'" for c in left)
            raise UsageError(f"states {names} only take each other's values; leave one of them out of --state")
        ordered.append(free[0])
        left.remove(free[0])
    return ordered


def has_gaps(home: Storage) -> bool:
    """Return whether the positions of what lies there do not follow each other."""
    return isinstance(home, Part) and home.pitch > 0


def can_lie(call: Call, home: Storage) -> bool:
    """Return whether the call can write its output where it lies."""
    return not isinstance(home, Part) or not home.pitch or call.reaches(home.pitch)


def at_home(call: Call, home: Storage, tensor: Tensor) -> Call:
    """The call that writes its output where it lies."""
    return call.stepping(home.pitch // tensor.dtype.bytes) if isinstance(home, Part) and home.pitch else call


def _is_placed(node: Node, call: Call, parts: Parts) -> bool:
    return any(isinstance(a, Input) and (node.outputs[0], a.index) in parts.placed for a in call.args)


def _storage(
    graph: Graph, homes: Mapping[str, Home], overwritten: Sequence[CallerInput]
) -> tuple[dict[str, Storage], list[int]]:
    """Storage of every tensor, and the graph outputs that need a copy."""
    own: dict[str, CallerInput | CallerOutput | GraphConstant | ArenaTensor] = {}
    for name, tensor in graph.tensors.items():
        if tensor.is_const:
            own[name] = GraphConstant(name)
    own |= {name: CallerInput(i) for i, name in enumerate(graph.inputs)}
    own |= {graph.inputs[i.index]: ArenaTensor(graph.inputs[i.index]) for i in overwritten}
    copied, fed = [], {output for _, output in graph.fed}
    for index, name in enumerate(graph.outputs):
        root = homes.get(name, Home(name)).tensor
        if root in own or index in fed:
            copied.append(index)
        else:
            own[root] = CallerOutput(index)
    storages: dict[str, Storage] = {}
    for name, tensor in graph.tensors.items():
        home = homes.get(name, Home(name))
        memory = own.setdefault(home.tensor, ArenaTensor(home.tensor))
        if isinstance(memory, GraphConstant) or tensor.nbytes == graph.tensors[home.tensor].nbytes:
            storages[name] = memory
        else:
            storages[name] = Part(memory, home.offset, tensor.nbytes, home.run, home.pitch)
    return storages, copied


def _arguments(node: Node, call: Call, storage: Mapping[str, Storage]) -> tuple[Storage | None, ...]:
    arguments: list[Storage | None] = []
    for arg in call.args:
        if isinstance(arg, Input):
            arguments.append(storage[node.inputs[arg.index]])
        elif isinstance(arg, Output):
            arguments.append(storage[node.outputs[arg.index]])
        else:
            arguments.append(None)
    return tuple(arguments)
