"""Binding of TreeEnsemble."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, Fields, operand, output
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.spec import Bound, Call, NodeView, Params
from edgec.converter.graph.ir import Array
from edgec.converter.ops.tree import TreeAttrs, TreeSum


def _bind(view: NodeView) -> Bound:
    a = view.attrs(TreeAttrs)
    rows, features = view.x(0).shape
    fields: Fields = (
        ("rows", rows),
        ("features", features),
        ("trees", view.x(3).size),
        ("targets", a.targets),
        ("aggregate", f"EDGEC_TREE_{a.aggregate.value}"),
    )
    args = (*(operand(view, i) for i in range(8)), output(view))
    params = Params("edgec_tree_params", fields)
    why = f"{view.x(3).size} trees of {view.x(1).shape[0]} nodes in all"
    return (Call("edgec_tree_f32_plain", "edgec_tree_f32.h", params, args, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Levels on the way to the leaves, as many as balanced trees have, and the entries of leaves."""
    rows, trees, leaves = view.x(0).shape[0], view.x(3).size, view.x(4).size
    nodes = view.x(1).shape[0]
    levels = np.log2(nodes / trees + 1)
    return (
        ("target", view.y.size),
        ("tree", rows * trees),
        ("level", rows * trees * float(levels)),
        ("entry", rows * trees * view.x(5).size / leaves),
    )


def _forest(rows: int, features: int, trees: int, depth: int, targets: int, aggregate: TreeSum) -> GridLayer:
    """Balanced trees; each leaf has an entry for every target."""

    def values(rng: np.random.Generator) -> list[Array]:
        inner, leaves = 2**depth - 1, 2**depth
        nodes = np.zeros((trees, inner, 4), np.int32)
        nodes[..., 0] = rng.integers(0, features, (trees, inner))
        first = inner * np.arange(trees)[:, None]
        for side in (0, 1):
            child = 2 * np.arange(inner) + 1 + side
            leaf = -1 - (leaves * np.arange(trees)[:, None] + child - inner)
            nodes[..., 2 + side] = np.where(child < inner, first + child, leaf)
        entries = trees * leaves * targets
        return [
            np.asarray(rng.normal(0, 1, (rows, features)), np.float32),
            nodes.reshape(-1, 4),
            np.asarray(rng.normal(0, 0.7, trees * inner), np.float32),
            np.asarray(first[:, 0], np.int32),
            np.arange(1, trees * leaves + 1, dtype=np.int32) * targets,
            np.asarray(np.arange(entries) % targets, np.int32),
            np.asarray(rng.normal(0, 1, entries), np.float32),
            np.zeros(targets, np.float32),
        ]

    return GridLayer(TreeAttrs(targets, aggregate), constant=tuple(range(1, 8)), values=values)


FORESTS = (
    _forest(1, 64, 20, 8, 10, TreeSum.AVERAGE),
    _forest(8, 12, 30, 4, 1, TreeSum.SUM),
    _forest(4, 30, 50, 6, 3, TreeSum.SUM),
    _forest(20, 8, 10, 3, 2, TreeSum.MAX),
    _forest(10, 16, 25, 5, 1, TreeSum.MIN),
    _forest(30, 4, 1, 10, 4, TreeSum.AVERAGE),
)
KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "tree_f32", "TreeEnsemble", F32, _bind, _work, grid=FORESTS),)
