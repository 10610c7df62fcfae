"""Sums, differences and products of two int8 tensors in CMSIS-NN."""

from __future__ import annotations

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.cmsis_nn.factors import LARGEST_PRODUCT, as_stored, reaches
from edgec.codegen.kernels.cmsis_nn.params import AddS8CmsisNn, MulS8CmsisNn
from edgec.codegen.kernels.common import I8, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.plain.elementwise import binary, shared_inputs
from edgec.codegen.kernels.spec import Bound, Call, Input, Misfit, NodeView
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits, product_multiplier
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn

INPUT_BITS = 10  # of a multiplier below 2**21, so that with shifts of 20 and 1 values are multiplied exactly


def _misfit(view: NodeView) -> Misfit | None:
    """Return the reason why CMSIS-NN does not take the operands; None when it does."""
    if not view.x(0).shape == view.x(1).shape == view.y.shape:
        return Misfit("CMSIS-NN's operands have one shape, and here one repeats")
    misfit = quantized(view, 2)
    if misfit is None and not all(isinstance(operand(view, i), Input) for i in (0, 1)):
        misfit = Misfit("an operand is a constant")
    return misfit


def _zeros(view: NodeView) -> tuple[int, int]:
    """Zero points of the operands."""
    return quant(view.x(0)).z, quant(view.x(1)).z


def _ends(view: NodeView) -> tuple[int, int, int]:
    """Zero point and limits of the output."""
    out = quant(view.y)
    return out.z, *clamp_limits(view.attrs(BinaryAttrs).clamp, out, view.y.dtype)


def _call(view: NodeView, symbol: str, params: AddS8CmsisNn | MulS8CmsisNn, function: str) -> Bound:
    args = (operand(view, 0), operand(view, 1), output(view))
    inplace = shared_inputs(view, 2)
    return (Call(symbol, f"{symbol}.h", params, args, inplace=inplace, why=f"CMSIS-NN's {function}"),)


def _bind_add(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn not in (BinaryFn.ADD, BinaryFn.SUB):
        return Misfit("it is no addition", yields=True)
    misfit = _misfit(view)
    if misfit is not None:
        return misfit
    multipliers = add_multipliers(quant(view.x(0)).s, quant(view.x(1)).s, quant(view.y).s)
    m_b = -multipliers.b if a.fn is BinaryFn.SUB else multipliers.b
    factors = multipliers.a << INPUT_BITS, m_b << INPUT_BITS, 1 << (31 - multipliers.shift)
    params = AddS8CmsisNn(view.y.size, *_zeros(view), *factors, *_ends(view))
    return _call(view, "edgec_add_s8_cmsis_nn", params, "arm_elementwise_add_s8")


def _bind_mul(view: NodeView) -> Bound:
    if view.attrs(BinaryAttrs).fn is not BinaryFn.MUL:
        return Misfit("it is no product", yields=True)
    misfit = _misfit(view)
    if misfit is not None:
        return misfit
    out = quant(view.y)
    factor = product_multiplier(quant(view.x(0)), quant(view.x(1)), out)
    misfit = reaches(LARGEST_PRODUCT, factor, out.q31)
    if misfit is not None:
        return misfit
    params = MulS8CmsisNn(view.y.size, *_zeros(view), *as_stored(factor), *_ends(view))
    return _call(view, "edgec_mul_s8_cmsis_nn", params, "arm_elementwise_mul_s8")


def _work(view: NodeView, call: Call) -> Counts:
    """Elements."""
    return ("call", 1), ("element", view.y.size)


SHAPES = ((1, 16, 16, 16), (1, 8, 8, 64), (1, 25, 5, 3), (1, 7))
PAIRS = tuple((shape, shape) for shape in SHAPES)
SUMS = (
    *binary(BinaryFn.ADD, PAIRS),
    *binary(BinaryFn.ADD, PAIRS[:1], Clamp(0.0)),
    *binary(BinaryFn.SUB, PAIRS[1:], Clamp(0.0)),
)
PRODUCTS = (*binary(BinaryFn.MUL, PAIRS), *binary(BinaryFn.MUL, PAIRS[:1], Clamp(0.0)))


def _kernels(library: Library) -> tuple[Kernel, ...]:
    return (
        Kernel(library, "add_s8", "Binary", I8, _bind_add, _work, grid=SUMS),
        Kernel(library, "mul_s8", "Binary", I8, _bind_mul, _work, grid=PRODUCTS),
    )


KERNELS = (*_kernels(LIBRARY), *_kernels(HELIUM))
