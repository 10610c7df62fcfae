"""Bindings of the Helium sums, products, look-ups and largest values."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import numpy as np

from edgec.codegen.kernels.common import (
    I8,
    INT32_MAX,
    const,
    int_call,
    operand,
    output,
    quant,
    quantized,
    window,
)
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.params import EndingMve
from edgec.codegen.kernels.mve.params_ops import MaxpoolS8Mve, MulS8Mve, ProductsS8Mve, SumS8Mve, SumsS8Mve, TableS8Mve
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.table import bind_concat, rescaled
from edgec.codegen.kernels.plain.elementwise import TABLES, shared_inputs
from edgec.codegen.kernels.shared.broadcast import broadcast_of, moving_first
from edgec.codegen.kernels.shared.geometry import POOL_UNREAD, pool_geometry
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits, product_multiplier
from edgec.converter.graph.ir import Array
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, unary_table
from edgec.converter.ops.pool import PoolAttrs

VECTOR, FOUR = 16, 4
MAX_PRODUCT = 255 * 255  # of a product without zero points
HEADER, POOL_HEADER = "edgec_elements_s8_mve.h", "edgec_pool_s8_mve.h"


def _bind_binary(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL):
        return Misfit(f"{a.fn.value} has no kernel for Helium")
    if _repeats(view):
        return Misfit("the operands have not one shape")
    params = _mul(view) if a.fn is BinaryFn.MUL else _sum(view)
    if isinstance(params, Misfit):
        return params
    symbol = "edgec_mul_s8_mve" if a.fn is BinaryFn.MUL else "edgec_sum_s8_mve"
    args = (operand(view, 0), operand(view, 1), output(view))
    why = "operands of one shape, 4 elements at a time"
    return (Call(symbol, HEADER, params, args, inplace=shared_inputs(view, 2), why=why),)


def _repeats(view: NodeView) -> bool:
    """Return whether an operand is read several times."""
    return any(view.x(i).size != view.y.size for i in range(2))


def _bind_rows(view: NodeView) -> Bound:
    """Rows of elements, or of one operand's elements and one value of the other."""
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if view.attrs(BinaryAttrs).fn not in (BinaryFn.ADD, BinaryFn.SUB, BinaryFn.MUL) or not _repeats(view):
        return Misfit("the layer is no sum or product of which an operand repeats")
    loops = broadcast_of(view)
    if isinstance(loops, Misfit):
        return loops
    order, loops = moving_first(loops)
    product = view.attrs(BinaryAttrs).fn is BinaryFn.MUL
    of_two = _mul(view, order) if product else _sum(view, order)
    if isinstance(of_two, Misfit):
        return of_two
    of_row, single = replace(of_two, n=loops.dims[-1]), loops.b_stride[-1] == 0
    params = ProductsS8Mve(loops, of_row) if isinstance(of_row, MulS8Mve) else SumsS8Mve(loops, of_row)
    symbol = f"edgec_{'products' if product else 'sums'}{'_single' if single else ''}_s8_mve"
    args = (operand(view, order[0]), operand(view, order[1]), output(view))
    why = "rows of one operand with one value of the other" if single else "rows of which one operand's repeat"
    shared = shared_inputs(view, 2)
    return (Call(symbol, "edgec_broadcast_s8_mve.h", params, args, inplace=shared, why=f"{why}, 4 elements at a time"),)


def _sum(view: NodeView, order: tuple[int, int] = (0, 1)) -> SumS8Mve:
    """The sum of the operands in such an order."""
    a = view.attrs(BinaryAttrs)
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    f = add_multipliers(qa.s, qb.s, out.s)
    factors = f.a, -f.b if a.fn is BinaryFn.SUB else f.b
    offset = (1 << (f.shift - 1)) - qa.z * factors[0] - qb.z * factors[1]
    limits = clamp_limits(a.clamp, out, view.y.dtype)
    first, second = (factors[i] for i in order)
    return SumS8Mve(view.y.size, first, second, offset, -f.shift, out.z, *limits)


def _mul(view: NodeView, order: tuple[int, int] = (0, 1)) -> MulS8Mve | Misfit:
    """The product of the operands in such an order."""
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    factor = product_multiplier(qa, qb, out)
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift) if factor.m else 0
    if MAX_PRODUCT << left > INT32_MAX:
        return Misfit("a product does not fit int32 beside its factor")
    ending = EndingMve(out.z, *clamp_limits(view.attrs(BinaryAttrs).clamp, out, view.y.dtype), left)
    minus_n = HIGH_BITS - factor.shift - left if factor.m else -MIN_ROUNDING_SHIFT
    first, second = ((qa.z, qb.z)[i] for i in order)
    return MulS8Mve(view.y.size, first, second, factor.m, minus_n, ending)


