"""Exact clean-ups: constant folding, dead code, common subexpressions, algebraic identities."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, TransposeAttrs
from edgec.converter.passes.rewriter import Rewriter

Identity = Callable[[Rewriter, Node], "str | None"]
"""A rule: the tensor that a node's output equals, None where it is another; it may also change the node."""
simplification: Facet[Identity] = Facet("simplify", "rule that finds where it does nothing", "it stays as it is")


def fold_constants(graph: Graph) -> Graph:
    """Evaluate nodes whose inputs are all constants."""
    rw = Rewriter(graph)
    for node in list(rw.nodes()):
        datas = [rw.data(i) for i in node.inputs]
        if not datas or any(d is None for d in datas) or len(node.outputs) != 1 or node.outputs[0] in rw.outputs:
            continue
        result = OPS[node.op].run(node.attrs, datas)[0]
        rw.bypass(node, rw.const(node.outputs[0], result))
    return rw.build()


def remove_dead(graph: Graph) -> Graph:
    """Remove nodes that no output depends on."""
    rw = Rewriter(graph)
    rw.drop_dead()
    return rw.build()


def merge_common(graph: Graph) -> Graph:
    """Compute equal operations on equal inputs once (constants are equal when their bytes are)."""
    rw = Rewriter(graph)
    seen: dict[object, Node] = {}
    first_of: dict[object, str] = {}
    for node in list(rw.nodes()):
        current = rw.producer(node.outputs[0])
        if current is None:
            continue
        inputs = tuple(_value_key(rw, i, first_of) for i in current.inputs)
        key = (current.op, current.attrs, inputs)
        twin = seen.setdefault(key, current)
        if twin is not current and not set(current.outputs) & set(rw.outputs) and _same_quant(rw, twin, current):
            for old, new in zip(current.outputs, twin.outputs, strict=True):
                rw.alias(old, new)
            rw.remove(current)
    return rw.build()


def _value_key(rw: Rewriter, name: str, first_of: dict[object, str]) -> str:
    data = rw.data(name)
    if data is None or data.nbytes > 1 << 16:
        return name
    return first_of.setdefault((data.dtype.str, data.shape, rw.tensors[name].quant, data.tobytes()), name)


def _same_quant(rw: Rewriter, a: Node, b: Node) -> bool:
    pairs = zip(a.outputs, b.outputs, strict=True)
    return all(rw.tensors[x].quant == rw.tensors[y].quant for x, y in pairs)


@simplification(BinaryAttrs)
def _identity_binary(rw: Rewriter, node: Node) -> str | None:
    """X + 0, x - 0, x * 1, x / 1."""
    a = node.attrs
    assert isinstance(a, BinaryAttrs)
    if not a.clamp.is_identity:
        return None
    neutral = {BinaryFn.ADD: 0.0, BinaryFn.SUB: 0.0, BinaryFn.MUL: 1.0, BinaryFn.DIV: 1.0, BinaryFn.POW: 1.0}.get(a.fn)
    sides = [(0, 1)] if a.fn not in (BinaryFn.ADD, BinaryFn.MUL) else [(0, 1), (1, 0)]
    for keep, const in sides:
        data = rw.data(node.inputs[const])
        if neutral is not None and data is not None and np.all(data == neutral):
            if rw.tensors[node.inputs[keep]].shape == rw.tensors[node.outputs[0]].shape:
                return node.inputs[keep]
    return None


@simplification(UnaryAttrs)
def _identity_unary(rw: Rewriter, node: Node) -> str | None:
    """clip(x, -inf, inf); relu(relu(x))."""
    a = node.attrs
    assert isinstance(a, UnaryAttrs)
    if a.fn is not UnaryFn.CLIP:
        return None
    if a.alpha == -np.inf and a.beta == np.inf:
        return node.inputs[0]
    before = rw.producer(node.inputs[0])
    if before is not None and isinstance(before.attrs, UnaryAttrs) and before.attrs.fn is UnaryFn.CLIP:
        if a.alpha <= before.attrs.alpha and before.attrs.beta <= a.beta:
            return node.inputs[0]
    return None


@simplification(ReshapeAttrs)
def _identity_reshape(rw: Rewriter, node: Node) -> str | None:
    """Reshape to the same shape; a reshape of a reshape reads the first's input."""
    source = rw.tensors[node.inputs[0]]
    if source.shape == rw.tensors[node.outputs[0]].shape:
        return source.name
    before = rw.producer(source.name)
    if before is not None and isinstance(before.attrs, ReshapeAttrs) and source.quant is None:
        rw.replace(node, inputs=before.inputs)
    return None


@simplification(TransposeAttrs)
def _identity_transpose(rw: Rewriter, node: Node) -> str | None:
    """Transposes that cancel or combine."""
    a = node.attrs
    assert isinstance(a, TransposeAttrs)
    if a.perm == tuple(range(len(a.perm))):
        return node.inputs[0]
    before = rw.producer(node.inputs[0])
    if before is not None and isinstance(before.attrs, TransposeAttrs):
        perm = tuple(before.attrs.perm[p] for p in a.perm)
        rw.replace(node, inputs=before.inputs, attrs=TransposeAttrs(perm))
        if perm == tuple(range(len(perm))):
            return before.inputs[0]
    return None


@simplification(ConcatAttrs, PadAttrs, CastAttrs)
def _identity_single(rw: Rewriter, node: Node) -> str | None:
    """Concat of one tensor, Pad or Cast that change nothing."""
    out, first = rw.tensors[node.outputs[0]], rw.tensors[node.inputs[0]]
    same = len(node.inputs) == 1 and (out.shape, out.dtype) == (first.shape, first.dtype)
    return first.name if same else None


@simplification(GatherAttrs)
def _identity_gather(rw: Rewriter, node: Node) -> str | None:
    """Every entry of an axis, in order."""
    a = node.attrs
    assert isinstance(a, GatherAttrs)
    index, size = rw.data(node.inputs[1]), rw.tensors[node.inputs[0]].shape[a.axis]
    if index is not None and index.shape == (size,) and np.array_equal(index, np.arange(size)):
        return node.inputs[0]
    return None


@simplification("MaxPool", "AvgPool")
def _identity_pool(rw: Rewriter, node: Node) -> str | None:
    """An average over the whole input is a mean; a 1x1 window with stride 1 is nothing."""
    a = node.attrs
    assert isinstance(a, PoolAttrs)
    x = rw.tensors[node.inputs[0]]
    if max(a.kernel) == 1 and max(a.strides) == 1 and max(a.pads) == 0:
        return x.name
    if node.op == "AvgPool" and tuple(a.kernel) == x.shape[1:3] and max(a.pads) == 0 and a.out == (1, 1):
        if max(a.dilations) == 1:
            rw.replace(node, op="Reduce", attrs=ReduceAttrs(ReduceFn.MEAN, (1, 2), True))
            rw.changed = True
    return None


def simplify(graph: Graph) -> Graph:
    """Apply the identities until none is left."""
    rw = Rewriter(graph)
    rw.changed = True
    while rw.changed:
        rw.changed = False
        for node in rw.nodes(*simplification):
            source = simplification[node](rw, node)
            current = rw.producer(node.outputs[0])
            if source is not None and current is not None and not _is_boundary(rw, current, source):
                rw.bypass(current, source)
        rw.drop_dead()
    return rw.build()


def _is_boundary(rw: Rewriter, node: Node, source: str) -> bool:
    """A graph output must not become a graph input, a constant or another output."""
    return node.outputs[0] in rw.outputs and (
        source in rw.inputs or source in rw.outputs or rw.data(source) is not None
    )
