"""The grids of the Armv7E-M kernels for int16 activations."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.armv7em import grids
from edgec.codegen.kernels.grids import Grid, conv, dense, depthwise
from edgec.codegen.kernels.library import GridLayer
from edgec.converter.graph.ir import Clamp, DType
from edgec.converter.ops.boundary import RequantizeAttrs
from edgec.converter.ops.elementwise import SoftmaxAttrs, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn

NO = Clamp()
CONVS: Grid = (
    conv((1, 16, 16, 32), 32, (3, 3), clamp=NO),
    conv((1, 25, 5, 64), 64),
    conv((1, 49, 10, 1), 64, (10, 4), 2),
    conv((1, 32, 32, 3), 16, (3, 3), clamp=NO),
    conv((1, 48, 48, 8), 16, clamp=NO),
    conv((1, 32, 32, 16), 32, (3, 3), 2, clamp=NO),
    conv((1, 64, 1, 32), 33, (5, 1), clamp=NO),
    conv((1, 12, 12, 9), 6, (3, 3), dilation=2),
    conv((1, 16, 16, 32), 32, (3, 3), groups=4, clamp=NO),
    conv((1, 16, 16, 16), 1, (3, 3), clamp=NO),
    conv((2, 9, 9, 21), 20, (1, 1), 2, clamp=NO),
    conv((1, 28, 28, 1), 8, (5, 5), valid=True, clamp=NO),
    conv((1, 12, 12, 8), 8, (3, 3), dilation=2, clamp=NO),
    conv((1, 12, 12, 12), 24, (3, 3), groups=3, clamp=NO),
    conv((1, 48, 48, 3), 8, (3, 3), 2, clamp=NO),
    conv((1, 30, 30, 4), 6, (5, 5), 2),
)
WHOLE_IMAGES: Grid = (
    conv((1, 1, 1, 256), 64, clamp=NO),
    conv((2, 1, 1, 96), 33),
    conv((1, 4, 4, 24), 20, (4, 4), valid=True, clamp=NO),
    conv((1, 5, 2, 64), 10),
)
DENSE: Grid = (
    dense(1, 640, 128),
    dense(1, 128, 128, NO),
    dense(1, 256, 10),
    dense(1, 8, 300, NO),
    dense(32, 64, 64, NO),
    dense(5, 100, 33),
    dense(2, 392, 17, NO),
    dense(40, 70, 1, NO),
)
DEPTHWISE_3X3: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 48, 48, 8), clamp=NO),
    depthwise((1, 6, 6, 128), clamp=NO),
    depthwise((1, 24, 24, 32), stride=2),
    depthwise((1, 48, 48, 16), stride=2, clamp=NO),
    depthwise((1, 13, 13, 14), valid=True),
    depthwise((2, 7, 9, 6), many=2, clamp=NO),
    depthwise((1, 20, 20, 5), stride=2, many=2),
    depthwise((1, 96, 96, 4), clamp=NO),
    replace(depthwise((1, 48, 48, 8), clamp=NO), frugal=True),
    replace(depthwise((1, 48, 48, 16), stride=2, clamp=NO), frugal=True),
)
DEPTHWISE: Grid = (
    depthwise((1, 20, 20, 16), (5, 5)),
    depthwise((1, 24, 24, 8), (5, 5), 2, clamp=NO),
    depthwise((1, 16, 16, 32), dilation=2, clamp=NO),
    depthwise((1, 128, 1, 16), (9, 1), clamp=NO),
    depthwise((1, 64, 1, 40), (3, 1), 2),
    depthwise((1, 25, 5, 64), clamp=NO),
    depthwise((1, 5, 5, 24), (5, 5), valid=True, clamp=NO),
    depthwise((1, 14, 14, 6), (3, 3), valid=True, many=2, clamp=NO),
    depthwise((1, 10, 10, 30), (2, 2), 2, clamp=NO),
    depthwise((1, 49, 1, 75), (3, 1), 2, valid=True),
    depthwise((1, 30, 1, 40), (9, 1), valid=True, clamp=NO),
    depthwise((1, 12, 12, 20), (5, 5), valid=True, clamp=NO),
    depthwise((1, 14, 14, 9), (3, 3), valid=True),
    depthwise((1, 11, 11, 9), many=2, clamp=NO),
    depthwise((1, 8, 8, 24), (8, 8), valid=True),
)
BINARY: Grid = grids.BINARY
TABLES: Grid = tuple(
    GridLayer(UnaryAttrs(fn), (shape,))
    for fn, shape in ((UnaryFn.TANH, (1, 16, 16, 16)), (UnaryFn.SIGMOID, (1, 1001)), (UnaryFn.EXP, (5, 500)))
)
SOFTMAX: Grid = (*grids.SOFTMAX, GridLayer(SoftmaxAttrs(1), ((4, 12, 20),)))
REQUANTIZE: Grid = tuple(
    GridLayer(RequantizeAttrs(DType.I16), (shape,)) for shape in ((1, 16, 16, 16), (1, 1000), (1, 5003), (1, 30))
)
CONCATS: Grid = grids.CONCATS
POOLS: Grid = tuple(layer for layer in grids.POOLS if layer.shapes[0][3] > 1)
AVERAGES: Grid = (*grids.POOLS, *grids.AVERAGES)
MEANS: Grid = (*grids.MEANS, GridLayer(ReduceAttrs(ReduceFn.SUM, (1,)), ((12, 50, 8),)))
NORMALIZE: Grid = grids.NORMALIZE
MATMUL: Grid = grids.MATMUL
