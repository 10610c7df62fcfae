"""Bindings of Conv, Dense and MatMul."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    F32,
    I8,
    INT32_MAX,
    Fields,
    align,
    broadcast_strides,
    const,
    factor_arrays,
    merge,
    operand,
    output,
    quant,
    quantized,
    too_many_loops,
    window,
)
from edgec.codegen.kernels.spec import Arg, Bound, Call, Input, Kernel, Misfit, NodeView, Params, Window
from edgec.converter.fixed_point import clamp_limits, multiplier
from edgec.converter.ir import Array, DType, Tensor
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

BATCH_LOOPS = 4


def geometry(
    x: Tensor,
    y: Tensor,
    kernel: tuple[int, ...],
    strides: tuple[int, ...],
    pads: tuple[int, ...],
    dilations: tuple[int, ...],
) -> Fields:
    """The members of ``edgec_geometry``."""
    return (
        ("geo.batch", x.shape[0]),
        ("geo.in_h", x.shape[1]),
        ("geo.in_w", x.shape[2]),
        ("geo.in_c", x.shape[3]),
        ("geo.out_h", y.shape[1]),
        ("geo.out_w", y.shape[2]),
        ("geo.out_c", y.shape[3]),
        ("geo.kernel_h", kernel[0]),
        ("geo.kernel_w", kernel[1]),
        ("geo.stride_h", strides[0]),
        ("geo.stride_w", strides[1]),
        ("geo.pad_top", pads[0]),
        ("geo.pad_left", pads[1]),
        ("geo.dilation_h", dilations[0]),
        ("geo.dilation_w", dilations[1]),
    )


def folded_bias(view: NodeView) -> Array | Misfit:
    """The bias with the input's zero point folded in: int32 [O]; proves that no accumulator leaves int32.

    A padded cell counts as the zero point, so every partial sum is bounded by |bias - Z * sum(w)| + 128 * sum(|w|).
    """
    w, b = view.x(1), view.x(2)
    if w.data is None or b.data is None:
        return Misfit("the weights of an int8 layer must be constants", "convert the model to float32")
    if w.dtype is not DType.I8 or w.quant is None or any(w.quant.zero_point):
        return Misfit("the weights of an int8 layer must be int8 with zero points of 0", "quantize them symmetrically")
    if w.quant.axis not in (None, 0):
        return Misfit(f"the weights are quantized along axis {w.quant.axis}, axis 0 is needed")
    taps = w.data.reshape(w.shape[0], -1).astype(np.int64)
    bias: Array = b.data.astype(np.int64) - quant(view.x(0)).z * taps.sum(axis=1)
    worst = np.abs(bias) + 128 * np.abs(taps).sum(axis=1)
    if worst.max(initial=0) > INT32_MAX:
        o = int(worst.argmax())
        return Misfit(
            f"the accumulator of output channel {o} may reach {int(worst[o])}, which int32 does not hold",
            "scale that channel's weights or bias down, or keep the layer in float32",
        )
    folded: Array = bias.astype(np.int32)
    return folded


def _int_layer(view: NodeView, clamp_of: ConvAttrs | DenseAttrs) -> tuple[tuple[Arg, ...], Fields] | Misfit:
    """Bias, multipliers and shifts, and the members every int8 layer has; or why it is none."""
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    bias = folded_bias(view)
    if isinstance(bias, Misfit):
        return bias
    x, w, y = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(clamp_of.clamp, y, view.y.dtype)
    factors = output_multipliers(x, w, y, view.x(1).shape[0])
    consts = (const("bias", "int32_t", bias), *factor_arrays(factors))
    return consts, (("out_zero", y.z), ("lo", lo), ("hi", hi))


def _conv_fields(view: NodeView) -> Fields:
    a = view.attrs(ConvAttrs)
    _, kh, kw, _ = view.x(1).shape
    return geometry(view.x(0), view.y, (kh, kw), a.strides, a.pads, a.dilations)


def conv_window(view: NodeView, tile: int = 1, buffered: bool = False) -> Window:
    """In which order a convolution reads and writes."""
    a = view.attrs(ConvAttrs)
    return window(view, view.x(1).shape[1:3], a.strides, a.pads, a.dilations, tile, buffered)


def _dense_window(view: NodeView) -> Window:
    """Rows of a dense layer are computed one after the other."""
    x, y = view.x(0), view.y
    (rows, columns), size, one = x.shape, x.dtype.bytes, (1, 1)
    return Window(1, (rows, 1), (rows, 1), one, one, (0, 0), one, columns * size, y.shape[1] * size)


def _conv_macs(view: NodeView) -> int:
    return view.y.size * prod(view.x(1).shape[1:])


def _is_pointwise(view: NodeView) -> bool:
    a = view.attrs(ConvAttrs)
    return view.x(1).shape[1:3] == (1, 1) and a.groups == 1 and not any(a.pads)


def _is_depthwise(view: NodeView) -> bool:
    a = view.attrs(ConvAttrs)
    return view.x(1).shape[3] == 1 and a.groups == view.x(0).shape[3] and view.x(1).data is not None


def _taps_first(view: NodeView, ctype: str) -> Arg:
    """Depthwise weights [O, kh, kw, 1] as [kh, kw, O]."""
    data = view.x(1).data
    assert data is not None
    return const("weights", ctype, data[..., 0].transpose(1, 2, 0))


def _weights(view: NodeView, ctype: str) -> Arg:
    data = view.x(1).data
    return Input(1, ctype) if data is None else const("weights", ctype, data)


def _bind_conv_int(view: NodeView, symbol: str, header: str, depthwise: bool, why: str) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = _int_layer(view, a)
    if isinstance(layer, Misfit):
        return layer
    consts, fields = layer
    groups: Fields = () if depthwise else (("groups", a.groups),)
    params = Params(
        "edgec_dwconv2d_s8_params" if depthwise else "edgec_conv2d_s8_params",
        (*_conv_fields(view), *groups, ("in_zero", quant(view.x(0)).z), *fields),
    )
    weights = _taps_first(view, "int8_t") if depthwise else _weights(view, "int8_t")
    args = (operand(view, 0), weights, *consts, output(view))
    return (Call(symbol, header, params, args, macs=_conv_macs(view), window=conv_window(view), why=why),)


def _bind_conv_float(view: NodeView, symbol: str, header: str, depthwise: bool, why: str) -> Bound:
    a = view.attrs(ConvAttrs)
    groups: Fields = () if depthwise else (("groups", a.groups),)
    params = Params(
        "edgec_dwconv2d_f32_params" if depthwise else "edgec_conv2d_f32_params",
        (*_conv_fields(view), *groups, ("lo", a.clamp.lo), ("hi", a.clamp.hi)),
    )
    weights = _taps_first(view, "float") if depthwise else _weights(view, "float")
    args = (operand(view, 0), weights, operand(view, 2), output(view))
    return (Call(symbol, header, params, args, macs=_conv_macs(view), window=conv_window(view), why=why),)


def _bind_pointwise_int(view: NodeView) -> Bound:
    if not _is_pointwise(view):
        return Misfit("the layer is not a 1x1 convolution without padding")
    why = "1x1 without padding: one dense layer per position"
    return _bind_conv_int(view, "edgec_conv2d_s8_1x1__ref", "edgec_conv2d_s8.h", False, why)


def _bind_depthwise_int(view: NodeView) -> Bound:
    if not _is_depthwise(view):
        return Misfit("the layer is not depthwise")
    why = "every filter reads one channel: sums of four channels at a time"
    return _bind_conv_int(view, "edgec_dwconv2d_s8__ref", "edgec_dwconv2d_s8.h", True, why)


def _bind_general_int(view: NodeView) -> Bound:
    return _bind_conv_int(view, "edgec_conv2d_s8__ref", "edgec_conv2d_s8.h", False, "any convolution")


def _bind_pointwise_float(view: NodeView) -> Bound:
    if not _is_pointwise(view):
        return Misfit("the layer is not a 1x1 convolution without padding")
    why = "1x1 without padding: one dense layer per position"
    return _bind_conv_float(view, "edgec_conv2d_f32_1x1__ref", "edgec_conv2d_f32.h", False, why)


def _bind_depthwise_float(view: NodeView) -> Bound:
    if not _is_depthwise(view):
        return Misfit("the layer is not depthwise with constant weights")
    why = "every filter reads one channel: sums of four channels at a time"
    return _bind_conv_float(view, "edgec_dwconv2d_f32__ref", "edgec_dwconv2d_f32.h", True, why)


def _bind_general_float(view: NodeView) -> Bound:
    return _bind_conv_float(view, "edgec_conv2d_f32__ref", "edgec_conv2d_f32.h", False, "any convolution")


def _dense_fields(view: NodeView) -> Fields:
    (rows, in_c), (out_c, _) = view.x(0).shape, view.x(1).shape
    return (("rows", rows), ("in_c", in_c), ("out_c", out_c))


def _bind_dense_int(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    layer = _int_layer(view, a)
    if isinstance(layer, Misfit):
        return layer
    consts, fields = layer
    params = Params("edgec_dense_s8_params", (*_dense_fields(view), *fields))
    args = (operand(view, 0), _weights(view, "int8_t"), *consts, output(view))
    macs = view.x(0).size * view.x(1).shape[0]
    symbol = "edgec_dense_s8__ref"
    where = _dense_window(view)
    return (Call(symbol, "edgec_dense_s8.h", params, args, macs=macs, window=where, why="fully connected"),)


def _bind_dense_float(view: NodeView) -> Bound:
    a = view.attrs(DenseAttrs)
    params = Params("edgec_dense_f32_params", (*_dense_fields(view), ("lo", a.clamp.lo), ("hi", a.clamp.hi)))
    args = (operand(view, 0), _weights(view, "float"), operand(view, 2), output(view))
    macs = view.x(0).size * view.x(1).shape[0]
    symbol = "edgec_dense_f32__ref"
    where = _dense_window(view)
    return (Call(symbol, "edgec_dense_f32.h", params, args, macs=macs, window=where, why="fully connected"),)


def _matmul_fields(view: NodeView) -> Fields | Misfit:
    """Batch loops and sizes of a matrix product."""
    a, b, y = view.x(0), view.x(1), view.y
    (m, k), n = a.shape[-2:], b.shape[-1]
    batch = y.shape[:-2]
    a_steps = [s * m * k for s in broadcast_strides(a.shape[:-2], batch)]
    b_steps = [s * k * n for s in broadcast_strides(b.shape[:-2], batch)]
    dims, a_steps_merged, b_steps_merged = merge(batch, a_steps, b_steps)
    if len(dims) > BATCH_LOOPS:
        return too_many_loops(len(dims), BATCH_LOOPS)
    return (
        ("batch", align(dims, BATCH_LOOPS, 1)),
        ("a_stride", align(a_steps_merged, BATCH_LOOPS, 0)),
        ("b_stride", align(b_steps_merged, BATCH_LOOPS, 0)),
        ("m", m),
        ("k", k),
        ("n", n),
    )


def _matmul_call(view: NodeView, symbol: str, header: str, params: Params) -> Bound:
    args = (operand(view, 0), operand(view, 1), output(view))
    macs = view.y.size * view.x(0).shape[-1]
    return (Call(symbol, header, params, args, macs=macs, why="matrix product"),)


def _bind_matmul_float(view: NodeView) -> Bound:
    fields = _matmul_fields(view)
    if isinstance(fields, Misfit):
        return fields
    params = Params("edgec_matmul_f32_params", fields)
    return _matmul_call(view, "edgec_matmul_f32__ref", "edgec_dense_f32.h", params)


def _bind_matmul_int(view: NodeView) -> Bound:
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    fields, k = _matmul_fields(view), view.x(0).shape[-1]
    if isinstance(fields, Misfit):
        return fields
    if 255 * 255 * k > INT32_MAX:
        return Misfit(f"the sum of {k} products does not fit int32", "split the product")
    a, b, y = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = multiplier(a.s * b.s / y.s)
    tail = (("a_zero", a.z), ("b_zero", b.z), ("multiplier", factor.m), ("shift", factor.shift), ("out_zero", y.z))
    params = Params("edgec_matmul_s8_params", (*fields, *tail))
    return _matmul_call(view, "edgec_matmul_s8__ref", "edgec_matmul_s8.h", params)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_conv2d_s8_1x1__ref", "Conv", I8, _bind_pointwise_int),
    Kernel("edgec_dwconv2d_s8__ref", "Conv", I8, _bind_depthwise_int),
    Kernel("edgec_conv2d_s8__ref", "Conv", I8, _bind_general_int),
    Kernel("edgec_conv2d_f32_1x1__ref", "Conv", F32, _bind_pointwise_float),
    Kernel("edgec_dwconv2d_f32__ref", "Conv", F32, _bind_depthwise_float),
    Kernel("edgec_conv2d_f32__ref", "Conv", F32, _bind_general_float),
    Kernel("edgec_dense_s8__ref", "Dense", I8, _bind_dense_int),
    Kernel("edgec_dense_f32__ref", "Dense", F32, _bind_dense_float),
    Kernel("edgec_matmul_s8__ref", "MatMul", I8, _bind_matmul_int),
    Kernel("edgec_matmul_f32__ref", "MatMul", F32, _bind_matmul_float),
)
