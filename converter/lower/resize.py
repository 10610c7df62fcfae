"""ONNX Resize, Upsample, GridSample and RoiAlign.

A resize is separable: along each axis every output cell is a weighted sum of a few input cells.  Cells and weights are
computed here (as ONNX's reference does) and become a Gather, where each weight is 1, or a Resample with its tables.
"""

from __future__ import annotations

from math import ceil, floor, inf, isfinite
from typing import Literal

import numpy as np

from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Tensor
from edgec.converter.lower.context import Lowering, onnx_op
from edgec.converter.ops.resample import (
    GridMode,
    GridPadding,
    GridSampleAttrs,
    ResampleAttrs,
    RoiAlignAttrs,
    cubic_weights,
)
from edgec.converter.ops.shape import GatherAttrs

ROUNDED_BY_OTHERS = frozenset({"align_corners", "half_pixel_symmetric", "tf_crop_and_resize"})
CHUNK_POSITIONS = 1 << 14  # positions whose tables are computed together
NEAREST_RULES = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")


@dataclass(frozen=True)
class Mapping1D:
    """One axis of a resize.  ``window`` is the region of interest in 0..1 (tf_crop_and_resize only)."""

    size: int
    out: int
    scale: float
    window: tuple[float, float] = (0.0, 1.0)


def source_positions(c: Lowering, m: Mapping1D, transform: str, nearest: bool = False) -> Array:
    """Return the position of each output cell in the input: float64 [out].

    ``nearest``: as float32 gives it, in which runtimes compute; scales like 0.6f lie beside 3/5, and a cell that was
    meant to be the edge of two would be on one side of it.
    """
    if nearest and transform in ("half_pixel", "pytorch_half_pixel", "asymmetric"):
        half = np.float32(0.0 if transform == "asymmetric" else 0.5)
        with np.errstate(over="ignore"):
            positions = (np.arange(m.out, dtype=np.float32) + half) / np.float32(m.scale) - half
        if np.isfinite(positions).all() and not (transform == "pytorch_half_pixel" and m.scale * m.size == 1):
            return np.asarray(positions, np.float64)
    i = np.arange(m.out, dtype=np.float64)
    width = m.scale * m.size
    if transform in ROUNDED_BY_OTHERS and abs(width - m.out) > 1e-4 * width and m.out > 1:
        c.notice(
            f"its scale makes {width:g} cells of {m.size}: ONNX places them by that size, ONNX Runtime and PyTorch by "
            f"{m.out}; export sizes instead of scales for theirs"
        )
    if transform == "align_corners":
        return np.zeros(m.out) if width == 1 else i * (m.size - 1) / (width - 1)
    if transform == "asymmetric":
        return i / m.scale
    if transform == "tf_crop_and_resize":
        begin, end = m.window
        span = (end - begin) * (m.size - 1)
        return begin * (m.size - 1) + (np.full(m.out, span / 2) if width == 1 else i * span / (width - 1))
    if transform == "pytorch_half_pixel" and width == 1:
        return np.full(m.out, -0.5)
    half = (i + 0.5) / m.scale - 0.5
    if transform == "half_pixel_symmetric":
        return m.size / 2 * (1 - m.out / width) + half
    if transform not in ("half_pixel", "pytorch_half_pixel"):
        c.invalid(f"coordinate_transformation_mode '{transform}' is unknown")
    return half


@dataclass(frozen=True)
class Filter:
    """Weights of the neighbours of a position."""

    mode: Literal["nearest", "linear", "cubic"]
    rule: str = "round_prefer_floor"
    cubic: float = -0.75
    antialias: bool = False
    exclude_outside: bool = False

    def count(self, scale: float) -> int:
        """The number k of neighbours that have a weight."""
        if not self.antialias:
            return 4 if self.mode == "cubic" else 2
        return 2 - 2 * self._start(scale)

    def weights(self, ratio: Array, scale: float) -> Array:
        """[out, k] for positions that lie ``ratio`` [out, 1] (0 < ratio <= 1) right of a cell."""
        if self.mode == "nearest":
            return self._nearest(ratio)
        if self.antialias:
            return self._antialiased(ratio, min(scale, 1.0))
        if self.mode == "linear":
            return np.hstack([1 - ratio, ratio])
        return np.hstack(cubic_weights(ratio, self.cubic))

    def _nearest(self, ratio: Array) -> Array:
        least = {"round_prefer_floor": np.nextafter(0.5, 1), "round_prefer_ceil": 0.5, "floor": 1.0, "ceil": 0.0}
        right = (ratio >= least[self.rule]).astype(np.float64)
        return np.hstack([1 - right, right])

    def _start(self, scale: float) -> int:
        return floor(-(1 if self.mode == "linear" else 2) / min(scale, 1.0)) + 1

    def _antialiased(self, ratio: Array, scale: float) -> Array:
        start = self._start(scale)
        distance = np.abs((np.arange(start, 2 - start) - ratio) * scale)
        if self.mode == "linear":
            w = np.clip(1 - distance, 0, 1)
        else:
            a = self.cubic
            near = ((a + 2) * distance - (a + 3)) * distance**2 + 1
            far = ((a * distance - 5 * a) * distance + 8 * a) * distance - 4 * a
            w = np.where(distance <= 1, near, np.where(distance < 2, far, 0.0))
        return np.asarray(w / w.sum(axis=1, keepdims=True))


