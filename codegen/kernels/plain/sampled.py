"""Bindings of operators that sample between cells: Resample, PoolIndices, GridSample and RoiAlign."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import F32, I8, INT32_MAX, along_axis, const, operand, output, quant, quantized
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import Grid, of_type, random
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params import PoolIndices
from edgec.codegen.kernels.plain.params_sampled import GridSample, Interpolation, Outside, ResampleInt, RoiAlign
from edgec.codegen.kernels.plain.pool import POOLS
from edgec.codegen.kernels.plain.s16 import I16, symmetric
from edgec.codegen.kernels.plain.typed import suffix
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.shared.params import Resample
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Array, DType, Shape
from edgec.converter.ops.resample import GridMode, GridPadding, GridSampleAttrs, ResampleAttrs, RoiAlignAttrs

MAX_UNROLLED_TAPS = 4  # taps that the compiler writes out


def _resample(view: NodeView) -> Resample:
    """The sizes of a resampling along an axis."""
    out, taps = view.x(1).shape
    return Resample(*along_axis(view.x(0).shape, view.attrs(ResampleAttrs).axis), out, taps)


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
    params = ResampleInt(_resample(view), quant(x).z, factor.m, factor.shift, quant(view.y).z)
    weights = const("weights", "int16_t", (weight.data.astype(np.int16) - quant(weight).z).astype(np.int16))
    taps = view.x(1).shape[1]
    symbol = f"edgec_resample_{'s8' if x.dtype is DType.I8 else 's16'}_plain"
    args = (operand(view, 0), operand(view, 1), weights, output(view))
    macs, why = view.y.size * taps, f"{taps} weighted cells per output"
    return (Call(symbol, "edgec_resample_int.h", params, args, macs=macs, why=why),)


def _bind_resample(view: NodeView) -> Bound:
    taps = view.x(1).shape[1]
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    macs, why = view.y.size * taps, f"{taps} weighted cells per output"
    return (Call("edgec_resample_f32_plain", "edgec_resample_f32.h", _resample(view), args, macs=macs, why=why),)


def _bind_indices(view: NodeView) -> Bound:
    params, args = PoolIndices(pool_geometry(view)), (operand(view, 0), output(view))
    symbol = f"edgec_pool_indices_{suffix(view.x(0).dtype)}_plain"
    return (Call(symbol, "edgec_pool_indices.h", params, args, why="first maximum", unread=POOL_UNREAD),)


def _bind_grid(view: NodeView) -> Bound:
    a = view.attrs(GridSampleAttrs)
    x, grid = view.x(0).shape, view.x(1).shape
    params = GridSample(
        batch=x[0],
        channels=x[1],
        points=prod(grid[1:-1]),
        axes=grid[-1],
        size=(1, *x[2:])[-3:],
        mode=Interpolation[f"EDGEC_GRID_{a.mode.name}"],
        padding=Outside[f"EDGEC_PAD_{a.padding.name}"],
        align_corners=int(a.align_corners),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    return (Call("edgec_grid_sample_f32_plain", "edgec_sample_f32.h", params, args, why=f"{a.mode.value} sampling"),)


def _bind_roi(view: NodeView) -> Bound:
    a = view.attrs(RoiAlignAttrs)
    (batch, channels, height, width), (out_h, out_w) = view.x(0).shape, a.out
    params = RoiAlign(
        batch=batch,
        channels=channels,
        height=height,
        width=width,
        regions=view.x(1).shape[0],
        out_h=out_h,
        out_w=out_w,
        ratio=a.sampling_ratio,
        maximum=int(a.maximum),
        half_pixel=int(a.half_pixel),
        scale=a.spatial_scale,
    )
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    return (Call("edgec_roi_align_f32_plain", "edgec_sample_f32.h", params, args, why="bilinear samples per cell"),)


def _resampled(shape: Shape, axis: int, out: int, taps: int, dtype: DType = DType.F32) -> GridLayer:
    """Weighted sums of random cells along an axis."""

    def values(rng: np.random.Generator) -> list[Array]:
        index = np.asarray(rng.integers(0, shape[axis], (out, taps)), np.int32)
        whole = np.asarray(rng.integers(-2000, 12000, (out, taps)), np.int16)
        weight = np.asarray(rng.normal(0, 1, (out, taps)), np.float32) if dtype is DType.F32 else whole
        return [random(rng, dtype, shape), index, weight]

    return GridLayer(ResampleAttrs(axis), constant=(1, 2), dtype=dtype, values=values)


def _gridded(shape: Shape, points: Shape, mode: GridMode, padding: GridPadding, corners: bool = False) -> GridLayer:
    """Samples at random points, of which a few lie outside."""

    def values(rng: np.random.Generator) -> list[Array]:
        grid = rng.uniform(-1.1, 1.1, (shape[0], *points, len(points)))
        return [random(rng, DType.F32, shape), np.asarray(grid, np.float32)]

    return GridLayer(GridSampleAttrs(mode, padding, corners), values=values)


def _regions(shape: Shape, count: int, attrs: RoiAlignAttrs) -> GridLayer:
    """Regions of about half the height and half the width of an image."""

    def values(rng: np.random.Generator) -> list[Array]:
        size = np.array([shape[3], shape[2]]) / attrs.spatial_scale
        start = rng.uniform(0.1, 0.3, (count, 2)) * size
        end = start + rng.uniform(0.45, 0.55, (count, 2)) * size
        batch = np.asarray(rng.integers(0, shape[0], count), np.int64)
        return [random(rng, DType.F32, shape), np.asarray(np.concatenate([start, end], 1), np.float32), batch]

    return GridLayer(attrs, values=values)


RESAMPLED: tuple[tuple[Shape, int, int, int], ...] = (
    ((1, 12, 12, 16), 1, 24, 1),
    ((1, 12, 12, 16), 2, 24, 2),
    ((1, 9, 20, 3), 1, 30, 2),
    ((16, 40), 1, 80, 2),
    ((5, 16, 20), 1, 20, 4),
    ((8, 50), 1, 25, 2),
    ((1, 30, 64), 1, 10, 6),
)
RESAMPLES: Grid = tuple(_resampled(*case) for case in RESAMPLED)
RESAMPLES_INT: Grid = tuple(_resampled(*case, dtype) for dtype in (DType.I8, DType.I16) for case in RESAMPLED)
INDICES: Grid = tuple(
    layer for dtype in (DType.F32, DType.I8, DType.U8) for layer in of_type((*POOLS[:9], POOLS[15]), dtype)
)
GRIDS: Grid = (
    *(
        _gridded(shape, points, mode, padding)
        for mode in GridMode
        for padding in GridPadding
        for shape, points in (((1, 3, 10, 12), (9, 9)), ((2, 8, 6, 6), (5, 7)))
    ),
    *(
        _gridded((1, 3, 4, 5, 6), (4, 4, 5), mode, padding)
        for mode in (GridMode.NEAREST, GridMode.LINEAR)
        for padding in GridPadding
    ),
    _gridded((1, 3, 10, 12), (9, 9), GridMode.LINEAR, GridPadding.ZEROS, corners=True),
)
REGIONS: Grid = tuple(
    _regions(shape, count, RoiAlignAttrs(out, ratio, scale, half_pixel=half, maximum=maximum))
    for shape, count, out, ratio, scale, half, maximum in (
        ((1, 8, 20, 20), 3, (5, 5), 2, 1.0, True, False),
        ((2, 4, 12, 16), 4, (4, 7), 2, 0.25, True, False),
        ((1, 4, 24, 24), 2, (3, 4), 0, 1.0, True, False),
        ((1, 6, 40, 30), 2, (4, 2), 0, 0.5, False, False),
        ((1, 8, 20, 20), 3, (5, 5), 2, 1.0, True, True),
        ((1, 5, 16, 16), 3, (6, 3), 1, 1.0, False, True),
        ((1, 3, 30, 30), 2, (3, 3), 3, 1.0, True, False),
    )
)


def _work_resample(view: NodeView, call: Call) -> Counts:
    """Weighted sums, the taps of which are found again for each of the values that lie together."""
    taps, real = view.x(1).shape[1], view.x(0).dtype is DType.F32
    _, _, inner = along_axis(view.x(0).shape, view.attrs(ResampleAttrs).axis)
    kind, many = "one" if taps == 1 else "tap" if taps <= MAX_UNROLLED_TAPS else "of_many", view.y.size * taps
    counts: Counts = (("output", view.y.size), (kind, many), ("found", view.y.size // inner * taps))
    return counts if real else (*counts, ("zeroed", many if call.params_of(ResampleInt).in_zero else 0))


def _work_indices(view: NodeView, call: Call) -> Counts:
    """The cells of a window after each other, for each channel; reals are compared otherwise than integers."""
    w, channels = windows(call), view.x(0).shape[3]
    kind = "real_" if view.x(0).dtype is DType.F32 else ""
    return (
        (f"{kind}position", w.positions),
        (f"{kind}output_{w.end}", view.y.size),
        (f"{kind}line_{w.edge}", w.lines * channels),
        (f"{kind}{w.edge}", w.cells * channels),
    )


def _work_grid(view: NodeView, call: Call) -> Counts:
    """Count the work of finding the taps of each point, and of reading them in each channel."""
    a, axes = view.attrs(GridSampleAttrs), view.x(1).shape[-1]
    points = view.x(0).shape[0] * prod(view.x(1).shape[1:-1])
    taps = {GridMode.NEAREST: 1, GridMode.LINEAR: 2, GridMode.CUBIC: 4}[a.mode]
    return (
        ("point", points),
        (f"{a.mode.value}_{a.padding.value}", points * axes),
        ("output", view.y.size),
        (f"tap{axes}", view.y.size * taps**axes),
    )


def _work_roi(view: NodeView, call: Call) -> Counts:
    """Samples of each cell: as many as are asked for, or as cells of half an image have."""
    a, (_, _, height, width) = view.attrs(RoiAlignAttrs), view.x(0).shape
    sides = [a.sampling_ratio or -(-size // (2 * out)) for size, out in zip((height, width), a.out, strict=True)]
    kind = "most" if a.maximum else "sample" if a.sampling_ratio else "of_size"
    return ("output", view.y.size), (kind, view.y.size * prod(sides))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "resample_s8", "Resample", I8 | I16, bind_resample_int, _work_resample, grid=RESAMPLES_INT),
    Kernel(LIBRARY, "resample_f32", "Resample", F32, _bind_resample, _work_resample, grid=RESAMPLES),
    Kernel(
        LIBRARY,
        "pool_indices",
        "PoolIndices",
        frozenset({DType.F32, DType.I8, DType.U8}),
        _bind_indices,
        _work_indices,
        grid=INDICES,
    ),
    Kernel(LIBRARY, "grid_sample_f32", "GridSample", F32, _bind_grid, _work_grid, grid=GRIDS),
    Kernel(LIBRARY, "roi_align_f32", "RoiAlign", F32, _bind_roi, _work_roi, grid=REGIONS),
)
