"""Graphs that can evaluate several samples at once, stacked along the batch axis.

That needs every activation to have a leading axis of 1 which each node carries through untouched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import Any

from edgec.converter.graph.ir import Attrs, Graph, Node, Tensor
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs, QuantizeAttrs, RequantizeAttrs
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, SoftmaxAttrs, UnaryAttrs
from edgec.converter.ops.facet import Facet
from edgec.converter.ops.normalize import NormalizeAttrs
from edgec.converter.ops.pool import ReduceAttrs
from edgec.converter.ops.resample import ResampleAttrs
from edgec.converter.ops.shape import (
    ConcatAttrs,
    GatherAttrs,
    PadAttrs,
    ReshapeAttrs,
    ShiftAttrs,
    SliceAttrs,
    TransposeAttrs,
)

MAX_SAMPLES = 32
STEP_BYTES = 48 << 20  # scratch a step may take: columns of a convolution, in float64

Ins = list["Tensor | None"]
batch_axis: Facet[Callable[[Any, Ins], bool]] = Facet(
    "batch", "rule that says whether axis 0 may be a batch axis", "samples are run one by one"
)


@batch_axis("MaxPool", "AvgPool", UnaryAttrs, QuantizeAttrs, DequantizeAttrs, RequantizeAttrs, CastAttrs)
def _always(_attrs: Any, _ins: Ins) -> bool:
    return True


@batch_axis(ConvAttrs, DenseAttrs)
def _fixed_weights(_attrs: Any, ins: Ins) -> bool:
    return all(t is None or t.is_const for t in ins[1:])


@batch_axis(BinaryAttrs)
def _binary(_attrs: BinaryAttrs, ins: Ins) -> bool:
    rank = max(len(t.shape) for t in ins if t)
    return all(len(t.shape) == rank or (t.is_const and len(t.shape) < rank) for t in ins if t)


@batch_axis(MatMulAttrs)
def _matmul(_attrs: MatMulAttrs, ins: Ins) -> bool:
    a, b = ins
    assert a is not None and b is not None
    if b.is_const:
        return not a.is_const and len(b.shape) <= max(len(a.shape), 2) and (len(b.shape) < 3 or b.shape[0] == 1)
    return len(a.shape) == len(b.shape) >= 3


@batch_axis(GatherAttrs)
def _gather(attrs: GatherAttrs, ins: Ins) -> bool:
    return attrs.axis != 0 and ins[1] is not None and ins[1].is_const


batch_axis(NormalizeAttrs, ReduceAttrs)(lambda a, _: 0 not in a.axes)
batch_axis(SoftmaxAttrs, ResampleAttrs)(lambda a, _: a.axis != 0)
batch_axis(ReshapeAttrs)(lambda a, _: len(a.shape) > 0 and a.shape[0] == 1)
batch_axis(SliceAttrs)(lambda a, _: (a.starts[0], a.steps[0], a.shape[0]) == (0, 1, 1))
batch_axis(TransposeAttrs)(lambda a, _: a.perm[0] == 0)
batch_axis(ShiftAttrs)(lambda a, _: a.axis != 0)
batch_axis(ConcatAttrs)(lambda a, ins: a.axis != 0 and not any(t.is_const for t in ins if t))
batch_axis(PadAttrs)(lambda a, _: a.before[0] == 0 and a.after[0] == 0)


def batched_attrs(node: Node, count: int) -> Attrs:
    """The node's attributes for ``count`` stacked samples."""
    if count > 1 and isinstance(node.attrs, ReshapeAttrs | SliceAttrs):
        return replace(node.attrs, shape=(count, *node.attrs.shape[1:]))
    return node.attrs


def samples_per_step(graph: Graph) -> int:
    """Return how many samples to stack: 1 when some node forbids stacking, fewer for models with large layers."""
    if not all(_leads_with_one(graph.tensors[n]) for n in graph.inputs):
        return 1
    if not all(_allows(graph, node) for node in graph.nodes):
        return 1
    largest = max((_scratch_bytes(graph, n) for n in graph.nodes), default=0)
    return max(1, min(MAX_SAMPLES, STEP_BYTES // max(largest, 1)))


def _leads_with_one(t: Tensor) -> bool:
    return len(t.shape) > 0 and t.shape[0] == 1


def _allows(graph: Graph, node: Node) -> bool:
    ins = graph.ins(node)
    active = [t for t in ins if t is not None and not t.is_const] + graph.outs(node)
    if len(active) < 2 or not all(_leads_with_one(t) and (t.quant is None or t.quant.axis != 0) for t in active):
        return False
    rule = batch_axis.get(node)
    constant_data = ins[0] is None or ins[0].is_const
    return rule is not None and (not constant_data or isinstance(node.attrs, BinaryAttrs)) and rule(node.attrs, ins)


def _scratch_bytes(graph: Graph, node: Node) -> int:
    out = graph.outs(node)[0]
    if isinstance(node.attrs, ConvAttrs):
        weights = graph.tensors[node.inputs[1]]
        return 8 * (prod(out.shape[:3]) * prod(weights.shape[1:]) + out.size)
    return 8 * out.size
