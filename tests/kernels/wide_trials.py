"""Trials of int16 activations and of packed int4 weights: every declared case and random convolutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, Clamp, DType, Graph, Node, Quant, Shape, Tensor, constant
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import OPS, quant_rule
from edgec.converter.ops.spec import Case, IntCall, QuantRule
from tests.kernels import grids
from tests.kernels.program import Trial
from tests.kernels.trials import Rng, make_graph, trial, values_of

WIDE_OPS = (
    "Conv",
    "Dense",
    "MatMul",
    "MaxPool",
    "AvgPool",
    "Reduce",
    "Unary",
    "Binary",
    "Softmax",
    "Normalize",
    "Concat",
    "Pad",
    "Slice",
)


PLANES = (  # depthwise 3x3: height, width, channels, filters of each, stride, padding above and on the right
    (6, 7, 4, 1, 1, 1),
    (9, 5, 5, 1, 1, 0),
    (5, 14, 7, 2, 1, 1),
    (70, 13, 4, 1, 1, 1),
    (12, 11, 9, 1, 2, 0),
    (11, 12, 6, 2, 2, 1),
    (9, 80, 5, 1, 2, 1),
)


def scale(rng: Rng) -> Quant:
    return Quant.per_tensor(float(np.exp(rng.uniform(-10, -3))), 0)


def wide_values(rng: Rng, shape: Shape) -> Array:
    if rng.random() < 0.3:
        return np.asarray(rng.choice(np.array([-32768, 32767], np.int16), shape))
    return np.asarray(rng.integers(-32768, 32768, shape), np.int16)


def weighted(name: str, op: str, attrs: Attrs, shapes: Sequence[Shape], rng: Rng) -> Trial:
    """Conv or Dense: int16 activations, int8 weights, sums that reach far but stay inside int32."""
    x = wide_values(rng, shapes[0])
    taps = int(np.prod(shapes[1][1:]))
    limit = max(1, min(127, 60_000 // taps))
    w = np.asarray(rng.integers(-limit, limit + 1, shapes[1]), np.int8)
    room = 2**31 - 1 - 32768 * np.abs(w.reshape(len(w), -1).astype(np.int64)).sum(axis=1)
    b = np.clip(rng.normal(0, 1e6, shapes[2]), -room, room).astype(np.int32)
    qx, qw = scale(rng), Quant.per_axis(np.exp(rng.uniform(-7, -3, shapes[1][0])), 0)
    qb = Quant.per_axis([qx.s * s for s in qw.scale], 0)
    out = Quant.per_tensor(qx.s * float(np.median(qw.scale)) * limit * np.sqrt(taps) * np.exp(rng.uniform(-3, 3)), 0)
    return trial(name, op, attrs, [x, w, b], (1, 2), [qx, qw, qb], out)


def int16(op: str, case: Case, rng: Rng) -> Trial | None:
    """The int16 form of a case; None when the operator has no integer form."""
    rule = quant_rule(Node(op, "", (), (), case.attrs))
    name = f"{op}.{case.name}.s16"
    if rule in (QuantRule.NONE, QuantRule.BOUNDARY, QuantRule.RECURRENT):
        return None
    if rule is QuantRule.WEIGHTED:
        return weighted(name, op, case.attrs, case.shapes, rng)
    arrays = [wide_values(rng, s) for s in case.shapes]
    quants: list[Quant | None] = [scale(rng) for _ in arrays]
    out = scale(rng)
    if rule is QuantRule.SAME:
        assert quants[0] is not None
        quants, out = [quants[0]] * len(arrays), quants[0]
    elif rule is QuantRule.PROBABILITY:
        out = Quant.per_tensor(1 / 32768, 0)
    elif op == "MatMul":  # sums that mostly fit the output, and saturate now and then
        unit = float(np.prod([q.s for q in quants if q is not None])) * np.sqrt(case.shapes[0][-1])
        out = Quant.per_tensor(unit * float(np.exp2(rng.uniform(4, 20))), 0)
    elif op in ("AvgPool", "Reduce"):  # means of equal scales meet halves
        out = quants[0] or out
    return trial(name, op, case.attrs, arrays, case.constant, quants, out)


def int16_trials() -> list[Trial]:
    rng = np.random.default_rng(11)
    found = [int16(op, case, rng) for op in WIDE_OPS for case in OPS[op].cases]
    for kind in ("general", "pointwise", "depthwise", "groups", "dilated"):
        found += [int16("Conv", case, rng) for case in random_convolutions(rng, kind, 6)]
    for h, w, c, filters, stride, pad in PLANES:
        attrs = ConvAttrs((stride, stride), (pad, 1, 1, pad), groups=c, clamp=Clamp(0.0) if c % 2 else Clamp())
        shapes = ((1 + pad, h, w, c), (c * filters, 3, 3, 1), (c * filters,))
        found.append(int16("Conv", Case(f"planes_{h}_{w}_{c}", attrs, shapes, (1, 2)), rng))
    for c, rows in ((2, 5), (3, 1), (4, 2), (5, 4), (6, 1), (7, 3), (17, 3)):
        attrs = ConvAttrs(groups=c, clamp=Clamp(0.0) if c % 2 else Clamp())
        shapes = ((1 + c % 2, rows, 3, c), (c, 1, 1, 1), (c,))
        found.append(int16("Conv", Case(f"scale_{c}", attrs, shapes, (1, 2)), rng))
    for rows, k, n in ((1, 16, 10), (2, 33, 7), (3, 9, 1), (1, 1, 2), (1, 640, 12), (7, 33, 5)):
        found.append(int16("Dense", Case(f"dense_{k}", DenseAttrs(Clamp(0.0)), ((rows, k), (n, k), (n,)), (1, 2)), rng))
    for i in range(16):
        (b, m), k, n = rng.integers(1, 5, 2), int(rng.integers(1, 40)), int(rng.integers(1, 14))
        shapes = ((2, 1, int(m), k), (int(b), k, n))
        found.append(int16("MatMul", Case(f"product_{i}", MatMulAttrs(), shapes), rng))
    for i in range(12):
        shape = tuple(int(v) for v in rng.integers(1, 8, 3))
        found.append(int16("Softmax", Case(f"softmax_{i}", SoftmaxAttrs(i % 3), (shape,)), rng))
    for a, b in ((np.int16, np.int8), (np.int8, np.int16), (np.uint8, np.int16), (np.int16, np.uint8)):
        for s_in, s_out in ((0.1, 0.1), (0.01, 2.0), (2.0, 0.01)):
            info = np.iinfo(a)
            x = np.asarray(rng.integers(info.min, info.max + 1, 300), a)
            source = Quant.per_tensor(s_in, 0 if a is np.int16 else 7)
            target = Quant.per_tensor(s_out, 0 if b is np.int16 else 5)
            attrs = RequantizeAttrs(DType.of(b))
            found.append(trial("width", "Requantize", attrs, [x], (), [source], target))
    found += simple_trials(rng)
    found.append(int16("Concat", Case("equal", OPS["Concat"].cases[0].attrs, OPS["Concat"].cases[0].shapes), rng))
    return [t for t in found if t is not None]


def simple_trials(rng: Rng) -> list[Trial | None]:
    """Layers without weights: odd sizes, broadcasting, clamps, pools of few channels, padding, factors 2**-n."""
    found: list[Trial | None] = []
    shapes = (((5, 7), (5, 7)), ((3, 4, 5), (5,)), ((5,), (3, 4, 5)), ((2, 9), (2, 1)), ((9,), ()))
    for i, (a, b) in enumerate(shapes):
        for fn in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
            attrs = BinaryAttrs(fn, (Clamp(), Clamp(0.0), Clamp(-0.5, 0.25))[i % 3])
            arrays = [wide_values(rng, a), wide_values(rng, b)]
            qa, qb = (Quant.per_tensor(float(np.exp2(rng.uniform(-15, -12))), 0) for _ in range(2))
            unit = qa.s * qb.s * 2**16 if fn is BinaryFn.MUL else max(qa.s, qb.s)
            out = Quant.per_tensor(unit * float(np.exp2(rng.uniform(-1, 2))), 0)
            found.append(trial(f"{fn.value}_{i}", "Binary", attrs, arrays, (), [qa, qb], out))
    for i in range(20):
        op, c = ("MaxPool", "AvgPool")[i % 2], int(rng.choice([1, 2, 3, 4, 6, 7, 9]))
        kernel, steps = (int(v) for v in rng.integers(1, 4, 2)), (int(v) for v in rng.integers(1, 3, 2))
        (kh, kw), (sh, sw), pad = tuple(kernel), tuple(steps), int(rng.integers(0, 2))
        pads = (min(pad, kh - 1), min(pad, kw - 1), 0, min(1, kw - 1))
        (h, w), d = (int(v) for v in rng.integers(6, 9, 2)), 1 + i % 5 // 4
        rows, columns = (
            (n + p + q - d * (k - 1) - 1) // s + 1
            for n, p, q, k, s in ((h, pads[0], pads[2], kh, sh), (w, pads[1], pads[3], kw, sw))
        )
        pool = PoolAttrs((kh, kw), (rows, columns), (sh, sw), pads, (d, d), i % 4 == 1)
        found.append(int16(op, Case(f"window_{i}", pool, ((1 + i % 2, h, w, c),)), rng))
    for i, n in enumerate((1, 2, 5, 48, 63, 256, 700, 1500)):
        groups, factor = ((2, n, 3), (1, n, 1)) if i % 3 == 2 else ((3, n), (1, n))
        norm = NormalizeAttrs((1,), float(10.0 ** rng.integers(-12, 1)))
        found.append(int16("Normalize", Case(f"groups_{n}", norm, (groups, factor, factor), (1, 2)), rng))
    for i, (shape, axes) in enumerate((((2, 5, 5, 7), (1, 2)), ((3, 8), (1,)), ((8, 3), (0,)), ((1, 4, 4, 2), (1, 2)))):
        for reduce in (ReduceFn.MEAN, ReduceFn.SUM):
            means = ReduceAttrs(reduce, axes, bool(i % 2))
            found.append(int16("Reduce", Case(f"{reduce.value}_{i}", means, (shape,)), rng))
    return found


def random_convolutions(rng: Rng, kind: str, count: int) -> list[Case]:
    """Shapes as kernel_grids draws them."""
    found: list[Case] = []
    while len(found) < count:
        attrs, shapes = grids._conv_shapes(rng, kind)
        if grids._fits(attrs, shapes):
            found.append(Case(f"{kind}_{len(found)}", attrs, shapes, (1, 2)))
    return found


def int4(name: str, op: str, attrs: Attrs, shapes: Sequence[Shape], rng: Rng, low: int = -8) -> Trial:
    """Conv or Dense with packed weights of at least ``low``."""
    x = np.asarray(rng.integers(-128, 128, shapes[0]), np.int8)
    w = np.asarray(rng.integers(low, 8, shapes[1]), np.int8)
    b = np.asarray(rng.normal(0, 500, shapes[2]), np.int32)
    qx, qw = Quant.per_tensor(0.1, int(rng.integers(-128, 128))), Quant.per_axis(rng.uniform(0.01, 0.1, len(w)), 0)
    qb = Quant.per_axis([qx.s * s for s in qw.scale], 0)
    taps = float(np.prod(shapes[1][1:]))
    out = Quant.per_tensor(0.1 * 0.05 * 4 * np.sqrt(taps) * float(np.exp(rng.uniform(-2, 2))), int(rng.integers(-9, 9)))
    tensors = [
        Tensor("x0", tuple(shapes[0]), DType.I8, qx),
        constant("x1", w, qw, DType.I4),
        constant("x2", b, qb),
    ]
    graph: Graph = make_graph(op, attrs, tensors, out)
    run = OPS[op].run_int
    assert run is not None
    y = graph.tensors["y"]
    expected = run(IntCall(attrs, [x, w, b], [qx, qw, qb], [out], [(y.shape, y.dtype)]))[0]
    return Trial.of(name, graph, values_of(tensors, [x, w, b]), expected)


def int4_trials() -> list[Trial]:
    rng = np.random.default_rng(12)
    found: list[Trial] = []
    for kind in ("general", "pointwise", "depthwise", "groups", "dilated"):
        found += [int4(f"{c.name}.s4", "Conv", c.attrs, c.shapes, rng) for c in random_convolutions(rng, kind, 8)]
    for rows, k, n in ((1, 16, 10), (1, 33, 7), (3, 9, 5), (1, 1, 1), (2, 640, 12)):
        found.append(int4("dense.s4", "Dense", DenseAttrs(), ((rows, k), (n, k), (n,)), rng))
    found.append(int4("block.s4", "Conv", ConvAttrs(pads=(1, 1, 1, 1)), ((1, 8, 8, 16), (16, 3, 3, 16), (16,)), rng))
    return found
