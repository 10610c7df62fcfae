"""Mixed precision within a budget: choices from the front of predicted best ones, each generated and measured.

The solver's predictions order the choices; whether one meets the budget is measured: flash and RAM on the compiled
folder, the loss of accuracy in the simulator, whose bytes are the device's.  Builds are made for speed first; smaller
and slower ones only when no choice meets the budget without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from edgec.converter.errors import DoesNotFit
from edgec.converter.ir import Graph
from edgec.data import Samples
from edgec.fitting import instructions
from edgec.loss import Loss
from edgec.quantize.calibrate import Calibration, Progress, calibrate, silent
from edgec.quantize.mixed import Choice, pareto, sensitivities
from edgec.quantize.ptq import prepared, quantize_calibrated
from edgec.quantize.scheme import Precision, QuantizeOptions

Notify = Callable[[Sequence[str]], None]
SHOWN = 8  # choices of the front that are printed
ATTEMPTS = 8  # choices that are generated for their flash
SLOWER = 2  # choices that are tried in smaller and slower builds
ROOM = 0.05  # share of the flash that must be left for a search for a larger choice
SCHEME = "mixed"


@dataclass(frozen=True)
class Budget:
    """Limits; None where there is none.  ``drop`` is in points, as ``edgec.loss.Measure`` counts them."""

    flash: int | None
    ram: int | None
    drop: float | None

    def text(self) -> str:
        """What was asked for, as options."""
        asked = [f"--max-flash {self.flash}"] if self.flash is not None else []
        return " and ".join(asked + ([f"--max-drop {self.drop:g}"] if self.drop is not None else []))


@dataclass(frozen=True)
class Found:
    """A generated choice."""

    graph: Graph
    report: Mapping[str, Any]

    @property
    def flash(self) -> int:
        """Bytes of flash: measured, or of the constants alone when there is no compiler."""
        flash = self.report["flash"]
        return int(flash["total"] if flash["total"] is not None else flash["weights"] + flash["tables"])

    @property
    def instructions(self) -> int:
        """Estimated instructions of an inference."""
        return instructions(self.report)


class Finish(Protocol):
    """Generates the folder for an integer graph; the last call's folder stays."""

    def __call__(self, graph: Graph, scheme: str, slower: bool) -> Found:
        """``slower``: whether builds that trade speed for flash may be taken."""


class Trial:
    """A choice, and what was measured of it so far."""

    def __init__(self, run: _Search, choice: Choice) -> None:
        self.run = run
        self.choice = choice
        self._graph: Graph | None = None
        self._drop: float | None = None
        self._found: dict[bool, Found] = {}

    @property
    def graph(self) -> Graph:
        """The integer graph."""
        if self._graph is None:
            self._graph = self.run.quantized(self.choice)
        return self._graph

    @property
    def drop(self) -> float:
        """The loss, measured when first asked for."""
        if self._drop is None:
            self._drop = self.run.loss.of(self.graph)
            self.run.notify([f"measured: {self._name()}: {self.run.loss.text(self._drop)}"])
        return self._drop

    def built(self, slower: bool = False) -> Found:
        """What is generated, and the folder that was generated last."""
        if slower not in self._found or self.run.made != (self, slower):
            known = slower in self._found
            self._found[slower] = self.run.finish(self.graph, SCHEME, slower)
            self.run.made = (self, slower)
            if not known:
                self.run.notify([f"measured: {self._name()}: {self._found[slower].flash} bytes of flash"])
        return self._found[slower]

    def flash(self, slower: bool = False) -> int:
        """Bytes of flash, measured when first asked for."""
        return (self._found[slower] if slower in self._found else self.built(slower)).flash

    @property
    def least(self) -> int:
        """The fewest bytes of flash that were measured."""
        return min((f.flash for f in self._found.values()), default=0) or self.flash()

    def _name(self) -> str:
        kinds = [p for _, p in self.choice.layers]
        wide = " and int16" if Precision.INT16 in kinds else ""
        return f"{sum(p is Precision.INT4 for p in kinds)} of {len(kinds)} layers int4{wide}"


