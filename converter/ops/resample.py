"""Sampling between cells: Resample (a table of weights along one axis), GridSample, PoolIndices, RoiAlign."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from math import ceil, floor, isfinite, log2
from typing import Any

import numpy as np

from edgec.converter.arithmetic.fixed_point import integer_limits, multiplier, requantize
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Attrs, DType, Quant
from edgec.converter.ops.pool import PoolAttrs, infer_pool
from edgec.converter.ops.spec import Case, Ins, IntCall, OpSpec, QuantRule, ShapeError, TensorType, known, need_rank

WEIGHT_BITS = 14  # of a weight in an integer Resample

ROI_SAMPLES = 4096  # most samples along one axis of a cell


@dataclass(frozen=True)
class ResampleAttrs(Attrs):
    """y[.., i, ..] = sum over k of weight[i, k] * x[.., index[i, k], ..] along an axis."""

    axis: int


def infer_resample(a: ResampleAttrs, ins: Ins) -> list[TensorType]:
    """The axis takes the number of rows of both tables, which are constants int32 and float32 [n, k]."""
    x, index, weight = (known(ins, i) for i in range(3))
    if not 0 <= a.axis < len(x.shape):
        raise ShapeError(f"axis {a.axis} does not fit rank {len(x.shape)}")
    if len(index.shape) != 2 or index.shape != weight.shape or index.dtype is not DType.I32:
        raise ShapeError(f"tables of shape {list(index.shape)} and {list(weight.shape)} are not a pair")
    if index.data is None or weight.data is None:
        raise ShapeError("its tables must be constants")
    if index.data.min() < 0 or index.data.max() >= x.shape[a.axis]:
        raise ShapeError(f"an index is outside an axis of {x.shape[a.axis]}")
    return [((*x.shape[: a.axis], index.shape[0], *x.shape[a.axis + 1 :]), x.dtype)]


def run_resample(a: ResampleAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x, index, weight = ins
    rows = np.moveaxis(x, a.axis, 0)[index].astype(np.float64)  # [n, k, ...]
    y = np.einsum("nk,nk...->n...", weight.astype(np.float64), rows)
    return [np.ascontiguousarray(np.moveaxis(y, 0, a.axis)).astype(x.dtype)]


def resample_weight_quant(weight: Array) -> Quant:
    """int16 weights: steps of 2**-14, exact for doubling and halving; coarser ones for weights of 2 and more."""
    largest = float(np.abs(weight).max(initial=0.0)) * 2.0**WEIGHT_BITS
    return Quant.per_tensor(2.0**-WEIGHT_BITS * max(1.0, 2.0 ** ceil(log2(largest / 32767))) if largest else 1.0, 0)


def run_resample_int(call: IntCall) -> list[Array]:
    """Integer reference: one requantization of the weighted sum."""
    a: ResampleAttrs = call.attrs
    x, index, weight = (call.x(i).astype(np.int64) for i in range(3))
    rows = np.moveaxis(x - call.q(0).z, a.axis, 0)[index]
    acc = np.moveaxis(np.einsum("nk,nk...->n...", weight - call.q(2).z, rows), 0, a.axis)
    factor = multiplier(call.q(0).s * call.q(2).s / call.out.s)
    dtype = call.out_types[0][1]
    y = requantize(np.ascontiguousarray(acc), factor, call.out.z, *integer_limits(dtype))
    return [y.astype(dtype.numpy)]


def infer_indices(a: PoolAttrs, ins: Ins) -> list[TensorType]:
    """Return the type of a MaxPool's indices: its output's shape, int64."""
    return [(infer_pool(a, ins)[0][0], DType.I64)]


def run_indices(a: PoolAttrs, ins: Sequence[Array]) -> list[Array]:
    """Reference: position of each window's first maximum in the flattened N, C, H, W tensor (ONNX's numbering)."""
    x = ins[0]
    n, h, w, ch = x.shape
    out = np.zeros((n, *a.out, ch), np.int64)
    for b, oy, ox, c in np.ndindex(*out.shape):
        best, at = None, 0
        for ky in range(a.kernel[0]):
            for kx in range(a.kernel[1]):
                iy = oy * a.strides[0] - a.pads[0] + ky * a.dilations[0]
                ix = ox * a.strides[1] - a.pads[1] + kx * a.dilations[1]
                if 0 <= iy < h and 0 <= ix < w and (best is None or x[b, iy, ix, c] > best):
                    best, at = x[b, iy, ix, c], ((b * ch + c) * h + iy) * w + ix
        out[b, oy, ox, c] = at
    return [out]


class GridMode(Enum):
    """Interpolation; the name is the C constant's suffix."""

    NEAREST = "nearest"
    LINEAR = "linear"
    CUBIC = "cubic"


