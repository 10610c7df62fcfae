"""Transposes sink through the operators that commute with them until they meet their inverse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from edgec.converter.graph.ir import Attrs, Graph, Node, Shape
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.logic import CompareAttrs, WhereAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.converter.passes.rewriter import Rewriter

Perm = tuple[int, ...]
Moved = tuple[Attrs, tuple[str, ...], Perm] | None
Sinker = Callable[[Rewriter, Node, str, Perm], Moved]

sinking: Facet[Sinker] = Facet("sinking", "rule that moves a transpose past it", "a transpose before it stays there")


def inverse(perm: Perm) -> Perm:
    """The permutation that undoes ``perm``."""
    return tuple(int(i) for i in np.argsort(perm))


def moves_nothing(perm: Perm, shape: Shape) -> bool:
    """True when the transpose of this shape keeps the order of all elements (only axes of size 1 move)."""
    kept = [p for p in perm if shape[p] != 1]
    return kept == sorted(kept)


def sink_transposes(graph: Graph) -> Graph:
    """Move transposes toward the outputs, cancelling pairs; split some (channel shuffles) where less is moved then."""
    whole, split = _sunk(graph), _sunk(graph, split=True)
    return split if _moved(split) < _moved(whole) else whole


def _moved(graph: Graph) -> int:
    """Elements that transposes move."""
    turns = [(n.attrs, graph.tensors[n.inputs[0]]) for n in graph.nodes]
    return sum(t.size for a, t in turns if isinstance(a, TransposeAttrs) and not moves_nothing(a.perm, t.shape))


def _sunk(graph: Graph, split: bool = False) -> Graph:
    rw = Rewriter(graph)
    work = list(rw.nodes("Transpose"))
    budget = 64 * (len(graph.nodes) + 16)  # every sinking moves a transpose down one node; the bound only guards
    while work and budget:
        budget -= 1
        node = work.pop(0)
        if rw.alive(node):
            work.extend(_sink(rw, node, split))
        work = work or _doubled(rw)
    rw.drop_dead()
    return rw.build()


def _doubled(rw: Rewriter) -> list[Node]:
    """Transposes that a transpose reads: moving one past an operator may put another before its other operands."""
    producers = (rw.producer(node.inputs[0]) for node in rw.nodes("Transpose") if rw.alive(node))
    return [p for p in producers if p is not None and isinstance(p.attrs, TransposeAttrs)]


def _sink(rw: Rewriter, node: Node, split: bool) -> list[Node]:
    """Move one transpose past each of its readers that allow it; returns the transposes to look at next."""
    assert isinstance(node.attrs, TransposeAttrs)
    perm, source, out = node.attrs.perm, node.inputs[0], node.outputs[0]
    again: list[Node] = []
    for user in rw.users(out):
        if not rw.alive(user):
            continue
        if isinstance(user.attrs, TransposeAttrs):
            combined = tuple(perm[p] for p in user.attrs.perm)
            if combined == tuple(range(len(combined))) and not _exposes(rw, user, source):
                rw.bypass(user, source)
            else:
                again.append(rw.replace(user, inputs=(source,), attrs=TransposeAttrs(combined)))
            continue
        rule = _through_reshape_in_part if split and isinstance(user.attrs, ReshapeAttrs) else sinking.get(user)
        moved = None if rule is None else rule(rw, user, out, perm)
        if moved is None:
            continue
        attrs, inputs, back = moved
        again.extend(_rewire(rw, user, attrs, inputs, back))
    return again


def _exposes(rw: Rewriter, node: Node, source: str) -> bool:
    return node.outputs[0] in rw.outputs and (source in rw.inputs or source in rw.outputs)


def _rewire(rw: Rewriter, user: Node, attrs: Attrs, inputs: tuple[str, ...], back: Perm) -> list[Node]:
    """Replace ``user`` by itself on untransposed inputs, then a transpose (none when ``back`` is the identity)."""
    old = user.outputs[0]
    tensor = rw.tensors[old]
    new = rw.emit(user.op, attrs, inputs, user)
    if rw.data(new) is None:
        rw.update(new, quant=tensor.quant)
    if back == tuple(range(len(back))):
        rw.bypass(user, new)
        return []
    rw.remove(user)
    last = rw.producer(new)
    assert last is not None
    turned = rw.emit("Transpose", TransposeAttrs(back), (new,), last)
    rw.alias(old, turned)
    node = rw.producer(turned)
    return [] if node is None else [node]


@sinking(UnaryAttrs, CastAttrs, QuantizeAttrs, DequantizeAttrs)
def _through_unary(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    attrs = user.attrs
    if isinstance(attrs, (QuantizeAttrs, DequantizeAttrs)) and attrs.axis >= 0:
        attrs = replace(attrs, axis=perm[attrs.axis])
    return attrs, (_source(rw, out),), perm


def _source(rw: Rewriter, out: str) -> str:
    node = rw.producer(out)
    assert node is not None
    return node.inputs[0]


def _turned_before(rw: Rewriter, name: str, perm: Perm) -> str | None:
    """``name`` in the order before ``perm`` where it already exists: its source, or what another reader made."""
    node = rw.producer(name)
    if node is not None and isinstance(node.attrs, TransposeAttrs) and node.attrs.perm == perm:
        return node.inputs[0]
    back = TransposeAttrs(inverse(perm))
    return next((n.outputs[0] for n in rw.users(name) if n.attrs == back), None)


def _untransposed(rw: Rewriter, name: str, perm: Perm, like: Node) -> str | None:
    """``name`` in the order before ``perm``, when that is free: constant, scalar, or known in both orders."""
    tensor = rw.tensors[name]
    rank = len(perm)
    source = _turned_before(rw, name, perm)
    if source is not None:
        return source
    if tensor.size == 1 and len(tensor.shape) <= rank:
        return name
    if len(tensor.shape) < rank:
        if tensor.data is None and not moves_nothing(inverse(perm), (1,) * (rank - len(tensor.shape)) + tensor.shape):
            return None
        name = rw.emit("Reshape", ReshapeAttrs((1,) * (rank - len(tensor.shape)) + tensor.shape), (name,), like)
        tensor = rw.tensors[name]
    if tensor.data is not None or moves_nothing(inverse(perm), tensor.shape):
        return rw.emit("Transpose", TransposeAttrs(inverse(perm)), (name,), like, hint=name)
    return None


@sinking(BinaryAttrs, CompareAttrs, WhereAttrs)
def _through_binary(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    if len(rw.tensors[user.outputs[0]].shape) != len(perm):
        return None
    inputs = [_untransposed(rw, i, perm, user) for i in user.inputs]
    return None if None in inputs else (user.attrs, tuple(i for i in inputs if i is not None), perm)


@sinking(ConcatAttrs)
def _through_concat(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    assert isinstance(user.attrs, ConcatAttrs)
    for name in user.inputs:
        turned, tensor = _turned_before(rw, name, perm), rw.tensors[name]
        if turned is None and tensor.data is None and not moves_nothing(inverse(perm), tensor.shape):
            return None
    inputs = [_untransposed(rw, i, perm, user) for i in user.inputs]
    if None in inputs or any(i is not None and len(rw.tensors[i].shape) != len(perm) for i in inputs):
        return None
    return ConcatAttrs(perm[user.attrs.axis]), tuple(i for i in inputs if i is not None), perm


@sinking(SoftmaxAttrs)
def _through_softmax(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    assert isinstance(user.attrs, SoftmaxAttrs)
    return replace(user.attrs, axis=perm[user.attrs.axis]), (_source(rw, out),), perm


@sinking(NormalizeAttrs)
def _through_normalize(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    """Allowed while scale and bias are single values and the normalized axes stay neighbours."""
    a = user.attrs
    assert isinstance(a, NormalizeAttrs)
    axes = tuple(sorted(perm[i] for i in a.axes))
    if axes[-1] - axes[0] >= len(axes) or any(rw.tensors[i].size != 1 for i in user.inputs[1:]):
        return None
    return replace(a, axes=axes), (_source(rw, out), *user.inputs[1:]), perm


@sinking(ReduceAttrs)
def _through_reduce(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    a = user.attrs
    assert isinstance(a, ReduceAttrs)
    axes = tuple(sorted(perm[i] for i in a.axes))
    if a.keepdims:
        return replace(a, axes=axes), (_source(rw, out),), perm
    kept = [p for i, p in enumerate(perm) if i not in a.axes]
    rank = {p: i for i, p in enumerate(sorted(kept))}
    return replace(a, axes=axes), (_source(rw, out),), tuple(rank[p] for p in kept)


@sinking(PadAttrs)
def _through_pad(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    a = user.attrs
    assert isinstance(a, PadAttrs)
    inv = inverse(perm)
    attrs = replace(a, before=tuple(a.before[i] for i in inv), after=tuple(a.after[i] for i in inv))
    return attrs, (_source(rw, out),), perm


@sinking(SliceAttrs)
def _through_slice(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    a = user.attrs
    assert isinstance(a, SliceAttrs)
    inv = inverse(perm)

    def turn(values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[i] for i in inv)

    return SliceAttrs(turn(a.starts), turn(a.steps), turn(a.shape)), (_source(rw, out),), perm


@sinking(GatherAttrs)
def _through_gather(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    assert isinstance(user.attrs, GatherAttrs)
    if user.inputs[0] != out or len(rw.tensors[user.inputs[1]].shape) != 1:
        return None
    return GatherAttrs(perm[user.attrs.axis]), (_source(rw, out), user.inputs[1]), perm


@sinking(ResampleAttrs)
def _through_resample(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    assert isinstance(user.attrs, ResampleAttrs)
    return ResampleAttrs(perm[user.attrs.axis]), (_source(rw, out), *user.inputs[1:]), perm


def axis_groups(old: Shape, new: Shape) -> list[tuple[list[int], list[int]]]:
    """Smallest runs of axes of two shapes with equal products, in order."""
    groups, i, j = [], 0, 0
    while i < len(old) or j < len(new):
        a, b = [i] if i < len(old) else [], [j] if j < len(new) else []
        i, j = i + len(a), j + len(b)
        while prod(old[k] for k in a) != prod(new[k] for k in b):
            if prod(old[k] for k in a) < prod(new[k] for k in b):
                a.append(i)
                i += 1
            else:
                b.append(j)
                j += 1
        groups.append((a, b))
    return groups


@sinking(ReshapeAttrs)
def _through_reshape(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    """Reshape commutes when each run of merged or split axes is whole and in order before the transpose too."""
    runs = _runs(rw, user, out, perm)
    if any(b != before[0] + k for before, _ in runs for k, b in enumerate(before)):
        return None
    attrs, back = _reordered(user, runs)
    return attrs, (_source(rw, out),), back


def _through_reshape_in_part(rw: Rewriter, user: Node, out: str, perm: Perm) -> Moved:
    """Else the runs are made whole by a transpose of their own; the rest of ``perm`` commutes (channel shuffles)."""
    runs = _runs(rw, user, out, perm)
    order = tuple(b for before, _ in runs for b in before)
    attrs, back = _reordered(user, runs)
    if order == tuple(range(len(order))):
        return attrs, (_source(rw, out),), back
    if back == tuple(range(len(back))):
        return None
    node = rw.producer(out)
    assert node is not None
    return attrs, (rw.emit("Transpose", TransposeAttrs(order), node.inputs, node),), back


def _runs(rw: Rewriter, user: Node, out: str, perm: Perm) -> list[tuple[list[int], list[int]]]:
    """Runs of axes that a reshape keeps, merges or splits: (axes before the transpose, new axes), in order."""
    assert isinstance(user.attrs, ReshapeAttrs)
    groups = axis_groups(rw.tensors[out].shape, user.attrs.shape)
    return sorted((([perm[a] for a in old], new) for old, new in groups), key=lambda g: min(g[0], default=len(perm)))


def _reordered(user: Node, runs: Sequence[tuple[list[int], list[int]]]) -> tuple[ReshapeAttrs, Perm]:
    """The reshape of runs in this order, and the transpose that gives the model's order."""
    assert isinstance(user.attrs, ReshapeAttrs)
    axes = [a for _, new in runs for a in new]
    position = {a: k for k, a in enumerate(axes)}
    back = tuple(position[a] for a in range(len(axes)))
    return ReshapeAttrs(tuple(user.attrs.shape[a] for a in axes)), back
