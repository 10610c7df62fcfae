"""Bindings of the NEON look-ups: functions of one int8 value, among them changes of scale, also in concatenations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import TypeAlias

import numpy as np

from edgec.codegen.kernels.common import I8, const, int_call, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.params_ops import TableEnd, TableS8Neon
from edgec.codegen.kernels.plain import shape as plain_shape
from edgec.codegen.kernels.plain.elementwise import TABLES
from edgec.codegen.kernels.plain.shape import concat_copy
from edgec.codegen.kernels.spec import Bound, Call, NodeView
from edgec.converter.arithmetic.fixed_point import multiplier, requantize
from edgec.converter.graph.ir import Array, Quant
from edgec.converter.ops.elementwise import UnaryAttrs, unary_table
from edgec.converter.ops.shape import ConcatAttrs

VECTOR, FEW = 16, TableEnd.EDGEC_TABLE_NEON_FEW.value
LookUp: TypeAlias = Callable[[NodeView, int, Array, tuple[int, int, int, int]], Call]
"""Makes the call of an input from its table of the bytes of -128 .. 127 and rows, columns, output columns, offset."""
COPIES = next(k for k in plain_shape.KERNELS if k.op == "Concat")  # whose calls copy


def rescaled(x: Quant, y: Quant) -> Array:
    """The requantized bytes of -128 .. 127: int8 [256]."""
    values = np.arange(-128, 128, dtype=np.int64) - x.z
    return np.asarray(requantize(values, multiplier(x.s / y.s), y.z, -128, 127), np.int8)


def _call(view: NodeView, i: int, table: Array, params: TableS8Neon) -> Call:
    args = (operand(view, i), const("table", "int8_t", table), output(view))
    whole = params.rows == 1 and params.x_columns == params.y_columns
    shared, why = (0,) if whole and not view.x(i).is_const else (), "a table of 256 entries, 16 look-ups at a time"
    return Call("edgec_table_s8_neon", "edgec_table_s8_neon.h", params, args, inplace=shared, why=why)


def _bind_unary(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    return (_call(view, 0, unary_table(view.attrs(UnaryAttrs), int_call(view)), _one_row(view)),)


def _bind_requantize(view: NodeView) -> Bound:
    misfit = quantized(view)
    if misfit is not None:
        return misfit
    return (_call(view, 0, rescaled(quant(view.x(0)), quant(view.y)), _one_row(view)),)


def _one_row(view: NodeView) -> TableS8Neon:
    return TableS8Neon(1, view.y.size, view.y.size, 0)


def bind_concat(view: NodeView, look_up: LookUp) -> Bound:
    """A concatenation: inputs of the output's scale are copied, ``look_up`` gives the call of any other."""
    a = view.attrs(ConcatAttrs)
    misfit = quantized(view, len(view.ins))
    if misfit is not None:
        return misfit
    y = quant(view.y)
    calls: list[Call] = []
    start = 0
    for i in range(len(view.ins)):
        x = view.x(i)
        if (quant(x).s, quant(x).z) == (y.s, y.z):
            calls.append(replace(concat_copy(view, a, i, start), kernel=COPIES))
        else:
            sizes = prod(x.shape[: a.axis]), prod(x.shape[a.axis :]), prod(view.y.shape[a.axis :]), start
            calls.append(look_up(view, i, rescaled(quant(x), y), sizes))
        start += prod(x.shape[a.axis :])
    return tuple(calls)


def _bind_concat(view: NodeView) -> Bound:
    return bind_concat(view, lambda view, i, table, sizes: _call(view, i, table, TableS8Neon(*sizes)))


def work(view: NodeView, call: Call) -> Counts:
    """Rows, 16 values at a time; what is left of a row as one vector, or few values one by one."""
    p = call.params_of(TableS8Neon)
    rows, columns = p.rows, p.x_columns
    left = columns % VECTOR
    return (
        ("call", 1),
        ("row", rows),
        ("sixteen", rows * (columns // VECTOR)),
        ("part", rows if left > FEW else 0),
        ("one", rows * left if left <= FEW else 0),
    )


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "table_s8", "Unary", I8, _bind_unary, work, grid=TABLES),
    Kernel(LIBRARY, "table_s8", "Requantize", I8, _bind_requantize, work, grid=ops_grids.REQUANTIZE),
    Kernel(LIBRARY, "table_s8", "Concat", I8, _bind_concat, work, grid=ops_grids.CONCATS),
)
