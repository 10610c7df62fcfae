"""Bindings of Unary, Binary and Softmax."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import (
    F32,
    I8,
    Fields,
    align,
    broadcast_strides,
    const,
    int_call,
    merge,
    operand,
    output,
    quant,
    quantized,
    too_many_loops,
)
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params
from edgec.converter.fixed_point import add_multipliers, clamp_limits, multiplier, softmax_table
from edgec.converter.ops.elementwise import (
    INT_BINARY,
    BinaryAttrs,
    BinaryFn,
    SoftmaxAttrs,
    UnaryAttrs,
    unary_table,
)

BROADCAST_LOOPS = 6
FLOAT_BINARY = frozenset({"add", "sub", "mul", "div", "max", "min", "pow", "prelu", "mod", "fmod"})
SOFTMAX_LIMIT = 2**16  # elements of a group: their Q15 sum fits uint32


def _bind_unary_int(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    table = const("table", "int8_t", unary_table(a, int_call(view)))
    params = Params("edgec_table_s8_params", (("n", view.y.size),))
    args = (operand(view, 0), table, output(view))
    why = f"{a.fn.value} of an int8 value is a table of 256 entries"
    return (Call("edgec_table_s8__ref", "edgec_table_s8.h", params, args, inplace=shared_inputs(view, 1), why=why),)


def _bind_unary_float(view: NodeView) -> Bound:
    a = view.attrs(UnaryAttrs)
    params = Params("edgec_unary_f32_params", (("n", view.y.size), ("alpha", a.alpha), ("beta", a.beta)))
    args = (operand(view, 0), output(view))
    symbol = f"edgec_{a.fn.value}_f32__ref"
    return (Call(symbol, "edgec_unary_f32.h", params, args, inplace=shared_inputs(view, 1), why="element by element"),)


def shared_inputs(view: NodeView, inputs: int) -> tuple[int, ...]:
    """Inputs whose buffer the output may take: activations of its shape."""
    return tuple(i for i in range(inputs) if view.x(i).shape == view.y.shape and not view.x(i).is_const)


def broadcast_fields(view: NodeView) -> Fields | Misfit:
    """The members of ``edgec_broadcast``."""
    a, b, shape = view.x(0), view.x(1), view.y.shape
    dims, a_step, b_step = merge(shape, broadcast_strides(a.shape, shape), broadcast_strides(b.shape, shape))
    if len(dims) > BROADCAST_LOOPS:
        return too_many_loops(len(dims), BROADCAST_LOOPS)
    return (
        ("shape.dims", align(dims, BROADCAST_LOOPS, 1)),
        ("shape.a_stride", align(a_step, BROADCAST_LOOPS, 0)),
        ("shape.b_stride", align(b_step, BROADCAST_LOOPS, 0)),
    )


def _broadcast_kind(view: NodeView) -> str:
    a, b, y = view.x(0), view.x(1), view.y
    if a.size == b.size == y.size:
        return "operands of one shape"
    if 1 in (a.size, b.size):
        return "one operand is a single value"
    return "one operand repeats" if y.size in (a.size, b.size) else "both operands repeat"


def _bind_binary_int(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in INT_BINARY:
        return Misfit(f"{a.fn.value} has no int8 form", "keep this operator in float32")
    shape = broadcast_fields(view)
    if isinstance(shape, Misfit):
        return shape
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    tail: Fields = (("out_zero", out.z), ("lo", lo), ("hi", hi))
    if a.fn is BinaryFn.MUL:
        factor = multiplier(qa.s * qb.s / out.s)
        middle: Fields = (("a_zero", qa.z), ("b_zero", qb.z), ("multiplier", factor.m), ("shift", factor.shift))
        symbol, params = "edgec_mul_s8__ref", Params("edgec_mul_s8_params", (*shape, *middle, *tail))
    else:
        f = add_multipliers(qa.s, qb.s, out.s)
        m_b = -f.b if a.fn is BinaryFn.SUB else f.b
        offset = (1 << (f.shift - 1)) - qa.z * f.a - qb.z * m_b
        middle = (("m_a", f.a), ("m_b", m_b), ("offset", offset), ("shift", f.shift))
        symbol, params = "edgec_add_s8__ref", Params("edgec_add_s8_params", (*shape, *middle, *tail))
    args = (operand(view, 0), operand(view, 1), output(view))
    why = _broadcast_kind(view)
    return (Call(symbol, "edgec_binary_s8.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _bind_binary_float(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn.value not in FLOAT_BINARY:
        return Misfit(f"{a.fn.value} has no float32 kernel")
    shape = broadcast_fields(view)
    if isinstance(shape, Misfit):
        return shape
    params = Params("edgec_binary_f32_params", (*shape, ("lo", a.clamp.lo), ("hi", a.clamp.hi)))
    args = (operand(view, 0), operand(view, 1), output(view))
    symbol = f"edgec_{a.fn.value}_f32__ref"
    why = _broadcast_kind(view)
    return (Call(symbol, "edgec_binary_f32.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _group_fields(view: NodeView) -> Fields:
    a = view.attrs(SoftmaxAttrs)
    shape = view.x(0).shape
    return (("outer", prod(shape[: a.axis])), ("n", shape[a.axis]), ("inner", prod(shape[a.axis + 1 :])))


def bind_softmax_int(view: NodeView) -> Bound:
    """A table of exp() and one division for each value."""
    a = view.attrs(SoftmaxAttrs)
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    if a.log:
        return Misfit("LogSoftmax has no int8 form", "keep this operator in float32")
    if view.x(0).shape[a.axis] > SOFTMAX_LIMIT:
        return Misfit(f"the axis has {view.x(0).shape[a.axis]} elements, at most {SOFTMAX_LIMIT} are supported")
    out = quant(view.y)
    table = softmax_table(quant(view.x(0)).s)
    factor = multiplier(2.0**-16 / out.s)
    params = Params(
        "edgec_softmax_s8_params",
        (
            *_group_fields(view),
            ("used", len(table)),
            ("multiplier", factor.m),
            ("shift", factor.shift),
            ("out_zero", out.z),
        ),
    )
    args = (operand(view, 0), const("table", "uint16_t", table), output(view))
    why = f"exp() is a table of {len(table)} entries"
    return (Call("edgec_softmax_s8__ref", "edgec_softmax_s8.h", params, args, inplace=shared_inputs(view, 1), why=why),)


def _bind_softmax_float(view: NodeView) -> Bound:
    a = view.attrs(SoftmaxAttrs)
    symbol = "edgec_log_softmax_f32__ref" if a.log else "edgec_softmax_f32__ref"
    params = Params("edgec_softmax_f32_params", _group_fields(view))
    args = (operand(view, 0), output(view))
    return (Call(symbol, "edgec_softmax_f32.h", params, args, inplace=shared_inputs(view, 1), why="along one axis"),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_table_s8__ref", "Unary", I8, _bind_unary_int),
    Kernel("edgec_<fn>_f32__ref", "Unary", F32, _bind_unary_float),
    Kernel("edgec_<fn>_s8__ref", "Binary", I8, _bind_binary_int),
    Kernel("edgec_<fn>_f32__ref", "Binary", F32, _bind_binary_float),
    Kernel("edgec_softmax_s8__ref", "Softmax", I8, bind_softmax_int),
    Kernel("edgec_softmax_f32__ref", "Softmax", F32, _bind_softmax_float),
)
