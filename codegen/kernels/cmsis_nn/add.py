"""Additions of two int8 tensors in CMSIS-NN."""

from __future__ import annotations

from edgec.codegen.kernels.cmsis_nn import HELIUM, LIBRARY
from edgec.codegen.kernels.common import I8, operand, output, quant, quantized
from edgec.codegen.kernels.library import Counts, Kernel, Library
from edgec.codegen.kernels.plain.elementwise import binary, shared_inputs
from edgec.codegen.kernels.spec import Bound, Call, Input, Misfit, NodeView, Params
from edgec.converter.arithmetic.fixed_point import add_multipliers, clamp_limits
from edgec.converter.graph.ir import Clamp
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn

INPUT_BITS = 10  # of a multiplier below 2**21, so that with shifts of 20 and 1 values are multiplied exactly


def _bind(view: NodeView) -> Bound:
    a = view.attrs(BinaryAttrs)
    if a.fn is not BinaryFn.ADD or not view.x(0).shape == view.x(1).shape == view.y.shape:
        return Misfit("it is no addition of tensors of one shape")
    misfit = quantized(view, 2)
    if misfit is not None:
        return misfit
    if not all(isinstance(operand(view, i), Input) for i in (0, 1)):
        return Misfit("an operand is a constant")
    qa, qb, out = quant(view.x(0)), quant(view.x(1)), quant(view.y)
    found = add_multipliers(qa.s, qb.s, out.s)
    lo, hi = clamp_limits(a.clamp, out, view.y.dtype)
    params = Params(
        "edgec_add_s8_cmsis_nn_params",
        (
            ("n", view.y.size),
            ("a_zero", qa.z),
            ("b_zero", qb.z),
            ("m_a", found.a << INPUT_BITS),
            ("m_b", found.b << INPUT_BITS),
            ("m_out", 1 << (31 - found.shift)),
            ("out_zero", out.z),
            ("lo", lo),
            ("hi", hi),
        ),
    )
    args = (operand(view, 0), operand(view, 1), output(view))
    inplace = shared_inputs(view, 2)
    why = "CMSIS-NN's arm_elementwise_add_s8"
    return (Call("edgec_add_s8_cmsis_nn", "edgec_add_s8_cmsis_nn.h", params, args, inplace=inplace, why=why),)


def _work(view: NodeView, call: Call) -> Counts:
    """Elements."""
    return ("call", 1), ("element", view.y.size)


SHAPES = ((1, 16, 16, 16), (1, 8, 8, 64), (1, 25, 5, 3), (1, 7))
SAME = (
    *binary(BinaryFn.ADD, tuple((shape, shape) for shape in SHAPES)),
    *binary(BinaryFn.ADD, ((SHAPES[0], SHAPES[0]),), Clamp(0.0)),
)


def _kernel(library: Library) -> Kernel:
    return Kernel(library, "add_s8", "Binary", I8, _bind, _work, grid=SAME)


KERNELS = (_kernel(LIBRARY), _kernel(HELIUM))
