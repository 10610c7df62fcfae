"""Layers that compute nothing: elements that are input values as they are, or the largest of some."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.proof.pairs import code_of
from edgec.proof.solver import Symbol, byte_symbols, never_differ
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.terms import Carrier, Term, Value, choose, less, signed, value

MOVES = frozenset({"Reshape", "Transpose", "Pad", "Slice", "Gather"})
LARGEST = "MaxPool"
MOST_BYTES = 64
_JOINED = ("leaf", "cat", "sxtb", "sxth", "uxtb", "uxth")


def wrong_moves(graph: Graph, node: Node, elements: Sequence[Value], expected: Array) -> str | None:
    """Why a layer does more than move values, "" when it does not; None for operators that compute.

    ``expected`` are the layer's outputs in the recorded run, whose inputs are random: what is moved to a wrong place
    differs there.
    """
    if node.op not in MOVES:
        return None
    bits = 8 * graph.tensors[node.outputs[0]].dtype.bytes
    for i, (e, right) in enumerate(zip(elements, expected.reshape(-1).tolist(), strict=True)):
        if not _is_input(e):
            return f"element {i} is computed"
        if (value(e) - int(right)) & ((1 << bits) - 1):
            return f"element {i} is another input than it must be"
    return ""


def _is_input(e: Value) -> bool:
    return not isinstance(e, Term) or (e.op in _JOINED and (e.op == "leaf" or all(_is_input(a) for a in e.args)))


def wrong_largest(graph: Graph, node: Node, elements: Sequence[Value], expected: Array, seconds: float) -> str | None:
    """Why elements are not the largest of the values they depend on, "" when they are; None for other operators.

    Raises:
        NotCovered: an element depends on too many values.
    """
    if node.op != LARGEST:
        return None
    size = graph.tensors[node.outputs[0]].dtype.bytes
    known: set[object] = set()
    for i, (e, right) in enumerate(zip(elements, expected.reshape(-1).tolist(), strict=True)):
        shape, code, addresses = code_of(e)
        if (value(e) - int(right)) & ((1 << (8 * size)) - 1):
            return f"element {i} is another value than it must be"
        order = sorted(range(len(addresses)), key=lambda k: addresses[k])
        key = (shape, tuple(order))
        if key in known:
            continue
        known.add(key)
        if len(addresses) > MOST_BYTES or len(addresses) % size:
            raise NotCovered(f"element {i} depends on {len(addresses)} bytes")
        cells, facts = byte_symbols(len(addresses))
        top: Carrier = None
        for k in range(0, len(order), size):
            parts = [cells[n] for n in order[k : k + size]]
            whole: Symbol = parts[0] if size == 1 else parts[0] | (parts[1] << 8)
            v = signed(whole, 8 * size)
            top = v if top is None else choose(less(top, v), v, top)
        found = never_differ(code(cells), top, 8 * size, facts, seconds)
        if found:
            return f"element {i}: {found}"
    return ""
