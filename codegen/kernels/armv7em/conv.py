"""Bindings of the Armv7E-M convolutions and fully connected layers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.cuts import cut_cells, cut_dense, cut_patches, cut_points
from edgec.codegen.kernels.armv7em.pack import (
    COMMON,
    PACKED,
    SHIFTS,
    STREAM,
    Form,
    common_stream,
    pair_stream,
    shifts_stream,
)
from edgec.codegen.kernels.armv7em.params import Conv2dS8Armv7em, DenseS8Armv7em, GemmTile
from edgec.codegen.kernels.armv7em.work import (
    DENSE_UNIT,
    POSITIONS,
    UNIT,
    Windows,
    ceil,
    limited,
    product,
    whole_tiles,
    widened,
    window_copies,
)
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import Grid, int4, trained
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.geometry import POINTWISE_UNREAD
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Cut, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array
from edgec.converter.graph.wording import counted
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

COLUMN_BYTES = 2 * POSITIONS  # of one tap in scratch
ROUND = GemmTile.EDGEC_GEMM_ROUND.value
UNREAD_1X1 = (  # what a kernel of 1x1 windows does not read
    *POINTWISE_UNREAD,
    "geo.out_h",
    "geo.out_w",
    "geo.stride_h",
    "geo.stride_w",
    "in_zero",
    "groups",
    "words",
)
POINTWISE = "_1x1"
PATCH_TILES = GemmTile.EDGEC_CONV2D_TILES.value  # whose windows are copied together
OF_TILE = {"pair": 0.5, "step": 0.5}  # a position that is done alone, of a tile
COST = {
    COMMON: "17 instructions for 24 MACs",
    SHIFTS: "17 instructions for 24 MACs, a shift for each channel",
    PACKED: "int4, 21 instructions for 24 MACs",
}
DENSE_COST = {8: "14 instructions for 16 MACs", 4: "int4, 22 instructions for 16 MACs"}


def _is_dense(view: NodeView) -> bool:
    """Return whether a convolution is a fully connected layer of at most two rows."""
    a = view.attrs(ConvAttrs)
    n, h, w, _ = view.x(0).shape
    return not any(a.pads) and (
        (view.x(1).shape[1:3] == (h, w) and a.dilations == (1, 1) and n <= 2)
        or (view.x(1).shape[1:3] == (1, 1) and a.strides == (1, 1) and n * h * w <= 2)
    )


def _conv_call(view: NodeView, layer: Layer, stream: Array, form: Form, kind: str, padding: int, why: str) -> Bound:
    """``kind``: what the kernel's name adds for windows of one cell, or copied ones."""
    a = view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    words, outputs = stream.size // a.groups, o // a.groups
    units = (words // ((outputs + 1) // 2) - form.ends) // (form.bits // 4)
    x, y = view.x(0), view.y
    group = replace(x, shape=(*x.shape[:3], c)), replace(y, shape=(*y.shape[:3], outputs))
    geo = Geometry.of(*group, (kh, kw), a.strides, a.pads, a.dilations)
    limits = layer.in_zero, layer.out_zero, layer.lo, layer.hi
    params = Conv2dS8Armv7em(geo, *limits, units, a.groups, words, out_step=o)
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view), Scratch("uint32_t"))
    scratch = UNIT * COLUMN_BYTES * units + 4 * ((units - 1) // ROUND + 4) + padding
    macs = view.y.size * prod(view.x(1).shape[1:])
    inplace = (0,) if kind == POINTWISE and view.x(0).shape == view.y.shape else ()
    where = conv_window(view, POSITIONS, buffered=True) if a.groups == 1 else None  # groups go over the image in turn
    steps = (("out_step", 1),)
    name, end = f"edgec_conv2d_s{form.bits}", f"{form.suffix}_armv7em"
    symbol, header = f"{name}{kind}{end}", f"{name}{end}.h"
    call = Call(symbol, header, params, args, scratch, macs, inplace, why, where, steps)
    return (call.without(*UNREAD_1X1) if kind == POINTWISE else call,)


def _of_form(form: Form, bind: Callable[[NodeView, Form], Bound]) -> Callable[[NodeView], Bound]:
    """The binding of the kernel of a form of streams."""
    return lambda view: bind(view, form)


def _layer(view: NodeView, bits: int, one_group: bool = False) -> Layer | Misfit:
    """The numbers of a layer whose weights have ``bits`` bits, or why it is none."""
    a = view.node.attrs
    if one_group and isinstance(a, ConvAttrs) and a.groups != 1:
        return Misfit("the layer has groups")
    assert isinstance(a, ConvAttrs | DenseAttrs)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Layer) and layer.bits != bits:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    return layer


