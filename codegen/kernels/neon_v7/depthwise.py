"""Bindings of the depthwise convolutions for Armv7-A: 3x3 windows by 8 channels, others as in the library ``neon``."""

from __future__ import annotations

from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.depthwise import DepthwiseForm, bind_any, dw_call, dw_work, layer_parts, pack, work_any
from edgec.codegen.kernels.neon.grids import DEPTHWISE_S8, DEPTHWISE_S8_3X3
from edgec.codegen.kernels.neon.params import Dwconv2dNeon
from edgec.codegen.kernels.neon_v7 import LIBRARY
from edgec.codegen.kernels.neon_v7.params import StreamsV7
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

LANES = StreamsV7.EDGEC_DW_V7_LANES.value
WHY = "3x3: 8 channels, two products in 16 bits"
WINDOWS_3X3 = DepthwiseForm(
    "edgec_dwconv2d_s8_3x3_neon_v7", "edgec_dwconv2d_s8_3x3_many_neon_v7", "edgec_dwconv2d_s8_neon_v7.h", WHY
)


def _blocks(channels: int) -> list[Array]:
    """The channels of each block; the last one ends with the last channel."""
    starts = [*range(0, channels - LANES, LANES), channels - LANES]
    return [np.arange(s, s + LANES) for s in starts]


def _bind_3x3(view: NodeView) -> Bound:
    if view.x(1).shape[1:3] != (3, 3):
        return Misfit("the windows are not 3x3")
    parts = layer_parts(view, -127)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    by_columns = layer.w.reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9).astype(np.int8)
    stream = pack(by_columns, ending, _blocks(len(by_columns)))
    return dw_call(view, layer, ending, stream, WINDOWS_3X3)


def _work_3x3(view: NodeView, call: Call) -> Counts:
    """Blocks of 8 channels of a row; their positions, whose windows lie one column apart, two, or are read anew."""
    a, (_, _, ow, c) = view.attrs(ConvAttrs), view.y.shape
    blocks = view.y.shape[0] * view.y.shape[1] * len(_blocks(c))
    ratio, epilogue = a.strides[1] / a.dilations[1], call.params_of(Dwconv2dNeon).ending
    how = {1.0: "next", 2.0: "far"}.get(ratio, "one") if epilogue.left == 0 else "one"
    positions = blocks * ow
    limited = positions if epilogue.is_limited and how != "one" else 0
    return (*dw_work(view, call, blocks), (how, positions), ("limited", limited))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s8_3x3", "Conv", I8, _bind_3x3, _work_3x3, grid=DEPTHWISE_S8_3X3),
    Kernel(LIBRARY, "dwconv2d_s8", "Conv", I8, bind_any, partial(work_any, in_registers=0), grid=DEPTHWISE_S8),
)
