"""ONNX TfIdfVectorizer on integers: counting n-grams by comparing windows with the pool."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.lower.conv import dense
from edgec.converter.ops.elementwise import BinaryFn
from edgec.converter.ops.logic import CompareFn
from edgec.converter.ops.pool import ReduceFn
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs


def _pool(c: Lowering, pool: Array, counts: tuple[int, ...]) -> list[tuple[Array, Array]]:
    """For n = 1, 2, ...: the n-grams [K, n] and their numbers [K]."""
    entries = []
    first = 0
    for n, (begin, end) in enumerate(zip(counts, (*counts[1:], len(pool)), strict=True), start=1):
        if not 0 <= begin <= end <= len(pool) or (end - begin) % n:
            c.invalid(f"ngram_counts {list(counts)} do not fit a pool of {len(pool)}")
        grams = pool[begin:end].reshape(-1, n)
        entries.append((grams, np.arange(first, first + len(grams))))
        first += len(grams)
    return entries


def _windows(c: Lowering, length: int, n: int, skips: int) -> Array:
    """Positions of every n-gram, neighbours 1 .. skips apart: int64 [windows, n]."""
    farthest = min(skips, (length - 1) // (n - 1)) if n > 1 else 1
    counts = [max(0, length - step * (n - 1)) for step in range(1, farthest + 1)]
    c.room((sum(counts), n))
    rows = [np.arange(count)[:, None] + np.arange(n) * step for step, count in enumerate(counts, start=1)]
    return np.concatenate([*rows, np.zeros((0, n))]).astype(np.int64)


def _occurrences(c: Lowering, x: Tensor, grams: Array, skips: int) -> Tensor:
    """Count each n-gram in each row of x[B, C]: float32 [B, K]."""
    k, n = grams.shape
    places = _windows(c, x.shape[1], n, skips)
    if not len(places):
        return c.const_tensor(np.zeros((x.shape[0], k), np.float32))
    taken = c.emit("Gather", GatherAttrs(1), x, c.const_tensor(places))  # [B, windows, n]
    wide = c.reshape(taken, (x.shape[0], len(places), 1, n))
    equal = c.compare(wide, c.const_tensor(grams.astype(x.dtype.numpy)), CompareFn.EQ)
    whole = c.cast(c.reduce(equal, ReduceFn.MIN, (3,), False), DType.F32)
    return c.reduce(whole, ReduceFn.SUM, (1,), False)


@onnx_op("TfIdfVectorizer")
def lower_tfidf(c: Lowering) -> None:
    """Inputs are integers, modes TF, IDF and TFIDF. Strings are refused."""
    if c.node.attrs.get("pool_strings"):
        c.refuse("its pool holds strings", "map words to integers before the model")
    x = c.x(0)
    rows = c.reshape(x, (1, x.size)) if len(x.shape) < 2 else x
    pool = np.asarray(c.attr_ints("pool_int64s") or (), np.int64)
    columns = c.attr_ints("ngram_indexes") or ()
    least, most = c.attr_int("min_gram_length", 1), c.attr_int("max_gram_length", 1)
    skips = c.attr_int("max_skip_count", 0) + 1
    parts, numbers = [], []
    for n, (grams, ids) in enumerate(_pool(c, pool, c.attr_ints("ngram_counts") or (0,)), start=1):
        if least <= n <= most and len(grams):
            parts.append(_occurrences(c, rows, grams, skips))
            numbers.append(ids)
    width = max(columns, default=-1) + 1
    order = np.concatenate([*numbers, np.zeros(0, np.int64)]).astype(int)
    if width < 1 or not parts or order.max() >= len(columns) or min(columns) < 0:
        c.invalid("its pool and ngram_indexes do not fit")
    counts = parts[0] if len(parts) == 1 else c.emit("Concat", ConcatAttrs(1), *parts)
    spread = np.zeros(c.room((len(order), width)), np.float32)
    spread[np.arange(len(order)), np.asarray(columns)[order]] = 1.0
    y = dense(c, counts, c.const_tensor(spread), None)
    c.output(c.reshape(_weighted(c, y), (width,) if len(x.shape) < 2 else (x.shape[0], width)))


def _weighted(c: Lowering, y: Tensor) -> Tensor:
    """The mode's use of the weights."""
    mode = c.attr_str("mode", "TF")
    given = c.node.attrs.get("weights", ())
    weights = np.asarray(given if isinstance(given, tuple) and given else (1.0,), np.float32)
    if mode == "TF":
        return y
    if mode not in ("IDF", "TFIDF") or weights.size not in (1, y.shape[1]):
        c.invalid(f"mode '{mode}' or its {weights.size} weights do not fit {y.shape[1]} columns")
    scale = c.const_tensor(weights)
    if mode == "TFIDF":
        return c.binary(y, scale, BinaryFn.MUL)
    return c.where(c.compare(y, c.like(y, 0.0), CompareFn.GT), c.expand(scale, y.shape), c.like(y, 0.0))
