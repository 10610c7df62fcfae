"""Bindings of the NEON depthwise convolutions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, grids
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of, ends, epilogue_of
from edgec.codegen.kernels.neon.params import DepthwiseNeon, Dwconv2dNeon, RowsNeon
from edgec.codegen.kernels.neon.products import ROWS, VECTOR, row_of_padding
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_macs, conv_window, is_depthwise
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.ops.conv import ConvAttrs

LANES, HALF = DepthwiseNeon.EDGEC_DW_NEON_LANES.value, 8
CELLS = DepthwiseNeon.EDGEC_DWCONV2D_NEON_CELLS.value
UNREAD = ("rows.geo.out_c",)
UNREAD_3X3 = (*UNREAD, "rows.geo.kernel_w")


@dataclass(frozen=True)
class DepthwiseForm:
    """A depthwise kernel: its C function, why it is taken, and the parameters that it does not read.

    Layers of several filters a channel go by the function ``many``, which reads ``rows.geo.out_c``.
    """

    symbol: str
    many: str
    header: str
    why: str
    unread: tuple[str, ...] = UNREAD_3X3


WHY_3X3 = "3x3: 16 channels of two positions, two products in 16 bits"
WINDOWS_3X3 = DepthwiseForm(
    "edgec_dwconv2d_s8_3x3_neon", "edgec_dwconv2d_s8_3x3_many_neon", "edgec_dwconv2d_s8_neon.h", WHY_3X3
)
WHY_ANY = "16 channels, two products in 16 bits"
ANY_WINDOWS = DepthwiseForm(
    "edgec_dwconv2d_s8_neon", "edgec_dwconv2d_s8_many_neon", "edgec_dwconv2d_neon.h", WHY_ANY, UNREAD
)


def lanes_of(channels: int) -> list[Array]:
    """The channels in the lanes of each block: 16, of which the last block's may be those of the one before it.

    Eight channels lie twice in a block (two positions side by side); of 9 to 15 the first lanes hold eight.
    """
    if channels < LANES:
        starts = [0, channels - HALF] if channels > HALF else [0]
        return [np.concatenate([np.arange(s, s + HALF)] * 2) for s in starts]
    starts = [*range(0, channels - LANES, LANES), channels - LANES]
    return [np.arange(s, s + LANES) for s in starts]


def pack(taps: Array, ending: Ending, blocks: Sequence[Array]) -> Array:
    """The stream: int8 taps [C, taps] and the ends of each block of channels, whose lanes ``blocks`` are."""
    parts: list[Array] = []
    for lanes in blocks:
        parts.append(taps[lanes].T.reshape(-1))
        block = Ending(ending.bias[lanes], ending.m[lanes], ending.minus_n[lanes], ending.left)
        parts.append(ends(block, 0, len(lanes)))
    stream: Array = np.concatenate(parts)
    return stream


def rows_pitch(view: NodeView, ahead: int = 0) -> int:
    """Bytes of a row in scratch, or 0 where rows are read in place; ``ahead``: columns that are read in vain.

    Rows in scratch have every channel as often as it has filters.
    """
    a, width, c = view.attrs(ConvAttrs), view.x(0).shape[2], view.y.shape[3]
    reached = (view.y.shape[2] - 1) * a.strides[1] + (view.x(1).shape[2] - 1 + ahead) * a.dilations[1] + 1
    if a.pads[1] == 0 and reached <= width and not is_many(view):
        return 0
    return -(-max(a.pads[1] + width, reached) * c // VECTOR) * VECTOR


def rows_scratch(view: NodeView, pitch: int) -> int:
    """Bytes of the rows in scratch, with one of padding."""
    rows = (view.x(1).shape[1] - 1) * view.attrs(ConvAttrs).dilations[0] + 2
    return rows * pitch or row_of_padding(view)


def layer_parts(view: NodeView, least: int) -> tuple[Layer, Ending] | Misfit:
    """The numbers of a depthwise layer."""
    a, c = view.attrs(ConvAttrs), view.y.shape[3]
    if not is_depthwise(view):
        return Misfit("the layer is not depthwise")
    if c < HALF:
        return Misfit(f"{c} channels are fewer than {HALF}")
    if view.x(1).shape[1] > ROWS:
        return Misfit(f"a window has more than {ROWS} rows")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if int(layer.w.min()) < least:
        return Misfit("a weight is -128, and the sum of two products then does not fit int16")
    ending = ending_of(layer)
    return ending if isinstance(ending, Misfit) else (layer, ending)


def dw_call(view: NodeView, layer: Layer, ending: Ending, stream: Array, form: DepthwiseForm, ahead: int = 0) -> Bound:
    """The call of a depthwise kernel; ``ahead`` as in ``rows_pitch``."""
    pitch = rows_pitch(view, ahead)
    rows = RowsNeon(conv_geometry(view), layer.in_zero, pitch)
    params = Dwconv2dNeon(rows, epilogue_of(layer, ending.left), view.y.shape[3])
    args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int8_t", VECTOR))
    where = conv_window(view, view.y.shape[2]) if view.x(0).shape[0] == 1 else None
    scratch = rows_scratch(view, pitch)
    macs, steps = conv_macs(view), (("out_step", 1),)
    many = is_many(view)
    call = Call(
        form.many if many else form.symbol, form.header, params, args, scratch, macs, (), form.why, where, steps
    )
    return (call.without(*(path for path in form.unread if not many or path not in UNREAD)),)


def is_many(view: NodeView) -> bool:
    """Return whether a channel has several filters."""
    return view.y.shape[3] != view.x(0).shape[3]


def _bind_3x3(view: NodeView) -> Bound:
    if view.x(1).shape[1:3] != (3, 3):
        return Misfit("the windows are not 3x3")
    parts = layer_parts(view, -127)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    by_columns = layer.w.reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9).astype(np.int8)
    return dw_call(view, layer, ending, pack(by_columns, ending, lanes_of(len(by_columns))), WINDOWS_3X3)


def bind_any(view: NodeView) -> Bound:
    """Windows of any size, 16 channels at a time, or 8 where there are fewer than 16."""
    view = turned(view)
    parts = layer_parts(view, -127)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    taps = layer.w.shape[1]
    if taps >= CELLS:
        return Misfit(f"a window has {CELLS} cells or more")
    even = np.pad(layer.w.astype(np.int8), ((0, 0), (0, taps % 2)))
    return dw_call(view, layer, ending, pack(even, ending, lanes_of(len(even))), ANY_WINDOWS)


def dw_work(view: NodeView, call: Call, blocks: int | None = None) -> Counts:
    """Rows, copied ones too; blocks of channels of a row, ``blocks`` or as ``lanes_of`` has them."""
    (n, h, w, _), (_, oh, _, c) = view.x(0).shape, view.y.shape
    blocks = n * oh * len(lanes_of(c)) if blocks is None else blocks
    return (
        ("call", 1),
        ("row", n * oh),
        ("copied", n * h * w * c / VECTOR if call.params_of(Dwconv2dNeon).rows.pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("block", blocks),
    )


def _work_3x3(view: NodeView, call: Call) -> Counts:
    a, (_, _, ow, c) = view.attrs(ConvAttrs), view.y.shape
    blocks = view.y.shape[0] * view.y.shape[1] * len(lanes_of(c))
    ratio = a.strides[1] / a.dilations[1]
    positions = ow
    epilogue = call.params_of(Dwconv2dNeon).ending
    wide = epilogue.left != 0
    if c == HALF and ratio == 1 and a.dilations[1] == 1 and not wide:
        positions, ratio, rest = ow // 2, 2.0, ow % 2
    elif c < LANES or wide or ratio not in (1.0, 2.0):
        positions, rest = 0, ow
    else:
        rest = 0
    return (
        *dw_work(view, call),
        ("next" if ratio == 1 else "far", blocks * positions),
        ("one" if c >= LANES else "half", blocks * rest),
        ("limited", blocks * positions if epilogue.is_limited else 0),
    )


def work_any(view: NodeView, call: Call, in_registers: int = 2) -> Counts:
    """Positions of blocks of channels, two taps together.

    A block of 16 channels with ``in_registers`` pairs of taps reads them once for all positions.
    """
    view = turned(view)
    c = view.y.shape[3]
    blocks = view.y.shape[0] * view.y.shape[1] * len(lanes_of(c))
    pairs = (view.x(1).shape[1] * view.x(1).shape[2] + 1) // 2
    kind = "" if c >= LANES else "half_"
    positions = blocks * view.y.shape[2]
    one_by_one = ((f"{kind}position", positions), (f"{kind}pair", positions * pairs))
    return (
        *dw_work(view, call),
        ("cell", view.y.shape[0] * view.y.shape[1] * pairs * 2),
        *((("four_taps", positions),) if c >= LANES and pairs == in_registers else one_by_one),
        ("general", positions if call.params_of(Dwconv2dNeon).ending.is_general and not kind else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "dwconv2d_s8_3x3", "Conv", I8, _bind_3x3, _work_3x3, grid=grids.DEPTHWISE_S8_3X3),
    Kernel(LIBRARY, "dwconv2d_s8", "Conv", I8, bind_any, work_any, grid=grids.DEPTHWISE_S8),
)
