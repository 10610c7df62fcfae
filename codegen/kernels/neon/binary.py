"""Bindings of the NEON products, and of sums with broadcasting."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8, INT32_MAX, Fields, operand, output, quant, quantized
from edgec.codegen.kernels.counting import number, numbers
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, LEAST
from edgec.codegen.kernels.neon.simple import LEAST_SHIFT
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.shared.broadcast import broadcast_of, moving_first, swapped
from edgec.codegen.kernels.shared.params import Broadcast
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Params, Scratch
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits, product_multiplier
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn

VECTOR = 16
LARGEST = 255 * 255  # of a product without zero points
Order = tuple[int, int]


def _bind(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no NEON kernel for int8")
    loops = broadcast_of(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = ordered(loops)
    scale = _mul(view, order) if a.fn is BinaryFn.MUL else _sum(view, order)
    if isinstance(scale, Misfit):
        return scale
    repeat, n = _repeats(loops)
    name = "mul" if a.fn is BinaryFn.MUL else "sum"
    fields = (*loops.values("rows.shape."), ("rows.repeat", int(repeat)), *scale)
    params = Params(f"edgec_{name}_s8_neon_params", fields)
    args = (operand(view, order[0]), operand(view, order[1]), output(view), Scratch("int8_t", VECTOR))
    scratch = n + VECTOR if repeat else VECTOR
    shared = shared_inputs(view, 2)
    why = f"{'a row that repeats' if repeat else 'rows'}, 16 elements at a time"
    symbol, header = f"edgec_{name}_s8_neon", "edgec_binary_s8_neon.h"
    return (Call(symbol, header, params, args, scratch, inplace=shared, why=why),)


def ordered(loops: Broadcast) -> tuple[Order, Broadcast]:
    """The operands in the order of the kernel, and its loops: one that moves comes first, one that repeats last."""
    order, loops = moving_first(loops)
    if (loops.a_stride[-2], loops.b_stride[-2], loops.b_stride[-1]) == (0, loops.dims[-1], 1):
        return (1, 0), swapped(loops)
    return order, loops


def _repeats(loops: Broadcast) -> tuple[bool, int]:
    """Whether rows that are no whole vectors all meet the same row of the second operand; its length."""
    n, a, b = loops.dims[-1], loops.a_stride, loops.b_stride
    return loops.dims[-2] > 1 and n % VECTOR > 0 and (a[-2], b[-2], b[-1]) == (n, 0, 1), n


def _sum(view: NodeView, order: Order) -> Fields | Misfit:
    a = view.attrs(BinaryAttrs)
    quants, out = (quant(view.x(0)), quant(view.x(1))), quant(view.y)
    f = add_multipliers(quants[0].s, quants[1].s, out.s)
    if f.shift < LEAST_SHIFT:
        return Misfit("the scale of the sum is far below those of the operands")
    factors = (f.a, -f.b if a.fn is BinaryFn.SUB else f.b)
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    return (
        ("sum.a_zero", quants[order[0]].z),
        ("sum.b_zero", quants[order[1]].z),
        ("sum.m_a", factors[order[0]]),
        ("sum.m_b", factors[order[1]]),
        ("sum.shift", f.shift),
        ("sum.out_zero", out.z),
        ("sum.lo", lo),
        ("sum.hi", hi),
    )


def _mul(view: NodeView, order: Order) -> Fields | Misfit:
    quants, out = (quant(view.x(0)), quant(view.x(1))), quant(view.y)
    factor = product_multiplier(*quants, out)
    left = max(0, HIGH_BITS + LEAST - factor.shift)
    if LARGEST << left > INT32_MAX:
        return Misfit("a product does not fit int32 beside its factor")
    lo, hi = clamp_limits(view.attrs(BinaryAttrs).clamp, out, view.y.dtype)
    return (
        ("a_zero", quants[order[0]].z),
        ("b_zero", quants[order[1]].z),
        ("multiplier", factor.m),
        ("minus_n", -(factor.shift + left - HIGH_BITS)),
        ("ending.out_zero", out.z),
        ("ending.lo", lo),
        ("ending.hi", hi),
        ("ending.left", left),
    )


def _work(view: NodeView, call: Call) -> Counts:
    """Vectors of rows, or of runs of rows that repeat; their ends."""
    kind = "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    n, repeat = numbers(call, "rows.shape.dims")[-1], number(call, "rows.repeat")
    length = n * numbers(call, "rows.shape.dims")[-2] if repeat else n
    rows = view.y.size // length
    left = length % VECTOR
    return (
        ("row", rows),
        (f"{kind}", rows * (length // VECTOR)),
        (f"{kind}_part", rows if left else 0),
        ("repeated", rows * (length // VECTOR) if repeat else 0),
        ("copied", rows * VECTOR if repeat else 0),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "binary_s8", "Binary", I8, _bind, _work, grid=ops_grids.BINARY),)