class _Search:
    def __init__(
        self, graph: Graph, samples: Samples, calibration: Calibration, loss: Loss, options: QuantizeOptions,
        budget: Budget, finish: Finish, notify: Notify,
    ) -> None:  # fmt: skip
        self.graph = graph
        self.inputs = list(samples.inputs)
        self.calibration = calibration
        self.loss = loss
        self.options = options
        self.budget = budget
        self.finish = finish
        self.notify = notify
        self.made: tuple[Trial, bool] | None = None
        choices = pareto(sensitivities(graph, calibration, self.inputs, (Precision.INT4, Precision.INT8)))
        notify(_table(choices))
        self.front = [Trial(self, choice) for choice in choices]

    def quantized(self, choice: Choice) -> Graph:
        """The integer graph of a choice."""
        options = replace(self.options, layers=choice.by_layer())
        return quantize_calibrated(self.graph, self.calibration, self.inputs, options)

    def fits(self, trial: Trial, slower: bool = False) -> bool:
        """Whether the flash suffices."""
        return self.budget.flash is None or trial.flash(slower) <= self.budget.flash

    def keeps(self, trial: Trial) -> bool:
        """Whether the loss is allowed."""
        return self.budget.drop is None or trial.drop <= self.budget.drop

    def quick(self) -> Trial | None:
        """The most accurate choice that fits in its quick build, if its loss is allowed.

        Without a limit on flash, the smallest whose loss is allowed.
        """
        if self.budget.flash is None:
            return self.smallest_kept()
        at = self.largest_fitting(self.budget.flash)
        if at is None or self.keeps(self.front[at]):
            return None if at is None else self.front[at]
        wide = self.widened(self.front[at])
        return wide if self.fits(wide) and self.keeps(wide) else None

    def largest_fitting(self, limit: int) -> int | None:
        """The position of the largest choice whose quick build fits, by bisection; None when none is found."""
        low, high = 0, len(self.front) - 1
        if self.fits(self.front[high]):
            return high
        if not self.fits(self.front[low]):
            return None
        for _ in range(ATTEMPTS):
            near = self.front[high]
            last = self._room_under(limit, near, low, high)
            middle = max(low + 1, min(last if last is not None else low + 1, high - 1))
            if high - low <= 1:
                break
            if self.fits(self.front[middle]):
                low = middle
                if self._room_under(limit, self.front[middle], middle + 1, high) is None:
                    break
            else:
                high = middle
        return low

    def _room_under(self, limit: int, near: Trial, start: int, end: int) -> int | None:
        """The largest of the choices ``start..end`` that fits if its code takes what that of ``near`` does."""
        room = limit - (near.flash() - near.choice.nbytes)
        fitting = [i for i in range(start, end) if self.front[i].choice.nbytes <= room]
        return fitting[-1] if fitting else None

    def smallest_kept(self) -> Trial | None:
        """The choice of fewest constants whose loss is allowed, by bisection; None when none is."""
        if self.keeps(self.front[0]):
            return self.front[0]
        low, high = 1, len(self.front) - 1
        while low < high:
            middle = (low + high) // 2
            if self.keeps(self.front[middle]):
                high = middle
            else:
                low = middle + 1
        if high > 0 and self.keeps(self.front[high]):
            return self.front[high]
        wide = self.widened(self.front[-1])
        return wide if self.keeps(wide) else None

    def widened(self, trial: Trial) -> Trial:
        """The same weights with int16 activations in the layers that are int8."""
        layers = tuple((n, Precision.INT16 if p is Precision.INT8 else p) for n, p in trial.choice.layers)
        return Trial(self, replace(trial.choice, layers=layers))

    def kept(self) -> Iterator[Trial]:
        """Choices whose loss is allowed, the smallest first."""
        smallest = self.smallest_kept()
        if smallest is None:
            return
        yield smallest
        for trial in self.front[self.front.index(smallest) + 1 :] if smallest in self.front else ():
            if self.keeps(trial):
                yield trial

    def smaller(self) -> tuple[Trial, bool]:
        """A choice that meets the budget in any build; the flag says whether a slower one is needed.

        Raises:
            DoesNotFit: none was found; the sentence names the nearest budget that something meets.
        """
        tried = [trial for _, trial in zip(range(SLOWER), self.kept(), strict=False)]
        quick = [t for t in tried if self.fits(t)]
        if quick:
            return min(quick, key=lambda t: (t.drop, t.choice.error)), False
        for trial in tried:
            if self.fits(trial, slower=True):
                return self.roomier(trial), True
        if tried:
            near = min(tried, key=lambda t: t.least)
        else:
            near = min((*self.front[:1], *self.front[-1:]), key=lambda t: t.drop)
        remedy = f"the nearest is --max-flash {near.least}"
        remedy += f" --max-drop {max(near.drop, 0.0):.2f}" if self.budget.drop is not None else ""
        raise DoesNotFit(f"no choice of int4 and int8 layers meets {self.budget.text()} in any build; {remedy}")


    def roomier(self, trial: Trial) -> Trial:
        """The largest choice that the flash left by a slower build has room for, if it is not slower still."""
        found = trial.built(slower=True)
        room = (self.budget.flash or 0) - found.flash
        larger = [t for t in self.front if trial.choice.nbytes < t.choice.nbytes <= trial.choice.nbytes + room]
        if room < ROOM * found.flash or not larger or not self.keeps(larger[-1]):
            return trial
        best = larger[-1]
        quick = self.fits(best, slower=True) and best.built(slower=True).instructions <= found.instructions
        return best if quick and best.drop <= trial.drop else trial


