"""Layers with weights in CMSIS-NN: convolutions, depthwise ones, fully connected ones, int8."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.cmsis_nn.factors import as_stored, reaches
from edgec.codegen.kernels.cmsis_nn.params import DenseS8CmsisNn, LayerS8
from edgec.codegen.kernels.cmsis_nn.scratch import conv_scratch, depthwise_scratch, is_one_row
from edgec.codegen.kernels.common import I8, const, operand, output, quant, quantized
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import Grid, conv, depthwise
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.plain.conv import (
    DEPTHWISE,
    GENERAL,
    POINTWISE,
    conv_macs,
    is_depthwise,
    taps_first,
    weights_of,
)
from edgec.codegen.kernels.plain.linear import DENSE
from edgec.codegen.kernels.shared.geometry import conv_geometry
from edgec.codegen.kernels.shared.layer import folded_bias
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import clamp_limits
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Clamp, DType
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, output_multipliers

HEADER = "edgec_layers_s8_cmsis_nn.h"
SIZE_LIMIT = 2**16  # of images, windows and channels, which CMSIS-NN counts in 16 bits
HELIUM_BIAS_BLOCK = 4  # channels that Helium reads at once, behind the last one too


@dataclass(frozen=True)
class Factors:
    """Constants of every layer: biases, multipliers (factors * 2**31), shifts; ``ends``: zero points and limits."""

    args: tuple[Arg, ...]
    ends: tuple[int, int, int, int]


def factors_of(view: NodeView, clamp: Clamp, folded: bool, padded: bool) -> Factors | Misfit:
    """The requantization of a layer as CMSIS-NN takes it, or why it would not give the same bytes.

    Factors below 1 have a shift of 0; larger ones shift the sum to the left before: all are rounded once.
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
    scaled = output_multipliers(x, w, y, data.shape[0])
    for most, factor in zip(np.abs(bias.astype(np.int64)) + 128 * taps, scaled, strict=True):
        misfit = reaches(int(most), factor, w.q31)
        if misfit is not None:
            return misfit
    multipliers, shifts = np.array([as_stored(f) for f in scaled], np.int32).reshape(-1, 2).T
    lo, hi = clamp_limits(clamp, y, view.y.dtype)
    arrays = [
        ("bias", bias if folded else raw.astype(np.int32)), ("multiplier", multipliers), ("shift", shifts),
    ]  # fmt: skip
    args = tuple(const(role, "int32_t", _padded(values) if padded else values) for role, values in arrays)
    return Factors(args, (x.z, y.z, lo, hi))


def _padded(values: Array) -> Array:
    return np.pad(values, (0, -values.size % HELIUM_BIAS_BLOCK))


def _packed(view: NodeView, helium: bool) -> Misfit | None:
    """Return the reason to leave a layer with int4 weights to other kernels; None when there is none."""
    if view.x(1).dtype is not DType.I4:
        return None
    if helium:
        return Misfit(
            "built with single rounding, CMSIS-NN's Helium functions round some outputs of int4 layers otherwise"
        )
    return Misfit("the weights are int4", yields=True)


def too_large(view: NodeView) -> bool:
    """Return whether CMSIS-NN cannot count a size."""
    return max(*view.x(0).shape[1:], *view.x(1).shape, *view.y.shape[1:]) >= SIZE_LIMIT


def _one_row(view: NodeView) -> Misfit | None:
    """Return why Helium's function for images of one row is unsuitable; None when it is suitable.

    It pads both ends alike, or the end once more, and where windows step further takes the last ones from beside it.
    """
    a = view.attrs(ConvAttrs)
    width, taps = view.x(0).shape[2], view.x(1).shape[2]
    if not is_one_row(view) or taps == 1:
        return None
    needed = (view.y.shape[2] - 1) * a.strides[1] + taps - width
    alike = needed in (2 * a.pads[1], 2 * a.pads[1] + 1) and a.pads[1] < taps
    if not alike or (needed > 0 and a.strides[1] > 1):
        return Misfit("an image of one row is padded otherwise than CMSIS-NN does it with Helium")
    return None


