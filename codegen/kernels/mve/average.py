"""Bindings of the Helium averages: of runs of cells and of windows."""

from __future__ import annotations

from functools import partial
from math import prod

import numpy as np

from edgec.codegen.kernels.cells import cells_of_pool, cells_of_reduction
from edgec.codegen.kernels.common import I8, INT32_MAX, const, operand, output, quant, quantized, window
from edgec.codegen.kernels.counting import windows
from edgec.codegen.kernels.grids import Grid
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.conv import owned
from edgec.codegen.kernels.mve.params_ops import AverageMve, AvgpoolS8Mve, MeanS8Mve
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.plain.pool import average_padding
from edgec.codegen.kernels.plain.s16 import I16, symmetric
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import Multiplier, multiplier
from edgec.converter.graph.ir import DType
from edgec.converter.ops.pool import PoolAttrs, ReduceFn, window_counts

LANES, FEW = AverageMve.EDGEC_AVERAGE_MVE_LANES.value, AverageMve.EDGEC_AVERAGE_MVE_FEW.value
RUN, WINDOW_CELLS = 255, 128  # cells whose sum fits int16, without and with a zero point
RAISED = 8  # bits by which the sums of windows are raised
SHIFTS = range(HIGH_BITS + MIN_ROUNDING_SHIFT - RAISED, 45)  # below those whose halves reach the sign of a sum
UNIT_FACTOR_BITS = 30  # a factor of 2**30 is a power of two
HEADER = "edgec_average_s8_mve.h"


def _up(factor: Multiplier, bits: int) -> int:
    """Return how far the lowest bit of a quotient lies below the sign of a sum of such bits; 0: no sum is a half."""
    n = factor.shift - UNIT_FACTOR_BITS
    return bits - 1 - n if factor.m == 1 << UNIT_FACTOR_BITS and 0 < n < bits - 1 else 0


def _few(channels: int) -> bool:
    return channels < LANES


def _bind_mean(view: NodeView, few: bool = False) -> Bound:
    """Means over neighbouring axes, or of whole images, of at least 16 channels or of ``few``."""
    pool = isinstance(view.node.attrs, PoolAttrs)
    cells = cells_of_pool(view) if pool else cells_of_reduction(view, ReduceFn.MEAN)
    if isinstance(cells, Misfit):
        return cells
    if _few(cells[2]) != few:
        return Misfit(f"there are {'no ' if few else ''}fewer than {LANES} channels")
    return _mean(view, *cells)


def _mean(view: NodeView, outer: int, cells: int, inner: int) -> Bound:
    wide = view.x(0).dtype is DType.I16
    misfit = symmetric(view) if wide else quantized(view)
    if misfit is not None:
        return misfit
    few, x, y = _few(inner), quant(view.x(0)), quant(view.y)
    factor = multiplier(x.s / (y.s * cells))
    doubled = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    if ((65535 if wide else 255) * cells + 1) << doubled > INT32_MAX:
        return Misfit(f"the sum over {cells} cells does not fit int32 beside its factor")
    up = _up(factor, 32)
    ending = factor.m, HIGH_BITS - factor.shift - doubled, doubled, y.z, up
    params = MeanS8Mve(outer, cells, inner, -x.z * cells - int(up > 0), *ending)
    args = operand(view, 0), output(view)
    why = f"mean of {cells} cells, {FEW if few else LANES} channels at a time"
    symbol = "edgec_mean_s16_mve" if wide else f"edgec_mean_s8{'_few' if few else ''}_mve"
    unread = frozenset[str]()
    if inner == 1:
        symbol, why = "edgec_mean_of_runs_s8_mve", f"mean of {cells} values side by side, {LANES} at a time"
        unread = frozenset({"inner"})
    return (Call(symbol, HEADER, params, args, why=why, unread=unread),)


