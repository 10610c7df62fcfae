"""Float layers computed without the rounding of float32, and the choices and integers that this rounding decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from edgec.converter.graph.ir import Array, Graph
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait
from edgec.quantize.ranges.simulate import Change, Evaluator, per_sample, run_float
from edgec.quantize.rewrite.halves import computes_halves

DISTURBED_RUNS = 8
DISTURBANCE = 2.0**-20  # of each value that is not whole, as signs and counts are: some sixteen roundings of float32


class FloatRuns:
    """A graph with float layers on samples; ``all_floats``: of float32, its integers, if any, are no quantized values.

    Args:
        graph: the graph.
        inputs: one array [N, *shape] per graph input.
    """

    def __init__(self, graph: Graph, inputs: Sequence[Array]) -> None:
        self.graph, self._inputs = graph, inputs
        self.all_floats = not graph.is_quantized and not computes_halves(graph)

    @staticmethod
    def of(graph: Graph, inputs: Sequence[Array]) -> FloatRuns | None:
        """The runs of a graph, None where every layer computes integers."""
        made = (graph.tensors[y] for node in graph.nodes for y in node.outputs)
        return FloatRuns(graph, inputs) if not graph.is_quantized or any(t.dtype.is_float for t in made) else None

    @cached_property
    def in_double(self) -> list[Array]:
        """The outputs in double precision, ``[N, elements]``."""
        return [y.reshape(len(y), -1) for y in run_float(self.graph, self._inputs, real=np.float64)]

    def undecided(self, output: int, samples: Array) -> Array:
        """Return the elements of an output that roundings change: a class of equal scores, a sign, a quantized value.

        Args:
            output: number of the output.
            samples: numbers of the samples.

        Returns:
            bool ``[samples, elements]``.
        """
        rng = np.random.default_rng(0)
        layers = [node for node in self.graph.nodes if has_trait(node, Trait.MIXES_CHANNELS)]  # these round within
        summed = {name for node in layers for name in node.inputs}
        exact = frozenset(self.graph.inputs) - summed  # a comparison of inputs rounds nothing

        def change(name: str, x: Array) -> Array:
            if not self.graph.tensors[name].dtype.is_float or name in exact:
                return x
            return np.where(x == np.rint(x), x, x * (1.0 + DISTURBANCE * rng.uniform(-1, 1, x.shape)))

        draws = [self._run(output, samples, change) for _ in range(DISTURBED_RUNS)]
        return np.asarray(np.any([draw != draws[0] for draw in draws], axis=0))

    def _run(self, output: int, samples: Array, change: Change) -> Array:
        evaluator, t = Evaluator(self.graph, np.float64), self.graph.tensors[self.graph.outputs[output]]
        parts = [
            per_sample(evaluator.run(group, count, change=change)[output], t, count).reshape(count, -1)
            for group, count in evaluator.groups([x[samples] for x in self._inputs])
        ]
        return np.concatenate(parts)
