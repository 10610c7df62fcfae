"""Pruning within a conversion: what a budget is counted in, and how far limits ask for it."""

from __future__ import annotations

from collections.abc import Set

import numpy as np

from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.errors import Refusal, UsageError, printable
from edgec.converter.graph.ir import Graph, Node
from edgec.quantize.prune.crop import Crop, without
from edgec.quantize.prune.groups import Budget, Kind
from edgec.quantize.prune.labels import Dependencies, dependencies
from edgec.quantize.prune.surgery import cut
from edgec.targets.reader import Target

SHAPE = "must be macs=SHARE, flash=SHARE or instructions=SHARE, a share above 0 and at most 1"


def parse_budget(text: str) -> Budget:
    """``macs=0.6``, ``flash=0.6`` or ``instructions=0.6`` from the command line.

    Raises:
        UsageError: not of this form.
    """
    kind, _, share = text.partition("=")
    try:
        budget = Budget(Kind(kind), float(share))
    except ValueError:
        raise UsageError(f"--prune {printable(text)}: {SHAPE}") from None
    if not 0 < budget.fraction <= 1:
        raise UsageError(f"--prune {printable(text)}: {SHAPE}")
    return budget


class Prices:
    """Prices of pruned graphs with the kernels that a target has for them.

    Args:
        graph: the unpruned one in the numbers that it will compute in.
        target: whose kernels.
        selection: how they are chosen.
        kind: bytes of flash, or estimated instructions.
        beside: bytes of flash beside the constants.
    """

    def __init__(self, graph: Graph, target: Target, selection: Selection, kind: Kind, beside: int = 0) -> None:
        self.graph = graph
        self.channels = dependencies(graph)
        self.kind = kind
        self.beside = beside if kind is Kind.FLASH else 0
        self._chooser = Chooser(target, selection)
        self._made = {node.outputs[0]: ids for node, ids in self.channels.makers}
        self._known: dict[tuple[object, ...], int] = {}
        self._target, self._selection = target, selection
        self._smaller: dict[Crop, Prices | None] = {}

    def of(self, _: Graph, channels: Dependencies, gone: Set[int]) -> float:
        """The price of the same channels taken out of the integer graph."""
        return self.whole(self.small(channels, gone))

    def without(self, crop: Crop) -> Prices | None:
        """Prices of the graph without borders of its images."""
        if crop not in self._smaller:
            graph = without(self.graph, crop)
            prices = None if graph is None else Prices(graph, self._target, self._selection, self.kind, self.beside)
            self._smaller[crop] = prices
        return self._smaller[crop]

    def small(self, channels: Dependencies, gone: Set[int]) -> Graph:
        """The integer graph without these channels of the float one."""
        lost = np.array(sorted(gone), np.int64)
        cheap: set[int] = set()
        for node, ids in channels.makers:
            here = self._made.get(node.outputs[0])
            if here is not None and len(here) == len(ids):
                cheap.update(int(i) for i in here[np.isin(ids, lost)])
        return cut(self.graph, self.channels, cheap - self.channels.fixed)

    def whole(self, graph: Graph) -> float:
        """The price of an integer graph."""
        return float(self.beside + sum(self._price(graph, node) for node in graph.nodes))

    def _price(self, graph: Graph, node: Node) -> int:
        shapes = tuple(graph.tensors[i].shape if i else () for i in (*node.inputs, *node.outputs))
        key = (node.outputs[0], shapes)
        if key not in self._known:
            tried = self._chooser.candidates(NodeView.of(graph, node))
            price = tried[0].price if tried and not isinstance(tried, Refusal) else None
            by_kind = 0 if price is None else price.flash if self.kind is Kind.FLASH else price.at_level
            self._known[key] = by_kind
        return self._known[key]
