"""``edgec profile --trace``: what a program that ran elsewhere costs on a target, from the blocks that it executed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgec.commands.profile import energy_uj, estimate, latency_ms
from edgec.console.tables import Shown, Table, columns
from edgec.settings.values import ProfileOptions
from edgec.targets.machine.flash import flash_timing
from edgec.targets.machine.mix import Mix
from edgec.targets.machine.profile import Cost, cost_of
from edgec.targets.machine.trace import price_trace, read_trace
from edgec.targets.reader import Target, load_target

DEFAULT_TARGET = "cortex-m4"


@dataclass(frozen=True, repr=False)
class TraceProfile(Shown):
    """The cost of each phase of a trace, and of all; figures are means over its inferences."""

    target: Target
    inferences: int
    phases: tuple[tuple[str, Cost], ...]
    total: Cost
    mix: tuple[tuple[str, int, float], ...]
    clock_hz: float

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``profile --trace --json``; those of a folder's profile have the same names."""
        return {
            "target": self.target.name,
            "inferences": self.inferences,
            **_keys(self.total),
            "clock_hz": self.clock_hz or None,
            "latency_ms_estimate": latency_ms(self.total, self.clock_hz),
            "energy_uj_estimate": energy_uj(self.total, self.target),
            "energy_source": self.target.energy_source or None,
            "mix": {name: {"instructions": n, "cycles_estimate": round(cycles)} for name, n, cycles in self.mix},
            "phases": [{"name": name, **_keys(cost)} for name, cost in self.phases],
        }

    def table(self) -> Table:
        """The text form: a row for each phase, and the sum."""
        whole = self.total.instructions or 1
        rows = [(name, f"{cost.instructions / whole:.1%}", *_figures(cost)) for name, cost in self.phases]
        heads = ("phase", "share", "instructions", "cycles (est.)", "waiting (est.)")
        return Table(columns(*heads, right=(1, 2, 3, 4)), (*rows, ("total", "100.0%", *_figures(self.total))))

    def mix_table(self) -> Table:
        """The same for the classes of instructions."""
        rows = tuple((name, f"{n:,}", f"{cycles:,.0f}") for name, n, cycles in self.mix)
        return Table(columns("class", "instructions", "cycles (est.)", right=(1, 2)), rows)

    def summary(self) -> str:
        """Latency, energy and what the figures are."""
        return estimate(self.total, self.target, self.clock_hz)


def profile_trace(file: Path, options: ProfileOptions) -> TraceProfile:
    """Price a block trace for a target.

    Args:
        file: the trace (``targets.machine.trace`` has its form).
        options: target (``cortex-m4`` where none is given) and clock.

    Raises:
        UsageError: the file is no trace, its code none of the target's core, or the target states no costs.
        ToolchainMissing: the target's compiler, whose disassembler is used, is not installed.
    """
    trace, target = read_trace(file), load_target(options.target or DEFAULT_TARGET)
    mixes, whole = price_trace(trace, target), Mix.empty()
    waits, count = flash_timing(target) is not None, trace.inferences
    for mix in mixes:
        whole.merge(mix)
    phases = [
        (phase.name or "-", cost_of(mix, count, True, waits)) for phase, mix in zip(trace.phases, mixes, strict=True)
    ]
    kinds = sorted(whole.instructions.items(), key=lambda item: -item[1])
    mix_rows = tuple((k.value, round(n / count), whole.cycles[k] / count) for k, n in kinds)
    clock = options.clock * 1e6 if options.clock is not None else float(target.clock_hz)
    return TraceProfile(target, count, tuple(phases), cost_of(whole, count, True, waits), mix_rows, clock)


def _keys(cost: Cost) -> dict[str, Any]:
    return {
        "instructions": cost.instructions,
        "cycles_estimate": cost.cycles,
        "fetch_cycles_estimate": cost.fetch,
        "constant_cycles_estimate": cost.constants,
    }


def _figures(cost: Cost) -> tuple[str, ...]:
    waits = None if cost.fetch is None or cost.constants is None else cost.fetch + cost.constants
    return (f"{cost.instructions:,}", f"{cost.cycles:,}", "-" if waits is None else f"{waits:,}")
