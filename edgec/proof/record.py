"""One run of a model over terms: for every layer, what each element of its output is of the layer's inputs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import Array, Graph, Node
from edgec.folder import OutputFolder
from edgec.proof.image import Image
from edgec.proof.thumb.core import Core
from edgec.proof.thumb.machine import RAM, Machine, NotCovered
from edgec.proof.thumb.terms import Term, Value

STACK = 1 << 16
GUARD = 64
SEED = 1
WORDS = 4  # of the stack that may hold arguments


@dataclass(frozen=True)
class Layer:
    """A layer that was executed: its node, the elements of its output (row-major), or why they are not known.

    ``cells`` are the addresses of its inputs that are no constants, by name; those in one piece are known.
    """

    index: int
    node: Node
    elements: Sequence[Value]
    cells: Mapping[str, int]
    reason: str = ""


Seen = Callable[[Layer, Machine], None]


def model_inputs(graph: Graph) -> list[Array]:
    """Seeded random values of the whole range of each input: integer arrays of its shape."""
    rng = np.random.default_rng(SEED)
    made = []
    for name in graph.inputs:
        t = graph.tensors[name]
        if t.dtype.is_float:
            made.append(rng.standard_normal(t.shape).astype(t.dtype.numpy))
        else:
            raw = rng.integers(0, 256, t.nbytes, dtype=np.uint8)
            made.append(raw.view(t.dtype.numpy).reshape(t.shape))
    return made


class Recorder:
    """Runs a model; ``seen`` gets every layer when it has ended, while its terms are alive.

    ``values`` are all tensors of the graph in this run, as the simulator computes them.
    """

    def __init__(self, out: OutputFolder, image: Image, values: Mapping[str, Array], seen: Seen) -> None:
        self.out, self.image, self.values, self.seen = out, image, values, seen
        arenas = [a.bytes for a in out.model.all_arenas]
        ports = [p.bytes for p in (*out.model.inputs, *out.model.outputs)]
        room = sum(arenas) + sum(ports) + 4 * GUARD * (len(arenas) + len(ports)) + STACK
        self.m = Machine(image.flash, bytearray(room))
        self.core = Core(image.code, self.m)
        at = RAM + GUARD
        places = []
        for size in (*arenas, *ports):
            places.append(at)
            at += -(-(size + GUARD) // GUARD) * GUARD
        self.arenas = list(zip(places[: len(arenas)], arenas, strict=True))
        self.ports = places[len(arenas) :]
        self.object, self.top = at, RAM + len(self.m.ram) - GUARD
        self.nodes = self._nodes()
        self.before = b""
        self.arguments: set[int] = set()

    def _nodes(self) -> list[Node]:
        """The node of each layer of the report; both are in the order of execution, the graph has more."""
        by_name: dict[tuple[str, str], list[Node]] = {}
        for node in self.out.graph.nodes:
            by_name.setdefault((node.name, node.op), []).append(node)
        found = []
        for layer in self.out.report.layers:
            same = by_name.get((layer.name, layer.op))
            if not same:
                raise EdgecError(f"{self.out.path}: layer '{layer.name}' is not in the graph")
            found.append(same.pop(0))
        return found

    def run(self) -> None:
        """Execute ``init`` and ``run``.

        Raises:
            NotCovered: something is executed that cannot be followed for all inputs at once.
        """
        m, name = self.m, self.out.model.name
        m.regs[13] = self.top
        arguments = [x for arena in self.arenas for x in arena]
        if self.core.call(self.image.symbols[f"{name}_init"], self.object, *arguments) != 0:
            raise EdgecError(f"{self.out.path}: init reports an error")
        for at, tensor in zip(self.ports, self.out.graph.inputs, strict=False):
            raw = np.ascontiguousarray(self.values[tensor]).tobytes()
            for i, byte in enumerate(raw):
                m.store(at + i, 1, Term("leaf", (at + i,), byte))
        for mark in self.image.marks:
            self.core.hooks[mark.address] = self._hook(mark.layer, mark.begins)
        m.regs[13] = self.top
        with _no_collection():
            if self.core.call(self.image.symbols[f"{name}_run"], self.object, *self.ports) != 0:
                raise EdgecError(f"{self.out.path}: run reports an error")

    def _hook(self, layer: int, begins: bool) -> Callable[[], None]:
        return self._begin if begins else lambda: self._end(layer)

    def _begin(self) -> None:
        """What the layer finds in memory are its inputs: a leaf for each byte."""
        m = self.m
        self.before, self.arguments = bytes(m.ram), set()
        self.core.on_call = self._called
        m.journals.clear()
        m.journals.append({})
        for at in m.shadow:
            m.shadow[at] = (Term("leaf", (at,), m.ram[at - RAM]), 0)

    def _called(self) -> None:
        """The first call of a layer is its kernel, whose arguments say where its output lies."""
        m, self.core.on_call = self.m, None
        given = [*m.regs[:4], *(m.load(m.regs[13] + 4 * k, 4) for k in range(WORDS))]
        self.arguments = {x for x in given if isinstance(x, int)}

    def _end(self, index: int) -> None:
        written = self.m.journals.pop() if self.m.journals else {}
        node = self.nodes[index]
        t = self.out.graph.tensors[node.outputs[0]]
        raw = np.ascontiguousarray(self.values[t.name]).tobytes()
        at = self._place(raw, written)
        if at is None:
            reason = "its output is not in one piece in memory"
            self.seen(Layer(index, node, (), {}, reason), self.m)
            return
        size = t.dtype.bytes
        elements = [self.m.load(at + i, size) for i in range(0, t.nbytes, size)]
        self.seen(Layer(index, node, elements, self._cells(node)), self.m)
        self.m.ram[at - RAM : at - RAM + len(raw)] = raw  # what follows is compared whether this layer is right or not

    def _cells(self, node: Node) -> dict[str, int]:
        """Where the inputs lay when the layer began."""
        found = {}
        for name in node.inputs:
            if name and not self.out.graph.tensors[name].is_const:
                at = self.before.find(np.ascontiguousarray(self.values[name]).tobytes())
                if at >= 0:
                    found[name] = RAM + at
        return found

    def _place(self, raw: bytes, written: Mapping[int, object]) -> int | None:
        """Where the layer has written these bytes; of code that gives others, the argument that fits best."""
        ram, start = self.m.ram, 0
        while (found := ram.find(raw, start)) >= 0:
            if all(RAM + found + i in written for i in range(len(raw))):
                return RAM + found
            start = found + 1
        fits = [at for at in sorted(self.arguments) if all(at + i in written for i in range(len(raw)))]
        wanted = np.frombuffer(raw, np.uint8)

        def alike(at: int) -> int:
            return int((np.frombuffer(self.m.bytes_at(at, len(raw)), np.uint8) == wanted).sum())

        return max(fits, key=alike, default=None)


@contextmanager
def _no_collection() -> Iterator[None]:
    """Terms hold no cycles: looking for some takes half of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


__all__ = ["Layer", "NotCovered", "Recorder", "model_inputs"]
