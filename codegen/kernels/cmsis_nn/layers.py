"""Layers with weights in CMSIS-NN: convolutions, depthwise ones, fully connected ones, int8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.cmsis_nn.scratch import conv_scratch, depthwise_scratch
from edgec.codegen.kernels.common import I8, Fields, const, operand, output, quant, quantized
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.plain.conv import (
    DEPTHWISE,
    GENERAL,
    POINTWISE,
    conv_fields,
    conv_macs,
    folded_bias,
    is_depthwise,
    taps_first,
    weights_of,
)
from edgec.codegen.kernels.plain.linear import DENSE
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Params, Scratch
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.ir import Array, Clamp
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

HEADER = "edgec_layers_s8_cmsis_nn.h"
SUM_LIMIT = 2**30  # of sums: with Helium their double must fit int32
SIZE_LIMIT = 2**16  # of images, windows and channels, which CMSIS-NN counts in 16 bits
BLOCK = 4  # channels that Helium reads at once, behind the last one too


@dataclass(frozen=True)
class Factors:
    """What every layer has: biases, multipliers (factors * 2**31), shifts, limits."""

    args: tuple[Arg, ...]
    fields: Fields


def factors_of(view: NodeView, clamp: Clamp, folded: bool, padded: bool) -> Factors | Misfit:
    """The requantization of a layer as CMSIS-NN takes it, or why it would not give the same bytes.

    ``folded``: biases hold the input's zero point; ``padded``: arrays end at a multiple of four channels.
    """
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    bias = folded_bias(view)
    if isinstance(bias, Misfit):
        return bias
    x, w, y = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    data, raw = view.x(1).data, view.x(2).data
    assert data is not None and raw is not None
    taps = np.abs(data.reshape(data.shape[0], -1).astype(np.int64)).sum(axis=1)
    if (np.abs(bias.astype(np.int64)) + 128 * taps).max(initial=0) >= SUM_LIMIT:
        return Misfit("a sum may reach 2**30, whose double CMSIS-NN does not hold")
    found = output_multipliers(x, w, y, data.shape[0])
    if not w.q31 or any(f.m and f.shift < 31 for f in found):
        return Misfit("a factor is 1 or more, or no multiple of 2**-31: CMSIS-NN may round it twice")
    multipliers = np.array([f.m >> (f.shift - 31) if f.m else 0 for f in found], np.int32)
    shifts = np.zeros(len(found), np.int32)
    lo, hi = clamp_limits(clamp, y, view.y.dtype)
    arrays = [
        ("bias", bias if folded else raw.astype(np.int32)), ("multiplier", multipliers), ("shift", shifts),
    ]  # fmt: skip
    args = tuple(const(role, "int32_t", _padded(values) if padded else values) for role, values in arrays)
    return Factors(args, (("in_zero", x.z), ("out_zero", y.z), ("lo", lo), ("hi", hi)))


def _padded(values: Array) -> Array:
    return np.pad(values, (0, -values.size % BLOCK))


def _too_large(view: NodeView) -> bool:
    return max(*view.x(0).shape[1:], *view.x(1).shape, *view.y.shape[1:]) >= SIZE_LIMIT


def _one_row(view: NodeView) -> Misfit | None:
    """Why Helium's function for images of one row would not do: it wants padding that is even, or one more behind."""
    a = view.attrs(ConvAttrs)
    width, taps = view.x(0).shape[2], view.x(1).shape[2]
    needed = (view.y.shape[2] - 1) * a.strides[1] + taps - width
    if needed < 0 or needed not in (2 * a.pads[1], 2 * a.pads[1] + 1) or a.pads[1] >= taps:
        return Misfit("an image of one row is padded otherwise than CMSIS-NN does it with Helium")
    return None


def _bind_conv(view: NodeView, helium: bool) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups > 1 and is_depthwise(view):
        return Misfit("the layer is depthwise")
    if _too_large(view):
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    if helium and view.x(0).shape[1] == 1 == view.x(1).shape[1] and view.x(1).shape[2] > 1:
        misfit = _one_row(view)
        if misfit is not None:
            return misfit
    found = factors_of(view, a.clamp, folded=False, padded=helium)
    if isinstance(found, Misfit):
        return found
    scratch = conv_scratch(view, helium)
    fields = (*conv_fields(view), ("filter_c", view.x(1).shape[3]), *found.fields)
    args = (operand(view, 0), weights_of(view, "int8_t"), *found.args, output(view))
    return _call(view, "edgec_conv2d_s8_cmsis_nn", "edgec_conv2d_s8_1x1_cmsis_nn", fields, args, scratch)


