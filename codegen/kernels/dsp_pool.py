"""Bindings of the Armv7E-M pooling kernels."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    I8,
    INT32_MAX,
    const,
    factor_arrays,
    operand,
    output,
    quant,
    quantized,
    window,
)
from edgec.codegen.kernels.conv import geometry
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Window
from edgec.converter.fixed_point import Multiplier, multiplier
from edgec.converter.ir import Array, Shape
from edgec.converter.ops.pool import PoolAttrs, ReduceAttrs, ReduceFn, window_counts

DSP = frozenset({"dsp"})
HEADER = "edgec_avgpool_s8_dsp.h"
CELLS = 128  # EDGEC_AVGPOOL_CELLS
INT16_MAX = 2**15 - 1
POWER = 30  # a factor of 2**30 is a power of two
SHIFTS = range(17, 39)  # of the requantization that takes sums as int16


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    params = Params(
        "edgec_maxpool_s8_dsp_params",
        (*geometry(view.x(0), view.y, a.kernel, a.strides, a.pads, a.dilations), ("out_step", view.y.shape[3])),
    )
    args = (operand(view, 0), output(view))
    why = "largest value of each window, four channels at a time"
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    steps = (("out_step", 1),)
    return (Call("edgec_maxpool_s8__dsp", "edgec_pool_s8_dsp.h", params, args, why=why, window=where, steps=steps),)


def _bind_avgpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    n, h, w, c = view.x(0).shape
    counts = window_counts(a, view.x(0).shape)
    if view.y.shape[1:3] == (1, 1) and a.kernel == (h, w) and not any(a.pads) and a.dilations == (1, 1):
        return _mean(view, n, h * w, c)
    padded = any(a.pads) or int(counts.min()) < prod(a.kernel)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    return _windows(view, a, view.x(0).shape, view.y.shape, np.unique(counts) if padded else None, where)


def _bind_mean(view: NodeView) -> Bound:
    a = view.attrs(ReduceAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    shape = view.x(0).shape
    axes = tuple(i for i in a.axes if shape[i] != 1)
    first, last = (axes[0], axes[-1]) if axes else (0, 0)
    between = tuple(i for i in range(first, last + 1) if shape[i] != 1)
    if a.fn is not ReduceFn.MEAN or not axes or axes != between:
        return Misfit("the layer is not a mean over neighbouring axes")
    return _mean(view, prod(shape[:first]), prod(shape[first : last + 1]), prod(shape[last + 1 :]))


def _mean(view: NodeView, outer: int, cells: int, inner: int) -> Bound:
    """The mean over a run of cells: as one window when its sum fits int16."""
    x, y = quant(view.x(0)), quant(view.y)
    pool = PoolAttrs((1, cells), (1, 1), (1, 1))
    narrow = _windows(view, pool, (outer, 1, cells, inner), (outer, 1, 1, inner), None, None)
    if not isinstance(narrow, Misfit):
        return narrow
    if 255 * cells > INT32_MAX:
        return Misfit(f"the sum over {cells} cells does not fit int32")
    factor = multiplier(x.s / (y.s * cells))
    fields = (("outer", outer), ("cells", cells), ("inner", inner), ("offset", -x.z * cells))
    scale = (("multiplier", factor.m), ("shift", factor.shift), ("out_zero", y.z))
    params = Params("edgec_mean_s8_dsp_params", (*fields, *scale))
    why = f"mean of {cells} cells, four channels at a time"
    return (Call("edgec_mean_s8__dsp", HEADER, params, (operand(view, 0), output(view)), why=why),)


def _windows(
    view: NodeView, a: PoolAttrs, x_shape: Shape, y_shape: Shape, counts: Array | None, where: Window | None
) -> Bound:
    """``counts``: the numbers of cells that windows have when some reach out of the input."""
    if prod(a.kernel) > CELLS:
        return Misfit(f"the sum over {prod(a.kernel)} cells does not fit int16")
    found = np.array([prod(a.kernel)]) if counts is None else counts
    if found[0] == 0:
        return Misfit("a window lies wholly in the padding")
    x, y = quant(view.x(0)), quant(view.y)
    factors = [multiplier(x.s / (y.s * int(count))) for count in found]
    if not all(f.shift in SHIFTS for f in factors):
        return Misfit(f"a requantization shift is outside {SHIFTS.start}..{SHIFTS.stop - 1}")
    if any(255 * int(n) + _half_room(f, y.z) > INT16_MAX for n, f in zip(found, factors, strict=True)):
        return Misfit("the sum with the output's zero point does not fit int16")
    image = replace(view.x(0), shape=x_shape), replace(view.y, shape=y_shape)
    params = Params(
        "edgec_avgpool_s8_dsp_params",
        (
            *geometry(*image, a.kernel, a.strides, a.pads, a.dilations),
            ("padded", int(counts is not None)),
            ("pad_bottom", a.pads[2]),
            ("pad_right", a.pads[3]),
            ("count_include_pad", int(a.count_include_pad)),
            ("factors", len(factors)),
            ("in_zero", x.z),
            ("out_zero", y.z),
        ),
    )
    table = const("table", "int32_t", found.astype(np.int32))
    args = (operand(view, 0), table, *factor_arrays(factors), output(view))
    why = f"mean of {prod(a.kernel)} cells, four channels at a time, sums as pairs of int16"
    return (Call("edgec_avgpool_s8__dsp", HEADER, params, args, why=why, window=where),)


def _half_room(factor: Multiplier, zero: int) -> int:
    """What a factor 2**-n adds to a sum before the shift, at most."""
    n = factor.shift - POWER
    return ((abs(zero) + 1) << n) if factor.m == 1 << POWER and n > 0 else 0


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_maxpool_s8__dsp", "MaxPool", I8, _bind_maxpool, DSP),
    Kernel("edgec_avgpool_s8__dsp", "AvgPool", I8, _bind_avgpool, DSP),
    Kernel("edgec_mean_s8__dsp", "Reduce", I8, _bind_mean, DSP),
)
