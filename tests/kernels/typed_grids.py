"""Random trials of the kernels that exist for many element types, and of those that index, sample and recur."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Attrs, DType, Quant
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.conv import ConvAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BITWISE, BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.gates import GATES, GateFn, RecurrentAttrs
from edgec.converter.ops.index import (
    ArgReduceAttrs,
    CumulateAttrs,
    CumulateFn,
    ExpandAttrs,
    ScatterAttrs,
    ScatterFn,
    TopKAttrs,
)
from edgec.converter.ops.logic import CompareAttrs, CompareFn, WhereAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import GridMode, GridPadding, GridSampleAttrs, ResampleAttrs, RoiAlignAttrs
from edgec.converter.ops.shape import GatherAttrs, SliceAttrs, TransposeAttrs
from edgec.converter.ops.stored import DecodeAttrs, EncodeAttrs, Stored
from edgec.converter.ops.tree import MISSING_GOES_TRUE, TreeAttrs, TreeMode, TreeSum
from tests.kernels.program import Trial
from tests.kernels.trials import Rng, trial

INTEGERS = (DType.I8, DType.I16, DType.I32, DType.I64, DType.U8, DType.U16, DType.U32, DType.U64)
REALS = (DType.F16, DType.F32, DType.F64)
SHAPES = (((2, 3, 4), (2, 3, 4)), ((2, 3, 4), ()), ((3, 1), (2, 1, 5)))


def values(rng: Rng, dtype: DType, shape: Sequence[int], small: bool = False) -> Array:
    """Random values: of integers small ones and the ends of the range, of reals around zero."""
    if dtype is DType.BOOL:
        return np.asarray(rng.integers(0, 2, shape), np.bool_)
    if dtype.is_float:
        return np.asarray(rng.normal(0.0, 2.0, shape), dtype.numpy)
    limits = np.iinfo(dtype.numpy)
    near = rng.integers(max(limits.min, -9), 10, shape)
    if small:
        return np.asarray(near).astype(dtype.numpy)
    ends = np.array([limits.min, limits.min + 1, limits.max, limits.max - 1], dtype.numpy)
    return np.where(rng.random(shape) < 0.3, rng.choice(ends, shape), np.asarray(near).astype(dtype.numpy))


def binary() -> list[Trial]:
    rng = np.random.default_rng(20)
    found = []
    for dtype in INTEGERS:
        for fn in BinaryFn:
            for shapes in SHAPES:
                a, b = (values(rng, dtype, s, fn is BinaryFn.POW) for s in shapes)
                found.append(trial(f"{fn.value}_{dtype.value}", "Binary", BinaryAttrs(fn), [a, b]))
    for fn in (BinaryFn.AND, BinaryFn.OR, BinaryFn.XOR, BinaryFn.MAX, BinaryFn.MIN):
        a, b = (values(rng, DType.BOOL, s) for s in SHAPES[2])
        found.append(trial(f"{fn.value}_bool", "Binary", BinaryAttrs(fn), [a, b]))
    assert len(BITWISE) == 5
    return found


def unary() -> list[Trial]:
    rng = np.random.default_rng(21)
    found = []
    for dtype in INTEGERS:
        for a in (UnaryAttrs(UnaryFn.ABS), UnaryAttrs(UnaryFn.NEG), UnaryAttrs(UnaryFn.SIGN)):
            found.append(trial(f"{a.fn.value}_{dtype.value}", "Unary", a, [values(rng, dtype, (3, 7))]))
        for lo, hi in ((0.0, np.inf), (-np.inf, 5.0), (2.0, 6.0)):
            clip = UnaryAttrs(UnaryFn.CLIP, lo, hi)
            found.append(trial(f"clip_{dtype.value}", "Unary", clip, [values(rng, dtype, (3, 7), True)]))
    return found


def compare() -> list[Trial]:
    rng = np.random.default_rng(22)
    found = []
    for dtype in (*INTEGERS, DType.BOOL, DType.F32):
        for fn in CompareFn:
            a, b = (values(rng, dtype, s, True) for s in SHAPES[2])
            if dtype is DType.F32:
                a[0] = b[0, 0, 0] = np.nan
            found.append(trial(f"{fn.value}_{dtype.value}", "Compare", CompareAttrs(fn), [a, b]))
    for dtype in (*INTEGERS, *REALS, DType.BOOL):
        for c, x, y in (((4,), (4,), (4,)), ((2, 1, 3), (5, 1), ()), ((2, 1, 2, 1, 2, 1), (1, 2, 1, 2, 1, 2), (2,))):
            arrays = [values(rng, DType.BOOL, c), values(rng, dtype, x), values(rng, dtype, y)]
            found.append(trial(f"where_{dtype.value}", "Where", WhereAttrs(), arrays))
    return found


def reduce() -> list[Trial]:
    rng = np.random.default_rng(23)
    found = []
    for dtype in INTEGERS:
        for fn in ReduceFn:
            if fn is ReduceFn.L2:
                continue
            small = fn in (ReduceFn.MEAN, ReduceFn.PROD)
            for axes in ((1,), (0, 2)):
                x = values(rng, dtype, (2, 3, 4), small)
                found.append(trial(f"{fn.value}_{dtype.value}", "Reduce", ReduceAttrs(fn, axes), [x]))
        pool = PoolAttrs((2, 3), (3, 3), (2, 2), (0, 1, 1, 1))
        found.append(trial(f"maxpool_{dtype.value}", "MaxPool", pool, [values(rng, dtype, (2, 6, 5, 3))]))
    for fn in (ReduceFn.MAX, ReduceFn.MIN):
        found.append(trial(f"{fn.value}_bool", "Reduce", ReduceAttrs(fn, (1,)), [values(rng, DType.BOOL, (3, 4))]))
    for dtype in (DType.I32, DType.U32, DType.I64, DType.U64):
        for a, b in (((3, 4), (4, 2)), ((2, 1, 3, 4), (5, 4, 2))):
            arrays = [values(rng, dtype, a, True), values(rng, dtype, b, True)]
            found.append(trial(f"matmul_{dtype.value}", "MatMul", MatMulAttrs(), arrays))
    for groups in (1, 2):
        conv = ConvAttrs((1, 2), (1, 0, 1, 1), (1, 1), groups)
        shapes = ((2, 5, 5, 4), (6, 3, 2, 4 // groups), (6,))
        arrays = [values(rng, DType.I32, s, True) for s in shapes]
        found.append(trial(f"conv_int32_{groups}", "Conv", conv, arrays))
    return found


def casts() -> list[Trial]:
    rng = np.random.default_rng(24)
    found = []
    for source in (*INTEGERS, *REALS, DType.BOOL):
        x = values(rng, source, (40,))
        if source.is_float:
            special = [0.0, -0.0, np.nan, np.inf, -np.inf, 0.5, -0.5, 1e4, -1e4, 6e4, -129.0, 255.5]
            x = np.concatenate([x * 50, np.array(special, source.numpy)])
        for target in (*INTEGERS, *REALS, DType.BOOL, DType.I4):
            found.append(trial(f"{source.value}_{target.value}", "Cast", CastAttrs(target), [x]))
    halves = np.arange(65536, dtype=np.uint16).view(np.float16)
    found.append(trial("every_half", "Cast", CastAttrs(DType.F32), [halves]))
    finite = halves[np.isfinite(halves)][::7]
    middle = (finite.astype(np.float64) + np.nextafter(finite, np.float16(np.inf)).astype(np.float64)) / 2
    middle = np.concatenate([middle[np.isfinite(middle)], [65519.0, 65520.0, -65519.0, 2.0**-25, 2.0**-26]])
    for off in (0.0, 2.0**-40, -(2.0**-40)):  # next to the middle a detour over float32 would round twice
        found.append(trial(f"near_halves_{off:g}", "Cast", CastAttrs(DType.F16), [middle * (1.0 + off)]))
    for step in (-1, 0, 1):
        x = (middle.astype(np.float32).view(np.int32) + step).view(np.float32)
        found.append(trial(f"float_near_halves_{step}", "Cast", CastAttrs(DType.F16), [x]))
    return found


def indexed() -> list[Trial]:
    rng = np.random.default_rng(25)
    found = []
    for dtype in (*INTEGERS, DType.F32):
        x = values(rng, dtype, (3, 7, 2), True)
        for smallest in (False, True):
            for last in (False, True):
                found.append(trial("arg", "ArgReduce", ArgReduceAttrs(1, smallest, last), [x]))
            for k in (1, 4, 7):
                found.append(trial(f"top{k}_{dtype.value}", "TopK", TopKAttrs(1, k, not smallest), [x]))
        for fn in CumulateFn:
            for flags in range(4):
                a = CumulateAttrs(1, fn, bool(flags & 1), bool(flags & 2))
                found.append(trial(f"cumulate_{dtype.value}", "Cumulate", a, [x]))
        for scatter in ScatterFn:
            index = np.array([4, 0, 4, -1, 5, 2, 2**40], np.int64)  # those outside are skipped
            arrays = [values(rng, dtype, (5, 3), True), index, values(rng, dtype, (7, 3), True)]
            found.append(trial(f"scatter_{scatter.value}_{dtype.value}", "Scatter", ScatterAttrs(scatter), arrays))
    for dtype in (*INTEGERS, *REALS, DType.BOOL):
        x = values(rng, dtype, (3, 1, 4))
        cases: tuple[tuple[str, Attrs], ...] = (
            ("Expand", ExpandAttrs((2, 3, 5, 4))),
            ("Transpose", TransposeAttrs((2, 1, 0))),
            ("Slice", SliceAttrs((2, 0, 1), (-1, 1, 2), (2, 1, 2))),
        )
        found += [trial(f"{op}_{dtype.value}", op, a, [x]) for op, a in cases]
        found.append(trial(f"gather_{dtype.value}", "Gather", GatherAttrs(2), [x, np.array([3, -4, -1], np.int64)]))
    return found


def sampling() -> list[Trial]:
    rng = np.random.default_rng(26)
    found = []
    for axis in (0, 1, 2):
        x = values(rng, DType.F32, (4, 5, 3))
        index = np.asarray(rng.integers(0, x.shape[axis], (6, 2)), np.int32)
        arrays = [x, index, values(rng, DType.F32, (6, 2))]
        found.append(trial(f"resample_{axis}", "Resample", ResampleAttrs(axis), arrays, (1, 2)))
        weight = np.asarray(rng.integers(-9000, 16385, (6, 2)), np.int16)
        for kind, zero in ((np.int8, -7), (np.int16, 0)):
            info = np.iinfo(kind)
            q = np.asarray(rng.integers(info.min, info.max + 1, (4, 5, 3)), kind)
            quants = [Quant.per_tensor(0.1, zero), None, Quant.per_tensor(2.0**-14, 0)]
            out = Quant.per_tensor(0.08, zero)
            name = f"resample_{axis}_{info.bits}"
            found.append(trial(name, "Resample", ResampleAttrs(axis), [q, index, weight], (1, 2), quants, out))
    for mode in GridMode:
        for padding in GridPadding:
            for corners in (False, True):
                for shape in ((2, 3, 5, 4), (1, 2, 3, 4, 5)):
                    r = len(shape) - 2
                    if mode is GridMode.CUBIC and r == 3:
                        continue
                    grid = np.asarray(rng.uniform(-1.6, 1.6, (shape[0], *([3] * r), r)), np.float32)
                    a = GridSampleAttrs(mode, padding, corners)
                    x = values(rng, DType.F32, shape)
                    found.append(trial(f"grid_{mode.value}_{padding.value}_{r}", "GridSample", a, [x, grid]))
    for dtype in (DType.F32, DType.I8, DType.U8):
        pool = PoolAttrs((3, 2), (3, 3), (2, 2), (1, 0, 1, 1))
        x = values(rng, dtype, (2, 6, 5, 3), True)
        found.append(trial(f"indices_{dtype.value}", "PoolIndices", pool, [x]))
    rois = np.array([[0.5, 1, 6, 5.5], [-2, -2, 9, 9], [3, 3, 3.2, 3.1]], np.float32)
    batch = np.array([0, 1, 0], np.int64)
    for flags in range(8):
        roi = RoiAlignAttrs((2, 3), 2 * (flags & 1), 0.7, bool(flags & 2), bool(flags & 4))
        found.append(trial(f"roi_{flags}", "RoiAlign", roi, [values(rng, DType.F32, (2, 3, 7, 8)), rois, batch]))
    return found


def recurrent() -> list[Trial]:
    rng = np.random.default_rng(27)
    found = []
    steps, batch, size, hidden = 4, 3, 2, 5
    for op, rows in GATES.items():
        shapes = [(steps, batch, size), (rows * hidden, size), (rows * hidden, hidden), (2 * rows * hidden,)]
        shapes += [(batch, hidden)] * (2 if op == "Lstm" else 1)
        shapes += [(3 * hidden,)] if op == "Lstm" else []
        functions = list(GateFn)
        for i in range(2 * len(functions)):
            fns = tuple(functions[(i + k) % len(functions)] for k in range({"Rnn": 1, "Gru": 2, "Lstm": 3}[op]))
            alphas, betas = tuple(0.3 for _ in fns), tuple(0.6 for _ in fns)
            flags = {"reverse": i % 2 == 1, "before_reset": i % 3 == 1, "coupled": i % 3 == 2}
            a = RecurrentAttrs(hidden, fns, alphas, betas, (0.0, 1.5)[i % 2], **flags)
            arrays: list[Array] = [np.asarray(rng.normal(0.0, 0.5, s), np.float32) for s in shapes]
            if i % 4 == 3:
                arrays.append(np.array([4, 0, 2], np.int32))
            found.append(trial(f"{op}_{i}", op, a, arrays, (1, 2, 3)))
    return found


def trees() -> list[Trial]:
    """Random trees: every node tests a feature, its children are later nodes or leaves."""
    rng = np.random.default_rng(28)
    found = []
    for mode in TreeMode:
        for aggregate in TreeSum:
            count, leaves, targets = 9, 6, 3
            nodes = np.zeros((count, 4), np.int32)
            nodes[:, 0] = rng.integers(0, 4, count)
            nodes[:, 1] = mode.value + MISSING_GOES_TRUE * rng.integers(0, 2, count)
            for k in range(count):
                later = [*range(k + 1, count), *range(-leaves, 0)]
                nodes[k, 2:] = rng.choice(later, 2)
            ends = np.arange(1, leaves + 1, dtype=np.int32) * 2
            arrays: list[Array] = [
                np.asarray(rng.integers(-2, 3, (5, 4)), np.float32),
                nodes,
                np.asarray(rng.integers(-1, 2, count), np.float32),
                np.array([0, 3, -2], np.int32),
                ends,
                np.asarray(rng.integers(0, targets, 2 * leaves), np.int32),
                values(rng, DType.F32, (2 * leaves,)),
                values(rng, DType.F32, (targets,)),
            ]
            arrays[0][0, 0] = np.nan
            a = TreeAttrs(targets, aggregate)
            found.append(trial(f"tree_{mode.name}_{aggregate.name}", "TreeEnsemble", a, arrays, tuple(range(1, 8))))
    return found


def stored() -> list[Trial]:
    """Every code of the stored formats, and reals around and beyond what they hold."""
    rng = np.random.default_rng(29)
    reals = np.concatenate([values(rng, DType.F32, (60,)) * s for s in (1e-3, 1.0, 300.0, 1e6)])
    reals = np.concatenate([reals, np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 448.0, 464.0, 480.0], np.float32)])
    found = []
    for form in Stored:
        codes = np.arange(65536 if form is Stored.BF16 else 256)
        if form is Stored.BF16:
            codes = codes[::7]
        arrays = [codes.astype(form.holder.numpy)]
        found.append(trial(f"decode_{form.value}", "Decode", DecodeAttrs(form), arrays))
        for saturate in (False, True):
            found.append(trial(f"encode_{form.value}", "Encode", EncodeAttrs(form, saturate), [reals]))
    return found


FAMILIES: dict[str, Callable[[], list[Trial]]] = {
    "binary_types": binary,
    "casts": casts,
    "comparisons": compare,
    "indexed": indexed,
    "recurrent": recurrent,
    "reduce_types": reduce,
    "sampling": sampling,
    "stored": stored,
    "trees": trees,
    "unary_types": unary,
}
