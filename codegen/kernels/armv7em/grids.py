"""The grids of the Armv7E-M kernels for int8 activations: layers of MLPerf Tiny's nets and of MobileNets, odd ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.grids import RELU, Grid, conv, dense, depthwise, matmul, of_type, pool, sparse
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, TransposeAttrs

NO = Clamp()

POINTWISE: Grid = (
    conv((1, 25, 5, 64), 64),
    conv((1, 48, 48, 8), 16, clamp=NO),
    conv((1, 24, 24, 32), 64, clamp=NO),
    conv((1, 3, 3, 256), 256),
    conv((1, 6, 6, 128), 12, clamp=NO),
    conv((1, 10, 10, 30), 7, clamp=NO),
    conv((2, 5, 5, 17), 35),
    conv((1, 12, 12, 4), 24, clamp=NO),
    conv((1, 7, 1, 70), 2, clamp=NO),
    conv((1, 28, 1, 40), 128),
    conv((2, 4, 2, 20), 20, clamp=NO),
)
PATCHES: Grid = (
    conv((1, 49, 10, 1), 64, (10, 4), 2),
    conv((1, 96, 96, 3), 8, (3, 3), 2),
    conv((1, 32, 32, 3), 16, (3, 3), clamp=NO),
    conv((1, 28, 28, 1), 8, (5, 5), valid=True, clamp=NO),
    conv((1, 128, 1, 3), 16, (9, 1), (2, 1), clamp=NO),
    conv((1, 16, 16, 6), 12, (3, 3)),
    conv((1, 12, 12, 10), 9, (5, 3), 2, clamp=NO),
    conv((1, 20, 20, 2), 6, (3, 3), dilation=2, clamp=NO),
    conv((1, 12, 12, 12), 12, (3, 3), groups=4, clamp=NO),
    conv((1, 9, 9, 21), 20, (1, 1), 2, clamp=NO),
    conv((1, 24, 24, 4), 8, (3, 3), 2, clamp=NO),
    conv((1, 16, 16, 1), 4, (3, 3)),
    conv((1, 40, 1, 2), 8, (4, 1), clamp=NO),
    conv((1, 14, 14, 4), 16, (3, 3), groups=2, clamp=NO),
    conv((1, 64, 64, 1), 16, (7, 7), 2, clamp=NO),
    conv((1, 11, 11, 8), 6, (3, 3), dilation=3, clamp=NO),
    conv((1, 300, 1, 1), 8, (25, 1), 3, clamp=NO),
    conv((1, 16, 16, 4), 10, (3, 3), dilation=2, clamp=NO),
    conv((1, 30, 30, 3), 12, (3, 3), 2, valid=True, clamp=NO),
    conv((1, 20, 20, 2), 8, (5, 5), clamp=NO),
    conv((2, 8, 8, 33), 10, (2, 2), clamp=NO),
)
COLUMNS: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3)),
    conv((1, 8, 8, 64), 64, (3, 3), clamp=NO),
    conv((1, 32, 32, 16), 32, (3, 3), 2, clamp=NO),
    conv((1, 32, 32, 16), 32, (1, 1), 2),
    conv((1, 64, 1, 32), 32, (5, 1), clamp=NO),
    conv((1, 14, 14, 8), 12, (5, 5), clamp=NO),
    conv((1, 16, 16, 8), 10, (3, 3), dilation=2, clamp=NO),
    conv((1, 16, 16, 32), 32, (3, 3), groups=4),
    conv((1, 10, 10, 4), 3, (3, 3), clamp=NO),
    conv((2, 4, 4, 12), 40, (3, 3), valid=True),
)
GROUPED: Grid = (
    conv((1, 16, 16, 32), 32, (3, 3), groups=8, clamp=NO),
    conv((1, 12, 12, 24), 24, (3, 3), groups=12),
    conv((1, 14, 14, 32), 32, (3, 3), groups=4, clamp=NO),
    conv((1, 10, 10, 32), 32, (3, 3), groups=2, clamp=NO),
    conv((1, 12, 17, 9), 18, (3, 3), groups=3, clamp=NO),
    conv((1, 9, 11, 25), 20, (5, 3), groups=5),
    conv((2, 7, 8, 12), 24, (3, 3), (2, 1), groups=2, clamp=NO),
    conv((1, 1, 60, 16), 32, (1, 3), groups=4),
    conv((1, 20, 5, 12), 12, (3, 3), groups=6, valid=True, clamp=NO),
    conv((1, 40, 40, 8), 8, (3, 3), groups=2),
    conv((1, 16, 16, 48), 24, groups=4, clamp=NO),
    conv((1, 20, 20, 16), 16, (3, 3), 2, groups=4),
    conv((1, 18, 20, 24), 12, (5, 5), groups=3, clamp=NO),
    conv((1, 16, 16, 16), 16, (3, 3), groups=4, dilation=2, clamp=NO),
    conv((1, 21, 20, 14), 8, (3, 4), (2, 3), groups=2, dilation=2, clamp=NO),
    conv((1, 17, 15, 12), 16, (2, 2), 2, groups=4, clamp=NO),
    conv((1, 9, 24, 16), 8, (2, 2), groups=2, clamp=NO),
)
DENSE: Grid = (
    dense(1, 640, 128),
    dense(1, 128, 128, NO),
    dense(1, 256, 10, NO),
    dense(1, 8, 640, NO),
    dense(32, 64, 64, NO),
    dense(32, 128, 32),
    dense(5, 100, 33),
    dense(2, 392, 17, NO),
    dense(1, 520, 2, NO),
)
DENSE_FOURS: Grid = (
    *(layer for layer in DENSE if layer.shapes[1][0] > 3),
    dense(1, 512, 128),
    dense(1, 128, 47, NO),
    dense(1, 40, 96, NO),
    dense(3, 33, 12),
)
DENSE_OF_8: Grid = tuple(layer for layer in DENSE if layer.shapes[0][1] % 8 == 0)
WHOLE_IMAGES: Grid = (
    conv((1, 1, 1, 256), 64, clamp=NO),
    conv((2, 1, 1, 96), 33),
    conv((1, 4, 4, 24), 20, (4, 4), valid=True, clamp=NO),
    conv((1, 1, 2, 64), 40, clamp=NO),
)
WHOLE_IMAGES_OF_8: Grid = WHOLE_IMAGES

DOTS: Grid = (
    conv((1, 16, 16, 16), 1, (3, 3)),
    conv((1, 48, 48, 32), 1, clamp=NO),
    conv((1, 24, 24, 3), 8, (3, 3), 2),
    conv((1, 16, 16, 32), 16, (3, 3), groups=4, clamp=NO),
    conv((1, 12, 12, 6), 1, (3, 3), dilation=2),
    conv((1, 20, 5, 21), 10, clamp=NO),
    conv((1, 60, 1, 10), 7, (5, 1), 2),
    conv((2, 8, 8, 8), 4, (2, 2), groups=4, clamp=NO),
    conv((1, 9, 9, 64), 24, (3, 3)),
    conv((1, 10, 10, 1), 5, (4, 4), valid=True),
)
DENSE_DOTS: Grid = (
    dense(1, 640, 16),
    dense(1, 5000, 4, NO),
    dense(8, 100, 1),
    dense(1, 2000, 1),
    dense(3, 33, 30, NO),
    dense(1, 9, 100),
)
WINOGRAD: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=NO),
    conv((1, 16, 16, 32), 32, (3, 3), clamp=NO),
    conv((1, 8, 8, 64), 64, (3, 3)),
    conv((1, 5, 5, 128), 24, (3, 3), clamp=NO),
    conv((1, 9, 13, 16), 6, (3, 3), valid=True, clamp=NO),
    conv((2, 7, 7, 48), 10, (3, 3)),
    conv((1, 25, 5, 16), 64, (3, 3), clamp=NO),
    conv((1, 4, 4, 16), 8, (3, 3), clamp=NO),
)
WINOGRAD_OF_FOURS: Grid = (
    conv((1, 32, 32, 12), 12, (3, 3), clamp=NO),
    conv((1, 16, 16, 24), 20, (3, 3), clamp=NO),
    conv((1, 16, 16, 28), 28, (3, 3)),
    conv((1, 8, 8, 60), 44, (3, 3), clamp=NO),
    conv((1, 12, 12, 4), 24, (3, 3), clamp=NO),
    conv((1, 16, 16, 8), 8, (3, 3), valid=True),
    conv((1, 9, 13, 36), 6, (3, 3), valid=True, clamp=NO),
    conv((2, 7, 7, 40), 10, (3, 3)),
    conv((1, 25, 5, 20), 32, (3, 3), clamp=NO),
    conv((1, 5, 5, 76), 12, (3, 3), clamp=NO),
    conv((1, 4, 4, 100), 12, (3, 3), clamp=NO),
    conv((1, 8, 8, 4), 4, (3, 3)),
)
WINOGRAD4: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=NO),
    conv((1, 16, 16, 32), 32, (3, 3), clamp=NO),
    conv((1, 16, 16, 28), 28, (3, 3)),
    conv((1, 8, 8, 32), 64, (3, 3)),
    conv((1, 12, 12, 4), 24, (3, 3), clamp=NO),
    conv((1, 16, 16, 8), 8, (3, 3), valid=True),
    conv((1, 9, 13, 16), 6, (3, 3), valid=True, clamp=NO),
    conv((2, 7, 7, 20), 10, (3, 3)),
    conv((1, 25, 5, 16), 64, (3, 3), clamp=NO),
    conv((1, 4, 4, 16), 8, (3, 3), clamp=NO),
)
SCALES: Grid = (
    depthwise((1, 25, 5, 64), (1, 1)),
    depthwise((1, 16, 16, 16), (1, 1), clamp=NO),
    depthwise((1, 3, 3, 128), (1, 1), clamp=NO),
    depthwise((2, 7, 7, 10), (1, 1)),
    depthwise((1, 1, 1, 256), (1, 1), clamp=NO),
    depthwise((1, 40, 40, 3), (1, 1), clamp=NO),
    depthwise((1, 4, 3, 80), (1, 1)),
    depthwise((1, 2, 2, 200), (1, 1), clamp=NO),
)
REQUANTIZE: Grid = tuple(
    GridLayer(RequantizeAttrs(DType.I8), (shape,)) for shape in ((1, 16, 16, 16), (1, 1000), (1, 5003), (1, 30))
)
CONCATS: Grid = (
    GridLayer(ConcatAttrs(3), ((1, 8, 8, 16), (1, 8, 8, 32))),
    GridLayer(ConcatAttrs(1), ((1, 20, 10, 3), (1, 20, 10, 3))),
    GridLayer(ConcatAttrs(3), ((1, 16, 16, 3), (1, 16, 16, 5), (1, 16, 16, 1))),
    GridLayer(ConcatAttrs(2), ((1, 12, 7, 6), (1, 12, 9, 6))),
    GridLayer(ConcatAttrs(3), ((1, 24, 24, 2), (1, 24, 24, 64))),
    GridLayer(ConcatAttrs(3), ((1, 12, 12, 24), (1, 12, 12, 24)), tied=(1,)),
)


def _binary(fn: BinaryFn, a: Shape, b: Shape, clamp: Clamp = NO) -> GridLayer:
    return GridLayer(BinaryAttrs(fn, clamp), (a, b))


BINARY: Grid = (
    _binary(BinaryFn.ADD, (1, 16, 16, 16), (1, 16, 16, 16), RELU),
    _binary(BinaryFn.SUB, (1, 9, 9, 13), (1, 9, 9, 13)),
    _binary(BinaryFn.ADD, (1, 16, 16, 16), (1,)),
    _binary(BinaryFn.ADD, (1, 32, 64), (64,)),
    _binary(BinaryFn.ADD, (1, 12, 12, 10), (1, 12, 12, 1)),
    _binary(BinaryFn.MUL, (1, 16, 16, 16), (1, 16, 16, 16)),
    _binary(BinaryFn.MUL, (1, 16, 16, 16), (1, 1, 1, 16), RELU),
    _binary(BinaryFn.MUL, (1, 20, 20, 9), (1,)),
    _binary(BinaryFn.MUL, (1, 12, 12, 30), (1, 12, 12, 1)),
    _binary(BinaryFn.ADD, (1, 20, 20, 3), (3,), RELU),
    _binary(BinaryFn.MUL, (1, 8, 1, 24), (1, 8, 24, 1)),
    _binary(BinaryFn.ADD, (1, 1, 7), (1, 100, 1)),
    _binary(BinaryFn.MUL, (1, 12, 12, 6), (6,)),
    _binary(BinaryFn.MUL, (40, 1), (1, 21)),
)
MATMUL: Grid = (
    matmul((4, 32, 16), (4, 16, 32)),
    matmul((4, 32, 32), (4, 32, 16)),
    matmul((1, 64, 64), (64, 64)),
    matmul((2, 10, 30), (2, 30, 10)),
    matmul((1, 5, 100), (100, 3)),
    matmul((1, 1, 64), (64, 40)),
    matmul((8, 16, 8), (8, 8, 17)),
    matmul((1, 50, 6), (6, 50)),
)
SOFTMAX: Grid = (
    GridLayer(SoftmaxAttrs(2), ((4, 32, 32),)),
    GridLayer(SoftmaxAttrs(1), ((1, 1000),)),
    GridLayer(SoftmaxAttrs(1), ((40, 10),)),
    GridLayer(SoftmaxAttrs(1), ((100, 3),)),
    GridLayer(SoftmaxAttrs(1), ((9, 77),)),
)
TRANSPOSES: Grid = (
    *of_type(
        (
            GridLayer(TransposeAttrs((0, 2, 1)), ((1, 64, 96),)),
            GridLayer(TransposeAttrs((0, 2, 3, 1)), ((1, 3, 32, 32),)),
            GridLayer(TransposeAttrs((0, 2, 3, 1)), ((1, 2, 20, 20),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((10, 13, 11),)),
            GridLayer(TransposeAttrs((2, 1, 0)), ((30, 5, 18),)),
            GridLayer(TransposeAttrs((1, 0)), ((40, 150),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((20, 3, 50),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((20, 2, 50),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((8, 2, 200),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((8, 2, 130),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((8, 3, 131),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((100, 4, 4),)),
        ),
        DType.I8,
    ),
    *of_type(
        (
            GridLayer(TransposeAttrs((0, 2, 1)), ((1, 64, 40),)),
            GridLayer(TransposeAttrs((0, 3, 1, 2)), ((1, 16, 16, 3),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((30, 7, 9),)),
            GridLayer(TransposeAttrs((1, 0)), ((100, 24),)),
            GridLayer(TransposeAttrs((1, 0)), ((90, 50),)),
            GridLayer(TransposeAttrs((0, 2, 1)), ((20, 3, 33),)),
            GridLayer(TransposeAttrs((1, 0)), ((49, 67),)),
        ),
        DType.I16,
    ),
)


def _resample(axis: int, shape: Shape, rows: int, taps: int, parts: bool = False) -> GridLayer:
    def values(rng: np.random.Generator) -> tuple[Array, ...]:
        x = rng.integers(-128, 128, shape).astype(np.int8)
        index = np.sort(rng.integers(0, shape[axis], (rows, taps)), axis=0).astype(np.int32)
        if parts:
            first = 64 * rng.integers(0, 257, rows)
            return x, index, np.stack([first, 16384 - first], axis=1).astype(np.int16)
        return x, index, rng.integers(-2000, 16384 // taps, (rows, taps)).astype(np.int16)

    return GridLayer(ResampleAttrs(axis), (), (1, 2), values=values)


RESAMPLES: Grid = (
    _resample(1, (1, 8, 8, 16), 16, 2),
    _resample(2, (1, 8, 8, 16), 16, 2),
    _resample(1, (1, 12, 40), 30, 4),
    _resample(2, (1, 10, 10, 5), 25, 1),
    _resample(2, (1, 6, 32, 12), 20, 8),
    _resample(1, (1, 7, 7, 9), 14, 3),
)


BLENDS: Grid = (
    _resample(1, (1, 8, 8, 16), 16, 2, parts=True),
    _resample(2, (1, 8, 8, 16), 16, 2, parts=True),
    _resample(2, (1, 10, 10, 5), 25, 2, parts=True),
    _resample(1, (1, 16, 16, 32), 32, 2, parts=True),
)


def _normalize(shape: Shape, axis: int) -> GridLayer:
    factors = tuple(d if i == axis else 1 for i, d in enumerate(shape))
    return GridLayer(NormalizeAttrs((axis,)), (shape, factors, factors), (1, 2))


NORMALIZE: Grid = (
    _normalize((32, 64), 1),
    _normalize((10, 256), 1),
    _normalize((100, 12), 1),
    _normalize((1, 3000), 1),
    _normalize((50, 33), 1),
    _normalize((2, 64, 10), 1),
    _normalize((1, 9, 60), 1),
    _normalize((200, 7), 1),
    _normalize((60, 16), 1),
    _normalize((80, 20), 1),
    _normalize((1, 150, 6), 1),
    _normalize((4, 5, 60), 1),
)
POOLS: Grid = (
    pool((1, 32, 32, 16), (2, 2), 2),
    pool((1, 16, 16, 16), (3, 3), padded=True),
    pool((1, 28, 28, 6), (2, 2), 2),
    pool((1, 20, 20, 3), (2, 2), 2),
    pool((1, 24, 24, 1), (3, 3), 2, padded=True),
    pool((1, 14, 14, 24), (3, 3), 2),
    pool((1, 128, 1, 16), (4, 1), 4),
    pool((2, 9, 9, 11), (3, 2), 2, padded=True),
    pool((1, 13, 13, 32), (5, 5), padded=True),
    pool((1, 15, 15, 20), (2, 2), 2, padded=True),
    pool((1, 28, 28, 10), (3, 3), 2, padded=True),
    pool((1, 40, 6, 7), (3, 1), padded=True),
    pool((1, 27, 27, 10), (3, 3), 2, padded=True),
    pool((1, 24, 24, 64), (3, 3), 2, padded=True),
    pool((1, 20, 20, 8), (3, 3), padded=True),
    pool((1, 9, 11, 30), (3, 4), padded=True),
    pool((1, 12, 12, 2), (2, 2), padded=True),
)
AVERAGES: Grid = (
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 3, 3, 256), (3, 3)),
    pool((1, 8, 8, 64), (8, 8)),
    pool((1, 30, 30, 10), (30, 30)),
    replace(pool((1, 16, 16, 12), (2, 2), 2), tied=(0,)),
    replace(pool((1, 20, 20, 9), (4, 4), 2), tied=(0,)),
    pool((1, 12, 12, 8), (3, 3), padded=True, include=True),
)


def _mean(shape: Shape, *axes: int) -> GridLayer:
    return GridLayer(ReduceAttrs(ReduceFn.MEAN, axes), (shape,))


MEANS: Grid = (
    _mean((1, 8, 8, 64), 1, 2),
    _mean((1, 25, 5, 30), 1, 2),
    _mean((20, 100, 5), 1),
    _mean((1, 400, 16), 1),
    _mean((60, 40), 1),
    _mean((1, 30, 30, 9), 1, 2),
    _mean((100, 3, 8), 1),
    _mean((2000,), 0),
)

SPARSE_POINTWISE: Grid = (
    *sparse(0.7, (conv((1, 25, 5, 64), 64), conv((1, 24, 24, 32), 64, clamp=NO), conv((2, 5, 5, 17), 35))),
    *sparse(0.5, (conv((1, 6, 6, 128), 12, clamp=NO), conv((1, 10, 10, 30), 7, clamp=NO))),
    *sparse(0.9, (conv((1, 7, 3, 256), 64), conv((1, 12, 12, 24), 1, clamp=NO))),
)
SPARSE_WINDOWS: Grid = (
    *sparse(0.7, (conv((1, 16, 16, 32), 32, (3, 3)), conv((1, 15, 15, 16), 24, (3, 3), 2, clamp=NO))),
    *sparse(0.7, (conv((1, 9, 9, 30), 21, stride=2), conv((1, 12, 12, 13), 7, (3, 3)))),
    *sparse(0.7, (conv((2, 20, 1, 24), 18, (5, 1)), conv((1, 12, 12, 64), 32, stride=2, clamp=NO))),
    *sparse(0.5, (conv((1, 8, 8, 64), 16, (3, 3), dilation=2), conv((1, 7, 7, 20), 11, (5, 5), valid=True))),
    *sparse(0.9, (conv((1, 10, 10, 48), 20, (3, 3)), conv((1, 9, 11, 128), 64, (3, 3), valid=True, clamp=NO))),
)
SPARSE_DENSE: Grid = (
    *sparse(0.7, (dense(1, 256, 128), dense(2, 640, 33, NO), dense(1, 301, 64))),
    *sparse(0.45, (dense(1, 512, 10, NO),)),
    *sparse(0.95, (dense(1, 1024, 40), dense(2, 60, 200, NO))),
)
SPARSE_IMAGES: Grid = (
    *sparse(0.7, (conv((1, 1, 1, 256), 64, clamp=NO), conv((1, 4, 4, 24), 20, (4, 4), valid=True))),
    *sparse(0.5, (conv((2, 1, 1, 90), 33),)),
)
SPARSE_ROWS: Grid = sparse(0.7, (dense(32, 64, 64, NO), dense(9, 100, 33), dense(5, 203, 40)))
