"""Builds that take less flash and run longer: what costs fewest instructions is given up first.

Such a build has an optimization level of the compiler and a set of kernels that are given up: plain C takes their
place, or the kernel of another layer where that costs less.  What each costs is estimated by the cost model; how much
flash it takes is measured.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from edgec.codegen.choose.choice import instead_cost
from edgec.codegen.kernels.price import Price
from edgec.converter.graph.frozen import dataclass
from edgec.search.build import Builder, Settings, selected

MAX_LOSS_FOR_KERNEL = 0.02  # share of all instructions that --optimize size gives up for the code of one kernel
MIN_GAIN_TO_RESTORE = 0.005  # share of all instructions below which no kernel is tried again


@dataclass(frozen=True)
class _Layer:
    """A layer: the kernel that computes it, its price (None when it was replaced to save RAM), and those of others."""

    id: str
    own: Price | None
    others: tuple[Price, ...]

    def instead(self, kept: Collection[str]) -> list[Price]:
        """Return the prices of kernels that may replace its own: plain C, and those ``kept`` for other layers."""
        if self.own is None or self.own.plain:
            return []
        return [a for a in self.others if a.plain or a.name in kept]


class SizeFallback:
    """The builds that take less than one ``full`` build, at the compiler's ``levels``."""

    def __init__(self, builder: Builder, full: Settings, levels: Sequence[str]) -> None:
        self.builder = builder
        self.full = full
        self.levels = levels
        costs, choices = builder.report(full).layers, builder.build(full).plan.choices
        self.layers = tuple(
            _Layer(cost.id, own.cost if own.cost and own.cost.kernel == cost.kernel else None, own.alternatives)
            for cost, own in zip(costs, choices, strict=True)
        )

    def quickest(self, limit: int) -> Settings:
        """The quickest build of at most ``limit`` bytes of flash, or the smallest of those tried when none fits."""
        kernels = self.kernels()
        least = [*(self._without(kernels, level) for level in self.levels), self._without((), "Os")]
        best = next((s for s in least if self.flash(s) <= limit), None)
        if best is None:
            return min((*least, self.full), key=self.flash)
        for level in self.levels:
            best = self._prefix(level, kernels, best, limit)
        return self._restore_kernels(best, kernels, limit)

    def without_costly_kernels(self) -> Settings:
        """The build without kernels whose code costs more than it saves.

        A kernel goes when each byte of flash that this saves costs fewer instructions than the exchange rate, and all
        of it at most ``MAX_LOSS_FOR_KERNEL`` of all instructions.
        """
        taken = self.full
        for kernel in self.kernels():
            less = selected(taken, given_up=taken.selection.given_up | {kernel})
            lost = self.price(less) - self.price(taken)
            saved = self.flash(taken) - self.flash(less)
            if lost <= MAX_LOSS_FOR_KERNEL * self.price(taken) and lost < taken.selection.exchange * saved:
                taken = less
        return taken

    def describe(self, taken: Settings) -> str:
        """One line: what was given up, and what that costs."""
        level = taken.selection.level
        given_up = [k for k in self.kernels() if k in taken.selection.given_up]
        what = [f"compiled with -{level}"] if level != self.full.selection.level else []
        what += [f"without {', '.join(given_up)}"] if given_up else []
        now, quick = self.price(taken), self.price(self.full)
        more = f"about {now - quick:,.0f} instructions more ({100 * (now / max(quick, 1.0) - 1):.0f} %)"
        sizes = f"{self.flash(taken)} bytes of flash instead of {self.flash(self.full)}"
        return f"smaller build: {sizes}: {' and '.join(what)}; {more}"

    def kernels(self) -> list[str]:
        """Kernels that could be given up; those that cost fewest instructions first."""
        names = dict.fromkeys(layer.id for layer in self.layers if layer.instead(()))
        return sorted(names, key=lambda k: self.price(self._without((k,), "")))

    def price(self, settings: Settings) -> float:
        """Estimated instructions, without making the build."""
        level, given_up, exchange = settings.selection.level, settings.selection.given_up, settings.selection.exchange
        kept = {layer.id for layer in self.layers} - given_up

        def paid(price: Price) -> float:
            return instead_cost(price.at(level), price.flash, price.name in kept, exchange)

        total = 0.0
        for layer in self.layers:
            others = layer.instead(kept) if layer.id in given_up else []
            taken = min(others, key=paid, default=layer.own)
            total += taken.at(level) if taken is not None else 0
        return total

    def flash(self, settings: Settings) -> int:
        """Measured bytes of flash."""
        return self.builder.report(settings).flash.needed

    def _without(self, kernels: Collection[str], level: str) -> Settings:
        return selected(self.full, given_up=frozenset(kernels), level=level)

    def _prefix(self, level: str, kernels: Sequence[str], best: Settings, limit: int) -> Settings:
        """The fewest of ``kernels``, from the first on, without which ``level`` fits; ``best`` when it is quicker."""
        builds = [self._without(kernels[:n], level) for n in range(len(kernels) + 1)]
        quicker = [b for b in builds if self.price(b) < self.price(best)]
        if best not in builds and not (quicker and self.flash(quicker[-1]) <= limit):
            return best
        low, high = 0, len(quicker) if best in builds else len(quicker) - 1
        while low < high:
            middle = (low + high) // 2
            if self.flash(builds[middle]) <= limit:
                high = middle
            else:
                low = middle + 1
        return builds[high]

    def _restore_kernels(self, taken: Settings, kernels: Sequence[str], limit: int) -> Settings:
        """Take kernels back that need not be given up after all, those that save most instructions first."""
        given_up = [k for k in kernels if k in taken.selection.given_up]
        for kernel in reversed(given_up[:-1]):  # without the last one it does not fit
            more = selected(taken, given_up=taken.selection.given_up - {kernel})
            gain = self.price(taken) - self.price(more)
            if gain > MIN_GAIN_TO_RESTORE * self.price(taken) and self.flash(more) <= limit:
                taken = more
        return taken
