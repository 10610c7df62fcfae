"""Bindings of look-ups for Armv7-A, 64 values at a time: functions of one int8 value, and softmax."""

from __future__ import annotations

from dataclasses import replace

from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import softmax, table
from edgec.codegen.kernels.neon.params_ops import SoftmaxS8Neon, TableS8Neon
from edgec.codegen.kernels.neon.table import VECTOR
from edgec.codegen.kernels.neon_v7 import LIBRARY
from edgec.codegen.kernels.spec import Call, NodeView

BYTES_AT_ONCE = 64


def _parted(rows: int, columns: int) -> Counts:
    """Whole vectors of rows as runs of 64 values, and what is left of them."""
    whole, left = divmod(columns // VECTOR, BYTES_AT_ONCE // VECTOR)
    return ("run", rows * whole), ("sixteen", rows * left)


def _table_work(view: NodeView, call: Call) -> Counts:
    """Rows, their vectors, and the values behind them one by one."""
    p = call.params_of(TableS8Neon)
    rows, columns = p.rows, p.x_columns
    return ("call", 1), ("row", rows), *_parted(rows, columns), ("one", rows * (columns % VECTOR))


def _softmax_work(view: NodeView, call: Call) -> Counts:
    """Count the work as the library ``neon`` does, but for the vectors of a row."""
    others = tuple((term, times) for term, times in softmax.work(view, call) if term != "sixteen")
    p = call.params_of(SoftmaxS8Neon)
    return *others, *_parted(p.rows, p.n)


KERNELS: tuple[Kernel, ...] = (
    *(replace(kernel, library=LIBRARY, work=_table_work) for kernel in table.KERNELS),
    *(replace(kernel, library=LIBRARY, work=_softmax_work) for kernel in softmax.KERNELS),
)
