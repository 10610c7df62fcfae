"""Binding of the NEON resizing along one axis."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import I8, INT32_MAX, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.neon.params_ops import ResampleS8Neon
from edgec.codegen.kernels.plain.sampled import bind_resample_int
from edgec.codegen.kernels.shared.params import Resample
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier
from edgec.converter.ops.resample import ResampleAttrs

VECTOR, HALF = 16, 8


def _bind(view: NodeView) -> Bound:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    (call,) = plain
    (out, taps), shape, axis = view.x(1).shape, view.x(0).shape, view.attrs(ResampleAttrs).axis
    loops = Resample(prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]), out, taps)
    if loops.inner < HALF:
        return Misfit(f"fewer than {HALF} values lie side by side")
    weight = view.x(2)
    assert weight.data is not None
    factor = multiplier(quant(view.x(0)).s * quant(weight).s / quant(view.y).s)
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    reach = max(sum(abs(int(w) - quant(weight).z) for w in row) for row in weight.data)
    if 255 * reach << left > INT32_MAX:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    epilogue, in_zero = EpilogueNeon(quant(view.y).z, -128, 127, left), quant(view.x(0)).z
    params = ResampleS8Neon(loops, in_zero, factor.m, -(factor.shift + left - HIGH_BITS), epilogue)
    why = "16 values side by side"
    symbol, header = "edgec_resample_s8_neon", "edgec_resample_s8_neon.h"
    return (Call(symbol, header, params, call.args, macs=call.macs, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Cells of the output; of each 16 or eight values at a time, tap by tap."""
    p = call.params_of(ResampleS8Neon).shape
    cells, taps = p.outer * p.out, p.taps
    whole, left = divmod(p.inner, VECTOR)
    whole, half = (whole + 1, 0) if left > HALF and whole else (whole, -(-left // HALF))
    return (
        ("call", 1),
        ("cell", cells),
        ("sixteen", cells * whole),
        ("tap", cells * whole * taps),
        ("eight", cells * half),
        ("tap_eight", cells * half * taps),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "resample_s8", "Resample", I8, _bind, _work, grid=ops_grids.RESAMPLES),)
