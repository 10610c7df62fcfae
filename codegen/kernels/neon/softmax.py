"""Binding of the NEON softmax."""

from __future__ import annotations

from math import prod

import numpy as np

from edgec.codegen.kernels.common import I8, const, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.params_ops import SoftmaxS8Neon
from edgec.codegen.kernels.plain.elementwise import bind_softmax_int, shared_inputs
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import softmax_table
from edgec.converter.ops.elementwise import SoftmaxAttrs

VECTOR, HALF = 16, 8
SHARE, ENTRIES = 2.0**-8, 256  # scale of the output; of the table
MAX_ROW_VALUES = 2**15  # values of a row: twice their sum fits uint32


def _bind(view: NodeView) -> Bound:
    bound = bind_softmax_int(view)
    if isinstance(bound, Misfit):
        return bound
    shape, axis = view.y.shape, view.attrs(SoftmaxAttrs).axis
    rows, n = prod(shape[:axis]), shape[axis]
    if prod(shape[axis:]) != n or quant(view.y).s != SHARE or n >= MAX_ROW_VALUES:
        return Misfit(f"the values lie apart, are {MAX_ROW_VALUES} or more, or their scale is not 1/256")
    table = softmax_table(quant(view.x(0)).s)
    whole = np.pad(table, (0, ENTRIES - len(table))).astype(np.uint16)
    both = np.concatenate([whole & 0xFF, whole >> 8]).astype(np.uint8).view(np.int8)
    params = SoftmaxS8Neon(rows, n, quant(view.y).z)
    args = (operand(view, 0), const("table", "int8_t", both), output(view), Scratch("int8_t", VECTOR))
    scratch, why = 3 * -(-n // VECTOR) * VECTOR, "exp() is a table of 256 entries, 16 look-ups at a time"
    shared = shared_inputs(view, 1)
    return (Call("edgec_softmax_s8_neon", "edgec_softmax_s8_neon.h", params, args, scratch, inplace=shared, why=why),)


def work(view: NodeView, call: Call) -> Counts:
    """Rows, 16 look-ups and eight quotients at a time; what is left of a row."""
    p = call.params_of(SoftmaxS8Neon)
    rows, n = p.rows, p.n
    return (
        ("row", rows),
        ("sixteen", rows * (n // VECTOR)),
        ("eight", rows * (n // HALF)),
        ("part", rows if n % VECTOR else 0),
        ("last", rows if n % HALF else 0),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "softmax_s8", "Softmax", I8, _bind, work, grid=ops_grids.SOFTMAX),)