class GridPadding(Enum):
    """The values outside of the grid; the value is ONNX's name."""

    ZEROS = "zeros"
    BORDER = "border"
    REFLECTION = "reflection"


@dataclass(frozen=True)
class GridSampleAttrs(Attrs):
    """x[N, C, spatial...] at grid[N, out..., r] (last index: innermost axis first), coordinates in [-1, 1]."""

    mode: GridMode = GridMode.LINEAR
    padding: GridPadding = GridPadding.ZEROS
    align_corners: bool = False


def infer_grid(a: GridSampleAttrs, ins: Ins) -> list[TensorType]:
    """[N, C, out...]; two or three spatial axes."""
    x, grid = known(ins, 0), known(ins, 1)
    r = len(x.shape) - 2
    if r not in (2, 3) or len(grid.shape) != r + 2 or grid.shape[-1] != r or grid.shape[0] != x.shape[0]:
        raise ShapeError(f"grid {list(grid.shape)} does not fit input {list(x.shape)}")
    if a.mode is GridMode.CUBIC and r != 2:
        raise ShapeError("cubic sampling needs two spatial axes")
    return [((*x.shape[:2], *grid.shape[1:-1]), x.dtype)]


def _reflect(v: float, low: float, high: float) -> float:
    """A coordinate mirrored into [low, high]."""
    span = high - low
    if span <= 0:
        return low
    v = abs(v - low) % (2 * span)
    return low + (2 * span - v if v > span else v)


def _cell(i: int, size: int, a: GridSampleAttrs) -> int:
    """The cell that a neighbour index reads, -1 for a zero."""
    if 0 <= i < size:
        return i
    if a.padding is GridPadding.ZEROS:
        return -1
    if a.padding is GridPadding.BORDER:
        return min(max(i, 0), size - 1)
    low, high = (0.0, size - 1.0) if a.align_corners else (-0.5, size - 0.5)
    return min(max(int(_reflect(float(i), low, high)), 0), size - 1)


def cubic_weights(t: Any, coefficient: float = -0.75) -> tuple[Any, Any, Any, Any]:
    """Weights of the four neighbours for the fraction ``t`` (Keys' cubic), a number or an array of them."""

    def near(d: Any) -> Any:
        return ((coefficient + 2) * d - (coefficient + 3)) * d * d + 1

    def far(d: Any) -> Any:
        return ((coefficient * d - 5 * coefficient) * d + 8 * coefficient) * d - 4 * coefficient

    return far(t + 1), near(t), near(1 - t), far(2 - t)


def _taps(v: float, size: int, a: GridSampleAttrs) -> list[tuple[int, float]]:
    """(cell or -1, weight) of the neighbours of one normalized coordinate."""
    at = (v + 1) / 2 * (size - 1) if a.align_corners else ((v + 1) * size - 1) / 2
    if a.mode is GridMode.CUBIC:  # each tap is padded by itself
        pass
    elif a.padding is GridPadding.BORDER:
        at = min(max(at, 0.0), size - 1.0)
    elif a.padding is GridPadding.REFLECTION:
        low, high = (0.0, size - 1.0) if a.align_corners else (-0.5, size - 0.5)
        at = min(max(_reflect(at, low, high), 0.0), size - 1.0)
    if not isfinite(at):
        return [(-1, 0.0)]
    if a.mode is GridMode.NEAREST:
        return [(_cell(int(np.rint(at)), size, a), 1.0)]
    first = floor(at)
    t = at - first
    if a.mode is GridMode.LINEAR:
        return [(_cell(first, size, a), 1 - t), (_cell(first + 1, size, a), t)]
    return [(_cell(first - 1 + k, size, a), w) for k, w in enumerate(cubic_weights(t))]


