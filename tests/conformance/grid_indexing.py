"""Random movements of data: slices, pads, gathers, orders, reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.conformance.grid_parts import Fixed, Generator, Rng, Sample, ints, pick, reals, sizes, some, ties

BIG = (1 << 63) - 1


def pad(rng: Rng) -> Sample:
    rank = pick(rng, 1, 2, 3, 4)
    shape = sizes(rng, rank, 3, 5)
    mode = pick(rng, None, "constant", "reflect", "edge", "wrap")
    axes = pick(rng, None, sorted({int(v) for v in rng.integers(0, rank, 2)}))
    count = len(axes) if axes else rank
    low = -1 if rng.random() < 0.3 else 0
    pads = some(rng, low, 2, 2 * count)
    value = pick(rng, None, Fixed(np.float32(2.5)))
    x = reals(rng, *shape)
    if rng.random() < 0.2:
        x, value = (x * 10).astype(np.int32), pick(rng, None, Fixed(np.int32(-7)))
    return Sample("Pad", [x, ints(pads), value, None if axes is None else ints(axes)], {"mode": mode}, 19)


def slices(rng: Rng) -> Sample:
    rank = pick(rng, 1, 2, 3, 4)
    axes = [int(a) for a in rng.permutation(rank)[: int(rng.integers(1, rank + 1))]]
    starts, ends = some(rng, -7, 7, len(axes)), [int(pick(rng, BIG, -BIG, *some(rng, -7, 7, 3))) for _ in axes]
    steps = [int(pick(rng, 1, 1, 2, 3, -1, -2)) for _ in axes]
    axes = [a - rank if rng.random() < 0.3 else a for a in axes]
    return Sample("Slice", [reals(rng, *sizes(rng, rank, 2, 6)), ints(starts), ints(ends), ints(axes), ints(steps)])


def gather(rng: Rng) -> Sample:
    op = pick(rng, "Gather", "GatherElements", "GatherND", "ScatterElements", "ScatterND")
    rank = pick(rng, 2, 3)
    x = reals(rng, *sizes(rng, rank, 2, 5))
    axis = int(rng.integers(-rank, rank))
    d = x.shape[axis]
    wrap: Any = pick(rng, Fixed, lambda v: v)
    if op == "Gather":
        return Sample(op, [x, wrap(rng.integers(-d, d, sizes(rng, pick(rng, 0, 1, 2), 1, 3)))], {"axis": axis})
    if op == "GatherElements":
        return Sample(op, [x, wrap(rng.integers(-d, d, x.shape))], {"axis": axis})
    if op == "ScatterElements":
        index = np.argsort(rng.random(x.shape), axis).astype(np.int64)
        if rng.random() < 0.5:
            index -= d
        reduction = pick(rng, None, "none", "add", "mul", "max", "min")
        if reduction not in (None, "none"):
            index = rng.integers(-d, d, x.shape)
        return Sample(op, [x, wrap(index), reals(rng, *x.shape)], {"axis": axis, "reduction": reduction})
    depth = int(rng.integers(1, rank + 1))
    if op == "GatherND":
        index = np.stack([rng.integers(-s, s, (2, 3)) for s in x.shape[:depth]], -1)
        return Sample(op, [x, wrap(index)])
    index = np.stack([rng.integers(0, s, (3,)) for s in x.shape[:depth]], -1)
    reduction = pick(rng, "add", "mul", "max", "min")
    return Sample(op, [x, wrap(index), reals(rng, 3, *x.shape[depth:])], {"reduction": reduction})


def order(rng: Rng) -> Sample:
    op = pick(rng, "TopK", "ArgMax", "ArgMin", "CumSum")
    rank = pick(rng, 1, 2, 3)
    x = pick(rng, reals, ties)(rng, *sizes(rng, rank, 1, 6))
    if rng.random() < 0.4:
        x = (x * 3).astype(pick(rng, np.int32, np.int64))
    axis = int(rng.integers(-rank, rank))
    if op == "TopK":
        k = int(rng.integers(1, x.shape[axis] + 1))
        return Sample(op, [x, ints([k])], {"axis": axis, "largest": pick(rng, None, 0, 1), "sorted": 1}, 11, 2)
    if op == "CumSum":
        return Sample(op, [x, ints(axis)], {"exclusive": pick(rng, 0, 1), "reverse": pick(rng, 0, 1)}, 14)
    return Sample(
        op, [x], {"axis": axis, "keepdims": pick(rng, None, 0, 1), "select_last_index": pick(rng, None, 0, 1)}, 13
    )


def reduce(rng: Rng) -> Sample:
    op = pick(rng, "Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "LogSum", "LogSumExp", "SumSquare")
    rank = pick(rng, 1, 2, 3, 4)
    x = reals(rng, *sizes(rng, rank, 1, 4))
    x = np.abs(x) if op == "LogSum" else x
    if op in ("Sum", "Max", "Min", "Prod", "Mean", "SumSquare", "L1") and rng.random() < 0.4:
        x = (x * 4).astype(pick(rng, np.int32, np.int64))
    if op in ("Max", "Min") and rng.random() < 0.3:
        x = (x * 20).astype(pick(rng, np.int8, np.uint8))
    chosen = sorted({int(v) for v in rng.integers(0, rank, 2)})
    axes = pick(rng, None, ints([a - rank if rng.random() < 0.3 else a for a in chosen]), ints([]))
    return Sample(
        f"Reduce{op}", [x, axes], {"keepdims": pick(rng, None, 0, 1), "noop_with_empty_axes": pick(rng, None, 0, 1)}
    )


def einsum(rng: Rng) -> Sample:
    letters = "abcd"
    terms = ["".join(rng.permutation(list(letters))[: int(rng.integers(1, 4))]) for _ in range(pick(rng, 1, 2, 2, 3))]
    size = dict(zip(letters, sizes(rng, 4, 1, 4), strict=True))
    used = sorted(set("".join(terms)))
    out = "".join(rng.permutation(used)[: int(rng.integers(0, len(used) + 1))])
    equation = ",".join(terms) + (f"->{out}" if rng.random() < 0.8 else "")
    values = [reals(rng, *(size[c] for c in t)) for t in terms]
    if rng.random() < 0.3:
        values = [(v * 1000).astype(np.int32) for v in values]
    return Sample("Einsum", values, {"equation": equation})


def matmul(rng: Rng) -> Sample:
    m, k, n = some(rng, 1, 4, 3)
    if rng.random() < 0.4:
        a, b = bool(rng.integers(2)), bool(rng.integers(2))
        left, right = reals(rng, *((k, m) if a else (m, k))), reals(rng, *((n, k) if b else (k, n)))
        bias = pick(rng, None, reals(rng, n), reals(rng, m, 1), reals(rng, 1, n), reals(rng))
        attrs = {"transA": int(a), "transB": int(b), "alpha": pick(rng, None, 0.5), "beta": pick(rng, None, -2.0)}
        return Sample("Gemm", [left, pick(rng, right, Fixed(right)), bias], attrs)
    if rng.random() < 0.3:
        dtype = pick(rng, np.int32, np.int64, np.uint32, np.uint64)
        whole = [rng.integers(0, 1 << 20, shape).astype(dtype) for shape in ((m, k), (k, n))]
        return Sample("MatMul", [whole[0], pick(rng, whole[1], Fixed(whole[1]))])
    lead: Any = pick(rng, ((), ()), ((2,), (2,)), ((2,), ()), ((), (3,)), ((2, 1), (1, 3)), ((1,), (2, 3)))
    left = reals(rng, *lead[0], *pick(rng, (m, k), (m, k), (k,)) if not lead[0] else (*lead[0], m, k)[len(lead[0]) :])
    right = reals(rng, *lead[1], k, n) if lead[1] or rng.random() < 0.7 else reals(rng, k)
    return Sample("MatMul", [left, pick(rng, right, Fixed(right))])


def layout(rng: Rng) -> Sample:
    op = pick(rng, "DepthToSpace", "SpaceToDepth", "Tile", "Expand", "OneHot", "Trilu", "Split", "ReverseSequence",
              "Compress")  # fmt: skip
    rank = pick(rng, 2, 3, 4)
    x = reals(rng, *sizes(rng, rank, 1, 4))
    axis = int(rng.integers(-rank, rank))
    if op == "DepthToSpace":
        return Sample(
            op, [reals(rng, 1, 8, *sizes(rng, 2))], {"blocksize": 2, "mode": pick(rng, None, "DCR", "CRD")}, 13
        )
    if op == "SpaceToDepth":
        return Sample(op, [reals(rng, 2, 3, 4, 6)], {"blocksize": 2}, 13)
    if op == "Tile":
        return Sample(op, [x, ints(some(rng, 1, 3, rank))])
    if op == "Expand":
        return Sample(op, [x, ints([pick(rng, 1, d) if d > 1 else int(rng.integers(1, 4)) for d in x.shape])])
    if op == "OneHot":
        index = rng.integers(-6, 7, sizes(rng, rank - 1, 1, 3))
        values = Fixed(np.asarray(pick(rng, [0, 1], [-2, 5]), np.float32))
        return Sample(
            op, [pick(rng, index, index.astype(np.float32)), ints(5), values], {"axis": int(rng.integers(-rank, rank))}
        )
    if op == "Trilu":
        return Sample(op, [x, pick(rng, None, ints(int(rng.integers(-5, 6))))], {"upper": pick(rng, None, 0, 1)})
    if op == "Split":
        axis, parts = 0, int(rng.integers(1, 4))
        x = reals(rng, int(rng.integers(parts, 8)), 2)
        cuts = np.sort(rng.integers(0, len(x) + 1, parts - 1))
        lengths = np.diff([0, *cuts, len(x)])
        if rng.random() < 0.5 or min(lengths) == 0:
            return Sample(op, [x], {"axis": axis, "num_outputs": parts}, 18, parts)
        return Sample(op, [x, ints(lengths)], {"axis": axis}, 18, parts)
    if op == "ReverseSequence":
        time = int(rng.integers(2))
        lengths = rng.integers(1, x.shape[time] + 1, x.shape[1 - time])
        return Sample(op, [x, pick(rng, lengths, Fixed(lengths))], {"time_axis": time, "batch_axis": 1 - time})
    condition = rng.integers(0, 2, x.shape[axis]).astype(bool)
    condition[0] = True
    return Sample(op, [x, Fixed(condition)], {"axis": axis})


def shape(rng: Rng) -> Sample:
    op = pick(rng, "Concat", "Flatten", "Transpose", "Squeeze", "Unsqueeze", "Reshape", "CenterCropPad")
    rank = pick(rng, 2, 3, 4)
    x = reals(rng, *sizes(rng, rank, 1, 4))
    axis = int(rng.integers(-rank, rank))
    if op == "Concat":
        return Sample(op, [x, pick(rng, x[::-1].copy(), Fixed(x[::-1].copy())), x], {"axis": axis})
    if op == "Flatten":
        return Sample(op, [x], {"axis": int(rng.integers(-rank, rank + 1))})
    if op == "Transpose":
        return Sample(op, [x], {"perm": pick(rng, None, [int(v) for v in rng.permutation(rank)])})
    if op == "Squeeze":
        x = x.reshape(1, *x.shape[:2], 1, *x.shape[2:])
        return Sample(op, [x, pick(rng, ints([0]), ints([3, 0]), ints([3 - x.ndim]))])
    if op == "Unsqueeze":
        return Sample(op, [x, ints(pick(rng, [0], [-1], [1, -2], [2, 0]))])
    if op == "CenterCropPad":
        return Sample(op, [x, ints(some(rng, 1, 6, rank))])
    return Sample(
        op,
        [x, ints(pick(rng, [-1], [0, -1], [x.shape[0], -1, 1], [1, 0, -1][:rank]))],
        {"allowzero": pick(rng, None, 0)},
    )


INDEXING: dict[str, Generator] = {
    "pad": pad,
    "slice": slices,
    "gather": gather,
    "order": order,
    "reduce": reduce,
    "einsum": einsum,
    "matmul": matmul,
    "layout": layout,
    "shape": shape,
}
