"""The grids of the kernels for cores without SIMD: layers of MLPerf Tiny's nets, and odd ones."""

from __future__ import annotations

from edgec.codegen.kernels.grids import Grid, conv, dense, depthwise
from edgec.converter.graph.ir import Clamp

NO = Clamp()

CONVS: Grid = (
    conv((1, 25, 5, 64), 64),
    conv((1, 48, 48, 8), 16, clamp=NO),
    conv((1, 3, 3, 256), 64),
    conv((1, 10, 10, 30), 7, clamp=NO),
    conv((2, 5, 5, 17), 35),
    conv((1, 7, 1, 70), 2, clamp=NO),
    conv((1, 49, 10, 1), 64, (10, 4), 2),
    conv((1, 48, 48, 3), 8, (3, 3), 2),
    conv((1, 16, 16, 3), 16, (3, 3), clamp=NO),
    conv((1, 28, 28, 1), 8, (5, 5), valid=True, clamp=NO),
    conv((1, 64, 1, 3), 16, (9, 1), (2, 1), clamp=NO),
    conv((1, 12, 12, 10), 9, (5, 3), 2, clamp=NO),
    conv((1, 20, 20, 2), 6, (3, 3), dilation=2, clamp=NO),
    conv((1, 16, 16, 16), 16, (3, 3)),
    conv((1, 8, 8, 64), 32, (3, 3), clamp=NO),
    conv((1, 16, 16, 16), 32, (3, 3), 2, clamp=NO),
    conv((1, 16, 16, 16), 32, (1, 1), 2),
    conv((1, 64, 1, 32), 32, (5, 1), clamp=NO),
    conv((1, 16, 16, 8), 10, (3, 3), dilation=2, clamp=NO),
    conv((1, 10, 10, 4), 3, (3, 3), clamp=NO),
    conv((2, 4, 4, 12), 40, (3, 3), valid=True),
    conv((1, 9, 9, 21), 20, (1, 1), 2, clamp=NO),
    conv((1, 13, 13, 6), 1, (3, 3)),
    conv((1, 5, 5, 600), 4, clamp=NO),
)
ROWS: Grid = (dense(32, 64, 64, NO), dense(32, 128, 32), dense(5, 100, 33), dense(2, 392, 17, NO), dense(3, 33, 30))
DENSE: Grid = (
    dense(1, 640, 128),
    dense(1, 128, 128, NO),
    dense(1, 256, 10, NO),
    dense(1, 8, 640, NO),
    dense(32, 64, 64, NO),
    dense(5, 100, 33),
    dense(2, 390, 17, NO),
    dense(1, 5000, 3, NO),
    dense(3, 33, 30, NO),
    dense(1, 9, 100),
    dense(8, 101, 1),
)
WHOLE_IMAGES: Grid = (
    conv((1, 1, 1, 256), 64, clamp=NO),
    conv((2, 1, 1, 96), 33),
    conv((1, 4, 4, 24), 20, (4, 4), valid=True, clamp=NO),
)
WINOGRAD: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3), clamp=NO),
    conv((1, 8, 8, 64), 32, (3, 3)),
    conv((1, 16, 16, 32), 8, (3, 3), clamp=NO),
    conv((1, 24, 24, 8), 12, (3, 3), clamp=NO),
    conv((1, 13, 11, 12), 7, (3, 3)),
    conv((2, 9, 9, 20), 10, (3, 3), valid=True, clamp=NO),
    conv((1, 5, 5, 16), 24, (3, 3), clamp=NO),
    conv((1, 20, 20, 4), 16, (3, 3), clamp=NO),
    conv((1, 3, 3, 128), 16, (3, 3), clamp=NO),
    conv((1, 40, 1, 16), 16, (3, 3), clamp=NO),
)
DEPTHWISE: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 48, 48, 8), clamp=NO),
    depthwise((1, 6, 6, 106), clamp=NO),
    depthwise((1, 3, 3, 128)),
    depthwise((1, 24, 24, 18), clamp=NO),
    depthwise((1, 13, 13, 30), valid=True, clamp=NO),
    depthwise((2, 7, 9, 6)),
    depthwise((1, 5, 50, 7)),
    depthwise((1, 24, 24, 32), stride=2),
    depthwise((1, 48, 48, 16), stride=2, clamp=NO),
    depthwise((1, 6, 6, 60), stride=2),
    depthwise((1, 11, 11, 14), stride=2, valid=True, clamp=NO),
    depthwise((2, 9, 15, 8), stride=2),
    depthwise((1, 4, 30, 9), stride=2, clamp=NO),
)
