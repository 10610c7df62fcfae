"""Bindings of the Armv7E-M depthwise convolutions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY
from edgec.codegen.kernels.armv7em import grids_depthwise as grids
from edgec.codegen.kernels.armv7em.depthwise_parts import cut_planes
from edgec.codegen.kernels.armv7em.depthwise_work import NIBBLES, Kind, goes_by_four, work
from edgec.codegen.kernels.armv7em.pack import STREAM, one_shift
from edgec.codegen.kernels.armv7em.params import PlaneFilters
from edgec.codegen.kernels.armv7em.params_depthwise import Dwconv2dS8Armv7em
from edgec.codegen.kernels.armv7em.planes import PAIRS, PLANES, Shape, axes, keeps_input
from edgec.codegen.kernels.armv7em.work import ceil
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

END_BYTES = PlaneFilters.EDGEC_DW_END.value
RAISED_BITS = 4  # sums of int4 arrive times 16
SCRATCH_BYTES, FRUGAL_BYTES = 2048, 640  # a strip is as tall as fits, but at least one row
MOST_SCRATCH_BYTES = 8192  # of large images that do not become smaller: a quarter of one, at most so many
APART = 1.5  # so many times as much of one whose rows of taps lie apart: each strip begins anew for each of its parts
RAISED = PlaneFilters.EDGEC_DW_RAISED.value  # the shift of sums that are raised


def spread(taps: Array, shape: Shape) -> Array:
    """Filters [filters, rows, taps] with the zeros between the taps of a row: [filters, rows, width]."""
    wide: Array = np.zeros((*taps.shape[:2], shape.width), np.int8)
    wide[:, :, :: shape.cols.dilation // shape.phases] = taps
    return wide


def raised_word(layer: Layer, c: int) -> tuple[int, int] | Misfit:
    """(m, s) of output channel ``c``: taps and bias are raised by 2**s, taps up to int16."""
    shift = one_shift(layer, c, RAISED)
    if not isinstance(shift, Misfit) and shift[1] > RAISED:
        return Misfit(f"the taps of channel {c} do not fit 16 bits at the shift of all")
    return shift


def channel_stream(layer: Layer, taps: Array, raised: bool = False) -> Array | Misfit:
    """The bytes of all filters: int8, as edgec_dwconv2d_planes_armv7em.h reads them.

    Args:
        layer: whose biases and factors they are.
        taps: int8 [filters, rows, columns].
        raised: whether sums are raised to one shift.
    """
    if int(np.abs(layer.bias).max()) >= 2**26:
        return Misfit("a bias does not fit 27 bits")
    parts: list[Array] = []
    for c in range(len(taps)):
        end = raised_word(layer, c) if raised else layer.shift_word(c)
        if isinstance(end, Misfit):
            return end
        words = np.array([(int(layer.bias[c]) << 5 | end[1]) & 0xFFFFFFFF, end[0]], "<u4")
        parts += [taps[c].reshape(-1), words.view(np.int8)]
    stream: Array = np.concatenate(parts)
    return stream


def nibble_bytes(taps: int) -> int:
    """Bytes of a filter of int4 taps that lie before the words of its end, which hold the last of one to four."""
    rest = taps % NIBBLES
    return taps // NIBBLES * 4 + (4 if rest > 4 else max(rest - 1, 0))


def nibble_stream(layer: Layer, taps: Array) -> Array | Misfit:
    """``channel_stream`` of int4 weights."""
    if int(np.abs(layer.bias).max()) >= 2**23:
        return Misfit("a bias does not fit 24 bits")
    if max(-int(layer.low.min()), int(layer.high.max()) + 1) > 2**27:
        return Misfit("16 times an accumulator does not fit int32")
    size = taps[0].size
    words = np.zeros((len(taps), -(-size // NIBBLES), NIBBLES), np.uint8)
    words.reshape(len(taps), -1)[:, :size] = taps.reshape(len(taps), -1).view(np.uint8) & 15
    packed = (words[:, :, :4] | words[:, :, 4:] << 4).reshape(len(taps), -1)
    parts: list[Array] = []
    for c, nibbles in enumerate(packed):
        end = layer.shift_word(c, RAISED_BITS)
        if isinstance(end, Misfit):
            return end
        m, n = end
        before = nibble_bytes(size)
        last = int(nibbles[before]) if before < len(nibbles) and 1 <= size % NIBBLES <= 4 else 0
        tail = np.array([m >> 3 << 4 | last, (int(layer.bias[c]) << 8 | n << 3 | m & 7) & 0xFFFFFFFF], "<u4")
        parts += [nibbles[:before].view(np.int8), tail.view(np.int8)]
    stream: Array = np.concatenate(parts)
    return stream


def _bind(view: NodeView, kind: Kind) -> Bound:
    a, stride, bits = view.attrs(ConvAttrs), kind.stride, kind.bits
    filters, kh, kw, one = view.x(1).shape
    if one != 1 or a.groups != view.x(0).shape[3]:
        return Misfit("the layer is not depthwise")
    if stride is not None and ((kh, kw) != (3, 3) or a.strides != (stride, stride) or a.dilations != (1, 1)):
        return Misfit(f"the layer is not 3x3 of stride {stride} without dilation")
    shape = kind.shape(view)
    if stride is None and kind.raised and not shape.steps:
        return Misfit("the window has a step along its rows, or is too wide")
    if stride is None and a.groups == 1 and filters > 1 and not shape.steps:
        return Misfit("filters of one channel are faster as a matrix product")
    if shape.pairs > PAIRS:
        return Misfit(f"a filter of {kh}x{kw} taps is too large")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    taps = layer.w.astype(np.int8).reshape(filters, kh, kw)
    taps = taps.transpose(0, 2, 1) if shape.turned else taps
    met = taps[:, shape.rows.skipped :, shape.cols.skipped :][:, : shape.rows.taps, : shape.cols.taps]
    met = met[:, :, ::-1] if shape.mirrored else met
    unmet = (taps.astype(np.int64).sum(axis=(1, 2)) - met.astype(np.int64).sum(axis=(1, 2))) * layer.in_zero
    layer, taps = replace(layer, bias=layer.bias + unmet), spread(met, shape)
    if bits == 4 and view.x(1).dtype is not DType.I4:
        return Misfit("the weights are int8", yields=True)
    stream = nibble_stream(layer, taps) if bits == 4 else channel_stream(layer, taps, kind.raised)
    if isinstance(stream, Misfit):
        return stream
    call = _call(view, layer, shape, stream, f"edgec_{kind.id}_armv7em", kind.why)
    if stride is None:
        return (call.without("stride_col") if kind.raised else call,)
    return (call.without("stride_col", "tap_step", *(("tap_rows", "tap_cols") if bits == 8 else ())),)


def _call(view: NodeView, layer: Layer, shape: Shape, stream: Array, symbol: str, why: str) -> Call:
    x, y = view.x(0), view.y
    rows, cols = shape.rows, shape.cols
    share = int(x.size // x.shape[0] // 4 * (APART if rows.dilation > 1 else 1))
    large = min(share, MOST_SCRATCH_BYTES) if x.size <= y.size else 0
    strip = shape.strip(FRUGAL_BYTES if view.frugal else max(SCRATCH_BYTES, large))
    depth = (strip - 1) * rows.stride + rows.span
    if shape.by_3x3:  # whose parts have whole rows of a plane
        depth = ceil(depth, rows.dilation) * rows.dilation
    params = Dwconv2dS8Armv7em(
        *(x.shape[0], x.shape[3], y.shape[3] // x.shape[3]),
        *axes(rows, cols),
        *(x.size // x.shape[0], y.size // y.shape[0]),
        *(rows.taps, shape.width, rows.stride, cols.stride),
        *(shape.pitch * rows.dilation, rows.span, rows.pad, cols.pad),
        *(shape.pitch, depth, strip),
        tap_bytes=stream.size // y.shape[3] - END_BYTES,
        between=shape.phases - 1,
        in_zero=layer.in_zero,
        out_zero=layer.out_zero,
        lo=layer.lo,
        hi=layer.hi,
    )
    args = (operand(view, 0), const("weights", "int8_t", stream, STREAM), output(view), Scratch("int16_t"))
    scratch = 2 * PLANES * shape.pitch * depth
    macs = y.size * view.x(1).size // view.x(1).shape[0]
    alone = x.shape[0] == 1 and x.shape[3] == y.shape[3]
    inplace = (0,) if alone and keeps_input(shape, strip) else ()
    cells = y.size // y.shape[0] // y.shape[3]
    to_row, to_col = rows.out_step // y.shape[3], cols.out_step // y.shape[3]
    steps: tuple[tuple[str, int], ...] = (("out_row_step", to_row), ("out_col_step", to_col), ("out_size", cells))
    if (layer.lo, layer.hi) != (-128, 127):  # limits are applied to all bytes from the first to the last
        steps = ()
    why += "; mirrored: columns of the planes go from the last to the first" if shape.mirrored else ""
    why += "; turned: rows of the planes run along the image's height" if shape.turned else ""
    header = symbol.replace("_armv7em", "_four_armv7em") if goes_by_four(view, shape, strip) else symbol
    return Call(symbol, f"{header}.h", params, args, scratch, macs, inplace, why, steps=steps)


def _kernel(kind: Kind, grid: Grid) -> Kernel:
    """The kernel of a kind of layers."""

    def bind(view: NodeView) -> Bound:
        return _bind(view, kind)

    def counted(view: NodeView, call: Call) -> Counts:
        return work(view, call, kind)

    def cut(view: NodeView, call: Call) -> Cut | None:
        return cut_planes(view, call, kind)

    layers = int4(grid) if kind.bits == 4 else grid
    return Kernel(LIBRARY, kind.id, "Conv", I8, bind, counted, weights_once=True, grid=layers, cut=cut)


KERNELS: tuple[Kernel, ...] = (
    *(
        _kernel(Kind(stride, raised, bits), grid)
        for stride, grid in ((1, grids.DEPTHWISE_S1), (2, grids.DEPTHWISE_S2))
        for raised, bits in ((False, 4), (False, 8), (True, 8))
    ),
    *(_kernel(Kind(None, False, bits), grids.DEPTHWISE) for bits in (4, 8)),
    _kernel(Kind(None, True, 8), grids.DEPTHWISE_RAISED),
)
