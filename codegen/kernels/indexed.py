"""Bindings of operators that repeat, rank, accumulate, scatter and sample."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    ANY,
    F32,
    I8,
    INT32_MAX,
    Fields,
    broadcast_strides,
    const,
    operand,
    output,
    quant,
    quantized,
    strides,
)
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.s16 import I16, symmetric
from edgec.codegen.kernels.shape import copy_call, copy_fields
from edgec.codegen.kernels.spec import CTYPES, Bound, Call, Kernel, Misfit, NodeView, Output, Params
from edgec.codegen.kernels.typed import INTEGERS, not_plain, suffix
from edgec.converter.fixed_point import multiplier
from edgec.converter.ir import DType
from edgec.converter.ops.index import (
    ArgReduceAttrs,
    CumulateAttrs,
    ScatterAttrs,
    ScatterFn,
    TopKAttrs,
)
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.resample import GridMode, GridPadding, GridSampleAttrs, ResampleAttrs, RoiAlignAttrs

NUMBERS = INTEGERS | {DType.F32}
GRID_MODES = {
    GridMode.NEAREST: "EDGEC_GRID_NEAREST",
    GridMode.LINEAR: "EDGEC_GRID_LINEAR",
    GridMode.CUBIC: "EDGEC_GRID_CUBIC",
}
PADDINGS = {
    GridPadding.ZEROS: "EDGEC_PAD_ZEROS",
    GridPadding.BORDER: "EDGEC_PAD_BORDER",
    GridPadding.REFLECTION: "EDGEC_PAD_REFLECTION",
}


def _lanes(shape: tuple[int, ...], axis: int) -> Fields:
    """A tensor as [outer, n, inner] around an axis."""
    return (("outer", prod(shape[:axis])), ("n", shape[axis]), ("inner", prod(shape[axis + 1 :])))


def _bind_expand(view: NodeView) -> Bound:
    shape = view.y.shape
    fields = copy_fields(shape, broadcast_strides(view.x(0).shape, shape), strides(shape), 0, 0)
    return copy_call(view, fields, "a copy with steps of 0 along repeated axes")


def _bind_arg(view: NodeView) -> Bound:
    a = view.attrs(ArgReduceAttrs)
    fields = (*_lanes(view.x(0).shape, a.axis), ("smallest", int(a.smallest)), ("last", int(a.last)))
    args = (operand(view, 0), output(view))
    symbol = f"edgec_arg_{suffix(view.x(0).dtype)}__ref"
    return (Call(symbol, "edgec_rank.h", Params("edgec_arg_params", fields), args, why="one pass per group"),)


def _bind_topk(view: NodeView) -> Bound:
    a = view.attrs(TopKAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    fields = (*_lanes(view.x(0).shape, a.axis), ("k", a.k), ("smallest", int(not a.largest)))
    args = (operand(view, 0), Output(0, CTYPES[view.y.dtype]), Output(1, "int64_t"))
    symbol = f"edgec_topk_{suffix(view.x(0).dtype)}__ref"
    why = "insertion into the sorted list of the best"
    return (Call(symbol, "edgec_rank.h", Params("edgec_topk_params", fields), args, why=why),)


def _bind_cumulate(view: NodeView) -> Bound:
    a = view.attrs(CumulateAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    fields = (*_lanes(view.x(0).shape, a.axis), ("exclusive", int(a.exclusive)), ("reverse", int(a.reverse)))
    args = (operand(view, 0), output(view))
    symbol = f"edgec_cumulate_{a.fn.value}_{suffix(view.x(0).dtype)}__ref"
    return (Call(symbol, "edgec_cumulate.h", Params("edgec_cumulate_params", fields), args, why="one pass"),)


def _bind_scatter(view: NodeView) -> Bound:
    a = view.attrs(ScatterAttrs)
    misfit = not_plain(view)
    if misfit is not None:
        return misfit
    (rows, width), count, dtype = view.x(0).shape, view.x(1).size, view.x(0).dtype
    plain = a.fn is ScatterFn.NONE
    if not plain and dtype not in NUMBERS:
        return Misfit(f"{a.fn.value} of {dtype.value} values has no kernel", "cast them to float32")
    pointer = "void" if plain else CTYPES[dtype]
    fields = (("rows", rows), ("width", width * dtype.bytes if plain else width), ("count", count))
    args = (operand(view, 0, pointer), operand(view, 1), operand(view, 2, pointer), output(view, pointer))
    symbol = "edgec_scatter__ref" if plain else f"edgec_scatter_{a.fn.value}_{suffix(dtype)}__ref"
    shared = () if view.x(0).is_const else (0,)
    params = Params("edgec_scatter_params", fields)
    return (Call(symbol, "edgec_scatter.h", params, args, inplace=shared, why="a copy, then the updates in order"),)


def _resample_fields(view: NodeView) -> Fields:
    out, taps = view.x(1).shape
    return (*_lanes(view.x(0).shape, view.attrs(ResampleAttrs).axis), ("out", out), ("taps", taps))


def bind_resample_int(view: NodeView) -> Bound:
    """Sums of weighted cells that fit int32, rounded once."""
    x, weight = view.x(0), view.x(2)
    misfit = quantized(view) if x.dtype is DType.I8 else symmetric(view)
    if misfit is not None:
        return misfit
    assert weight.data is not None
    reach = 1 << (8 * x.dtype.bytes - (x.dtype is DType.I16))
    sums = np.abs(weight.data.astype(np.int64) - quant(weight).z).sum(axis=1)
    if reach * int(sums.max(initial=0)) > INT32_MAX:
        return Misfit("a sum of weighted cells does not fit int32", "resize in two steps or keep it in float32")
    factor = multiplier(quant(x).s * quant(weight).s / quant(view.y).s)
    scale: Fields = (("multiplier", factor.m), ("shift", factor.shift), ("out_zero", quant(view.y).z))
    fields = tuple((f"shape.{k}", v) for k, v in _resample_fields(view))
    params = Params("edgec_resample_int_params", (*fields, ("in_zero", quant(x).z), *scale))
    weights = const("weights", "int16_t", (weight.data.astype(np.int16) - quant(weight).z).astype(np.int16))
    taps = view.x(1).shape[1]
    symbol = f"edgec_resample_{'s8' if x.dtype is DType.I8 else 's16'}__ref"
    args = (operand(view, 0), operand(view, 1), weights, output(view))
    macs, why = view.y.size * taps, f"{taps} weighted cells per output"
    return (Call(symbol, "edgec_resample_int.h", params, args, macs=macs, why=why),)


def _bind_resample(view: NodeView) -> Bound:
    taps = view.x(1).shape[1]
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    params = Params("edgec_resample_params", _resample_fields(view))
    macs = view.y.size * taps
    why = f"{taps} weighted cells per output"
    return (Call("edgec_resample_f32__ref", "edgec_resample_f32.h", params, args, macs=macs, why=why),)


def _bind_indices(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    fields = geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations)
    params = Params("edgec_pool_indices_params", fields)
    symbol = f"edgec_pool_indices_{suffix(view.x(0).dtype)}__ref"
    return (Call(symbol, "edgec_pool_indices.h", params, (operand(view, 0), output(view)), why="first maximum"),)


def _bind_grid(view: NodeView) -> Bound:
    a = view.attrs(GridSampleAttrs)
    x, grid = view.x(0).shape, view.x(1).shape
    fields: Fields = (
        ("batch", x[0]),
        ("channels", x[1]),
        ("points", prod(grid[1:-1])),
        ("axes", grid[-1]),
        ("size", (1, *x[2:])[-3:]),
        ("mode", GRID_MODES[a.mode]),
        ("padding", PADDINGS[a.padding]),
        ("align_corners", int(a.align_corners)),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    params = Params("edgec_grid_params", fields)
    return (Call("edgec_grid_sample_f32__ref", "edgec_sample_f32.h", params, args, why=f"{a.mode.value} sampling"),)


def _bind_roi(view: NodeView) -> Bound:
    a = view.attrs(RoiAlignAttrs)
    batch, channels, height, width = view.x(0).shape
    fields: Fields = (
        ("batch", batch),
        ("channels", channels),
        ("height", height),
        ("width", width),
        ("regions", view.x(1).shape[0]),
        ("out_h", a.out[0]),
        ("out_w", a.out[1]),
        ("ratio", a.sampling_ratio),
        ("maximum", int(a.maximum)),
        ("half_pixel", int(a.half_pixel)),
        ("scale", a.spatial_scale),
    )
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    params = Params("edgec_roi_params", fields)
    return (Call("edgec_roi_align_f32__ref", "edgec_sample_f32.h", params, args, why="bilinear samples per cell"),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_copy_<width>__ref", "Expand", ANY, _bind_expand),
    Kernel("edgec_arg_<type>__ref", "ArgReduce", NUMBERS | {DType.BOOL}, _bind_arg),
    Kernel("edgec_topk_<type>__ref", "TopK", NUMBERS, _bind_topk),
    Kernel("edgec_cumulate_<fn>_<type>__ref", "Cumulate", NUMBERS, _bind_cumulate),
    Kernel("edgec_scatter__ref", "Scatter", ANY, _bind_scatter),
    Kernel("edgec_resample_s8__ref", "Resample", I8 | I16, bind_resample_int),
    Kernel("edgec_resample_f32__ref", "Resample", F32, _bind_resample),
    Kernel("edgec_pool_indices_<type>__ref", "PoolIndices", frozenset({DType.F32, DType.I8, DType.U8}), _bind_indices),
    Kernel("edgec_grid_sample_f32__ref", "GridSample", F32, _bind_grid),
    Kernel("edgec_roi_align_f32__ref", "RoiAlign", F32, _bind_roi),
)
