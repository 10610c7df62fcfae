"""A factor and a shift per channel as one depthwise 1x1 convolution.

What is left of a BatchNormalization after the passes (before a padded layer, behind a concatenation) is x * k + c.  As
two operators it would be rounded to eight bits in between, and its constants would share one scale; a convolution has a
scale for each channel, an int32 bias and one rounding.
"""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Array, Clamp, DType, Graph, Node
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.shape import ReshapeAttrs
from edgec.converter.passes.rewriter import Rewriter


def channelwise_forms(graph: Graph) -> Graph:
    """Products and sums (x * k + c, x * k, x + c) with real constants per channel of the last axis, as convolutions."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("Binary")):
        if not rw.alive(node) or (factor := _constant(rw, node)) is None or not _is(node, BinaryFn.MUL):
            continue
        after = rw.only_user(node.outputs[0])
        shift = _constant(rw, after) if after is not None and _continues(rw, node, after) else None
        if after is not None and shift is not None:
            _write(rw, after, _source(rw, node), factor, shift)
        elif _differs(factor):
            _write(rw, node, _source(rw, node), factor, np.zeros_like(factor))
    for output in [n.outputs[0] for n in rw.nodes("Binary")]:
        now = rw.producer(output)  # another one when what it reads was rewritten
        shift = None if now is None else _constant(rw, now)
        if now is not None and shift is not None and _is(now, BinaryFn.ADD) and _differs(shift):
            _write(rw, now, _source(rw, now), np.ones_like(shift), shift)
    rw.drop_dead()
    return rw.build()


def _is(node: Node, fn: BinaryFn) -> bool:
    return isinstance(node.attrs, BinaryAttrs) and node.attrs.fn is fn


def _differs(values: Array) -> bool:
    return bool(np.any(values != values[0]))


def _continues(rw: Rewriter, node: Node, after: Node) -> bool:
    """Nothing happens to the product before the sum."""
    assert isinstance(node.attrs, BinaryAttrs)
    return _is(after, BinaryFn.ADD) and node.attrs.clamp.is_identity and rw.tensors[node.outputs[0]].quant is None


def _source(rw: Rewriter, node: Node) -> str:
    return next(i for i in node.inputs if rw.data(i) is None)


def _constant(rw: Rewriter, node: Node) -> Array | None:
    """The constant operand of a real Binary as a vector over the last axis, whose integers nothing prescribes."""
    constants = [i for i in node.inputs if rw.data(i) is not None]
    out = rw.tensors[node.outputs[0]]
    if len(constants) != 1 or out.dtype is not DType.F32 or len(out.shape) < 2 or out.shape[-1] < 2:
        return None
    t, x = rw.tensors[constants[0]], rw.tensors[_source(rw, node)]
    assert t.data is not None
    if t.quant is not None or x.shape != out.shape or x.dtype is not DType.F32 or t.size not in (1, out.shape[-1]):
        return None
    if t.size > 1 and t.shape[-1] != t.size:
        return None
    return np.broadcast_to(t.data.reshape(-1), out.shape[-1:]).astype(np.float32)


def _write(rw: Rewriter, node: Node, x: str, factor: Array, shift: Array) -> None:
    """The convolution in place of ``node``, of an image as high as all axes but the first and the last two."""
    assert isinstance(node.attrs, BinaryAttrs)
    shape, clamp = rw.tensors[x].shape, node.attrs.clamp
    rows = int(np.prod(shape[1:-2], dtype=np.int64))
    image = (shape[0], rows, shape[-2] if len(shape) > 2 else 1, shape[-1])
    made = rw.emit("Reshape", ReshapeAttrs(image), (x,), node) if image != shape else x
    made = _convolve(rw, node, made, factor, shift, clamp)
    if image != shape:
        rw.update(made, quant=rw.tensors[node.outputs[0]].quant)
        made = rw.emit("Reshape", ReshapeAttrs(shape), (made,), node)
    rw.bypass(node, made)


def _convolve(rw: Rewriter, node: Node, x: str, factor: Array, shift: Array, clamp: Clamp) -> str:
    name = node.outputs[0]
    weights = rw.const(f"{name}.factor", factor.reshape(-1, 1, 1, 1))
    bias = rw.const(f"{name}.shift", shift)
    return rw.emit("Conv", ConvAttrs(groups=len(factor), clamp=clamp), (x, weights, bias), node)
