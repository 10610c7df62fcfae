"""Bindings of the Armv7E-M inner products: layers that the kernels for pairs of channels do not take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import DotS8
from edgec.codegen.kernels.armv7em.work import Windows, ceil
from edgec.codegen.kernels.common import I8, const, factor_arrays, operand, output
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.conv import conv_window
from edgec.codegen.kernels.shared.layer import Layer, layer_of
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch, Window
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs

MIN_POINTWISE_INPUTS = 4
FOURS, FOUR_END = 80, 22  # instructions of windows that go by fours: of a run of fours, of four beside their products


def _call(
    view: NodeView, layer: Layer, a: ConvAttrs, shapes: tuple[Shape, Shape, Shape], kind: str, where: Window | None
) -> Bound:
    """``shapes``: of x and y as images whose channels are those of a group, and of the filters."""
    x_shape, y_shape, (_, kh, kw, c) = shapes
    x, y = replace(view.x(0), shape=x_shape), replace(view.y, shape=y_shape)
    geo = Geometry.of(x, y, (kh, kw), a.strides, a.pads, a.dilations)
    params = DotS8(geo, a.groups, layer.in_zero, layer.out_zero, layer.lo, layer.hi)
    consts = (
        const("weights", "int8_t", layer.w.astype(np.int8)),
        const("bias", "int32_t", layer.bias.astype(np.int32)),
        *factor_arrays(layer.factors),
    )
    args = (operand(view, 0), *consts, output(view), Scratch("int8_t", 4))
    taps = kh * kw * c
    why = "inner products, two at a time: 16 instructions for 8 MACs"
    scratch = 2 * taps
    if y_shape[3] == 1:
        why = "inner products, four at a time: 21 instructions for 16 MACs"
        scratch += 28 + 12 * kh * ceil(kw * c, 4)
    symbol = f"edgec_{kind}_s8_dot_armv7em"
    macs = view.y.size * taps
    return (Call(symbol, "edgec_dot_s8_armv7em.h", params, args, scratch, macs, (), why, where),)


def _bind_conv(view: NodeView) -> Bound:
    a = view.attrs(ConvAttrs)
    layer = layer_of(view, a.clamp)
    if not isinstance(layer, Layer):
        return layer
    x, w, y = view.x(0).shape, view.x(1).shape, view.y.shape
    if w[0] == 1 and w[1:3] == (1, 1) and w[3] < MIN_POINTWISE_INPUTS:
        return Misfit(f"one sum of {w[3]} products is not worth a call")
    if w[3] == 1 and a.groups > 1:
        return Misfit("a window of one channel would have to be copied, which takes more than its products")
    shapes = ((*x[:3], w[3]), (*y[:3], y[3] // a.groups), w)
    where = conv_window(view, 1 if w[0] == 1 else 2) if a.groups == 1 else None
    return _call(view, layer, a, shapes, "conv2d", where)


def _bind_dense(view: NodeView) -> Bound:
    layer = layer_of(view, view.attrs(DenseAttrs).clamp)
    if not isinstance(layer, Layer):
        return layer
    (rows, k), outputs = view.x(0).shape, view.y.shape[1]
    shapes = ((1, rows, 1, k), (1, rows, 1, outputs), (outputs, 1, 1, k))
    return _call(view, layer, ConvAttrs(), shapes, "dense", None)


def _conv_work(view: NodeView, call: Call) -> Counts:
    """Windows of each group, copied where they are no runs of bytes that lie inside."""
    windows, a = Windows.of(view), view.attrs(ConvAttrs)
    outputs, kh, kw, c = view.x(1).shape
    positions = len(windows.rows) * len(windows.columns)
    runs = kw == 1 or (a.dilations[1] == 1 and a.groups == 1)
    copied = positions - int(windows.whole.sum()) if runs else positions
    images = windows.batch * a.groups
    together: Counts = ()
    if outputs == 1 and runs:
        if (kh, kw) == (1, 1) and view.x(0).shape[1:3] == view.y.shape[1:3] and not any(a.pads[:2]):
            times, fours = _fours(1, 0, positions, c, c * a.strides[1])
        else:
            inside = np.flatnonzero(windows.columns == kw)
            rows = int((windows.rows == kh).sum())
            late = int(inside[0]) % 2 if len(inside) else 0
            times, fours = _fours(rows, late, len(inside), kw * c, c * a.strides[1])
        positions -= 4 * fours
        together = (("together", images * _together(times, fours, kh, ceil(kw * c, 4))),)
    return (
        *together,
        *_products(images, positions, outputs // a.groups, kh, kw * c),
        ("copied_cell", images * copied * kh * kw),
        ("copied", images * copied * kh * kw * c),
    )


def _fours(rows: int, late: int, columns: int, line: int, step: int) -> tuple[int, int]:
    """Rows of windows that go by fours, and fours.

    Args:
        rows: of windows.
        late: windows ahead of them in their row.
        columns: windows of a row.
        line: bytes of a line of a window, of which whole words are read.
        step: bytes from a window to the next one.
    """
    fours = (columns - late - ceil(-line % 4, step)) // 4
    return (rows, rows * fours) if fours > 0 else (0, 0)


def _together(times: int, fours: int, lines: int, words: int) -> int:
    """Instructions of fours, in so many runs, of windows of lines of so many words; the filter is widened ahead."""
    if not fours:
        return 0
    units = lines * words
    return 14 * units + times * (FOURS + 5 * lines + 4 * units) + fours * (FOUR_END + 3 * (lines - 1) + 21 * units)


def _dense_work(view: NodeView, call: Call) -> Counts:
    """Rows are windows of one cell."""
    (rows, k), outputs = view.x(0).shape, view.y.shape[1]
    times, fours = _fours(1, 0, rows, k, k) if outputs == 1 else (0, 0)
    return (("together", _together(times, fours, 1, ceil(k, 4))), *_products(1, rows - 4 * fours, outputs, 1, k))


def _products(images: int, positions: int, outputs: int, lines: int, line: int) -> Counts:
    """Two products at a time: of two filters with a window, or of two windows with the only filter."""
    pairs = images * (ceil(positions, 2) if outputs == 1 else positions * ceil(outputs, 2))
    return (
        ("call", 1),
        ("window", images * positions),
        ("pair", pairs),
        ("line", pairs * lines),
        ("four", pairs * lines * (line // 4)),
        ("one", pairs * lines * (line % 4)),
        ("output", images * positions * outputs),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "conv2d_s8_dot", "Conv", I8, _bind_conv, _conv_work, grid=grids.DOTS),
    Kernel(LIBRARY, "dense_s8_dot", "Dense", I8, _bind_dense, _dense_work, grid=grids.DENSE_DOTS),
)