def _binary_work(view: NodeView, call: Call) -> Counts:
    kind = "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    return (f"{kind}_call", 1), (kind, -(-view.y.size // FOUR))


def _rows_work(view: NodeView, call: Call) -> Counts:
    """Rows, the runs of them that the assembly does, fours of elements."""
    kind = "mul" if view.attrs(BinaryAttrs).fn is BinaryFn.MUL else "sum"
    assert isinstance(call.params, SumsS8Mve | ProductsS8Mve)
    *outer, rows, n = call.params.shape.dims
    single = "_single" if call.params.shape.b_stride[-1] == 0 else ""
    runs, times = prod(outer), prod(outer) * rows
    return ("run", runs), (f"row{single}", times), (f"{kind}{single}", times * -(-n // FOUR))


def _table(view: NodeView, i: int, table: Array, sizes: tuple[int, int, int, int]) -> Call:
    """Rows of input ``i``; ``table`` has the bytes of -128 .. 127."""
    params = TableS8Mve(*sizes)
    args = (operand(view, i), const("table", "int8_t", np.roll(table, -128)), output(view))
    whole = params.rows == 1 and params.x_columns == params.y_columns
    shared, why = (0,) if whole and not view.x(i).is_const else (), "a table of 256 entries, 16 look-ups at a time"
    return Call("edgec_table_s8_mve", HEADER, params, args, inplace=shared, why=why)


def _look_up(view: NodeView, table: Array) -> Bound:
    return (_table(view, 0, table, (1, view.y.size, view.y.size, 0)),)


def _bind_concat(view: NodeView) -> Bound:
    return bind_concat(view, _table)


def _bind_unary(view: NodeView) -> Bound:
    misfit = quantized(view)
    return misfit if misfit is not None else _look_up(view, unary_table(view.attrs(UnaryAttrs), int_call(view)))


def _bind_requantize(view: NodeView) -> Bound:
    misfit = quantized(view)
    return misfit if misfit is not None else _look_up(view, rescaled(quant(view.x(0)), quant(view.y)))


def _table_work(view: NodeView, call: Call) -> Counts:
    p = call.params_of(TableS8Mve)
    return ("call", 1), ("row", p.rows), ("sixteen", p.rows * -(-p.x_columns // VECTOR))


def _bind_maxpool(view: NodeView) -> Bound:
    a = view.attrs(PoolAttrs)
    where = window(view, a.kernel, a.strides, a.pads, a.dilations)
    params, args = MaxpoolS8Mve(pool_geometry(view), view.y.shape[3]), (operand(view, 0), output(view))
    why, steps = "largest value of each window, 16 channels at a time", (("out_step", 1),)
    symbol = "edgec_maxpool_s8_mve"
    return (Call(symbol, POOL_HEADER, params, args, why=why, window=where, steps=steps, unread=POOL_UNREAD),)


def _inside(a: PoolAttrs, axis: int, size: int, outputs: int) -> int:
    """Rows (axis 0) or columns (1) inside the image, of all windows."""
    starts = np.arange(outputs)[:, None] * a.strides[axis] - a.pads[axis]
    at = starts + np.arange(a.kernel[axis]) * a.dilations[axis]
    return int(((at >= 0) & (at < size)).sum())


def _maxpool_work(view: NodeView, call: Call) -> Counts:
    a, (n, h, w, c), (_, oh, ow, _) = view.attrs(PoolAttrs), view.x(0).shape, view.y.shape
    blocks = -(-c // VECTOR)
    rows, columns = (_inside(a, axis, size, out) for axis, (size, out) in enumerate(((h, oh), (w, ow))))
    return (
        ("call", 1),
        ("position", n * oh * ow),
        ("block", n * oh * ow * blocks),
        ("line", n * rows * ow * blocks),
        ("cell", n * rows * columns * blocks),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "binary_s8", "Binary", I8, _bind_binary, _binary_work, grid=grids.BINARY),
    Kernel(LIBRARY, "rows_of_two_s8", "Binary", I8, _bind_rows, _rows_work, grid=grids.ROWS_OF_TWO),
    Kernel(LIBRARY, "table_s8", "Unary", I8, _bind_unary, _table_work, grid=TABLES),
    Kernel(LIBRARY, "table_s8", "Requantize", I8, _bind_requantize, _table_work, grid=grids.REQUANTIZE),
    Kernel(LIBRARY, "table_s8", "Concat", I8, _bind_concat, _table_work, grid=grids.CONCATS),
    Kernel(LIBRARY, "maxpool_s8", "MaxPool", I8, _bind_maxpool, _maxpool_work, grid=grids.MAXPOOLS),
)
