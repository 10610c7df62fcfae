"""Pools in CMSIS-NN: largest values, and means that it rounds as we do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.cmsis_nn.params import PoolS8
from edgec.codegen.kernels.cmsis_nn.scratch import average_scratch
from edgec.codegen.kernels.common import I8, operand, output, quant, quantized
from edgec.codegen.kernels.grids import Grid, pool
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel, Library
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD
from edgec.codegen.kernels.shared.params import Geometry
from edgec.codegen.kernels.spec import Arg, Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Shape
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts

HEADER = "edgec_pool_s8_cmsis_nn.h"
UNREAD = POOL_UNREAD | {"geo.dilation_h", "geo.dilation_w"}
HELIUM_CHANNELS = 16  # channels that Helium takes at once


@dataclass(frozen=True)
class PoolWindows:
    """A pool of [N, H, W, C]: sizes of input and output, attributes."""

    x: Shape
    y: Shape
    attrs: PoolAttrs

    @property
    def counts(self) -> list[int]:
        """The numbers of cells that windows have."""
        return [int(n) for n in np.unique(window_counts(self.attrs, self.x))]

    @property
    def cells(self) -> int:
        """Cells inside of the input, of all windows."""
        inside = replace(self.attrs, count_include_pad=False)
        return self.x[0] * int(window_counts(inside, self.x).sum())


def _windows(view: NodeView) -> PoolWindows | Misfit:
    """A pool, or a reduction along neighbouring axes as a pool of one window."""
    attrs = view.node.attrs
    if isinstance(attrs, PoolAttrs):
        if attrs.dilations != (1, 1):
            return Misfit("CMSIS-NN's pools are without dilation")
        return PoolWindows(view.x(0).shape, view.y.shape, attrs)
    assert isinstance(attrs, ReduceAttrs)
    shape, axes = view.x(0).shape, attrs.axes
    if not axes or any(d != 1 for i, d in enumerate(shape) if axes[0] < i < axes[-1] and i not in axes):
        return Misfit("the axes are no neighbours")
    outer, cells, inner = prod(shape[: axes[0]]), prod(shape[i] for i in axes), prod(shape[axes[-1] + 1 :])
    return PoolWindows((outer, 1, cells, inner), (outer, 1, 1, inner), PoolAttrs((1, cells), (1, 1)))


def _geometry(view: NodeView, w: PoolWindows) -> Geometry:
    a, x, y = w.attrs, replace(view.x(0), shape=w.x), replace(view.y, shape=w.y)
    return Geometry.of(x, y, a.kernel, a.strides, a.pads, a.dilations)


def _call(view: NodeView, w: PoolWindows, symbol: str, scratch: int, function: str) -> Bound:
    params = PoolS8(_geometry(view, w))
    args: tuple[Arg, ...] = (operand(view, 0), output(view))
    args = (*args, Scratch()) if scratch else args
    return (Call(symbol, HEADER, params, args, scratch, why=f"CMSIS-NN's {function}", unread=UNREAD),)


def _bind_largest(view: NodeView, helium: bool) -> Bound:
    attrs = view.node.attrs
    if isinstance(attrs, ReduceAttrs) and attrs.fn is not ReduceFn.MAX:
        return Misfit("it is no largest value", yields=True)
    w = _windows(view)
    return w if isinstance(w, Misfit) else _call(view, w, "edgec_maxpool_s8_cmsis_nn", 0, "arm_max_pool_s8")


def _bind_average(view: NodeView, helium: bool) -> Bound:
    """CMSIS-NN divides sums of bytes: halves, and another scale, would be rounded otherwise."""
    attrs = view.node.attrs
    if isinstance(attrs, ReduceAttrs) and attrs.fn is not ReduceFn.MEAN:
        return Misfit("it is no mean", yields=attrs.fn is ReduceFn.MAX)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    x, y = quant(view.x(0)), quant(view.y)
    if (x.s, x.z) != (y.s, y.z):
        return Misfit("CMSIS-NN's means keep the scale, and here the output has another one")
    w = _windows(view)
    if isinstance(w, Misfit):
        return w
    if w.attrs.count_include_pad and any(w.attrs.pads):
        return Misfit("padding counts in these means, and not in CMSIS-NN's")
    if any(n % 2 == 0 for n in w.counts):
        return Misfit("a window has an even number of cells, whose halves CMSIS-NN rounds otherwise")
    scratch = average_scratch(w.y[3], helium)
    symbol = "edgec_avgpool_s8_cmsis_nn" if scratch else "edgec_avgpool_s8_alone_cmsis_nn"
    return _call(view, w, symbol, scratch, "arm_avgpool_s8")


def _work(view: NodeView, call: Call) -> Counts:
    """Channels of the cells of all windows, by ones, fours and sixteens."""
    w = _windows(view)
    assert isinstance(w, PoolWindows)
    channels, positions = w.x[3], prod(w.y[:3])
    blocks = -(-channels // HELIUM_CHANNELS)
    return (
        ("call", 1),
        ("position", positions),
        ("cell", w.cells),
        ("four", w.cells * (channels // 4)),
        ("one", w.cells * (channels % 4)),
        ("sixteen", w.cells * blocks),
        ("block", positions * blocks),
        ("output", view.y.size),
        ("line", positions * w.attrs.kernel[0] * channels),
        ("tap", positions * prod(w.attrs.kernel) * channels),
    )


REDUCED: tuple[tuple[Shape, tuple[int, ...]], ...] = (
    ((1, 25, 5, 64), (1, 2)), ((2, 7, 7, 30), (1, 2)), ((3, 15, 21), (1,)), ((9, 11, 13), (2,)),
)  # fmt: skip
LARGEST: Grid = (
    pool((1, 24, 24, 8), (2, 2), 2),
    pool((1, 24, 24, 16), (3, 3), 2, padded=True),
    pool((1, 12, 12, 32), (3, 3), padded=True),
    pool((1, 8, 8, 64), (8, 8)),
    pool((1, 20, 20, 1), (3, 3), 2, padded=True),
    pool((2, 15, 11, 3), (5, 2), (2, 1), padded=True),
    pool((1, 9, 9, 17), (3, 3), 2),
    pool((1, 10, 10, 20), (5, 5), padded=True),
    pool((1, 18, 18, 2), (2, 2), 2),
    pool((1, 14, 14, 6), (2, 2), 2),
)
MEANS: Grid = tuple(
    replace(layer, tied=(0,))
    for layer in (
        pool((1, 25, 5, 64), (25, 5)),
        pool((1, 9, 9, 17), (3, 3), 2),
        pool((1, 24, 24, 16), (3, 3), 3),
        pool((2, 15, 9, 3), (5, 3), (5, 3)),
        pool((1, 35, 1, 24), (5, 1), 5),
        pool((1, 13, 13, 33), (5, 3), 2),
        pool((1, 30, 15, 1), (3, 5), (3, 5)),
    )
)


def _reductions(fn: ReduceFn, tied: tuple[int, ...] = ()) -> Grid:
    return tuple(GridLayer(ReduceAttrs(fn, axes), (shape,), tied=tied) for shape, axes in REDUCED)


def _kernels(library: Library, helium: bool) -> tuple[Kernel, ...]:
    def bound(bind: Callable[[NodeView, bool], Bound]) -> Callable[[NodeView], Bound]:
        return lambda view: bind(view, helium)

    largest, average = bound(_bind_largest), bound(_bind_average)
    return (
        Kernel(library, "maxpool_s8", "MaxPool", I8, largest, _work, grid=LARGEST),
        Kernel(library, "maxpool_s8", "Reduce", I8, largest, _work, grid=_reductions(ReduceFn.MAX)),
        Kernel(library, "avgpool_s8", "AvgPool", I8, average, _work, grid=MEANS),
        Kernel(library, "avgpool_s8", "Reduce", I8, average, _work, grid=_reductions(ReduceFn.MEAN, (0,))),
    )


KERNELS = (*_kernels(LIBRARY, False), *_kernels(HELIUM, True))
