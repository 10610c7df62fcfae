"""Bindings of the Armv7E-M elementwise kernels."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, Fields, const, operand, output, quant, quantized
from edgec.codegen.kernels.conv import _bind_matmul_int as bind_matmul_int
from edgec.codegen.kernels.dsp_pack import shift_word
from edgec.codegen.kernels.elementwise import bind_softmax_int, broadcast_fields, shared_inputs
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Scratch, Value
from edgec.converter.fixed_point import add_multipliers, clamp_limits, multiplier, softmax_table
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs

DSP = frozenset({"dsp"})
INT32_LIMIT = 2**31
SHARE, TABLE, SOFTMAX_LEAST = 2.0**-8, 256, 256  # of Softmax: scale, entries, fewest values that are worth the table
COLUMNS, UNIT = 4, 4  # of a matrix product: columns that are computed together, k of a step


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no fast int8 kernel")
    loops = broadcast_fields(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = moving_first(loops)
    if a.fn is BinaryFn.MUL:
        return _mul(view, loops, order)
    return _add(view, loops, order)


def moving_first(loops: Fields) -> tuple[tuple[int, int], Fields]:
    """The operands in the order of the kernel, and its loops: the one that moves along the last dimension first."""
    steps = dict(loops)
    if last_step(steps["shape.a_stride"]) == 0 and last_step(steps["shape.dims"]) > 1:
        swapped = (("shape.a_stride", steps["shape.b_stride"]), ("shape.b_stride", steps["shape.a_stride"]))
        return (1, 0), (loops[0], *swapped)
    return (0, 1), loops


def last_step(steps: Value) -> int:
    """Of the innermost loop."""
    assert isinstance(steps, tuple)
    return steps[-1]


def _call(view: NodeView, symbol: str, params: Params, order: tuple[int, int]) -> Bound:
    args = (operand(view, order[0]), operand(view, order[1]), output(view))
    same = view.x(0).shape == view.x(1).shape
    why = f"{'operands of one shape' if same else 'one operand repeats'}, four elements at a time"
    return (Call(symbol, "edgec_binary_s8_dsp.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _add(view: NodeView, loops: Fields, order: tuple[int, int]) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    f = add_multipliers(qa.s, qb.s, out.s)
    m_b = -f.b if a.fn is BinaryFn.SUB else f.b
    offset = (1 << (f.shift - 1)) - qa.z * f.a - qb.z * m_b + (out.z << f.shift)
    factors = (f.a, m_b)
    if 128 * (f.a + f.b) + abs(offset) >= INT32_LIMIT:
        return Misfit("the sum with the output's zero point does not fit int32")
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = Params(
        "edgec_add_s8_dsp_params",
        (
            *loops,
            ("m_a", factors[order[0]]),
            ("m_b", factors[order[1]]),
            ("offset", offset),
            ("shift", f.shift),
            ("lo", lo),
            ("hi", hi),
        ),
    )
    return _call(view, "edgec_add_s8__dsp", params, order)


def _mul(view: NodeView, loops: Fields, order: tuple[int, int]) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = multiplier(qa.s * qb.s / out.s)
    end = shift_word(factor)
    if isinstance(end, Misfit):
        return end
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = Params(
        "edgec_mul_s8_dsp_params",
        (
            *loops,
            ("a_zero", (qa, qb)[order[0]].z),
            ("b_zero", (qa, qb)[order[1]].z),
            ("m", end[0]),
            ("add", (2 * out.z + 1 << end[1]) & 0xFFFFFFFF),
            ("shift", end[1] + 1),
            ("lo", lo),
            ("hi", hi),
        ),
    )
    return _call(view, "edgec_mul_s8__dsp", params, order)


def _bind_matmul(view: NodeView) -> Bound:
    bound = bind_matmul_int(view)
    if isinstance(bound, Misfit):
        return bound
    end = shift_word(multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s))
    if isinstance(end, Misfit):
        return end
    (call,) = bound
    assert call.params is not None
    fields = {**dict(call.params.fields), "multiplier": end[0], "shift": end[1]}
    params = Params("edgec_matmul_s8_dsp_params", tuple(fields.items()))
    units = -(-view.x(0).shape[-1] // UNIT)
    scratch = (2 * COLUMNS + 1) * UNIT * units  # four columns as int16 and a row
    why = "four columns with each row, 15 instructions for 16 MACs"
    args = (*call.args, Scratch("uint32_t"))
    symbol, header = "edgec_matmul_s8__dsp", "edgec_matmul_s8_dsp.h"
    return (Call(symbol, header, params, args, scratch, call.macs, why=why),)


def _bind_softmax(view: NodeView) -> Bound:
    bound = bind_softmax_int(view)
    if isinstance(bound, Misfit):
        return bound
    shape, axis = view.y.shape, view.attrs(SoftmaxAttrs).axis
    rows, n = prod(shape[:axis]), shape[axis]
    if prod(shape[axis:]) != n or quant(view.y).s != SHARE or view.y.size < SOFTMAX_LEAST:
        return Misfit(f"the values are fewer than {SOFTMAX_LEAST}, lie apart, or their scale is not 1/256")
    table = softmax_table(quant(view.x(0)).s)[:TABLE]
    whole = const("table", "uint16_t", np.pad(table, (0, TABLE - len(table))))
    params = Params("edgec_softmax_s8_dsp_params", (("rows", rows), ("n", n), ("out_zero", quant(view.y).z)))
    args = (operand(view, 0), whole, output(view))
    shared, why = shared_inputs(view, 1), f"exp() is a table of {TABLE} entries, four values at a time"
    return (Call("edgec_softmax_s8__dsp", "edgec_softmax_s8_dsp.h", params, args, inplace=shared, why=why),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_<fn>_s8__dsp", "Binary", I8, _bind_binary, DSP),
    Kernel("edgec_matmul_s8__dsp", "MatMul", I8, _bind_matmul, DSP),
    Kernel("edgec_softmax_s8__dsp", "Softmax", I8, _bind_softmax, DSP),
)
