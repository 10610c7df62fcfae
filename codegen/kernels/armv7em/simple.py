"""Bindings of the Armv7E-M elementwise kernels."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.cuts import cut_binary
from edgec.codegen.kernels.armv7em.params import AddS8Armv7em, MatmulS8Armv7em, MulS8Armv7em, SoftmaxS8Armv7em
from edgec.codegen.kernels.armv7em.work import ceil, limited
from edgec.codegen.kernels.common import I8, const, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.plain import params as plain
from edgec.codegen.kernels.plain.elementwise import bind_softmax_int, shared_inputs
from edgec.codegen.kernels.plain.linear import bind_matmul_int
from edgec.codegen.kernels.shared.broadcast import broadcast_of, moving_first
from edgec.codegen.kernels.shared.layer import shift_word
from edgec.codegen.kernels.shared.params import Broadcast
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import (
    add_multipliers,
    clamp_limits,
    multiplier,
    product_multiplier,
    softmax_table,
)
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, SoftmaxAttrs

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
    loops = broadcast_of(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = moving_first(loops)
    if a.fn is BinaryFn.MUL:
        return _mul(view, loops, order)
    return _add(view, loops, order)


def _call(view: NodeView, symbol: str, params: AddS8Armv7em | MulS8Armv7em, order: tuple[int, int]) -> Bound:
    args = (operand(view, order[0]), operand(view, order[1]), output(view))
    same = view.x(0).shape == view.x(1).shape
    why = f"{'operands of one shape' if same else 'one operand repeats'}, four elements at a time"
    return (Call(symbol, "edgec_binary_s8_armv7em.h", params, args, inplace=shared_inputs(view, 2), why=why),)


def _add(view: NodeView, loops: Broadcast, order: tuple[int, int]) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    f = add_multipliers(qa.s, qb.s, out.s)
    m_b = -f.b if a.fn is BinaryFn.SUB else f.b
    offset = (1 << (f.shift - 1)) - qa.z * f.a - qb.z * m_b + (out.z << f.shift)
    factors = (f.a, m_b)
    if 128 * (f.a + f.b) + abs(offset) >= INT32_LIMIT:
        return Misfit("the sum with the output's zero point does not fit int32")
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = AddS8Armv7em(loops, factors[order[0]], factors[order[1]], offset, f.shift, lo, hi)
    return _call(view, "edgec_add_s8_armv7em", params, order)


def _mul(view: NodeView, loops: Broadcast, order: tuple[int, int]) -> Bound:
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = product_multiplier(qa, qb, out)
    end = shift_word(factor)
    if isinstance(end, Misfit):
        return end
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    zeros, add = (qa.z, qb.z), (2 * out.z + 1 << end[1]) & 0xFFFFFFFF
    params = MulS8Armv7em(loops, zeros[order[0]], zeros[order[1]], end[0], add, end[1] + 1, lo, hi)
    return _call(view, "edgec_mul_s8_armv7em", params, order)


def _bind_matmul(view: NodeView) -> Bound:
    bound = bind_matmul_int(view)
    if isinstance(bound, Misfit):
        return bound
    end = shift_word(multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s))
    if isinstance(end, Misfit):
        return end
    (call,) = bound
    p = call.params_of(plain.MatmulS8)
    sizes = p.batch, p.a_stride, p.b_stride, p.m, p.k, p.n
    zeros, step = (p.a_zero, p.b_zero), p.out_step
    params = MatmulS8Armv7em(*sizes, *zeros, multiplier=end[0], shift=end[1], out_zero=p.out_zero, out_step=step)
    units = -(-view.x(0).shape[-1] // UNIT)
    scratch = (2 * COLUMNS + 1) * UNIT * units  # four columns as int16 and a row
    why = "four columns with each row, 15 instructions for 16 MACs"
    args = (*call.args, Scratch("uint32_t"))
    symbol, header = "edgec_matmul_s8_armv7em", "edgec_matmul_s8_armv7em.h"
    return (Call(symbol, header, params, args, scratch, call.macs, why=why, steps=call.steps),)


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
    params = SoftmaxS8Armv7em(rows, n, quant(view.y).z)
    args = (operand(view, 0), whole, output(view))
    shared, why = shared_inputs(view, 1), f"exp() is a table of {TABLE} entries, four values at a time"
    return (Call("edgec_softmax_s8_armv7em", "edgec_softmax_s8_armv7em.h", params, args, inplace=shared, why=why),)


def _binary_work(view: NodeView, call: Call) -> Counts:
    """Rows of the innermost loop, four elements at a time; of a sum or a product, of two rows or a row and a value."""
    mul = view.attrs(BinaryAttrs).fn is BinaryFn.MUL
    p: AddS8Armv7em | MulS8Armv7em = call.params_of(MulS8Armv7em) if mul else call.params_of(AddS8Armv7em)
    rows, n, single = rows_of(p.shape)
    kind = ("mul" if mul else "add") + ("_single" if single else "")
    return (
        ("call", 1),
        (f"{kind}_row", rows),
        (f"{kind}_four", rows * (n // 4)),
        (f"{kind}_one", rows * (n % 4)),
        ("limited", limited(p, view.y.size)),
    )


def rows_of(loops: Broadcast) -> tuple[int, int, bool]:
    """Return the passes of the innermost loop, its length, and whether the second operand stays in a register."""
    *outer, n = loops.dims
    return prod(outer), n, loops.b_stride[-1] == 0 and n > 1


def matmul_work(view: NodeView, call: Call) -> Counts:
    """Four columns are packed, then multiplied with every row; rows that are no whole units are copied."""
    (m, k), n = view.x(0).shape[-2:], view.x(1).shape[-1]
    panels = view.y.size // (m * n) * ceil(n, COLUMNS)
    whole = k % UNIT == 0 and n >= COLUMNS
    packed = k // UNIT if n >= COLUMNS else 0
    return (
        ("call", 1),
        ("panel", panels),
        ("packed", panels * packed),
        ("packed_part", panels * (ceil(k, UNIT) - packed)),
        ("job", panels * (1 if whole else m)),
        ("row", panels * m),
        ("step", panels * m * ceil(k, UNIT)),
        ("copied", 0 if k % UNIT == 0 else panels * m * k),
        ("few", panels * m if n < COLUMNS else 0),
    )


def _softmax_work(view: NodeView, call: Call) -> Counts:
    """Rows, four values at a time; a division for each."""
    p = call.params_of(SoftmaxS8Armv7em)
    rows, n = p.rows, p.n
    return ("call", 1), ("row", rows), ("four", rows * (n // 4)), ("one", rows * (n % 4))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_s8", "Binary", I8, _bind_binary, _binary_work, grid=grids.BINARY, cut=cut_binary),
    Kernel(LIBRARY, "matmul_s8", "MatMul", I8, _bind_matmul, matmul_work, grid=grids.MATMUL),
    Kernel(LIBRARY, "softmax_s8", "Softmax", I8, _bind_softmax, _softmax_work, grid=grids.SOFTMAX),
)
