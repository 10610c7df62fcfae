"""Layers that compute nothing: elements that are input values as they are, or the largest of some."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node, Tensor
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import GatherAttrs
from edgec.proof.origins import FIRST_ORIGIN
from edgec.proof.pairs import code_of
from edgec.proof.products import window
from edgec.proof.seen import Seen
from edgec.proof.solver import Symbol, byte_symbol, never_differ
from edgec.proof.thumb.machine import NotCovered
from edgec.proof.thumb.slices import byte_of
from edgec.proof.thumb.terms import Carrier, Term, Value, choose, less, signed, value

MOST_BYTES = 64


def wrong_moves(graph: Graph, node: Node, seen: Seen) -> str | None:
    """Return why a layer does more than move values, "" when it does not; None where it also requantizes them.

    An element is the very element of the input that the definition puts there, or the constant.

    Raises:
        NotCovered: which elements are moved depends on inputs.
    """
    run = OPS[node.op].run
    out = graph.tensors[node.outputs[0]]
    if any(not _same_values(graph.tensors[i], out) for i in seen.cells):
        return None
    given: list[Array] = []
    for name in node.inputs:
        t = graph.tensors[name]
        if isinstance(node.attrs, GatherAttrs) and t.data is None and given:
            raise NotCovered("which elements are moved depends on inputs")
        indices = isinstance(node.attrs, GatherAttrs) and bool(given)
        held = t.data if indices else None if t.data is None else np.zeros(t.shape, np.int64)
        given.append(seen.cells[name].reshape(t.shape) if held is None else held)
    origins = np.asarray(run(node.attrs, given)[0], dtype=np.float64).reshape(-1)
    size = out.dtype.bytes
    for i, e in enumerate(seen.elements, seen.first):
        origin, right = int(origins[i]), int(seen.expected[i])
        parts = [byte_of(e, k) for k in range(size)]
        if origin < FIRST_ORIGIN and parts != [(right >> (8 * k)) & 255 for k in range(size)]:
            return f"element {i} is not the constant {right}"
        if origin >= FIRST_ORIGIN and any(not _is(p, origin + k) for k, p in enumerate(parts)):
            return f"element {i} is not the element of an input that it must be"
    return ""


def _same_values(x: Tensor, y: Tensor) -> bool:
    """Return whether equal elements mean equal values."""
    if x.quant is None or y.quant is None:
        return x.quant is y.quant
    return replace(x.quant, q31=y.quant.q31) == y.quant


def _is(byte: Value, origin: int) -> bool:
    return isinstance(byte, Term) and byte.op == "leaf" and byte.args[0] == origin


def wrong_largest(graph: Graph, node: Node, seen: Seen, known: set[object], seconds: float) -> str:
    """Return why elements are not the largest values of their windows, "" when they are.

    ``known`` are the forms of the layer that are proven already; new ones are added.

    Raises:
        NotCovered: an element depends on too many values.
    """
    size = graph.tensors[node.outputs[0]].dtype.bytes
    for i, e in enumerate(seen.elements, seen.first):
        right = seen.expected[i]
        shape, code, addresses = code_of(e)
        if (value(e) - int(right)) & ((1 << (8 * size)) - 1):
            return f"element {i} is another value than it must be"
        if set(addresses) != {cell + k for cell in _window(graph, node, seen, i) for k in range(size)}:
            return f"element {i} is not taken of the values of its window"
        order = sorted(range(len(addresses)), key=lambda k: addresses[k])
        key = (shape, tuple(order))
        if key in known:
            continue
        known.add(key)
        if len(addresses) > MOST_BYTES or len(addresses) % size:
            raise NotCovered(f"element {i} depends on {len(addresses)} bytes")
        cells = [byte_symbol(f"x{n}") for n in range(len(addresses))]
        top: Carrier = None
        for k in range(0, len(order), size):
            parts = [cells[n] for n in order[k : k + size]]
            whole: Symbol = parts[0] if size == 1 else parts[0] | (parts[1] << 8)
            v = signed(whole, 8 * size)
            top = v if top is None else choose(less(top, v), v, top)
        difference = never_differ(code(cells), top, 8 * size, (), seconds)
        if difference:
            return f"element {i}: {difference}"
    return ""


def _window(graph: Graph, node: Node, seen: Seen, element: int) -> list[int]:
    """Numbers of the values in the window of an element."""
    x, out = (graph.tensors[n] for n in (node.inputs[0], node.outputs[0]))
    return window(node.attrs, seen.cells[x.name].reshape(x.shape), np.unravel_index(element, out.shape))
