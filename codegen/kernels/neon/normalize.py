"""Binding of the NEON normalization of values side by side."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.params_ops import NormalizeS8Neon
from edgec.codegen.kernels.plain.normalize import bind_int
from edgec.codegen.kernels.plain.params_elements import NormalizeInt
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView

MOST, EPSILON = 8192, 1 << 41  # with both the spread is below 2**42
SHIFTS = range(33, 55)
UPPER, VECTOR, HALF = 32, 16, 8


def _bind(view: NodeView) -> Bound:
    bound = bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(NormalizeInt)
    if p.shape.inner != 1:
        return Misfit("the values of a group do not lie side by side")
    if p.shape.n > MOST or p.epsilon >= EPSILON or p.shift not in SHIFTS:
        return Misfit("a group is too long, epsilon too large or a factor out of reach for products of 32 bits")
    sizes = p.shape.outer, p.shape.n, p.shape.along
    params = NormalizeS8Neon(*sizes, p.epsilon, UPPER - p.shift, p.out_zero)
    symbol, header, why = "edgec_normalize_s8_neon", "edgec_normalize_s8_neon.h", "eight values at a time, one rounding"
    return (Call(symbol, header, params, call.args, inplace=call.inplace, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Groups, each with an inverse root; 16 values are summed, eight computed at a time; what is left of a group."""
    p = call.params_of(NormalizeS8Neon)
    outer, n = p.outer, p.n
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
