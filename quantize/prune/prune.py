"""Channels taken out of a float graph within a budget, and what they did made up for without training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.graph.work import Progress, silent
from edgec.converter.ops.check import check_graph
from edgec.quantize.prune.allocate import Allocation, ladder
from edgec.quantize.prune.crop import Crop, candidates, without
from edgec.quantize.prune.groups import Budget, Costs, Group, Weighed, groups_of, why_fixed
from edgec.quantize.prune.joint_refinement import JointRefinement
from edgec.quantize.prune.labels import Dependencies, dependencies
from edgec.quantize.prune.layers import whole_filters
from edgec.quantize.prune.outputs import MAX_WORK, refined
from edgec.quantize.prune.rank import Ranking, Reconstruction, observed
from edgec.quantize.prune.repair import Remainder, deciding, repaired
from edgec.quantize.prune.surgery import cut
from edgec.quantize.prune.trials import Trials
from edgec.quantize.ranges.replay import spread
from edgec.quantize.ranges.simulate import Evaluator

DISTURBANCE_POINTS = 48  # at which disturbances are measured, over all groups
LEAST_POINTS = 2  # of a group
MAX_CHOOSING_SAMPLES = 512  # samples that channels are chosen by, at most
MAX_FITTED_SAMPLES = 2048  # samples that filters are fitted to, at most
MAX_ACTIVATION_BYTES = (
    1024 << 20
)  # bytes of their activations, about, of which ``LIVE_TENSORS`` tensors of the largest size are held at once
LIVE_TENSORS = 4
CROP_SAMPLES = 512  # samples that graphs are repaired with, by which borders are decided on
NEAR_LIMIT = 1.08  # of a limit: so far above it a choice is made smaller, and not made anew
MIN_FITTED = 16
MOST_INPUTS = 4096  # of a filter: channels that a larger one reads stay, for its inputs cannot be weighed


@dataclass(frozen=True)
class PrunedGroup:
    """A group of channels and what pruning it did.

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
    """A smaller graph; ``groups`` are all that could have lost channels; ``cost`` is a share of the unpruned one's.

    ``borders``: of the images, which it does not compute with; ``gone``: the channels that went, of ``channels``.
    """

    graph: Graph
    groups: tuple[PrunedGroup, ...]
    cost: float
    crop: Crop
    channels: Dependencies
    gone: frozenset[int]

    @property
    def changed(self) -> bool:
        """Whether channels or borders went."""
        return bool(self.gone) or bool(self.crop)


def check_prunable(graph: Graph, calibrated: bool) -> None:
    """Refuse what cannot be pruned; ``calibrated``: there are samples.

    Raises:
        UsageError: the model is quantized, or there are no samples.
    """
    if graph.is_quantized:
        raise UsageError("--prune: the model is already quantized; give the float model instead")
    if not calibrated:
        raise UsageError("--prune: needs samples that show what channels do; give --calibration FILE.npz")


