"""``--prune auto``: the build within the limits that loses least, over shares that pruning leaves.

Of builds that lose the same number of samples held back the one of fewest instructions is taken, where the samples are
enough to say that none of them loses more than is allowed; else the one whose outputs are nearest to the float model's.
Shares are tried from the unpruned model on, a tenth apart, then halfway beside the best.  What cannot fit, by a bound
from below on its flash or its instructions, is left out before anything is fitted, calibrated or compiled for it.
Builds that are slower for being smaller are tried for the unpruned model, for others only where nothing else fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from edgec.codegen.choose.choice import Selection
from edgec.console.messages import Warned
from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Array
from edgec.converter.graph.work import Notify
from edgec.quantize.prune.crop import Crop
from edgec.quantize.prune.groups import Budget, Kind
from edgec.quantize.prune.prune import Pruned
from edgec.reports import Report
from edgec.samples.interval import share_interval
from edgec.samples.loss import Loss, Measure
from edgec.search.build import Build
from edgec.search.flash_lower_bound import FlashLowerBound
from edgec.search.prune.budget import PrunedBuilds, ceil_hundredths, costs_text
from edgec.search.prune.holdout_loss import BOUNDS, Assessed
from edgec.search.prune.prices import Prices
from edgec.search.requirements import Requirements

SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # that are tried, 1.0 being the unpruned model
SHARE_STEP = 0.05  # of the best share, the others that are tried then
MAX_WORSE_SHARES = 2  # of them that lose more than the best before the search ends
FIELDS = {Kind.FLASH: "flash", Kind.INSTRUCTIONS: "instructions", Kind.MACS: "ram"}  # limits that shares are of
ESTIMATED = 0.9  # of the instructions estimated with the quickest kernels: below that no build comes


@dataclass(frozen=True)
class _PrunedBuild:
    """A build, and its outputs for the samples held back [N, elements]."""

    outputs: Array
    build: Build


class Least:
    """The search for one model.

    Args:
        builds: of pruned graphs.
        loss: against the unpruned float model.
        requirements: the limits.
        packed: whether weights may be int4.
        notify: called with messages for the user.

    Raises:
        UsageError: no limit asks for anything.
    """

    def __init__(
        self, builds: PrunedBuilds, loss: Loss, requirements: Requirements, packed: bool, notify: Notify
    ) -> None:
        self.builds, self.loss, self.requirements = builds, loss, requirements
        self.notify = notify
        self.allowed = BOUNDS[loss.measure] if requirements.drop is None else requirements.drop
        self.kind = _kind(requirements)
        unpruned = builds.unpruned
        beside = unpruned.report().flash.needed - round(_prices(builds, Kind.FLASH).whole(unpruned.graph))
        self._floors = {slower: FlashLowerBound(beside, packed) for slower in (False, True)}
        self._quickest = _prices(builds, Kind.INSTRUCTIONS)
        self._found: dict[float, _PrunedBuild] = {}
        self._failure: DoesNotFit | None = None
        self._sketches: set[tuple[Crop, frozenset[int]]] = set()

    def build(self) -> Build:
        """The build that is taken.

        Raises:
            DoesNotFit: none is within the limits.
        """
        self._try(SHARES, slower=False)
        if not self._found:
            self._sketches.clear()
            self._try(SHARES[1:], slower=True)
        if self._found and (best := self._best()) < 1:
            self._try([round(best + SHARE_STEP, 2), round(best - SHARE_STEP, 2)], slower=False)
        if not self._found:
            raise DoesNotFit(f"no pruned build meets the limits: {self._failure}; allow more, or train a smaller model")
        taken = self._found[self._best()]
        if self.loss.lost(taken.outputs).value > self.allowed:
            raise DoesNotFit(self._too_much(taken))
        return self._reported(taken)

    def _best(self, rows: Array | None = None) -> float:
        """The share whose build loses least, of some of the samples held back (all by default)."""
        return min(self._found, key=lambda share: (*self._rank(self._found[share], rows), -share))

    def _rank(self, tried: _PrunedBuild, rows: Array | None) -> tuple[float, ...]:
        """Return the key that the choice minimizes, compared from left to right: loss above the limit, then costs."""
        lost, error = self.loss.lost(tried.outputs, rows), self.loss.error(tried.outputs, rows)
        above, value = max(0.0, lost.value - self.allowed), max(0.0, lost.value)
        if self.loss.measure is Measure.ERROR:
            return above, error, tried.build.report.instructions
        enough = 100 * share_interval(0, lost.count)[1] <= self.allowed
        if enough:
            return above, value, tried.build.report.instructions
        return (above, value, error) if self.loss.labels is not None else (above, error)

    def _estimate(self) -> Assessed:
        """Estimate the loss of the choice: each half of the samples held back judges the choice of the other half."""
        count = len(self.loss.reference)
        halves = np.arange(count) % 2 == 0
        outputs = np.empty_like(next(iter(self._found.values())).outputs)
        for half in (halves, ~halves):
            chosen = self._found[self._best(np.flatnonzero(~half))]
            outputs[half] = chosen.outputs[half]
        return Assessed(self.loss.measure, self.loss.lost(outputs), None)

    def _reported(self, taken: _PrunedBuild) -> Build:
        """The build with what it loses, and why it was taken."""
        estimated = self._estimate()
        lost, report = estimated.record, taken.build.report
        self.notify(estimated.warnings())
        if lost.high > self.allowed >= lost.held_back:
            self.notify([Warned(f"up to {lost.high:.1f} may be lost, {self.allowed:g} are allowed{self._whose}")])
        info = None if report.pruning is None else replace(report.pruning, lost=lost)
        title = "unpruned" if info is None else info.title()
        choice = (
            f"taken: {title}, {costs_text(report)}; lost: {lost.text()}; of the {len(self._found)} builds within the "
            "limits it loses least, in the fewest instructions among equals"
        )
        return replace(taken.build, report=replace(report, pruning=info, choice=choice))

    @property
    def _whose(self) -> str:
        return "" if self.requirements.drop is not None else " by default (--max-drop)"

    def _too_much(self, best: _PrunedBuild) -> str:
        """The sentence for builds that lose more than is allowed."""
        lost = self.loss.lost(best.outputs)
        near = f"--max-drop {ceil_hundredths(lost.value):.2f}"
        option, figure = self._nearest()
        more = "" if figure is None else f" or {option} {figure}"
        return (
            f"no pruned build meets the limits: at best {self.loss.text(lost.value)}, and "
            f"{self.allowed:g} are allowed{self._whose}; the nearest are {near}{more}; or give more samples, or train "
            "a smaller model"
        )

    def _nearest(self) -> tuple[str, int | None]:
        """The limit that shares are of, and the least of it that a build takes whose loss is allowed (by bisection)."""
        free = replace(self.requirements, drop=self.allowed, **{FIELDS[self.kind]: None})
        best = self._best()
        larger = [share for share in SHARES if share > best] or [1.0]  # smaller ones lose more
        low, high, least = 0, len(larger) - 1, None
        while low <= high:
            middle = (low + high) // 2
            figure = self._loosened(larger[middle], free)
            if figure is None:
                high = middle - 1
            else:
                least = figure if least is None else min(least, figure)
                low = middle + 1
        return f"--max-{FIELDS[self.kind]}", least

    def _loosened(self, share: float, free: Requirements) -> int | None:
        """Return what a build within other limits costs in ``kind``; None where it does not fit or loses too much."""
        try:
            if share == 1:
                build = self.builds.make(self.builds.pruner.graph, True, free)
            else:
                build = self.builds.about(Budget(self.kind, share), False, free)
        except DoesNotFit:
            return None
        report = build.report
        figures = {Kind.FLASH: report.flash.needed, Kind.INSTRUCTIONS: report.instructions, Kind.MACS: report.ram.total}
        return figures[self.kind] if self.loss.of(build.graph) <= self.allowed else None

    def _try(self, shares: Sequence[float], slower: bool) -> None:
        worse = 0
        for share in shares:
            try:
                build = self._attempt(share, slower or share == 1)
            except DoesNotFit as error:
                self._failure = error
                continue
            outputs = self.loss.outputs(build.graph)
            self._found[share] = _PrunedBuild(outputs, build)
            lost, count = self.loss.text(self.loss.lost(outputs).value), build.report.instructions
            self.notify([f"measured: {_named(build.report)}: {lost}, {count:,} instructions (estimated)"])
            worse = 0 if self._best() == share else worse + 1
            if worse == MAX_WORSE_SHARES:
                break

    def _attempt(self, share: float, slower: bool) -> Build:
        """A build within the limits.

        Raises:
            DoesNotFit: it is not, or will not be.
        """
        builds, floor = self.builds, self._floors[slower]
        budget = Budget(self.kind, share)
        graph = builds.unpruned.graph
        if share < 1:
            sketch = self._sketch(budget)
            if (sketch.crop, sketch.gone) in self._sketches:
                raise self._failure or DoesNotFit(f"{self._pruned_to(share)}, the model is what another share gives")
            self._sketches.add((sketch.crop, sketch.gone))
            quickest = self._quickest.without(sketch.crop)
            assert quickest is not None  # prices of its share were told
            graph = quickest.small(sketch.channels, sketch.gone)
        self._check(share, floor.of(graph), self._quickest.whole(graph) * ESTIMATED)
        try:
            build = builds.make(builds.pruner.graph) if share == 1 else builds.about(budget, slower)
        except DoesNotFit as error:
            if error.least is not None:
                floor.learn(graph, error.least)
            raise
        self.requirements.check_instructions(build.report)
        return build

    def _sketch(self, budget: Budget) -> Pruned:
        """Prune to a budget without repairing the filters.

        Raises:
            DoesNotFit: pruning does not go so far; earlier failures tell more.
        """
        try:
            return self.builds.pruner.to(budget, *self.builds.costs(self.kind), repair=False)
        except DoesNotFit as error:
            raise self._failure or error from None

    def _check(self, share: float, flash: int, instructions: float) -> None:
        """Compare what a build takes at least with the limits.

        Raises:
            DoesNotFit: it is too much.
        """
        limits = self.requirements
        for least, limit, what in (
            (flash, limits.limit, "bytes of flash"),
            (int(instructions), limits.instructions, "instructions"),
        ):
            if limit is not None and least > limit:
                text = f"{self._pruned_to(share)}, the model takes {least} {what} or more, {limit} are allowed"
                self.notify([f"left out: {text}"])
                raise DoesNotFit(text)

    def _pruned_to(self, share: float) -> str:
        """Describe a share of the model, as a clause of a sentence."""
        return "unpruned" if share == 1 else f"pruned to {share:.2f} of the {self.kind.value}"


def _kind(requirements: Requirements) -> Kind:
    """Return the unit of the shares, by the limit that is asked for."""
    if requirements.flash is not None:
        return Kind.FLASH
    if requirements.instructions is not None:
        return Kind.INSTRUCTIONS
    if requirements.ram is None:
        raise UsageError(
            "--prune auto: prunes as far as a limit asks for; give --max-flash, --max-instructions or --max-ram, "
            "or a share such as --prune macs=0.7"
        )
    return Kind.MACS


def _prices(builds: PrunedBuilds, kind: Kind) -> Prices:
    return Prices(builds.unpruned.graph, builds.unpruned.engine.builder.target, Selection(), kind)


def _named(report: Report) -> str:
    return "unpruned" if report.pruning is None else f"{report.pruning.kind} {report.pruning.share:.2f}"
