"""Facts about a tensor's values that follow from the node that makes them."""

from __future__ import annotations

from edgec.converter.graph.ir import Clamp, DType, Graph, Node, Quant
from edgec.converter.ops.conv import MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.index import ScatterAttrs
from edgec.converter.ops.logic import WhereAttrs
from edgec.converter.ops.pool import ReduceAttrs, ReduceFn
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.shape import ConcatAttrs, GatherAttrs, PadAttrs, PadMode
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.ranges.scheme import PROBABILITY, TANH, Range

PAD_LIMIT = 1e30  # padding beyond this (minus infinity before a MaxPool) saturates instead of stretching the range


def is_product(node: Node) -> bool:
    """The result's unit is the product of the operands' units."""
    a = node.attrs
    return isinstance(a, MatMulAttrs) or (isinstance(a, BinaryAttrs) and a.fn is BinaryFn.MUL)


def choices(node: Node) -> tuple[int, ...]:
    """Inputs whose elements are those of the output, as they are: they need its quantization."""
    if isinstance(node.attrs, WhereAttrs):
        return 1, 2
    return (0, 2) if isinstance(node.attrs, ScatterAttrs) else ()


def fixed_quant(node: Node, dtype: DType = DType.I8) -> Quant | None:
    """The quantization a node's output always has: what its values can reach is known."""
    if quant_rule(node) is QuantRule.PROBABILITY:
        return PROBABILITY[dtype]
    if isinstance(node.attrs, UnaryAttrs):
        return {UnaryFn.SIGMOID: PROBABILITY[dtype], UnaryFn.TANH: TANH[dtype]}.get(node.attrs.fn)
    return None


def keeps_range(node: Node) -> bool:
    """True when every output value lies between the smallest and the largest input value (or zero)."""
    if isinstance(node.attrs, UnaryAttrs):
        return node.attrs.fn is UnaryFn.CLIP
    if isinstance(node.attrs, ReduceAttrs):
        return node.attrs.fn in (ReduceFn.MEAN, ReduceFn.MAX, ReduceFn.MIN)
    return node.op in ("AvgPool", "Concat")


def output_clamp(node: Node) -> Clamp:
    """The fused activation of a node, or the bounds of a Clip."""
    clamp = getattr(node.attrs, "clamp", None)
    if isinstance(clamp, Clamp):
        return clamp
    if isinstance(node.attrs, UnaryAttrs) and node.attrs.fn is UnaryFn.CLIP:
        return Clamp(node.attrs.alpha, node.attrs.beta)
    return Clamp()


def member_range(graph: Graph, seen: Range, producer: Node | None) -> Range:
    """The range of a tensor of a tie set: what was seen, within its activation, with constants that are moved in."""
    if producer is None:
        return seen
    if isinstance(producer.attrs, PadAttrs) and producer.attrs.mode is PadMode.CONSTANT:
        value = producer.attrs.value  # what is padded is in the same set and has a range of its own
        return Range.of(value, value) if abs(value) < PAD_LIMIT else Range(0.0, 0.0)
    clamp = output_clamp(producer)
    r = seen.clipped(clamp.lo, clamp.hi)
    moved = graph.ins(producer) if isinstance(producer.attrs, (GatherAttrs, ConcatAttrs)) else ()
    for t in moved:  # constants among them
        if t is not None and t.data is not None and t.dtype is DType.F32:
            r = r.union(Range.of(float(t.data.min(initial=0.0)), float(t.data.max(initial=0.0))))
    return r
