"""Folding into weighted operators: scales and shifts, activations, padding."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from edgec.converter.graph.ir import Array, Clamp, Graph, Node
from edgec.converter.ops.conv import ConvAttrs, DenseAttrs, MatMulAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn, UnaryAttrs, UnaryFn
from edgec.converter.ops.pool import PoolAttrs
from edgec.converter.ops.registry import has_trait, is_weighted
from edgec.converter.ops.shape import PadAttrs, PadMode, ReshapeAttrs, SliceAttrs, TransposeAttrs
from edgec.converter.ops.spec import Trait
from edgec.converter.passes.rewriter import Rewriter


def normalize_arithmetic(graph: Graph) -> Graph:
    """X - c becomes x + (-c), x / c becomes x * (1 / c), so that later passes see two cases only."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("Binary")):
        assert isinstance(node.attrs, BinaryAttrs)
        const = rw.data(node.inputs[1])
        if const is None or not np.issubdtype(const.dtype, np.floating) or rw.tensors[node.inputs[1]].quant is not None:
            continue
        if node.attrs.fn is BinaryFn.SUB:
            fn, value = BinaryFn.ADD, -const
        elif node.attrs.fn is BinaryFn.DIV and np.all(const != 0):
            fn, value = BinaryFn.MUL, (1.0 / const.astype(np.float64)).astype(const.dtype)
        else:
            continue
        name = rw.const(node.inputs[1], value)
        rw.replace(node, attrs=replace(node.attrs, fn=fn), inputs=(node.inputs[0], name))
    return rw.build()


def _per_channel(rw: Rewriter, node: Node) -> tuple[str, Array] | None:
    """(input, factor or shift per last-axis channel [C]) of a Binary with a constant operand, else None."""
    for x, c in (node.inputs, tuple(reversed(node.inputs))):
        const, tensor = rw.data(c), rw.tensors[x]
        if const is None or tensor.data is not None or not tensor.shape:
            continue
        channels = tensor.shape[-1]
        if rw.tensors[node.outputs[0]].shape != tensor.shape or const.size not in (1, channels):
            return None
        if const.size == channels and channels > 1 and const.shape[-1] != channels:
            return None
        return x, np.broadcast_to(const.reshape(-1).astype(np.float64), (channels,))
    return None


def _is_plain(node: Node | None, rw: Rewriter) -> bool:
    """A weighted node without activation whose weights are free real constants (not fixed by a quantized model)."""
    if node is None or not isinstance(node.attrs, (ConvAttrs, DenseAttrs)) or not node.attrs.clamp.is_identity:
        return False
    weight, bias = rw.tensors[node.inputs[1]], rw.tensors[node.inputs[2]]
    return weight.data is not None and bias.data is not None and weight.quant is None


def fold_affine_after(graph: Graph) -> Graph:
    """Conv or Dense followed by * c and + c per channel (BatchNormalization, bias): into weight and bias."""
    rw = Rewriter(graph)
    rw.changed = True
    while rw.changed:
        rw.changed = False
        for node in rw.nodes("Binary"):
            assert isinstance(node.attrs, BinaryAttrs)
            if node.attrs.fn not in (BinaryFn.ADD, BinaryFn.MUL) or (operand := _per_channel(rw, node)) is None:
                continue
            source, value = operand
            before = rw.producer(source)
            if before is None or not is_weighted(before) or rw.only_user(source) is not node:
                continue
            if not _is_plain(before, rw) and not _adds_bias(rw, before, node):
                continue
            _scale_node(rw, before, node, value)
    rw.drop_dead()
    return rw.build()


