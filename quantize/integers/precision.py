"""Precision of each layer: the scheme's rule, and the user's settings for single layers."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.converter.arithmetic.fixed_point import integer_limits
from edgec.converter.graph.errors import UsageError
from edgec.converter.graph.ir import DType, Graph, Node, Quant
from edgec.converter.ops.conv import ConvAttrs
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.integers.recurrent import feeds_states, states
from edgec.quantize.ranges.scheme import Precision, QuantizeOptions, Scheme, grid

MIN_END_SHARE = 1 / 8  # share of the weights from which on the first and the last layer take int4 too
MIN_LAYERS = 4  # layers a model must have for that
SPARED_SHARE = 1 / 10  # share of the weights that could take int4, which the smallest layers hold and stay int8


def given_type(quant: Quant) -> DType:
    """The type of the integers that a quantized model gives a real activation."""
    return DType.I16 if quant.wide else DType.I8


def weighted_nodes(graph: Graph) -> list[Node]:
    """Convolutions and fully connected layers with constant weights, in order."""
    return [
        n
        for n in graph.nodes
        if quant_rule(n) is QuantRule.WEIGHTED and all(graph.tensors[i].is_const for i in n.inputs[1:])
    ]


def is_depthwise(graph: Graph, node: Node) -> bool:
    """Every filter reads one channel."""
    return isinstance(node.attrs, ConvAttrs) and graph.tensors[node.inputs[1]].shape[3] == 1 < node.attrs.groups


def int4_layers(graph: Graph, nodes: Sequence[Node]) -> frozenset[str]:
    """The int4 scheme's choice among the weighted and recurrent layers, by the names of their outputs.

    Depthwise layers stay int8, so do the first and the last one unless they hold many weights, of a short model unless
    they are recurrent too, and the smallest layers as long as all of them together hold few: int4 would save little
    there, and cost as much accuracy as elsewhere.
    """
    sizes = {n.outputs[0]: _weights(graph, n) for n in nodes}
    total = sum(sizes.values())
    able = {n.outputs[0] for n in nodes if not is_depthwise(graph, n)}
    ends = {n.outputs[0] for n in (*nodes[:1], *nodes[-1:])}
    few = set() if len(nodes) > MIN_LAYERS else ends - {n.outputs[0] for n in nodes if _is_recurrent(n)}
    able -= {n for n in ends if sizes[n] <= MIN_END_SHARE * total or n in few}
    spared, room = 0, SPARED_SHARE * sum(sizes[n] for n in able)
    for name in sorted(able, key=lambda n: (sizes[n], n)):
        spared += sizes[name]
        if spared > room:
            break
        able.discard(name)
    return frozenset(able)


def _is_recurrent(node: Node) -> bool:
    return quant_rule(node) is QuantRule.RECURRENT


def _weights(graph: Graph, node: Node) -> int:
    """Weights of a layer; of a recurrent one those of both matrices."""
    matrices = node.inputs[1:3] if _is_recurrent(node) else node.inputs[1:2]
    return sum(graph.tensors[name].size for name in matrices)


def choose_precision(graph: Graph, able: Sequence[Node], options: QuantizeOptions) -> dict[str, Precision]:
    """Precision of every node that computes in integers, by the name of its output.

    Operators without weights compute in the type all their inputs have.  What a quantized model holds in 16 bits is
    read and written in int16.

    Raises:
        UsageError: ``options.layers`` names no node of the graph.
    """
    names = {n.name for n in graph.nodes}
    for name in options.layers:
        if name not in names:
            raise UsageError(f"layer '{name}': the model has no node of that name; 'edgec inspect' lists the names")
    wide = options.scheme is Scheme.INT16X8
    weighted = {n.outputs[0] for n in weighted_nodes(graph)}
    weighted |= {n.outputs[0] for n in able if _is_recurrent(n)}
    holding = [n for n in graph.nodes if n.outputs[0] in weighted]
    four = int4_layers(graph, holding) if options.scheme is Scheme.INT4 else frozenset()
    types = {
        i: DType.I16
        for i in graph.inputs
        if wide or given_wide(graph, i) or _all_wide(graph, i, options) or feeds_states(graph, i)
    }
    chosen: dict[str, Precision] = {}
    for node in able:
        asked = options.layers.get(node.name)
        rule = quant_rule(node)
        given = any(given_wide(graph, i) for i in (*node.inputs, *node.outputs) if i)
        if rule is QuantRule.RECURRENT:
            if asked is None:
                asked = Precision.INT16 if wide else Precision.INT4 if node.outputs[0] in four else Precision.INT8
        elif asked is None and rule is QuantRule.WEIGHTED:
            narrow = node.outputs[0] in four or _stored_int4(graph, node)
            asked = Precision.INT16 if wide or given else Precision.INT4 if narrow else Precision.INT8
        elif asked is None or rule is QuantRule.SAME:
            sources = [i for i in node.inputs if i and not graph.tensors[i].is_const]
            same = wide or given or (bool(sources) and all(types.get(i) is DType.I16 for i in sources))
            asked = Precision.INT16 if same else Precision.INT8
        chosen[node.outputs[0]] = asked
        types |= dict.fromkeys(node.outputs, asked.activation) | dict.fromkeys(states(graph, node)[-1:], DType.I16)
    return chosen


def given_wide(graph: Graph, name: str) -> bool:
    """Return whether a quantized model holds a tensor in 16 bits."""
    quant = graph.tensors[name].quant
    return quant is not None and quant.wide


def _stored_int4(graph: Graph, node: Node) -> bool:
    """The integers of a quantized model fit int4: nothing is lost by storing them so."""
    t = graph.tensors[node.inputs[1]]
    if t.quant is None or t.data is None or t.quant.axis not in (None, 0) or is_depthwise(graph, node):
        return False
    steps = grid(t.data, t.quant)
    lo, hi = integer_limits(DType.I4)
    return steps is not None and steps.size > 0 and lo <= steps.min() and steps.max() <= hi


def _all_wide(graph: Graph, name: str, options: QuantizeOptions) -> bool:
    """Every reader of a graph input computes in int16."""
    readers = graph.consumers().get(name, [])
    return bool(readers) and all(options.layers.get(n.name) is Precision.INT16 for n in readers)
