"""Recurrent layers in integers: what they read and give in which type, and their weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from edgec.converter.arithmetic.gates import state_quant
from edgec.converter.graph.errors import OutOfProportion
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, DType, Graph, Node, Quant, Tensor
from edgec.converter.ops.gates import GATES, GateFn, RecurrentAttrs
from edgec.converter.ops.recurrent_int import (
    LARGEST_SUM,
    PEEPHOLE,
    STATE,
    STATE_INPUT,
    form_of,
    gate_tables,
    largest_sum,
    reset_scale,
)
from edgec.converter.ops.registry import quant_rule
from edgec.converter.ops.spec import QuantRule
from edgec.quantize.integers.weights import LayerTypes, Weights, quantize_weights
from edgec.quantize.ranges.scheme import INT16_MAX, constant_quant, quantize_constant

WEIGHTS = (1, 2, 3, PEEPHOLE)  # inputs that must be constants
HIDDEN = 4  # the input with the initial output, a Gru's initial state


def is_recurrent(node: Node) -> bool:
    """Return whether a node is a recurrent layer (``Rnn``, ``Gru``, ``Lstm``)."""
    return quant_rule(node) is QuantRule.RECURRENT


def why_not(graph: Graph, node: Node) -> str:
    """Return why a recurrent layer has no integer form; "" when it has one."""
    assert isinstance(node.attrs, RecurrentAttrs)
    given = [node.inputs[i] for i in WEIGHTS if i < len(node.inputs) and (i < PEEPHOLE or node.op == "Lstm")]
    if any(name and not graph.tensors[name].is_const for name in given):
        return "it has no integer form when its weights are computed at run time"
    if graph.tensors[node.inputs[0]].is_const:
        return "it has no integer form when its sequence is a constant"
    tables = gate_tables(node.op, node.attrs)
    if isinstance(tables, GateFn):
        return f"it has no integer form with the function {tables.value}, whose values have no bounds near 1"
    return ""


def states(graph: Graph, node: Node) -> tuple[str, ...]:
    """The tensors of 16 bits that a recurrent layer reads and gives, constants left out."""
    if not is_recurrent(node) or node.op not in STATE:
        return ()
    names = (node.inputs[STATE_INPUT[node.op]], node.outputs[STATE[node.op]])
    return tuple(n for n in names if not graph.tensors[n].is_const)


def ties(graph: Graph, node: Node) -> Iterator[tuple[str, str]]:
    """Pairs of tensors that have one quantization: what a layer gives, and what it begins with."""
    initial = node.inputs[HIDDEN]
    if node.op != "Gru":
        yield node.outputs[0], node.outputs[1]
        if not graph.tensors[initial].is_const:
            yield node.outputs[0], initial
    names = states(graph, node)
    if len(names) > 1:
        yield names[1], names[0]


def state_type(quant: Quant) -> Quant:
    """The quantization of a state: the finest power of two that spans what an int16 one does."""
    return state_quant(quant.s * INT16_MAX)


def feeds_states(graph: Graph, name: str) -> bool:
    """Return whether a tensor is read as a state of 16 bits only, perhaps moved."""
    users, waiting = graph.consumers(), [name]
    seen = 0
    while waiting:
        source = waiting.pop()
        if source in graph.outputs:
            return False
        for reader in users.get(source, []):
            seen += 1
            if quant_rule(reader) is QuantRule.SAME:
                waiting += reader.outputs
            elif source not in states(graph, reader) or reader.inputs.count(source) > 1:
                return False
    return seen > 0


def output_like(node: Node, i: int) -> int | None:
    """The output whose type and scale an input of a recurrent layer has; None for others than what it begins with."""
    if i == STATE_INPUT.get(node.op):
        return STATE[node.op]
    return 0 if i == HIDDEN else None


@dataclass(frozen=True)
class RecurrentWeights:
    """Integers of W, R and B, and their quantizations; int16 peepholes with theirs, if there are any."""

    w: Array
    r: Array
    bias: Array
    quants: tuple[Quant, Quant, Quant]
    peephole: tuple[Array, Quant] | None = None


def recurrent_weights(
    graph: Graph, node: Node, x: Quant, y: Quant, dtype: DType, weight: DType = DType.I8
) -> RecurrentWeights:
    """The weights of a recurrent layer, each row to the nearest in steps of its own.

    Args:
        graph: a float graph.
        node: the layer.
        x: quantization of its input.
        y: that of its output.
        dtype: type of both.
        weight: int8 or int4.

    Raises:
        OutOfProportion: a scale has no float32 value.
    """
    assert isinstance(node.attrs, RecurrentAttrs)
    a, rows = node.attrs, GATES[node.op] * node.attrs.hidden
    w, r, bias = (graph.tensors[i].data for i in node.inputs[1:4])
    assert w is not None and r is not None and bias is not None
    tables = gate_tables(node.op, a)
    assert not isinstance(tables, GateFn)
    made: list[list[Weights]] = [[], []]
    steps: list[list[float]] = [[], []]
    for gate in range(GATES[node.op]):
        at = slice(gate * a.hidden, (gate + 1) * a.hidden)
        last = gate == GATES[node.op] - 1
        unit = Quant.per_tensor(2.0 ** -tables[min(int(last), len(tables) - 1)].bits) if tables else y
        reset = node.op == "Gru" and last and not a.before_reset
        sources = (x, Quant.per_tensor(reset_scale(y, dtype)) if reset else y)
        for k, (matrix, source) in enumerate(zip((w, r), sources, strict=True)):
            types = LayerTypes(source, unit, DType.I16 if reset and k else dtype, weight)
            made[k].append(quantize_weights(matrix[at], bias[k * rows :][at], types))
            steps[k] += (made[k][-1].scale * source.s).tolist()
    scales = [np.concatenate([m.scale for m in part]) for part in made]
    return RecurrentWeights(
        np.concatenate([m.data for m in made[0]]),
        np.concatenate([m.data for m in made[1]]),
        np.concatenate([m.bias for part in made for m in part]),
        (Quant.per_axis(scales[0], 0), Quant.per_axis(scales[1], 0), Quant.per_axis(steps[0] + steps[1], 0)),
        _peephole(graph, node),
    )


def _peephole(graph: Graph, node: Node) -> tuple[Array, Quant] | None:
    name = node.inputs[PEEPHOLE] if node.op == "Lstm" and len(node.inputs) > PEEPHOLE else ""
    data = graph.tensors[name].data if name else None
    if data is None:
        return None
    quant = constant_quant(data, DType.I16)
    return quantize_constant(data, quant, DType.I16), quant


def check_sums(node: Node, ins: Sequence[Tensor | None], outs: Sequence[Tensor]) -> None:
    """Every sum of a gate must fit int32, and every scale must have a legal factor.

    Raises:
        OutOfProportion: one does not.
    """
    form = form_of(node, ins, outs)
    if (largest := largest_sum(node, form, ins, outs[0])) >= LARGEST_SUM:
        raise OutOfProportion(f"a gate's sum may be {largest:.3g} steps, which int32 does not hold")
