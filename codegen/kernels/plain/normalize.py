"""Bindings of Normalize."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import F32, I8, const, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, GridLayer, Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.plain.params_elements import NormalizeF32, NormalizeInt
from edgec.codegen.kernels.plain.s16 import I16, symmetric
from edgec.codegen.kernels.shared.params import Groups
from edgec.codegen.kernels.spec import Bound, Call, Const, Misfit, NodeView
from edgec.converter.arithmetic.root import LARGEST_GROUP, NORMAL_BITS, epsilon_term
from edgec.converter.graph.ir import DType
from edgec.converter.ops.normalize import NormalizeAttrs, factors_of, group_shape


def _groups(view: NodeView) -> Groups:
    """The groups, and how scale and bias step through them."""
    a, factor = view.attrs(NormalizeAttrs), view.x(1).shape
    outer, n, inner = group_shape(a, view.y.shape)
    _, along, across = group_shape(a, factor)
    return Groups(outer, n, inner, along=across if along > 1 else 0, across=int(across > 1))


def _whole(view: NodeView) -> Misfit | None:
    """Return why scale and bias do not step evenly through a group; None when they do."""
    a, factor, shape = view.attrs(NormalizeAttrs), view.x(1).shape, view.y.shape
    for axes in (a.axes, range(a.axes[-1] + 1, len(shape))):
        if prod(factor[i] for i in axes) not in (1, prod(shape[i] for i in axes)):
            return Misfit("scale and bias repeat inside a group", "give one for each value of a group, or for all")
    return None


def bind_int(view: NodeView) -> Bound:
    """Sums, an inverse root, and one rounding for each value."""
    a, x, y = view.attrs(NormalizeAttrs), view.x(0), view.y
    misfit = (quantized(view) if x.dtype is DType.I8 else symmetric(view)) or _whole(view)
    if misfit is not None:
        return misfit
    (scale, bias), n = (view.x(1), view.x(2)), group_shape(a, y.shape)[1]
    if scale.data is None or bias.data is None:
        return Misfit("scale or bias is computed at run time, constants are needed")
    if n > LARGEST_GROUP:
        return Misfit(f"a group has {n} values, at most {LARGEST_GROUP} are supported")
    factors = factors_of(scale.data, bias.data, quant(scale), quant(bias), quant(y))
    epsilon = epsilon_term(a.epsilon, quant(x).s, n)
    symbol = "edgec_normalize_s8_plain" if x.dtype is DType.I8 else "edgec_normalize_s16_plain"
    params = NormalizeInt(_groups(view), epsilon, NORMAL_BITS + factors.bits, quant(y).z)
    args = (operand(view, 0), _factor("scale", factors.scale), _factor("bias", factors.bias), output(view))
    why = "sums and square root in 64 bits, one rounding"
    return (Call(symbol, "edgec_normalize_int.h", params, args, inplace=shared_inputs(view, 1), why=why),)


def _factor(role: str, values: np.ndarray) -> Const:
    return const(role, "int32_t", values)


def _bind_float(view: NodeView) -> Bound:
    misfit = _whole(view)
    if misfit is not None:
        return misfit
    params = NormalizeF32(_groups(view), view.attrs(NormalizeAttrs).epsilon)
    args = (operand(view, 0), operand(view, 1, role="scale"), operand(view, 2, role="bias"), output(view))
    why = "mean, variance, values"
    call = Call(
        "edgec_normalize_f32_plain", "edgec_normalize_f32.h", params, args, inplace=shared_inputs(view, 1), why=why
    )
    return (call,)


def _work(view: NodeView, call: Call) -> Counts:
    """Groups of values that lie together or apart."""
    outer, _, inner = group_shape(view.attrs(NormalizeAttrs), view.y.shape)
    return ("group", outer * inner), ("element" if inner == 1 else "apart", view.y.size)


NORMALIZES = tuple(
    GridLayer(NormalizeAttrs(axes), (x, factor, factor), (1, 2))
    for axes, x, factor in (
        ((1,), (32, 64), (1, 64)),
        ((2,), (1, 10, 24), (1, 1, 24)),
        ((1,), (2, 400), (1, 1)),
        ((1, 2), (1, 12, 12, 16), (1, 1, 1, 16)),
        ((1, 2), (1, 4, 5, 30), (1, 1, 1, 30)),
        ((1,), (1, 300, 3), (1, 300, 1)),
    )
)
KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "normalize_s8", "Normalize", I8, bind_int, _work, grid=NORMALIZES),
    Kernel(LIBRARY, "normalize_s16", "Normalize", I16, bind_int, _work, grid=NORMALIZES),
    Kernel(LIBRARY, "normalize_f32", "Normalize", F32, _bind_float, _work, grid=NORMALIZES),
)
