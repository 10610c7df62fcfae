"""Activations that a model spells out, as x * sigmoid(x) or x / 2 * (1 + erf(x / sqrt(2))), become one operator.

A group of elementwise operators that depends on one tensor is a function of one number.  It is evaluated on a grid and
compared with the functions there is a kernel for; how it was written does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from edgec.converter.graph.ir import Array, Graph, Node
from edgec.converter.ops.elementwise import UNARY, BinaryAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.logic import CompareAttrs, WhereAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.passes.rewriter import Rewriter

PARTS = (UnaryAttrs, BinaryAttrs, CompareAttrs, WhereAttrs)
MAX_GROUP_NODES = 12  # operators of a group
GRID = np.concatenate([np.linspace(-9.0, 9.0, 577), [-80.0, -30.0, -15.0, 15.0, 30.0, 80.0]])
TOLERANCE = 1e-6  # of the larger of 1 and the value
Known = dict[object, UnaryAttrs | None]
"""Functions that groups of operators compute, by the way the group is written."""


def recognize_activations(graph: Graph) -> Graph:
    """Replace groups of operators by the activation function they compute."""
    rw = Rewriter(graph)
    known: Known = {}
    for output in reversed([n.outputs[0] for n in rw.nodes() if isinstance(n.attrs, PARTS)]):
        node = rw.producer(output)
        if node is None or not rw.tensors[output].dtype.is_float:
            continue
        match = _match(rw, node, known)
        if match is not None:
            rw.bypass(node, rw.emit("Unary", match[1], (match[0],), node))
            rw.drop_dead()
    return rw.build()


def _match(rw: Rewriter, node: Node, known: Known) -> tuple[str, UnaryAttrs] | None:
    """The tensor a group that ends in ``node`` depends on, and the function; the smallest group that is one."""
    group = [node]
    if not _is_pointwise(rw, node, rw.tensors[node.outputs[0]].shape):  # as ``_next`` finds the others
        return None
    while len(group) <= MAX_GROUP_NODES:
        open_ends = _open_ends(rw, group)
        if len(open_ends) == 1 and len(group) > 1:
            source = next(iter(open_ends))
            attrs = _known(rw, group, source, known)
            if attrs is not None:
                return source, attrs
        before = _next(rw, group, open_ends)
        if before is None:
            return None
        group.insert(0, before)
    return None


def _open_ends(rw: Rewriter, group: Sequence[Node]) -> dict[str, None]:
    """Find what the group reads from outside, constants left out."""
    inside = {n.outputs[0] for n in group}
    return {i: None for n in group for i in n.inputs if rw.data(i) is None and i not in inside}


def _next(rw: Rewriter, group: Sequence[Node], open_ends: dict[str, None]) -> Node | None:
    """An operator that only the group reads, of one shape with it, whose other operands are single values."""
    shape = rw.tensors[group[-1].outputs[0]].shape
    for name in open_ends:
        node = rw.producer(name)
        if node is None or not isinstance(node.attrs, PARTS) or name in rw.outputs or rw.readers(name) > len(group):
            continue
        if not all(r in group for r in rw.users(name)):
            continue
        if rw.tensors[name].quant is None and rw.tensors[name].shape == shape and _is_pointwise(rw, node, shape):
            return node
    return None


def _is_pointwise(rw: Rewriter, node: Node, shape: tuple[int, ...]) -> bool:
    """Every operand is a single constant or a tensor of the group's shape."""
    tensors = [rw.tensors[i] for i in node.inputs]
    return all((t.data is not None and t.size == 1) or (t.data is None and t.shape == shape) for t in tensors)


def _known(rw: Rewriter, group: Sequence[Node], source: str, known: Known) -> UnaryAttrs | None:
    """The function a group computes of ``source``, when it is one of the known ones; ``known`` remembers answers."""
    shape = rw.tensors[group[-1].outputs[0]].shape
    if rw.tensors[source].shape != shape or not rw.tensors[source].dtype.is_float:
        return None
    spelled = _spelled(rw, group, source)
    if spelled not in known:
        known[spelled] = _function(_evaluate(rw, group, source))
    return known[spelled]


