"""Constant operands of integer nodes, and whether the scales of a node have legal factors."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.arithmetic.fixed_point import add_multipliers, multiplier
from edgec.converter.arithmetic.wide import wide_multiplier
from edgec.converter.graph.errors import EdgecError
from edgec.converter.graph.ir import DType, Node, Quant, Tensor
from edgec.converter.ops.conv import MatMulAttrs, output_multipliers
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.resample import ResampleAttrs, resample_weight_quant
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.integers.producers import choices, is_product
from edgec.quantize.ranges.scheme import constant_quant, stored_quant


def constant_form(node: Node, t: Tensor, target: Quant, dtype: DType) -> tuple[DType, Quant]:
    """The type and quantization of a constant operand.

    Args:
        node: who reads it.
        t: the real constant.
        target: quantization of the node's output.
        dtype: type that the node computes in.
    """
    assert t.data is not None
    if isinstance(node.attrs, NormalizeAttrs):  # factors: two bytes whatever the activations take
        return DType.I16, constant_quant(t.data, DType.I16)
    if isinstance(node.attrs, ResampleAttrs):
        return DType.I16, resample_weight_quant(t.data)
    if isinstance(node.attrs, (BinaryAttrs, MatMulAttrs)):
        stored = stored_quant(t.data, t.quant) if t.quant is not None and dtype is DType.I8 else None
        return dtype, stored if stored is not None else constant_quant(t.data, dtype)
    return dtype, target


def check_factors(node: Node, ins: Sequence[Tensor], out: Tensor) -> None:
    """Every multiplier of an integer node must be legal.

    Raises:
        OutOfProportion: no multiplier holds a scale.
        EdgecError: values that are taken as they are have another scale than the output.
    """
    if any(ins[i].quant != out.quant for i in choices(node)):
        raise EdgecError(f"it takes values as they are, and the model gives them other scales than '{out.name}'")
    quants, target = [t.quant for t in ins if t.quant is not None], out.quant
    assert target is not None
    if quant_rule(node) is QuantRule.WEIGHTED:
        output_multipliers(quants[0], quants[1], target, out.shape[-1])
    elif is_product(node):
        products = ins[0].shape[-1] if (node.op, ins[0].dtype) == ("MatMul", DType.I16) else 1
        wide_multiplier(quants[0].s * quants[1].s / target.s, products)
    elif isinstance(node.attrs, BinaryAttrs):
        add_multipliers(quants[0].s, quants[1].s, target.s)
    elif not isinstance(node.attrs, (UnaryAttrs, SoftmaxAttrs, NormalizeAttrs)):
        for q in quants:
            multiplier(q.s / target.s)
