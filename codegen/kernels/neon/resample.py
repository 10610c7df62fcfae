"""Binding of the NEON resizing along one axis."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8, INT32_MAX, quant
from edgec.codegen.kernels.counting import number
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, LEAST
from edgec.codegen.kernels.plain.sampled import bind_resample_int
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params
from edgec.converter.arithmetic.fixed_point import multiplier

VECTOR, HALF = 16, 8


def _bind(view: NodeView) -> Bound:
    plain = bind_resample_int(view)
    if isinstance(plain, Misfit):
        return plain
    (call,) = plain
    inner = number(call, "shape.inner")
    if inner < HALF:
        return Misfit(f"fewer than {HALF} values lie side by side")
    weight = view.x(2)
    assert weight.data is not None and call.initializer is not None
    factor = multiplier(quant(view.x(0)).s * quant(weight).s / quant(view.y).s)
    left = max(0, HIGH_BITS + LEAST - factor.shift)
    reach = max(sum(abs(int(w) - quant(weight).z) for w in row) for row in weight.data)
    if 255 * reach << left > INT32_MAX:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    shape = tuple(
        (name, value) for name, value in call.initializer.fields if name.startswith("shape.") or name == "in_zero"
    )
    limits = (("ending.lo", -128), ("ending.hi", 127), ("ending.left", left))
    ending = (("ending.out_zero", quant(view.y).z), *limits)
    scale = (("multiplier", factor.m), ("minus_n", -(factor.shift + left - HIGH_BITS)))
    params = Params("edgec_resample_s8_neon_params", (*shape, *scale, *ending))
    why = "16 values side by side"
    symbol, header = "edgec_resample_s8_neon", "edgec_resample_s8_neon.h"
    return (Call(symbol, header, params, call.args, macs=call.macs, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Cells of the output; of each 16 or eight values at a time, tap by tap."""
    cells, inner, taps = (number(call, f"shape.{name}") for name in ("out", "inner", "taps"))
    cells *= number(call, "shape.outer")
    whole, left = divmod(inner, VECTOR)
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
