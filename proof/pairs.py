"""Elements that depend on one or two bytes of the inputs: the code is compared with the definition for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.spec import IntCall
from edgec.proof.lanes import Lanes
from edgec.proof.seen import Seen
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import SEMANTICS, Carrier, Term, Value

MOST_BYTES = 2


@dataclass(frozen=True)
class Enumeration:
    """Result of trying all values; ``detail``: the first difference, "" when there is none."""

    range: str
    detail: str = ""


def elementwise(graph: Graph, node: Node, seen: Seen, known: set[object]) -> Enumeration | None:
    """Compare elements of an elementwise layer; None where they depend on more bytes than can be tried.

    ``known`` are the forms of the layer that are proven already; new ones are added.

    Raises:
        NotCovered: an element depends on others than those of its position.
    """
    out = graph.tensors[node.outputs[0]]
    bits = 8 * out.dtype.bytes
    inputs = [i for i in node.inputs if i]
    size = sum(graph.tensors[i].dtype.bytes for i in dict.fromkeys(inputs) if not graph.tensors[i].is_const)
    if size > MOST_BYTES:
        return None
    every, lanes = np.arange(1 << (8 * size), dtype=np.int64), Lanes()
    for e, element in enumerate(seen.elements, seen.first):
        leaves, constants = operands(graph, node, seen.cells, e)
        shape, code = code_over(lanes.of(element), leaves)
        key = (shape, constants)
        if key in known:
            continue
        got = np.broadcast_to(np.asarray(code([(every >> (8 * k)) & 255 for k in range(size)])), every.shape)
        wanted = definition(graph, node, inputs, constants, every).astype(np.int64)
        wrong = np.flatnonzero((got - wanted) & ((1 << bits) - 1))
        if len(wrong):
            k = int(wrong[0])
            top = 1 << (bits - 1)
            given = ((int(got[k]) & (2 * top - 1)) ^ top) - top
            return Enumeration(f"{len(every):,} values", f"element {e}: for input bytes {k:#x} the code gives {given}, "
                         f"the definition {int(wanted[k])}")  # fmt: skip
        known.add(key)
    return Enumeration(f"all {len(every):,} inputs")


def operands(
    graph: Graph, node: Node, cells: Mapping[str, Array], element: int
) -> tuple[dict[int, int], tuple[int | None, ...]]:
    """Origins of the bytes that an element may depend on, numbered, and the constants among its operands."""
    at = np.unravel_index(element, graph.tensors[node.outputs[0]].shape)
    leaves: dict[int, int] = {}
    constants: list[int | None] = []
    for name in node.inputs:
        if not name:
            continue
        t = graph.tensors[name]
        place = at[len(at) - len(t.shape) :]
        index = tuple(0 if n == 1 else i for i, n in zip(place, t.shape, strict=True))
        if t.data is not None:
            constants.append(int(t.data[index]))
            continue
        constants.append(None)
        flat = int(np.ravel_multi_index(index, t.shape)) if t.shape else 0
        for k in range(t.dtype.bytes):
            leaves.setdefault(int(cells[name][flat]) + k, len(leaves))
    return leaves, tuple(constants)


class Code:
    """A function of bytes."""

    def __init__(self, order: Sequence[Term], root: Value, leaves: Mapping[int, int]) -> None:
        self.order, self.root, self.leaves = order, root, leaves

    def __call__(self, cells: Sequence[Carrier]) -> Carrier:
        """The value for bytes of any carrier."""
        done: dict[int, Carrier] = {}
        for t in self.order:
            if t.op == "leaf":
                done[t.n] = cells[self.leaves[t.args[0]]]
            else:
                done[t.n] = SEMANTICS[t.op](*[done[a.n] if isinstance(a, Term) else a for a in t.args])
        return done[self.root.n] if isinstance(self.root, Term) else self.root


def code_over(root: Value, leaves: Mapping[int, int]) -> tuple[tuple[object, ...], Code]:
    """The shape of a value, which equal code has, and the value as a function."""
    terms: dict[int, Term] = {}
    stack = [root]
    while stack:
        t = stack.pop()
        if isinstance(t, Term) and t.n not in terms:
            terms[t.n] = t
            stack += t.args
    order = [terms[n] for n in sorted(terms)]
    place = {t.n: i for i, t in enumerate(order)}
    for t in order:
        if t.op == "leaf" and t.args[0] not in leaves:
            raise NotCovered("an element depends on an input of another position")
    shape = tuple(
        (t.op, leaves[t.args[0]]) if t.op == "leaf"
        else (t.op, *[("t", place[a.n]) if isinstance(a, Term) else a for a in t.args])
        for t in order
    )  # fmt: skip
    return (shape if order else (root,)), Code(order, root, leaves)


def code_of(root: Value) -> tuple[tuple[object, ...], Code, list[int]]:
    """The shape of a value, the value as a function of all bytes that it depends on, and their addresses."""
    leaves: dict[int, int] = {}
    seen: set[int] = set()
    stack = [root]
    while stack:
        t = stack.pop()
        if isinstance(t, Term) and t.n not in seen:
            seen.add(t.n)
            if t.op == "leaf":
                leaves.setdefault(int(t.args[0]), len(leaves))
            stack += t.args
    return *code_over(root, leaves), list(leaves)


def definition(graph: Graph, node: Node, inputs: Sequence[str], constants: Sequence[int | None], every: Array) -> Array:
    """The definition's outputs for all values of the bytes."""
    run, out = OPS[node.op].run_int, graph.tensors[node.outputs[0]]
    if run is None:
        raise NotCovered(f"the operator {node.op} has no integer form")
    arrays, used, first = [], 0, {}
    for name, constant in zip(inputs, constants, strict=True):
        t = graph.tensors[name]
        if constant is not None:
            arrays.append(np.full(every.shape, constant, t.dtype.numpy))
            continue
        if name not in first:
            first[name] = used
            used += t.dtype.bytes
        raw = (every >> (8 * first[name])) & ((1 << (8 * t.dtype.bytes)) - 1)
        arrays.append(raw.astype(f"u{t.dtype.bytes}").view(t.dtype.numpy))
    call = IntCall(
        node.attrs, arrays, [graph.tensors[i].quant for i in inputs], [out.quant], [(every.shape, out.dtype)]
    )
    return np.asarray(run(call)[0])