def _bind_conv(view: NodeView, helium: bool) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups > 1 and is_depthwise(view):
        return Misfit("the layer is depthwise", yields=True)
    if too_large(view):
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    misfit = _packed(view, helium) or (_one_row(view) if helium else None)
    factors = misfit or factors_of(view, a.clamp, folded=False, padded=helium)
    if isinstance(factors, Misfit):
        return factors
    scratch = conv_scratch(view, helium)
    params = LayerS8(conv_geometry(view), view.x(1).shape[3], *factors.ends)
    args = (operand(view, 0), weights_of(view, "int8_t"), *factors.args, output(view))
    call = _call(view, "edgec_conv2d_s8_cmsis_nn", "edgec_conv2d_s8_1x1_cmsis_nn", params, args, scratch)
    return (replace(call, why="CMSIS-NN's arm_convolve_wrapper_s8"),)


def _bind_depthwise(view: NodeView, helium: bool) -> Bound:
    a = view.attrs(ConvAttrs)
    if a.groups == 1 or not is_depthwise(view):
        return Misfit("the layer is not depthwise", yields=True)
    if too_large(view):
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    factors = _packed(view, helium) or factors_of(view, a.clamp, folded=False, padded=helium)
    if isinstance(factors, Misfit):
        return factors
    scratch = depthwise_scratch(view, helium)
    params = LayerS8(conv_geometry(view), view.x(1).shape[0] // view.x(0).shape[3], *factors.ends)
    args = (operand(view, 0), taps_first(view, "int8_t"), *factors.args, output(view))
    call = _call(view, "edgec_dwconv2d_s8_cmsis_nn", "edgec_dwconv2d_s8_alone_cmsis_nn", params, args, scratch)
    return (replace(call, why="CMSIS-NN's arm_depthwise_conv_wrapper_s8"),)


def _call(view: NodeView, symbol: str, alone: str, params: LayerS8, args: tuple[Arg, ...], scratch: int) -> Call:
    """The call; ``alone`` is the function that takes no scratch."""
    if scratch:
        args = (*args, Scratch())
    return Call(symbol if scratch else alone, HEADER, params, args, scratch, macs=conv_macs(view))


def _bind_dense(view: NodeView, helium: bool) -> Bound:
    if max(*view.x(0).shape, *view.x(1).shape) >= SIZE_LIMIT:
        return Misfit("CMSIS-NN counts sizes in 16 bits")
    factors = _packed(view, helium) or factors_of(view, view.attrs(DenseAttrs).clamp, folded=helium, padded=helium)
    if isinstance(factors, Misfit):
        return factors
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    params = DenseS8CmsisNn(rows, taps, outputs, *factors.ends)
    args = (operand(view, 0), weights_of(view, "int8_t"), *factors.args, output(view))
    why = "CMSIS-NN's arm_fully_connected_per_channel_s8"
    return (Call("edgec_dense_s8_cmsis_nn", HEADER, params, args, macs=rows * taps * outputs, why=why),)


def _work_conv(view: NodeView, call: Call) -> Counts:
    """Windows that are copied cell by cell, and inner products: fours of taps for two positions, sixteens for four."""
    filters, kh, kw, channels = view.x(1).shape
    taps, groups = kh * kw * channels, view.x(0).shape[3] // channels
    positions, copied = view.y.size // filters, call.scratch_bytes > 0
    kind = "_groups" if groups > 1 else "_1x1" if not copied else "_row" if is_one_row(view) else ""
    run = view.y.shape[2] if not copied and view.attrs(ConvAttrs).strides != (1, 1) else positions
    blocks = positions // run * (run // 4)
    single = (positions - 4 * blocks) * filters
    return (
        ("call", 1),
        (f"position{kind}", positions * groups),
        *(_copied(view, call, kind, groups) if copied else ()),
        (f"output{kind}", view.y.size),
        (f"four{kind}", -(-positions // 2) * filters * (taps // 4)),
        (f"one{kind}", -(-positions // 2) * filters * (taps % 4)),
        (f"block{kind}", blocks * filters),
        (f"sixteen{kind}", blocks * filters * -(-taps // 16)),
        (f"single{kind}", single),
        (f"single_sixteen{kind}", single * -(-taps // 16)),
    )


def _copied(view: NodeView, call: Call, kind: str, groups: int) -> Counts:
    """The cells of all windows, and of a last one that has no second beside it."""
    filters, kh, kw, channels = view.x(1).shape
    w = windows(call)
    inside, every = w.cells * groups, w.positions * kh * kw * groups
    return (
        (f"cell{kind}", inside),
        (f"outside{kind}", every - inside),
        (f"copied{kind}", every * channels),
        (f"copied_sixteen{kind}", every * -(-channels // 16)),
        ("last", w.positions % 2 * filters * kh * kw * channels),
    )


def _work_depthwise(view: NodeView, call: Call) -> Counts:
    """Taps, by the function that CMSIS-NN takes."""
    w, channels, kind = windows(call), view.y.shape[3], _depthwise_kind(view, call)
    whole, lines = w.positions * w.taps[0] * w.taps[1] * channels, w.positions * w.taps[0]
    return (
        (f"call_{kind}", 1),
        (f"position_{kind}", w.positions),
        (f"line_{kind}", lines),
        (f"output_{kind}", view.y.size),
        (f"tap_{kind}", w.cells * channels),
        (f"outside_{kind}", whole - w.cells * channels),
    )


def _depthwise_kind(view: NodeView, call: Call) -> str:
    """Return the term of the function of CMSIS-NN that computes a depthwise layer."""
    many = view.x(1).shape[0] // view.x(0).shape[3]
    if call.scratch_bytes:
        return "opt"
    if many == 1 == view.x(0).shape[0] and view.attrs(ConvAttrs).dilations == (1, 1):
        return "3x3"
    return "four" if many % 4 == 0 else "any"


def _work_dense(view: NodeView, call: Call) -> Counts:
    """Inner products."""
    (rows, taps), outputs = view.x(0).shape, view.x(1).shape[0]
    fours, ones, steps = rows * (outputs // 4), rows * (outputs % 4), -(-taps // 16)
    return (
        ("call", 1),
        ("row", rows),
        ("output", rows * outputs),
        ("mac", rows * outputs * taps),
        ("four", fours),
        ("four_sixteen", fours * steps),
        ("one", ones),
        ("one_sixteen", ones * steps),
    )


ONE_ROW: Grid = (
    conv((1, 1, 60, 12), 9, (1, 5)),
    conv((1, 1, 34, 8), 16, (1, 4), (1, 2), valid=True),
    conv((2, 1, 20, 4), 5, (1, 4)),
)
CONVOLUTIONS: Grid = (*POINTWISE, *GENERAL, *(g for g in DEPTHWISE if g.shapes[0][3] == 1), *ONE_ROW)
CHANNELS: Grid = (
    *(g for g in DEPTHWISE if g.shapes[0][3] > 1),
    depthwise((1, 8, 8, 160)),
    depthwise((1, 6, 6, 130), (5, 5)),
)


def _kernels(library: Library, helium: bool) -> tuple[Kernel, ...]:
    def bound(bind: Callable[[NodeView, bool], Bound]) -> Callable[[NodeView], Bound]:
        return lambda view: bind(view, helium)

    return (
        Kernel(library, "conv2d_s8", "Conv", I8, bound(_bind_conv), _work_conv, grid=CONVOLUTIONS),
        Kernel(library, "dwconv2d_s8", "Conv", I8, bound(_bind_depthwise), _work_depthwise, grid=CHANNELS),
        Kernel(library, "dense_s8", "Dense", I8, bound(_bind_dense), _work_dense, grid=DENSE),
    )


KERNELS = (*_kernels(LIBRARY, False), *_kernels(HELIUM, True))