def _stream(layer: Layer, form: Form) -> Array | Misfit:
    make = pair_stream if form.bits == 4 else shifts_stream if form.shifts else common_stream
    return make(layer, UNIT)


def _bind_pointwise(view: NodeView, form: Form) -> Bound:
    a = view.attrs(ConvAttrs)
    if view.x(1).shape[1:3] != (1, 1) or any(a.pads) or a.strides != (1, 1):
        return Misfit("the layer is not a 1x1 convolution of stride 1")
    layer = _layer(view, form.bits, one_group=True)
    if isinstance(layer, Misfit):
        return layer
    stream = _stream(layer, form)
    if isinstance(stream, Misfit):
        return stream
    why = f"1x1: tiles of 2 channels x 3 positions, {COST[form]}"
    return _conv_call(view, layer, stream, form, POINTWISE, 0, why)


def _group_streams(layer: Layer, form: Form, groups: int) -> Array | Misfit:
    """The streams of all groups, one after the other; all have one length."""
    streams = []
    for rows in np.split(np.arange(len(layer.w)), groups):
        stream = _stream(layer.rows(rows), form)
        if isinstance(stream, Misfit):
            return stream
        streams.append(stream)
    joined: Array = np.concatenate(streams)
    return joined


def _streams(view: NodeView, form: Form) -> tuple[Layer, Array] | Misfit:
    layer = _layer(view, form.bits)
    if isinstance(layer, Misfit):
        return layer
    stream = _group_streams(layer, form, view.attrs(ConvAttrs).groups)
    return stream if isinstance(stream, Misfit) else (layer, stream)


