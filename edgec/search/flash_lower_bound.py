"""The flash below which a pruned graph will not come, so that hopeless shares cost no calibration and no build."""

from __future__ import annotations

import numpy as np

from edgec.converter.graph.ir import Graph
from edgec.converter.ops.registry import has_trait
from edgec.converter.ops.spec import Trait

MIN_CODE_SHARE = 0.5  # share of the unpruned build's bytes beside constants that the leanest build takes, at least
MIN_MEASURED_SHARE = 0.9  # the same of what a build that did not fit took
BIAS_BYTES = 4  # bytes for an output channel of a layer, at least


class FlashLowerBound:
    """Bounds from below, by what the unpruned build takes and by builds that did not fit.

    Args:
        beside: bytes of flash of its build beside the constants.
        packed: whether weights may be int4, two in a byte.
    """

    def __init__(self, beside: int, packed: bool) -> None:
        self.packed = packed
        self._beside = MIN_CODE_SHARE * max(0, beside)

    def of(self, graph: Graph) -> int:
        """Bytes of flash that builds of an integer graph take at least."""
        total = int(self._beside)
        for node in graph.nodes:
            w = graph.tensors[node.inputs[1]].data if has_trait(node, Trait.MIXES_CHANNELS) else None
            if w is not None:  # zeros may be left out; weights and biases are in the smallest numbers
                size = int(np.count_nonzero(w))
                size = min(size, (w.size + 1) // 2) if self.packed else size
                total += size + BIAS_BYTES * graph.tensors[node.outputs[0]].channels
        return total

    def learn(self, graph: Graph, least: int) -> None:
        """The smallest build of a graph takes so many bytes: those of others hardly less beside the constants."""
        constants = self.of(graph) - int(self._beside)
        self._beside = max(self._beside, MIN_MEASURED_SHARE * (least - constants))
