"""Trials of the Armv7E-M kernels: every kernel that takes a node, on shapes that reach each of its branches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from benchmarks.kernel_program import Trial, reference
from edgec.codegen.kernels.catalog import kernels
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.spec import Misfit, NodeView
from edgec.converter.graph.ir import Clamp, DType, Quant, constant
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, TransposeAttrs
from edgec.converter.ops.spec import Case
from tests.builders.chosen import calls_of
from tests.kernels import grids as kernel_grids
from tests.kernels import program as kernel_program
from tests.kernels import trials as kernel_trials
from tests.kernels.trials import Ranges, Rng, int_trial, weighted_trial

SEVERAL_CALLS = ("Concat",)  # of one node: not among the grids of single calls
KERNELS: tuple[Kernel, ...] = tuple(
    k
    for k in kernels()
    if k.library.name == "armv7em" and k.dtypes == frozenset({DType.I8}) and k.op not in SEVERAL_CALLS
)
PLAIN, EXTREME = Ranges(), Ranges(extreme=True)
CLAMPS = (Clamp(), Clamp(), Clamp(0.0), Clamp(0.0, 6.0), Clamp(-1.0, 1.0))
SHARED_GRIDS = ("conv", "dense", "elementwise", "layers", "pool")


def trials_of(trial: kernel_program.Trial) -> Iterator[Trial]:
    """One trial per kernel that takes the node, and one more where the output may take the input's buffer."""
    view = NodeView.of(trial.graph, trial.graph.nodes[0])
    inputs = tuple(a for a in trial.inputs if a is not None)
    for kernel in KERNELS:
        if not kernel.takes(view):
            continue
        bound = kernel.calls(view)
        if isinstance(bound, Misfit):
            continue
        yield Trial(view, bound[0], inputs)
        if 0 in bound[0].inplace:
            yield Trial(view, bound[0], inputs, inplace=True)


def _clamp(rng: Rng) -> Clamp:
    return CLAMPS[int(rng.integers(len(CLAMPS)))]


def _ranges(i: int) -> Ranges:
    return EXTREME if i % 3 == 2 else PLAIN


def _conv(name: str, a: ConvAttrs, x: tuple[int, ...], w: tuple[int, ...], rng: Rng, i: int) -> kernel_program.Trial:
    return weighted_trial(name, "Conv", a, (x, w, (w[0],)), rng, _ranges(i))


def pointwise() -> list[kernel_program.Trial]:
    """1x1: all channel counts modulo the tile, all numbers of positions modulo 3."""
    rng = np.random.default_rng(11)
    sizes = [(c, o, n) for c in (1, 3, 4, 17, 70) for o in (2, 3, 8) for n in (1, 3, 4, 5)]
    sizes += [(int(c), int(c), int(n)) for c, n in zip(rng.integers(2, 71, 12), rng.integers(1, 9, 12), strict=True)]
    return [
        _conv(f"pointwise_{c}_{o}_{n}", ConvAttrs(clamp=_clamp(rng)), (1, n, 1, c), (o, 1, 1, c), rng, i)
        for i, (c, o, n) in enumerate(sizes)
    ]


def rounds() -> list[kernel_program.Trial]:
    """Rows of one to eleven words, as cells and as windows, all numbers of positions modulo 3."""
    rng = np.random.default_rng(23)
    found = []
    for i in range(33):
        words, n = 1 + i // 3, 6 + i % 3
        found.append(_conv(f"rounds_{words}_{n}", ConvAttrs(), (1, n, 1, 4 * words), (4, 1, 1, 4 * words), rng, i))
        a, w = ConvAttrs((2, 1)), (6, words, 1, 4)
        found.append(_conv(f"windows_{words}_{n}", a, (1, 2 * n + words - 2, 1, 4), w, rng, i))
    return found


