"""The layers that tests compute with the NEON kernels of other operators than convolutions, and price."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.grids import RELU, Grid, conv, depthwise, matmul, of_type, pool
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, TransposeAttrs

REQUANTIZE: Grid = tuple(
    GridLayer(RequantizeAttrs(DType.I8), (shape,)) for shape in ((1, 25, 5, 64), (1, 1003), (1, 20000), (1, 4001))
)
CONCATS: Grid = (
    GridLayer(ConcatAttrs(3), ((1, 16, 16, 16), (1, 16, 16, 32))),
    GridLayer(ConcatAttrs(3), ((1, 16, 16, 40), (1, 16, 16, 3), (1, 16, 16, 21))),
    GridLayer(ConcatAttrs(1), ((1, 20, 20, 10), (1, 4, 20, 10))),
    GridLayer(ConcatAttrs(3), ((1, 24, 24, 2), (1, 24, 24, 64))),
    GridLayer(ConcatAttrs(3), ((1, 20, 20, 96), (1, 20, 20, 16)), tied=(1,)),
)
POOLS: Grid = (
    pool((1, 32, 32, 16), (2, 2), 2),
    pool((1, 24, 24, 64), (3, 3), 2, padded=True),
    pool((1, 16, 16, 16), (3, 3), padded=True),
    pool((1, 28, 28, 6), (2, 2), 2),
    pool((1, 40, 40, 3), (2, 2), 2),
    pool((1, 48, 48, 1), (3, 3), 2, padded=True),
    pool((1, 14, 14, 24), (3, 3), 2),
    pool((1, 128, 1, 16), (4, 1), 4),
    pool((2, 18, 18, 11), (3, 2), 2, padded=True),
    pool((1, 13, 13, 32), (5, 5), padded=True),
    pool((1, 15, 15, 37), (2, 2), 2, padded=True),
    pool((1, 40, 1, 7), (3, 1), padded=True),
    pool((1, 27, 27, 10), (3, 3), 3, padded=True),
    pool((2, 21, 11, 5), (3, 4), padded=True),
    pool((1, 1, 300, 8), (1, 4), 4),
)
AVERAGES: Grid = (
    *POOLS,
    pool((1, 24, 24, 8), (8, 8), 4),
    replace(pool((1, 24, 24, 12), (2, 2), 2), tied=(0,)),
    replace(pool((1, 24, 24, 9), (4, 4), 2), tied=(0,)),
    replace(pool((1, 20, 20, 8), (2, 2), padded=True), tied=(0,)),
    pool((1, 20, 20, 8), (3, 3), padded=True, include=True),
    pool((1, 12, 12, 64), (3, 3), padded=True),
)
MATMUL: Grid = (
    matmul((4, 32, 16), (4, 16, 32)),
    matmul((4, 32, 32), (4, 32, 16)),
    matmul((1, 64, 64), (64, 64)),
    matmul((2, 10, 30), (2, 30, 10)),
    matmul((1, 15, 100), (100, 3)),
    matmul((1, 1, 64), (64, 80)),
    matmul((8, 16, 8), (8, 8, 17)),
    matmul((1, 50, 6), (6, 50)),
    matmul((2, 13, 40), (2, 40, 25)),
    matmul((1, 4, 17, 32), (1, 4, 32, 17)),
    matmul((1, 40, 100), (100, 1)),
)
SOFTMAX: Grid = (
    GridLayer(SoftmaxAttrs(2), ((4, 32, 32),)),
    GridLayer(SoftmaxAttrs(1), ((1, 1000),)),
    GridLayer(SoftmaxAttrs(1), ((100, 10),)),
    GridLayer(SoftmaxAttrs(1), ((100, 3),)),
    GridLayer(SoftmaxAttrs(1), ((30, 77),)),
    GridLayer(SoftmaxAttrs(2), ((2, 64, 64),)),
    GridLayer(SoftmaxAttrs(1), ((100, 19),)),
)
TRANSPOSES: Grid = of_type(
    (
        GridLayer(TransposeAttrs((0, 2, 1)), ((1, 96, 96),)),
        GridLayer(TransposeAttrs((0, 2, 3, 1)), ((1, 3, 96, 96),)),
        GridLayer(TransposeAttrs((0, 3, 1, 2)), ((1, 96, 96, 3),)),
        GridLayer(TransposeAttrs((0, 2, 3, 1)), ((1, 4, 90, 90),)),
        GridLayer(TransposeAttrs((0, 3, 1, 2)), ((1, 120, 120, 2),)),
        GridLayer(TransposeAttrs((0, 2, 3, 1)), ((1, 2, 120, 120),)),
        GridLayer(TransposeAttrs((0, 3, 1, 2)), ((2, 80, 41, 4),)),
        GridLayer(TransposeAttrs((0, 2, 1)), ((40, 13, 11),)),
        GridLayer(TransposeAttrs((1, 0)), ((60, 150),)),
        GridLayer(TransposeAttrs((0, 2, 1)), ((200, 3, 70),)),
        GridLayer(TransposeAttrs((0, 2, 1)), ((300, 8, 8),)),
        GridLayer(TransposeAttrs((2, 1, 0)), ((60, 5, 18),)),
    ),
    DType.I8,
)


def _resample(axis: int, shape: Shape, rows: int, taps: int) -> GridLayer:
    def values(rng: np.random.Generator) -> tuple[Array, ...]:
        x = rng.integers(-128, 128, shape).astype(np.int8)
        index = np.sort(rng.integers(0, shape[axis], (rows, taps)), axis=0).astype(np.int32)
        return x, index, rng.integers(-2000, 16384 // taps, (rows, taps)).astype(np.int16)

    return GridLayer(ResampleAttrs(axis), (), (1, 2), values=values)


def _resized(shape: Shape, columns: int, taps: int) -> GridLayer:
    """The columns of an image, brought to another number by neighbouring cells."""

    def values(rng: np.random.Generator) -> tuple[Array, ...]:
        x = rng.integers(-128, 128, shape).astype(np.int8)
        first = np.arange(columns)[:, None] * shape[2] // columns - taps // 2 + 1
        index = np.clip(first + np.arange(taps), 0, shape[2] - 1).astype(np.int32)
        return x, index, rng.integers(-2000, 16384 // taps, (columns, taps)).astype(np.int16)

    return GridLayer(ResampleAttrs(2), (), (1, 2), values=values)


RESAMPLES: Grid = (
    _resample(1, (1, 8, 8, 16), 16, 2),
    _resample(2, (1, 8, 8, 32), 16, 2),
    _resample(1, (1, 12, 40), 60, 4),
    _resample(2, (1, 10, 10, 9), 25, 1),
    _resample(2, (1, 12, 32, 12), 20, 8),
    _resample(1, (1, 7, 7, 24), 14, 3),
    _resample(1, (2, 9, 9, 3), 18, 2),
    _resample(2, (1, 20, 20, 8), 40, 2),
)
RESAMPLES_FEW: Grid = (
    _resized((1, 24, 24, 3), 48, 2),
    _resized((1, 12, 9, 1), 18, 2),
    _resized((1, 16, 20, 7), 24, 2),
    _resized((2, 10, 16, 4), 40, 4),
)


def _normalize(shape: Shape, axis: int, one: bool = False) -> GridLayer:
    factors = tuple(d if i == axis and not one else 1 for i, d in enumerate(shape))
    return GridLayer(NormalizeAttrs((axis,)), (shape, factors, factors), (1, 2))


NORMALIZE: Grid = (
    _normalize((32, 64), 1),
    _normalize((10, 256), 1),
    _normalize((100, 12), 1),
    _normalize((1, 8000), 1),
    _normalize((50, 33), 1),
    _normalize((40, 128), 1),
    _normalize((60, 16), 1),
    _normalize((4, 400), 1, True),
    _normalize((100, 21), 1, True),
)


def _binary(fn: BinaryFn, a: Shape, b: Shape, clamp: Clamp = RELU) -> GridLayer:
    return GridLayer(BinaryAttrs(fn, clamp), (a, b))


NO = Clamp()
BINARY: Grid = (
    _binary(BinaryFn.ADD, (1, 20, 20, 16), (1,), NO),
    _binary(BinaryFn.ADD, (1, 64, 64), (64,), NO),
    _binary(BinaryFn.SUB, (1, 30, 30, 10), (10,), NO),
    _binary(BinaryFn.ADD, (1, 40, 40, 3), (3,)),
    _binary(BinaryFn.SUB, (10,), (1, 30, 30, 10)),
    _binary(BinaryFn.ADD, (60, 30), (60, 1), NO),
    _binary(BinaryFn.MUL, (1, 16, 16, 16), (1, 16, 16, 16), NO),
    _binary(BinaryFn.MUL, (1, 16, 16, 32), (1, 1, 1, 32)),
    _binary(BinaryFn.MUL, (2, 20, 20, 9), (2, 1, 1, 9), NO),
    _binary(BinaryFn.MUL, (1, 30, 30, 20), (20,), Clamp(-1.0, 1.0)),
    _binary(BinaryFn.MUL, (1, 20, 20, 9), (1,), NO),
    _binary(BinaryFn.MUL, (60, 30), (60, 1), NO),
    _binary(BinaryFn.MUL, (1, 8, 1, 24), (1, 8, 24, 1), NO),
    _binary(BinaryFn.MUL, (1, 1003), (1, 1003), NO),
)
GROUPED: Grid = (
    conv((1, 16, 16, 32), 32, (3, 3), groups=4, clamp=NO),
    conv((1, 12, 12, 64), 64, groups=4, clamp=NO),
    conv((1, 12, 12, 12), 12, (3, 3), groups=4),
    conv((1, 14, 14, 48), 24, (3, 3), 2, groups=3, clamp=NO),
    conv((2, 8, 8, 8), 4, (2, 2), groups=4, clamp=NO),
    conv((1, 60, 1, 16), 32, (5, 1), groups=2),
    conv((1, 12, 12, 36), 12, (3, 3), groups=2, dilation=2, clamp=NO),
    conv((1, 14, 14, 24), 12, groups=3, clamp=NO),
    depthwise((1, 16, 16, 4), many=8, clamp=NO),
    conv((1, 13, 13, 6), 9, (3, 3), groups=3, clamp=Clamp(-1.0, 1.0)),
)


def _reduce(fn: ReduceFn, shape: Shape, *axes: int) -> GridLayer:
    return GridLayer(ReduceAttrs(fn, axes), (shape,))


REDUCE: Grid = (
    _reduce(ReduceFn.MEAN, (128, 200), 1),
    _reduce(ReduceFn.MEAN, (300, 19), 1),
    _reduce(ReduceFn.SUM, (4, 60, 5, 16), 2, 3),
    _reduce(ReduceFn.MEAN, (1, 40000), 1),
    _reduce(ReduceFn.MAX, (1, 40, 40, 64), 1, 2),
    _reduce(ReduceFn.MAX, (60, 200), 1),
    _reduce(ReduceFn.MIN, (2, 200, 37), 1),
    _reduce(ReduceFn.MAX, (1, 30, 30, 9), 1, 2),
    _reduce(ReduceFn.MIN, (1, 30001), 1),
    _reduce(ReduceFn.MAX, (100, 24, 8), 1),
)
