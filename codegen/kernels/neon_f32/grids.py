"""The layers that tests compute with the float NEON kernels alone, and price: beside ``plain/real_grids.py``."""

from __future__ import annotations

from edgec.codegen.kernels.grids import Grid, conv, depthwise
from edgec.codegen.kernels.library import GridLayer
from edgec.codegen.kernels.plain import real_grids
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn

DEPTHWISE_3X3: Grid = (*real_grids.DEPTHWISE_3X3, depthwise((1, 6, 6, 128), stride=2))
BINARY: Grid = (*real_grids.BINARY, GridLayer(BinaryAttrs(BinaryFn.DIV, Clamp()), ((1, 8, 300), (8, 300))))
WINOGRAD: Grid = (
    conv((1, 32, 32, 16), 16, (3, 3)),
    conv((1, 16, 16, 32), 32, (3, 3), clamp=Clamp()),
    conv((1, 8, 8, 64), 64, (3, 3)),
    conv((1, 9, 7, 24), 10, (3, 3), clamp=real_grids.RELU6),
    conv((2, 6, 6, 8), 5, (3, 3), valid=True),
    conv((1, 5, 5, 20), 4, (3, 3), clamp=real_grids.RELU6),
    conv((1, 13, 18, 12), 23, (3, 3)),
    conv((1, 20, 20, 4), 8, (3, 3), valid=True),
    conv((1, 10, 10, 48), 36, (3, 3)),
)
