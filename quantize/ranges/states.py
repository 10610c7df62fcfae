"""States: inputs of a model that take what one of its outputs gave at the step before, byte by byte.

Input and output get one quantization, over the values that both take: those of the samples, and those that come of
running the float model over the samples as a sequence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, Graph, Node, StatePair
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.ranges.scheme import State
from edgec.quantize.ranges.simulate import Evaluator


def with_fed_back(graph: Graph, inputs: Sequence[Array], states: Sequence[State]) -> list[Array]:
    """The samples, and behind them the same as a sequence: each step's states are the outputs of the step before.

    The first step takes the states of the first sample.

    Args:
        graph: a float graph.
        inputs: samples, one array [N, *shape] per graph input.
        states: what is fed back.
    """
    evaluator, steps = Evaluator(graph), [np.array(x) for x in inputs]
    for step, (group, _) in enumerate(evaluator.groups(inputs, limit=1)):
        for s in states:
            group[s.input] = steps[s.input][step]
        outputs = evaluator.run(group)
        for s in states:
            if step + 1 < len(steps[s.input]):
                steps[s.input][step + 1] = outputs[s.output]
    return [np.concatenate([x, y]) for x, y in zip(inputs, steps, strict=True)]


def initial_value(graph: Graph, state: StatePair) -> Array:
    """What a state is before the first call: an array of the input's shape, in its element type.

    Args:
        graph: the integer or float graph that the state is of.
        state: real values; of a quantized input zero is the zero point.
    """
    t = graph.tensors[state.input]
    real = np.resize(np.array(state.initial or (0.0,)), t.size)
    shaped = real.reshape(t.shape)
    if t.quant is not None and not t.dtype.is_float:
        return quantize_array(shaped, t.quant, t.dtype)
    return shaped.astype(t.dtype.numpy)


def recurrent_states(graph: Graph) -> list[tuple[str, str]]:
    """Inputs that are what a recurrent layer begins with, and the outputs of the same shape that it ends with."""
    makers, found = graph.producers(), []
    for node in (n for n in graph.nodes if quant_rule(n) is QuantRule.RECURRENT):
        ends = {o: i for i, o in enumerate(node.outputs)}
        for output in graph.outputs:
            at = _unmoved(makers, output)
            if ends.get(at, 0) < 1:
                continue
            begin = _unmoved(makers, node.inputs[3 + ends[at]])
            if begin in graph.inputs and graph.tensors[begin].quant is not None:
                found.append((begin, output))
    return found


def _unmoved(makers: Mapping[str, Node], name: str) -> str:
    """The tensor that one is under another shape."""
    while (maker := makers.get(name)) is not None and has_trait(maker, Trait.KEEPS_VALUES):
        name = maker.inputs[0]
    return name
