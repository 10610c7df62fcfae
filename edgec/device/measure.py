"""Measurements of a model on a device: ticks of its timer as cycles, instructions or time, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from edgec.codegen.emit.runner import TickUnit, TimerKind
from edgec.converter.graph.errors import ToolFailed
from edgec.device.board import Board, Hello, LayerTicks, Ran


@dataclass(frozen=True)
class DeviceMeasurement:
    """Means over samples, in the unit of ``hello``: the whole, its layers, and what is outside of them.

    ``layers`` is empty where the model's code was compiled without the hooks; ``stack`` in bytes, None where it was not
    measured.
    """

    hello: Hello
    samples: int
    whole: float
    layers: tuple[float, ...]
    outside: float
    stack: int | None

    @property
    def deeper(self) -> bool:
        """Whether all of the painted stack was used, so that its depth is a lower bound only."""
        return self.stack is not None and self.stack >= self.hello.stack_painted


def measured(board: Board, samples: Sequence[bytes]) -> DeviceMeasurement:
    """Run each sample twice: the whole without a look at the timer inside, then with the hooks around the layers.

    Raises:
        ToolFailed: the device has no timer, or does not answer.
        UsageError: as ``Board.run``.
    """
    hello = board.hello
    if hello.timer is TimerKind.NONE:
        raise ToolFailed(
            "the device has no free timer that the runner knows; define EDGEC_RUNNER_TICKS and EDGEC_RUNNER_TICK_HZ "
            "(edgec_runner_timer.h)"
        )
    runs = [(board.run(sample), board.run(sample, layers=True)) for sample in samples]
    hooked = all(layer.parts for layer in runs[0][1].layers)
    count = len(runs)
    return DeviceMeasurement(
        hello,
        count,
        float(sum(_whole(hello, plain, parts) for plain, parts in runs) / count),
        tuple(_net(hello, [r.layers[i] for _, r in runs]) for i in range(hello.layers * hooked)),
        _net(hello, [r.between for _, r in runs]),
        max(plain.stack for plain, _ in runs) if hello.stack_painted else None,
    )


def _net(hello: Hello, runs: Sequence[LayerTicks]) -> float:
    """The mean of a layer without what its hooks take, in the device's unit.

    A single run of a small layer may be less than its hooks by the timer's resolution: only the mean is held to 0.
    """
    ticks = sum((run.ticks - run.parts * hello.hook_ticks for run in runs), Fraction(0))
    return float(max(ticks, Fraction(0)) * hello.scale / len(runs))


def _whole(hello: Hello, plain: Ran, parts: Ran) -> Fraction:
    """A run without hooks; the passes of a timer that is too short for it are those of the sum of its layers."""
    around = 1 << hello.bits
    total = sum(layer.ticks for layer in parts.layers) + parts.between.ticks
    passes = max(round((total - plain.ticks) / around), 0)
    return (plain.ticks + passes * around) * hello.scale


def suffix(unit: TickUnit) -> str:
    """Return the heading of a column of figures in a unit."""
    return {TickUnit.CYCLES: "cycles", TickUnit.INSTRUCTIONS: "instructions", TickUnit.NANOSECONDS: "ns"}[unit]