def general() -> list[kernel_program.Trial]:
    """Kernels, strides, padding, dilation; channels that are whole words and those that are not."""
    rng = np.random.default_rng(12)
    found = []
    for i in range(48):
        c = int(rng.choice([1, 2, 3, 4, 5, 8, 12, 33]))
        o = int(rng.integers(2, 13))
        kernel = tuple(int(v) for v in rng.integers(1, 5, 2))
        pads = tuple(int(v) for v in rng.integers(0, 3, 4))
        dilations = tuple(int(v) for v in rng.choice([1, 1, 1, 2], 2))
        strides = tuple(int(v) for v in rng.integers(1, 4, 2))
        a = ConvAttrs(strides, pads, dilations, 1, _clamp(rng))
        x = (1 + i % 7 // 6, *(int(v) for v in rng.integers(8, 13, 2)), c)
        found.append(_conv(f"general_{i}", a, x, (o, *kernel, c), rng, i))
    return found


def groups() -> list[kernel_program.Trial]:
    """Several groups of one, two and more channels, with one output each and with more; one output in all."""
    rng = np.random.default_rng(17)
    found = []
    for i in range(30):
        count, c, o = int(rng.integers(1, 5)), int(rng.choice([1, 2, 3, 4, 8])), int(rng.choice([1, 1, 2, 3, 6]))
        kernel = tuple(int(v) for v in rng.integers(1, 4, 2))
        pads, strides = tuple(int(v) for v in rng.integers(0, 3, 4)), tuple(int(v) for v in rng.integers(1, 3, 2))
        a = ConvAttrs(strides, pads, tuple(int(v) for v in rng.choice([1, 1, 2], 2)), count, _clamp(rng))
        x = (1 + i % 7 // 6, *(int(v) for v in rng.integers(6, 9, 2)), count * c)
        found.append(_conv(f"groups_{i}", a, x, (count * o, *kernel, c), rng, i))
    return found


def winograd() -> list[kernel_program.Trial]:
    """3x3 of stride 1: even and odd sizes (whole and cut tiles, one and many), paddings, one to four inner blocks."""
    rng = np.random.default_rng(16)
    found = []
    for i in range(18):
        c = 16 * int(rng.integers(1, 5))
        pads = (1, 1, 1, 1) if i % 3 == 0 else tuple(int(v) for v in rng.integers(0, 3, 4))
        size = (3, 3) if i == 1 else tuple(int(v) for v in rng.integers(3, 10, 2))
        a = ConvAttrs((1, 1), pads, (1, 1), 1, _clamp(rng))
        found.append(
            _conv(f"winograd_{i}", a, (1 + i % 7 // 6, *size, c), (2 * int(rng.integers(1, 4)), 3, 3, c), rng, i)
        )
    return found


def winograd_of_fours() -> list[kernel_program.Trial]:
    """Fours of channels from one to fifteen, those behind the first with and without rounds; the rest as above."""
    rng = np.random.default_rng(21)
    found = []
    for i, c in enumerate(c for c in range(4, 108, 4) if c % 16):
        pads = (1, 1, 1, 1) if i % 3 == 0 else tuple(int(v) for v in rng.integers(0, 3, 4))
        size = (3, 3) if i == 1 else tuple(int(v) for v in rng.integers(3, 10, 2))
        a = ConvAttrs((1, 1), pads, (1, 1), 1, _clamp(rng))
        shape, outputs = (1 + i % 7 // 6, *size, c), 2 * int(rng.integers(1, 4))
        found.append(_conv(f"winograd_of_fours_{i}", a, shape, (outputs, 3, 3, c), rng, i))
    return found


def winograd_of_large_tiles() -> list[kernel_program.Trial]:
    """Tiles of 4x4, whole and cut, one and many: few channels, in fours; outputs, paddings and images as above."""
    rng = np.random.default_rng(22)
    found = []
    for i in range(16):
        c = 4 * (1 + i % 8)
        pads = (1, 1, 1, 1) if i % 3 == 0 else tuple(int(v) for v in rng.integers(0, 3, 4))
        a = ConvAttrs((1, 1), pads, (1, 1), 1, _clamp(rng))
        shape, outputs = (1 + i % 7 // 6, *(int(v) for v in rng.integers(3, 15, 2)), c), 2 * int(rng.integers(1, 4))
        found.append(_conv(f"winograd_of_large_tiles_{i}", a, shape, (outputs, 3, 3, c), rng, i))
    return found


def depthwise() -> list[kernel_program.Trial]:
    """3x3 of both strides and other filters: widths modulo 4, channels modulo 4, planes of one and of many strips."""
    rng = np.random.default_rng(13)
    found = []
    for i in range(60):
        c = int(rng.choice([1, 2, 3, 4, 5, 7, 8, 70]))
        kernel = (3, 3) if i % 3 else tuple(int(v) for v in rng.choice([1, 2, 3, 5, 10], 2))
        pads = tuple(int(v) for v in rng.integers(0, 3, 4)) if i % 2 else (1, 1, 1, 1)
        stride = int(rng.choice([1, 1, 2, 2, 3]))
        size = tuple(int(v) for v in rng.integers(9, 17, 2)) if i % 5 or c > 8 else (11, 90)
        a = ConvAttrs((stride, stride), pads, (1, 1), c, _clamp(rng))
        found.append(_conv(f"depthwise_{i}", a, (1 + i % 9 // 8, *size, c), (c, *kernel, 1), rng, i))
    return found


def scales() -> list[kernel_program.Trial]:
    """A factor and a shift per channel: numbers of positions modulo 4, one and several images."""
    rng = np.random.default_rng(20)
    sizes = [(int(rng.integers(2, 71)), int(rng.integers(1, 10))) for _ in range(18)]
    return [
        _conv(f"scales_{c}_{n}", ConvAttrs(groups=c, clamp=_clamp(rng)), (1 + i % 2, n, 1, c), (c, 1, 1, 1), rng, i)
        for i, (c, n) in enumerate(sizes)
    ]


def filters() -> list[kernel_program.Trial]:
    """Depthwise layers with several filters a channel, and dilated ones."""
    rng = np.random.default_rng(18)
    found = []
    for i in range(40):
        c, many = int(rng.choice([1, 2, 3, 4, 5, 9])), int(rng.choice([1, 2, 3]))
        kernel = (3, 3) if i % 2 else tuple(int(v) for v in rng.choice([1, 2, 3, 5], 2))
        dilations = tuple(int(v) for v in rng.choice([1, 1, 2, 3], 2))
        pads, stride = tuple(int(v) for v in rng.integers(0, 4, 4)), int(rng.choice([1, 1, 2]))
        size = (40, 4) if i % 8 == 7 else tuple(int(v) for v in rng.integers(12, 16, 2))
        if size[1] == 4:
            kernel, dilations, pads = (3, 1), (int(rng.choice([5, 19])), 1), (0, 0, 0, 0)
        a = ConvAttrs((stride, stride), pads, dilations, c, _clamp(rng))
        found.append(_conv(f"filters_{i}", a, (1 + i % 9 // 8, *size, c), (c * many, *kernel, 1), rng, i))
    return found


def lines() -> list[kernel_program.Trial]:
    """Depthwise layers along one axis: numbers of channels modulo 4, outputs modulo 6, with limits and without."""
    rng = np.random.default_rng(31)
    grid = []
    for i in range(24):
        c, taps, length = int(rng.integers(4, 20)), int(rng.integers(2, 12)), int(rng.integers(20, 34))
        before, behind = (int(n) for n in rng.integers(0, taps, 2))
        clamp = _clamp(rng) if i % 4 == 3 else Clamp()
        attrs = ConvAttrs((1, 1), (before, 0, behind, 0), (1, 1), c, clamp)
        grid.append(_conv(f"line_{i}", attrs, (1 + i % 9 // 8, length, 1, c), (c, taps, 1, 1), rng, i))
    return grid


def singles() -> list[kernel_program.Trial]:
    """Depthwise layers to one position: channels modulo 4, columns, rows with gaps, whole images, several images."""
    rng = np.random.default_rng(29)
    windows, grid = ((5, 1), (1, 7), (3, 3), (15, 1), (1, 1), (4, 2)), []
    for i in range(36):
        (kh, kw), c = windows[i % 6], 4 + i
        gap = 1 + i % 3 if 1 in (kh, kw) else 1
        a = ConvAttrs(dilations=(gap, gap), groups=c, clamp=_clamp(rng))
        x = (1 + i % 2, (kh - 1) * gap + 1, (kw - 1) * gap + 1, c)
        grid.append(_conv(f"single_{i}", a, x, (c, kh, kw, 1), rng, i))
    return grid


def dense() -> list[kernel_program.Trial]:
    """All lengths modulo the unit and the unrolled loop, odd and even outputs, several rows."""
    rng = np.random.default_rng(14)
    sizes = [(k, int(rng.integers(2, 9)), 1 + k % 3) for k in (*range(1, 41), 63, 64, 65, 70, 257, 392, 400, 640)]
    return [
        weighted_trial(f"dense_{k}_{n}", "Dense", DenseAttrs(_clamp(rng)), ((m, k), (n, k), (n,)), rng, _ranges(i))
        for i, (k, n, m) in enumerate(sizes)
    ]


def int4() -> list[kernel_program.Trial]:
    """Convolutions, depthwise ones too, and fully connected layers with int4 weights."""
    found = []
    layers = (pointwise(), general(), dense(), depthwise()[1:], filters())
    for trial in (t for grid in layers for t in grid[::3]):
        w = trial.graph.tensors["x1"]
        assert w.data is not None
        small = constant("x1", np.clip(np.round(w.data / 16.0), -7, 7).astype(np.int8), w.quant, DType.I4)
        graph = replace(trial.graph, tensors={**trial.graph.tensors, "x1": small})
        view = NodeView.of(graph, graph.nodes[0])
        inputs = [a for a in trial.inputs if a is not None]
        found.append(replace(trial, graph=graph, expected=reference(view, inputs), calls=()))
    return found


def simple() -> list[kernel_program.Trial]:
    """Sums, differences, products, pooling: element counts modulo 4, channels modulo 4."""
    rng = np.random.default_rng(15)
    found = []
    for i in range(30):
        c = int(rng.choice([1, 2, 3, 4, 5, 8, 31]))
        shape = (1 + i % 5 // 4, int(rng.integers(4, 9)), int(rng.integers(4, 9)), c)
        fn = (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL)[i % 3]
        cases: list[tuple[str, Case]] = [("Binary", Case("binary", BinaryAttrs(fn, _clamp(rng)), (shape, shape)))]
        kernel = tuple(int(v) for v in rng.integers(1, 4, 2))
        out = tuple((s - k) // (1 + i % 2) + 1 for s, k in zip(shape[1:3], kernel, strict=True))
        attrs = PoolAttrs(kernel, out, (1 + i % 2,) * 2)
        cases += [("AvgPool", Case("avg", attrs, (shape,))), ("MaxPool", Case("max", attrs, (shape,)))]
        cases.append(("AvgPool", Case("global", PoolAttrs(shape[1:3], (1, 1), shape[1:3]), (shape,))))
        pads = tuple(int(rng.integers(0, k)) for k in (*kernel, *kernel))
        padded = PoolAttrs(
            kernel,
            tuple(shape[1 + j] + pads[j] + pads[2 + j] - kernel[j] + 1 for j in (0, 1)),
            (1, 1),
            pads,
            (1, 1),
            bool(i % 2),
        )
        cases.append(("AvgPool", Case("padded", padded, (shape,))))
        cases.append(("Reduce", Case("long", ReduceAttrs(ReduceFn.MEAN, (1,), False), ((2, 129 + 40 * i, c),))))
        inner = int(rng.integers(1, 11))
        cases.append(("MatMul", Case("product", MatMulAttrs(), ((2, 3, inner), (2, inner, 1 + i % 9)))))
        cases.append(("Binary", Case("channels", BinaryAttrs(fn, _clamp(rng)), (shape, (c,)))))
        cases.append(("Binary", Case("cells", BinaryAttrs(fn, _clamp(rng)), ((*shape[:3], 1), shape))))
        cases.append(("Binary", Case("both", BinaryAttrs(fn, _clamp(rng)), ((1, shape[1], 1, c), (shape[2], 1)))))
        cases.append(("Softmax", Case("rows", SoftmaxAttrs(1), ((20 + i, 12 + i),))))
        cases.append(("Reduce", Case("mean", ReduceAttrs(ReduceFn.MEAN, (1, 2), bool(i % 2)), (shape,))))
        found += [int_trial(op, case, rng, _ranges(i)) for op, case in cases]
    for i in range(12):
        data, x, y = _ranges(i).bytes(rng, (37 + i,)), _ranges(i).activation(rng), _ranges(i).activation(rng)
        found.append(kernel_trials.trial("scale", "Requantize", RequantizeAttrs(DType.I8), [data], (), [x], y))
    for i in range(12):  # factors that are powers of two
        data, same = _ranges(i).bytes(rng, (1, 8, 8, 5)), _ranges(i).activation(rng)
        k = (1, 2, 4, 8)[i % 4]
        attrs = PoolAttrs((k, k), (8 // k, 8 // k), (k, k))
        found.append(kernel_trials.trial("halves", "AvgPool", attrs, [data], (), [same], same))
        found.append(
            kernel_trials.trial("halves", "Reduce", ReduceAttrs(ReduceFn.MEAN, (2,), True), [data], (), [same], same)
        )
    return [t for t in found if t is not None]


def resample() -> list[kernel_program.Trial]:
    """Numbers of taps, values side by side modulo 4, weights of both signs."""
    rng = np.random.default_rng(20)
    found = []
    for i in range(20):
        axis, taps, rows = 1 + i % 2, 1 + i % 5, int(rng.integers(1, 8))
        shape = (1 + i % 2, *(int(v) for v in rng.integers(1, 6, 2)), int(rng.integers(4, 11)))
        index = rng.integers(0, shape[axis], (rows, taps)).astype(np.int32)
        weight = rng.integers(-12000, 16385, (rows, taps)).astype(np.int16)
        ranges = _ranges(i)
        quants = [ranges.activation(rng), None, Quant.per_tensor(2.0**-14, 0)]
        data = [ranges.bytes(rng, shape), index, weight]
        out = ranges.activation(rng)
        found.append(kernel_trials.trial("resample", "Resample", ResampleAttrs(axis), data, (1, 2), quants, out))
    return found


def blend() -> list[kernel_program.Trial]:
    """Two cells of the output's scale, of which one may have all parts; one cell; values side by side modulo 4."""
    rng = np.random.default_rng(21)
    found = []
    for i in range(20):
        axis, taps, rows = 1 + i % 2, 2 - (i % 5 == 4), int(rng.integers(1, 8))
        shape = (1 + i % 2, *(int(v) for v in rng.integers(1, 6, 2)), int(rng.integers(4, 11)))
        index = rng.integers(0, shape[axis], (rows, taps)).astype(np.int32)
        first = 64 * rng.choice([0, 1, 64, 128, 192, 255, 256], rows) if taps == 2 else np.full(rows, 16384)
        weight = np.stack([first, 16384 - first][:taps], axis=1).astype(np.int16)
        ranges = _ranges(i)
        same = ranges.activation(rng)
        quants = [same, None, Quant.per_tensor(2.0**-14, 0)]
        data = [ranges.bytes(rng, shape), index, weight]
        found.append(kernel_trials.trial("blend", "Resample", ResampleAttrs(axis), data, (1, 2), quants, same))
    return found


def concat() -> list[kernel_program.Trial]:
    """Concatenations of tensors with other scales: several calls, so not among the grids of single ones."""
    rng = np.random.default_rng(19)
    found = []
    for i in range(24):
        axis, ranges = int(rng.integers(1, 4)), _ranges(i)
        base = [int(v) for v in rng.integers(1, 6, 4)]
        shapes = [(*base[:axis], int(rng.integers(1, 9)), *base[axis + 1 :]) for _ in range(1 + i % 3)]
        quants = [ranges.activation(rng) for _ in shapes]
        out = quants[0] if i % 2 else ranges.activation(rng)
        data = [ranges.bytes(rng, s) for s in shapes]
        made = kernel_trials.trial(f"concat_{i}", "Concat", ConcatAttrs(axis), data, (), quants, out)
        found.append(replace(made, calls=calls_of(made.graph, {"dsp"})[0]))
    return found


def normalize_groups() -> list[kernel_program.Trial]:
    """Groups of one value to thousands, side by side or apart, of equal values too, and large and small epsilon."""
    rng = np.random.default_rng(22)
    found = []
    for i in range(30):
        n, ranges = (1, 2, 5, 24, 63, 256, 700, 1500)[i % 8], _ranges(i)
        apart = i % 3 == 2
        shape = (2, n, 3) if apart else (3, n)
        factor = (1, n, 1) if apart else (1, n)
        attrs = NormalizeAttrs((1,), float(10.0 ** rng.integers(-12, 1)))
        made = int_trial("Normalize", Case("groups", attrs, (shape, factor, factor), (1, 2)), rng, ranges)
        if made is not None:
            found.append(made)
    return found


def transposes() -> list[kernel_program.Trial]:
    """Rows and columns modulo 4 of types of one and two bytes, with loops around the matrices."""
    rng = np.random.default_rng(21)
    found = []
    perms = ((1, 0), (0, 2, 1), (0, 2, 1, 3), (2, 1, 0), (0, 3, 1, 2), (0, 2, 3, 1), (3, 1, 2, 0), (2, 0, 3, 1))
    for i in range(64):
        perm = perms[i % len(perms)]
        shape = [int(v) for v in rng.integers(1, 4, len(perm))]
        shape[-1], shape[perm[-1]] = int(rng.integers(2, 12)), int(rng.integers(2, 12))
        dtype = (np.int8, np.int16, np.bool_, np.float16)[i // 8 % 4]
        data = rng.integers(0, 2 if dtype is np.bool_ else 127, shape).astype(dtype)
        made = kernel_trials.trial(f"transpose_{i}", "Transpose", TransposeAttrs(perm), [data])
        view = NodeView.of(made.graph, made.graph.nodes[0])
        own = [k.calls(view) for k in kernels() if k.library.name == "armv7em" and k.takes(view)]
        fit = [calls for calls in own if not isinstance(calls, Misfit)]
        found += [replace(made, calls=calls) for calls in fit or [calls_of(made.graph, {"dsp"})[0]]]
    return found


GRIDS = {
    "int4": int4,
    "simple": simple,
    "resample": resample,
    "blend": blend,
    "normalize": normalize_groups,
    "pointwise": pointwise,
    "rounds": rounds,
    "general": general,
    "groups": groups,
    "winograd": winograd,
    "winograd_of_fours": winograd_of_fours,
    "winograd_of_large_tiles": winograd_of_large_tiles,
    "depthwise": depthwise,
    "filters": filters,
    "lines": lines,
    "singles": singles,
    "scales": scales,
    "dense": dense,
}


@cache
def grid(name: str) -> tuple[Trial, ...]:
    """The trials of one grid, made once, with those of the reference kernels' grids that a kernel here takes."""
    source = GRIDS[name]() if name in GRIDS else kernel_grids.FAMILIES[name]()
    return tuple(t for s in source for t in trials_of(s))
