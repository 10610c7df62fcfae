"""Layout: no run-time transpose inside the net.

The importer wraps each spatial operator in a transpose to channels-last and one back.  ``sinking`` moves transposes
through the operators that commute with them until they meet their inverse; here what is left goes into weights or
rises to the graph input.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from edgec.converter.graph.ir import Graph, Layout, Node
from edgec.converter.ops.boundary import CastAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, UnaryAttrs
from edgec.converter.ops.shape import PadAttrs, ReshapeAttrs, TransposeAttrs
from edgec.converter.passes.rewriter import Rewriter
from edgec.converter.passes.sinking import Perm, axis_groups, inverse, moves_nothing


def flatten_into_weights(graph: Graph) -> Graph:
    """Transpose, flatten, Dense: reorder the weight's columns instead of the activation."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("Dense")):
        flat = rw.producer(node.inputs[0])
        turn = rw.producer(flat.inputs[0]) if flat is not None and isinstance(flat.attrs, ReshapeAttrs) else None
        weight = rw.data(node.inputs[1])
        if flat is None or turn is None or weight is None or not isinstance(turn.attrs, TransposeAttrs):
            continue
        perm, shape = turn.attrs.perm, rw.tensors[turn.outputs[0]].shape
        if perm[0] != 0 or rw.tensors[flat.outputs[0]].shape != (shape[0], prod(shape[1:])):
            continue
        columns = weight.reshape(weight.shape[0], *shape[1:]).transpose(inverse(perm)).reshape(weight.shape)
        quant = rw.tensors[node.inputs[1]].quant
        quant = quant if quant is None or quant.axis in (None, 0) else None
        name = rw.const(node.inputs[1], columns, quant)
        source = rw.emit("Reshape", flat.attrs, (turn.inputs[0],), node, hint=flat.outputs[0])
        rw.update(source, quant=rw.tensors[flat.outputs[0]].quant)
        rw.replace(node, inputs=(source, name, node.inputs[2]))
    rw.drop_dead()
    return rw.build()


def raise_transposes(graph: Graph) -> Graph:
    """Move what is left above elementwise operators to the graph input, or above a reshape to another transpose."""
    rw = Rewriter(graph)
    work = list(rw.nodes("Transpose"))
    while work:
        node = work.pop()
        if not rw.alive(node) or not isinstance(node.attrs, TransposeAttrs):
            continue
        above = rw.producer(node.inputs[0])
        if above is None or rw.only_user(node.inputs[0]) is None:
            continue
        if isinstance(above.attrs, _LIFTED) and _reaches_input(rw, above):
            work.extend(_raise(rw, node, above))
        elif isinstance(above.attrs, ReshapeAttrs):
            before = rw.producer(above.inputs[0])
            if before is not None and isinstance(before.attrs, TransposeAttrs):
                _raise_above_reshape(rw, node, above, before)
    rw.drop_dead()
    return rw.build()


_LIFTED = (UnaryAttrs, BinaryAttrs, CastAttrs, PadAttrs)


def _reaches_input(rw: Rewriter, node: Node) -> bool:
    """Return whether elementwise operators, each with one computed input and one reader, lead back to a graph input."""
    while isinstance(node.attrs, _LIFTED):
        computed = [i for i in dict.fromkeys(node.inputs) if rw.data(i) is None]
        if len(computed) != 1:
            return False
        if computed[0] in rw.inputs:
            return True
        above = rw.producer(computed[0])
        if above is None or rw.only_user(computed[0]) is None:
            return False
        node = above
    return False


