"""A model of all memory in which every byte remembers which byte of which tensor it holds.

Tensors that no kernel computes (another shape, concatenations and slices without copies) get their bytes from the
operator's definition, carried out on these names: the offsets of the plan are not consulted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from edgec.codegen.arena.problem import Placement
from edgec.codegen.kernels.spec import Call, Input
from edgec.codegen.schedule.liveness import ArenaProblem, Owner
from edgec.codegen.schedule.steps import (
    ArenaTensor,
    CallerInput,
    CallerOutput,
    CallStep,
    Part,
    Schedule,
    Storage,
)
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.shape import ConcatAttrs, SliceAttrs, run_slice

NO_TENSOR = -1  # the name of a byte that holds no tensor's: nothing is written there yet, or scratch is


class ReplayMemory:
    """Arena regions and the caller's buffers; ``names`` holds what each tensor's bytes are called."""

    def __init__(self, schedule: Schedule, arena: ArenaProblem, placement: Placement) -> None:
        graph = self._graph = schedule.graph
        self.names = byte_names(schedule)
        self.regions = [np.full(size, NO_TENSOR, self.names.dtype) for size in placement.sizes]
        self.spans: dict[Owner, Array] = {}
        for owner, block, start in zip(arena.owners, arena.problem.blocks, placement.offsets, strict=True):
            self.spans[owner] = self.regions[block.region][start : start + block.size]
        self.inputs: list[Array] = [self.names[name] for name in graph.inputs]
        self.outputs = [np.full(graph.tensors[name].nbytes, NO_TENSOR, self.names.dtype) for name in graph.outputs]
        for source, output in graph.fed:  # a state is one memory
            self.outputs[output] = self.inputs[source]

    def at(self, storage: Storage | None) -> Array | None:
        """The bytes of a storage, as a slice of the memory (of two axes when it has gaps); None for constants."""
        if isinstance(storage, Part):
            whole = self.at(storage.whole)
            assert whole is not None
            part: Array = whole[storage.offset : storage.end]
            if len(part) != storage.end - storage.offset:
                raise EdgecError(f"the arena plan is wrong: {storage} ends outside its memory; please report this bug")
            if storage.pitch:
                shape, step = (storage.size // storage.run, storage.run), part.itemsize
                part = np.lib.stride_tricks.as_strided(part, shape, (storage.pitch * step, step))
            return part
        if isinstance(storage, CallerInput):
            return self.inputs[storage.index]
        if isinstance(storage, CallerOutput):
            return self.outputs[storage.index]
        return self.spans[storage] if isinstance(storage, ArenaTensor) else None

    def constant(self, name: str) -> Array:
        """The values of a constant."""
        data = self._graph.tensors[name].data
        assert data is not None
        return data

    def position_bytes(self, name: str, axis: int) -> int:
        """Bytes of one run of a tensor from an axis on."""
        tensor = self._graph.tensors[name]
        return prod(tensor.shape[axis:]) * tensor.dtype.bytes

    def holds(self, storage: Storage | None, tensor: str) -> bool:
        """Return whether all bytes of a tensor are where they should be."""
        held = self.at(storage)
        return held is None or np.array_equal(held.ravel(), self.names[tensor])


class Names:
    """The names of every tensor's bytes; a row of new ones is written out only while it is read."""

    def __init__(self, graph: Graph) -> None:
        self._sizes = {name: t.nbytes for name, t in graph.tensors.items()}
        self._count = 0
        self._first: dict[str, int] = {}
        self._made: dict[str, Array] = {}
        few = sum(self._sizes.values()) < 1 << 31
        self.dtype = np.dtype(np.int32 if few else np.int64)

    def __getitem__(self, name: str) -> Array:
        """The names of a tensor's bytes, in order."""
        if name in self._made:
            return self._made[name]
        first = self._first[name]
        return np.arange(first, first + self._sizes[name], dtype=self.dtype)

    def add(self, name: str, like: str | None = None) -> None:
        """New names, or those of another tensor."""
        if like is not None and like in self._made:
            self._made[name] = self._made[like]
            return
        if like is not None:
            self._first[name] = self._first[like]
            return
        self._first[name] = self._count
        self._count += self._sizes[name]

    def put(self, name: str, names: Array) -> None:
        """Names that come from several tensors."""
        self._made[name] = names


def byte_names(schedule: Schedule) -> Names:
    """For every tensor the names of its bytes: new ones where a kernel writes them, else those of their source."""
    graph = schedule.graph
    written: dict[str, list[Call]] = {}
    for layer in schedule.layers:
        for name in layer.node.outputs:
            written.setdefault(name, []).extend(layer.calls)
    names = Names(graph)
    for name in graph.tensors:
        if name in graph.inputs or graph.tensors[name].is_const:
            names.add(name)
    for node in graph.nodes:
        for name in node.outputs:
            _name(names, graph, node, name, written.get(name, ()))
    return names


def _name(known: Names, graph: Graph, node: Node, output: str, calls: Sequence[Call]) -> None:
    if isinstance(node.attrs, ConcatAttrs):
        known.add(output)
        copied = {a.index for c in calls for a in c.args if isinstance(a, Input)}
        if len(copied) < len(node.inputs):
            part, names = _part_of(graph, node, node.attrs), known[output]
            for i, name in enumerate(node.inputs):
                if i not in copied:
                    names[part == i] = known[name]
            known.put(output, names)
    elif calls:
        known.add(output)
    elif isinstance(node.attrs, SliceAttrs):
        x = graph.tensors[node.inputs[0]]
        cells = known[x.name].reshape(*x.shape, x.dtype.bytes)
        whole = SliceAttrs((*node.attrs.starts, 0), (*node.attrs.steps, 1), (*node.attrs.shape, x.dtype.bytes))
        taken: Array = run_slice(whole, [cells])[0].ravel()
        known.put(output, taken)
    else:
        known.add(output, like=node.inputs[0])


def _part_of(graph: Graph, node: Node, a: ConcatAttrs) -> Array:
    """For every byte of a concatenation, which input it comes from."""
    ins = [graph.tensors[name] for name in node.inputs]
    parts = [np.full((*t.shape, t.dtype.bytes), i, np.int16) for i, t in enumerate(ins)]
    return np.concatenate(parts, axis=a.axis).ravel()


def written_bytes(schedule: Schedule, step: CallStep, size: int) -> slice | Array:
    """Return the bytes of its output that a call writes: all, or the part of one input of a concatenation."""
    node = schedule.layers[step.layer].node
    if not isinstance(node.attrs, ConcatAttrs):
        return slice(0, size)
    index = _input_of(schedule, step, node)
    mine = np.flatnonzero(_part_of(schedule.graph, node, node.attrs) == index)
    run = len(mine) > 0 and mine[-1] - mine[0] + 1 == len(mine)
    return slice(int(mine[0]), int(mine[-1]) + 1) if run else mine


def _input_of(schedule: Schedule, step: CallStep, node: Node) -> int:
    """Return the index of the concatenation's input that a call copies; each constant has one call, in order."""
    read = [a.index for a in step.call.args if isinstance(a, Input)]
    if read:
        return read[0]
    constants = [i for i, name in enumerate(node.inputs) if schedule.graph.tensors[name].is_const]
    calls = [c for c in schedule.layers[step.layer].calls if not any(isinstance(a, Input) for a in c.args)]
    return constants[next(k for k, c in enumerate(calls) if c is step.call)]