def tables(positions: Array, m: Mapping1D, f: Filter) -> tuple[Array, Array]:
    """Cells int32 [out, k] and weights float64 [out, k] of every output position."""
    k = f.count(m.scale)
    cells, weights = np.empty((m.out, k), np.int32), np.empty((m.out, k), np.float64)
    for begin in range(0, m.out, CHUNK_POSITIONS):
        at = positions[begin : begin + CHUNK_POSITIONS, None]
        left = np.floor(at)
        w = f.weights(np.where(at == left, 1.0, at - left), m.scale)
        pad = ceil(k / 2)
        idx = _first_neighbour(at + pad, k) - pad + np.arange(k)
        if f.exclude_outside:
            w = np.where((idx < 0) | (idx >= m.size), 0.0, w)
            total = w.sum(axis=1, keepdims=True)
            w = w / np.where(total == 0, 1.0, total)
        cells[begin : begin + CHUNK_POSITIONS] = np.clip(idx, 0, m.size - 1)
        weights[begin : begin + CHUNK_POSITIONS] = w
    return cells, weights


def _first_neighbour(at: Array, k: int) -> Array:
    """First of the k cells nearest to each position; of equally near ones, the left."""
    p = np.floor(at)
    part = at - p
    first = p - k // 2 + (part != 0) if k % 2 == 0 else p - (k - 1) // 2 + (part > 0.5)
    return np.asarray(first.astype(np.int64))


def resample(c: Lowering, x: Tensor, axis: int, cells: Array, weights: Array) -> Tensor:
    """Apply the tables along an axis: a gather where every weight is 0 or 1."""
    picked = weights.argmax(axis=1)
    if np.array_equal(weights[np.arange(len(weights)), picked], np.ones(len(weights))) and (
        np.count_nonzero(weights) == len(weights)
    ):
        index = cells[np.arange(len(cells)), picked]
        if np.array_equal(index, np.arange(x.shape[axis])):
            return x
        return c.emit("Gather", GatherAttrs(axis), x, c.const_tensor(index.astype(np.int32)))
    used = np.flatnonzero(np.any(weights != 0, axis=0))
    kind = x.dtype
    y = c.emit(
        "Resample",
        ResampleAttrs(axis),
        c.cast(x, DType.F32),
        c.const_tensor(cells[:, used]),
        c.const_tensor(weights[:, used].astype(np.float32)),
    )
    return c.cast(y, kind)


def _policy(c: Lowering, sizes: list[int], x: Tensor, axes: list[int]) -> tuple[list[float], list[int]]:
    """Scales and sizes from the wanted sizes and keep_aspect_ratio_policy."""
    policy = c.attr_str("keep_aspect_ratio_policy", "stretch")
    if len(sizes) != len(axes):
        c.invalid(f"sizes {sizes} do not fit {len(axes)} axes")
    scales = [s / x.shape[a] for s, a in zip(sizes, axes, strict=True)]
    if policy == "stretch":
        return scales, sizes
    if policy not in ("not_larger", "not_smaller"):
        c.invalid(f"keep_aspect_ratio_policy '{policy}' is unknown")
    scale = min(scales) if policy == "not_larger" else max(scales)
    return [scale] * len(axes), [floor(scale * x.shape[a] + 0.5) for a in axes]


