"""The grids of the Armv7E-M depthwise kernels for int8 activations."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.armv7em.grids import NO
from edgec.codegen.kernels.grids import Grid, depthwise

DEPTHWISE_S1: Grid = (
    depthwise((1, 25, 5, 64)),
    depthwise((1, 48, 48, 8), clamp=NO),
    depthwise((1, 6, 6, 128), clamp=NO),
    depthwise((1, 3, 3, 256)),
    depthwise((1, 24, 24, 18), clamp=NO),
    depthwise((1, 12, 12, 3), many=4, clamp=NO),
    depthwise((1, 32, 32, 1), clamp=NO),
    depthwise((1, 13, 13, 30), valid=True, clamp=NO),
    depthwise((2, 7, 9, 6), many=2),
    depthwise((1, 96, 96, 4), clamp=NO),
    depthwise((1, 7, 4, 31), clamp=NO),
    depthwise((1, 4, 11, 10), valid=True, clamp=NO),
    depthwise((1, 4, 4, 64), clamp=NO),
    replace(depthwise((1, 48, 48, 8), clamp=NO), frugal=True),
    replace(depthwise((1, 3, 48, 16), clamp=NO), frugal=True),
)
DEPTHWISE_S2: Grid = (
    depthwise((1, 24, 24, 32), stride=2),
    depthwise((1, 48, 48, 16), stride=2, clamp=NO),
    depthwise((1, 12, 12, 64), stride=2, clamp=NO),
    depthwise((1, 6, 6, 128), stride=2),
    depthwise((1, 11, 11, 14), stride=2, valid=True, clamp=NO),
    depthwise((1, 20, 20, 3), stride=2, many=3, clamp=NO),
    depthwise((1, 96, 96, 5), stride=2, clamp=NO),
    depthwise((2, 9, 15, 8), stride=2, many=2),
    depthwise((1, 13, 8, 34), stride=2, clamp=NO),
    depthwise((1, 5, 14, 13), stride=2, clamp=NO),
    depthwise((1, 23, 23, 8), stride=2, valid=True, clamp=NO),
    replace(depthwise((1, 48, 48, 16), stride=2, clamp=NO), frugal=True),
)
DEPTHWISE: Grid = (
    depthwise((1, 20, 20, 16), (5, 5)),
    depthwise((1, 24, 24, 8), (5, 5), 2, clamp=NO),
    depthwise((1, 16, 16, 32), dilation=2, clamp=NO),
    depthwise((1, 128, 1, 16), (9, 1), clamp=NO),
    depthwise((1, 64, 1, 40), (3, 1), 2),
    depthwise((1, 25, 5, 64), clamp=NO),
    depthwise((1, 17, 17, 10), (3, 3), 3, clamp=NO),
    depthwise((1, 10, 9, 12), (3, 3), 2, clamp=NO),
    depthwise((1, 14, 14, 6), (7, 7), clamp=NO),
    depthwise((1, 5, 5, 24), (5, 5), valid=True, clamp=NO),
    depthwise((1, 4, 60, 12), (2, 4), valid=True, clamp=NO),
    depthwise((1, 20, 20, 3), (5, 5), many=2, clamp=NO),
    depthwise((1, 10, 10, 5), (1, 3), clamp=NO),
    replace(depthwise((1, 40, 40, 8), (5, 5), clamp=NO), frugal=True),
    depthwise((1, 24, 24, 8), dilation=4),
    depthwise((1, 8, 8, 36), (1, 1), 2, clamp=NO),
)
DEPTHWISE_RAISED: Grid = (
    depthwise((1, 24, 1, 128), (10, 1), valid=True, clamp=NO),
    depthwise((1, 28, 1, 64), (5, 1), valid=True),
    depthwise((1, 30, 1, 40), (3, 1), valid=True, clamp=NO),
    depthwise((1, 1, 48, 30), (1, 11), clamp=NO),
    depthwise((2, 1, 33, 10), (1, 7), clamp=NO),
    depthwise((1, 22, 1, 20), (8, 1), valid=True, clamp=NO),
    depthwise((1, 20, 20, 16), (5, 5)),
    depthwise((1, 16, 16, 32), dilation=2, clamp=NO),
    depthwise((1, 64, 1, 24), (3, 1), dilation=4),
    depthwise((1, 14, 14, 6), (7, 7), clamp=NO),
    depthwise((1, 3, 3, 96), (5, 5), clamp=NO),
    depthwise((1, 4, 60, 12), (2, 4), valid=True, clamp=NO),
    depthwise((2, 20, 20, 3), (5, 5), many=2, clamp=NO),
    depthwise((1, 128, 1, 1), (5, 1), many=24, clamp=NO),
    replace(depthwise((1, 40, 40, 8), (5, 5), clamp=NO), frugal=True),
)
SINGLE: Grid = (
    depthwise((1, 15, 1, 128), (15, 1), valid=True, clamp=NO),
    depthwise((1, 5, 1, 128), (5, 1), valid=True),
    depthwise((1, 10, 1, 30), (10, 1), valid=True, clamp=NO),
    depthwise((2, 7, 7, 64), (7, 7), valid=True),
    depthwise((1, 9, 2, 23), (3, 1), dilation=4, stride=2, valid=True, clamp=NO),
    depthwise((1, 1, 3, 48), (1, 3), valid=True, clamp=NO),
)
