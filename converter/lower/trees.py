"""Tree ensembles of ai.onnx.ml: attribute lists to the tables of the TreeEnsemble operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import copysign

import numpy as np

from edgec.converter.graph.ir import Array, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.ml import ML, class_labels, classify, matrix, numbers, post_transform
from edgec.converter.ops.tree import MISSING_GOES_TRUE, TreeAttrs, TreeMode, TreeSum

MODES = {
    "BRANCH_LEQ": TreeMode.LEQ,
    "BRANCH_LT": TreeMode.LT,
    "BRANCH_GTE": TreeMode.GTE,
    "BRANCH_GT": TreeMode.GT,
    "BRANCH_EQ": TreeMode.EQ,
    "BRANCH_NEQ": TreeMode.NEQ,
}
CODES = (TreeMode.LEQ, TreeMode.LT, TreeMode.GTE, TreeMode.GT, TreeMode.EQ, TreeMode.NEQ)  # of TreeEnsemble (v5)
MEMBER_MODE = 6
MAX_NODES = 1 << 20
INT32_MAX = (1 << 31) - 1
AGGREGATES = (TreeSum.AVERAGE, TreeSum.SUM, TreeSum.MIN, TreeSum.MAX)  # by the number that TreeEnsemble gives


@dataclass
class TreeTables:
    """Tables under construction; nodes are numbered so that children follow their parents."""

    nodes: list[tuple[int, int, int, int]] = field(default_factory=list)
    thresholds: list[float] = field(default_factory=list)
    roots: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def leaf(self, entries: Sequence[tuple[int, float]]) -> int:
        """Add a leaf; returns the child number that stands for it."""
        for target, weight in entries:
            self.targets.append(target)
            self.weights.append(weight)
        self.ends.append(len(self.targets))
        return -len(self.ends)

    def compact(self, sums: bool) -> None:
        """Keep equal leaves once, and of ``sums`` no zero weights; -0 among them: a sum begins with +0."""
        ends, targets, weights = self.ends, self.targets, self.weights
        self.ends, self.targets, self.weights = [], [], []
        known: dict[tuple[tuple[int, float, bool], ...], int] = {}
        place = []
        for leaf, end in enumerate(ends):
            entries = range(ends[leaf - 1] if leaf else 0, end)
            kept = [(targets[k], weights[k]) for k in entries if weights[k] != 0.0 or not sums]
            key = tuple((t, w, copysign(1.0, w) < 0) for t, w in kept)
            if key not in known:
                known[key] = self.leaf(kept)
            place.append(known[key])
        if not self.targets and self.ends:  # no table may be empty
            self.targets, self.weights, self.ends = [0], [0.0], [1] * len(self.ends)

        def moved(child: int) -> int:
            return child if child >= 0 else place[-1 - child]

        self.nodes = [(feature, mode, moved(yes), moved(no)) for feature, mode, yes, no in self.nodes]
        self.roots = [moved(root) for root in self.roots]

    def arrays(self, base: Array) -> tuple[tuple[Array, str], ...]:
        """The constants of the operator and what each is."""
        tables = (
            (np.array(self.nodes, np.int32).reshape(-1, 4), "nodes"),
            (np.array(self.thresholds, np.float32), "thresholds"),
            (np.array(self.roots, np.int32), "roots"),
            (np.array(self.ends, np.int32), "ends"),
            (np.array(self.targets, np.int32), "targets"),
            (np.array(self.weights, np.float32), "weights"),
            (base.astype(np.float32), "base"),
        )
        if self.nodes:
            return tables
        # all trees are single leaves; a node that nothing reaches, as no table may be empty
        single = (np.array([[0, 0, -1, -1]], np.int32), "nodes"), (np.zeros(1, np.float32), "thresholds")
        return (*single, *tables[2:])

    def emit(self, c: Lowering, x: Tensor, targets: int, aggregate: TreeSum, base: Array) -> Tensor:
        """The operator."""
        self.compact(aggregate in (TreeSum.SUM, TreeSum.AVERAGE))
        numbers = [v for node in self.nodes for v in node] + self.targets
        if any(abs(v) > INT32_MAX for v in numbers):
            c.invalid("a feature or target of its nodes is no index")
        consts = [c.const_tensor(data, hint=f"{c.node.label}.{what}") for data, what in self.arrays(base)]
        return c.emit("TreeEnsemble", TreeAttrs(targets, aggregate), x, *consts)


@dataclass(frozen=True)
class OldNode:
    """A node of the list attributes; ``mode`` None is a leaf."""

    feature: int
    mode: int | None
    value: float
    true: int
    false: int


def _old_nodes(c: Lowering) -> tuple[dict[tuple[int, int], OldNode], list[int]]:
    """Nodes by (tree, node), and the trees in order."""
    trees, ids = numbers(c, "nodes_treeids").astype(int), numbers(c, "nodes_nodeids").astype(int)
    features, values = numbers(c, "nodes_featureids").astype(int), _values(c, "nodes_values")
    yes, no = numbers(c, "nodes_truenodeids").astype(int), numbers(c, "nodes_falsenodeids").astype(int)
    modes = c.node.attrs.get("nodes_modes", ())
    missing = numbers(c, "nodes_missing_value_tracks_true")
    if not isinstance(modes, tuple):
        c.invalid("nodes_modes is not a list")
    if missing.size == 0:
        missing = np.zeros(len(trees))
    if len({len(v) for v in (trees, ids, features, values, yes, no, modes, missing)}) != 1 or len(trees) > MAX_NODES:
        c.invalid("its node lists differ in length")
    by_place: dict[tuple[int, int], OldNode] = {}
    for i, mode in enumerate(modes):
        number = None
        if mode != "LEAF":
            if mode not in MODES:
                c.refuse(f"its node mode '{mode}' is not supported", f"use one of {', '.join(MODES)}")
            number = MODES[mode].value + (MISSING_GOES_TRUE if missing[i] else 0)
        by_place[int(trees[i]), int(ids[i])] = OldNode(
            int(features[i]), number, float(values[i]), int(yes[i]), int(no[i])
        )
    return by_place, sorted({int(t) for t in trees})


def _values(c: Lowering, name: str) -> Array:
    """A list that may be given as doubles in a tensor attribute."""
    return numbers(c, f"{name}_as_tensor") if f"{name}_as_tensor" in c.node.attrs else numbers(c, name)


def _old_leaves(c: Lowering, prefix: str) -> dict[tuple[int, int], list[tuple[int, float]]]:
    """(target, weight) pairs by (tree, node)."""
    trees, ids = numbers(c, f"{prefix}_treeids").astype(int), numbers(c, f"{prefix}_nodeids").astype(int)
    targets, weights = numbers(c, f"{prefix}_ids").astype(int), _values(c, f"{prefix}_weights")
    if len({len(trees), len(ids), len(targets), len(weights)}) != 1:
        c.invalid("its leaf lists differ in length")
    by_place: dict[tuple[int, int], dict[int, float]] = {}
    for tree, node, target, weight in zip(trees, ids, targets, weights, strict=True):
        leaf = by_place.setdefault((int(tree), int(node)), {})
        if int(target) in leaf:  # ONNX Runtime takes one of the weights or their sum, by the number of targets
            c.invalid(f"leaf {node} of tree {tree} gives target {target} two weights")
        leaf[int(target)] = float(weight)
    return {at: list(leaf.items()) for at, leaf in by_place.items()}


def _old_tables(c: Lowering, prefix: str) -> TreeTables:
    """Tables of the list attributes, each tree in depth-first order from its root (the node nobody points to)."""
    nodes, trees = _old_nodes(c)
    leaves = _old_leaves(c, prefix)
    tables = TreeTables()
    for tree in trees:
        mine = {n: node for (t, n), node in nodes.items() if t == tree}
        children = {v for node in mine.values() if node.mode is not None for v in (node.true, node.false)}
        roots = [n for n in mine if n not in children]
        if len(roots) != 1:
            c.invalid(f"tree {tree} has {len(roots)} roots")
        place: dict[int, int] = {}
        order: list[int] = []
        stack = [roots[0]]
        while stack:
            n = stack.pop()
            if n in place or n not in mine:
                c.invalid(f"tree {tree} has a node {n} that is missing or reached twice")
            node = mine[n]
            if node.mode is None:
                place[n] = tables.leaf(leaves.get((tree, n), []))
            else:
                place[n] = len(tables.nodes) + len(order)
                order.append(n)
                stack += [node.false, node.true]
        if len(place) != len(mine):
            c.invalid(f"tree {tree} has a loop among the nodes that its root, {roots[0]}, does not reach")
        for n in order:
            node = mine[n]
            assert node.mode is not None
            tables.nodes.append((node.feature, node.mode, place[node.true], place[node.false]))
            tables.thresholds.append(node.value)
        tables.roots.append(place[roots[0]])
    return tables


def _base(c: Lowering, targets: int) -> Array:
    base = _values(c, "base_values")
    if base.size not in (0, 1, targets):
        c.invalid(f"{base.size} base values do not fit {targets} targets")
    return np.broadcast_to(base, (targets,)) if base.size else np.zeros(targets)


@onnx_op("TreeEnsembleRegressor", domain=ML)
def lower_tree_regressor(c: Lowering) -> None:
    """All node modes and aggregations; missing values follow their branch."""
    targets = c.attr_int("n_targets", 1)
    name = c.attr_str("aggregate_function", "SUM")
    if name not in {s.value for s in TreeSum}:
        c.invalid(f"aggregate_function '{name}' is unknown")
    tables = _old_tables(c, "target")
    c.output(post_transform(c, tables.emit(c, matrix(c, c.x(0)), targets, TreeSum(name), _base(c, targets))))


@onnx_op("TreeEnsembleClassifier", domain=ML)
def lower_tree_classifier(c: Lowering) -> None:
    """Integer labels and scores; two classes with weights for one of them as ONNX Runtime reads them."""
    labels = class_labels(c)
    x = matrix(c, c.x(0))
    tables = _old_tables(c, "class")
    used = sorted(set(tables.targets))
    if labels.size == 2 and len(used) == 1:
        tables.targets = [0] * len(tables.targets)
        base = _values(c, "base_values")
        start = base[-1:] if base.size else np.zeros(1)
        scores = tables.emit(c, x, 1, TreeSum.SUM, start)
        classify(c, scores, labels, min(tables.weights, default=0.0) >= 0.0)
        return
    scores = tables.emit(c, x, labels.size, TreeSum.SUM, _base(c, labels.size))
    classify(c, scores, labels, True)


@onnx_op("TreeEnsemble", domain=ML)
def lower_tree_ensemble(c: Lowering) -> None:
    """The ensemble of ai.onnx.ml 5: all node modes, set membership included."""
    x = c.x(0)
    targets = c.attr_int("n_targets", 1)
    splits, modes = numbers(c, "nodes_splits"), numbers(c, "nodes_modes").astype(int)
    features = numbers(c, "nodes_featureids").astype(int)
    yes, no = numbers(c, "nodes_truenodeids").astype(int), numbers(c, "nodes_falsenodeids").astype(int)
    yes_leaf, no_leaf = numbers(c, "nodes_trueleafs").astype(int), numbers(c, "nodes_falseleafs").astype(int)
    missing = numbers(c, "nodes_missing_value_tracks_true").astype(int)
    leaf_targets, leaf_weights = numbers(c, "leaf_targetids").astype(int), numbers(c, "leaf_weights")
    if len({len(v) for v in (splits, modes, features, yes, no, yes_leaf, no_leaf)}) != 1:
        c.invalid("its node lists differ in length")
    if len(leaf_targets) != len(leaf_weights):
        c.invalid(f"it has {len(leaf_targets)} leaf_targetids and {len(leaf_weights)} leaf_weights")
    sets = _member_sets(c, int((modes == MEMBER_MODE).sum()))
    tables = TreeTables()
    for target, weight in zip(leaf_targets, leaf_weights, strict=True):
        tables.leaf([(int(target), float(weight))])
    plain = _Plain(features, splits, modes, missing, (yes, no), (yes_leaf, no_leaf), sets)
    for root in numbers(c, "tree_roots").astype(int):
        tables.roots.append(plain.add(c, tables, int(root)))
    aggregate = c.attr_int("aggregate_function", 1)
    if not 0 <= aggregate < len(AGGREGATES):
        c.invalid(f"its aggregate_function {aggregate} is unknown")
    y = tables.emit(c, matrix(c, x), targets, AGGREGATES[aggregate], np.zeros(targets))
    transform = c.attr_int("post_transform", 0)
    if transform:
        c.refuse(f"its post_transform {transform} is not supported", "use NONE and transform the result")
    c.output(y)


def _member_sets(c: Lowering, count: int) -> list[list[float]]:
    """The value sets of BRANCH_MEMBER nodes, in their order; NaN ends each."""
    sets: list[list[float]] = [[]]
    for value in numbers(c, "membership_values"):
        if np.isnan(value):
            sets.append([])
        else:
            sets[-1].append(float(value))
    if len(sets) < count:
        c.invalid(f"it has {count} set membership nodes and {len(sets)} sets")
    return sets


@dataclass(frozen=True)
class _Plain:
    """Lists of the newer operator."""

    features: Array
    splits: Array
    modes: Array
    missing: Array
    children: tuple[Array, Array]
    leaves: tuple[Array, Array]
    sets: list[list[float]]

    def add(self, c: Lowering, tables: TreeTables, root: int) -> int:
        """Copy a tree, parents first; returns its root.  A set becomes a chain of equality tests."""
        pending = [(root, -1, 0)]  # node, parent place, side
        first = 0
        seen: set[int] = set()
        while pending:
            n, parent, side = pending.pop()
            if not 0 <= n < len(self.modes) or n in seen:
                c.invalid(f"node {n} does not exist or is reached twice")
            seen.add(n)
            place = len(tables.nodes)
            values, mode = [float(self.splits[n])], int(self.modes[n])
            if mode == MEMBER_MODE:
                values = self.sets[int((self.modes[:n] == MEMBER_MODE).sum())] or [float("nan")]
                mode = 4
            if not 0 <= mode < MEMBER_MODE:
                c.invalid(f"node mode {mode} is unknown")
            number = CODES[mode].value + (MISSING_GOES_TRUE if self.missing.size and self.missing[n] else 0)
            for k, value in enumerate(values):
                tables.nodes.append((int(self.features[n]), number, 0, place + k + 1))
                tables.thresholds.append(value)
            self._link(tables, parent, side, place)
            first = place if parent < 0 else first
            ends = (range(place, place + len(values)), (place + len(values) - 1,))
            for which in (1, 0):
                child = int(self.children[which][n])
                if self.leaves[which][n]:
                    for at in ends[which]:
                        self._link(tables, at, which, -1 - child)
                elif len(ends[which]) == 1:
                    pending.append((child, ends[which][0], which))
                else:
                    c.refuse("a set membership node has a subtree as its true branch", "use leaves there")
        return first

    @staticmethod
    def _link(tables: TreeTables, at: int, side: int, child: int) -> None:
        if at < 0:
            return
        feature, mode, left, right = tables.nodes[at]
        tables.nodes[at] = (feature, mode, child, right) if side == 0 else (feature, mode, left, child)
