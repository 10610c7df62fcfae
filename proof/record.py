"""One run of a model over terms: for every layer, what each element of its output is of the layer's inputs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from edgec.converter.edge.write import may_be_short
from edgec.converter.graph.errors import EdgecError, printable
from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.proof.image import Image
from edgec.proof.origins import Origins
from edgec.proof.places import likeliest, locate, pattern_of
from edgec.proof.subject import Subject
from edgec.proof.thumb.core import Core
from edgec.proof.thumb.machine import RAM, Machine, NotCovered
from edgec.proof.thumb.slices import byte_of
from edgec.proof.thumb.terms import Term, Value

STACK = 1 << 16
STACK_ALIGN = 16  # of RISC-V; Arm asks for 8
GUARD = 64
SEED = 1
ARGUMENT_WORDS = 4  # of the stack that may hold arguments


@dataclass(frozen=True)
class Layer:
    """Recorded execution of a layer: its node, elements of its output (row-major) from number ``first`` on.

    ``cells`` are the numbers of its inputs' elements (``origins``), flat, by name.  ``reason``: why nothing is known.
    """

    index: int
    node: Node
    elements: Sequence[Value]
    cells: Mapping[str, Array]
    first: int = 0
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


def layer_nodes(out: Subject) -> list[Node]:
    """The node of each layer of the report; both are in the order of execution, the graph has more.

    Raises:
        EdgecError: the graph lacks one.
    """
    nodes: list[Node] = []
    left = list(out.graph.nodes)
    for layer in out.report.layers:
        alike = [n for n in left if n.op == layer.op]
        node = next((n for n in alike if n.name == layer.name), None)
        node = node or next((n for n in alike if may_be_short(n.name, layer.name)), None)
        if node is None:
            raise EdgecError(f"{out.path}: layer '{printable(layer.name)}' is not in the graph")
        left = [n for n in left if n is not node]
        nodes.append(node)
    return nodes


class Recorder:
    """Runs a model; ``seen`` gets every layer when it has ended, while its terms are alive.

    ``values`` are all tensors of the graph in this run, as the simulator computes them; ``core`` executes.
    """

    def __init__(
        self, out: Subject, image: Image, values: Mapping[str, Array], seen: Seen, core: type[Core] | None = None
    ) -> None:
        self.out, self.image, self.values, self.seen = out, image, values, seen
        arenas = [a.bytes for a in out.model.all_arenas]
        model = out.model
        fed = [s.ports[0] for s in model.states], [s.ports[1] for s in model.states]
        ports = [0 if i in fed[0] else p.bytes for i, p in enumerate(model.inputs)]
        ports += [0 if i in fed[1] else p.bytes for i, p in enumerate(model.outputs)]
        ports.append(model.state_bytes)
        room = sum(arenas) + sum(ports) + 4 * GUARD * (len(arenas) + len(ports)) + STACK
        self.m = image.isa.machine(image.flash, bytearray(room), image.symbols)
        self.core = (core or image.isa.core)(image.code, self.m)
        at = RAM + GUARD
        places = []
        for size in (*arenas, *ports):
            places.append(at)
            at += -(-(size + GUARD) // GUARD) * GUARD
        self.arenas = list(zip(places[: len(arenas)], arenas, strict=True))
        self.ports, self.state = places[len(arenas) : -1], places[-1]
        for s in model.states:
            self.ports[s.ports[0]] = self.ports[len(model.inputs) + s.ports[1]] = self.state + s.offset
        self.object, self.top = at, RAM + len(self.m.ram) - GUARD
        self.writable = self._filled(at)
        self.nodes = layer_nodes(out)
        self.origins = Origins(out.graph, self.nodes)
        self.done = [0] * len(self.nodes)  # bytes of each layer's output that were seen
        self.arguments: set[int] = set()

    def _filled(self, end: int) -> Array:
        """Fill arenas and buffers, and what lies around them, with unknown bytes; which addresses a run may write."""
        m = self.m
        m.ram[: end - RAM] = np.random.default_rng(SEED).integers(0, 256, end - RAM, dtype=np.uint8).tobytes()
        for at in range(RAM, end):
            m.shadow[at] = (Term("leaf", (at,), m.ram[at - RAM]), 0)
        m.words |= set(range(RAM >> 2, (end >> 2) + 1))
        writable = np.zeros(len(m.ram), bool)
        outputs = zip(self.ports[len(self.out.model.inputs) :], (p.bytes for p in self.out.model.outputs), strict=True)
        state = (self.state, self.out.model.state_bytes)
        for at, size in (*self.arenas, *outputs, state, (self.top - STACK, STACK)):
            writable[at - RAM : at - RAM + size] = True
        return writable

    def _check_writes(self, written: Mapping[int, object]) -> None:
        """Raise where something was written that is no part of an arena, an output or the stack."""
        places = np.fromiter(written, np.int64, len(written)) - RAM
        wrong = places[~self.writable[places]]
        if not len(wrong):
            return
        at = int(wrong[0]) + RAM
        named = [(a, size, "the arena") for a, size in self.arenas]
        named += [(a, p.bytes, "an input") for a, p in zip(self.ports, self.out.model.inputs, strict=False)]
        start, size, what = min(named, key=lambda n: abs(at - n[0] - n[1] // 2) - n[1] // 2)
        where = f"{at - start - size + 1} bytes behind" if at >= start + size else "before" if at < start else "in"
        raise NotCovered(f"it writes {where} {what}")

    def run(self) -> None:
        """Execute ``init`` and ``run``, and see that the outputs are where the caller reads them.

        Raises:
            NotCovered: something is executed that cannot be followed for all inputs at once.
        """
        self.prepare()
        self.execute()
        self._outputs()

    def prepare(self) -> None:
        """Execute ``init`` and ``reset``, and set the inputs; raises as ``run``."""
        m = self.m
        if self._call("init", self.object, *(x for arena in self.arenas for x in arena)) != 0:
            raise EdgecError(f"{self.out.path}: init reports an error")
        if self.out.model.states and self._call("reset", self.state) != 0:
            raise EdgecError(f"{self.out.path}: reset reports an error")
        for at, tensor in zip(self.ports, self.out.graph.inputs, strict=False):
            raw = np.frombuffer(np.ascontiguousarray(self.values[tensor]).tobytes(), np.uint8)
            self._put(at + np.arange(len(raw)), raw, tensor, 0)
        m.journals[:] = [{}]
        for mark in self.image.marks:
            self.core.hooks[mark.address] = self._hook(mark.layer, mark.begins)

    def execute(self) -> None:
        """Execute ``run``; raises as ``run``."""
        with _no_collection():
            if self._call("run", *self._arguments()) != 0:
                raise EdgecError(f"{self.out.path}: run reports an error")

    def _call(self, function: str, *arguments: int) -> Value:
        """Call a function of the interface; arguments that no register takes lie in the stack."""
        by = self.m.calling
        beyond = max(len(arguments) - len(by.arguments), 0)
        self.m.regs[by.stack] = self.top - -(-4 * beyond // STACK_ALIGN) * STACK_ALIGN
        return self.core.call(self.image.symbols[f"{self.out.model.name}_{function}"], *arguments)

    def _arguments(self) -> list[int]:
        """Return the arguments of ``run``."""
        model = self.out.model
        free = (*model.free_inputs, *(len(model.inputs) + i for i in model.free_outputs))
        return [self.object, *([self.state] if model.states else []), *(self.ports[i] for i in free)]

    def _outputs(self) -> None:
        """The caller's buffers hold the elements of the outputs, each in its place."""
        self._check_writes(self.m.journals[-1])
        self._tidy(self.m.journals[-1])
        ports = self.ports[len(self.out.graph.inputs) :]
        for at, name in zip(ports, self.out.graph.outputs, strict=True):
            size = self.out.graph.tensors[name].dtype.bytes
            for i, origin in enumerate(self.origins.of(name).reshape(-1).tolist()):
                for k in range(size):
                    held = self.m.shadow.get(at + i * size + k)
                    if held is None or held[0].op != "leaf" or held[0].args[0] != origin + k:
                        raise NotCovered(f"element {i} of the output '{name}' is not where the caller reads it")

    def _hook(self, layer: int, begins: bool) -> Callable[[], None]:
        return self._begin if begins else lambda: self._end(layer)

    def _begin(self) -> None:
        """Prepare memory for a layer: what it finds there are elements of tensors, or unknown values, as leaves."""
        between = self.m.journals.pop()
        self._check_writes(between)
        self._tidy(between)
        self.arguments = set()
        self.core.on_call = self._called
        self.m.journals.append({})

    def _tidy(self, written: Mapping[int, object]) -> None:
        """Make leaves of the bytes that were written: copies of an element are the element."""
        m = self.m
        for at in written:
            held = m.shadow.get(at)
            if held is not None and not (held[0].op == "leaf" and held[1] == 0):
                byte = byte_of(*held)
                leaf = isinstance(byte, Term) and byte.op == "leaf"
                m.shadow[at] = (byte if leaf else Term("leaf", (at,), m.ram[at - RAM]), 0)  # type: ignore[assignment]

    def _put(self, places: Array, raw: Array, name: str, first: int) -> None:
        """Bytes of a tensor, from byte ``first`` on, lie at these addresses."""
        m, base = self.m, int(self.origins.new(name).reshape(-1)[0]) + first if len(raw) else 0
        for k, (at, byte) in enumerate(zip(places.tolist(), raw.tolist(), strict=True)):
            m.ram[at - RAM] = byte
            m.shadow[at] = (Term("leaf", (base + k,), byte), 0)
            m.words.add(at >> 2)

    def _called(self) -> None:
        """The first call of a layer is its kernel, whose arguments say where its output lies."""
        m, self.core.on_call = self.m, None
        by = m.calling
        given = [m.regs[r] for r in by.arguments]
        given += [m.load(m.regs[by.stack] + 4 * k, 4) for k in range(ARGUMENT_WORDS)]
        self.arguments = {x for x in given if isinstance(x, int)}

    def _end(self, index: int) -> None:
        written, node = self.m.journals.pop(), self.nodes[index]
        t, first = self.out.graph.tensors[node.outputs[0]], self.done[index]
        raw = np.ascontiguousarray(self.values[t.name]).tobytes()
        reason, cells = "", {}
        places = self._place(t, raw[first:], None if has_trait(node, Trait.MOVES_VALUES) else written, written)
        if len(node.outputs) != 1:
            reason = "it has several outputs"
        elif places is None:
            reason = "its output is not found in memory"
        try:
            self._check_writes(written)
            inputs = [n for n in node.inputs if n and not self.out.graph.tensors[n].is_const]
            cells = {n: self.origins.of(n).reshape(-1) for n in inputs}
        except NotCovered as e:
            reason = str(e)
        size = t.dtype.bytes
        elements = [] if places is None else [self.m.load(at, size) for at in places[::size].tolist()]
        self.seen(Layer(index, node, elements, cells, first // size, reason), self.m)
        self._tidy(written)
        if places is not None:  # what follows is compared whether this layer is right or not
            self._put(places, np.frombuffer(raw, np.uint8)[first : first + len(places)], t.name, first)
            self.done[index] += len(places)
        self.m.journals.append({})

    def _place(self, t: Tensor, raw: bytes, among: Mapping[int, object] | None, written: Mapping[int, object]) -> Any:
        """Addresses of bytes ``raw`` of a tensor; of code that gives others, the argument that fits best."""
        want, hints = pattern_of(t, raw), {x - RAM for x in self.arguments if RAM <= x < RAM + len(self.m.ram)}
        offsets = None if among is None else {at - RAM for at in among}
        places = locate(self.m.ram, want, offsets, hints)
        if places is None:
            places = likeliest(self.m.ram, want, {at - RAM for at in written}, hints)
        return None if places is None else places + RAM


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


__all__ = ["Layer", "NotCovered", "Recorder", "layer_nodes", "model_inputs"]
