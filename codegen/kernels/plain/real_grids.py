"""Float layers of the kinds that vector libraries have kernels for: their grids, which tests compute and price."""

from __future__ import annotations

from edgec.codegen.kernels.grids import RELU, Grid, conv, dense, depthwise, pool
from edgec.codegen.kernels.library import GridLayer
from edgec.codegen.kernels.plain.pool import reduction
from edgec.converter.graph.ir import Clamp, Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import ReduceFn

RELU6 = Clamp(0.0, 6.0)


def _binary(fn: BinaryFn, a: Shape, b: Shape, clamp: Clamp = RELU) -> GridLayer:
    return GridLayer(BinaryAttrs(fn, clamp), (a, b))


POINTWISE: Grid = (
    conv((1, 25, 5, 64), 64),
    conv((1, 24, 24, 8), 16),
    conv((1, 12, 12, 53), 54, clamp=Clamp()),
    conv((1, 6, 6, 27), 23, clamp=RELU6),
    conv((1, 16, 16, 16), 3),
    conv((1, 9, 9, 5), 1),
    conv((2, 5, 5, 40), 9),
    conv((1, 1, 1, 96), 32),
    conv((1, 3, 1, 24), 10),
    conv((1, 8, 8, 16), 10, (8, 8), valid=True),
    conv((1, 48, 48, 8), 16, clamp=RELU6),
    conv((1, 3, 3, 256), 256),
    conv((1, 6, 6, 128), 44, clamp=Clamp(-1.0, 1.0)),
    conv((1, 20, 20, 4), 4, clamp=Clamp()),
    conv((1, 15, 15, 19), 7, clamp=RELU6),
    conv((1, 18, 18, 6), 6),
    conv((1, 28, 28, 3), 3),
    conv((1, 20, 20, 7), 12),
)
DENSE: Grid = (
    dense(1, 640, 128),
    dense(1, 128, 8, Clamp()),
    dense(1, 8, 128),
    dense(4, 33, 17),
    dense(1, 64, 2),
    dense(3, 100, 40, Clamp()),
    dense(1, 131, 60, RELU6),
    dense(1, 250, 44),
    dense(5, 90, 31, RELU6),
    dense(1, 400, 3),
    dense(1, 19, 600),
    dense(1, 700, 8),
    dense(1, 805, 12),
)
ROWS: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3)),
    conv((1, 16, 16, 32), 64, (3, 3), 2),
    conv((1, 16, 16, 16), 32, stride=2),
    conv((1, 8, 8, 64), 64, (3, 3)),
    conv((2, 9, 9, 12), 10, (3, 3)),
    conv((1, 12, 12, 5), 7, (5, 5), valid=True, clamp=RELU6),
    conv((1, 30, 1, 40), 32, (3, 1)),
    conv((1, 10, 10, 16), 8, (3, 3), dilation=2),
    conv((1, 9, 9, 7), 3, (2, 2), 2),
    conv((1, 14, 14, 24), 16, (3, 3), (1, 2), valid=True, clamp=Clamp()),
    conv((1, 49, 10, 1), 64, (10, 4), 2),
    conv((1, 48, 48, 3), 8, (3, 3), 2),
    conv((1, 32, 32, 3), 16, (3, 3)),
    conv((1, 20, 20, 5), 6, (3, 3), dilation=2, clamp=Clamp()),
    conv((1, 28, 28, 1), 3, (5, 5), valid=True),
    conv((1, 7, 7, 20), 12, (3, 3), clamp=RELU6),
)
DEPTHWISE_3X3: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 24, 24, 16), stride=2),
    depthwise((1, 48, 48, 8)),
    depthwise((1, 11, 9, 8), clamp=Clamp()),
    depthwise((1, 6, 6, 57), clamp=Clamp()),
    depthwise((1, 12, 12, 15), clamp=RELU6),
    depthwise((2, 13, 13, 19), stride=2),
    depthwise((1, 14, 14, 32), stride=2, valid=True, clamp=RELU6),
    depthwise((1, 9, 9, 16), valid=True, clamp=Clamp(-1.0, 1.0)),
    depthwise((1, 9, 12, 8), stride=(1, 2)),
    depthwise((1, 6, 6, 128)),
)
DEPTHWISE: Grid = (
    depthwise((1, 28, 1, 128), (5, 1), valid=True),
    depthwise((1, 24, 1, 128), (10, 1), valid=True),
    depthwise((1, 16, 16, 40), (5, 5)),
    depthwise((1, 40, 1, 24), (3, 1), 2),
    depthwise((1, 12, 12, 9), (5, 5), 2),
    depthwise((2, 9, 9, 17), (2, 3), clamp=Clamp()),
    depthwise((1, 14, 14, 8), (3, 3), dilation=2, clamp=RELU6),
    depthwise((1, 15, 15, 33), stride=3),
    depthwise((1, 20, 20, 16), (7, 7)),
    depthwise((1, 3, 3, 64), (5, 5)),
)
BINARY: Grid = (
    _binary(BinaryFn.ADD, (1, 32, 32, 16), (1, 32, 32, 16)),
    _binary(BinaryFn.ADD, (1, 16, 16, 32), (1, 16, 16, 32), Clamp()),
    _binary(BinaryFn.SUB, (1, 27, 9, 13), (1, 27, 9, 13), Clamp(-1.0, 1.0)),
    _binary(BinaryFn.MUL, (1, 24, 24, 20), (20,), RELU6),
    _binary(BinaryFn.ADD, (1, 400, 10), (10,)),
    _binary(BinaryFn.MUL, (200, 39), (1, 39), Clamp()),
)
_WINDOWS: Grid = (
    pool((1, 24, 24, 16), (3, 3), 2, padded=True),
    pool((1, 24, 24, 16), (2, 2), 2),
    pool((1, 20, 20, 9), (3, 3), 3),
    pool((1, 25, 5, 64), (25, 5)),
    pool((1, 12, 12, 10), (5, 5), 2, padded=True),
    pool((2, 18, 9, 24), (9, 1), 3),
    pool((1, 12, 12, 7), (3, 3), padded=True),
)
MAXIMA: Grid = (*_WINDOWS, pool((1, 16, 16, 44), (2, 2), 2))
AVERAGES: Grid = (*_WINDOWS, pool((1, 12, 12, 16), (3, 3), padded=True, include=True))
_AXES = (
    ((1, 25, 5, 64), (1, 2)),
    ((1, 8, 8, 64), (1, 2)),
    ((40, 40), (0,)),
    ((20, 20, 21), (1,)),
    ((4, 30, 6, 10), (1, 2)),
)
REDUCES: Grid = (*reduction(ReduceFn.MEAN, *_AXES), *reduction(ReduceFn.MAX, *_AXES))
