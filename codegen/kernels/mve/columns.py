"""Bindings of the Helium convolutions of 3x3 windows that load a cell once for three columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import (
    chunked,
    layer_parts,
    owned,
    packed_call,
    rows_pitch,
    rows_scratch,
    unpacks,
)
from edgec.codegen.kernels.mve.pack import CHANNELS, VECTOR, blocks_of, stream
from edgec.codegen.kernels.mve.pack import ending_params as ending_of
from edgec.codegen.kernels.mve.params import ColumnsMve, Conv2dMve, Conv2dS4Mve, RowsMve
from edgec.codegen.kernels.neon.pack import STREAM
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.conv import ConvAttrs

POSITIONS, JOB = ColumnsMve.EDGEC_COLUMNS_MVE_POSITIONS.value, ColumnsMve.EDGEC_COLUMNS_MVE_JOB.value
SIDE = ColumnsMve.EDGEC_COLUMNS_MVE_ROWS.value  # of a window
HEADERS = {1: "edgec_columns_s8_mve.h", 2: "edgec_columns_s16_mve.h"}  # by bytes of an activation
SIZES = {1: (16, 32, 64), 2: (32, 64, 128)}  # bytes of a cell
MOST_OFFSET = (1 << 16) - 1
UNREAD = ("rows.geo.kernel_w", "rows.geo.stride_w", "rows.geo.dilation_w", "ending.left")


def _in_steps(w: Array, step: int) -> Array:
    """Filters [O, 3, 3, C] as rows [O, 3, 3 * C] of some channels of each column in turn."""
    parts = w.reshape(len(w), SIDE, SIDE, -1, step).transpose(0, 1, 3, 2, 4)  # filter, row, step, column, channel
    rows: Array = parts.reshape(len(w), SIDE, -1)
    return rows


def _bind(view: NodeView, bits: int = 8) -> Bound:
    a, element = view.attrs(ConvAttrs), view.x(0).dtype.bytes
    o, kh, kw, c = view.x(1).shape
    if (kh, kw) != (SIDE, SIDE) or a.strides != (1, 1) or a.dilations != (1, 1) or a.groups != 1:
        return Misfit("the layer is not a 3x3 convolution of stride 1 with one group")
    if c * element not in SIZES[element]:
        return Misfit(f"{c} input channels are none of {', '.join(str(n // element) for n in SIZES[element])}")
    if o < CHANNELS or view.y.shape[2] < POSITIONS:
        return Misfit(f"there are fewer outputs than {CHANNELS} channels x {POSITIONS} positions")
    parts = layer_parts(view, bits, element)
    if isinstance(parts, Misfit):
        return parts
    layer, ending = parts
    if ending.left:
        return Misfit("a factor is 1/2 or more")
    step, most = o * element, (MOST_OFFSET - CHANNELS * element) // (POSITIONS - 1)
    if step > most:
        return Misfit("there are too many channels for offsets of 16 bits")
    pitch = rows_pitch(view)
    rows = RowsMve(replace(conv_geometry(view), in_c=c * element), layer.in_zero, pitch)
    params = Conv2dMve(rows, ending_of(layer, ending.left), step)
    w = _in_steps(layer.w.astype(np.int8).reshape(o, SIDE, SIDE, c), VECTOR // element)
    blocks = stream(w, ending, dense=False, step=VECTOR // element)
    args = (operand(view, 0), const("weights", "int8_t", blocks.bytes, STREAM), output(view), Scratch("int8_t", VECTOR))
    symbol = f"edgec_conv2d_s{8 * element}_columns_{c * element}_mve"
    why = f"a cell is loaded once for three columns: 36 vector instructions for {384 // element} MACs"
    where = conv_window(view, view.y.shape[2], buffered=pitch != 0) if view.x(0).shape[0] == 1 else None
    scratch, macs = rows_scratch(view, pitch) + JOB, view.y.size * SIDE * SIDE * c
    call = Call(
        symbol, HEADERS[element], params, args, scratch, macs, (), why, where, (("out_step", element),), most_pitch=most
    ).without(*UNREAD)  # fmt: skip
    return (call if bits == 8 else replace(packed_call(call, blocks), most_pitch=most),)


def _work(view: NodeView, call: Call) -> Counts:
    """Rows that are copied; tiles of positions, their blocks of four channels, steps of 16 bytes of those."""
    times, unpacked = chunked(call)
    p = call.params.conv if isinstance(call.params, Conv2dS4Mve) else call.params_of(Conv2dMve)
    (n, h, w, c), (_, oh, ow, oc) = view.x(0).shape, view.y.shape
    size, tiles = c * view.x(0).dtype.bytes, n * oh * -(-ow // POSITIONS)
    blocks = tiles * len(blocks_of(oc))
    counts: Counts = (
        ("call", 1),
        ("row", times * n * oh),
        ("line", times * n * oh * SIDE),
        ("loaded", times * n * h if p.rows.pitch else 0),
        ("copied", times * n * h * (w * size / VECTOR) if p.rows.pitch else 0),
        ("filled", times * call.scratch_bytes / VECTOR),
        *unpacked,
        ("columns_mve.tile", times * tiles),
        ("columns_mve.block", blocks),
        ("columns_mve.step", blocks * SIDE * size // VECTOR),
    )
    return owned("rows_s4_mve" if unpacks(call) else "rows_mve", counts)


def _kernel(name: str, dtypes: frozenset[DType], bits: int) -> Kernel:
    bind: Callable[[NodeView], Bound] = partial(_bind, bits=bits)
    grid = int4(grids.COLUMNS) if bits == 4 else grids.COLUMNS
    return Kernel(LIBRARY, name, "Conv", dtypes, bind, _work, grid=grid)


KERNELS: tuple[Kernel, ...] = (
    _kernel("conv2d_s8_columns", I8, 8),
    _kernel("conv2d_s4_columns", I8, 4),
    _kernel("conv2d_s16_columns", I16, 8),
)
