"""Trials of removed channels: the others are repaired on some samples and judged on others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from edgec.converter.graph.ir import Array, Graph
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.repair import FOLDS, Effort, Remainder, Values, repaired
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.replay import Replay, spread
from edgec.quantize.ranges.simulate import Evaluator

TRIAL_SAMPLES = 128  # samples that a trial is repaired with
JUDGING_STRIDE = 4  # one of so many samples judges, and is not fitted to
EFFORT = Effort(rows=4096, rounds=3)
MAX_VALUE_BYTES = 256 << 20  # bytes of the original graph's values over the samples, which are remembered up to that


class Trials:
    """Disturbances of the outputs, each measured once.

    Args:
        graph: the original one, float.
        channels: its ``dependencies``.
        inputs: calibration samples, one array [N, *shape] per graph input.
        count: samples that a trial is repaired with.
        original: whose outputs are to be met, by default the graph's.
    """

    def __init__(
        self, graph: Graph, channels: Dependencies, inputs: Sequence[Array], count: int = TRIAL_SAMPLES,
        original: Graph | None = None,
    ) -> None:  # fmt: skip
        self.graph, self.original = graph, original or graph
        self.channels = channels
        self.inputs = inputs
        self.count = count
        self.known: dict[frozenset[int], float] = {} if original else {frozenset(): 0.0}

    @cached_property
    def _fitted(self) -> list[Array]:
        return [spread(_others(x), self.count) for x in self.inputs]

    @cached_property
    def _values(self) -> Values | None:
        size = 8 * sum(t.size for t in self.graph.tensors.values() if not t.is_const) * len(self._fitted[0])
        if size > MAX_VALUE_BYTES:
            return None
        run, watched = Evaluator(self.graph, np.float64), []
        for x, count in run.groups(self._fitted, max(1, len(self._fitted[0]) // FOLDS)):
            values: dict[str, Array] = {}
            run.run(x, count, values.__setitem__)
            watched.append((values, count))
        return watched

    @cached_property
    def _replay(self) -> Replay:
        judged = [x[::JUDGING_STRIDE] for x in self.inputs]
        return Replay(self.original, judged, len(judged[0]))

    def of(self, gone: frozenset[int]) -> float:
        """Without these channels (``Replay.error``)."""
        if gone not in self.known:
            small = cut(self.graph, self.channels, gone)
            if gone:
                small = repaired(
                    self.graph, self.channels, Remainder(gone, small), self._fitted, effort=EFFORT, known=self._values
                )
            run = Evaluator(small, np.float64)
            outputs = [list(run.run([v[i] for i in small.inputs], count)) for v, count in self._replay.groups]
            self.known[gone] = self._replay.error(outputs, bounded=True)
        return self.known[gone]


def _others(x: Array) -> Array:
    """Return all but ``x[::JUDGING_STRIDE]``."""
    return np.asarray(x[np.arange(len(x)) % JUDGING_STRIDE != 0])
