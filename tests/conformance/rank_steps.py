"""Steps that grow the random graphs of ``ranks``: one for each family of operators, on values of rank 0 to 6."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import numpy as np
from onnx import TensorProto

from tests.conformance.grid_parts import pick, reals, sizes, some
from tests.conformance.soups import Soup

RANKS = 6
FUNCTIONS = ("Relu", "Sigmoid", "Tanh", "LeakyRelu", "HardSwish", "Neg", "Abs", "Exp", "Erf", "Softplus", "Elu", "Gelu",
             "Identity", "Floor", "Sign", "HardSigmoid", "Sin", "Mish", "ThresholdedRelu", "Celu")  # fmt: skip
REDUCTIONS = ("Mean", "Max", "Min", "Sum", "L1", "L2", "SumSquare", "LogSumExp", "Prod")


def ints(soup: Soup, *values: int) -> str:
    """A constant list of integers."""
    return soup.const(np.asarray(values, np.int64))


def axis_of(soup: Soup, x: str) -> int:
    """An axis of a value of rank 1 or more."""
    return int(soup.rng.integers(len(soup.values[x])))


def at_least(soup: Soup, rank: int) -> str:
    """A value of so many axes or more, "" when there is none."""
    return soup.some(*range(rank, RANKS + 1))


def function(soup: Soup) -> None:
    x = soup.some()
    op = pick(soup.rng, *FUNCTIONS, "Clip")
    limits = [soup.const(np.float32(v)) for v in (pick(soup.rng, 0, -0.5), pick(soup.rng, 1, 6))]
    soup.add(op, [x, *limits] if op == "Clip" else [x], soup.values[x])


def partner(soup: Soup, shape: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """A value or a constant that broadcasts with a shape, and what both give."""
    found = []
    for name, other in soup.values.items():
        try:
            found.append((name, np.broadcast_shapes(shape, other)))
        except ValueError:
            continue
    if found and soup.rng.random() < 0.6:
        return pick(soup.rng, *found)  # type: ignore[no-any-return]
    rank = int(soup.rng.integers(0, RANKS + 1))
    wide = (1,) * max(rank - len(shape), 0) + shape
    dims = tuple(1 if soup.rng.random() < 0.4 else d for d in wide[len(wide) - rank :])
    return soup.const(reals(soup.rng, *dims)), np.broadcast_shapes(shape, dims)


def arithmetic(soup: Soup) -> None:
    x = soup.some()
    op = pick(soup.rng, "Add", "Add", "Mul", "Mul", "Sub", "Max", "Min", "PRelu", "Mean", "Sum", "Pow", "Div")
    if op in ("Pow", "Div"):
        soup.add(op, [x, soup.const(np.float32(pick(soup.rng, 2.0, 3.0)))], soup.values[x])
        return
    other, shape = partner(soup, soup.values[x])
    if op == "PRelu":
        if len(shape) == len(soup.values[x]) and shape == soup.values[x]:
            soup.add(op, [x, other], shape)
        return
    soup.add(op, [x, other] if soup.rng.random() < 0.7 else [other, x], shape)


def choice(soup: Soup) -> None:
    """A comparison chooses between two values; now and then what is compared are truth values."""
    x = soup.some()
    other, shape = partner(soup, soup.values[x])
    op = pick(soup.rng, "Greater", "LessOrEqual", "Equal")
    where = soup.hidden(op, [x, other])
    if soup.rng.random() < 0.3:
        where = soup.hidden(pick(soup.rng, "And", "Or", "Xor"), [where, soup.hidden("Not", [where])])
    soup.add("Where", [where, x, other], shape)


def cast(soup: Soup) -> None:
    x = soup.some()
    to = pick(soup.rng, TensorProto.FLOAT16, TensorProto.INT32, TensorProto.BOOL, TensorProto.DOUBLE, TensorProto.INT8)
    within = soup.hidden("Clip", [x, soup.const(np.float32(-100)), soup.const(np.float32(100))])  # of every type
    soup.add("Cast", [soup.hidden("Cast", [within], to=to)], soup.values[x], to=TensorProto.FLOAT)


def reduce(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    axes = sorted({int(v) for v in soup.rng.permutation(len(shape))[: int(soup.rng.integers(0, len(shape) + 1))]})
    keep = int(soup.rng.integers(2))
    gone = axes or list(range(len(shape)))
    out = [1 if i in gone else d for i, d in enumerate(shape) if keep or i not in gone]
    name = "Reduce" + pick(soup.rng, *REDUCTIONS, "Mean", "Sum")
    soup.add(name, [x, ints(soup, *axes)] if axes else [x], out, keepdims=keep)


def reshape(soup: Soup) -> None:
    x = soup.some()
    size, dims = prod(soup.values[x]), list[int]()
    for _ in range(int(soup.rng.integers(0 if size == 1 else 1, RANKS + 1))):
        dims.append(pick(soup.rng, *(d for d in range(1, 5) if size % d == 0)))
        size //= dims[-1]
    if dims:
        dims[int(soup.rng.integers(len(dims)))] *= size
    soup.add("Reshape", [x, ints(soup, *dims)], dims)


def squeeze(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    ones = [i for i, d in enumerate(shape) if d == 1]
    if ones and soup.rng.random() < 0.5:
        gone = sorted(int(a) for a in soup.rng.permutation(ones)[: int(soup.rng.integers(1, len(ones) + 1))])
        soup.add("Squeeze", [x, ints(soup, *gone)], [d for i, d in enumerate(shape) if i not in gone])
    elif len(shape) < RANKS:
        axis = int(soup.rng.integers(len(shape) + 1))
        soup.add("Unsqueeze", [x, ints(soup, axis)], (*shape[:axis], 1, *shape[axis:]))


def flatten(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    axis = int(soup.rng.integers(len(shape) + 1))
    soup.add("Flatten", [x], (prod(shape[:axis]), prod(shape[axis:])), axis=axis)


def transpose(soup: Soup) -> None:
    x = soup.some()
    perm = [int(v) for v in soup.rng.permutation(len(soup.values[x]))]
    soup.add("Transpose", [x], [soup.values[x][p] for p in perm], **({"perm": perm} if perm else {}))


def expand(soup: Soup) -> None:
    x = soup.some()
    shape = soup.values[x]
    if shape and soup.rng.random() < 0.5:
        repeats = some(soup.rng, 1, 2, len(shape))
        soup.add("Tile", [x, ints(soup, *repeats)], [d * r for d, r in zip(shape, repeats, strict=True)])
        return
    more = sizes(soup.rng, int(soup.rng.integers(0, RANKS + 1 - len(shape))), 1, 2)
    wide = [int(soup.rng.integers(1, 4)) if d == 1 else d for d in shape]
    soup.add("Expand", [x, ints(soup, *more, *wide)], (*more, *wide))


def part(soup: Soup) -> None:
    """A slice, padding, an index of rank 0 to 2, or two pieces side by side."""
    x = at_least(soup, 1)
    if not x:
        return
    shape, axis = soup.values[x], axis_of(soup, x)
    before, after, d = shape[:axis], shape[axis + 1 :], shape[axis]
    kind = pick(soup.rng, "Slice", "Pad", "Gather", "Concat", "Split", "Reverse")
    if kind == "Slice":
        start = int(soup.rng.integers(d))
        ins = [x, ints(soup, start), ints(soup, d), ints(soup, axis), ints(soup, 1)]
        soup.add(kind, ins, (*before, d - start, *after))
    elif kind == "Reverse":
        soup.add("Slice", [x, ints(soup, -1), ints(soup, -100), ints(soup, axis), ints(soup, -1)], shape)
    elif kind == "Pad":
        pads = some(soup.rng, 0, 1, 2)
        mode = pick(soup.rng, "constant", "edge")
        both = [0] * axis + pads[:1] + [0] * len(after + before) + pads[1:] + [0] * len(after)
        soup.add(kind, [x, ints(soup, *both)], (*before, d + sum(pads), *after), mode=mode)
    elif kind == "Gather":
        index = soup.rng.integers(0, d, sizes(soup.rng, pick(soup.rng, 0, 0, 1, 2), 1, 2))
        if len(before + after) + index.ndim <= RANKS:
            ins = [x, soup.const(np.asarray(index, np.int64))]
            soup.add(kind, ins, (*before, *index.shape, *after), axis=axis)
    elif kind == "Concat":
        same = {n: s for n, s in soup.values.items() if len(s) == len(shape)}
        fitting = [n for n, s in same.items() if (*s[:axis], *s[axis + 1 :]) == before + after]
        other = pick(soup.rng, *fitting)
        soup.add(kind, [x, other], (*before, d + soup.values[other][axis], *after), axis=axis)
    elif d > 1:
        sizes_of = ints(soup, 1, d - 1)
        name = soup.hidden("Split", [x, sizes_of], outputs=2, axis=axis)
        soup.add("Identity", [name], (*before, 1, *after))


def empty(soup: Soup) -> None:
    """A piece without elements, put back to what it is of."""
    x = at_least(soup, 1)
    if x:
        axis = axis_of(soup, x)
        none = soup.hidden("Slice", [x, ints(soup, 0), ints(soup, 0), ints(soup, axis)])
        soup.add("Concat", [none, x], soup.values[x], axis=axis)


def order(soup: Soup) -> None:
    """Add an operator that depends on the order along an axis."""
    x = at_least(soup, 1)
    if not x:
        return
    shape, axis = soup.values[x], axis_of(soup, x)
    kind = pick(soup.rng, "Softmax", "LogSoftmax", "ArgMax", "TopK", "CumSum", "Hardmax", "LpNormalization")
    keep = int(soup.rng.integers(2))
    if kind == "ArgMax":
        out = [1 if i == axis else d for i, d in enumerate(shape) if keep or i != axis]
        index = soup.hidden(kind, [x], axis=axis, keepdims=keep)
        soup.add("Cast", [index], out, to=TensorProto.FLOAT)
    elif kind == "TopK":
        k = int(soup.rng.integers(1, shape[axis] + 1))
        name = soup.hidden(kind, [x, ints(soup, k)], outputs=2, axis=axis)
        soup.add("Identity", [name], [k if i == axis else d for i, d in enumerate(shape)])
    elif kind == "CumSum":
        soup.add(kind, [x, soup.const(np.asarray(axis, np.int64))], shape)
    else:
        soup.add(kind, [x], shape, axis=axis)


def product(soup: Soup) -> None:
    """Products of matrices and vectors: with weights of rank 1 or more, or of two values; a vector's is a scalar."""
    x = at_least(soup, 1)
    if not x:
        return
    shape = soup.values[x]
    rows, k = shape[:-1], shape[-1]
    kind = soup.rng.random()
    if kind < 0.3:
        soup.add("MatMul", [x, soup.const(reals(soup.rng, k))], rows)
    elif kind < 0.6:
        columns = int(soup.rng.integers(1, 4))
        more = sizes(soup.rng, pick(soup.rng, 0, 0, 1, 2), 1, 2) if len(shape) < 2 else ()
        y = soup.add("MatMul", [x, soup.const(reals(soup.rng, *more, k, columns))], (*more, *rows, columns))
        if soup.rng.random() < 0.5:
            soup.add("Add", [y, soup.const(reals(soup.rng, columns))], soup.values[y])
    elif kind < 0.75 and len(shape) == 2:
        soup.add("Gemm", [x, soup.const(reals(soup.rng, 2, k)), soup.const(reals(soup.rng))], (shape[0], 2), transB=1)
    elif len(shape) > 1:
        perm = [*range(len(shape) - 2), len(shape) - 1, len(shape) - 2]
        turned = soup.add("Transpose", [x], [shape[p] for p in perm], perm=perm)
        soup.add("MatMul", [x, turned], (*shape[:-1], shape[-2]))
    else:
        soup.add("MatMul", [x, x], ())


