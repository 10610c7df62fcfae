"""Raw integer inputs: the affine map of their preprocessing becomes their scale and zero point.

``Cast(q) * s + t`` is ``s * (q - z)`` with z = -t / s; when z is an integer that q's type holds, the preprocessing
costs nothing: for bytes the first layer reads them shifted by a constant.  A map per channel stays in front of the
first layer unless the passes could fold it into its weights.
"""

from __future__ import annotations

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.ir import DType, Graph, GraphEditor, Node, Quant
from edgec.converter.ops.boundary import CastAttrs, DequantizeAttrs
from edgec.converter.ops.elementwise import BinaryAttrs, BinaryFn
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.rewrite.qdq import int8_form

RAW = (DType.U8, DType.I8, DType.I16)
ZERO_POINT_TOLERANCE = 1e-3  # how far a zero point may be from an integer, in steps


def fold_raw_inputs(graph: Graph) -> Graph:
    """Graph inputs that are integers and are cast to real values at once get a scale; others stay as they are."""
    for name in graph.inputs:
        graph = _fold(graph, name)
    return graph


def _fold(graph: Graph, name: str) -> Graph:
    source, users = graph.tensors[name], graph.consumers()
    readers = users.get(name, [])
    if source.dtype not in RAW or source.quant is not None or len(readers) != 1 or name in graph.outputs:
        return graph
    chain, movers = [readers[0]], []
    while has_trait(chain[0], Trait.KEEPS_VALUES) and len(users.get(chain[0].outputs[0], [])) == 1:
        movers.append(chain.pop())
        chain.append(users[movers[-1].outputs[0]][0])
    if not isinstance(chain[0].attrs, CastAttrs) or graph.tensors[chain[0].outputs[0]].dtype is not DType.F32:
        return graph
    scale, shift = 1.0, 0.0
    while len(after := users.get(chain[-1].outputs[0], [])) == 1 and chain[-1].outputs[0] not in graph.outputs:
        factor = _constant(graph, after[0], BinaryFn.MUL)
        term = _constant(graph, after[0], BinaryFn.ADD)
        if factor is not None and factor > 0:
            scale, shift = scale * factor, shift * factor
        elif term is not None:
            shift += term
        else:
            break
        chain.append(after[0])
    while True:
        quant = _quant(source.dtype, scale, shift)
        if quant is not None:
            return _rewrite(graph, name, movers, chain, quant)
        if len(chain) == 1:
            return graph
        scale, shift = 1.0, 0.0  # the map is no quantization: the integers themselves are
        chain = chain[:1]


def _constant(graph: Graph, node: Node, fn: BinaryFn) -> float | None:
    """The one value a node multiplies by or adds."""
    if not isinstance(node.attrs, BinaryAttrs) or node.attrs.fn is not fn or not node.attrs.clamp.is_identity:
        return None
    values = [t.data for t in graph.ins(node) if t is not None and t.data is not None]
    return float(values[0].reshape(-1)[0]) if len(values) == 1 and values[0].size == 1 else None


def _quant(dtype: DType, scale: float, shift: float) -> Quant | None:
    zero = -shift / scale
    lo, hi = integer_limits(dtype)
    whole = round(zero)
    if abs(zero - whole) > ZERO_POINT_TOLERANCE or not lo <= whole <= hi or (dtype is DType.I16 and whole != 0):
        return None
    return Quant.per_tensor(scale, whole)


def _rewrite(graph: Graph, name: str, movers: list[Node], chain: list[Node], quant: Quant) -> Graph:
    """Dequantize in the place of the last node of the chain, data movement after it."""
    editor = GraphEditor(graph)
    source = graph.tensors[name]
    editor.update(name, quant=quant)
    known = None if source.dtype is DType.I16 else int8_form(quant, source.dtype)
    made, nodes = name, []
    attrs = DequantizeAttrs(quant.scale, quant.zero_point)
    for node in (None, *movers):
        last = (node is movers[-1]) if movers else node is None
        shape = source.shape if node is None else graph.tensors[node.outputs[0]].shape
        target = chain[-1].outputs[0] if last else editor.tensor(f"{name}.real", shape, DType.F32)
        editor.update(target, quant=known)
        if node is None:
            nodes.append(Node("Dequantize", name, (made,), (target,), attrs))
        else:
            nodes.append(Node(node.op, node.name, (made,), (target,), node.attrs))
        made = target
    gone = {n.outputs[0] for n in (*movers, *chain)}
    at = next(i for i, n in enumerate(editor.nodes) if n.outputs[0] == chain[-1].outputs[0])
    kept = [n for n in editor.nodes[:at] if n.outputs[0] not in gone]
    editor.nodes = [*kept, *nodes, *(n for n in editor.nodes[at + 1 :] if n.outputs[0] not in gone)]
    return editor.build()
