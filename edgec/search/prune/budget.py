"""Builds of a pruned model: within a budget, or as far as limits ask for it."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import asdict, replace
from math import ceil
from typing import Protocol

from edgec.codegen.choose.choice import Selection
from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.frozen import dataclass
from edgec.converter.graph.ir import Graph
from edgec.converter.graph.work import Notify
from edgec.quantize.prune.crop import Crop
from edgec.quantize.prune.groups import Budget, Costs, Kind, Weighed
from edgec.quantize.prune.labels import Dependencies
from edgec.quantize.prune.outputs import COMPARING_WORK
from edgec.quantize.prune.prune import Pruned, Pruner
from edgec.reports.records import BordersInfo, PrunedGroupInfo, PruningInfo, Report
from edgec.search.build import Build, Settings
from edgec.search.engine import Engine
from edgec.search.prune.holdout_loss import Assessed
from edgec.search.prune.prices import Prices
from edgec.search.requirements import Objective, Requirements

MAX_TRIALS = 4  # of a share, when what is measured is above what was estimated
MAX_INSTRUCTION_LAG = 1.1
NOTABLE_FLASH_SHARE = 0.1  # of the flash: bytes for speed that are told
SHARE_MARGIN = 0.001  # that is asked for beyond the difference


class Make(Protocol):
    """The best build of a float graph, in the numbers and within the limits of the conversion."""

    def __call__(self, graph: Graph, slower: bool = True, requirements: Requirements | None = None) -> Build:
        """``slower``: it may be slower for being smaller; ``requirements``: other limits."""


Assess = Callable[[Pruned, Graph], Assessed]
"""Assess the loss of a pruned graph, with the finished graph in integers."""


class Paying:
    """MACs as a share, or the share of the instructions where these fall behind by more than ``MAX_INSTRUCTION_LAG``.

    Fewer channels than a kernel needs may take another kernel and as many instructions: that is not what is asked for.

    Args:
        prices: instructions.
        wholes: MACs and instructions that shares are of; by default those of the graph that prices are of.
    """

    def __init__(self, prices: Prices, wholes: tuple[float, float] | None = None) -> None:
        self.macs = Weighed(Kind.MACS)
        self.prices = prices
        self.wholes = wholes or (self.macs.whole(prices.graph), prices.whole(prices.graph))
        self._smaller: dict[Crop, Paying | None] = {}

    def of(self, small: Graph, channels: Dependencies, gone: Set[int]) -> float:
        """The larger share."""
        share = self.macs.whole(small) / self.wholes[0]
        return max(share, self.prices.of(small, channels, gone) / self.wholes[1] / MAX_INSTRUCTION_LAG)

    def without(self, crop: Crop) -> Paying | None:
        """Shares of the same whole for graphs without borders of their images."""
        if crop not in self._smaller:
            prices = self.prices.without(crop)
            self._smaller[crop] = None if prices is None else Paying(prices, self.wholes)
        return self._smaller[crop]


@dataclass(frozen=True)
class Unpruned:
    """The unpruned model, of which shares are taken.

    ``graph``: the model in the numbers it computes in, ``engine`` and ``settings``: for its builds.
    """

    graph: Graph
    engine: Engine
    settings: Settings

    def report(self) -> Report:
        """Return the unpruned model's costs."""
        return self.engine.report(self.settings)

    def costs(self, kind: Kind) -> tuple[Costs, float]:
        """Prices in a unit, and the whole price."""
        target, selection = self.engine.builder.target, self.settings.selection
        if kind is Kind.MACS:
            return Paying(Prices(self.graph, target, selection, Kind.INSTRUCTIONS)), 1.0
        if kind is Kind.INSTRUCTIONS:
            prices = Prices(self.graph, target, selection, kind)
            return prices, prices.whole(self.graph)
        needed, constants = self.report().flash.needed, self._constants(selection)
        return Prices(self.graph, target, selection, kind, max(0, needed - constants)), float(needed)

    def for_speed(self) -> int:
        """Bytes of constants that the kernels take more than those of fewest bytes."""
        selection = self.settings.selection
        small = replace(selection, exchange=Objective.SIZE.exchange)
        return self._constants(selection) - self._constants(small)

    def _constants(self, selection: Selection) -> int:
        return round(Prices(self.graph, self.engine.builder.target, selection, Kind.FLASH).whole(self.graph))


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
        self._costs: dict[Kind, tuple[Costs, float]] = {}

    def costs(self, kind: Kind) -> tuple[Costs, float]:
        """Return ``Unpruned.costs``, computed once: prices are remembered."""
        if kind not in self._costs:
            self._costs[kind] = self.unpruned.costs(kind)
        return self._costs[kind]

    def within(self, budget: Budget, assess: Assess, drop: float | None) -> Build:
        """A build within a budget.

        Args:
            budget: a share of the unpruned build.
            assess: measures what is lost.
            drop: what may be lost.

        Raises:
            DoesNotFit: pruning does not go so far, loses more, or the build is above another limit.
        """
        costs, whole = self.costs(budget.kind)
        if budget.kind is Kind.FLASH:
            self._tell_speed(budget, whole)
        asked = budget
        for trial in range(MAX_TRIALS):
            pruned = self.pruner.to(asked, costs, whole)
            build = self.make(pruned.graph)
            share = self._share(build.report, budget.kind)
            if share <= budget.fraction or trial == MAX_TRIALS - 1:
                break
            asked = replace(asked, fraction=asked.fraction - (share - budget.fraction) - SHARE_MARGIN)
        return self._judged(self._reported(pruned, build, budget.kind), budget, assess(pruned, build.graph), drop)

    def _judged(self, build: Build, budget: Budget, assessed: Assessed, drop: float | None) -> Build:
        """The build with what it loses.

        Raises:
            DoesNotFit: that is above ``drop``.
        """
        self.notify(assessed.warnings())
        lost = assessed.record
        if drop is not None and lost.held_back > drop:
            raise DoesNotFit(
                f"--prune {budget.text()} loses {lost.text()}, and --max-drop allows {drop:g}; the nearest is "
                f"--max-drop {ceil_hundredths(lost.held_back):.2f}, or ask for a larger share"
            )
        report = build.report
        assert report.pruning is not None
        info = replace(report.pruning, lost=lost)
        choice = f"taken: {info.title()}, {costs_text(report)}; lost: {lost.text()}; asked for: {budget.text()}"
        return replace(build, report=replace(report, pruning=info, choice=choice))

    def _tell_speed(self, budget: Budget, whole: float) -> None:
        more = self.unpruned.for_speed()
        if more <= NOTABLE_FLASH_SHARE * whole:
            return
        text = f"{budget.text()}: {more} of the {whole:.0f} bytes make kernels fast, and are shrunk with all others"
        limit = int(budget.fraction * whole)
        self.notify([f"{text}; --prune auto --max-flash {limit} gives such kernels up first"])

    def about(self, budget: Budget, slower: bool, requirements: Requirements | None = None) -> Build:
        """A build of a graph pruned to about that much, as estimated, in the numbers that fit the limits.

        ``slower`` and ``requirements`` as of ``Make``.

        Raises:
            DoesNotFit: as ``within``.
        """
        pruned = self.pruner.to(budget, *self.costs(budget.kind), work=COMPARING_WORK)
        return self._reported(pruned, self.make(pruned.graph, slower, requirements), budget.kind)

    def _reported(self, pruned: Pruned, build: Build, kind: Kind) -> Build:
        info = _info(pruned, kind, self._share(build.report, kind))
        self.notify([info.text()])
        return replace(build, report=replace(build.report, pruning=info))

    def _share(self, report: Report, kind: Kind) -> float:
        """Return the cost of the build in ``kind``, as a share of the unpruned one."""
        whole = self.unpruned.report()
        if kind is Kind.MACS:
            return report.macs / max(whole.macs, 1)
        if kind is Kind.FLASH:
            return report.flash.needed / whole.flash.needed
        return report.instructions / max(whole.instructions, 1)


def costs_text(report: Report) -> str:
    """Instructions, flash and RAM of a build."""
    return (
        f"{report.instructions:,} instructions (estimated), {report.flash.needed:,} bytes of flash, "
        f"{report.ram.total:,} of RAM"
    )


def ceil_hundredths(x: float) -> float:
    """The next number of two decimals that is not below."""
    return ceil(100 * x - 1e-9) / 100


def _info(pruned: Pruned, kind: Kind, share: float) -> PruningInfo:
    groups = tuple(PrunedGroupInfo(g.name, g.layers, g.before, g.after, g.error, g.saved) for g in pruned.groups)
    return PruningInfo(kind.value, share, groups, BordersInfo(**asdict(pruned.crop)) if pruned.crop else None)