class Pruner:
    """Prunes one graph, to several shares if asked: what is measured of its groups is kept.

    Args:
        graph: a float graph after the passes.
        inputs: calibration samples, one array [N, *shape] per graph input.
        progress: called after every group that is measured, and after every layer that is fitted.
        ranking: orders the channels of a group.
        keep_borders: images are computed with whole.
        original: whose outputs are to be met, where ``graph`` lost borders; by default ``graph``.
    """

    def __init__(
        self, graph: Graph, inputs: Sequence[Array], progress: Progress = silent, ranking: Ranking | None = None,
        keep_borders: bool = False, original: Graph | None = None,
    ) -> None:  # fmt: skip
        self.graph, self.original = graph, original or graph
        self.inputs, self.ranking, self.keep_borders = inputs, ranking, keep_borders
        self._pruners: dict[Crop, Pruner] = {}
        self._deciding: dict[Crop, Trials] = {}
        self.channels: Dependencies = dependencies(graph)
        self.groups = prunable_groups(graph, self.channels)
        largest = max(t.size for t in graph.tensors.values() if not t.is_const)
        room = max(MIN_FITTED, MAX_ACTIVATION_BYTES // (8 * LIVE_TENSORS * largest))
        self._room = min(MAX_FITTED_SAMPLES, room)
        self.fitted = [spread(x, self._room) for x in inputs]
        self.samples = [spread(x, min(MAX_CHOOSING_SAMPLES, room)) for x in inputs]
        self.progress = progress
        seen = observed(graph, self.groups, Evaluator(graph, "float64"), self.samples)
        self.trials = Trials(graph, self.channels, self.samples)
        points = max(LEAST_POINTS, DISTURBANCE_POINTS // len(self.groups))
        self.ladders = []
        self._last: tuple[int, ...] | None = None
        self._chosen: dict[tuple[Costs, float, bool], tuple[int, ...]] = {}
        for i, g in enumerate(self.groups):
            of = [seen[r.node.outputs[0]] for r in g.readers]
            order = (ranking or Reconstruction()).order(graph, g, of)
            self.ladders.append(ladder(g, order, self.trials, min(points, len(g.levels) - 1)))
            progress(i + 1, len(self.groups))

    @cached_property
    def _weights(self) -> Array | None:
        return deciding(self.graph, self.fitted)

    def to(
        self, budget: Budget, costs: Costs, whole: float | None = None, repair: bool = True, work: float = MAX_WORK
    ) -> Pruned:
        """The graph within a budget.

        Args:
            budget: what the result may cost.
            costs: prices graphs in the budget's unit.
            whole: what the share is of; by default what the graph costs.
            repair: filters are fitted to what the channels left.
            work: on all filters together, as of ``refined``.

        Raises:
            DoesNotFit: the smallest graph that pruning gives costs more.
        """
        allocation = Allocation(self.graph, self.channels, self.ladders, costs)
        whole = whole or allocation.cost([0] * len(self.ladders))
        least = allocation.cost(allocation.least) / whole
        if least > budget.fraction:
            held = f" ({reasons})" if (reasons := why_fixed(self.channels)) else ""
            raise DoesNotFit(
                f"--prune {budget.text()}: the smallest graph takes {least:.3f}, some channels must stay{held}; "
                f"the nearest is --prune {budget.kind.value}={least + 0.0005:.3f}"
            )
        crop = self._crop(allocation, costs, budget.fraction * whole)
        if crop:
            priced = costs.without(crop)
            assert priced is not None
            return replace(self._middle(crop).to(budget, priced, whole, repair, work), crop=crop)
        at = self._chosen_at(allocation, budget.fraction * whole, repair)
        gone = allocation.gone(at)
        small = cut(self.graph, self.channels, gone)
        check_graph(small)
        if repair:
            small = self._repaired(gone, small, self.inputs, work)
        cost = allocation.cost(at)
        records = []
        for i, x in enumerate(self.ladders):
            kept, error = x.steps[at[i]]
            saved = allocation.cost((*at[:i], 0, *at[i + 1 :])) - cost
            records.append(PrunedGroup(x.group.name, x.group.makers, len(x.group.channels), kept, error, saved / whole))
        return Pruned(small, tuple(records), cost / whole, Crop(), self.channels, gone)

    def refitted(self, pruned: Pruned, inputs: Sequence[Array], work: float = MAX_WORK) -> Graph:
        """The same channels and borders gone, the other filters fitted to other samples.

        Args:
            pruned: what ``to`` gave.
            inputs: one array [N, *shape] per graph input; none at all leaves the other filters as they were.
            work: as of ``to``.
        """
        if pruned.crop:
            return self._middle(pruned.crop).refitted(replace(pruned, crop=Crop()), inputs, work)
        small = cut(self.graph, self.channels, pruned.gone)
        return self._repaired(pruned.gone, small, inputs, work) if inputs else small

    def _repaired(self, gone: frozenset[int], small: Graph, inputs: Sequence[Array], work: float) -> Graph:
        """Fit what ``cut`` left."""
        if gone:
            known = inputs is self.inputs
            fitted = self.fitted if known else [spread(x, self._room) for x in inputs]
            weights = self._weights if known else deciding(self.graph, fitted)
            left = Remainder(gone, small)
            small = repaired(self.graph, self.channels, left, fitted, self.progress, weights=weights)
        if gone or self.original is not self.graph:
            small = refined(self.graph, self.channels, gone, small, inputs, self.progress, self.original, work)
            check_graph(small)
        return small

    @cached_property
    def _middles(self) -> list[tuple[Crop, Graph]]:
        return [] if self.keep_borders else list(candidates(self.graph))

    def _crop(self, allocation: Allocation, costs: Costs, limit: float) -> Crop:
        """Find what disturbs least within a limit: fewer channels alone, or fewer positions and then more channels."""
        whole, best = allocation.cost([0] * len(self.ladders)), Crop()
        if limit >= whole or not self._middles:
            return best
        least = self._tried(best, self.graph, allocation.gone(allocation.within(limit)))
        for crop, small in self._middles:
            priced = costs.without(crop)
            cost = whole if priced is None else priced.of(small, self.channels, frozenset())
            if cost >= whole:
                continue
            gone = allocation.gone(allocation.within(min(limit * whole / cost, whole)))
            if (lost := self._tried(crop, small, gone)) < least:
                best, least = crop, lost
        return best

    def _tried(self, crop: Crop, small: Graph, gone: frozenset[int]) -> float:
        """Measure the disturbance by a graph without borders and channels, which have the same numbers in it."""
        if crop not in self._deciding:
            known = dependencies(small)
            self._deciding[crop] = Trials(small, known, self.fitted, CROP_SAMPLES, self.graph)
        return self._deciding[crop].of(gone)

    def _middle(self, crop: Crop) -> Pruner:
        """For the graph without borders, in which channels may go too."""
        if crop not in self._pruners:
            small = without(self.graph, crop)
            assert small is not None
            self._pruners[crop] = Pruner(small, self.inputs, self.progress, self.ranking, True, self.graph)
        return self._pruners[crop]

    def _chosen_at(self, allocation: Allocation, limit: float, together: bool) -> tuple[int, ...]:
        """Steps of the ladders within a limit; a little below the last one, what was chosen for that loses more."""
        asked = (allocation.costs, limit, together)
        if asked in self._chosen:
            return self._chosen[asked]
        if self._last is not None and limit < allocation.cost(self._last) <= NEAR_LIMIT * limit:
            at = allocation.within(limit, self._last)
        else:
            at = allocation.within(limit)
            if together:
                at = JointRefinement(allocation, self.trials).improved(at, limit, self.progress)
        self._last = self._chosen[asked] = at
        return at


def prunable_groups(graph: Graph, channels: Dependencies) -> tuple[Group, ...]:
    """The groups of a graph whose channels can go.

    Raises:
        UsageError: there are none.
    """
    groups = tuple(g for g in groups_of(channels) if _can_be_weighed(graph, g))
    if not groups:
        raise UsageError(
            "--prune: no layer has channels that can go: "
            f"{why_fixed(channels) or 'none has several that a small enough layer reads'}; leave out --prune"
        )
    return groups


def _can_be_weighed(graph: Graph, group: Group) -> bool:
    return all(whole_filters(graph, r.node).shape[1] <= MOST_INPUTS for r in group.readers)


def prune(
    graph: Graph, inputs: Sequence[Array], budget: Budget, progress: Progress = silent,
    costs: Costs | None = None, ranking: Ranking | None = None, repair: bool = True, keep_borders: bool = False,
) -> Pruned:  # fmt: skip
    """A float graph within a budget: ``Pruner`` once.  ``costs`` are needed for instructions.

    Raises:
        UsageError: the share is not above 0 and at most 1, the model is quantized, or nothing in it can be pruned.
        DoesNotFit: the smallest graph that pruning gives costs more.
    """
    check_prunable(graph, bool(inputs) and len(inputs[0]) > 0)
    if not 0 < budget.fraction <= 1:
        raise UsageError(f"--prune {budget.text()}: the share must be above 0 and at most 1")
    pruner = Pruner(graph, inputs, progress, ranking, keep_borders or ranking is not None)
    return pruner.to(budget, costs or Weighed(budget.kind), repair=repair)
