"""Functions of one tree's leaf become the leaf's weight, and sums of ensembles one ensemble.

An isolation forest arrives as a tree with leaf numbers, tables of depths and arithmetic on them, for each of its trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np

from edgec.converter.graph.ir import Array, DType, Graph, Node
from edgec.converter.lower.trees import TreeTables
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs
from edgec.converter.ops.logic import CompareAttrs, WhereAttrs
from edgec.converter.ops.registry import OPS
from edgec.converter.ops.shape import GatherAttrs, ReshapeAttrs
from edgec.converter.ops.tree import TreeAttrs, TreeSum
from edgec.converter.passes.rewriter import Rewriter

POINTWISE = (UnaryAttrs, BinaryAttrs, CompareAttrs, WhereAttrs, CastAttrs, ReshapeAttrs, GatherAttrs)
SUMS = (TreeSum.SUM, TreeSum.AVERAGE)


def fold_into_trees(graph: Graph) -> Graph:
    """Give leaves the values that are computed from them alone, where one value is."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("TreeEnsemble")):
        attrs = node.attrs
        if isinstance(attrs, TreeAttrs) and attrs.targets == 1 and attrs.aggregate in SUMS:
            if rw.tensors[node.inputs[3]].size == 1:
                _fold(rw, node)
    return rw.build()


def add_trees(graph: Graph) -> Graph:
    """Make one ensemble of those over the same rows whose results are added and not read otherwise."""
    rw = Rewriter(graph)
    sums = _sums(rw)
    for node in reversed(list(rw.nodes("Binary"))):
        if node.outputs[0] in sums and rw.alive(node):
            _merge(rw, node, _parts(rw, node))
    return rw.build()


def _fold(rw: Rewriter, tree: Node) -> None:
    """One tree with one target: evaluate what depends on it at every leaf."""
    values = {tree.outputs[0]: _leaf_values(rw, tree)}
    rows = rw.tensors[tree.outputs[0]].size
    pending = [tree.outputs[0]]
    while pending:
        for user in rw.users(pending.pop()):
            known = all(i in values or rw.data(i) is not None for i in user.inputs)
            if known and user.outputs[0] not in values and _depends(rw, user, rows):
                values[user.outputs[0]] = _evaluate(rw, user, values)
                pending.append(user.outputs[0])
    ends = [n for n in values if n in rw.outputs or any(u.outputs[0] not in values for u in rw.users(n))]
    if len(ends) != 1 or ends[0] == tree.outputs[0] or rw.tensors[ends[0]].dtype is not DType.F32:
        return
    weights = np.asarray(values[ends[0]], np.float32)
    if not np.isfinite(weights).all():
        return
    tables = _tables(rw, tree)
    tables.ends, tables.targets = list(range(1, len(weights) + 1)), [0] * len(weights)
    tables.weights = [float(w) for w in weights]
    maker = rw.producer(ends[0])
    assert maker is not None
    y = _emit(rw, tables, TreeAttrs(1, TreeSum.SUM), tree, np.zeros(1, np.float32))
    rw.bypass(maker, rw.emit("Reshape", ReshapeAttrs(rw.tensors[ends[0]].shape), (y,), maker))
    rw.drop_dead()


def _leaf_values(rw: Rewriter, tree: Node) -> Array:
    """The result for every leaf, [leaves]."""
    ends, weights, base = (_data(rw, tree, i) for i in (4, 6, 7))
    sums = np.concatenate([[0.0], np.cumsum(weights.astype(np.float64))])
    starts = np.concatenate([[0], ends[:-1]])
    return np.asarray(sums[ends] - sums[starts] + base[0], np.float32)


def _depends(rw: Rewriter, node: Node, rows: int) -> bool:
    """Return whether the node computes each of ``rows`` values from one value of each of its operands."""
    out = rw.tensors[node.outputs[0]]
    if not isinstance(node.attrs, POINTWISE) or out.size != rows or out.quant is not None:
        return False
    if isinstance(node.attrs, GatherAttrs):
        table, index = node.inputs
        return rw.data(table) is not None and rw.data(index) is None and len(rw.tensors[table].shape) == 1
    return all(rw.tensors[i].size == (1 if rw.data(i) is not None else rows) for i in node.inputs)