def search(
    graph: Graph, samples: Samples, measured: Samples, options: QuantizeOptions, budget: Budget, finish: Finish,
    notify: Notify, progress: Progress = silent,
) -> Mapping[str, Any]:  # fmt: skip
    """The folder of the most accurate choice within the flash, or of the smallest within the drop.

    Quick builds are preferred; when none meets the budget, the smallest choice within the drop is generated again in
    smaller, slower builds.

    Args:
        graph: the float graph.
        samples: calibration samples.
        measured: samples that the loss is measured on.
        options: calibrator and the like; the scheme is not looked at.
        budget: the limits.
        finish: generates the folder for an integer graph; the last call's folder stays.
        notify: called with the front and the choice.
        progress: called after every group of calibration samples.

    Raises:
        DoesNotFit: nothing meets the budget; the sentence names the nearest budget that something meets.
    """
    graph = prepared(graph, samples.inputs)
    calibration = calibrate(graph, samples.inputs, options.calibrator, progress)
    loss = Loss(graph, measured)
    run = _Search(graph, samples, calibration, loss, options, budget, finish, notify)
    trial, slower = run.quick(), False
    if trial is None:
        trial, slower = run.smaller()
    found = trial.built(slower)
    names = [f"{name} {p.value}" for name, p in trial.choice.layers if p is not Precision.INT8]
    what = ", ".join(names) or "all int8"
    notify([f"chosen: {found.flash} bytes of flash, {loss.text(trial.drop)}; {what}"])
    return found.report


def _table(front: Sequence[Choice]) -> list[str]:
    """The front in a few lines."""
    step = max(1, (len(front) + SHOWN - 1) // SHOWN)
    shown = sorted({*range(0, len(front), step), len(front) - 1})
    lines = ["best choices of int4 and int8 layers (bytes of constants, predicted disturbance of the outputs):"]
    for i in shown:
        four = sum(p is Precision.INT4 for _, p in front[i].layers)
        lines.append(f"  {front[i].nbytes:8d}  {front[i].error:.2e}  int4 layers: {four} of {len(front[i].layers)}")
    return lines
