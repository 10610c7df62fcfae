"""Binding of TreeEnsemble."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import F32, const, operand, output
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params_sampled import SmallTrees, TreeAggregate, TreeEnsemble
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.tree import MISSING_GOES_TRUE, TreeAttrs, TreeSum

BYTE, WORD = 1 << 8, 1 << 16
LEAF = 1 << 15  # children from here on are leaves


def _trees(view: NodeView) -> TreeEnsemble:
    a, (rows, features) = view.attrs(TreeAttrs), view.x(0).shape
    return TreeEnsemble(rows, features, view.x(3).size, a.targets, TreeAggregate[f"EDGEC_TREE_{a.aggregate.name}"])


def _why(view: NodeView) -> str:
    return f"{view.x(3).size} trees of {view.x(1).shape[0]} nodes in all"


def _bind(view: NodeView) -> Bound:
    args = (*(operand(view, i) for i in range(8)), output(view))
    return (Call("edgec_tree_f32_plain", "edgec_tree_f32.h", _trees(view), args, why=_why(view)),)


def _bind_small(view: NodeView) -> Bound:
    small = _small_tables(view, _trees(view))
    if small is None:
        return Misfit("its nodes test in several ways, or are too many for numbers of 16 bits")
    params, tables = small
    args = (operand(view, 0), *tables, operand(view, 6), operand(view, 7), output(view))
    return (Call("edgec_tree_small_f32_plain", "edgec_tree_f32.h", params, args, why=_why(view)),)


def _data(view: NodeView, i: int) -> Array:
    data = view.x(i).data
    assert data is not None
    return data


def _small_tables(view: NodeView, of: TreeEnsemble) -> tuple[SmallTrees, tuple[Const, ...]] | None:
    """Parameters and tables of the small kernel up to the targets; None for trees that it has no room for."""
    nodes, roots, ends = (_data(view, i) for i in (1, 3, 4))
    tests, missing = nodes[:, 1] % MISSING_GOES_TRUE, nodes[:, 1] >= MISSING_GOES_TRUE
    if (tests != tests[0]).any() or max(len(nodes), len(ends)) > LEAF or of.targets > BYTE or int(ends[-1]) >= WORD:
        return None
    mixed = bool(missing.any() and not missing.all())
    first = _Tests.of(nodes[:, 0], _data(view, 2), missing if mixed else None)
    if first is None:
        return None
    packed = np.stack([*first.words, nodes[:, 2], nodes[:, 3]], axis=1) & (WORD - 1)  # leaf -1 - i is 65535 - i
    each = int(ends[0]) if (np.diff(ends, prepend=0) == ends[0]).all() else 0
    mode, words, direct = int(tests[0] if mixed else nodes[0, 1]), packed.shape[1], int(first.direct)
    common = (of.rows, of.features, of.trees, of.targets, of.aggregate)
    params = SmallTrees(*common, mode, words, direct, each, first.field, first.missing)
    return params, (
        const("nodes", "uint16_t", packed.astype(np.uint16)),
        const("thresholds", "float", first.thresholds),
        const("roots", "uint16_t", (roots & (WORD - 1)).astype(np.uint16)),
        const("ends", "uint16_t", (ends[:1] if each else ends).astype(np.uint16)),
        const("targets", "uint8_t", _data(view, 5)[: None if of.targets > 1 else 1].astype(np.uint8)),
    )


@dataclass(frozen=True)
class _Tests:
    """Tests of nodes: their first words, and a table of thresholds, if ``direct`` one for each node.

    Of a first word ``field`` are the bits of the feature, and ``missing`` is the one by which a missing value goes to
    the first child (0: there is none).
    """

    words: tuple[Array, ...]
    thresholds: Array
    direct: bool
    field: int
    missing: int

    @staticmethod
    def of(features: Array, thresholds: Array, missing: Array | None) -> _Tests | None:
        """In the fewest bytes; None where numbers of 16 bits do not suffice.  All arrays: [nodes]."""
        distinct, index = np.unique(thresholds.view(np.uint32), return_inverse=True)  # as bits: NaN and -0 stay
        listed, numbers = distinct.view(np.float32), int(features.max()) + 1

        def bit(room: int) -> int:
            return room // 2 if missing is not None else 0

        def made(room: int, columns: tuple[Array, ...], table: Array, direct: bool = False) -> _Tests:
            first = features + columns[0] if missing is None else features + columns[0] + bit(room) * missing
            return _Tests((first, *columns[1:]), table, direct, room - 1 - bit(room), bit(room))

        if max(numbers + bit(BYTE), len(listed)) <= BYTE:
            return made(BYTE, (BYTE * index,), listed)
        if numbers + bit(WORD) > WORD:
            return None
        none = np.zeros_like(features)
        if 2 * len(listed) > len(features):  # an index and a list take more than a float each
            return made(WORD, (none,), thresholds, True)
        return made(WORD, (none, index), listed) if len(listed) <= WORD else None


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


def forest(
    shape: tuple[int, int], trees: int, depth: int, targets: int, aggregate: TreeSum, step: float = 0, modes: int = 1,
    missing: bool = False,
) -> GridLayer:  # fmt: skip
    """Balanced trees; each leaf has an entry for every target; thresholds are multiples of ``step``."""
    rows, features = shape

    def values(rng: np.random.Generator) -> list[Array]:
        inner, leaves = 2**depth - 1, 2**depth
        nodes = np.zeros((trees, inner, 4), np.int32)
        nodes[..., 0] = rng.integers(0, features, (trees, inner))
        nodes[..., 1] = np.arange(inner) % modes + (MISSING_GOES_TRUE * (np.arange(inner) % 3 == 0) if missing else 0)
        thresholds = rng.normal(0, 0.7, trees * inner)
        first = inner * np.arange(trees)[:, None]
        for side in (0, 1):
            child = 2 * np.arange(inner) + 1 + side
            leaf = -1 - (leaves * np.arange(trees)[:, None] + child - inner)
            nodes[..., 2 + side] = np.where(child < inner, first + child, leaf)
        entries = trees * leaves * targets
        x = rng.normal(0, 1, (rows, features))
        return [
            np.asarray(np.where(missing & (x > 1), np.nan, x), np.float32),
            nodes.reshape(-1, 4),
            np.asarray(np.round(thresholds / step) * step if step else thresholds, np.float32),
            np.asarray(first[:, 0], np.int32),
            np.arange(1, trees * leaves + 1, dtype=np.int32) * targets,
            np.asarray(np.arange(entries) % targets, np.int32),
            np.asarray(rng.normal(0, 1, entries), np.float32),
            np.zeros(targets, np.float32),
        ]

    return GridLayer(TreeAttrs(targets, aggregate), constant=tuple(range(1, 8)), values=values)


FORESTS = (
    forest((1, 64), 20, 8, 10, TreeSum.AVERAGE),
    forest((8, 12), 30, 4, 1, TreeSum.SUM),
    forest((4, 30), 50, 6, 3, TreeSum.SUM),
    forest((20, 8), 10, 3, 2, TreeSum.MAX),
    forest((10, 16), 25, 5, 1, TreeSum.MIN),
    forest((30, 4), 1, 10, 4, TreeSum.AVERAGE),
    forest((4, 30), 50, 6, 3, TreeSum.SUM, step=0.125),
    forest((10, 200), 20, 7, 10, TreeSum.AVERAGE, step=0.0625),
    forest((6, 100), 40, 5, 1, TreeSum.SUM, step=0.125, missing=True),
    forest((6, 300), 30, 5, 3, TreeSum.AVERAGE, missing=True),
    forest((4, 16), 40, 5, 3, TreeSum.SUM, modes=2),
)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "tree_small_f32", "TreeEnsemble", F32, _bind_small, _work, grid=FORESTS[:-1]),
    Kernel(LIBRARY, "tree_f32", "TreeEnsemble", F32, _bind, _work, grid=FORESTS),
)
