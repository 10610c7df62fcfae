"""The search for the settings of one model's numbers: what serves the objective best within the requirements.

The space is that of ``Settings``: kernels (by exchange rate, bytes of constants, given up, plain only), the compiler's
level, the arena.  Estimates of the cost model order it; flash and RAM are measured on builds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from edgec.converter.graph.work import Notify
from edgec.reports import Report
from edgec.search.build import Builder, Settings, selected
from edgec.search.requirements import Objective, Requirements
from edgec.search.size_fallback import SizeFallback

LEVELS = ("Os", "O2", "O3")  # where the kernels are small already, -Os is not always the smallest
RATES = (1.0, 0.0, 0.5, 2.0)  # times the exchange rate: those whose choices --optimize balanced compares
MAX_LOSS_FOR_CODE = 0.01  # share of all instructions that --optimize balanced gives up for code
MAX_LOSS_FOR_PLAIN = 2.0  # share of all instructions that --optimize size gives up for plain kernels alone
MAX_RAM_TRIALS = 3
MAX_CONSTANTS_TRIALS = 3


class Engine:
    """Finds settings; each question is answered once."""

    def __init__(self, builder: Builder, objective: Objective, requirements: Requirements, notify: Notify) -> None:
        self.builder = builder
        self.objective = objective
        self.requirements = requirements
        self.notify = notify
        self._found: dict[tuple[Settings, bool], Settings] = {}
        self._measured: dict[str, Settings] = {}  # by level: the last build that was measured

    def best(self, start: Settings, slower: bool = True) -> Settings:
        """The best settings from ``start`` on: within the RAM, and within the flash as far as that is possible.

        ``slower``: builds that trade speed for flash may be taken.

        Raises:
            DoesNotFit: the smallest arena is still too large.
        """
        if (start, slower) not in self._found:
            self._found[start, slower] = self._within_ram(start, slower)
        return self._found[start, slower]

    def report(self, settings: Settings) -> Report:
        """Return the costs of a build, and remember it for the compiler's level."""
        made = self.builder.report(settings)
        if made.flash.total is not None:
            self._measured[settings.selection.level] = settings
        return made

    def _beside(self, level: str) -> int | None:
        """Bytes of the last measured build of a level but for the constants of its plan; None before the first."""
        settings = self._measured.get(level)
        total = None if settings is None else self.builder.report(settings).flash.total
        return None if settings is None or total is None else total - self.builder.constants(settings)

    def flash(self, settings: Settings) -> int:
        """Bytes of flash of a build."""
        return self.report(settings).flash.needed

    def fits(self, settings: Settings) -> bool:
        """Return whether the flash suffices; True where no compiler measured it."""
        limit, total = self.requirements.limit, self.report(settings).flash.total
        return limit is None or total is None or total <= limit

    def _within_ram(self, start: Settings, slower: bool) -> Settings:
        ram, asked = self.requirements.ram_limit, start
        taken = self._within_flash(start, slower)
        for _ in range(MAX_RAM_TRIALS):  # another arrangement may need a little more stack
            use = self.report(taken).ram
            if ram is None or use.total <= ram:
                break
            asked = replace(start, max_arena=max(1, ram - (use.total - use.arena)))
            taken = self._within_flash(asked, slower)
        self.requirements.check_ram(self.report(taken))
        of_board = asked != start and self.requirements.ram is None
        if ram is not None and of_board and self.report(taken).ram.total <= ram:
            self.notify([f"layers are computed row by row: the board has {ram:,} bytes of RAM"])
        return taken

    def _within_flash(self, start: Settings, slower: bool) -> Settings:
        """The flash's limit, or the least that was found; with ``slower`` whatever else that takes."""
        start = self.wanted(start)
        if self.objective is Objective.SIZE:
            start = self._smallest(start)
            if self.fits(start) or all(layer.plain for layer in self.report(start).layers):
                return start  # nothing smaller is known
            start = selected(start, given_up=frozenset())
        taken = self._fewer_constants(start)
        if taken == start or not slower:
            return taken
        if self.fits(taken):
            return self._at_other_levels(start, taken)
        assert self.requirements.limit is not None
        fallback = SizeFallback(self.builder, taken, ("Os", "O2", "O3" if self.objective is Objective.SIZE else ""))
        fitting = fallback.quickest(self.requirements.limit)
        if self.fits(fitting):
            self.notify([fallback.describe(fitting)])
        return fitting

    def _fewer_constants(self, start: Settings) -> Settings:
        """Without kernels that trade constants for speed, as far as the flash asks for it.

        Another build at the level tells how much there is beside the constants: with that, one that is too large is not
        compiled.
        """
        limit = self.requirements.limit
        if limit is None:
            return start
        known = self._beside(start.selection.level)
        too_many = known is not None and self.builder.constants(start) > limit - known
        if not too_many and self.fits(start):
            return start
        taken, beside = start, known or 0
        for _ in range(MAX_CONSTANTS_TRIALS):
            room = max(0, limit - beside)
            taken = selected(start, max_constants=room)
            total, constants = self.report(taken).flash.total, self.builder.constants(taken)
            assert total is not None
            if total <= limit or total - constants <= beside or constants > room:
                break  # it fits, or less is not possible
            beside = total - constants
        return self._filled(start, taken)

    def _filled(self, start: Settings, taken: Settings) -> Settings:
        """``taken``, or what is quicker: with all the constants for which its own code leaves room."""
        limit, total = self.requirements.limit, self.report(taken).flash.total
        if limit is None or total is None or total > limit:
            return taken
        more = selected(start, max_constants=limit - (total - self.builder.constants(taken)))
        if self.fits(more) and self.report(more).instructions < self.report(taken).instructions:
            return more
        return taken

    def _at_other_levels(self, start: Settings, taken: Settings) -> Settings:
        """``taken``, or what is quicker: more of the constants, for code that another level makes smaller."""
        fallback = SizeFallback(self.builder, start, LEVELS)
        for other in (selected(start, level=level) for level in LEVELS[:-1]):
            if fallback.price(other) < self.report(taken).instructions:
                other = self._fewer_constants(other)
                if self.fits(other) and self.report(other).instructions < self.report(taken).instructions:
                    taken = other
        return taken

    def _smallest(self, start: Settings) -> Settings:
        """The build of least flash.

        Plain kernels are left alone, all or single ones, when the others save ``exchange`` instructions (estimated) for
        each byte more, or more than a share of all.
        """
        own = self._least([selected(start, level=level) for level in LEVELS])
        if self.report(own).flash.total is None:
            return own  # no compiler: nothing to compare
        plain = self._least([selected(start, plain=True, level=level) for level in LEVELS])
        saved = self.flash(own) - self.flash(plain)
        lost = self.report(plain).instructions - self.report(own).instructions
        allowed = self.requirements.instructions
        quick_enough = allowed is None or self.report(plain).instructions <= allowed
        quick_enough &= lost <= MAX_LOSS_FOR_PLAIN * self.report(own).instructions
        if saved > 0 and lost < start.selection.exchange * saved and quick_enough:
            taken = plain
        else:
            if saved > 0:
                self.notify(
                    [
                        f"size: plain C kernels would take {saved} bytes less and about {lost:,} instructions more; "
                        f"{self.builder.target.name}'s own are kept"
                    ]
                )
            taken = SizeFallback(self.builder, own, LEVELS).without_costly_kernels()
        others = [selected(start, exchange=o.exchange) for o in Objective if o is not Objective.RAM]
        ram = replace(selected(start, exchange=Objective.RAM.exchange), max_arena=0)
        balanced = self._balanced(selected(start, exchange=Objective.BALANCED.exchange))
        return self._least([taken, *others, ram, balanced])

    def wanted(self, start: Settings) -> Settings:
        """The settings that would be taken, did no memory have a limit; for size still those it starts from."""
        return self._balanced(start) if self.objective is Objective.BALANCED else start

    def _balanced(self, start: Settings) -> Settings:
        """The build of least cost, its measured flash at the exchange rate, among those that other rates choose.

        Prices of layers do not know what code their kernels share, so that what each layer chooses for itself may
        together be slower and larger than what another rate chooses.
        """
        if self.report(start).flash.total is None:
            return start  # no compiler: nothing to compare
        rate = start.selection.exchange

        def cost(settings: Settings) -> float:
            return self.report(settings).instructions + rate * self.flash(settings)

        taken = min((selected(start, exchange=factor * rate) for factor in RATES), key=cost)
        most = (1 + MAX_LOSS_FOR_CODE) * self.report(taken).instructions
        fallback = SizeFallback(self.builder, taken, LEVELS)
        for kernel in fallback.kernels():
            less = selected(taken, given_up=taken.selection.given_up | {kernel})
            if fallback.price(less) <= most:
                taken = min(taken, less, key=cost)
        levels = [selected(taken, level=level) for level in LEVELS[:-1]]
        return min((taken, *(o for o in levels if self.report(o).instructions <= most)), key=cost)

    def _least(self, among: Sequence[Settings]) -> Settings:
        """The one of least flash, of equals the first."""
        return min(among, key=self.flash)