def run_grid(a: GridSampleAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference."""
    x, grid = ins
    r = x.ndim - 2
    y = np.zeros((x.shape[0], x.shape[1], *grid.shape[1:-1]), np.float64)
    for place in np.ndindex(x.shape[0], *grid.shape[1:-1]):
        n, to = place[0], (place[0], slice(None), *place[1:])
        axes = [_taps(float(grid[place][r - 1 - d]), x.shape[2 + d], a) for d in range(r)]
        for picks in np.ndindex(*(len(t) for t in axes)):
            cells = [axes[d][p] for d, p in enumerate(picks)]
            if min(c for c, _ in cells) >= 0:
                weight = float(np.prod([w for _, w in cells]))
                source = (n, slice(None), *(c for c, _ in cells))
                y[to] += weight * x[source]
    return [y.astype(x.dtype)]


@dataclass(frozen=True)
class RoiAlignAttrs(Attrs):
    """Average or maximum of bilinear samples in each cell of each region of interest."""

    out: tuple[int, ...]
    sampling_ratio: int = 0
    spatial_scale: float = 1.0
    half_pixel: bool = True
    maximum: bool = False


def infer_roi(a: RoiAlignAttrs, ins: Ins) -> list[TensorType]:
    """x[N, C, H, W], rois[R, 4], batch[R] int64 -> [R, C, oh, ow]."""
    x, rois, batch = (known(ins, i) for i in range(3))
    need_rank(x, 4, "the input")
    if len(rois.shape) != 2 or rois.shape[1] != 4 or batch.shape != (rois.shape[0],) or batch.dtype is not DType.I64:
        raise ShapeError(f"regions {list(rois.shape)} and batch indices {list(batch.shape)} do not fit")
    return [((rois.shape[0], x.shape[1], *a.out), x.dtype)]


def _bilinear(image: Array, y: float, x: float, maximum: bool) -> Array:
    """One sample per channel; the maximum of the weighted corners when ``maximum`` (as ONNX defines it)."""
    _, h, w = image.shape
    if not (-1 <= y <= h and -1 <= x <= w):  # NaN too
        return np.zeros(image.shape[0])
    y, x = max(y, 0.0), max(x, 0.0)
    y0, x0 = min(int(y), h - 1), min(int(x), w - 1)
    y1, x1 = min(y0 + 1, h - 1), min(x0 + 1, w - 1)
    fy, fx = (y - y0 if int(y) < h - 1 else 0.0), (x - x0 if int(x) < w - 1 else 0.0)
    corners = np.stack(
        [
            (1 - fy) * (1 - fx) * image[:, y0, x0],
            (1 - fy) * fx * image[:, y0, x1],
            fy * (1 - fx) * image[:, y1, x0],
            fy * fx * image[:, y1, x1],
        ]
    )
    return np.asarray(corners.max(axis=0) if maximum else corners.sum(axis=0))


def _roi_samples(a: RoiAlignAttrs, extent: float) -> int:
    """Samples along one axis of a cell: as many as it is wide; regions come at run time, so the number is bounded."""
    if a.sampling_ratio > 0:
        return a.sampling_ratio
    if not extent > 0:
        return 0
    return int(np.ceil(extent)) if extent < ROI_SAMPLES else ROI_SAMPLES


def run_roi(a: RoiAlignAttrs, ins: Sequence[Array]) -> list[Array]:
    """Float reference; a region of a picture that the batch does not have is taken from the first."""
    x, rois, batch = ins
    shift = 0.5 if a.half_pixel else 0.0
    y = np.zeros((len(rois), x.shape[1], *a.out), np.float64)
    for r, roi in enumerate(rois):
        x0, y0, x1, y1 = (float(v) * a.spatial_scale - shift for v in roi)
        height, width = y1 - y0, x1 - x0
        if not a.half_pixel:
            height, width = max(height, 1.0), max(width, 1.0)
        bh, bw = height / a.out[0], width / a.out[1]
        gy, gx = _roi_samples(a, bh), _roi_samples(a, bw)
        image = x[batch[r] if 0 <= batch[r] < len(x) else 0]
        for oy, ox in np.ndindex(*a.out):
            samples = [
                _bilinear(image, y0 + oy * bh + (i + 0.5) * bh / gy, x0 + ox * bw + (j + 0.5) * bw / gx, a.maximum)
                for i in range(gy)
                for j in range(gx)
            ]
            if samples:
                y[r, :, oy, ox] = np.max(samples, axis=0) if a.maximum else np.sum(samples, axis=0) / len(samples)
    return [y.astype(x.dtype)]


RESAMPLE = OpSpec("Resample", ResampleAttrs, 3, 3, infer_resample, run_resample, QuantRule.AFFINE, run_resample_int)
POOL_INDICES = OpSpec(
    "PoolIndices",
    PoolAttrs,
    1,
    1,
    infer_indices,
    run_indices,
    QuantRule.NONE,
    cases=(Case("2x2", PoolAttrs((2, 2), (4, 3), (2, 2)), ((1, 8, 6, 3),)),),
)
GRID_SAMPLE = OpSpec(
    "GridSample",
    GridSampleAttrs,
    2,
    2,
    infer_grid,
    run_grid,
    cases=(Case("linear", GridSampleAttrs(), ((1, 2, 4, 5), (1, 3, 3, 2))),),
)
ROI_ALIGN = OpSpec("RoiAlign", RoiAlignAttrs, 3, 3, infer_roi, run_roi)
SPECS = (RESAMPLE, POOL_INDICES, GRID_SAMPLE, ROI_ALIGN)
