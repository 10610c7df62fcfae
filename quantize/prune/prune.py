"""Channels taken out of a float graph within a budget, and what they did made up for without training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.ops.check import check_graph
from edgec.quantize.prune.allocate import Allocation, ladder
from edgec.quantize.prune.groups import Budget, Costs, Weighed, groups_of
from edgec.quantize.prune.labels import dependencies
from edgec.quantize.prune.rank import Ranking, Reconstruction, observed
from edgec.quantize.prune.repair import repaired
from edgec.quantize.prune.surgery import cut
from edgec.quantize.ranges.calibrate import Progress, silent
from edgec.quantize.ranges.replay import Replay, spread
from edgec.quantize.ranges.simulate import Evaluator

SAMPLES = 64  # over which disturbances are measured
FITTED = 512  # samples that filters are fitted to, at most
Notify = Callable[[Sequence[str]], None]


@dataclass(frozen=True)
class PrunedGroup:
    """A group of channels and what pruning it alone did.

    ``name``: its first layer; ``layers``: all in which its channels begin; ``before`` and ``after``: channels;
    ``error``: disturbance of the outputs on calibration samples, measured with this group alone pruned;
    ``saved``: share of the whole cost that the graph would have more with all of them.
    """

    name: str
    layers: tuple[str, ...]
    before: int
    after: int
    error: float
    saved: float


@dataclass(frozen=True)
class Pruned:
    """A smaller graph; ``groups`` are all that could have lost channels; ``cost`` is a share of the unpruned one's."""

    graph: Graph
    groups: tuple[PrunedGroup, ...]
    cost: float


def prune(
    graph: Graph, inputs: Sequence[Array], budget: Budget, notify: Notify = lambda _: None, progress: Progress = silent,
    costs: Costs | None = None, ranking: Ranking | None = None, repair: bool = True,
) -> Pruned:  # fmt: skip
    """The graph within a budget.

    Args:
        graph: a float graph after the passes.
        inputs: calibration samples, one array [N, *shape] per graph input.
        budget: what the result may cost, as a share of ``graph``.
        notify: called with messages for the user.
        progress: called after every group that is measured, then after every layer that is fitted.
        costs: prices graphs in the budget's unit; needed for instructions.
        ranking: orders the channels of a group; ``Reconstruction`` when not given.
        repair: filters are fitted to what the channels left.

    Raises:
        UsageError: the share is not above 0 and at most 1, the model is quantized, or nothing in it can be pruned.
        DoesNotFit: the smallest graph that pruning gives costs more.
    """
    if not 0 < budget.fraction <= 1:
        raise UsageError(f"--prune {budget.text()}: the share must be above 0 and at most 1")
    if graph.is_quantized:
        raise UsageError(f"--prune {budget.text()}: the model is already quantized; give the float model instead")
    if not inputs or not len(inputs[0]):
        raise UsageError(f"--prune {budget.text()}: needs samples; give --calibration FILE.npz")
    costs = costs or Weighed(budget.kind)
    found = dependencies(graph)
    groups = groups_of(found)
    if not groups:
        raise UsageError(
            f"--prune {budget.text()}: no layer has channels that can go: each reaches an output, or an operator that "
            "does not take channels one by one; leave out --prune"
        )
    if budget.fraction == 1:
        return Pruned(
            graph, tuple(PrunedGroup(g.name, g.makers, *2 * (len(g.channels),), 0.0, 0.0) for g in groups), 1.0
        )
    samples = [spread(x, FITTED) for x in inputs]
    seen = observed(graph, groups, Evaluator(graph, "float64"), samples)
    replay = Replay(graph, samples, SAMPLES)
    ladders = []
    for i, g in enumerate(groups):
        of = [seen[r.node.outputs[0]] for r in g.readers]
        ladders.append(ladder(replay, g, (ranking or Reconstruction()).order(graph, g, of), of))
        progress(i + 1, len(groups))
    allocation = Allocation(graph, found, ladders, costs)
    whole = allocation.cost([0] * len(groups))
    least = allocation.cost(allocation.least) / whole
    if least > budget.fraction:
        raise DoesNotFit(
            f"--prune {budget.text()}: the smallest graph takes {least:.3f}, as some channels must stay everywhere; "
            f"the nearest is --prune {budget.kind.value}={least + 0.0005:.3f}"
        )
    at = allocation.within(budget.fraction * whole)
    gone = allocation.gone(at)
    small = cut(graph, found, gone)
    check_graph(small)
    if repair:
        small = repaired(graph, found, gone, small, samples, progress)
        check_graph(small)
    records = []
    for i, x in enumerate(ladders):
        kept, error = x.steps[at[i]]
        more = [*at]
        more[i] = 0
        saved = (allocation.cost(more) - allocation.cost(at)) / whole
        records.append(PrunedGroup(x.group.name, x.group.makers, len(x.group.channels), kept, error, saved))
    return Pruned(small, tuple(records), allocation.cost(at) / whole)
