"""States: inputs of a model that take what one of its outputs gave at the step before, byte by byte.

Input and output get one quantization, over the values that both take: those of the samples, and those that come of
running the float model over the samples as a sequence.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from edgec.converter.arithmetic.fixed_point import quantize_array
from edgec.converter.graph.ir import Array, Graph, Node, StatePair
from edgec.converter.ops.registry import has_trait, quant_rule
from edgec.converter.ops.spec import QuantRule, Trait
from edgec.quantize.ranges.simulate import Evaluator, Observer


def with_fed_back(graph: Graph, inputs: Sequence[Array]) -> list[Array]:
    """The samples, and behind them the same as a sequence: each step's states are the outputs of the step before.

    Args:
        graph: a float graph with states.
        inputs: samples, one array [N, *shape] per graph input.
    """
    steps = in_sequence(graph, inputs)[0]
    return [np.concatenate([x, y]) for x, y in zip(inputs, steps, strict=True)]


def in_sequence(
    graph: Graph, inputs: Sequence[Array], resets: Collection[int] = (0,), observe: Observer | None = None
) -> tuple[list[Array], list[Array]]:
    """Run samples in order, each step with the states that the step before gave.

    Args:
        graph: a float or integer graph.
        inputs: samples, one array [N, *shape] per graph input; those of states count at steps of neither kind only.
        resets: steps that begin with the initial values.  The first one always does.
        observe: as ``simulate`` takes it.

    Returns:
        The inputs with the states that each step began with, and one array [N, *shape] per output.
    """
    evaluator = Evaluator(graph)
    steps = [np.array(x) if i in {i for i, _ in graph.fed} else x for i, x in enumerate(inputs)]
    first = [initial_value(graph, s) for s in graph.states]
    kept, outputs = first, []
    for step in range(len(steps[0]) if steps else 1):
        kept = first if step in resets else kept
        for (source, _), value in zip(graph.fed, kept, strict=True):
            steps[source][step] = value
        ((group, _),) = evaluator.groups([x[step : step + 1] for x in steps], limit=1)
        results = [np.asarray(y) for y in evaluator.run(group, 1, observe)]
        shaped = [y.reshape(graph.tensors[n].shape) for y, n in zip(results, graph.outputs, strict=True)]
        kept = [shaped[output] for _, output in graph.fed]
        outputs.append(shaped)
    return steps, [np.stack(y) for y in zip(*outputs, strict=True)]


def initial_value(graph: Graph, state: StatePair) -> Array:
    """Return a state before the first call: an array of the input's shape, in its element type.

    Args:
        graph: the integer or float graph that the state is of.
        state: real values; of a quantized input zero is the zero point.
    """
    t = graph.tensors[state.input]
    real = np.resize(np.array(state.initial or (0.0,)), t.size)
    shaped = real.reshape(t.shape)
    if t.quant is not None and not t.dtype.is_float:
        return quantize_array(shaped, t.quant, t.dtype)
    return np.asarray(shaped, t.dtype.numpy)


def recurrent_states(graph: Graph) -> list[tuple[str, str]]:
    """Inputs that are what a recurrent layer begins with, and the outputs of the same shape that it ends with."""
    makers, pairs = graph.producers(), []
    for node in (n for n in graph.nodes if quant_rule(n) is QuantRule.RECURRENT):
        ends = {o: i for i, o in enumerate(node.outputs)}
        for output in graph.outputs:
            at = _unmoved(makers, output)
            if ends.get(at, 0) < 1:
                continue
            begin = _unmoved(makers, node.inputs[3 + ends[at]])
            if begin in graph.inputs:
                pairs.append((begin, output))
    return pairs


def _unmoved(makers: Mapping[str, Node], name: str) -> str:
    """The tensor that one is under another shape."""
    while (maker := makers.get(name)) is not None and has_trait(maker, Trait.KEEPS_VALUES):
        name = maker.inputs[0]
    return name
