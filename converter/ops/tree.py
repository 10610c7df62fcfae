"""Tree ensembles of ai.onnx.ml: one operator for regressors and classifiers."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType
from edgec.converter.ops.spec import Ins, OpSpec, ShapeError, TensorType, known, need_rank


class TreeMode(Enum):
    """Test of a node, true goes left; the value is the number in the node table."""

    LEQ = 0
    LT = 1
    GTE = 2
    GT = 3
    EQ = 4
    NEQ = 5


class TreeSum(Enum):
    """The combination of the leaves of all trees; the value is ONNX's name."""

    SUM = "SUM"
    AVERAGE = "AVERAGE"
    MIN = "MIN"
    MAX = "MAX"


MISSING_GOES_TRUE = 8  # added to the mode of a node


@dataclass(frozen=True)
class TreeAttrs(Attrs):
    """``targets`` columns; leaves combined over trees by ``aggregate``."""

    targets: int
    aggregate: TreeSum = TreeSum.SUM


def infer_tree(a: TreeAttrs, ins: Ins) -> list[TensorType]:
    """Shape rule.

    x[N, F], nodes[K, 4] int32 (feature, mode, true, false), thresholds[K], roots[T] int32, then the leaves:
    ends[L] int32 (where each leaf's entries end), targets[M] int32, weights[M]; base[targets].

    A child below 0 is leaf number -1 - child.  Children come after their parents.
    """
    x, nodes, thresholds, roots, ends, targets, weights, base = (known(ins, i) for i in range(8))
    need_rank(x, 2, "the input")
    if any(t.data is None for t in (nodes, thresholds, roots, ends, targets, weights, base)):
        raise ShapeError("its trees must be constants")
    assert nodes.data is not None and targets.data is not None and roots.data is not None and ends.data is not None
    if nodes.shape[1:] != (4,) or thresholds.shape != nodes.shape[:1] or base.shape != (a.targets,):
        raise ShapeError("its tables do not fit each other")
    features, children = nodes.data[:, 0], np.concatenate([nodes.data[:, 2:].reshape(-1), roots.data])
    if features.size and (features.min() < 0 or features.max() >= x.shape[1]):
        raise ShapeError(f"a node tests feature {int(features.max())} of {x.shape[1]}")
    if children.max(initial=-1) >= len(nodes.data) or children.min(initial=-1) < -len(ends.data):
        raise ShapeError("a node has a child that does not exist")
    pairs = nodes.data[:, 2:]
    if np.any((pairs >= 0) & (pairs <= np.arange(len(pairs))[:, None])):
        raise ShapeError("a node has a child before itself")  # children come later, so every walk ends
    if targets.data.min(initial=0) < 0 or targets.data.max(initial=0) >= a.targets:
        raise ShapeError(f"a leaf writes target {int(targets.data.max())} of {a.targets}")
    return [((x.shape[0], a.targets), DType.F32)]


def _goes_left(mode: int, value: float, threshold: float) -> bool:
    if np.isnan(value):
        return mode >= MISSING_GOES_TRUE
    return bool(
        (
            value <= threshold,
            value < threshold,
            value >= threshold,
            value > threshold,
            value == threshold,
            value != threshold,
        )[mode % MISSING_GOES_TRUE]
    )


def run_tree(a: TreeAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x, nodes, thresholds, roots, ends, targets, weights, base = ins
    start = {TreeSum.MIN: np.inf, TreeSum.MAX: -np.inf}.get(a.aggregate, 0.0)
    y = np.full((len(x), a.targets), start, np.float64)
    for row, sample in zip(y, x, strict=True):
        for root in roots:
            at = int(root)
            while at >= 0:
                feature, mode, left, right = (int(v) for v in nodes[at])
                at = left if _goes_left(mode, float(sample[feature]), float(thresholds[at])) else right
            leaf = -1 - at
            for k in range(int(ends[leaf - 1]) if leaf else 0, int(ends[leaf])):
                _combine(a, row, int(targets[k]), float(weights[k]))
    if a.aggregate is TreeSum.AVERAGE:
        y /= len(roots)
    y = np.where(np.isinf(y), 0.0, y)
    return [(y + base).astype(np.float32)]


def _combine(a: TreeAttrs, row: Array, target: int, weight: float) -> None:
    if a.aggregate is TreeSum.MIN:
        row[target] = min(row[target], weight)
    elif a.aggregate is TreeSum.MAX:
        row[target] = max(row[target], weight)
    else:
        row[target] += weight


TREE = OpSpec("TreeEnsemble", TreeAttrs, 8, 8, infer_tree, run_tree)
SPECS = (TREE,)