def sink_reshapes(graph: Graph) -> Graph:
    """Dense or (1-D) Conv, reshape, then element by element or per channel: the reshape comes last, the rest folds."""
    rw = Rewriter(graph)
    rw.changed = True
    while rw.changed:
        rw.changed = False
        for node in rw.nodes("Unary", "Binary"):
            operand = _per_channel(rw, node) if isinstance(node.attrs, BinaryAttrs) else (node.inputs[0], None)
            reshape = rw.producer(operand[0]) if operand is not None else None
            if operand is None or reshape is None or not isinstance(reshape.attrs, ReshapeAttrs):
                continue
            if rw.only_user(operand[0]) is not node:
                continue
            rows = rw.tensors[reshape.inputs[0]]
            if not _made_by_weights(rw, rows.name) or rw.only_user(rows.name) is not reshape:
                continue
            if not rows.dtype.is_float or rows.shape[-1:] != rw.tensors[operand[0]].shape[-1:]:
                continue
            _swap_reshape(rw, reshape, node, operand[1])
    rw.drop_dead()
    return rw.build()


def _made_by_weights(rw: Rewriter, name: str) -> bool:
    """A Dense or Conv, with elementwise operators behind it that have come this way."""
    node = rw.producer(name)
    while node is not None and isinstance(node.attrs, (UnaryAttrs, BinaryAttrs)):
        node = rw.producer(next(i for i in node.inputs if rw.data(i) is None))
    return node is not None and is_weighted(node)


def _swap_reshape(rw: Rewriter, reshape: Node, node: Node, value: Array | None) -> None:
    """Reshape, node becomes node, reshape."""
    source, out = reshape.inputs[0], rw.tensors[node.outputs[0]]
    inputs: tuple[str, ...] = (source,)
    if value is not None:
        const = next(i for i in node.inputs if rw.data(i) is not None)
        flat = rw.tensors[const].size == 1
        name = rw.emit("Reshape", ReshapeAttrs(() if flat else (len(value),)), (const,), node, hint=const)
        inputs = tuple(name if i == const else source for i in node.inputs)
    made = rw.emit(node.op, node.attrs, inputs, node, hint=out.name)
    rw.update(made, quant=out.quant)
    last = rw.emit("Reshape", reshape.attrs, (made,), node, hint=out.name)
    rw.update(last, quant=out.quant)
    rw.bypass(node, last)


def _adds_bias(rw: Rewriter, before: Node, node: Node) -> bool:
    """Adding to an all-zero bias keeps a quantized weight's integers exact."""
    assert isinstance(node.attrs, BinaryAttrs) and isinstance(before.attrs, (ConvAttrs, DenseAttrs))
    bias = rw.data(before.inputs[2])
    free = rw.tensors[before.outputs[0]].quant is None and before.attrs.clamp.is_identity
    return node.attrs.fn is BinaryFn.ADD and bias is not None and not bias.any() and free


def _scale_node(rw: Rewriter, before: Node, node: Node, value: Array) -> None:
    assert isinstance(node.attrs, BinaryAttrs) and isinstance(before.attrs, (ConvAttrs, DenseAttrs))
    weight, bias = rw.data(before.inputs[1]), rw.data(before.inputs[2])
    assert weight is not None and bias is not None
    w_name = before.inputs[1]
    new_bias = bias.astype(np.float64)
    if node.attrs.fn is BinaryFn.MUL:
        factor = value.reshape(-1, *(1,) * (weight.ndim - 1))
        w_name = rw.const(w_name, (weight * factor).astype(weight.dtype))
        new_bias = new_bias * value
    else:
        new_bias = new_bias + value
    const = node.inputs[1] if rw.data(node.inputs[1]) is not None else node.inputs[0]
    kept = rw.tensors[const].quant if rw.tensors[const].shape == bias.shape and not bias.any() else None
    b_name = rw.const(before.inputs[2], new_bias.astype(bias.dtype), kept)
    attrs = replace(before.attrs, clamp=node.attrs.clamp)
    rw.replace(before, inputs=(before.inputs[0], w_name, b_name), attrs=attrs)
    if rw.tensors[before.outputs[0]].quant != rw.tensors[node.outputs[0]].quant:
        rw.update(before.outputs[0], quant=rw.tensors[node.outputs[0]].quant)
    rw.bypass(node, before.outputs[0])