def _spelled(rw: Rewriter, group: Sequence[Node], source: str) -> object:
    """Return the spelling of a group, which does not depend on the names of its tensors."""
    number = {source: 0, **{n.outputs[0]: i for i, n in enumerate(group, start=1)}}
    constants = {i: _single(rw, i) for n in group for i in n.inputs if i not in number}
    values = {i: (c.dtype.str, c.tobytes()) for i, c in constants.items()}
    return tuple((n.op, n.attrs, tuple(number[i] if i in number else values[i] for i in n.inputs)) for n in group)


def _function(values: Array) -> UnaryAttrs | None:
    """The known function with these values on the grid."""
    fixed, expected, tolerance = _fixed()
    (equal,) = np.nonzero(np.all(np.abs(values - expected) <= tolerance, axis=1))
    if equal.size:
        return fixed[int(equal[0])]
    for attrs, wanted in _fitted(values):
        if np.all(np.abs(values - wanted) <= _tolerance(wanted)):
            return attrs
    return None


def _tolerance(expected: Array) -> Array:
    return np.asarray(TOLERANCE * np.maximum(1.0, np.abs(expected)))


def _evaluate(rw: Rewriter, group: Sequence[Node], source: str) -> Array:
    """The group's value at every point of the grid."""
    values: dict[str, Array] = {source: GRID}
    with np.errstate(all="ignore"):
        for node in group:
            ins = [values[i] if i in values else _single(rw, i) for i in node.inputs]
            values[node.outputs[0]] = OPS[node.op].run(node.attrs, ins)[0]
    return np.asarray(values[group[-1].outputs[0]])


def _single(rw: Rewriter, name: str) -> Array:
    """A constant as one number, in float64 when it is real."""
    data = rw.data(name)
    assert data is not None
    return np.asarray(data.reshape(()).astype(np.float64) if data.dtype.kind == "f" else data.reshape(()))


@cache
def _fixed() -> tuple[tuple[UnaryAttrs, ...], Array, Array]:
    """Functions without a free parameter, their values on the grid and the tolerances [functions, points]."""
    attrs = (
        UnaryAttrs(UnaryFn.CLIP, 0.0, np.inf),
        UnaryAttrs(UnaryFn.CLIP, 0.0, 6.0),
        UnaryAttrs(UnaryFn.SWISH, 1.0),
        UnaryAttrs(UnaryFn.SWISH, 1.702),
        UnaryAttrs(UnaryFn.GELU),
        UnaryAttrs(UnaryFn.GELU_TANH),
        UnaryAttrs(UnaryFn.HARD_SWISH, 1 / 6, 0.5),
        UnaryAttrs(UnaryFn.HARD_SIGMOID, 1 / 6, 0.5),
        UnaryAttrs(UnaryFn.MISH),
        UnaryAttrs(UnaryFn.SOFTPLUS),
        UnaryAttrs(UnaryFn.SIGMOID),
        UnaryAttrs(UnaryFn.TANH),
        UnaryAttrs(UnaryFn.SOFTSIGN),
        UnaryAttrs(UnaryFn.SELU, 1.67326319217681884765625, 1.05070102214813232421875),
    )
    values = np.stack([_on_grid(a) for a in attrs])
    return attrs, values, _tolerance(values)


def _on_grid(attrs: UnaryAttrs) -> Array:
    return UNARY[attrs.fn](GRID, attrs.alpha, attrs.beta)


def _fitted(values: Array) -> list[tuple[UnaryAttrs, Array]]:
    """Functions with a slope or a limit, which is read off the values."""

    def at(x: float) -> float:
        return float(values[int(np.argmin(np.abs(GRID - x)))])

    slope, limit = -at(-1.0), -at(-80.0)
    fits = [UnaryAttrs(UnaryFn.LEAKY_RELU, slope)] if 0.0 < slope < 1.0 else []
    if 0.0 < limit < np.inf:
        fits += [UnaryAttrs(UnaryFn.ELU, limit), UnaryAttrs(UnaryFn.CELU, limit)]
    return [(a, _on_grid(a)) for a in fits]