def _bind_avgpool(view: NodeView) -> Bound:
    if not isinstance(cells_of_pool(view), Misfit):
        return Misfit("the layer is a mean over whole images")
    misfit, a = quantized(view), view.attrs(PoolAttrs)
    if misfit is not None:
        return misfit
    if prod(a.kernel) > WINDOW_CELLS:
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int16")
    counts = np.unique(window_counts(a, view.x(0).shape))
    if counts[0] == 0:
        return Misfit("a window lies wholly in the padding")
    x, y, channels = quant(view.x(0)), quant(view.y), view.y.shape[3]
    factors = [multiplier(x.s / (y.s * int(count))) for count in counts]
    if any(f.shift not in SHIFTS for f in factors):
        return Misfit("the scale of the mean is far below or above that of the input")
    rows = [(int(n), f.m, HIGH_BITS - f.shift - RAISED, _up(f, 16)) for n, f in zip(counts, factors, strict=True)]
    params = AvgpoolS8Mve(pool_geometry(view), *average_padding(view), len(rows), x.z, y.z, channels)
    args = operand(view, 0), const("table", "int32_t", np.array(rows, np.int32).reshape(-1)), output(view)
    where, few = window(view, a.kernel, a.strides, a.pads, a.dilations), _few(channels)
    why = f"mean of each window, {FEW if few else LANES} channels at a time, sums of 16 bits"
    symbol, steps = f"edgec_avgpool_s8{'_few' if few else ''}_mve", (("out_step", 1),)
    return (Call(symbol, HEADER, params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD),)


def _blocks(channels: int) -> tuple[int, str]:
    """Blocks of channels and the ending of their terms."""
    few = _few(channels)
    return -(-channels // (FEW if few else LANES)), "_few" if few else ""


def _mean_work(view: NodeView, call: Call) -> Counts:
    """Blocks of channels, their parts of up to 255 cells, cells."""
    p = call.params_of(MeanS8Mve)
    each, few = _blocks(p.inner)
    blocks = p.outer * each
    if view.x(0).dtype is DType.I16:
        return (
            ("call", 1),
            ("mean", p.outer),
            ("block", blocks),
            ("cell", blocks * p.cells),
            ("even", blocks if p.up else 0),
        )
    if p.inner == 1:
        return owned("average_mve", (("of_run", p.outer), ("sixteen", p.outer * -(-p.cells // LANES))))
    counts: Counts = (
        ("mean", p.outer),
        (f"mean_block{few}", blocks),
        (f"part{few}", blocks * (-(-p.cells // RUN) - 1)),
        (f"cell{few}", blocks * p.cells),
        (f"mean_even{few}", blocks if p.up else 0),
    )
    return owned("average_mve", counts)


def _avgpool_work(view: NodeView, call: Call) -> Counts:
    """Runs of positions whose windows are alike, blocks of channels of each position, their rows and cells."""
    p, w = call.params_of(AvgpoolS8Mve), windows(call)
    each, few = _blocks(p.geo.in_c)
    whole = w.columns.count(w.taps[1])
    runs = w.batch * len(w.rows) * (len(w.columns) - whole + min(whole, 1))
    (table,) = (arg.array.data for arg in call.args if isinstance(arg, Const))
    even = bool(table[3 :: AverageMve.EDGEC_AVERAGE_MVE_WORDS.value].any())
    counts: Counts = (
        ("run", runs),
        ("factor", runs * (p.factors - 1)),
        (f"position{few}", w.positions),
        (f"block{few}", w.positions * each),
        (f"line{few}", w.lines * each),
        (f"cell{few}", w.cells * each),
        (f"even{few}", w.positions * each if even else 0),
    )
    return owned("average_mve", counts)


def _kernel(name: str, op: str, grid: Grid, few: bool = False) -> Kernel:
    dtypes = I16 if name == "mean_s16" else I8
    return Kernel(LIBRARY, name, op, dtypes, partial(_bind_mean, few=few), _mean_work, grid=grid)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "avgpool_s8", "AvgPool", I8, _bind_avgpool, _avgpool_work, grid=grids.AVERAGES),
    _kernel("mean_s8", "AvgPool", grids.MEAN_POOLS),
    _kernel("mean_s8", "Reduce", grids.MEANS),
    _kernel("mean_few_s8", "AvgPool", grids.MEAN_POOLS_FEW, few=True),
    _kernel("mean_few_s8", "Reduce", grids.MEANS_FEW, few=True),
    _kernel("mean_s16", "AvgPool", grids.MEAN_POOLS_S16),
    _kernel("mean_s16", "Reduce", grids.MEANS_S16),
)
