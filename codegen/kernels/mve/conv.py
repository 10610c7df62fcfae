"""Bindings of the Helium convolutions and fully connected layers, as products of rows with packed weights."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.pack import POSITIONS, VECTOR, blocks_of, ending_params, stream
from edgec.codegen.kernels.mve.params import Conv2d1x1Mve, Conv2dMve, GemmMve, RowsMve
from edgec.codegen.kernels.neon.pack import STREAM, Ending, ending_of
from edgec.codegen.kernels.neon.turn import turned
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

ROWS, RUNS = GemmMve.EDGEC_ROWS_MVE_TAPS.value, GemmMve.EDGEC_CONV2D_MVE_RUNS.value
POINTER = 4  # bytes
HEADER = "edgec_conv2d_s8_mve.h"
WHY = "2 channels x 3 positions: 11 vector instructions for 96 MACs"
WHY_DENSE = "4 channels of one position: 9 vector instructions for 64 MACs"
PATCH, DENSE = "patch", "dense"


def layer_parts(view: NodeView) -> tuple[Layer, Ending] | Misfit:
    """The numbers of a layer with one group, or why the products do not take it."""
    a = view.node.attrs
    assert isinstance(a, ConvAttrs | DenseAttrs)
    if isinstance(a, ConvAttrs) and a.groups != 1:
        return Misfit("the layer has groups")
    layer = layer_of(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if layer.bits != 8:
        return Misfit(f"the weights have {layer.bits} bits", yields=True)
    ending = ending_of(layer)
    return ending if isinstance(ending, Misfit) else (layer, ending)


def kind_of(run: int) -> str:
    """The form of the loop over a run of so many bytes."""
    return "short" if run < VECTOR else "ragged" if run % VECTOR else "whole"


def runs_of(view: NodeView) -> tuple[int, int]:
    """How many runs a window has, and the bytes of each."""
    a, (_, kh, kw, c) = view.attrs(ConvAttrs), view.x(1).shape
    return (kh, kw * c) if a.dilations[1] == 1 else (kh * kw, c)


def rows_pitch(view: NodeView) -> int:
    """Bytes of a row in scratch, or 0 where rows are read in place."""
    a, (_, _, width, c), kw = view.attrs(ConvAttrs), view.x(0).shape, view.x(1).shape[2]
    reached = (view.y.shape[2] - 1) * a.strides[1] + (kw - 1) * a.dilations[1] + 1
    return 0 if a.pads[1] == 0 and reached <= width else max(a.pads[1] + width, reached) * c


def rows_scratch(view: NodeView, pitch: int) -> int:
    """Bytes of the rows in scratch with one of padding; beside rows that are read in place, of that row."""
    a, (_, height, width, c), kh = view.attrs(ConvAttrs), view.x(0).shape, view.x(1).shape[1]
    span = (kh - 1) * a.dilations[0] + 1
    padded = a.pads[0] > 0 or (view.y.shape[1] - 1) * a.strides[0] + span > height
    return (span + 1) * pitch or (width * c if padded else 0)


def _bind_rows(view: NodeView) -> Bound:
    """Windows as runs of rows."""
    return _bind(view, patch=False)


def _bind_patch(view: NodeView) -> Bound:
    """Windows that are copied."""
    return _bind(view, patch=True)


def _bind(view: NodeView, patch: bool) -> Bound:
    view = turned(view)
    found = layer_parts(view)
    if isinstance(found, Misfit):
        return found
    (layer, ending), (runs, run), y = found, runs_of(view), view.y
    if view.x(1).shape[1] > ROWS or runs > RUNS:
        return Misfit(f"a window has more than {ROWS} rows or {RUNS} runs of cells")
    if patch and runs == 1:
        return Misfit("windows of one run are read as they are")
    pitch, taps = rows_pitch(view), runs * run
    if patch and not pitch:
        pitch = view.x(0).shape[2] * view.x(0).shape[3]
    more = y.shape[2] * taps if patch else POSITIONS * runs * POINTER
    params = Conv2dMve(
        RowsMve(conv_geometry(view), layer.in_zero, pitch), ending_params(layer, ending.left), y.shape[3]
    )
    w = layer.w.astype(np.int8).reshape(len(layer.w), 1 if patch else runs, -1)
    packed = const("weights", "int8_t", stream(w, ending, dense=False), STREAM)
    args = (operand(view, 0), packed, output(view), Scratch("int8_t", VECTOR))
    symbol = f"edgec_conv2d_s8_{'patch_' if patch else ''}{kind_of(taps if patch else run)}_mve"
    why = f"{'copied windows' if patch else 'windows as runs of rows'}, {WHY}"
    where = conv_window(view, y.shape[2], buffered=pitch != 0) if view.x(0).shape[0] == 1 else None
    scratch, macs = rows_scratch(view, pitch) + more, y.size * prod(view.x(1).shape[1:])
    steps, variant = (("out_step", 1),), PATCH if patch else ""
    return (Call(symbol, HEADER, params, args, scratch, macs, (), why, where, steps, variant=variant),)


def _bind_pointwise(view: NodeView) -> Bound:
    """1x1 convolutions of stride 1, and whole images as one window."""
    a = view.attrs(ConvAttrs)
    (_, h, w, _), (_, kh, kw, _) = view.x(0).shape, view.x(1).shape
    one = (kh, kw) == (1, 1) and a.strides == (1, 1)
    whole = (kh, kw) == (h, w) and a.dilations == (1, 1)
    if any(a.pads) or not (one or whole):
        return Misfit("the layer is not a 1x1 convolution of stride 1")
    return _bind_dense(view)


def _bind_dense(view: NodeView) -> Bound:
    """A fully connected layer of any number of rows."""
    found = layer_parts(view)
    if isinstance(found, Misfit):
        return found
    layer, ending = found
    outputs, taps = layer.w.shape
    positions = view.y.size // outputs
    dense = positions == 1
    params = Conv2d1x1Mve(positions, taps, outputs, outputs, ending_params(layer, ending.left))
    packed = const("weights", "int8_t", stream(layer.w.astype(np.int8)[:, None], ending, dense), STREAM)
    args, kind = (operand(view, 0), packed, output(view)), kind_of(taps)
    symbol = f"edgec_dense_s8_{kind}_rows_mve" if dense else f"edgec_conv2d_s8_1x1_{kind}_mve"
    why, variant, macs = WHY_DENSE if dense else WHY, DENSE if dense else "", view.y.size * taps
    return (Call(symbol, HEADER, params, args, 0, macs, (), why, None, (("out_step", 1),), variant=variant),)


def _products(rows: int, positions: int, outputs: int, runs: int, run: int) -> Counts:
    """Tiles of three positions, their blocks of four channels, runs of those, steps of 16 bytes, rests of runs."""
    tiles, blocks = rows * max(1, -(-positions // POSITIONS)), len(blocks_of(outputs))
    return (
        ("gemm_mve.row", rows),
        ("gemm_mve.tile", tiles),
        ("gemm_mve.advance", tiles * -(-POSITIONS * runs // 4)),
        ("gemm_mve.few", tiles if outputs < 4 else 0),
        ("gemm_mve.block", tiles * blocks),
        ("gemm_mve.run", tiles * blocks * (runs - 1)),
        ("gemm_mve.step", tiles * blocks * runs * (run // VECTOR)),
        ("gemm_mve.tail", tiles * blocks * runs * (run % VECTOR > 0)),
    )


def _work_rows(view: NodeView, call: Call) -> Counts:
    """Products, rows that are copied, windows that are copied."""
    view = turned(view)
    (n, h, w, c), (_, oh, ow, oc), (runs, run) = view.x(0).shape, view.y.shape, runs_of(view)
    patch, pitch = call.variant == PATCH, call.params_of(Conv2dMve).rows.pitch
    copies = n * oh * runs if patch else 0
    return (
        ("call", 1),
        ("row", n * oh),
        ("line", n * oh * runs),
        ("loaded", n * h if pitch else 0),
        ("copied", n * h * (w * c / VECTOR) if pitch else 0),
        ("filled", call.scratch_bytes / VECTOR),
        ("window", copies * ow),
        ("word", copies * ow * -(-run // VECTOR) if run > VECTOR else 0),
        *_products(n * oh, ow, oc, 1 if patch else runs, runs * run if patch else run),
    )


def _work_dense(view: NodeView, call: Call) -> Counts:
    p = call.params_of(Conv2d1x1Mve)
    if call.variant != DENSE:
        return ("call", 1), *_products(1, p.positions, p.out_c, 1, p.in_c)
    blocks = len(blocks_of(p.out_c))
    return (
        ("call", 1),
        ("dense_mve.block", blocks),
        ("dense_mve.step", blocks * (p.in_c // VECTOR)),
        ("dense_mve.tail", blocks * (p.in_c % VECTOR > 0)),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s8_1x1", "Conv", I8, _bind_pointwise, _work_dense, grid=grids.POINTWISE),
    Kernel(LIBRARY, "conv2d_s8_1x1", "Dense", I8, _bind_dense, _work_dense, grid=grids.DENSE),
    Kernel(LIBRARY, "conv2d_s8", "Conv", I8, _bind_rows, _work_rows, grid=grids.ROWS),
    Kernel(LIBRARY, "conv2d_s8_patch", "Conv", I8, _bind_patch, _work_rows, grid=grids.PATCH),
)
