"""``--prune auto``: the build within the limits that loses least, over shares that pruning leaves.

Shares are tried from the unpruned model on, a tenth apart, then halfway beside the best.  What cannot fit, by a bound
from below on its flash or its instructions, is left out before anything is fitted, calibrated or compiled for it.
Builds that are slower for being smaller are tried for the unpruned model, for others only where nothing else fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from edgec.codegen.choose.choice import Selection
from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.quantize.prune.borders import Borders
from edgec.quantize.prune.groups import Budget, Kind
from edgec.quantize.prune.prune import Pruned
from edgec.reports import Report
from edgec.samples.loss import Loss
from edgec.search.build import Build, Notify
from edgec.search.floor import Floor
from edgec.search.pruned import PrunedBuilds
from edgec.search.pruning import Prices
from edgec.search.requirements import Requirements

SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # that are tried, 1.0 being the unpruned model
BETWEEN = 0.05  # of the best share, the others that are tried then
WORSE = 2  # of them that lose more than the best before the search ends
ESTIMATED = 0.9  # of the instructions estimated with the quickest kernels: below that no build comes


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
        self.kind = _kind(requirements)
        unpruned = builds.unpruned
        beside = unpruned.report().flash.needed - round(_prices(builds, Kind.FLASH).whole(unpruned.graph))
        self._floors = {slower: Floor(beside, packed) for slower in (False, True)}
        self._quickest = _prices(builds, Kind.INSTRUCTIONS)
        self._found: dict[float, tuple[tuple[float, float], Build]] = {}
        self._failure: DoesNotFit | None = None
        self._sketches: set[tuple[Borders, frozenset[int]]] = set()

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
            self._try([round(best + BETWEEN, 2), round(best - BETWEEN, 2)], slower=False)
        (drop, _), build = self._found[self._best()] if self._found else ((0.0, 0.0), None)
        if build is None or (self.requirements.drop is not None and drop > self.requirements.drop):
            what = f"; the best that was found loses {drop:.2f}" if build else f": {self._failure}"
            raise DoesNotFit(f"no pruned build meets the limits{what}; allow more, or train a smaller model")
        return build

    def _best(self) -> float:
        """The share whose build loses least."""
        return min(self._found, key=lambda share: (*self._rank(share), -share))

    def _rank(self, share: float) -> tuple[float, float]:
        """What is made small: without labels few samples tell more by their outputs than by their classes."""
        drop, error = self._found[share][0]
        if self.loss.labels is not None:
            return drop, error
        allowed = self.requirements.drop
        return 0.0 if allowed is None else max(0.0, drop - allowed), error

    def _try(self, shares: Sequence[float], slower: bool) -> None:
        worse = 0
        for share in shares:
            try:
                build = self._attempt(share, slower or share == 1)
            except DoesNotFit as error:
                self._failure = error
                continue
            self._found[share] = self.loss.judgement(build.graph), build
            self.notify([f"measured: {_named(build.report)}: {self.loss.text(self._found[share][0][0])}"])
            worse = 0 if self._best() == share else worse + 1
            if worse == WORSE:
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
            if (sketch.borders, sketch.gone) in self._sketches:
                raise self._failure or DoesNotFit(f"{budget.text()}: nothing else goes than for another share")
            self._sketches.add((sketch.borders, sketch.gone))
            quickest = self._quickest.without(sketch.borders)
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
        """What goes, nothing repaired.

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
                text = f"{self.kind.value} {share:.2f}: takes {least} {what} or more, {limit} are allowed"
                self.notify([f"left out: {text}"])
                raise DoesNotFit(text)


def _kind(requirements: Requirements) -> Kind:
    """What shares are of."""
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
