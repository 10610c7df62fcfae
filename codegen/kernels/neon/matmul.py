"""Binding of the NEON product of two computed matrices."""

from __future__ import annotations

from functools import partial
from math import prod

from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import LIBRARY, ops_grids
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.neon.params import EpilogueNeon
from edgec.codegen.kernels.neon.params_ops import MatmulS8Neon, MatmulStep
from edgec.codegen.kernels.plain.linear import bind_matmul_int
from edgec.codegen.kernels.plain.params import MatmulS8
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import multiplier

ROWS, COLUMNS, HALF, UNIT = 4, 16, 8, MatmulStep.EDGEC_MATMUL_NEON_UNIT.value
MAX_PRODUCT = 255 * 255  # of a product without zero points


def panels(n: int, columns: int) -> tuple[int, int]:
    """Return the numbers of panels of 16 and of eight columns, or of eight alone: edgec_matmul_one_neon."""
    if columns == HALF:
        return 0, -(-n // HALF)
    whole, left = divmod(n, COLUMNS)
    return whole + (left > HALF), int(0 < left <= HALF)


def bind(view: NodeView, columns: int = COLUMNS) -> Bound:
    """The call that multiplies values without zero points, ``columns`` at a time."""
    bound = bind_matmul_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(MatmulS8)
    factor, k = multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s), view.x(0).shape[-1]
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    if MAX_PRODUCT * k << left > INT32_MAX:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    sizes, zeros = (p.batch, p.a_stride, p.b_stride, p.m, p.k, p.n), (p.a_zero, p.b_zero)
    epilogue = EpilogueNeon(p.out_zero, -128, 127, left)
    params = MatmulS8Neon(*sizes, *zeros, factor.m, -(factor.shift + left - HIGH_BITS), epilogue)
    args = (operand(view, 0), operand(view, 1), output(view), Scratch("int16_t", COLUMNS))
    scratch = 2 * columns * -(-k // UNIT) * UNIT
    why = f"four rows and {columns} columns at a time: SMLAL of widened values by a lane"
    symbol, header = "edgec_matmul_s8_neon", "edgec_matmul_s8_neon.h"
    return (Call(symbol, header, params, args, scratch, call.macs, why=why),)


def work(columns: int, view: NodeView, call: Call) -> Counts:
    """Panels of 16 or eight columns: rows of b that are packed, tiles of four rows or one, steps of eight k."""
    p = call.params_of(MatmulS8Neon)
    m, k, n = p.m, p.k, p.n
    tiles, left = divmod(m, ROWS)
    tiles, single = tiles + (left > 1), int(left == 1)
    steps, products = -(-k // UNIT), prod(p.batch)
    counts: list[tuple[str, float]] = [("call", 1), ("product", products)]
    for lanes, count in zip((COLUMNS, HALF), panels(n, columns), strict=True):
        if lanes > columns:
            continue
        times = products * count
        part = times if n < lanes else 0
        counts += [
            (f"packed_{lanes}", times * k),
            (f"tile_{lanes}", times * tiles),
            (f"step_{lanes}", times * tiles * steps),
            (f"single_{lanes}", times * single),
            (f"single_step_{lanes}", times * single * steps),
            (f"part_{lanes}", part * (m + k)),
        ]
    short = products * sum(panels(n, columns)) * (tiles * ROWS + single) if k % UNIT else 0
    return (*counts, ("short", short))


KERNELS: tuple[Kernel, ...] = (
    Kernel(LIBRARY, "matmul_s8", "MatMul", I8, bind, partial(work, COLUMNS), grid=ops_grids.MATMUL),
)