def layer(soup: Soup) -> None:
    """A convolution, a pool, or a normalization of one to three spatial axes."""
    x = soup.some(3, 4, 5)
    if not x:
        return
    n, channels, *plane = soup.values[x]
    kind = pick(soup.rng, "Conv", "Conv", "Conv", "MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool",
                "InstanceNormalization", "Resize", "ConvTranspose")  # fmt: skip
    if kind in ("MaxPool", "AveragePool"):
        kernel = [min(2, d) for d in plane]
        out = [d - k + 1 for d, k in zip(plane, kernel, strict=True)]
        soup.add(kind, [x], (n, channels, *out), kernel_shape=kernel)
    elif kind.startswith("Global"):
        soup.add(kind, [x], (n, channels, *(1 for _ in plane)))
    elif kind == "InstanceNormalization":
        scale, bias = (soup.const(reals(soup.rng, channels)) for _ in range(2))
        soup.add(kind, [x, scale, bias], soup.values[x])
    elif kind == "Resize":
        scales = [1.0, 1.0, *(float(v) for v in some(soup.rng, 1, 2, len(plane)))]
        out = [int(d * s) for d, s in zip(plane, scales[2:], strict=True)]
        mode = pick(soup.rng, "nearest", "linear")
        soup.add(kind, [x, "", soup.const(np.asarray(scales, np.float32))], (n, channels, *out), mode=mode)
    elif kind == "ConvTranspose":
        soup.add(kind, [x, soup.const(reals(soup.rng, channels, 2, *(1 for _ in plane)))], (n, 2, *plane))
    else:
        groups = channels if soup.rng.random() < 0.4 else 1
        outs = groups * pick(soup.rng, 1, 2)
        kernel = [min(int(k), d) for k, d in zip(some(soup.rng, 1, 2, len(plane)), plane, strict=True)]
        out = [d - k + 1 for d, k in zip(plane, kernel, strict=True)]
        ins = [x, soup.const(reals(soup.rng, outs, channels // groups, *kernel))]
        ins += [soup.const(reals(soup.rng, outs))] if soup.rng.random() < 0.5 else []
        soup.add(kind, ins, (n, outs, *out), group=groups)


def normalization(soup: Soup) -> None:
    x = at_least(soup, 1)
    if not x:
        return
    shape, axis = soup.values[x], axis_of(soup, x)
    if len(shape) > 1 and soup.rng.random() < 0.4:
        ins = [x, *(soup.const(np.abs(reals(soup.rng, shape[1])) + np.float32(0.3)) for _ in range(4))]
        soup.add("BatchNormalization", ins, shape)
    else:
        scale = soup.const(reals(soup.rng, *shape[axis:]))
        soup.add("LayerNormalization", [x, scale], shape, axis=axis, epsilon=0.01)  # values that are all but equal


def chain(soup: Soup) -> None:
    """Two layers with weights: channels that die in a Relu or lie far apart, and something in between."""
    x = at_least(soup, 1)
    if not x:
        return
    rows, k, n = soup.values[x][:-1], soup.values[x][-1], pick(soup.rng, 1, 3, 4)
    apart = np.where(soup.rng.random(n) < 0.3, np.float32(64), np.float32(1))
    dead = np.where(soup.rng.random(n) < 0.4, np.float32(-500), np.float32(0.5))
    y = soup.add("MatMul", [x, soup.const(reals(soup.rng, k, n) * apart)], (*rows, n))
    y = soup.add("Add", [y, soup.const(dead)], (*rows, n))
    y = soup.add("Relu", [y], (*rows, n))
    kind = pick(soup.rng, "", "Mul", "Add", "Sub", "Reshape", "Reduce", "Concat", "MaxPool", "Tanh")
    if kind in ("Mul", "Add", "Sub"):
        other, shape = partner(soup, (*rows, n))
        y = soup.add(kind, [y, other], shape)
    elif kind == "Reshape":
        flat = pick(soup.rng, (prod(rows) * n,), (1, prod(rows) * n), (prod(rows), n), (1, *rows, n))
        y = soup.add(kind, [y, ints(soup, *flat)], flat)
    elif kind == "Reduce" and rows:
        y = soup.add("ReduceMean", [y, ints(soup, 0)], (*rows[1:], n), keepdims=0)
    elif kind == "Concat":
        other = soup.add("Tanh", [y], (*rows, n))
        y = soup.add(kind, [y, other], (*rows, 2 * n), axis=len(rows))
    elif kind == "MaxPool" and len(rows) > 1:
        y = soup.add(kind, [y], (*rows, n), kernel_shape=[1] * (len(rows) - 1))
    elif kind == "Tanh":
        y = soup.add(kind, [y], soup.values[y])
    shape = soup.values[y]
    if shape:
        weight = reals(soup.rng, shape[-1], 2) * (soup.rng.random((shape[-1], 1)) < 0.8)
        soup.add("MatMul", [y, soup.const(weight.astype(np.float32))], (*shape[:-1], 2))


def lookup(soup: Soup) -> None:
    """Elements picked, or put, by indices."""
    x = at_least(soup, 1)
    if not x:
        return
    shape, axis = soup.values[x], axis_of(soup, x)
    index = soup.const(soup.rng.integers(0, shape[axis], shape).astype(np.int64))
    if soup.rng.random() < 0.5:
        soup.add("GatherElements", [x, index], shape, axis=axis)
        return
    depth = int(soup.rng.integers(1, len(shape) + 1))
    at = np.asarray([[int(soup.rng.integers(d)) for d in shape[:depth]]], np.int64)
    soup.add("ScatterND", [x, soup.const(at), soup.const(reals(soup.rng, 1, *shape[depth:]))], shape)


def recurrence(soup: Soup) -> None:
    x = soup.some(3)
    if not x:
        return
    steps, batch, width = soup.values[x]
    op, gates = pick(soup.rng, ("RNN", 1), ("GRU", 3), ("LSTM", 4))
    weights = [soup.const(reals(soup.rng, 1, 2 * gates, n)) for n in (width, 2)]
    soup.add(op, [x, *weights], (steps, 1, batch, 2), hidden_size=2)


FAMILIES: dict[str, Callable[[Soup], None]] = {
    f.__name__: f
    for f in (
        function, arithmetic, choice, cast, reduce, reshape, squeeze, flatten, transpose, expand, part, empty, order,
        product, layer, normalization, chain, lookup, recurrence,
    )
}  # fmt: skip
