"""Binding of the Helium product of two computed matrices."""

from __future__ import annotations

from math import prod

from edgec.codegen.kernels.common import I8, INT32_MAX, operand, output, quant
from edgec.codegen.kernels.library import Counts, Kernel
from edgec.codegen.kernels.mve import LIBRARY, grids
from edgec.codegen.kernels.mve.params_ops import MatmulMve, MatmulS8Mve
from edgec.codegen.kernels.neon.pack import HIGH_BITS, MIN_ROUNDING_SHIFT
from edgec.codegen.kernels.plain.linear import bind_matmul_int
from edgec.codegen.kernels.plain.params import MatmulS8
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView, Scratch
from edgec.converter.arithmetic.fixed_point import multiplier

COLUMNS, VECTOR = MatmulMve.EDGEC_MATMUL_MVE_COLUMNS.value, MatmulMve.EDGEC_MATMUL_MVE_VECTOR.value
EIGHT, MOST_PLACE = 8, 65535
MAX_PRODUCT = 255 * 255  # of a product without zero points
WHY = "four columns of a row: 9 vector instructions for 64 MACs"


def _bind(view: NodeView) -> Bound:
    bound = bind_matmul_int(view)
    if isinstance(bound, Misfit):
        return bound
    (call,) = bound
    p = call.params_of(MatmulS8)
    if p.n < COLUMNS:
        return Misfit(f"{p.n} columns are fewer than {COLUMNS}")
    if (EIGHT - 1) * p.n > MOST_PLACE:
        return Misfit("the offsets of the columns do not fit 16 bits")
    factor = multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s)
    left = max(0, HIGH_BITS + MIN_ROUNDING_SHIFT - factor.shift)
    if MAX_PRODUCT * p.k << left > INT32_MAX:
        return Misfit("a sum does not fit int32 beside a factor of 1/2 or more")
    sizes = p.batch, p.a_stride, p.b_stride, p.m, p.k, p.n, p.a_zero, p.b_zero
    params = MatmulS8Mve(*sizes, factor.m, -(factor.shift + left - HIGH_BITS), left, p.out_zero)
    args = (operand(view, 0), operand(view, 1), output(view), Scratch("int8_t", VECTOR))
    scratch = COLUMNS * -(-p.k // VECTOR) * VECTOR + 4 * p.m
    return (Call("edgec_matmul_s8_mve", "edgec_matmul_s8_mve.h", params, args, scratch, call.macs, why=WHY),)


def _work(view: NodeView, call: Call) -> Counts:
    """Panels of four columns: bytes that are copied and summed, rows, steps of 16 k."""
    p = call.params_of(MatmulS8Mve)
    products, steps = prod(p.batch), -(-p.k // VECTOR)
    panels = products * -(-p.n // COLUMNS)
    return (
        ("call", 1),
        ("product", products),
        ("summed", products * p.m),
        ("summed_step", products * p.m * steps),
        ("panel", panels),
        ("copied", panels * COLUMNS * -(-p.k // EIGHT)),
        ("row", panels * p.m),
        ("step", panels * p.m * steps),
    )


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "matmul_s8", "MatMul", I8, _bind, _work, grid=grids.MATMUL),)
