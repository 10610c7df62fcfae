"""Bindings of Normalize."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import F32, I8, Fields, const, operand, output, quant, quantized
from edgec.codegen.kernels.elementwise import shared_inputs
from edgec.codegen.kernels.s16 import I16, symmetric
from edgec.codegen.kernels.spec import Bound, Call, Const, Kernel, Misfit, NodeView, Params
from edgec.converter.fixed_point_root import LARGEST_GROUP, NORMAL_BITS, epsilon_term
from edgec.converter.ir import DType
from edgec.converter.ops.normalize import NormalizeAttrs, factors_of, group_shape

DSP_GROUP, DSP_EPSILON = 8192, 1 << 41  # with both the spread is below 2**42
DSP_SHIFTS = range(33, 55)
DSP_GROUP_S16, DSP_SHIFTS_S16 = 16384, range(33, 63)  # values of a group so many that normalized ones stay below 2**27


def _shape(view: NodeView) -> Fields:
    """The members of ``edgec_groups``."""
    a, factor = view.attrs(NormalizeAttrs), view.x(1).shape
    outer, n, inner = group_shape(a, view.y.shape)
    _, along, across = group_shape(a, factor)
    steps = (("along", across if along > 1 else 0), ("across", 1 if across > 1 else 0))
    return tuple((f"shape.{k}", v) for k, v in (("outer", outer), ("n", n), ("inner", inner), *steps))


def _whole(view: NodeView) -> Misfit | None:
    """Why scale and bias do not step evenly through a group; None when they do."""
    a, factor, shape = view.attrs(NormalizeAttrs), view.x(1).shape, view.y.shape
    for axes in (a.axes, range(a.axes[-1] + 1, len(shape))):
        if prod(factor[i] for i in axes) not in (1, prod(shape[i] for i in axes)):
            return Misfit("scale and bias repeat inside a group", "give one for each value of a group, or for all")
    return None


def _bind_int(view: NodeView) -> Bound:
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
    fields: Fields = (
        ("epsilon", epsilon_term(a.epsilon, quant(x).s, n)),
        ("shift", NORMAL_BITS + factors.bits),
        ("out_zero", quant(y).z),
    )
    symbol = "edgec_normalize_s8__ref" if x.dtype is DType.I8 else "edgec_normalize_s16__ref"
    params = Params("edgec_normalize_int_params", (*_shape(view), *fields))
    args = (operand(view, 0), _factor(factors.scale), _factor(factors.bias), output(view))
    why = "sums and square root in 64 bits, one rounding"
    return (Call(symbol, "edgec_normalize_int.h", params, args, inplace=shared_inputs(view, 1), why=why),)


def _bind_dsp(view: NodeView) -> Bound:
    bound = _bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    assert call.params is not None
    fields = dict(call.params.fields)
    n, epsilon, shift = group_shape(view.attrs(NormalizeAttrs), view.y.shape)[1], fields["epsilon"], fields["shift"]
    assert isinstance(epsilon, int) and isinstance(shift, int)
    if n > DSP_GROUP or epsilon >= DSP_EPSILON or shift not in DSP_SHIFTS:
        return Misfit("a group is too long, epsilon too large or a factor out of reach for products of 32 bits")
    params = replace(call.params, ctype="edgec_normalize_s8_dsp_params")
    symbol, header, why = "edgec_normalize_s8__dsp", "edgec_normalize_s8_dsp.h", "products of 32 bits, one rounding"
    return (replace(call, symbol=symbol, header=header, params=params, why=why),)


def _bind_dsp_s16(view: NodeView) -> Bound:
    bound = _bind_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    assert call.params is not None
    n, shift = group_shape(view.attrs(NormalizeAttrs), view.y.shape)[1], dict(call.params.fields)["shift"]
    if n > DSP_GROUP_S16 or shift not in DSP_SHIFTS_S16:
        return Misfit("a group is too long or a factor out of reach for products of 32 bits")
    params = replace(call.params, ctype="edgec_normalize_s16_dsp_params")
    symbol, header, why = "edgec_normalize_s16__dsp", "edgec_normalize_s16_dsp.h", "products of 32 bits, one rounding"
    return (replace(call, symbol=symbol, header=header, params=params, why=why),)


def _factor(values: np.ndarray) -> Const:
    return const("scale", "int32_t", values)


def _bind_float(view: NodeView) -> Bound:
    misfit = _whole(view)
    if misfit is not None:
        return misfit
    params = Params("edgec_normalize_f32_params", (*_shape(view), ("epsilon", view.attrs(NormalizeAttrs).epsilon)))
    args = (operand(view, 0), operand(view, 1), operand(view, 2), output(view))
    why = "mean, variance, values"
    call = Call(
        "edgec_normalize_f32__ref", "edgec_normalize_f32.h", params, args, inplace=shared_inputs(view, 1), why=why
    )
    return (call,)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_normalize_s8__dsp", "Normalize", I8, _bind_dsp, frozenset({"dsp"})),
    Kernel("edgec_normalize_s16__dsp", "Normalize", I16, _bind_dsp_s16, frozenset({"dsp"})),
    Kernel("edgec_normalize_s8__ref", "Normalize", I8, _bind_int),
    Kernel("edgec_normalize_s16__ref", "Normalize", I16, _bind_int),
    Kernel("edgec_normalize_f32__ref", "Normalize", F32, _bind_float),
)
