"""Binding of the Helium resizing along one axis."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.params_ops import ResampleMve, ResampleS8Mve
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.plain.sampled import bind_resample_int
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.graph.ir import Array
from edgec.converter.ops.resample import ResampleAttrs

LANES = ResampleMve.EDGEC_RESAMPLE_MVE_LANES.value


def _stream(index: Array, weight: Array, zero: int) -> Array:
    """Return of each cell what its sum begins with, then bytes to its taps and weights [cells, taps], as int32."""
    taps = np.stack([index.astype(np.int64), weight], axis=2).reshape(len(index), -1)
    both: Array = np.concatenate([-zero * weight.sum(axis=1, keepdims=True), taps], axis=1).astype(np.int32)
    return both.reshape(-1)


def _bind(view: NodeView) -> Bound:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    axis, x, index, weight = view.attrs(ResampleAttrs).axis, view.x(0), view.x(1), view.x(2)
    inner = prod(x.shape[axis + 1 :])
    if inner < LANES:
        return Misfit(f"fewer than {LANES} values lie side by side")
    factor = multiplier(quant(x).s * quant(weight).s / quant(view.y).s)
    if factor.shift < HIGH_BITS + MIN_ROUNDING_SHIFT:
        return Misfit("the factor is 1/2 or more")
    assert index.data is not None and weight.data is not None
    stream = _stream(index.data * inner, weight.data.astype(np.int64) - quant(weight).z, quant(x).z)
    cells, taps = index.shape
    sizes = prod(x.shape[:axis]), x.shape[axis], inner, cells, taps, inner
    params = ResampleS8Mve(*sizes, factor.m, HIGH_BITS - factor.shift, quant(view.y).z)
    args = operand(view, 0), const("index", "int32_t", stream), output(view)
    why, steps = f"{LANES} values side by side", (("out_step", 1),) if axis == len(x.shape) - 2 else ()
    macs, symbol = view.y.size * taps, "edgec_resample_s8_mve"
    return (Call(symbol, f"{symbol}.h", params, args, macs=macs, why=why, steps=steps),)


def _work(view: NodeView, call: Call) -> Counts:
    """Runs of cells of the output, their blocks of values, taps."""
    p = call.params_of(ResampleS8Mve)
    blocks = p.outer * p.out * -(-p.inner // LANES)
    return ("call", 1), ("run", p.outer), ("cell", p.outer * p.out), ("block", blocks), ("tap", blocks * p.taps)


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "resample_s8", "Resample", I8, _bind, _work, grid=grids.RESAMPLES),)
