"""Random grids: shapes, strides, pads, channel counts, zero points and scales well beyond the declared cases."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import numpy as np

from edgec.codegen.kernels.plain.elementwise import FLOAT_BINARY
from edgec.converter.graph.ir import Array, Clamp, DType, Quant, Shape, Tensor
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs, infer_conv
from edgec.converter.ops.elementwise import (
    BinaryAttrs,
    BinaryFn,
    SoftmaxAttrs,
    UnaryAttrs,
    UnaryFn,
)
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, infer_pool, window_counts
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, PadMode, SliceAttrs, TransposeAttrs
from edgec.converter.ops.spec import Case, ShapeError
from tests.kernels.program import Trial
from tests.kernels.trials import Ranges, Rng, float_trial, int_trial, trial, weighted_trial

PLAIN, EXTREME = Ranges(), Ranges(extreme=True)
MOVED = (np.int8, np.int16, np.float32, np.int64, np.bool_, np.uint8)


def _pick(rng: Rng, *choices: int) -> int:
    return int(rng.choice(choices))


def _clamp(rng: Rng) -> Clamp:
    return [Clamp(), Clamp(0.0), Clamp(0.0, 6.0), Clamp(-1.0, 1.0)][int(rng.integers(4))]


def _both(op: str, case: Case, rng: Rng, i: int) -> list[Trial]:
    found = [float_trial(op, case, rng), int_trial(op, case, rng, EXTREME if i % 2 else PLAIN)]
    return [t for t in found if t is not None]


def _conv_shapes(rng: Rng, kind: str) -> tuple[ConvAttrs, tuple[Shape, Shape, Shape]]:
    c = int(rng.integers(1, 18))
    kernel = (1, 1) if kind == "pointwise" else (_pick(rng, 1, 2, 3, 5), _pick(rng, 1, 2, 3, 4))
    pads = (0, 0, 0, 0) if kind == "pointwise" else tuple(int(v) for v in rng.integers(0, 4, 4))
    dilations = (1, 1) if kind != "dilated" else (_pick(rng, 1, 2, 3), _pick(rng, 1, 2))
    strides = (_pick(rng, 1, 1, 2, 3), _pick(rng, 1, 1, 2, 3))
    groups, per_group, outputs = 1, c, int(rng.integers(1, 18))
    if kind == "depthwise":
        groups, per_group, outputs = c, 1, c * _pick(rng, 1, 1, 1, 2, 3)
    elif kind == "groups":
        groups, per_group = _pick(rng, 2, 3), _pick(rng, 1, 2, 5)
        c, outputs = groups * per_group, groups * _pick(rng, 1, 2, 4)
    x = (_pick(rng, 1, 1, 2), int(rng.integers(4, 10)), int(rng.integers(4, 10)), c)
    return ConvAttrs(strides, pads, dilations, groups, _clamp(rng)), (x, (outputs, *kernel, per_group), (outputs,))


def _fits(attrs: ConvAttrs, shapes: tuple[Shape, ...]) -> bool:
    try:
        infer_conv(attrs, [Tensor("t", s, DType.F32) for s in shapes])
    except ShapeError:
        return False
    return True


def conv() -> list[Trial]:
    rng = np.random.default_rng(2)
    found: list[Trial] = []
    for kind in ("general", "pointwise", "depthwise", "groups", "dilated"):
        done = 0
        while done < 24:
            attrs, shapes = _conv_shapes(rng, kind)
            pair = (
                _both("Conv", Case(f"conv_{kind}_{done}", attrs, shapes, (1, 2)), rng, done)
                if _fits(attrs, shapes)
                else []
            )
            found += pair
            done += len(pair) // 2
    return found


def dense() -> list[Trial]:
    rng = np.random.default_rng(3)
    found: list[Trial] = []
    for i in range(24):
        rows, k, n = _pick(rng, 1, 1, 2, 5), int(rng.integers(1, 40)), int(rng.integers(1, 18))
        case = Case(f"dense_{i}", DenseAttrs(_clamp(rng)), ((rows, k), (n, k), (n,)), (1, 2))
        found += _both("Dense", case, rng, i)
    per_tensor = np.asarray(rng.integers(-127, 128, (5, 9)), np.int8)
    x, b = np.asarray(rng.integers(-128, 128, (1, 9)), np.int8), np.arange(5, dtype=np.int32) * 100
    quants = [Quant.per_tensor(0.1, 5), Quant.per_tensor(0.01), Quant.per_tensor(0.001)]
    found.append(
        trial("dense_per_tensor", "Dense", DenseAttrs(), [x, per_tensor, b], (1, 2), quants, Quant.per_tensor(0.3))
    )
    weights = [rng.normal(size=s).astype(np.float32) for s in ((2, 6), (4, 6), (4,))]
    found.append(trial("dense_computed_weights", "Dense", DenseAttrs(), weights))
    filters = [rng.normal(size=s).astype(np.float32) for s in ((1, 5, 5, 3), (3, 3, 3, 1), (3,))]
    found.append(trial("conv_computed_weights", "Conv", ConvAttrs(groups=3), filters))
    for i, (a, c) in enumerate(
        (((2, 1, 4, 3), (5, 3, 2)), ((3, 4), (2, 4, 5)), ((1, 2, 1, 3, 2, 2), (2, 1, 2, 1, 2, 3)))
    ):
        found += _both("MatMul", Case(f"matmul_{i}", MatMulAttrs(), (a, c)), rng, i)
    return found


def pool() -> list[Trial]:
    rng = np.random.default_rng(4)
    found: list[Trial] = []
    i = 0
    while i < 60:
        op = ("MaxPool", "AvgPool")[i % 2]
        kernel, strides = tuple(rng.integers(1, 5, 2)), tuple(rng.integers(1, 4, 2))
        pads = tuple(int(rng.integers(0, max(k, 1))) for k in (*kernel, *kernel))
        out, shape = (
            tuple(rng.integers(1, 6, 2)),
            (_pick(rng, 1, 2), *(int(v) for v in rng.integers(2, 9, 2)), _pick(rng, 1, 3, 4, 17)),
        )
        ints = [tuple(int(v) for v in t) for t in (kernel, out, strides, pads)]
        attrs = PoolAttrs(*ints, (_pick(rng, 1, 1, 2), 1), op == "AvgPool" and bool(rng.integers(2)))
        try:
            infer_pool(attrs, [Tensor("x", shape, DType.F32)])
            if window_counts(attrs, shape).min() > 0:  # dilation can leave a window without cells
                found += _both(op, Case(f"pool_{i}", attrs, (shape,)), rng, i // 2)
        except ShapeError:
            continue
        i += 1
    for i, fn in enumerate([*ReduceFn] * 3):
        rank = int(rng.integers(1, 6))
        axes = tuple(sorted(int(v) for v in rng.choice(rank, int(rng.integers(1, rank + 1)), replace=False)))
        case = Case(
            f"reduce_{i}",
            ReduceAttrs(fn, axes, bool(rng.integers(2))),
            (tuple(int(v) for v in rng.integers(1, 6, rank)),),
        )
        found += _both("Reduce", case, rng, i)
    eight = Case("reduce_8", ReduceAttrs(ReduceFn.MEAN, (0, 2, 4, 6)), ((2, 3, 2, 3, 2, 3, 2, 3),))
    return found + _both("Reduce", eight, rng, 0)


def _broadcast_pair(rng: Rng) -> tuple[Shape, Shape]:
    rank = int(rng.integers(1, 7))
    full = tuple(int(v) for v in rng.integers(1, 5, rank))
    a = tuple(1 if rng.random() < 0.3 else d for d in full)
    b = tuple(1 if rng.random() < 0.3 and u != 1 else d for d, u in zip(full, a, strict=True))
    return a, b[int(rng.integers(0, rank)) :] if rng.random() < 0.3 else b


def elementwise() -> list[Trial]:
    rng = np.random.default_rng(5)
    found: list[Trial] = []
    for i in range(60):
        names = sorted(FLOAT_BINARY & {f.value for f in BinaryFn}) if i % 2 else ["add", "sub", "mul"]
        fn = BinaryFn(names[i % len(names)])
        constants = ((), (), (1,), (0,))[int(rng.integers(4))]
        found += _both(
            "Binary", Case(f"binary_{i}", BinaryAttrs(fn, _clamp(rng)), _broadcast_pair(rng), constants), rng, i
        )
    for i, fn in enumerate(UnaryFn):
        case = Case(fn.value, UnaryAttrs(fn, *((-0.5, 0.7) if fn is UnaryFn.CLIP else (0.3, 0.4))), ((257,),))
        found += _both("Unary", case, rng, i)
        edges = np.array(
            [0.0, -0.0, np.inf, -np.inf, np.nan, 88.0, -88.0, 0.5, 1.5, 2.5, -2.5, 1e-8, -1e-8, 20.0, -20.0], np.float32
        )
        found.append(trial(f"edges_{fn.value}", "Unary", case.attrs, [edges]))
    for i in range(24):
        shape = tuple(int(v) for v in rng.integers(1, 8, int(rng.integers(1, 5))))
        axis = int(rng.integers(len(shape)))
        found += _both("Softmax", Case(f"softmax_{i}", SoftmaxAttrs(axis, i % 4 == 3), (shape,)), rng, i)
    equal = np.full((1, 1000), -128, np.int8)
    for scale in (1e-6, 0.1, 30.0):
        quants = [Quant.per_tensor(scale, 3)]
        for out in (Quant.per_tensor(1 / 256, -128), Quant.per_tensor(1 / 128, -100)):
            found.append(trial("softmax_equal", "Softmax", SoftmaxAttrs(1), [equal], (), quants, out))
    return found


def _any_array(rng: Rng, shape: Shape, dtype: type) -> Array:
    if dtype is np.float32:
        return rng.normal(size=shape).astype(np.float32)
    return np.asarray(rng.integers(0, 2, shape) if dtype is np.bool_ else rng.integers(-100, 100, shape)).astype(dtype)


def moves() -> list[Trial]:
    rng = np.random.default_rng(6)
    found: list[Trial] = []
    for i in range(48):
        rank = int(rng.integers(1, 9))
        shape = tuple(int(v) for v in rng.integers(1, 6 if rank < 6 else 4, rank))
        x = _any_array(rng, shape, MOVED[i % len(MOVED)])
        name = f"move_{i}_{x.dtype}"
        found.append(trial(name, "Transpose", TransposeAttrs(tuple(int(v) for v in rng.permutation(rank))), [x]))
        found.append(trial(name, "Slice", _random_slice(rng, shape), [x]))
        found.append(trial(name, "Pad", _random_pad(rng, shape), [x]))
        axis = int(rng.integers(rank))
        parts = [_any_array(rng, (*shape[:axis], n, *shape[axis + 1 :]), MOVED[i % len(MOVED)]) for n in (1, 3, 2)]
        constants = (1,) if i % 3 == 0 else ()
        found.append(trial(name, "Concat", ConcatAttrs(axis), parts, constants))
        index = rng.integers(-shape[axis], shape[axis], ((), (4,), (2, 3))[i % 3])
        index = np.asarray(index).astype(np.int32 if i % 2 else np.int64)
        found.append(trial(name, "Gather", GatherAttrs(axis), [x, index], ((1,), (), (0,), ())[i % 4]))
    for i in range(12):
        case = Case(f"concat_{i}", ConcatAttrs(1), ((2, 3, 5), (2, 1, 5), (2, 4, 5)))
        found += _both("Concat", case, rng, i)
        found += _both("Pad", Case(f"pad_{i}", _random_pad(rng, (4, 3, 5)), ((4, 3, 5),)), rng, i)
    return found


def _random_slice(rng: Rng, shape: Shape) -> SliceAttrs:
    starts, steps, sizes = [], [], []
    for d in shape:
        start, step = int(rng.integers(d)), int(rng.choice([-3, -2, -1, 1, 1, 1, 2, 3]))
        room = (d - 1 - start) // step if step > 0 else start // -step
        starts.append(start)
        steps.append(step)
        sizes.append(int(rng.integers(1, room + 2)))
    return SliceAttrs(tuple(starts), tuple(steps), tuple(sizes))


def _random_pad(rng: Rng, shape: Shape) -> PadAttrs:
    mode = [*PadMode][int(rng.integers(4))]
    limit = [d if mode is PadMode.REFLECT else 3 for d in shape]
    before, after = ([int(rng.integers(n)) if rng.random() < 0.5 else 0 for n in limit] for _ in range(2))
    return PadAttrs(tuple(before), tuple(after), mode, float(rng.integers(0, 2)))


def boundary() -> list[Trial]:
    rng = np.random.default_rng(7)
    found: list[Trial] = []
    x = np.concatenate([rng.normal(0, 30, 200), [0.5, 1.5, 2.5, -0.5, -1.5, 1e30, -1e30, np.inf, -np.inf]]).astype(
        np.float32
    )
    for to in (DType.I8, DType.U8, DType.I16, DType.U16):
        low = 0 if to in (DType.U8, DType.U16) else -128
        for scale, zero in ((1.0, 0), (0.37, low), (1e-4, 127), (11.0, 5)):
            found.append(trial(f"quantize_{to.value}", "Quantize", QuantizeAttrs(to, (_f32(scale),), (zero,)), [x]))
            q = np.asarray(rng.integers(max(low, -128), 128, (3, 7)), to.numpy)
            found.append(trial("dequantize", "Dequantize", DequantizeAttrs((_f32(scale),), (zero,)), [q]))
        scales, zeros = tuple(_f32(v) for v in rng.uniform(0.1, 2, 3)), (0, 3, 100)
        y = rng.normal(0, 20, (2, 3, 5)).astype(np.float32)
        found.append(trial("quantize_axis", "Quantize", QuantizeAttrs(to, scales, zeros, 1), [y]))
        q = np.asarray(rng.integers(0, 127, (2, 3, 5)), to.numpy)
        found.append(trial("dequantize_axis", "Dequantize", DequantizeAttrs(scales, zeros, 1), [q]))
    for a in (DType.I8, DType.U8):
        for b in (DType.I8, DType.U8):
            for s_in, s_out in ((0.1, 0.1), (0.1, 0.03), (0.1, 7.0), (1e-6, 1e3), (3.0, 1e-3)):
                found.append(_requantize(a, b, s_in, s_out, rng))
    types = (DType.F32, DType.I8, DType.U8, DType.I16, DType.U16, DType.I32, DType.I64, DType.BOOL)
    for source in types:
        values = _castable(source, rng)
        for to in types:
            inside = np.clip(values, 0, 100) if source is DType.F32 and to is not DType.F32 else values
            found.append(trial(f"cast_{source.value}_{to.value}", "Cast", CastAttrs(to), [inside]))
    return found


def _f32(v: float) -> float:
    return float(np.float32(v))


def _requantize(a: DType, b: DType, s_in: float, s_out: float, rng: Rng) -> Trial:
    zeros = [int(rng.integers(np.iinfo(t.numpy).min, np.iinfo(t.numpy).max + 1)) for t in (a, b)]
    x = np.arange(np.iinfo(a.numpy).min, np.iinfo(a.numpy).max + 1).astype(a.numpy)
    quants = [Quant.per_tensor(s_in, zeros[0])]
    return trial("requantize", "Requantize", RequantizeAttrs(b), [x], (), quants, Quant.per_tensor(s_out, zeros[1]))


def _castable(source: DType, rng: Rng) -> Array:
    if source is DType.F32:
        return np.concatenate([rng.normal(0, 60, 50), [0.0, -0.0, 0.4, -0.6, 99.9]]).astype(np.float32)
    if source is DType.BOOL:
        return np.array([True, False, True])
    info = np.iinfo(source.numpy)
    ends = np.array([info.min, info.max, 0, 1], source.numpy)
    return np.concatenate([ends, rng.integers(info.min, info.max, 60, source.numpy, endpoint=True)])


def layers() -> list[Trial]:
    """Shapes of real nets: first layer of a keyword spotter, a residual block, a wide dense layer."""
    rng = np.random.default_rng(8)
    shapes = (
        ("kws_first", ConvAttrs((2, 2), (4, 1, 5, 1)), ((1, 49, 10, 1), (64, 10, 4, 1))),
        ("kws_depthwise", ConvAttrs(pads=(1, 1, 1, 1), groups=64, clamp=Clamp(0.0)), ((1, 25, 5, 64), (64, 3, 3, 1))),
        ("kws_pointwise", ConvAttrs(clamp=Clamp(0.0)), ((1, 25, 5, 64), (64, 1, 1, 64))),
        ("resnet_block", ConvAttrs(pads=(1, 1, 1, 1)), ((1, 16, 16, 16), (16, 3, 3, 16))),
        ("vww_first", ConvAttrs((2, 2), (0, 0, 1, 1)), ((1, 32, 32, 3), (8, 3, 3, 3))),
    )
    found = [weighted_trial(name, "Conv", attrs, (x, w, (w[0],)), rng, PLAIN) for name, attrs, (x, w) in shapes]
    found.append(weighted_trial("dense", "Dense", DenseAttrs(), ((1, 640), (128, 640), (128,)), rng, PLAIN))
    assert all(prod(t.expected.shape) > 100 for t in found)
    return found


FAMILIES: dict[str, Callable[[], list[Trial]]] = {
    "boundary": boundary,
    "conv": conv,
    "dense": dense,
    "elementwise": elementwise,
    "layers": layers,
    "moves": moves,
    "pool": pool,
}