def _bind_patch(view: NodeView, form: Form) -> Bound:
    streams = _streams(view, form)
    if isinstance(streams, Misfit):
        return streams
    (layer, stream), (_, kh, kw, c) = streams, view.x(1).shape
    taps = -(-kh * kw * c // UNIT) * UNIT
    why = f"{counted(c, 'input channel')}: windows copied to bytes, then tiles of 2 channels x 3 positions"
    why += ", a shift for each channel" if form.shifts else ""
    together = PATCH_TILES if form.bits == 8 and layer.w.shape[0] // view.attrs(ConvAttrs).groups % 2 == 0 else 1
    return _conv_call(view, layer, stream, form, "_patch", POSITIONS * together * taps, why)


def _bind_columns(view: NodeView, form: Form) -> Bound:
    c = view.x(1).shape[3]
    if c % UNIT:
        return Misfit(f"{c} input channels are no multiple of {UNIT}")
    streams = _streams(view, form)
    if isinstance(streams, Misfit):
        return streams
    layer, stream = streams
    why = f"columns of 3 positions as int16, tiles of 2 channels x 3 positions, {COST[form]}"
    return _conv_call(view, layer, stream, form, "", c, why)


def dense_layer(view: NodeView, bits: int) -> Layer | Misfit:
    """The numbers of a fully connected layer whose weights have ``bits`` bits; or why it is none."""
    if isinstance(view.node.attrs, ConvAttrs) and not _is_dense(view):
        return Misfit("the layer is not a fully connected one of at most two rows")
    return _layer(view, bits, one_group=True)


def dense_call(
    view: NodeView, layer: Layer, stream: Array, kind: str, why: str, widened: bool = True, beside: int = 0
) -> Bound:
    """The call of a fully connected layer; ``kind`` is what its kernel's name adds.

    ``widened``: its row is, in scratch, which has ``beside`` bytes more.
    """
    out_c, in_c = layer.w.shape
    rows = view.y.size // out_c
    params = DenseS8Armv7em(rows, in_c, out_c, layer.out_zero, layer.lo, layer.hi, units=-(-in_c // DENSE_UNIT))
    args = (operand(view, 0), const("weights", "uint32_t", stream, STREAM), output(view))
    symbol, macs = f"edgec_dense_{kind}_armv7em", rows * layer.w.size
    if not widened:
        return (Call(symbol, f"{symbol}.h", params, args, macs=macs, why=why),)
    scratch = 2 * DENSE_UNIT * params.units + beside
    return (Call(symbol, f"{symbol}.h", params, (*args, Scratch("uint32_t")), scratch, macs, (), why),)


def _dense_pairs(view: NodeView, bits: int) -> tuple[Layer, Array] | Misfit:
    """The numbers of a fully connected layer and its stream, or why it is none."""
    layer = dense_layer(view, bits)
    if isinstance(layer, Misfit):
        return layer
    stream = pair_stream(layer, DENSE_UNIT, dense=True)
    return stream if isinstance(stream, Misfit) else (layer, stream)


def _bind_dense(view: NodeView, form: Form) -> Bound:
    parts = _dense_pairs(view, form.bits)
    if isinstance(parts, Misfit):
        return parts
    why = f"fully connected: 2 outputs at a time, {DENSE_COST[form.bits]}"
    return dense_call(view, *parts, f"s{form.bits}", why)


def _bind_bytes(view: NodeView) -> Bound:
    parts = _dense_pairs(view, 8)
    if isinstance(parts, Misfit):
        return parts
    in_c = parts[0].w.shape[1]
    if in_c % DENSE_UNIT:
        return Misfit(f"{in_c} inputs are no multiple of {DENSE_UNIT}")
    why = f"a row of {in_c} bytes is read as it is, not widened in RAM: 19 instructions for 16 MACs"
    return dense_call(view, *parts, "bytes_s8", why, widened=False)


def _bind_positions(view: NodeView, form: Form) -> Bound:
    """A fully connected layer whose rows are positions of a 1x1 convolution: slower, but saves the code of its own."""
    (rows, taps), (_, outputs) = view.x(0).shape, view.y.shape
    weights = view.x(1)
    if weights.data is None:
        return Misfit("the weights are not constant")
    flat = replace(weights, shape=(outputs, 1, 1, taps), data=weights.data.reshape(outputs, 1, 1, taps))
    node = replace(view.node, op="Conv", attrs=ConvAttrs(clamp=view.attrs(DenseAttrs).clamp))
    ins = (replace(view.x(0), shape=(1, rows, 1, taps)), flat, *view.ins[2:])
    image = replace(view, node=node, ins=ins, outs=(replace(view.y, shape=(1, rows, 1, outputs)),))
    return _bind_pointwise(image, form)


def _gemm(form: Form) -> str:
    """The function that computes the pairs of a tile."""
    return f"gemm_s{form.bits}"


def _pointwise_work(view: NodeView, call: Call, form: Form) -> Counts:
    """Rows are widened three at a time, by words; of a filter that is no whole words the rest.

    Whole tiles of int8 weights and pairs of channels are done together, with words beyond the ends of rows.
    """
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    positions = view.y.size // outputs
    tiles = ceil(positions, POSITIONS)
    together = max(0, (positions - 1) // POSITIONS - 1) if form.bits == 8 and outputs % 2 == 0 else 0
    alone = int(form is COMMON and outputs % 2 == 0 and positions > 1 and positions % POSITIONS == 1)
    return (
        ("call", 1),
        *product(view, positions - alone, 1, 1, _gemm(form)),
        *(
            (name, alone * n * OF_TILE.get(name.partition(".")[2], 1))
            for name, n in product(view, 1, 1, 1, _gemm(form))
        ),
        *((("tile", -together), ("together", together)) if together else ()),
        *widened(tiles - together, taps),
        ("gemm.widened", together * ceil(taps, UNIT)),
        ("bytes.limited", limited(call.params_of(Conv2dS8Armv7em), view.y.size)),
    )


def _columns_work(view: NodeView, call: Call, form: Form) -> Counts:
    """Cells of three windows are widened together, a line of them where all three lie inside."""
    windows, groups = Windows.of(view), view.attrs(ConvAttrs).groups
    kh, kw, c = view.x(1).shape[1:]
    positions = len(windows.rows) * len(windows.columns)
    tiles = ceil(positions, POSITIONS)
    whole = whole_tiles(windows) if groups == 1 and view.attrs(ConvAttrs).dilations[1] == 1 else 0
    cells = windows.batch * groups * (whole * kh + (tiles - whole) * kh * kw)
    return (
        ("call", 1),
        *product(view, positions, windows.batch, groups, _gemm(form)),
        ("cell", cells),
        ("gemm.widened", windows.batch * groups * tiles * kh * kw * (c // UNIT)),
        ("bytes.limited", limited(call.params_of(Conv2dS8Armv7em), view.y.size)),
    )


def _patch_work(view: NodeView, call: Call, form: Form) -> Counts:
    """Windows are copied: by lines where they lie inside, else cell by cell; few channels by code made for them."""
    windows, groups = Windows.of(view), view.attrs(ConvAttrs).groups
    kh, kw, c = view.x(1).shape[1:]
    positions = len(windows.rows) * len(windows.columns)
    tiles, images = ceil(positions, POSITIONS), windows.batch * groups
    runs = groups == 1 and view.attrs(ConvAttrs).dilations[1] == 1
    whole = int(windows.whole.sum()) if runs else 0
    cells = windows.cells * groups - images * whole * kh * kw
    outside = images * positions * kh * kw - windows.cells * groups
    return (
        ("call", 1),
        *product(view, positions, windows.batch, groups, _gemm(form)),
        ("window" if runs else "apart_window", images * positions),
        *window_copies(images * whole * kh, kw * c, cells, outside, c),
        *widened(images * tiles, kh * kw * c),
        ("bytes.limited", limited(call.params_of(Conv2dS8Armv7em), view.y.size)),
    )


def _dense_work(view: NodeView, call: Call, form: Form = COMMON) -> Counts:
    """Pairs of outputs; a row is widened once, unless it is read as it is."""
    outputs, taps = view.x(1).shape[0], view.x(1).size // view.x(1).shape[0]
    rows = call.macs // (outputs * taps)
    pairs = rows * ceil(outputs, 2)
    return (
        ("call", 1),
        ("row", rows * (1 + outputs % 2)),
        ("pair", pairs),
        ("step", pairs * ceil(taps, DENSE_UNIT)),
        *((("dense.widened", rows * ceil(taps, UNIT)),) if call.scratch_bytes else ()),
        ("bytes.limited", limited(call.params_of(DenseS8Armv7em), view.y.size)),
    )


def _kernels(
    name: str,
    op: str,
    bind: Callable[[NodeView, Form], Bound],
    work: Callable[[NodeView, Call, Form], Counts],
    grid: Grid,
    cut: Callable[[NodeView, Call, Form], Cut | None],
    forms: tuple[Form, ...] = (COMMON, SHIFTS, PACKED),
) -> tuple[Kernel, ...]:  # fmt: skip
    """The kernels for int8 weights, with one shift for all channels and with one for each, and for int4 weights."""

    def one(form: Form) -> Kernel:
        layers = int4(grid) if form.bits == 4 else grid if form.shifts or SHIFTS not in forms else trained(grid)

        def part(view: NodeView, call: Call) -> Cut | None:
            return cut(view, call, form)

        def counted_work(view: NodeView, call: Call) -> Counts:
            return form.terms(name.format(8), work(view, call, form))

        own = name.format(form.bits) + form.suffix
        return Kernel(LIBRARY, own, op, I8, _of_form(form, bind), counted_work, grid=layers, cut=part)

    return tuple(map(one, forms))


KERNELS: tuple[Kernel, ...] = (
    *_kernels("dense_s{}", "Conv", _bind_dense, _dense_work, grids.WHOLE_IMAGES, cut_dense, (COMMON, PACKED)),
    Kernel(LIBRARY, "dense_bytes_s8", "Conv", I8, _bind_bytes, _dense_work, grid=grids.WHOLE_IMAGES_OF_8),
    *_kernels("conv2d_s{}_1x1", "Conv", _bind_pointwise, _pointwise_work, grids.POINTWISE, cut_points),
    *_kernels("conv2d_s{}_patch", "Conv", _bind_patch, _patch_work, grids.PATCHES, cut_patches),
    *_kernels("conv2d_s{}", "Conv", _bind_columns, _columns_work, grids.COLUMNS, cut_cells),
    *_kernels("dense_s{}", "Dense", _bind_dense, _dense_work, grids.DENSE, cut_dense, (COMMON, PACKED)),
    Kernel(LIBRARY, "dense_bytes_s8", "Dense", I8, _bind_bytes, _dense_work, grid=grids.DENSE_OF_8),
    *_kernels("conv2d_s{}_1x1", "Dense", _bind_positions, _pointwise_work, grids.DENSE, cut_points),
)
