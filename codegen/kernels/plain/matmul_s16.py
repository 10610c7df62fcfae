"""Binding of the product of two computed int16 matrices."""

from __future__ import annotations

from edgec.codegen.kernels.common import operand, output, quant
from edgec.codegen.kernels.library import Kernel
from edgec.codegen.kernels.plain import LIBRARY
from edgec.codegen.kernels.plain.linear import MATMUL, MatmulSizes, matmul_sizes, work_matmul
from edgec.codegen.kernels.plain.params import MatmulS16
from edgec.codegen.kernels.plain.s16 import I16, symmetric
from edgec.codegen.kernels.spec import Bound, Call, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import Multiplier
from edgec.converter.arithmetic.wide import wide_multiplier

MAX_PRODUCTS = 2**30  # products of a sum: 2**60


def parts_of(view: NodeView) -> tuple[MatmulSizes, Multiplier] | Misfit:
    """Return the sizes that ``Matmul`` begins with, and the factor; or why the kernel does not fit."""
    misfit = symmetric(view, 2)
    if misfit is not None:
        return misfit
    sizes = matmul_sizes(view)
    if isinstance(sizes, Misfit):
        return sizes
    products = view.x(0).shape[-1]
    if products > MAX_PRODUCTS:
        return Misfit(f"the sum of {products} products does not fit int64", "split the product")
    factor = wide_multiplier(quant(view.x(0)).s * quant(view.x(1)).s / quant(view.y).s, products)
    return sizes, factor


def _bind(view: NodeView) -> Bound:
    parts = parts_of(view)
    if isinstance(parts, Misfit):
        return parts
    sizes, factor = parts
    params = MatmulS16(*sizes, factor.m, factor.shift)
    args = (operand(view, 0), operand(view, 1), output(view))
    macs, why = view.y.size * view.x(0).shape[-1], "matrix product, sums of 64 bits"
    return (Call("edgec_matmul_s16_plain", "edgec_matmul_s16.h", params, args, macs=macs, why=why),)


KERNELS: tuple[Kernel, ...] = (Kernel(LIBRARY, "matmul_s16", "MatMul", I16, _bind, work_matmul, grid=MATMUL),)