def _mappings(c: Lowering, x: Tensor) -> dict[int, Mapping1D]:
    """Per axis of the node."""
    axes = [c.axis(a, len(x.shape)) for a in c.attr_ints("axes") or range(len(x.shape))]
    if 0 in x.shape:
        c.invalid(f"its input {list(x.shape)} is empty, so there is nothing to sample")
    old = c.node.opset < 11
    if not old and c.has(3) and c.x(3).size:
        scales, sizes = _policy(c, list(c.const_ints(3, "sizes")), x, axes)
    else:
        at = 1 if old else 2
        values = c.const(at, "scales").reshape(-1) if c.has(at) else np.asarray(c.node.attrs.get("scales", ()))
        scales = [float(v) for v in values]
        if len(scales) != len(axes) or not all(0 < s < inf for s in scales):
            c.invalid(f"scales {scales} do not fit {len(axes)} axes")
        sizes = [floor(x.shape[a] * s) for a, s in zip(axes, scales, strict=True)]
    if len(sizes) != len(axes) or min(sizes, default=1) < 1:
        c.invalid(f"sizes {sizes} do not fit {len(axes)} axes")
    roi = [0.0] * len(axes) + [1.0] * len(axes)
    if c.attr_str("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize" and c.has(1):
        roi = [float(v) for v in c.const(1, "roi").reshape(-1)]
        if len(roi) != 2 * len(axes) or not all(isfinite(v) for v in roi):
            c.invalid(f"roi {roi} does not have {2 * len(axes)} finite entries")
    return {
        a: Mapping1D(x.shape[a], size, scale, (roi[k], roi[k + len(axes)]))
        for k, (a, size, scale) in enumerate(zip(axes, sizes, scales, strict=True))
    }


def _filter(c: Lowering) -> Filter:
    mode = c.attr_str("mode", "nearest")
    rule = c.attr_str("nearest_mode", "round_prefer_floor")
    if mode not in ("nearest", "linear", "cubic") or rule not in NEAREST_RULES:
        c.invalid(f"mode '{mode}' or nearest_mode '{rule}' is unknown")
    if c.node.opset < 11:
        rule = "floor"
    kind: Literal["nearest", "linear", "cubic"] = "cubic" if mode == "cubic" else "linear"
    return Filter(
        "nearest" if mode == "nearest" else kind,
        rule,
        c.attr_float("cubic_coeff_a", -0.75),
        bool(c.attr_int("antialias", 0)) and mode != "nearest",
        bool(c.attr_int("exclude_outside", 0)),
    )


@onnx_op("Resize", "Upsample")
def lower_resize(c: Lowering) -> None:
    """All modes, coordinate transformations and policies; scales or sizes are constants."""
    x = c.x(0)
    transform = "asymmetric" if c.node.opset < 11 else c.attr_str("coordinate_transformation_mode", "half_pixel")
    f = _filter(c)
    y = x
    outside: Array = np.zeros((), np.bool_)
    for axis, m in sorted(_mappings(c, x).items()):
        if m.out == m.size and m.scale == 1.0 and transform != "tf_crop_and_resize":
            continue
        c.room((*y.shape[:axis], m.out, *y.shape[axis + 1 :]))
        c.room((m.out, f.count(m.scale)))
        positions = source_positions(c, m, transform, f.mode == "nearest")
        y = resample(c, y, axis, *tables(positions, m, f))
        if transform == "tf_crop_and_resize":
            beyond = (positions < 0) | (positions > m.size - 1)
            outside = outside | beyond.reshape(-1, *(1,) * (len(x.shape) - axis - 1))
    if outside.any():
        y = c.where(c.const_tensor(outside), c.like(y, c.attr_float("extrapolation_value", 0.0)), y)
    c.output(y)


GRID_MODES = {
    "nearest": GridMode.NEAREST,
    "linear": GridMode.LINEAR,
    "bilinear": GridMode.LINEAR,
    "cubic": GridMode.CUBIC,
    "bicubic": GridMode.CUBIC,
}


@onnx_op("GridSample")
def lower_grid_sample(c: Lowering) -> None:
    """2-D (nearest, linear, cubic) and 3-D (nearest, linear) sampling, all paddings."""
    mode, padding = c.attr_str("mode", "linear"), c.attr_str("padding_mode", "zeros")
    if mode not in GRID_MODES or padding not in {p.value for p in GridPadding}:
        c.invalid(f"mode '{mode}' or padding_mode '{padding}' is unknown")
    if GRID_MODES[mode] is GridMode.CUBIC and len(c.x(0).shape) != 4:
        c.refuse("cubic sampling of other than 2-D images is not supported", "use linear sampling")
    attrs = GridSampleAttrs(GRID_MODES[mode], GridPadding(padding), bool(c.attr_int("align_corners", 0)))
    c.output(c.emit("GridSample", attrs, c.x(0), c.x(1)))


@onnx_op("RoiAlign")
def lower_roi_align(c: Lowering) -> None:
    """Averages or maxima of bilinear samples per region."""
    half = c.attr_str("coordinate_transformation_mode", "half_pixel" if c.node.opset >= 16 else "output_half_pixel")
    attrs = RoiAlignAttrs(
        (c.attr_int("output_height", 1), c.attr_int("output_width", 1)),
        c.attr_int("sampling_ratio", 0),
        c.attr_float("spatial_scale", 1.0),
        half == "half_pixel",
        c.attr_str("mode", "avg") == "max",
    )
    c.output(c.emit("RoiAlign", attrs, c.x(0), c.x(1), c.cast(c.x(2), DType.I64)))
