"""Mixed precision within a budget: choices from the front of predicted best ones, each generated and measured.

The solver's predictions order the choices; whether one meets the budget is measured: flash and RAM on the compiled
folder, the loss of accuracy in the simulator, whose bytes are the device's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np

from edgec.converter.errors import DoesNotFit
from edgec.converter.fixed_point import quantize_array
from edgec.converter.ir import Array, Graph
from edgec.data import Samples
from edgec.quantize.accuracy import mean_squared_error, top1
from edgec.quantize.calibrate import Calibration, Progress, calibrate, silent
from edgec.quantize.mixed import Choice, pareto, sensitivities
from edgec.quantize.ptq import prepared, quantize_calibrated
from edgec.quantize.scheme import Precision, QuantizeOptions
from edgec.quantize.simulate import run_float, simulate, to_real

Notify = Callable[[Sequence[str]], None]
SHOWN = 8  # choices of the front that are printed
ATTEMPTS = 8  # choices that are generated and measured
EXACT = 9  # decimals of a loss: shares of samples are not exact in binary, one of a hundred is one point


@dataclass(frozen=True)
class Budget:
    """Limits; None where there is none.  ``drop`` is in points: of top-1, else of relative error in percent."""

    flash: int | None
    ram: int | None
    drop: float | None


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


Finish = Callable[[Graph, str], Found]


@dataclass(frozen=True)
class Trial:
    """A choice with what was measured of it."""

    choice: Choice
    found: Found
    drop: float


class Loss:
    """Measures how much accuracy a graph loses against the float model."""

    def __init__(self, graph: Graph, samples: Samples) -> None:
        self.samples = samples
        self.reference = run_float(graph, samples.inputs)[0].reshape(samples.count, -1)
        self.labels = samples.labels if self.reference.shape[1] > 1 else None

    def of(self, graph: Graph) -> float:
        """Points of top-1 lost; without labels the root mean squared error in percent of the signal."""
        now = simulated(graph, self.samples.inputs)[0].reshape(self.samples.count, -1)
        if self.labels is not None:
            return round(100 * (top1(self.reference, self.labels) - top1(now, self.labels)), EXACT)
        signal = float(np.mean(self.reference.astype(np.float64) ** 2))
        return 100 * sqrt(mean_squared_error(self.reference, now) / max(signal, 1e-30))


def simulated(graph: Graph, inputs: Sequence[Array]) -> list[Array]:
    """Real outputs of an integer graph for real inputs."""
    tensors = [graph.tensors[i] for i in graph.inputs]
    ins = [
        quantize_array(x, t.quant, t.dtype) if t.quant is not None and x.dtype.kind == "f" else x
        for x, t in zip(inputs, tensors, strict=True)
    ]
    return [to_real(y, graph.tensors[o]) for y, o in zip(simulate(graph, ins), graph.outputs, strict=True)]


class _Search:
    def __init__(
        self, graph: Graph, samples: Samples, calibration: Calibration, loss: Loss, options: QuantizeOptions,
        finish: Finish, notify: Notify,
    ) -> None:  # fmt: skip
        self.graph = graph
        self.inputs = list(samples.inputs)
        self.calibration = calibration
        self.loss = loss
        self.options = options
        self.finish = finish
        self.notify = notify
        self.trials: dict[int, Trial] = {}
        self.made = -1

    def front(self, kinds: Sequence[Precision]) -> tuple[Choice, ...]:
        """The best choices, smallest first."""
        return pareto(sensitivities(self.graph, self.calibration, self.inputs, kinds))

    def attempt(self, at: int, choice: Choice) -> Trial:
        """Generate and measure one choice of the front."""
        if at not in self.trials:
            options = replace(self.options, layers=choice.by_layer())
            graph = quantize_calibrated(self.graph, self.calibration, self.inputs, options)
            found = self.finish(graph, "mixed")
            self.trials[at] = Trial(choice, found, self.loss.of(found.graph))
            self.made = at
            done = self.trials[at]
            self.notify([f"measured: {done.found.flash} bytes of flash, {done.drop:.2f} points lost"])
        return self.trials[at]

    def fitting(self, budget: Budget) -> Trial | None:
        """Of all that was measured, what meets the budget and loses least."""
        found = [t for t in self.trials.values() if _flash_fits(t, budget) and _drop_fits(t, budget)]
        return min(found, key=lambda t: (t.drop, t.choice.error), default=None)


def search(
    graph: Graph, samples: Samples, measured: Samples, options: QuantizeOptions, budget: Budget, finish: Finish,
    notify: Notify, progress: Progress = silent,
) -> Mapping[str, Any]:  # fmt: skip
    """The folder of the most accurate choice within the flash, or of the smallest within the drop.

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
    graph = prepared(graph)
    calibration = calibrate(graph, samples.inputs, options.calibrator, progress)
    run = _Search(graph, samples, calibration, Loss(graph, measured), options, finish, notify)
    front = run.front((Precision.INT4, Precision.INT8))
    notify(_table(front))
    at = _choose(run, front, budget)
    trial = run.attempt(at, front[at])
    if budget.drop is not None and trial.drop > budget.drop and _flash_fits(trial, budget):
        wide = _wide_choice(run, front[at], budget)
        trial = trial if wide is None else wide
    if not (_flash_fits(trial, budget) and _drop_fits(trial, budget)):
        nearest = _nearest(run, front, budget)
        other = run.fitting(budget)  # the predicted order is not that of the measured bytes
        if other is None:
            raise DoesNotFit(nearest)
        trial = other
    if trial is not run.trials[run.made]:  # another choice was generated last
        finish(trial.found.graph, "mixed")
    names = [f"{name} {p.value}" for name, p in trial.choice.layers if p is not Precision.INT8]
    what = ", ".join(names) or "all int8"
    notify([f"chosen: {trial.found.flash} bytes of flash, {trial.drop:.2f} points lost; {what}"])
    return trial.found.report


