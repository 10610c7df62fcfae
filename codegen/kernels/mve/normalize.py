"""Binding of the Helium normalization of values side by side."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.params_ops import NormalizeS8Mve
from edgec.codegen.kernels.neon.normalize import EPSILON, MOST, SHIFTS, UPPER
from edgec.codegen.kernels.plain.normalize import bind_int
from edgec.codegen.kernels.plain.params_elements import NormalizeInt
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

SUMMED, FOUR = 16, 4  # values at a time


def _bind(view: NodeView) -> Bound:
    bound = bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(NormalizeInt)
    if p.shape.inner != 1 or p.shape.along != 1:
        return Misfit("the values of a group do not lie side by side, or have one factor together")
    if p.shape.n > MOST or p.epsilon >= EPSILON or p.shift not in SHIFTS:
        return Misfit("a group is too long, epsilon too large or a factor out of reach for products of 32 bits")
    params = NormalizeS8Mve(p.shape.outer, p.shape.n, p.epsilon, UPPER - p.shift, p.out_zero)
    symbol, why = "edgec_normalize_s8_mve", "four values at a time, one rounding"
    return (replace(call, symbol=symbol, header=f"{symbol}.h", params=params, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Groups, each with an inverse root; their values, 16 and four at a time."""
    p = call.params_of(NormalizeS8Mve)
    return (
        ("call", 1),
        ("group", p.outer),
        ("sixteen", p.outer * -(-p.n // SUMMED)),
        ("four", p.outer * -(-p.n // FOUR)),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "normalize_s8", "Normalize", I8, _bind, _work, grid=grids.NORMALIZE),)