def raise_factors(graph: Graph) -> Graph:
    """A factor for all values behind a product or a transpose (attention's 1 / sqrt(d)): into the layer above."""
    rw = Rewriter(graph)
    rw.changed = True
    while rw.changed:
        rw.changed = False
        for node in rw.nodes("Binary"):
            assert isinstance(node.attrs, BinaryAttrs)
            if node.attrs.fn is not BinaryFn.MUL or not node.attrs.clamp.is_identity:
                continue
            operand = _per_channel(rw, node)
            if operand is None or rw.only_user(operand[0]) is not node or np.ptp(operand[1]) != 0.0:
                continue
            above = _layer_above(rw, operand[0])
            if above is not None and rw.tensors[node.outputs[0]].quant is None:
                weight, bias = (rw.data(i) for i in above.inputs[1:])
                assert weight is not None and bias is not None
                scaled = [(v * operand[1][0]).astype(v.dtype) for v in (weight, bias)]
                names = [rw.const(i, v) for i, v in zip(above.inputs[1:], scaled, strict=True)]
                rw.replace(above, inputs=(above.inputs[0], *names))
                rw.bypass(node, operand[0])
    rw.drop_dead()
    return rw.build()


def _layer_above(rw: Rewriter, name: str) -> Node | None:
    """The plain layer whose factor is that of ``name``, with nothing but movements and products between."""
    node = rw.producer(name)
    if node is None or rw.only_user(name) is None or rw.tensors[name].quant is not None:
        return None
    if has_trait(node, Trait.KEEPS_VALUES):
        return _layer_above(rw, node.inputs[0])
    if isinstance(node.attrs, MatMulAttrs) and node.inputs[0] != node.inputs[1]:
        return _layer_above(rw, node.inputs[0]) or _layer_above(rw, node.inputs[1])
    return node if _is_plain(node, rw) else None


def fold_affine_before(graph: Graph) -> Graph:
    """* c and + c per input channel before Conv or Dense: into the weight; a shift only where nothing is padded."""
    rw = Rewriter(graph)
    rw.changed = True
    while rw.changed:
        rw.changed = False
        for node in rw.nodes("Binary"):
            assert isinstance(node.attrs, BinaryAttrs)
            if node.attrs.fn not in (BinaryFn.ADD, BinaryFn.MUL) or not node.attrs.clamp.is_identity:
                continue
            operand, user = _per_channel(rw, node), rw.only_user(node.outputs[0])
            if operand is None or user is None or not is_weighted(user) or user.inputs[0] != node.outputs[0]:
                continue
            weight, bias = rw.tensors[user.inputs[1]], rw.tensors[user.inputs[2]]
            padded = isinstance(user.attrs, ConvAttrs) and max(user.attrs.pads) > 0
            if weight.data is None or bias.data is None or weight.quant is not None:
                continue
            if rw.tensors[node.outputs[0]].quant is not None or (node.attrs.fn is BinaryFn.ADD and padded):
                continue
            _absorb(rw, node, user, operand[0], operand[1])
    rw.drop_dead()
    return rw.build()


