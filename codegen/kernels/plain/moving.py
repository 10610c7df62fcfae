"""The binding of MovingMean: sums of channels that are carried from step to step."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant, quantized
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.params import MovingMeanS8
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Output
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Array, DType
from edgec.converter.ops.moving import SUMS, MovingMeanAttrs

OLD, BEFORE, BEHIND = 1, 3, 4  # inputs beside the new cells and the sums


def _cells(view: NodeView, i: int) -> int:
    """Cells of an input; none where it is absent."""
    t = view.ins[i] if i < len(view.ins) else None
    return prod(t.shape[:-1]) if t is not None else 0


def _bind(view: NodeView) -> Bound:
    a = view.attrs(MovingMeanAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if view.x(SUMS).dtype is not DType.I32 or 255 * a.cells > INT32_MAX:
        return Misfit("its sums do not fit int32", "use a smaller window")
    x, y = quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * a.count))
    cells = [_cells(view, i) for i in range(BEHIND + 1)]
    params = MovingMeanS8(
        view.x(0).shape[-1], cells[0], cells[OLD], cells[BEFORE], cells[BEHIND], -x.z * a.cells, factor.m, factor.shift,
        y.z,
    )  # fmt: skip
    ends = [operand(view, i if cells[i] else 0) for i in (BEFORE, BEHIND)]
    sums = operand(view, SUMS, "int32_t")
    args = (operand(view, 0), operand(view, OLD), sums, *ends, output(view), Output(1, "int32_t"))
    why = "sums of channels, carried from step to step"
    return (Call("edgec_moving_mean_s8_plain", "edgec_moving_mean_s8.h", params, args, why=why),)


def _work(_view: NodeView, call: Call) -> Counts:
    """Channels, beginnings of their loops, and elements a channel apart."""
    p = call.params_of(MovingMeanS8)
    parts = (p.fresh, p.old, p.before, p.behind)
    return (
        ("channel", p.channels),
        ("loop", p.channels * sum(n > 0 for n in parts)),
        ("element", p.channels * sum(parts)),
    )


def _layer(channels: int, *cells: int) -> GridLayer:
    """A layer of so many new cells, cells that leave, and cells at the ends."""
    fresh, old, *ends = cells

    def made(rng: np.random.Generator) -> list[Array | None]:
        parts = [np.asarray(rng.integers(-128, 128, (1, n, channels)), np.int8) for n in (fresh, old, *ends)]
        sums = np.asarray(rng.integers(-10_000, 10_000, channels), np.int32)
        return [*parts[:SUMS], sums, *parts[SUMS:]]

    count = sum(cells) + 20
    return GridLayer(MovingMeanAttrs((1, channels), count, count), constant=(), values=made)


GRID: Grid = (
    _layer(64, 5, 5, 30, 35),
    _layer(64, 2, 2),
    _layer(24, 1, 1, 3, 3),
    _layer(9, 20, 20, 40),
    _layer(128, 1, 1),
    _layer(32, 4, 4, 12, 18),
    _layer(64, 6, 6, 3, 3),
    _layer(16, 10, 10, 1, 24),
)
KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "moving_mean_s8", "MovingMean", I8, _bind, _work, grid=GRID),)
