"""The order of execution, and where each value is kept before the arena is planned.

Graph inputs and outputs are the caller's buffers.  A rename (``Reshape``, or a ``Transpose`` that moves no data) shares
the storage of its input.  A node that computes a graph output writes straight into the caller's buffer; an output that
is a renamed input, a constant or another output is copied at the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from edgec.codegen.kernels.registry import RENAMES
from edgec.codegen.kernels.spec import Call, Input, Output, Scratch
from edgec.codegen.rows import RowProgram, RowRun
from edgec.converter.ir import Graph, Node
from edgec.converter.ops.shape import TransposeAttrs


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


Storage: TypeAlias = "CallerInput | CallerOutput | GraphConstant | ArenaTensor"


@dataclass(frozen=True)
class CallStep:
    """One kernel call.  ``storage`` runs parallel to ``call.args`` (None for constants and scratch)."""

    layer: int
    call: Call
    storage: tuple[Storage | None, ...]

    @property
    def reads(self) -> tuple[Storage, ...]:
        """What the call reads, in argument order."""
        return self._of(Input)

    @property
    def writes(self) -> tuple[Storage, ...]:
        """What the call writes, in argument order."""
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
        """What the group reads."""
        return self.inputs

    @property
    def writes(self) -> tuple[Storage, ...]:
        """The output of its last layer."""
        return (self.output,)

    @property
    def scratch(self) -> tuple[int, int]:
        """Size and alignment of the working memory that its calls share."""
        sizes = [c.scratch_bytes for c in self.calls.values()]
        aligns = [a.align for c in self.calls.values() for a in c.args if isinstance(a, Scratch)]
        return max(sizes), max(aligns, default=1)


Step: TypeAlias = "CallStep | CopyStep | GroupStep"


@dataclass(frozen=True)
class Layer:
    """A node that runs code, with the calls chosen for it."""

    node: Node
    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Saving:
    """What less memory for some layers brings and costs.

    ``rows`` of the last layer are made at a time (0: a single layer that makes do with less scratch); ``arena`` bytes
    more would be needed without this one saving, ``instructions`` are the additional ones, estimated.
    """

    layers: tuple[int, ...]
    rows: int
    arena: int
    instructions: int


@dataclass(frozen=True)
class Schedule:
    """Layers in execution order and the steps that run them; ``savings`` of those that replace others."""

    graph: Graph
    layers: tuple[Layer, ...]
    steps: tuple[Step, ...]
    savings: tuple[Saving, ...] = ()


def is_rename(graph: Graph, node: Node) -> bool:
    """Whether the node's output is its input under another shape."""
    if node.op == "Transpose" and isinstance(node.attrs, TransposeAttrs):
        shape = graph.tensors[node.inputs[0]].shape
        moved = [p for p in node.attrs.perm if shape[p] != 1]
        return moved == sorted(moved)
    return node.op in RENAMES


def make_schedule(graph: Graph, calls: Sequence[tuple[Call, ...]]) -> Schedule:
    """The steps of a graph in its own order; ``calls`` runs parallel to ``graph.nodes``."""
    roots = _roots(graph)
    storage, copied = _storage(graph, roots)
    layers: list[Layer] = []
    steps: list[Step] = []
    for node, node_calls in zip(graph.nodes, calls, strict=True):
        if is_rename(graph, node):
            continue
        for call in node_calls:
            steps.append(CallStep(len(layers), call, _arguments(node, call, roots, storage)))
        layers.append(Layer(node, node_calls))
    for index in copied:
        tensor = graph.tensors[graph.outputs[index]]
        steps.append(CopyStep(storage[roots[tensor.name]], CallerOutput(index), tensor.nbytes))
    return Schedule(graph, tuple(layers), tuple(steps))


def _roots(graph: Graph) -> dict[str, str]:
    """Tensor name -> the tensor whose storage it shares."""
    roots = {name: name for name in graph.tensors}
    for node in graph.nodes:
        if is_rename(graph, node):
            roots[node.outputs[0]] = roots[node.inputs[0]]
    return roots


def _storage(graph: Graph, roots: Mapping[str, str]) -> tuple[dict[str, Storage], list[int]]:
    """Storage of every root, and the graph outputs that need a copy."""
    storage: dict[str, Storage] = {name: CallerInput(i) for i, name in enumerate(graph.inputs)}
    for name, tensor in graph.tensors.items():
        if tensor.is_const and name not in storage:
            storage[name] = GraphConstant(name)
    copied = []
    for index, name in enumerate(graph.outputs):
        if roots[name] in storage:
            copied.append(index)
        else:
            storage[roots[name]] = CallerOutput(index)
    for name in graph.tensors:
        if roots[name] == name and name not in storage:
            storage[name] = ArenaTensor(name)
    return storage, copied


def _arguments(
    node: Node, call: Call, roots: Mapping[str, str], storage: Mapping[str, Storage]
) -> tuple[Storage | None, ...]:
    found: list[Storage | None] = []
    for arg in call.args:
        if isinstance(arg, Input):
            found.append(storage[roots[node.inputs[arg.index]]])
        elif isinstance(arg, Output):
            found.append(storage[roots[node.outputs[arg.index]]])
        else:
            found.append(None)
    return tuple(found)