def _raise(rw: Rewriter, node: Node, above: Node) -> list[Node]:
    """Move a transpose above an elementwise operator; returns the transposes to look at next."""
    assert isinstance(node.attrs, TransposeAttrs)
    perm, attrs = node.attrs.perm, above.attrs
    if isinstance(attrs, PadAttrs):
        before, after = (tuple(values[p] for p in perm) for values in (attrs.before, attrs.after))
        attrs = replace(attrs, before=before, after=after)
    inputs = [_transposed(rw, i, perm, above) for i in above.inputs]
    if None in inputs:
        return []
    names = tuple(i for i in inputs if i is not None)
    quant = rw.tensors[node.outputs[0]].quant or rw.tensors[above.outputs[0]].quant
    new = rw.emit(above.op, attrs, names, above)
    rw.update(new, quant=quant)
    rw.bypass(node, new)
    rw.remove(above)
    return [p for i in names if (p := rw.producer(i)) is not None and isinstance(p.attrs, TransposeAttrs)]


def _raise_above_reshape(rw: Rewriter, node: Node, reshape: Node, before: Node) -> None:
    """Transpose, reshape, transpose: one transpose, one reshape, when runs of axes stay whole."""
    assert isinstance(node.attrs, TransposeAttrs) and isinstance(before.attrs, TransposeAttrs)
    out = rw.tensors[reshape.outputs[0]].shape
    place = {axis: k for k, axis in enumerate(node.attrs.perm)}
    groups = []
    for old_axes, new_axes in axis_groups(rw.tensors[reshape.inputs[0]].shape, out):
        after = [place[a] for a in new_axes]
        if any(p != after[0] + k for k, p in enumerate(after)):
            return
        groups.append((after[0] if after else len(out), old_axes))
    moved = [a for _, old_axes in sorted(groups, key=lambda g: g[0]) for a in old_axes]
    perm = tuple(before.attrs.perm[a] for a in moved)
    turned = rw.emit("Transpose", TransposeAttrs(perm), before.inputs, reshape)
    shape = tuple(out[a] for a in node.attrs.perm)
    new = rw.emit("Reshape", ReshapeAttrs(shape), (turned,), reshape)
    rw.update(new, quant=rw.tensors[node.outputs[0]].quant)
    rw.bypass(node, new)


def _transposed(rw: Rewriter, name: str, perm: Perm, above: Node) -> str | None:
    """An input of the operator in the order after ``perm``; only one input may be a computed tensor."""
    tensor = rw.tensors[name]
    if tensor.data is None:
        computed = [i for i in above.inputs if rw.data(i) is None]
        if len(set(computed)) > 1 or len(tensor.shape) != len(perm):
            return None
    elif tensor.size == 1 and len(tensor.shape) <= len(perm):
        return name
    elif len(tensor.shape) < len(perm):
        shape = (1,) * (len(perm) - len(tensor.shape)) + tensor.shape
        name = rw.emit("Reshape", ReshapeAttrs(shape), (name,), above)
    return rw.emit("Transpose", TransposeAttrs(perm), (name,), above, hint=name)


def free_transposes(graph: Graph) -> Graph:
    """A transpose that moves no element is a reshape."""
    rw = Rewriter(graph)
    for node in list(rw.nodes("Transpose")):
        assert isinstance(node.attrs, TransposeAttrs)
        if moves_nothing(node.attrs.perm, rw.tensors[node.inputs[0]].shape):
            rw.replace(node, op="Reshape", attrs=ReshapeAttrs(rw.tensors[node.outputs[0]].shape))
    return rw.build()


def inputs_channels_last(graph: Graph) -> Graph:
    """``--input-layout nhwc``: an input that is only read through a transpose to channels-last takes that order."""
    rw = Rewriter(graph)
    for name in list(rw.inputs):
        users = rw.users(name)
        rank = len(rw.tensors[name].shape)
        last = TransposeAttrs((0, *range(2, rank), 1))
        if rank < 3 or not users or name in rw.outputs or any(u.attrs != last for u in users):
            continue
        shape = rw.tensors[users[0].outputs[0]].shape
        if any(u.outputs[0] in rw.outputs for u in users):
            continue
        for user in users:
            rw.bypass(user, name)
        rw.update(name, shape=shape, layout=Layout.CHANNELS_LAST)
    return rw.build()
