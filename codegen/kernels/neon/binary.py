"""Bindings of the NEON products, and of sums with broadcasting."""

from __future__ import annotations

from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.neon.params_ops import AddS8Neon, BroadcastRowsNeon, MulS8Neon, RowsOfTwo, SumS8Neon
from edgec.codegen.kernels.neon.simple import LEAST_SHIFT
from edgec.codegen.kernels.plain.elementwise import shared_inputs
from edgec.codegen.kernels.shared.broadcast import broadcast_of, moving_first, swapped
from edgec.codegen.kernels.shared.params import Broadcast
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits, product_multiplier
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn

VECTOR = 16
MAX_PRODUCT = 255 * 255  # of a product without zero points
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
    repeat, n = _repeats(loops)
    rows = BroadcastRowsNeon(loops, int(repeat))
    params = _mul(view, order, rows) if a.fn is BinaryFn.MUL else _sum(view, order, rows)
    if isinstance(params, Misfit):
        return params
    args = (operand(view, order[0]), operand(view, order[1]), output(view), Scratch("int8_t", VECTOR))
    scratch = n + VECTOR if repeat else VECTOR
    shared = shared_inputs(view, 2)
    why = f"{'a row that repeats' if repeat else 'rows'}, 16 elements at a time"
    name, unread = ("mul", ()) if a.fn is BinaryFn.MUL else ("sum", ("sum.n",))
    symbol, header = f"edgec_{name}_s8_neon", "edgec_binary_s8_neon.h"
    return (Call(symbol, header, params, args, scratch, inplace=shared, why=why, unread=frozenset(unread)),)


def ordered(loops: Broadcast) -> tuple[Order, Broadcast]:
    """The operands in the order of the kernel, and its loops: one that moves comes first, one that repeats last."""
    order, loops = moving_first(loops)
    if (loops.a_stride[-2], loops.b_stride[-2], loops.b_stride[-1]) == (0, loops.dims[-1], 1):
        return (1, 0), swapped(loops)
    return order, loops


def _repeats(loops: Broadcast) -> tuple[bool, int]:
    """Return whether rows that are no whole vectors all meet the same row of the second operand; its length."""
    n, a, b = loops.dims[-1], loops.a_stride, loops.b_stride
    return loops.dims[-2] > 1 and n % VECTOR > 0 and (a[-2], b[-2], b[-1]) == (n, 0, 1), n


def _sum(view: NodeView, order: Order, rows: BroadcastRowsNeon) -> SumS8Neon | Misfit:
    a = view.attrs(BinaryAttrs)
    quants, out = (quant(view.x(0)), quant(view.x(1))), quant(view.y)
    f = add_multipliers(quants[0].s, quants[1].s, out.s)
    if f.shift < LEAST_SHIFT:
        return Misfit("the scale of the sum is far below those of the operands")
    factors = (f.a, -f.b if a.fn is BinaryFn.SUB else f.b)
    zeros, factors = _in_order((quants[0].z, quants[1].z), order), _in_order(factors, order)
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    return SumS8Neon(rows, AddS8Neon(view.y.size, *zeros, *factors, f.shift, out.z, lo, hi))


def _in_order(values: tuple[int, int], order: Order) -> tuple[int, int]:
    return values[order[0]], values[order[1]]


def _mul(view: NodeView, order: Order, rows: BroadcastRowsNeon) -> MulS8Neon | Misfit:
    quants, out = (quant(view.x(0)), quant(view.x(1))), quant(view.y)
    factor = product_multiplier(*quants, out)
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    if MAX_PRODUCT << left > INT32_MAX:
        return Misfit("a product does not fit int32 beside its factor")
    lo, hi = clamp_limits(view.attrs(BinaryAttrs).clamp, out, view.y.dtype)
    zeros = _in_order((quants[0].z, quants[1].z), order)
    epilogue = EpilogueNeon(out.z, lo, hi, left)
    return MulS8Neon(rows, *zeros, factor.m, -(factor.shift + left - HIGH_BITS), epilogue)


def _work(view: NodeView, call: Call) -> Counts:
    """Vectors of rows, or of runs of rows that repeat; their ends."""
    kind = "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    p = call.params_of(RowsOfTwo).rows
    n, repeat = p.shape.dims[-1], p.repeat
    length = n * p.shape.dims[-2] if repeat else n
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
