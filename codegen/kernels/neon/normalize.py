"""Binding of the NEON normalization of values side by side."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.counting import number
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.plain.normalize import bind_int
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params

MOST, EPSILON = 8192, 1 << 41  # with both the spread is below 2**42
SHIFTS = range(33, 55)
UPPER, VECTOR, HALF = 32, 16, 8


def _bind(view: NodeView) -> Bound:
    bound = bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    outer, n, inner, along, epsilon, shift, zero = (
        number(call, name)
        for name in (
            "shape.outer",
            "shape.n",
            "shape.inner",
            "shape.along",
            "epsilon",
            "shift",
            "out_zero",
        )
    )
    if inner != 1:
        return Misfit("the values of a group do not lie side by side")
    if n > MOST or epsilon >= EPSILON or shift not in SHIFTS:
        return Misfit("a group is too long, epsilon too large or a factor out of reach for products of 32 bits")
    sizes = (("outer", outer), ("n", n), ("along", along))
    fields = (*sizes, ("epsilon", epsilon), ("minus_down", UPPER - shift), ("out_zero", zero))
    params = Params("edgec_normalize_s8_neon_params", fields)
    symbol, header, why = "edgec_normalize_s8_neon", "edgec_normalize_s8_neon.h", "eight values at a time, one rounding"
    return (Call(symbol, header, params, call.args, inplace=call.inplace, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Groups, each with an inverse root; 16 values are summed, eight computed at a time; what is left of a group."""
    outer, n = number(call, "outer"), number(call, "n")
    return (
        ("call", 1),
        ("group", outer),
        ("sixteen", outer * (n // VECTOR)),
        ("eight", outer * (n // HALF)),
        ("part", outer if n % VECTOR else 0),
        ("last", outer if n % HALF else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "normalize_s8", "Normalize", I8, _bind, _work, grid=ops_grids.NORMALIZE),
)