def _absorb(rw: Rewriter, node: Node, user: Node, source: str, value: Array) -> None:
    """Weight [O, ..., C/g]: input channel c of output o is group(o) * C/g + position."""
    assert isinstance(node.attrs, BinaryAttrs)
    weight, bias = rw.data(user.inputs[1]), rw.data(user.inputs[2])
    assert weight is not None and bias is not None
    groups = user.attrs.groups if isinstance(user.attrs, ConvAttrs) else 1
    per_output = np.repeat(value.reshape(groups, -1), weight.shape[0] // groups, axis=0)  # [O, C/g]
    spread = per_output.reshape(weight.shape[0], *(1,) * (weight.ndim - 2), weight.shape[-1])
    w_name, b_name = user.inputs[1], user.inputs[2]
    if node.attrs.fn is BinaryFn.MUL:
        w_name = rw.const(w_name, (weight * spread).astype(weight.dtype))
    else:
        added = (weight.astype(np.float64) * spread).reshape(weight.shape[0], -1).sum(axis=1)
        b_name = rw.const(b_name, (bias + added).astype(bias.dtype))
    rw.replace(user, inputs=(source, w_name, b_name))
    rw.remove(node)


def fuse_activations(graph: Graph) -> Graph:
    """A clip (Relu, Relu6, Clip) after Conv, Dense or arithmetic becomes its clamp."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("Unary")):
        current = rw.producer(node.outputs[0])
        if current is None or not isinstance(current.attrs, UnaryAttrs) or current.attrs.fn is not UnaryFn.CLIP:
            continue
        before = _before_moves(rw, current)
        if before is None or current.attrs.alpha > current.attrs.beta:
            continue
        attrs = before.attrs
        if (
            not isinstance(attrs, (ConvAttrs, DenseAttrs, BinaryAttrs))
            or not rw.tensors[before.outputs[0]].dtype.is_float
        ):
            continue
        clamp = attrs.clamp.then(Clamp(current.attrs.alpha, current.attrs.beta))
        quant = rw.tensors[current.outputs[0]].quant
        rw.replace(before, attrs=replace(attrs, clamp=clamp))
        if quant is not None:
            rw.update(before.outputs[0], quant=quant)
        rw.bypass(current, current.inputs[0])
    return rw.build()


def _before_moves(rw: Rewriter, node: Node) -> Node | None:
    """The operator whose values alone reach ``node``, perhaps moved on the way (but not with scales of their own)."""
    name = node.inputs[0]
    while rw.only_user(name) is not None:
        before = rw.producer(name)
        if before is None or rw.tensors[name].quant is not None:
            return before
        if not isinstance(before.attrs, (TransposeAttrs, ReshapeAttrs, SliceAttrs)):
            return before
        name = before.inputs[0]
    return None


def fold_pads(graph: Graph) -> Graph:
    """Zero padding of rows and columns before Conv (or an average that counts padding) becomes its own padding.

    So does padding before MaxPool with a value that no cell is below.
    """
    rw = Rewriter(graph)
    for node in list(rw.nodes("Conv", "AvgPool", "MaxPool")):
        pad = rw.producer(node.inputs[0])
        if pad is None or not isinstance(pad.attrs, PadAttrs) or rw.only_user(node.inputs[0]) is not node:
            continue
        p, attrs = pad.attrs, node.attrs
        inner = max(p.before[0], p.after[0], p.before[3], p.after[3]) == 0
        largest = node.op == "MaxPool"
        unseen = _none_is_below(rw, pad.inputs[0], p.value) if largest else p.value == 0.0
        if p.mode is not PadMode.CONSTANT or not inner or not unseen:
            continue
        extra = (p.before[1], p.before[2], p.after[1], p.after[2])
        if isinstance(attrs, ConvAttrs):
            pads = tuple(a + b for a, b in zip(attrs.pads, extra, strict=True))
            rw.replace(node, inputs=(pad.inputs[0], *node.inputs[1:]), attrs=replace(attrs, pads=pads))
        elif isinstance(attrs, PoolAttrs) and max(attrs.pads) == 0 and _fits(attrs, extra):
            attrs = replace(attrs, pads=extra, count_include_pad=not largest)
            rw.replace(node, inputs=(pad.inputs[0],), attrs=attrs)
    rw.drop_dead()
    return rw.build()


def _none_is_below(rw: Rewriter, name: str, value: float) -> bool:
    """Return whether no element of a tensor can be below a value: the layer that makes it has that limit."""
    made = rw.producer(name)
    clamp = getattr(made.attrs, "clamp", None) if made is not None else None
    return value <= (clamp.lo if isinstance(clamp, Clamp) else -np.inf)


def _fits(a: PoolAttrs, pads: tuple[int, ...]) -> bool:
    """Every window must keep a real cell."""
    return all(p < a.dilations[i % 2] * (a.kernel[i % 2] - 1) + 1 for i, p in enumerate(pads))