def _evaluate(rw: Rewriter, node: Node, values: dict[str, Array]) -> Array:
    """Its value at every leaf."""
    if isinstance(node.attrs, ReshapeAttrs):
        return values[node.inputs[0]]
    ins = []
    for i in node.inputs:
        data = rw.data(i)
        table = isinstance(node.attrs, GatherAttrs) and i == node.inputs[0]
        ins.append(values[i] if data is None else data if table else data.reshape(1))
    with np.errstate(all="ignore"):
        return np.asarray(OPS[node.op].run(node.attrs, ins)[0])


def _data(rw: Rewriter, node: Node, i: int) -> Array:
    data = rw.data(node.inputs[i])
    assert data is not None
    return data


def _tables(rw: Rewriter, node: Node) -> TreeTables:
    """The tables of an ensemble, to be changed."""
    nodes, thresholds, roots, ends, targets, weights = (_data(rw, node, i).tolist() for i in range(1, 7))
    return TreeTables([(f, m, yes, no) for f, m, yes, no in nodes], thresholds, roots, ends, targets, weights)


def _emit(rw: Rewriter, tables: TreeTables, attrs: TreeAttrs, like: Node, base: Array) -> str:
    tables.compact(attrs.aggregate in SUMS)
    consts = [rw.const(f"{like.name}.{what}", data) for data, what in tables.arrays(base)]
    return rw.emit("TreeEnsemble", attrs, (like.inputs[0], *consts), like)


def _is_sum(node: Node) -> bool:
    return isinstance(node.attrs, BinaryAttrs) and node.attrs.fn is BinaryFn.ADD


def _sums(rw: Rewriter) -> dict[str, Node]:
    """The ensembles, and the trees of additions of nothing else, of one kind over the same rows: one ensemble of each.

    One pass from the inputs on: a long chain of additions is not walked again from each of its members.
    """
    sums: dict[str, Node] = {}
    for node in rw.nodes():
        if isinstance(node.attrs, TreeAttrs):
            if node.attrs.aggregate is TreeSum.SUM:
                sums[node.outputs[0]] = node
        elif isinstance(node.attrs, ReshapeAttrs) or _is_sum(node):
            ensembles = [sums.get(i) for i in node.inputs if _is_inner(rw, i, node)]
            first = ensembles[0] if len(ensembles) == len(node.inputs) else None
            if first is not None and all(e is not None and _alike(e, first) for e in ensembles):
                sums[node.outputs[0]] = first
    return sums


def _is_inner(rw: Rewriter, name: str, reader: Node) -> bool:
    """Return whether only ``reader`` reads a tensor, value by value."""
    return rw.tensors[name].size == rw.tensors[reader.outputs[0]].size and rw.only_user(name) is not None


def _alike(a: Node, b: Node) -> bool:
    return a.attrs == b.attrs and a.inputs[0] == b.inputs[0]


def _parts(rw: Rewriter, node: Node) -> list[Node]:
    """The ensembles that a tree of additions adds up, in their order."""
    parts: list[Node] = []
    pending = list(reversed(node.inputs))
    while pending:
        maker = rw.producer(pending.pop())
        assert maker is not None
        if isinstance(maker.attrs, TreeAttrs):
            parts.append(maker)
        else:
            pending += reversed(maker.inputs)
    return parts


def _merge(rw: Rewriter, node: Node, parts: list[Node]) -> None:
    """All trees in one ensemble, in their order."""
    every = [_tables(rw, p) for p in parts]
    merged = TreeTables()
    for one in every:
        inner, leaves, entries = len(merged.nodes), len(merged.ends), merged.ends[-1] if merged.ends else 0

        def moved(child: int, inner: int = inner, leaves: int = leaves) -> int:
            return child + inner if child >= 0 else child - leaves

        merged.nodes += [(feature, mode, moved(yes), moved(no)) for feature, mode, yes, no in one.nodes]
        merged.roots += [moved(root) for root in one.roots]
        merged.ends += [end + entries for end in one.ends]
    merged.thresholds = _joined(t.thresholds for t in every)
    merged.targets = [t for one in every for t in one.targets]
    merged.weights = _joined(t.weights for t in every)
    base = np.asarray(np.sum([_data(rw, p, 7) for p in parts], axis=0, dtype=np.float64), np.float32)
    attrs = parts[0].attrs
    assert isinstance(attrs, TreeAttrs)
    y = _emit(rw, merged, attrs, parts[0], base)
    rw.bypass(node, rw.emit("Reshape", ReshapeAttrs(rw.tensors[node.outputs[0]].shape), (y,), node))
    rw.drop_dead()


def _joined(lists: Iterable[list[float]]) -> list[float]:
    return list(chain.from_iterable(lists))
