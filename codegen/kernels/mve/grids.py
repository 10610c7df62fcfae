"""The layers that tests compute with the Helium kernels, and price."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.grids import RELU, Grid, conv, dense, depthwise, matmul, of_type, pool, positive
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Array, Clamp, DType, Shape
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import ConcatAttrs, TransposeAttrs


def _binary(fn: BinaryFn, shape: Shape, clamp: Clamp, other: Shape | None = None) -> GridLayer:
    return GridLayer(BinaryAttrs(fn, clamp), (shape, other or shape))


def mean(shape: Shape, *axes: int) -> GridLayer:
    """A mean over some axes."""
    return GridLayer(ReduceAttrs(ReduceFn.MEAN, axes, False), (shape,))


def padded(shape: Shape, pads: tuple[int, int, int, int]) -> GridLayer:
    """A depthwise layer of 3x3 windows with stride 2."""
    attrs = ConvAttrs(strides=(2, 2), groups=shape[3], pads=pads)
    return GridLayer(attrs, (shape, (shape[3], 3, 3, 1), (shape[3],)), (1, 2))


POINTWISE: Grid = (
    conv((1, 25, 5, 64), 64, clamp=Clamp()),
    conv((1, 24, 24, 8), 16, clamp=Clamp()),
    conv((1, 12, 12, 53), 54, clamp=Clamp()),
    conv((1, 6, 6, 27), 23, clamp=Clamp()),
    conv((1, 16, 16, 16), 3),
    conv((1, 9, 9, 5), 1),
    conv((2, 5, 5, 40), 9),
    conv((1, 1, 1, 96), 32),
    conv((1, 1, 2, 70), 18),
    conv((1, 3, 1, 24), 10),
    conv((1, 3, 3, 256), 64),
    conv((1, 8, 8, 16), 10, (8, 8), valid=True),
    conv((1, 48, 48, 8), 16, clamp=Clamp(0.0, 6.0)),
)
NARROW_8: Grid = (conv((1, 48, 48, 8), 16, clamp=Clamp()), conv((2, 9, 9, 8), 9, clamp=Clamp()))
NARROW_16: Grid = (conv((1, 24, 24, 16), 32, clamp=Clamp()), conv((1, 25, 5, 16), 9, clamp=Clamp()))
NARROW: Grid = (
    conv((2, 9, 9, 5), 7, clamp=Clamp()),
    conv((1, 16, 16, 3), 24, clamp=Clamp()),
    conv((1, 11, 11, 12), 30, clamp=Clamp()),
    conv((1, 14, 5, 1), 6, clamp=Clamp()),
)
NARROW_S16: Grid = (
    conv((1, 48, 48, 8), 16, clamp=Clamp()),
    conv((2, 9, 9, 5), 7, clamp=Clamp()),
    conv((1, 16, 16, 3), 24, clamp=Clamp()),
    conv((1, 14, 5, 1), 6, clamp=Clamp()),
)
NARROW_S16_POSITIVE: Grid = (conv((1, 24, 24, 8), 32), conv((2, 9, 9, 5), 7))
DENSE: Grid = (
    dense(1, 640, 128, Clamp()),
    dense(1, 128, 8, Clamp()),
    dense(1, 8, 128),
    dense(4, 33, 17),
    dense(1, 333, 29),
    dense(1, 64, 2),
    dense(3, 100, 40, Clamp()),
)
ROWS: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=Clamp()),
    conv((1, 16, 16, 32), 64, (3, 3), 2, clamp=Clamp()),
    conv((1, 16, 16, 16), 32, stride=2),
    conv((1, 8, 8, 64), 64, (3, 3), clamp=Clamp()),
    conv((2, 9, 9, 12), 10, (3, 3)),
    conv((1, 12, 12, 5), 7, (5, 5), valid=True),
    conv((1, 30, 1, 40), 32, (3, 1)),
    conv((1, 10, 10, 16), 8, (3, 3), dilation=2),
    conv((1, 9, 9, 7), 3, (2, 2), 2),
    conv((1, 14, 14, 24), 16, (3, 3), (1, 2), valid=True),
    conv((1, 20, 2, 3), 5, (3, 2)),
)
POINTWISE_PAIRS: Grid = (
    conv((1, 25, 5, 64), 64, clamp=Clamp()),
    conv((1, 24, 24, 32), 64, clamp=Clamp()),
    conv((1, 3, 3, 256), 64, clamp=Clamp()),
    conv((1, 12, 12, 48), 27),
    conv((2, 7, 5, 32), 3),
    conv((1, 6, 6, 128), 128),
)
DENSE_PAIRS: Grid = (dense(8, 64, 40, Clamp()), dense(3, 192, 30), dense(5, 96, 9))
ROWS_PAIRS: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=Clamp()),
    conv((1, 16, 16, 32), 64, (3, 3), 2, clamp=Clamp()),
    conv((1, 8, 8, 64), 64, (3, 3), clamp=Clamp()),
    conv((2, 9, 9, 16), 10, (3, 3)),
    conv((1, 10, 10, 48), 8, (3, 3), dilation=2),
    conv((1, 9, 9, 32), 3, (3, 3), 2),
    conv((1, 14, 1, 96), 17, (3, 1)),
)
COLUMNS: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=Clamp()),
    conv((1, 16, 16, 32), 32, (3, 3), clamp=Clamp()),
    conv((1, 8, 8, 64), 64, (3, 3)),
    conv((2, 9, 9, 16), 10, (3, 3)),
    conv((1, 7, 13, 32), 5, (3, 3), valid=True),
    conv((1, 5, 6, 64), 7, (3, 3), valid=True, clamp=Clamp()),
    conv((1, 3, 30, 16), 4, (3, 3), clamp=Clamp()),
)
WINOGRAD_S16: Grid = positive(
    (
        conv((1, 32, 32, 16), 16, (3, 3), clamp=Clamp()),
        conv((1, 16, 16, 32), 32, (3, 3)),
        conv((1, 8, 8, 64), 64, (3, 3), clamp=Clamp()),
        conv((2, 9, 9, 8), 10, (3, 3), clamp=Clamp()),
        conv((1, 13, 7, 24), 5, (3, 3), valid=True),
        conv((1, 4, 3, 40), 7, (3, 3), clamp=Clamp()),
        conv((1, 3, 30, 48), 4, (3, 3), valid=True, clamp=Clamp()),
        conv((1, 5, 5, 128), 66, (3, 3)),
    )
)
PATCH: Grid = (
    conv((1, 49, 10, 1), 64, (10, 4), 2, clamp=Clamp()),
    conv((1, 48, 48, 3), 8, (3, 3), 2, clamp=Clamp()),
    conv((1, 32, 32, 3), 16, (3, 3)),
    conv((1, 20, 20, 5), 6, (3, 3), dilation=2),
    conv((2, 12, 12, 9), 20, (5, 5), valid=True, clamp=Clamp()),
    conv((1, 28, 28, 1), 3, (5, 5), valid=True),
    conv((1, 10, 10, 2), 4, (2, 2), valid=True),
)
DEPTHWISE: Grid = (
    depthwise((1, 28, 1, 128), (5, 1), valid=True, clamp=Clamp()),
    depthwise((1, 24, 1, 128), (10, 1), valid=True, clamp=Clamp()),
    depthwise((1, 16, 16, 40), (5, 5)),
    depthwise((1, 40, 1, 24), (3, 1), 2),
    depthwise((1, 12, 12, 9), (5, 5), 2),
    depthwise((2, 9, 9, 17), (2, 3), clamp=Clamp()),
    depthwise((1, 14, 14, 8), (3, 3), dilation=2),
    depthwise((1, 10, 10, 3), (3, 3), many=2),
    depthwise((1, 12, 12, 6), (7, 7)),
    depthwise((1, 6, 6, 4), (3, 3), many=3),
)
DEPTHWISE_3X3: Grid = (
    depthwise((1, 25, 5, 64), clamp=Clamp()),
    depthwise((1, 24, 24, 32), stride=2, clamp=Clamp()),
    depthwise((1, 48, 48, 8), clamp=Clamp()),
    depthwise((1, 48, 48, 8), stride=2, clamp=Clamp()),
    depthwise((1, 6, 6, 128), clamp=Clamp()),
    depthwise((1, 11, 9, 8), clamp=Clamp()),
    depthwise((1, 6, 6, 57), stride=2, clamp=Clamp()),
    depthwise((1, 12, 12, 13), clamp=Clamp()),
    depthwise((2, 13, 13, 19), stride=2, clamp=Clamp()),
    depthwise((1, 14, 14, 32), stride=2, valid=True, clamp=Clamp()),
    depthwise((1, 9, 9, 16), valid=True, clamp=Clamp()),
    depthwise((1, 3, 3, 40), clamp=Clamp()),
    depthwise((1, 24, 24, 27), clamp=Clamp()),
    depthwise((1, 2, 2, 24), clamp=Clamp()),
    depthwise((2, 27, 7, 20), clamp=Clamp()),
    depthwise((1, 5, 3, 36), stride=2, clamp=Clamp()),
)
DEPTHWISE_PAIRS: Grid = (
    depthwise((1, 24, 24, 32), stride=2, clamp=Clamp()),
    depthwise((1, 48, 48, 16), stride=2, clamp=Clamp()),
    depthwise((1, 12, 12, 64), stride=2, clamp=Clamp()),
    depthwise((1, 6, 6, 57), stride=2, clamp=Clamp()),
    depthwise((2, 13, 13, 19), stride=2, clamp=Clamp()),
    depthwise((1, 14, 14, 32), stride=2, valid=True, clamp=Clamp()),
    depthwise((1, 15, 9, 16), stride=2, valid=True, clamp=Clamp()),
    depthwise((1, 25, 5, 48), stride=2, clamp=Clamp()),
    depthwise((1, 5, 3, 36), stride=2, clamp=Clamp()),
    depthwise((1, 2, 2, 24), stride=2, clamp=Clamp()),
    depthwise((2, 1, 1, 40), stride=2, clamp=Clamp()),
    padded((1, 12, 12, 16), (1, 1, 1, 1)),
    padded((1, 11, 16, 20), (2, 1, 2, 2)),
    padded((1, 13, 17, 16), (0, 0, 2, 2)),
)
BINARY: Grid = (
    _binary(BinaryFn.ADD, (1, 32, 32, 16), RELU),
    _binary(BinaryFn.ADD, (1, 16, 16, 32), Clamp()),
    _binary(BinaryFn.SUB, (1, 9, 9, 13), Clamp(-1.0, 1.0)),
    _binary(BinaryFn.ADD, (1, 1, 300, 10), Clamp()),
    _binary(BinaryFn.MUL, (1, 32, 32, 16), RELU),
    _binary(BinaryFn.MUL, (1, 1, 30, 101), Clamp()),
    _binary(BinaryFn.MUL, (7,), Clamp()),
)
ROWS_OF_TWO: Grid = (
    _binary(BinaryFn.ADD, (1, 16, 16, 16), Clamp(), (1,)),
    _binary(BinaryFn.ADD, (1, 32, 64), RELU, (64,)),
    _binary(BinaryFn.SUB, (1, 12, 12, 10), Clamp(), (1, 12, 12, 1)),
    _binary(BinaryFn.SUB, (1, 1, 9), Clamp(), (1, 100, 1)),
    _binary(BinaryFn.MUL, (1, 16, 16, 16), RELU, (1, 1, 1, 16)),
    _binary(BinaryFn.MUL, (1, 20, 20, 9), Clamp(), (1,)),
    _binary(BinaryFn.MUL, (1, 12, 12, 30), Clamp(), (1, 12, 12, 1)),
    _binary(BinaryFn.MUL, (1, 8, 1, 24), Clamp(), (1, 8, 24, 1)),
    _binary(BinaryFn.MUL, (40, 1), Clamp(), (1, 21)),
    _binary(BinaryFn.MUL, (2, 1, 3, 1, 30), Clamp(), (1, 5, 1, 2, 30)),
)
REQUANTIZE: Grid = tuple(
    GridLayer(RequantizeAttrs(DType.I8), (shape,)) for shape in ((1, 96, 96, 16), (1, 1000), (1, 50003), (1, 30))
)
CONCATS: Grid = (
    GridLayer(ConcatAttrs(3), ((1, 16, 16, 16), (1, 16, 16, 32))),
    GridLayer(ConcatAttrs(3), ((1, 16, 16, 40), (1, 16, 16, 3), (1, 16, 16, 21))),
    GridLayer(ConcatAttrs(1), ((1, 20, 20, 10), (1, 4, 20, 10))),
    GridLayer(ConcatAttrs(3), ((1, 20, 20, 96), (1, 20, 20, 16)), tied=(1,)),
)


def _transpose(perm: tuple[int, ...], *shape: int) -> GridLayer:
    return GridLayer(TransposeAttrs(perm), (shape,))


TRANSPOSES: Grid = (
    *of_type(
        (
            _transpose((0, 2, 1), 1, 64, 96),
            _transpose((0, 2, 3, 1), 1, 3, 96, 96),
            _transpose((0, 3, 1, 2), 1, 49, 10, 64),
            _transpose((0, 3, 1, 2), 1, 96, 96, 3),
            _transpose((0, 2, 1), 40, 13, 11),
            _transpose((2, 1, 0), 60, 5, 18),
            _transpose((0, 2, 1), 200, 3, 70),
            _transpose((3, 1, 2, 0), 9, 5, 4, 12),
            _transpose((1, 0), 60, 150),
        ),
        DType.I8,
    ),
    *of_type(
        (_transpose((0, 2, 1), 1, 64, 40), _transpose((0, 3, 1, 2), 1, 30, 30, 3), _transpose((0, 2, 1), 30, 7, 9)),
        DType.I16,
    ),
    *of_type(
        (_transpose((0, 2, 1), 1, 64, 40), _transpose((0, 3, 1, 2), 1, 30, 30, 3), _transpose((1, 0), 49, 67)),
        DType.F32,
    ),
)
MEAN_POOLS: Grid = (
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 8, 8, 64), (8, 8)),
    replace(pool((1, 8, 8, 50), (8, 8)), tied=(0,)),
)
MEAN_POOLS_FEW: Grid = (pool((2, 20, 20, 9), (20, 20)), replace(pool((3, 16, 16, 7), (16, 16)), tied=(0,)))
AVERAGES: Grid = (
    pool((1, 32, 32, 16), (2, 2), 2),
    pool((1, 16, 16, 16), (3, 3), padded=True),
    pool((1, 20, 20, 3), (2, 2), 2),
    pool((1, 14, 14, 24), (3, 3), 2),
    pool((2, 9, 9, 11), (3, 2), 2, padded=True),
    pool((1, 13, 13, 32), (5, 5), padded=True),
    pool((1, 12, 12, 8), (3, 3), padded=True, include=True),
    pool((1, 40, 6, 7), (3, 1), padded=True),
    replace(pool((1, 16, 16, 12), (2, 2), 2), tied=(0,)),
    replace(pool((1, 20, 20, 39), (4, 4), 2), tied=(0,)),
)
MEANS: Grid = (
    mean((1, 8, 8, 64), 1, 2),
    mean((1, 25, 5, 30), 1, 2),
    mean((1, 400, 16), 1),
    mean((2, 1000, 20), 1),
    mean((1, 3, 500), 1),
)
MEANS_FEW: Grid = (
    mean((60, 10, 12), 1),
    mean((1, 30, 30, 3), 1, 2),
    mean((60, 40), 1),
    mean((2000,), 0),
    replace(mean((300, 32), 1), tied=(0,)),
)
MEAN_POOLS_S16: Grid = (
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 8, 8, 50), (8, 8)),
    replace(pool((2, 8, 8, 16), (8, 8)), tied=(0,)),
)
MEANS_S16: Grid = (mean((1, 400, 16), 1), mean((60, 10, 20), 1), mean((1, 3, 500), 1))
MAXPOOLS: Grid = (
    pool((1, 32, 32, 16), (2, 2), 2),
    pool((1, 16, 16, 16), (3, 3), padded=True),
    pool((1, 20, 20, 3), (2, 2), 2),
    pool((1, 14, 14, 24), (3, 3), 2),
    pool((2, 9, 9, 11), (3, 2), 2, padded=True),
    pool((1, 13, 13, 32), (5, 5), padded=True),
    pool((1, 40, 6, 7), (3, 1), padded=True),
)
MATMUL: Grid = (
    matmul((4, 32, 16), (4, 16, 32)),
    matmul((4, 32, 32), (4, 32, 16)),
    matmul((1, 64, 64), (64, 64)),
    matmul((2, 49, 20), (2, 20, 49)),
    matmul((2, 49, 49), (2, 49, 21)),
    matmul((1, 100), (100, 40)),
    matmul((2, 3, 9, 5), (3, 5, 7)),
    matmul((50, 13), (13, 4)),
    matmul((1, 4, 24, 50), (1, 4, 50, 11)),
)


def resample(axis: int, shape: Shape, rows: int, taps: int) -> GridLayer:
    """A resizing of an axis to ``rows`` cells, each of random weights of some cells."""

    def values(rng: np.random.Generator) -> tuple[Array, ...]:
        x = rng.integers(-128, 128, shape).astype(np.int8)
        index = np.sort(rng.integers(0, shape[axis], (rows, taps)), axis=0).astype(np.int32)
        return x, index, rng.integers(-2000, 16384 // taps, (rows, taps)).astype(np.int16)

    return GridLayer(ResampleAttrs(axis), (), (1, 2), values=values)


RESAMPLES: Grid = (
    resample(1, (1, 8, 8, 16), 16, 2),
    resample(2, (1, 8, 8, 16), 16, 2),
    resample(1, (1, 12, 40), 30, 4),
    resample(2, (1, 10, 10, 19), 25, 1),
    resample(2, (1, 6, 32, 64), 20, 8),
    resample(1, (2, 7, 7, 9), 14, 3),
)


def normalize(shape: Shape) -> GridLayer:
    """A normalization along the last axis, with a factor and a bias for each value of it."""
    factors = (*(1 for _ in shape[1:]), shape[-1])
    return GridLayer(NormalizeAttrs((len(shape) - 1,)), (shape, factors, factors), (1, 2))


NORMALIZE: Grid = (
    normalize((32, 64)),
    normalize((10, 256)),
    normalize((100, 12)),
    normalize((1, 3000)),
    normalize((50, 33)),
    normalize((60, 7)),
    normalize((2, 8000)),
)
