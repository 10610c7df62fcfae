"""Bindings of the Armv7E-M convolutions and fully connected layers."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.conv import conv_window, geometry
from edgec.codegen.kernels.dsp_pack import Layer, layer_of, pair_stream
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Scratch
from edgec.converter.ir import Array
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

DSP = frozenset({"dsp"})
POSITIONS = 3  # of a tile
UNIT = 4  # taps of a step of the matrix product
DENSE_UNIT = 8
DENSE_SCRATCH = 768  # bytes; a longer row of x is not widened into scratch
COLUMN_BYTES = 2 * POSITIONS  # of one tap in scratch
TAIL_WORDS = 4  # of a pair's stream that are no weights
COST = {8: "17 instructions for 24 MACs", 4: "int4, 21 instructions for 24 MACs"}
DENSE_COST = {8: "14 instructions for 16 MACs", 4: "int4, 22 instructions for 16 MACs"}


def _is_dense(view: NodeView) -> bool:
    """Whether a convolution is a fully connected layer of at most two rows."""
    a = view.attrs(ConvAttrs)
    n, h, w, _ = view.x(0).shape
    return not any(a.pads) and (
        (view.x(1).shape[1:3] == (h, w) and a.dilations == (1, 1) and n <= 2)
        or (view.x(1).shape[1:3] == (1, 1) and a.strides == (1, 1) and n * h * w <= 2)
    )


def _conv_call(view: NodeView, layer: Layer, stream: Array, symbol: str, padding: int, why: str) -> Bound:
    a = view.attrs(ConvAttrs)
    o, kh, kw, c = view.x(1).shape
    words, outputs = stream.size // a.groups, o // a.groups
    units = (words // ((outputs + 1) // 2) - TAIL_WORDS) // (layer.bits // 4)
    x, y = view.x(0), view.y
    group = replace(x, shape=(*x.shape[:3], c)), replace(y, shape=(*y.shape[:3], outputs))
    fields = geometry(*group, (kh, kw), a.strides, a.pads, a.dilations)
    params = Params(
        "edgec_conv2d_s8_dsp_params",
        (
            *fields,
            ("in_zero", layer.in_zero),
            ("out_zero", layer.out_zero),
            ("lo", layer.lo),
            ("hi", layer.hi),
            ("units", units),
            ("groups", a.groups),
            ("words", words),
            ("out_step", o),
        ),
    )
    args = (operand(view, 0), const("weights", "uint32_t", stream), output(view), Scratch("uint32_t"))
    scratch = UNIT * COLUMN_BYTES * units + padding
    macs = view.y.size * prod(view.x(1).shape[1:])
    pointwise = "_1x1_" in symbol and view.x(0).shape == view.y.shape
    inplace = (0,) if pointwise else ()
    where = conv_window(view, POSITIONS, buffered=True) if a.groups == 1 else None  # groups go over the image in turn
    steps = (("out_step", 1),)
    return (Call(symbol, "edgec_conv2d_s8_dsp.h", params, args, scratch, macs, inplace, why, where, steps),)


def _one_group(view: NodeView) -> Layer | Misfit:
    a = view.attrs(ConvAttrs)
    if a.groups != 1:
        return Misfit("the layer has groups")
    return layer_of(view, a.clamp)


def _bind_pointwise(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    if view.x(1).shape[1:3] != (1, 1) or any(a.pads) or a.strides != (1, 1):
        return Misfit("the layer is not a 1x1 convolution of stride 1")
    layer = _one_group(view)
    if isinstance(layer, Misfit):
        return layer
    stream = pair_stream(layer, UNIT)
    if isinstance(stream, Misfit):
        return stream
    why = f"1x1: tiles of 2 channels x 3 positions, {COST[layer.bits]}"
    return _conv_call(view, layer, stream, f"edgec_conv2d_s{layer.bits}_1x1__dsp", 0, why)


def _group_streams(layer: Layer, groups: int) -> Array | Misfit:
    """The streams of all groups, one after the other; all have one length."""
    found = []
    for rows in np.split(np.arange(len(layer.w)), groups):
        stream = pair_stream(layer.rows(rows), UNIT)
        if isinstance(stream, Misfit):
            return stream
        found.append(stream)
    joined: Array = np.concatenate(found)
    return joined


def _bind_general(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    _, kh, kw, c = view.x(1).shape
    stream = _group_streams(layer, a.groups)
    if isinstance(stream, Misfit):
        return stream
    taps = -(-kh * kw * c // UNIT) * UNIT
    if c % UNIT:
        why = f"{c} input channels: windows copied to bytes, then tiles of 2 channels x 3 positions"
        return _conv_call(view, layer, stream, f"edgec_conv2d_s{layer.bits}_patch__dsp", POSITIONS * taps, why)
    why = f"columns of 3 positions as int16, tiles of 2 channels x 3 positions, {COST[layer.bits]}"
    return _conv_call(view, layer, stream, f"edgec_conv2d_s{layer.bits}__dsp", c, why)


def _dense_call(view: NodeView, layer: Layer, rows: int, why: str) -> Bound:
    stream = pair_stream(layer, DENSE_UNIT, dense=True)
    if isinstance(stream, Misfit):
        return stream
    out_c, in_c = layer.w.shape
    units = -(-in_c // DENSE_UNIT)
    params = Params(
        "edgec_dense_s8_dsp_params",
        (
            ("rows", rows),
            ("in_c", in_c),
            ("out_c", out_c),
            ("out_zero", layer.out_zero),
            ("lo", layer.lo),
            ("hi", layer.hi),
            ("units", units),
        ),
    )
    scratch = 2 * DENSE_UNIT * units
    if layer.bits == 8 and in_c % DENSE_UNIT == 0 and (view.frugal or scratch > DENSE_SCRATCH):
        why = f"a row of {in_c} bytes is read as it is, not widened in RAM: 19 instructions for 16 MACs"
        symbol, header = "edgec_dense_bytes_s8__dsp", "edgec_dense_bytes_s8_dsp.h"
        short = (operand(view, 0), const("weights", "uint32_t", stream), output(view))
        return (Call(symbol, header, params, short, macs=rows * layer.w.size, why=why),)
    args = (operand(view, 0), const("weights", "uint32_t", stream), output(view), Scratch("uint32_t"))
    return (
        Call(
            f"edgec_dense_s{layer.bits}__dsp",
            "edgec_dense_s8_dsp.h",
            params,
            args,
            scratch,
            rows * layer.w.size,
            (),
            why,
        ),
    )


def _bind_dense(view: NodeView) -> Bound:
    layer = layer_of(view, view.attrs(DenseAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    return _dense_call(view, layer, view.x(0).shape[0], f"2 outputs at a time, {DENSE_COST[layer.bits]}")


def _bind_conv_dense(view: NodeView) -> Bound:
    if not _is_dense(view):
        return Misfit("the layer is not a fully connected one of at most two rows")
    layer = _one_group(view)
    if isinstance(layer, Misfit):
        return layer
    n, h, w, _ = view.x(0).shape
    rows = n * h * w if view.x(1).shape[1:3] == (1, 1) else n
    return _dense_call(view, layer, rows, f"a fully connected layer: 2 outputs at a time, {DENSE_COST[layer.bits]}")


def _bind_positions(view: NodeView) -> Bound:
    """A fully connected layer whose rows are positions of a 1x1 convolution: slower, but saves the code of its own."""
    (rows, taps), (_, outputs) = view.x(0).shape, view.y.shape
    weights = view.x(1)
    if weights.data is None:
        return Misfit("the weights are not constant")
    flat = replace(weights, shape=(outputs, 1, 1, taps), data=weights.data.reshape(outputs, 1, 1, taps))
    node = replace(view.node, op="Conv", attrs=ConvAttrs(clamp=view.attrs(DenseAttrs).clamp))
    ins = (replace(view.x(0), shape=(1, rows, 1, taps)), flat, *view.ins[2:])
    return _bind_pointwise(replace(view, node=node, ins=ins, outs=(replace(view.y, shape=(1, rows, 1, outputs)),)))


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_dense_s8__dsp", "Conv", I8, _bind_conv_dense, DSP),
    Kernel("edgec_conv2d_s8_1x1__dsp", "Conv", I8, _bind_pointwise, DSP),
    Kernel("edgec_conv2d_s8__dsp", "Conv", I8, _bind_general, DSP),
    Kernel("edgec_dense_s8__dsp", "Dense", I8, _bind_dense, DSP),
    Kernel("edgec_conv2d_s8_1x1__dsp", "Dense", I8, _bind_positions, DSP),
)
