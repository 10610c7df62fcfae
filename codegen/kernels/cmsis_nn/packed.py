"""Layers with int4 weights in CMSIS-NN: convolutions and fully connected ones.

Without Helium only: its functions for int4 round the last positions otherwise when they are built with single rounding.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.cmsis_nn import LIBRARY
from edgec.codegen.kernels.cmsis_nn.layers import Factors, factors_of, too_large
from edgec.codegen.kernels.cmsis_nn.params import DenseS4CmsisNn, LayerS8
from edgec.codegen.kernels.cmsis_nn.scratch import conv_s4_scratch
from edgec.codegen.kernels.common import I8, const, operand, output
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import Grid, conv, dense, int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import GENERAL, POINTWISE, conv_macs, is_depthwise
from edgec.codegen.kernels.plain.linear import DENSE
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Const, Misfit, NodeView, Scratch
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

HEADER = "edgec_layers_s4_cmsis_nn.h"
MORE: Grid = (
    conv((1, 7, 9, 5), 3), conv((1, 6, 6, 9), 7, stride=2), conv((3, 1, 1, 31), 6), conv((2, 7, 7, 6), 9, (3, 3)),
    conv((1, 5, 5, 3), 5, (3, 3)), conv((1, 1, 41, 8), 11, (1, 4)), conv((1, 1, 33, 7), 10, (1, 3)),
)  # fmt: skip


def pack(weights: Array) -> Array:
    """Values -8..7 as uint8, the first of a pair in the low half; a pair may be of two channels."""
    flat = weights.reshape(-1).astype(np.int8).view(np.uint8) & 15
    flat = np.pad(flat, (0, flat.size % 2))
    return np.asarray(flat[0::2] | flat[1::2] << 4)


def _layer(view: NodeView, clamp: Clamp) -> tuple[Arg, Factors] | Misfit:
    """Packed weights and the requantization; or why the layer is not one of CMSIS-NN."""
    weights = view.x(1)
    if weights.dtype is not DType.I4:
        return Misfit("the weights are not int4", yields=True)
    if weights.data is None:
        return Misfit("int4 weights must be constants")
    if too_large(view):
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    wide = replace(view, ins=(view.ins[0], replace(weights, dtype=DType.I8), *view.ins[2:]))
    factors = factors_of(wide, clamp, folded=False, padded=False)
    if isinstance(factors, Misfit):
        return factors
    return const("weights", "int8_t", pack(weights.data).view(np.int8)), factors


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = _layer(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    if a.groups > 1 and is_depthwise(view):
        return Misfit("CMSIS-NN's int4 depthwise functions are not called")
    if a.groups > 1:
        return Misfit("CMSIS-NN has no int4 convolutions in groups")
    weights, factors = layer
    scratch = conv_s4_scratch(view)
    params = LayerS8(conv_geometry(view), view.x(1).shape[3], *factors.ends)
    args: tuple[Arg, ...] = (operand(view, 0), weights, *factors.args, output(view))
    symbol = "edgec_conv2d_s4_cmsis_nn" if scratch else "edgec_conv2d_s4_1x1_cmsis_nn"
    args = (*args, Scratch()) if scratch else args
    return (Call(symbol, HEADER, params, args, scratch, conv_macs(view), why="CMSIS-NN's arm_convolve_wrapper_s4"),)


def _bind_dense(view: NodeView) -> Bound:
    """A layer of one factor; one with a factor for each channel is a 1x1 convolution of images of one position."""
    layer = _layer(view, view.attrs(DenseAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    weights, scaling = layer
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    bias, *factors = scaling.args
    same = [int(c.array.data[0]) for c in factors if isinstance(c, Const) and np.unique(c.array.data).size == 1]
    macs = rows * taps * outputs
    if len(same) == len(factors):
        equal = DenseS4CmsisNn(rows, taps, outputs, same[0], same[1], *scaling.ends)
        args: tuple[Arg, ...] = (operand(view, 0), weights, bias, output(view))
        why = "CMSIS-NN's arm_fully_connected_s4"
        return (Call("edgec_dense_s4_cmsis_nn", HEADER, equal, args, macs=macs, why=why),)
    params = LayerS8(_position(view), taps, *scaling.ends)
    args = (operand(view, 0), weights, *scaling.args, output(view))
    why = "CMSIS-NN's arm_convolve_wrapper_s4, for arm_fully_connected_s4 has one factor for all channels"
    return (Call("edgec_conv2d_s4_1x1_cmsis_nn", HEADER, params, args, macs=macs, why=why),)


def _position(view: NodeView) -> Geometry:
    """The geometry of a fully connected layer as images of one position."""
    (rows, taps), outputs, one = view.x(0).shape, view.x(1).shape[0], (1, 1)
    x, y = replace(view.x(0), shape=(rows, 1, 1, taps)), replace(view.y, shape=(rows, 1, 1, outputs))
    return Geometry.of(x, y, one, one, (0, 0), one)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Windows that are copied cell by cell, and inner products."""
    filters, kh, kw, channels = view.x(1).shape
    copied, positions = call.scratch_bytes > 0, view.y.size // filters
    if not copied:
        run = positions if view.attrs(ConvAttrs).strides == (1, 1) else view.y.shape[2]
        return _products("_1x1", positions // run, run, filters, channels)
    w = windows(call)
    return (
        *_products("", 1, positions, filters, kh * kw * channels),
        ("cell", w.cells),
        ("outside", positions * kh * kw - w.cells),
        ("copied", positions * kh * kw * channels),
    )


def _products(kind: str, runs: int, run: int, filters: int, taps: int) -> Counts:
    """Inner products for two positions of a run at a time, then for a single one."""
    pairs, singles = runs * (run // 2) * filters, runs * (run % 2) * filters
    counts = (
        ("call", 1), ("run", runs), ("pair", pairs), ("four", pairs * (taps // 4)), ("one", pairs * (taps % 4)),
        ("single", singles), ("single_four", singles * (taps // 4)), ("single_one", singles * (taps % 4)),
    )  # fmt: skip
    return tuple((f"{name}{kind}", times) for name, times in counts)


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Inner products of a row, or of the rows as positions."""
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    if not isinstance(call.params, DenseS4CmsisNn):
        return _products("", 1, rows, outputs, taps)
    each = rows * outputs
    return ("row", rows), ("output_row", each), ("four_row", each * (taps // 4)), ("one_row", each * (taps % 4))


CONVOLUTIONS: Grid = tuple(
    g for g in (*POINTWISE, *GENERAL, *MORE) if isinstance(g.attrs, ConvAttrs) and g.attrs.groups == 1
)
MORE_DENSE: Grid = (dense(1, 300, 1), dense(5, 70, 1), dense(1, 65, 50), dense(1, 67, 37), dense(9, 33, 22))
FULLY: Grid = tuple(replace(layer, one_scale=one) for one in (False, True) for layer in (*DENSE, *MORE_DENSE))
KERNELS = (
    Kernel(LIBRARY, "conv2d_s4", "Conv", I8, _bind_conv, _work_conv, grid=int4(CONVOLUTIONS)),
    Kernel(LIBRARY, "dense_s4", "Dense", I8, _bind_dense, _work_dense, grid=int4(FULLY)),
)
