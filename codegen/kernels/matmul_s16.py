"""Bindings of the product of two computed int16 matrices: plain C, and Armv7E-M with sums of 64 bits."""

from __future__ import annotations

from edgec.codegen.kernels.common import operand, output, quant
from edgec.codegen.kernels.conv import _matmul_fields as matmul_fields
from edgec.codegen.kernels.s16 import I16, WIDE, symmetric
from edgec.codegen.kernels.spec import Bound, Call, Kernel, Misfit, NodeView, Params, Scratch
from edgec.converter.fixed_point import Multiplier, multiplier

DSP = frozenset({"dsp"})
COLUMNS, UNIT = 4, 4  # columns that are computed together, k of a step
SHIFT_MIN, SHIFT_MAX = 33, 62
ROOM = 2**30  # of a result before it is saturated
MOST = 2**30  # products of a sum: 2**60


def _parts(view: NodeView) -> tuple[tuple[tuple[str, int | float | tuple[int, ...] | str], ...], Multiplier] | Misfit:
    """The members of the parameters, and the factor among them."""
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    fields = matmul_fields(view)
    if isinstance(fields, Misfit):
        return fields
    if view.x(0).shape[-1] > MOST:
        return Misfit(f"the sum of {view.x(0).shape[-1]} products does not fit int64", "split the product")
    factor = multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s)
    return (*fields, ("multiplier", factor.m), ("shift", factor.shift)), factor


def _bind(view: NodeView) -> Bound:
    parts = _parts(view)
    if isinstance(parts, Misfit):
        return parts
    args = (operand(view, 0), operand(view, 1), output(view))
    params = Params("edgec_matmul_s16_params", parts[0])
    macs, why = view.y.size * view.x(0).shape[-1], "matrix product, sums of 64 bits"
    return (Call("edgec_matmul_s16__ref", "edgec_matmul_s16.h", params, args, macs=macs, why=why),)


def _bind_dsp(view: NodeView) -> Bound:
    parts = _parts(view)
    if isinstance(parts, Misfit):
        return parts
    fields, factor = parts
    k = view.x(0).shape[-1]
    if not SHIFT_MIN <= factor.shift <= SHIFT_MAX:
        return Misfit(f"the requantization shift {factor.shift} is outside {SHIFT_MIN}..{SHIFT_MAX}")
    if (WIDE * WIDE * k * factor.m >> factor.shift) >= ROOM:
        return Misfit(f"the sum of {k} products in output steps does not fit int32")
    args = (operand(view, 0), operand(view, 1), output(view), Scratch("uint32_t"))
    params = Params("edgec_matmul_s16_dsp_params", fields)
    scratch, macs = 2 * (COLUMNS + 1) * UNIT * -(-k // UNIT), view.y.size * k  # four columns and a row
    why = "four columns with each row, sums of 64 bits, 16 instructions for 16 MACs"
    return (Call("edgec_matmul_s16__dsp", "edgec_matmul_s16_dsp.h", params, args, scratch, macs, why=why),)


KERNELS: tuple[Kernel, ...] = (
    Kernel("edgec_matmul_s16__dsp", "MatMul", I16, _bind_dsp, DSP),
    Kernel("edgec_matmul_s16__ref", "MatMul", I16, _bind),
)
