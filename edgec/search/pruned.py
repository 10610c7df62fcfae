"""Builds of a pruned model: within a budget, or as far as limits ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace

from edgec.converter.graph.errors import DoesNotFit, UsageError
from edgec.converter.graph.ir import Graph
from edgec.quantize.prune.groups import Budget, Costs, Kind, Weighed
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.prune import Pruned, Pruner
from edgec.reports.records import PrunedGroupInfo, PruningInfo, Report
from edgec.samples.loss import Loss
from edgec.search.build import Build, Notify, Settings
from edgec.search.engine import Engine
from edgec.search.pruning import Prices
from edgec.search.requirements import Requirements

SHARES = (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)  # that are tried when limits decide
WORSE = 2  # of them that lose more than the best before the search ends
TRIALS = 4  # of a share, when what is measured is above what was estimated
BEHIND = 1.1
STEP = 0.001  # that is asked for beyond the difference

Make = Callable[[Graph], Build]
"""The best build of a float graph, in the numbers and within the limits of the conversion."""


class Paying:
    """MACs as a share, or the share of the instructions where these fall behind by more than ``BEHIND``.

    Fewer channels than a kernel needs may take another kernel and as many instructions: that is not what is asked for.
    """

    def __init__(self, macs: Weighed, prices: Prices, graph: Graph) -> None:
        self.macs = macs
        self.prices = prices
        self.wholes = macs.whole(graph), prices.whole(graph)

    def of(self, small: Graph, channels: Dependencies, gone: Set[int]) -> float:
        """The larger share."""
        share = self.macs.whole(small) / self.wholes[0]
        return max(share, self.prices.of(small, channels, gone) / self.wholes[1] / BEHIND)


@dataclass(frozen=True)
class Unpruned:
    """What shares are of.

    ``graph``: the model in the numbers it computes in, ``engine`` and ``settings``: for its builds.
    """

    graph: Graph
    engine: Engine
    settings: Settings

    def report(self) -> Report:
        """What it costs."""
        return self.engine.report(self.settings)

    def costs(self, kind: Kind) -> tuple[Costs, float]:
        """Prices in a unit, and the whole price."""
        target, selection = self.engine.builder.target, self.settings.selection
        if kind is Kind.MACS:
            prices = Prices(self.graph, target, selection, Kind.INSTRUCTIONS)
            return Paying(Weighed(kind), prices, self.graph), 1.0
        if kind is Kind.INSTRUCTIONS:
            prices = Prices(self.graph, target, selection, kind)
            return prices, prices.whole(self.graph)
        constants = Prices(self.graph, target, selection, kind).whole(self.graph)
        needed = self.report().flash.needed
        return Prices(self.graph, target, selection, kind, max(0, needed - round(constants))), float(needed)


class PrunedBuilds:
    """Makes and compares builds of pruned graphs.

    Args:
        pruner: of the model.
        unpruned: what shares are of.
        make: the conversion of a float graph.
        notify: called with messages for the user.
    """

    def __init__(self, pruner: Pruner, unpruned: Unpruned, make: Make, notify: Notify) -> None:
        self.pruner = pruner
        self.unpruned = unpruned
        self.make = make
        self.notify = notify

    def within(self, budget: Budget) -> Build:
        """A build within a budget.

        Raises:
            DoesNotFit: pruning does not go so far, or the build is above another limit.
        """
        costs, whole = self.unpruned.costs(budget.kind)
        asked = budget
        for trial in range(TRIALS):
            pruned = self.pruner.to(asked, costs, whole)
            build = self.make(pruned.graph)
            share = self._share(build.report, budget.kind)
            if share <= budget.fraction or trial == TRIALS - 1:
                break
            asked = replace(asked, fraction=asked.fraction - (share - budget.fraction) - STEP)
        info = _info(pruned, budget.kind, share)
        self.notify([info.text()])
        return replace(build, report=replace(build.report, pruning=info))

    def _share(self, report: Report, kind: Kind) -> float:
        """What the build costs, as a share of the unpruned one."""
        whole = self.unpruned.report()
        if kind is Kind.MACS:
            return report.macs / max(whole.macs, 1)
        if kind is Kind.FLASH:
            return report.flash.needed / whole.flash.needed
        return report.instructions / max(whole.instructions, 1)

    def least_loss(self, loss: Loss, requirements: Requirements) -> Build:
        """The build that loses least of those within the limits, the unpruned model's among them.

        Raises:
            DoesNotFit: none is within the limits.
        """
        best: tuple[float, Build] | None = None
        failure: DoesNotFit | None = None
        worse = 0
        for attempt in self._attempts(requirements):
            try:
                build = attempt()
                requirements.check_instructions(build.report)
            except DoesNotFit as error:
                failure = error
                continue
            drop = loss.of(build.graph)
            self.notify([f"measured: {_named(build.report)}: {loss.text(drop)}"])
            if best is None or drop < best[0]:
                best, worse = (drop, build), 0
            elif (worse := worse + 1) == WORSE:
                break
        if best is None or (requirements.drop is not None and best[0] > requirements.drop):
            what = f"; the best that was found loses {best[0]:.2f}" if best else f": {failure}"
            raise DoesNotFit(f"no pruned build meets the limits{what}; allow more, or train a smaller model")
        return best[1]

    def _attempts(self, requirements: Requirements) -> Iterator[Callable[[], Build]]:
        kind = Kind.MACS
        if requirements.flash is not None:
            kind = Kind.FLASH
        elif requirements.instructions is not None:
            kind = Kind.INSTRUCTIONS
        elif requirements.ram is None:
            raise UsageError(
                "--prune auto: prunes as far as a limit asks for; give --max-flash, --max-instructions or --max-ram, "
                "or a share such as --prune macs=0.7"
            )
        yield lambda: self.make(self.pruner.graph)
        for share in SHARES:
            yield lambda share=share: self.within(Budget(kind, share))  # type: ignore[misc]


def _named(report: Report) -> str:
    return "unpruned" if report.pruning is None else f"{report.pruning.kind} {report.pruning.share:.2f}"


def _info(pruned: Pruned, kind: Kind, share: float) -> PruningInfo:
    groups = tuple(PrunedGroupInfo(g.name, g.layers, g.before, g.after, g.error, g.saved) for g in pruned.groups)
    return PruningInfo(kind.value, share, groups)
