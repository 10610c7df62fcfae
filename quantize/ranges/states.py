"""States: inputs of a model that take what one of its outputs gave at the step before, byte by byte.

Input and output get one quantization, over the values that both take: those of the samples, and those that come of
running the float model over the samples as a sequence.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from edgec.converter.graph.ir import Array, Graph
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
