"""Binding of the depthwise 3x3 convolution by SDOT."""

from __future__ import annotations

import numpy as np

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon.depthwise import (
    HALF,
    LANES,
    UNREAD_3X3,
    DepthwiseForm,
    dw_call,
    dw_work,
    lanes_of,
    layer_parts,
)
from edgec.codegen.kernels.neon.grids import DEPTHWISE_DOT
from edgec.codegen.kernels.neon.pack import Ending, ends
from edgec.codegen.kernels.neon.params import Dwconv2dNeon
from edgec.codegen.kernels.neon_dot import LIBRARY
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

NO_COLUMN = 3  # a column without weights
PAIRS = (((0, 1, 2, NO_COLUMN), (NO_COLUMN, 0, 1, 2)), ((2, NO_COLUMN, 0, 1), (1, 2, NO_COLUMN, 0)))
SINGLES = (((0, 1, 2, NO_COLUMN),), ((2, NO_COLUMN, 0, 1),))
"""Columns of the window in the four registers, for each turn of the loop and each of its positions."""
WHY = "3x3 by dot products: 16 channels, four columns brought together"
UNREAD = (*UNREAD_3X3, "ending.left")
FORM = DepthwiseForm(
    "edgec_dwconv2d_s8_3x3_neon_dot",
    "edgec_dwconv2d_s8_3x3_many_neon_dot",
    "edgec_dwconv2d_s8_neon_dot.h",
    WHY,
    UNREAD,
)


def _pack(taps: Array, ending: Ending, far: bool) -> Array:
    """The stream of edgec_dw_neon_dot.h: taps int8 [C, 3, 3] as [turn, row, fours, position, channel, register].

    ``far``: windows lie two columns apart, one position in a turn.
    """
    wide = np.concatenate([taps, np.zeros((*taps.shape[:2], 1), np.int8)], axis=2)
    parts: list[Array] = []
    for lanes in lanes_of(len(taps)):
        for turn in SINGLES if far else PAIRS:
            packed = np.stack([wide[lanes][:, :, list(order)] for order in turn])  # position, channel, row, register
            groups = packed.reshape(len(turn), LANES // 4, 4, 3, 4).transpose(3, 1, 0, 2, 4)
            parts.append(np.ascontiguousarray(groups).reshape(-1))
        parts.append(ends(Ending(ending.bias[lanes], ending.m[lanes], ending.minus_n[lanes], 0), 0, LANES))
    stream: Array = np.concatenate(parts)
    return stream


def _is_far(view: NodeView) -> bool:
    """Return whether windows lie two columns apart, or two positions of eight channels make 16 lanes."""
    a = view.attrs(ConvAttrs)
    return a.strides[1] == 2 * a.dilations[1] or view.y.shape[3] == HALF


def _bind(view: NodeView) -> Bound:
    a, c = view.attrs(ConvAttrs), view.y.shape[3]
    if view.x(1).shape[1:3] != (3, 3) or a.strides[1] not in (a.dilations[1], 2 * a.dilations[1]):
        return Misfit("the windows are not 3x3, one or two columns apart")
    if c < LANES and (c != HALF or a.strides[1] != 1 or a.dilations[1] != 1):
        return Misfit(f"{c} channels are fewer than {LANES}")
    parts = layer_parts(view, -128)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    if ending.left:
        return Misfit("a factor of requantization is 1/2 or more")
    stream = _pack(layer.w.reshape(-1, 3, 3).astype(np.int8), ending, _is_far(view))
    return dw_call(view, layer, ending, stream, FORM, ahead=view.y.shape[2] % 2)


def _work(view: NodeView, call: Call) -> Counts:
    """Blocks, pairs of positions or single ones."""
    width, c = view.y.shape[2:]
    rows = view.y.shape[0] * view.y.shape[1]
    blocks = rows * len(lanes_of(c))
    limited = call.params_of(Dwconv2dNeon).ending.is_limited
    positions = width // 2 if c == HALF else width
    last = width % 2 if c == HALF else 0
    each = -(-positions // 2) * blocks
    return (
        *dw_work(view, call),
        ("far", blocks * positions if _is_far(view) else 0),
        ("pair", 0 if _is_far(view) else each),
        ("last", blocks * last),
        ("limited", blocks * positions if limited else 0),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "dwconv2d_s8_3x3", "Conv", I8, _bind, _work, grid=DEPTHWISE_DOT),)
