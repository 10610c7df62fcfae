"""Removal of dead channels: of all, of none, or of those whose removal pays on the target."""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.choose.choice import Chooser, Selection
from edgec.codegen.kernels.spec import NodeView
from edgec.converter.graph.errors import Refusal
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify
from edgec.quantize.prune.dead_channels import Elimination
from edgec.quantize.rewrite import rewrites
from edgec.quantize.rewrite.q31 import with_q31
from edgec.search.requirements import Objective
from edgec.targets.reader import Target


@dataclass(frozen=True)
class LayerPrices:
    """Prices of layers on a target, by the kernels that would be chosen for them."""

    target: Target
    selection: Selection

    def __call__(self, graph: Graph) -> Sequence[float]:
        """For each node: instructions, and bytes of constants at the exchange rate; zeros when a node has no kernel.

        A graph may be part of a model, so that it does not say which kernels other layers use: code is not weighed.
        """
        computed = with_q31(graph) if self.selection.kernels.q31 else graph
        chooser = Chooser(self.target, self.selection)
        tried = [chooser.candidates(NodeView.of(computed, node)) for node in computed.nodes]
        if any(isinstance(t, Refusal) for t in tried):
            return [0.0] * len(graph.nodes)
        costs = [t[0].price if t and not isinstance(t, Refusal) else None for t in tried]
        return [0.0 if c is None else c.at_level + self.selection.exchange * c.flash for c in costs]


@dataclass(frozen=True)
class Channels:
    """Rule for dead channels: remove none, with ``prices`` those whose removal costs no more than it saves, or all."""

    keep: bool = False
    prices: LayerPrices | None = None

    @property
    def fewest(self) -> Channels:
        """The same where bytes are what counts: those that may go, go."""
        return Channels(self.keep)

    def without_dead(self, graph: Graph, notify: Notify) -> Elimination:
        """The same function without the channels that go."""
        if self.keep:
            return Elimination(graph, 0)
        elimination = rewrites.without_dead_channels(graph, self.prices)
        if elimination.channels:
            notify([f"{elimination.channels} channels that cannot change any output byte are removed"])
        if elimination.kept and self.prices is not None:
            notify(
                [
                    f"{elimination.kept} channels that cannot change any output byte stay: with fewer, the layers "
                    f"would take more instructions on {self.prices.target.name}"
                ]
            )
        return elimination


ALL_GO = Channels()


def channels_asked(keep: bool, target: Target, objective: Objective, selection: Selection) -> Channels:
    """Return the rule for dead channels that the options ask for; where bytes count most, all are removed."""
    fewest = objective in (Objective.SIZE, Objective.RAM)
    return Channels(keep, None if fewest else LayerPrices(target, selection))
