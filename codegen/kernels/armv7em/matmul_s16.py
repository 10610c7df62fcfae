"""Binding of the Armv7E-M product of two computed int16 matrices, with sums of 64 bits."""

from __future__ import annotations

from edgec.codegen.kernels.armv7em import LIBRARY, grids
from edgec.codegen.kernels.armv7em.params_s16 import MatmulS16Armv7em
from edgec.codegen.kernels.armv7em.simple import matmul_work
from edgec.codegen.kernels.common import operand, output
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.plain.matmul_s16 import parts_of
from edgec.codegen.kernels.plain.s16 import I16, MAX_MAGNITUDE
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch

COLUMNS, UNIT = 4, 4  # columns that are computed together, k of a step
SHIFT_MIN, SHIFT_MAX = 33, 62
SATURATION_BOUND = 2**30  # of a result before it is saturated


def _bind(view: NodeView) -> Bound:
    parts = parts_of(view)
    if isinstance(parts, Misfit):
        return parts
    sizes, factor = parts
    k = view.x(0).shape[-1]
    if not SHIFT_MIN <= factor.shift <= SHIFT_MAX:
        return Misfit(f"the requantization shift {factor.shift} is outside {SHIFT_MIN}..{SHIFT_MAX}")
    if (MAX_MAGNITUDE * MAX_MAGNITUDE * k * factor.m >> factor.shift) >= SATURATION_BOUND:
        return Misfit(f"the sum of {k} products in output steps does not fit int32")
    args = (operand(view, 0), operand(view, 1), output(view), Scratch("uint32_t"))
    params = MatmulS16Armv7em(*sizes, factor.m, factor.shift)
    scratch, macs = 2 * (COLUMNS + 1) * UNIT * -(-k // UNIT), view.y.size * k  # four columns and a row
    why = "four columns with each row, sums of 64 bits, 16 instructions for 16 MACs"
    return (Call("edgec_matmul_s16_armv7em", "edgec_matmul_s16_armv7em.h", params, args, scratch, macs, why=why),)


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "matmul_s16", "MatMul", I16, _bind, matmul_work, grid=grids.MATMUL),)
