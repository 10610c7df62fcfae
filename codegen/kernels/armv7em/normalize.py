"""Bindings of the Armv7E-M normalizations."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params import NormalizeS8
from edgec.codegen.kernels.armv7em.params_s16 import NormalizeS16
from edgec.codegen.kernels.armv7em.work import UNROLLED
from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain.normalize import bind_int
from edgec.codegen.kernels.plain.params_elements import NormalizeInt
from edgec.codegen.kernels.plain.s16 import I16
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.ops.normalize import NormalizeAttrs, group_shape

MOST, EPSILON = 8192, 1 << 41  # with both the spread is below 2**42
SHIFTS = range(33, 55)
MOST_S16, SHIFTS_S16 = 16384, range(33, 63)  # values of a group so many that normalized ones stay below 2**27


def _bind(view: NodeView) -> Bound:
    bound = bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(NormalizeInt)
    if p.shape.n > MOST or p.epsilon >= EPSILON or p.shift not in SHIFTS:
        return Misfit("a group is too long, epsilon too large or a factor out of reach for products of 32 bits")
    params = NormalizeS8(p.shape, p.epsilon, p.shift, p.out_zero)
    symbol, header, why = (
        "edgec_normalize_s8_armv7em",
        "edgec_normalize_s8_armv7em.h",
        "products of 32 bits, one rounding",
    )
    return (replace(call, symbol=symbol, header=header, params=params, why=why),)


def _bind_s16(view: NodeView) -> Bound:
    bound = bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(NormalizeInt)
    if p.shape.n > MOST_S16 or p.shift not in SHIFTS_S16:
        return Misfit("a group is too long or a factor out of reach for products of 32 bits")
    params = NormalizeS16(p.shape, p.epsilon, p.shift)
    symbol, header, why = (
        "edgec_normalize_s16_armv7em",
        "edgec_normalize_s16_armv7em.h",
        "products of 32 bits, one rounding",
    )
    return (replace(call, symbol=symbol, header=header, params=params, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Groups, each with an inverse root; their values, which are added up one by one where they lie apart."""
    _, n, inner = group_shape(view.attrs(NormalizeAttrs), view.y.shape)
    values = view.y.size
    kind = "apart_" if inner > 1 else "short_" if n <= UNROLLED else ""
    return ("call", 1), (f"{kind}group", values // n), (f"{kind}value", values)


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "normalize_s8", "Normalize", I8, _bind, _work, grid=grids.NORMALIZE),
    Kernel(LIBRARY, "normalize_s16", "Normalize", I16, _bind_s16, _work, grid=grids.NORMALIZE),
)
