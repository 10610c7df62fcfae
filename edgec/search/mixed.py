"""Mixed precision within a budget: choices from the front of predicted best ones, each generated and measured.

The solver's predictions order the choices; whether one meets the budget is measured: flash and RAM on builds, the loss
of accuracy in the simulator, whose bytes are the device's.  Builds are made for speed first; smaller and slower ones
only when no choice meets the budget without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from edgec.converter.graph.errors import DoesNotFit
from edgec.converter.graph.work import Notify
from edgec.quantize.integers.mixed import Precisions, pareto, sensitivities
from edgec.quantize.ranges.scheme import Precision
from edgec.samples.loss import Loss
from edgec.search.build import Numbers, Settings
from edgec.search.engine import Engine
from edgec.search.schemes import MIXED, Integers

MAX_SHOWN = 8  # choices of the front that are printed
MAX_BUILDS_FOR_FLASH = 8  # choices that are generated for their flash
MAX_SLOWER_TRIALS = 2  # choices that are tried in smaller and slower builds
MIN_FLASH_LEFT = 0.05  # share of the flash that must be left for a search for a larger choice


class Trial:
    """A choice of precisions, and what was measured of it so far."""

    def __init__(self, run: MixedSearch, choice: Precisions) -> None:
        self.run = run
        self.choice = choice
        self.numbers = Numbers(MIXED, tuple(choice.by_layer().items()))
        self._drop: float | None = None
        self._flash: dict[bool, int] = {}

    @property
    def drop(self) -> float:
        """The loss, measured when first asked for."""
        if self._drop is None:
            self._drop = self.run.loss.of(self.run.integers.graph(self.numbers))
            self.run.notify([f"measured: {self._name()}: {self.run.loss.text(self._drop)}"])
        return self._drop

    def settings(self, slower: bool = False) -> Settings:
        """The best settings with these numbers."""
        return self.run.engine.best(replace(self.run.start, numbers=self.numbers), slower)

    def flash(self, slower: bool = False) -> int:
        """Bytes of flash, measured when first asked for."""
        if slower not in self._flash:
            self._flash[slower] = self.run.engine.flash(self.settings(slower))
            self.run.notify([f"measured: {self._name()}: {self._flash[slower]} bytes of flash"])
        return self._flash[slower]

    def instructions(self, slower: bool) -> int:
        """Estimated instructions of an inference."""
        return self.run.engine.report(self.settings(slower)).instructions

    @property
    def least(self) -> int:
        """The fewest bytes of flash that were measured."""
        return min(self._flash.values(), default=0) or self.flash()

    def _name(self) -> str:
        kinds = [p for _, p in self.choice.layers]
        wide = " and int16" if Precision.INT16 in kinds else ""
        return f"{sum(p is Precision.INT4 for p in kinds)} of {len(kinds)} layers int4{wide}"


class MixedSearch:
    """Finds the most accurate choice within the flash, or the smallest within the drop.

    Quick builds are preferred; when none meets the budget, the smallest choices within the drop are tried in smaller,
    slower builds.

    Args:
        engine: finds the best settings for given numbers, and knows the requirements.
        integers: the graphs.
        start: settings of which the numbers are not looked at.
        loss: measures the loss of accuracy.
        notify: called with the front and the choice.
        slower: smaller and slower builds may be taken.
    """

    def __init__(
        self, engine: Engine, integers: Integers, start: Settings, loss: Loss, notify: Notify, slower: bool = True
    ) -> None:
        self.engine = engine
        self.integers = integers
        self.start = start
        self.loss = loss
        self.notify = notify
        self.slower = slower
        self.requirements = engine.requirements
        inputs, kinds = integers.inputs or [], (Precision.INT4, Precision.INT8)
        measuring = integers.work("measuring sensitivities")
        choices = pareto(sensitivities(integers.real, integers.calibration, inputs, kinds, measuring))
        notify(_table(choices))
        self.front = [Trial(self, choice) for choice in choices]

    def best(self) -> Settings:
        """The settings that are taken.

        Raises:
            DoesNotFit: nothing meets the budget; the sentence names the nearest budget that something meets.
        """
        trial, slower = self._quick(), False
        if trial is None:
            trial, slower = self._smaller()
        names = [f"{name} {p.value}" for name, p in trial.choice.layers if p is not Precision.INT8]
        flash, what = trial.flash(slower), ", ".join(names) or "all int8"
        self.notify([f"chosen: {flash} bytes of flash, {self.loss.text(trial.drop)}; {what}"])
        return trial.settings(slower)

    def _fits(self, trial: Trial, slower: bool = False) -> bool:
        """Return whether the flash suffices."""
        return self.requirements.flash is None or trial.flash(slower) <= self.requirements.flash

    def _keeps(self, trial: Trial) -> bool:
        """Return whether the loss is within ``--max-drop``."""
        return self.requirements.drop is None or trial.drop <= self.requirements.drop

    def _quick(self) -> Trial | None:
        """The most accurate choice that fits in its quick build, if its loss is allowed.

        Without a limit on flash, the smallest whose loss is allowed.
        """
        if self.requirements.flash is None:
            kept = self._smallest_kept()
            return self._least_flash(kept) if kept is not None and kept in self.front else kept
        at = self._largest_fitting(self.requirements.flash)
        if at is None or self._keeps(self.front[at]):
            return None if at is None else self.front[at]
        wide = self._widened(self.front[at])
        return wide if self._fits(wide) and self._keeps(wide) else None

    def _largest_fitting(self, limit: int) -> int | None:
        """The position of the largest choice whose quick build fits, by bisection; None when none is found."""
        low, high = 0, len(self.front) - 1
        if self._fits(self.front[high]):
            return high
        known = False  # whether ``low`` fits; the smallest choice is built only when nothing else is likely to fit
        for _ in range(MAX_BUILDS_FOR_FLASH):
            last = self._room_under(limit, self.front[high], low, high)
            if high - low <= 1 or (last is None and not known and not self._fits(self.front[low])):
                break
            middle = max(low + 1, min(last if last is not None else low + 1, high - 1))
            if self._fits(self.front[middle]):
                low, known = middle, True
                if self._room_under(limit, self.front[middle], middle + 1, high) is None:
                    break
            else:
                high = middle
        return low if self._fits(self.front[low]) else None

    def _room_under(self, limit: int, near: Trial, start: int, end: int) -> int | None:
        """The largest of the choices ``start..end`` that fits if its code takes what that of ``near`` does."""
        room = limit - (near.flash() - near.choice.nbytes)
        fitting = [i for i in range(start, end) if self.front[i].choice.nbytes <= room]
        return fitting[-1] if fitting else None

    def _smallest_kept(self) -> Trial | None:
        """The choice of fewest constants whose loss is allowed, by bisection; None when none is."""
        if self._keeps(self.front[0]):
            return self.front[0]
        low, high = 1, len(self.front) - 1
        while low < high:
            middle = (low + high) // 2
            if self._keeps(self.front[middle]):
                high = middle
            else:
                low = middle + 1
        if high > 0 and self._keeps(self.front[high]):
            return self.front[high]
        wide = self._widened(self.front[-1])
        return wide if self._keeps(wide) else None

    def _least_flash(self, kept: Trial) -> Trial:
        """The build of least flash from a choice on: kernels of two precisions may take more code than they save."""
        at, code = self.front.index(kept), kept.flash() - kept.choice.nbytes
        larger = [t for t in self.front[at + 1 :] if t.choice.nbytes < kept.choice.nbytes + code]
        others = [*larger[: MAX_BUILDS_FOR_FLASH - 1], *larger[-1:]]
        smaller = sorted((t for t in others if t.flash() < kept.flash()), key=lambda t: t.flash())
        return next((t for t in smaller if self._keeps(t)), kept)

    def _widened(self, trial: Trial) -> Trial:
        """The same weights with int16 activations in the layers that are int8."""
        layers = tuple((n, Precision.INT16 if p is Precision.INT8 else p) for n, p in trial.choice.layers)
        return Trial(self, replace(trial.choice, layers=layers))

    def _allowed(self) -> Iterator[Trial]:
        """Choices whose loss is allowed, the smallest first."""
        smallest = self._smallest_kept()
        if smallest is None:
            return
        yield smallest
        for trial in self.front[self.front.index(smallest) + 1 :] if smallest in self.front else ():
            if self._keeps(trial):
                yield trial

    def _smaller(self) -> tuple[Trial, bool]:
        """A choice that meets the budget in any build; the flag says whether a slower one is needed.

        Raises:
            DoesNotFit: none was found; the sentence names the nearest budget that something meets.
        """
        tried = [trial for _, trial in zip(range(MAX_SLOWER_TRIALS), self._allowed(), strict=False)]
        quick = [t for t in tried if self._fits(t)]
        if quick:
            return min(quick, key=lambda t: (t.drop, t.choice.error)), False
        for trial in tried if self.slower else ():
            if self._fits(trial, slower=True):
                return self._roomier(trial), True
        if tried:
            near = min(tried, key=lambda t: t.least)
        else:
            near = min((*self.front[:1], *self.front[-1:]), key=lambda t: t.drop)
        remedy, asked = f"the nearest is --max-flash {near.least}", self.requirements.text()
        if self.requirements.drop is not None:
            remedy += f" --max-drop {max(near.drop, 0.0):.2f}"
            asked += f" ({self.loss.counted()})"
        raise DoesNotFit(f"no choice of int4 and int8 layers meets {asked} in any build; {remedy}", near.least)

    def _roomier(self, trial: Trial) -> Trial:
        """The largest choice that the flash left by a slower build has room for, if it is not slower still."""
        used, instructions = trial.flash(slower=True), trial.instructions(slower=True)
        room = (self.requirements.flash or 0) - used
        larger = [t for t in self.front if trial.choice.nbytes < t.choice.nbytes <= trial.choice.nbytes + room]
        if room < MIN_FLASH_LEFT * used or not larger or not self._keeps(larger[-1]):
            return trial
        best = larger[-1]
        quick = self._fits(best, slower=True) and best.instructions(slower=True) <= instructions
        return best if quick and best.drop <= trial.drop else trial


def _table(front: Sequence[Precisions]) -> list[str]:
    """The front in a few lines."""
    step = max(1, (len(front) + MAX_SHOWN - 1) // MAX_SHOWN)
    shown = sorted({*range(0, len(front), step), len(front) - 1})
    lines = ["best choices of int4 and int8 layers (bytes of constants, predicted disturbance of the outputs):"]
    for i in shown:
        four = sum(p is Precision.INT4 for _, p in front[i].layers)
        lines.append(f"  {front[i].nbytes:8d}  {front[i].error:.2e}  int4 layers: {four} of {len(front[i].layers)}")
    return lines
