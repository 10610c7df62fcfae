"""Limits on the integers of a quantized model: a clip, which commutes with scale and zero point.

Tools that quantize to fewer bits than the type holds (Brevitas' QCDQ) write QuantizeLinear, Clip, DequantizeLinear.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from edgec.converter.graph.ir import Graph, Node
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.passes.rewriter import Rewriter


def open_clips(graph: Graph, quantized: Iterable[str]) -> Graph:
    """The larger and the smaller of quantized integers and one constant become Clips, two in a row one.

    ``quantized``: integer tensors with a known scale; those that a clip connects with them count as well.
    """
    rw, known = Rewriter(graph), set(quantized)
    limits = [n for n in rw.nodes("Binary") if _bounds(rw, n) is not None]
    for node in (*limits, *reversed(limits)):
        if known & {_source(rw, node), *node.outputs}:
            known |= {_source(rw, node), *node.outputs}
    for node in limits:
        if node.outputs[0] in known:
            _clip(rw, node)
    return rw.build()


def _source(rw: Rewriter, node: Node) -> str:
    """The operand that is no constant."""
    return node.inputs[0] if rw.data(node.inputs[0]) is None else node.inputs[1]


def _bounds(rw: Rewriter, node: Node) -> tuple[float, float] | None:
    """The limits that a Max or Min of an integer tensor and one constant sets; None: the node is none."""
    attrs, values = node.attrs, [rw.data(i) for i in node.inputs]
    bound = next((v for v in values if v is not None and v.size == 1), None)
    if not isinstance(attrs, BinaryAttrs) or attrs.fn not in (BinaryFn.MAX, BinaryFn.MIN) or bound is None:
        return None
    source, target = rw.tensors[_source(rw, node)], rw.tensors[node.outputs[0]]
    if source.is_const or source.dtype.is_float or source.shape != target.shape:
        return None
    return (float(bound.item()), inf) if attrs.fn is BinaryFn.MAX else (-inf, float(bound.item()))


def _clip(rw: Rewriter, node: Node) -> None:
    bounds = _bounds(rw, node)
    assert bounds is not None
    (lo, hi), source = bounds, _source(rw, node)
    before = rw.producer(source)
    attrs = before.attrs if before is not None and rw.only_user(source) is not None else None
    if before is not None and isinstance(attrs, UnaryAttrs) and attrs.fn is UnaryFn.CLIP:
        lo, hi = (min(max(bound, lo), hi) for bound in (attrs.alpha, attrs.beta))
        source = before.inputs[0]
    rw.replace(node, op="Unary", inputs=(source,), attrs=UnaryAttrs(UnaryFn.CLIP, lo, hi))
    rw.drop_dead()
