"""Binding of the product of two computed matrices by SDOT."""

from __future__ import annotations

from dataclasses import replace
from math import prod

from edgec.codegen.kernels.common import I8
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.neon import ops_grids
from edgec.codegen.kernels.neon.matmul import COLUMNS, ROWS, bind
from edgec.codegen.kernels.neon.params_ops import MatmulS8Neon
from edgec.codegen.kernels.neon_dot import LIBRARY
from edgec.codegen.kernels.neon_dot.params import DotSteps
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch

UNIT = DotSteps.EDGEC_MATMUL_DOT_UNIT.value
COLUMN_SUM_BYTES = 4  # bytes of what the zero points take off a column


def _bind(view: NodeView) -> Bound:
    bound = bind(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    scratch = COLUMNS * (COLUMN_SUM_BYTES + -(-call.params_of(MatmulS8Neon).k // UNIT) * UNIT)
    args = (*call.args[:-1], Scratch("int8_t", COLUMNS))
    why = "four rows and 16 columns at a time: 88 instructions for 1024 MACs"
    symbol, header = "edgec_matmul_s8_neon_dot", "edgec_matmul_s8_neon_dot.h"
    return (replace(call, symbol=symbol, header=header, args=args, scratch_bytes=scratch, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Panels of 16 columns: four rows of b are packed together, tiles of four rows or one, steps of 16 k."""
    p = call.params_of(MatmulS8Neon)
    m, k, n = p.m, p.k, p.n
    tiles, left = divmod(m, ROWS)
    tiles, single = tiles + (left > 1), int(left == 1)
    panels = prod(p.batch) * -(-n // COLUMNS)
    return (
        ("panel", panels),
        ("packed", panels * (k / 4)),
        ("tile", panels * tiles),
        ("step", panels * tiles * -(-k // UNIT)),
        ("single", panels * single),
        ("single_step", panels * single * -(-k // UNIT)),
        ("part", panels * (m + k) if n < COLUMNS else 0),
        ("short", panels * (tiles * ROWS + single) if k % UNIT else 0),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "matmul_s8", "MatMul", I8, _bind, _work, grid=ops_grids.MATMUL),)