def _bind_depthwise(view: NodeView, helium: bool) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups == 1 or not is_depthwise(view):
        return Misfit("the layer is not depthwise")
    if _too_large(view):
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    found = factors_of(view, a.clamp, folded=False, padded=helium)
    if isinstance(found, Misfit):
        return found
    scratch = depthwise_scratch(view, helium)
    fields = (*conv_fields(view), ("filter_c", view.x(1).shape[0] // view.x(0).shape[3]), *found.fields)
    args = (operand(view, 0), taps_first(view, "int8_t"), *found.args, output(view))
    return _call(view, "edgec_dwconv2d_s8_cmsis_nn", "edgec_dwconv2d_s8_alone_cmsis_nn", fields, args, scratch)


def _call(view: NodeView, symbol: str, alone: str, fields: Fields, args: tuple[Arg, ...], scratch: int) -> Bound:
    """The call; ``alone`` is the function that takes no scratch."""
    params = Params("edgec_layer_s8_cmsis_nn_params", fields)
    if scratch:
        args = (*args, Scratch())
    arm = "arm_depthwise_conv_wrapper_s8" if "dwconv" in symbol else "arm_convolve_wrapper_s8"
    name = symbol if scratch else alone
    return (Call(name, HEADER, params, args, scratch, macs=conv_macs(view), why=f"CMSIS-NN's {arm}"),)


def _bind_dense(view: NodeView, helium: bool) -> Bound:
    if max(*view.x(0).shape, *view.x(1).shape) >= SIZE_LIMIT:
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    found = factors_of(view, view.attrs(DenseAttrs).clamp, folded=helium, padded=helium)
    if isinstance(found, Misfit):
        return found
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    params = Params(
        "edgec_dense_s8_cmsis_nn_params", (("rows", rows), ("taps", taps), ("outputs", outputs), *found.fields)
    )
    args = (operand(view, 0), weights_of(view, "int8_t"), *found.args, output(view))
    why = "CMSIS-NN's arm_fully_connected_per_channel_s8"
    return (Call("edgec_dense_s8_cmsis_nn", HEADER, params, args, macs=rows * taps * outputs, why=why),)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Windows that are copied, and inner products."""
    taps = view.x(1).size // view.x(1).shape[0]
    positions, copied = view.y.size // view.y.shape[3], call.scratch_bytes > 0
    kind = "" if copied else "_1x1"
    return (
        ("call", 1),
        ("position", positions),
        ("copied", positions * taps if copied else 0),
        (f"output{kind}", view.y.size),
        (f"mac{kind}", view.y.size * taps),
    )


def _work_depthwise(view: NodeView, call: Call) -> Counts:
    """Taps, by the function that CMSIS-NN takes."""
    w, channels = windows(call), view.y.shape[3]
    kind = "3x3" if not call.scratch_bytes and w.taps == (3, 3) else "any" if call.scratch_bytes else "slow"
    return (
        ("call", 1),
        (f"position_{kind}", w.positions),
        (f"output_{kind}", view.y.size),
        (f"tap_{kind}", w.cells * channels),
    )


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Inner products."""
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    return (("call", 1), ("output", rows * outputs), ("mac", rows * outputs * taps))


def _kernels(library: Library, helium: bool) -> tuple[Kernel, ...]:
    def bound(bind: Callable[[NodeView, bool], Bound]) -> Callable[[NodeView], Bound]:
        return lambda view: bind(view, helium)

    return (
        Kernel(library, "conv2d_s8", "Conv", I8, bound(_bind_conv), _work_conv, grid=(*POINTWISE, *GENERAL)),
        Kernel(library, "dwconv2d_s8", "Conv", I8, bound(_bind_depthwise), _work_depthwise, grid=DEPTHWISE),
        Kernel(library, "dense_s8", "Dense", I8, bound(_bind_dense), _work_dense, grid=DENSE),
    )


KERNELS = (*_kernels(LIBRARY, False), *_kernels(HELIUM, True))
