"""The layers that tests compute with the NEON kernels, and price."""

from __future__ import annotations

from edgec.codegen.kernels.grids import RELU, Grid, conv, dense, depthwise, pool
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Clamp, Shape
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn


def _binary(fn: BinaryFn, shape: Shape, clamp: Clamp) -> GridLayer:
    return GridLayer(BinaryAttrs(fn, clamp), (shape, shape))


def _mean(shape: Shape, *axes: int) -> GridLayer:
    return GridLayer(ReduceAttrs(ReduceFn.MEAN, axes, False), (shape,))


POINTWISE: Grid = (
    conv((1, 25, 5, 64), 64, clamp=Clamp()),
    conv((1, 24, 24, 8), 16, clamp=Clamp()),
    conv((1, 12, 12, 53), 54, clamp=Clamp()),
    conv((1, 6, 6, 27), 23, clamp=Clamp()),
    conv((1, 16, 16, 16), 3),
    conv((1, 9, 9, 5), 1),
    conv((2, 5, 5, 40), 9),
    conv((1, 1, 1, 96), 32),
    conv((1, 3, 1, 24), 10),
    conv((1, 8, 8, 16), 10, (8, 8), valid=True),
    conv((1, 48, 48, 8), 16, clamp=Clamp(0.0, 6.0)),
)
DENSE: Grid = (
    dense(1, 640, 128, Clamp()),
    dense(1, 128, 8, Clamp()),
    dense(1, 8, 128),
    dense(4, 33, 17),
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
)
PATCH: Grid = (
    conv((1, 49, 10, 1), 64, (10, 4), 2, clamp=Clamp()),
    conv((1, 48, 48, 3), 8, (3, 3), 2, clamp=Clamp()),
    conv((1, 32, 32, 3), 16, (3, 3)),
    conv((1, 20, 20, 5), 6, (3, 3), dilation=2),
    conv((2, 12, 12, 9), 20, (5, 5), valid=True, clamp=Clamp()),
    conv((1, 28, 28, 1), 3, (5, 5), valid=True),
)
SHORT: Grid = (PATCH[0], conv((1, 28, 28, 1), 24, (5, 5)))  # windows of many short runs of rows
GEMM: dict[str, Grid] = {"pointwise": POINTWISE, "dense": DENSE, "rows": ROWS, "patch": PATCH}
GEMM_DOT: dict[str, Grid] = {**GEMM, "rows": (*ROWS, *SHORT)}
DEPTHWISE_3X3: Grid = (
    depthwise((1, 25, 5, 64), clamp=Clamp()),
    depthwise((1, 24, 24, 16), stride=2, clamp=Clamp()),
    depthwise((1, 48, 48, 8), clamp=Clamp()),
    depthwise((1, 11, 9, 8), clamp=Clamp()),
    depthwise((1, 6, 6, 57), clamp=Clamp()),
    depthwise((1, 12, 12, 15), clamp=Clamp(0.0, 6.0)),
    depthwise((2, 13, 13, 19), stride=2),
    depthwise((1, 14, 14, 32), stride=2, valid=True),
    depthwise((1, 12, 12, 24), dilation=2),
    depthwise((1, 15, 15, 33), stride=3, clamp=Clamp()),
    depthwise((1, 9, 9, 16), valid=True, clamp=Clamp(-1.0, 1.0)),
    depthwise((1, 9, 12, 8), stride=2),
)
DEPTHWISE: Grid = (
    depthwise((1, 28, 1, 128), (5, 1), valid=True, clamp=Clamp()),
    depthwise((1, 24, 1, 128), (10, 1), valid=True, clamp=Clamp()),
    depthwise((1, 16, 16, 40), (5, 5)),
    depthwise((1, 40, 1, 24), (3, 1), 2),
    depthwise((1, 12, 12, 9), (5, 5), 2),
    depthwise((2, 9, 9, 17), (2, 3), clamp=Clamp()),
    depthwise((1, 14, 14, 8), (3, 3), dilation=2),
)
DEPTHWISE_S8_3X3: Grid = (*DEPTHWISE_3X3, depthwise((1, 16, 16, 8), many=2))
DEPTHWISE_S8: Grid = (
    *DEPTHWISE,
    depthwise((1, 20, 1, 12), (4, 1), many=3),
    depthwise((1, 64, 1, 64), (3, 1), dilation=4),
    depthwise((1, 1, 90, 40), (1, 4), valid=True, clamp=Clamp()),
)
ADD: Grid = (
    _binary(BinaryFn.ADD, (1, 32, 32, 16), RELU),
    _binary(BinaryFn.ADD, (1, 16, 16, 32), Clamp()),
    _binary(BinaryFn.SUB, (1, 9, 9, 13), Clamp(-1.0, 1.0)),
    _binary(BinaryFn.ADD, (1, 1, 300, 10), Clamp()),
)
POOLS: Grid = (pool((1, 25, 5, 64), (25, 5)), pool((2, 20, 20, 9), (20, 20)))
MEANS: Grid = (
    _mean((1, 8, 8, 64), 1, 2),
    _mean((1, 25, 5, 30), 1, 2),
    _mean((1, 400, 16), 1),
    _mean((60, 10, 12), 1),
)
WINOGRAD: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=Clamp()),
    conv((1, 8, 8, 64), 64, (3, 3), clamp=Clamp()),
    conv((1, 9, 7, 24), 10, (3, 3)),
    conv((2, 6, 6, 8), 5, (3, 3), valid=True),
    conv((1, 5, 5, 16), 4, (3, 3), clamp=Clamp(0.0, 6.0)),
)
DEPTHWISE_DOT: Grid = (*DEPTHWISE_3X3[:5], *DEPTHWISE_3X3[6:8], DEPTHWISE_3X3[10], DEPTHWISE_S8_3X3[-1])
PRODUCTS_S16: Grid = (
    _binary(BinaryFn.MUL, (1, 32, 32, 16), RELU),
    _binary(BinaryFn.MUL, (1, 9, 9, 13), Clamp()),
)
WHOLE: Grid = (
    conv((1, 1, 1, 256), 64, clamp=Clamp()),
    conv((2, 1, 1, 100), 33),
    conv((1, 8, 8, 16), 10, (8, 8), valid=True),
    conv((1, 4, 4, 24), 2, (4, 4), valid=True),
)
