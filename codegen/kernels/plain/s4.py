"""Bindings of int4 weights with int8 activations: weights stay packed in flash, two per byte."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    I8,
    INT32_MAX,
    const,
    factor_arrays,
    operand,
    output,
    quant,
    quantized,
)
from edgec.codegen.kernels.grids import int4
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.conv import DEPTHWISE, GENERAL, POINTWISE, conv_macs, work_general
from edgec.codegen.kernels.plain.linear import DENSE, dense_sizes
from edgec.codegen.kernels.plain.params import Conv2dS4, Conv2dS8, DenseS4
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

UNROLLED_PAIRS = 16  # of an inner product that the compiler writes out


def pack(weights: Array) -> Array:
    """Filters [O, ...] of values -8..7 as uint8 [O, ceil(n / 2)]: the first of a pair in the low half."""
    flat = weights.reshape(weights.shape[0], -1).astype(np.int8).view(np.uint8) & 15
    flat = np.pad(flat, ((0, 0), (0, flat.shape[1] % 2)))
    return np.asarray(flat[:, 0::2] | flat[:, 1::2] << 4)


def _layer(view: NodeView, clamp: Clamp) -> tuple[tuple[Arg, ...], tuple[int, int, int]] | Misfit:
    """Packed weights, folded bias, multipliers and shifts; and the output's zero point and limits."""
    w, b = view.x(1), view.x(2)
    if w.dtype is not DType.I4:
        return Misfit("the weights are not int4", yields=True)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if w.data is None or b.data is None or w.quant is None or any(w.quant.zero_point):
        return Misfit("int4 weights must be constants with zero points of 0")
    x, y = quant(view.x(0)), quant(view.y)
    taps = w.data.reshape(w.shape[0], -1).astype(np.int64)
    bias: Array = b.data.astype(np.int64) - x.z * taps.sum(axis=1)
    worst = np.abs(bias) + 128 * np.abs(taps).sum(axis=1)
    if worst.max(initial=0) > INT32_MAX:
        return Misfit("the accumulator of an output channel does not fit int32", "scale its weights or bias down")
    lo, hi = clamp_limits(clamp, y, view.y.dtype)
    factors = output_multipliers(x, w.quant, y, w.shape[0])
    args = (const("weights", "uint8_t", pack(w.data)), const("bias", "int32_t", bias.astype(np.int32)))
    return (*args, *factor_arrays(factors)), (y.z, lo, hi)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = _layer(view, a.clamp)
    if isinstance(layer, Misfit):
        return layer
    consts, limits = layer
    params = Conv2dS4(Conv2dS8(conv_geometry(view), a.groups, quant(view.x(0)).z, *limits))
    args = (operand(view, 0), *consts, output(view), Scratch("int8_t", 1))
    taps = prod(view.x(1).shape[1:])
    why = "one filter at a time is unpacked and applied to all positions"
    return (Call("edgec_conv2d_s4_plain", "edgec_conv2d_s4.h", params, args, taps, conv_macs(view), why=why),)


def _bind_dense(view: NodeView) -> Bound:
    layer = _layer(view, view.attrs(DenseAttrs).clamp)
    if isinstance(layer, Misfit):
        return layer
    consts, limits = layer
    params = DenseS4(*dense_sizes(view), *limits)
    args = (operand(view, 0), *consts, output(view))
    macs = view.x(0).size * view.x(1).shape[0]
    why = "fully connected, weights unpacked as they are used"
    return (Call("edgec_dense_s4_plain", "edgec_conv2d_s4.h", params, args, macs=macs, why=why),)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Count the work of a convolution whose window is found for every output, and the unpacking of each weight."""
    return (*_GENERAL(view, call), ("weight", view.x(1).size))


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Pairs of products."""
    outputs, (rows, n, _) = view.y.size, dense_sizes(view)
    kind = "flat" if n // 2 <= UNROLLED_PAIRS else "pair"
    return ("row", rows), ("output", outputs), (kind, outputs * (n // 2)), ("odd", outputs * (n % 2))


_GENERAL = work_general(outside=True)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s4", "Conv", I8, _bind_conv, _work_conv, grid=int4((*POINTWISE, *DEPTHWISE, *GENERAL))),
    Kernel(LIBRARY, "dense_s4", "Dense", I8, _bind_dense, _work_dense, grid=int4(DENSE)),
)