def _flash_fits(trial: Trial, budget: Budget) -> bool:
    return budget.flash is None or trial.found.flash <= budget.flash


def _drop_fits(trial: Trial, budget: Budget) -> bool:
    return budget.drop is None or trial.drop <= budget.drop


def _choose(run: _Search, front: Sequence[Choice], budget: Budget) -> int:
    """The front's position to take.

    With a limit on flash the largest choice that fits it, without one the smallest within the drop, by bisection.
    """
    low, high = 0, len(front) - 1
    if budget.flash is not None:
        if _flash_fits(run.attempt(high, front[high]), budget):
            return high
        for _ in range(ATTEMPTS):
            if high - low <= 1:
                break
            last = run.trials[high]
            room = budget.flash - (last.found.flash - last.choice.nbytes)
            fitting = [i for i in range(low, high) if front[i].nbytes <= room]
            middle = max(low + 1, min(fitting[-1] if fitting else low + 1, high - 1))
            if _flash_fits(run.attempt(middle, front[middle]), budget):
                if middle + 1 == high:
                    return middle
                low = middle
                nearer = run.trials[middle]
                room = budget.flash - (nearer.found.flash - nearer.choice.nbytes)
                above = [i for i in range(middle + 1, high) if front[i].nbytes <= room]
                if not above:
                    return middle
            else:
                high = middle
        return low
    while low < high and budget.drop is not None:
        middle = (low + high) // 2
        if _drop_fits(run.attempt(middle, front[middle]), budget):
            high = middle
        else:
            low = middle + 1
    return high


def _wide_choice(run: _Search, choice: Choice, budget: Budget) -> Trial | None:
    """The same weights with int16 activations in the layers that stay int8; None when that does not fit either."""
    layers = tuple((n, Precision.INT16 if p is Precision.INT8 else p) for n, p in choice.layers)
    trial = run.attempt(-1, replace(choice, layers=layers))
    return trial if _flash_fits(trial, budget) and _drop_fits(trial, budget) else None


def _nearest(run: _Search, front: Sequence[Choice], budget: Budget) -> str:
    """One sentence: what was asked for, and the nearest budget that something meets."""
    asked = [f"--max-flash {budget.flash}"] if budget.flash is not None else []
    asked += [f"--max-drop {budget.drop:g}"] if budget.drop is not None else []
    within = Budget(None, budget.ram, budget.drop)
    at = 0 if budget.drop is None else _choose(run, front, within)
    near = run.attempt(at, front[at])
    near = min((t for t in run.trials.values() if _drop_fits(t, within)), key=lambda t: t.found.flash, default=near)
    remedy = f"the nearest is --max-flash {near.found.flash}"
    remedy += f" --max-drop {max(near.drop, 0.0):.2f}" if budget.drop is not None else ""
    return f"no choice of int4 and int8 layers meets {' and '.join(asked)}; {remedy}"


def _table(front: Sequence[Choice]) -> list[str]:
    """The front in a few lines."""
    step = max(1, (len(front) + SHOWN - 1) // SHOWN)
    shown = sorted({*range(0, len(front), step), len(front) - 1})
    lines = ["best choices of int4 and int8 layers (bytes of constants, predicted disturbance of the outputs):"]
    for i in shown:
        four = sum(p is Precision.INT4 for _, p in front[i].layers)
        lines.append(f"  {front[i].nbytes:8d}  {front[i].error:.2e}  int4 layers: {four} of {len(front[i].layers)}")
    return lines
