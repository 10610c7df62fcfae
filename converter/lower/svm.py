"""Support vector machines (ai.onnx.ml): a kernel matrix, then products with constant coefficients."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import dense
from edgec.converter.lower.ml import ML, class_labels, matrix, numbers, post_transform
from edgec.converter.ops.elementwise import BinaryFn, UnaryFn
from edgec.converter.ops.index import ArgReduceAttrs
from edgec.converter.ops.logic import CompareFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, SliceAttrs

FEW_WEIGHTS = 50  # zero weights for a class, below which one product of all vectors is smaller than one for each class
CALIBRATED = "train with probability=False, or CalibratedClassifierCV(SVC(), ensemble=False) for probabilities"


def _product(c: Lowering, x: Tensor, columns: Array, offsets: Array) -> Tensor:
    """x[N, K] times constant columns[K, M], plus offsets[M]."""
    weight = c.const_tensor(columns.astype(np.float32), hint=f"{c.node.label}.weight")
    return dense(c, x, weight, c.const_tensor(offsets.astype(np.float32), hint=f"{c.node.label}.offset"))


def _kernel(c: Lowering, x: Tensor, vectors: Array) -> Tensor:
    """The kernel function of every row and every one of the vectors [M, K]: [N, M]."""
    gamma, offset, degree = (*numbers(c, "kernel_params"), 0.0, 0.0, 0.0)[:3]
    name, nothing = _kernel_type(c), np.zeros(len(vectors))
    if name == "LINEAR":
        return _product(c, x, vectors.T, nothing)
    if name in ("POLY", "SIGMOID"):
        y = _product(c, x, gamma * vectors.T, nothing + offset)
        return c.unary(y, UnaryFn.TANH) if name == "SIGMOID" else c.binary(y, c.like(y, degree), BinaryFn.POW)
    if name != "RBF":
        c.invalid(f"kernel_type '{name}' is unknown")
    return _gaussian(c, x, vectors, float(gamma))


def _kernel_type(c: Lowering) -> str:
    return c.attr_str("kernel_type", "LINEAR")


def _gaussian(c: Lowering, x: Tensor, vectors: Array, gamma: float) -> Tensor:
    """exp(-gamma |x - v|^2) as a product: |x - v|^2 = |x|^2 - 2 x v + |v|^2, both less the mean of the vectors.

    Differences of every vector's would be as many values as all vectors have.  Less the mean, the squares are of the
    size of the distances, so that little cancels.
    """
    mean = vectors.astype(np.float64).mean(axis=0).astype(np.float32)
    centred = vectors.astype(np.float64) - mean
    moved = c.binary(x, c.const_tensor(mean[None]), BinaryFn.SUB)
    squares = c.reduce(c.binary(moved, moved, BinaryFn.MUL), ReduceFn.SUM, (1,), True)
    product = _product(c, moved, 2 * gamma * centred.T, -gamma * (centred**2).sum(axis=1))
    scaled = c.binary(squares, c.like(squares, gamma), BinaryFn.MUL)
    return c.unary(c.binary(product, scaled, BinaryFn.SUB), UnaryFn.EXP)


def _vectors(c: Lowering, x: Tensor, count: int) -> Array:
    """The support vectors [count, K]."""
    vectors = numbers(c, "support_vectors")
    if vectors.size != count * x.shape[1]:
        c.invalid(f"{vectors.size} values of support_vectors do not fit {count} x {x.shape[1]}")
    return vectors.reshape(count, -1)


@onnx_op("SVMRegressor", domain=ML)
def lower_svm_regressor(c: Lowering) -> None:
    """All kernels, one class too."""
    x, count = matrix(c, c.x(0)), c.attr_int("n_supports", 0)
    weights, rho = numbers(c, "coefficients"), numbers(c, "rho")
    if rho.size != 1 or weights.size != (count or x.shape[1]):
        c.invalid(f"{weights.size} coefficients and {rho.size} rho do not fit {count} support vectors")
    if count > 0:
        y = _weighted(c, x, _vectors(c, x, count), weights[:, None], rho)
    else:
        y = c.binary(_kernel(c, x, weights[None]), c.const_tensor(rho.astype(np.float32)), BinaryFn.ADD)
    if c.attr_int("one_class", 0):
        y = c.where(c.compare(y, c.like(y, 0.0), CompareFn.GT), c.like(y, 1.0), c.like(y, -1.0))
    c.output(post_transform(c, y))


@onnx_op("SVMClassifier", domain=ML)
def lower_svm_classifier(c: Lowering) -> None:
    """By votes of all pairs of classes; integer labels, all kernels, scores of pairs (no probabilities)."""
    x, labels = matrix(c, c.x(0)), class_labels(c)
    sizes = numbers(c, "vectors_per_class").astype(int)
    if numbers(c, "prob_a").size:
        c.refuse("it computes probabilities by iteration", CALIBRATED)
    if sizes.size == 0:
        c.refuse("it is linear, without support vectors", "export it as a LinearClassifier")
    if sizes.size != labels.size or sizes.min() < 0 or sizes.sum() == 0 or labels.size < 2:
        c.invalid(f"{sizes.size} vectors_per_class do not fit {labels.size} classes")
    count, pairs = int(sizes.sum()), [(i, j) for i in range(labels.size) for j in range(i + 1, labels.size)]
    weights, rho = numbers(c, "coefficients"), numbers(c, "rho")
    if weights.size != count * (labels.size - 1) or rho.size != len(pairs):
        c.invalid(f"{weights.size} coefficients and {rho.size} rho do not fit {labels.size} classes")
    weights = weights.reshape(labels.size - 1, count)
    vectors = _vectors(c, x, count)
    if _kernel_type(c) != "LINEAR" and count * (len(pairs) - len(weights)) > FEW_WEIGHTS * labels.size:
        scores = _by_class(c, _kernel(c, x, vectors), weights, sizes, rho)
    else:
        scores = _weighted(c, x, vectors, _pair_columns(weights, sizes, pairs), rho)
    won = c.cast(c.compare(scores, c.like(scores, 0.0), CompareFn.GT), DType.F32)
    for_first = np.array([[float(k == i) for k in range(labels.size)] for i, _ in pairs])
    for_second = np.array([[float(k == j) for k in range(labels.size)] for _, j in pairs])
    votes = _product(c, won, for_first - for_second, for_second.sum(axis=0))
    index = c.emit("ArgReduce", ArgReduceAttrs(1, keepdims=False), votes)
    c.output(c.emit("Gather", GatherAttrs(0), c.const_tensor(labels), index))
    if len(pairs) == 1:
        if weights.min() >= 0:
            c.refuse("its two classes have positive coefficients only", "train it again")
        scores = c.emit("Concat", ConcatAttrs(1), c.unary(scores, UnaryFn.NEG), scores)
    c.output(post_transform(c, scores), 1)


def _weighted(c: Lowering, x: Tensor, vectors: Array, columns: Array, rho: Array) -> Tensor:
    """Sums of kernel values with weights [vectors, M]; those of the linear kernel are one product."""
    if _kernel_type(c) == "LINEAR":
        return _product(c, x, vectors.T @ columns, rho)
    return _product(c, _kernel(c, x, vectors), columns, rho)


def _by_class(c: Lowering, kernel: Tensor, weights: Array, sizes: Array, rho: Array) -> Tensor:
    """Scores of all pairs of classes, from the products of each class' vectors with their weights against the others.

    A vector has a weight in the pairs of its class only: one matrix for all pairs would hold zeros mostly.
    """
    rows, others = kernel.shape[0], len(weights)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    parts = []
    for first, end in pairwise(starts.tolist()):
        cut = SliceAttrs((0, first), (1, 1), (rows, end - first))
        if end > first:
            part = c.emit("Slice", cut, kernel)
            parts.append(_product(c, part, weights[:, first:end].T, np.zeros(others)))
        else:
            parts.append(c.const_tensor(np.zeros((rows, others), np.float32)))
    sums = c.emit("Concat", ConcatAttrs(1), *parts)
    pairs = [(i, j) for i in range(len(sizes)) for j in range(i + 1, len(sizes))]
    of_first = c.const_tensor(np.array([i * others + j - 1 for i, j in pairs], np.int32))
    of_second = c.const_tensor(np.array([j * others + i for i, j in pairs], np.int32))
    first_sums, second_sums = (c.emit("Gather", GatherAttrs(1), sums, index) for index in (of_first, of_second))
    scores = c.binary(first_sums, second_sums, BinaryFn.ADD)
    return c.binary(scores, c.const_tensor(rho[None].astype(np.float32)), BinaryFn.ADD)


def _pair_columns(weights: Array, sizes: Array, pairs: list[tuple[int, int]]) -> Array:
    """Per pair of classes the coefficients of all support vectors: [vectors, pairs]."""
    starts = np.concatenate([[0], np.cumsum(sizes)])
    columns = np.zeros((weights.shape[1], len(pairs)))
    for k, (i, j) in enumerate(pairs):
        columns[starts[i] : starts[i + 1], k] = weights[j - 1, starts[i] : starts[i + 1]]
        columns[starts[j] : starts[j + 1], k] = weights[i, starts[j] : starts[j + 1]]
    return columns
