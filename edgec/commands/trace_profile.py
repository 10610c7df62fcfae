"""``edgec profile --trace``: what a program that ran elsewhere costs on a target, from the blocks that it executed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgec.commands.profile import energy_uj, estimate, latency_ms, mix_json, mix_table
from edgec.console.tables import Shown, Table, columns
from edgec.converter.graph.errors import UsageError
from edgec.settings.values import ProfileOptions
from edgec.targets.machine.mix import Mix
from edgec.targets.machine.profile import Cost, Profile, mean_profile
from edgec.targets.machine.trace import price_trace, read_trace
from edgec.targets.reader import Target, load_target

DEFAULT_TARGET = "cortex-m4"


@dataclass(frozen=True, repr=False)
class TraceProfile(Shown):
    """The cost of each phase of a trace, and of all; figures are means over its inferences."""

    target: Target
    inferences: int
    names: tuple[str, ...]
    profile: Profile
    clock_hz: float

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``profile --trace --json``; those of a folder's profile have the same names."""
        total = self.profile.total
        return {
            "target": self.target.name,
            "inferences": self.inferences,
            **_keys(total),
            "clock_hz": self.clock_hz or None,
            "latency_ms_estimate": latency_ms(total, self.clock_hz),
            "energy_uj_estimate": energy_uj(total, self.target),
            "energy_source": self.target.energy_source or None,
            "mix": mix_json(self.profile),
            "phases": [{"name": name, **_keys(cost)} for name, cost in self._phases],
        }

    def table(self) -> Table:
        """The text form: a row for each phase, and the sum."""
        total = self.profile.total
        whole = total.instructions or 1
        rows = [(name, f"{cost.instructions / whole:.1%}", *_figures(cost)) for name, cost in self._phases]
        heads = ("phase", "share", "instructions", "cycles (est.)", "waiting (est.)")
        return Table(columns(*heads, right=(1, 2, 3, 4)), (*rows, ("total", "100.0%", *_figures(total))))

    def mix_table(self) -> Table:
        """The same for the classes of instructions."""
        return mix_table(self.profile)

    def summary(self) -> str:
        """Latency, energy and what the figures are."""
        return estimate(self.profile.total, self.target, self.clock_hz)

    @property
    def _phases(self) -> list[tuple[str, Cost]]:
        return list(zip(self.names, self.profile.layers, strict=True))


def profile_trace(file: Path, options: ProfileOptions) -> TraceProfile:
    """Price a block trace for a target.

    Args:
        file: the trace (``targets.machine.trace`` has its form).
        options: target (``cortex-m4`` where none is given) and clock.

    Raises:
        UsageError: the file is no trace, its code none of the target's core, the target states no costs, or options
            ask for a device or for samples, which a trace does not run.
        ToolchainMissing: the target's compiler, whose disassembler is used, is not installed.
    """
    given = {"port": options.port is not None, "samples": options.samples != 1}
    for name in (name for name, is_given in given.items() if is_given):
        raise UsageError(f"--{name}: not used by a trace, which holds what a program has run; leave it out")
    trace, target = read_trace(file), load_target(options.target or DEFAULT_TARGET)
    mixes = price_trace(trace, target)
    mean = mean_profile(mixes, Mix.total_of(mixes), trace.inferences, target)
    clock = options.clock * 1e6 if options.clock is not None else float(target.clock_hz)
    names = tuple(phase.name or "-" for phase in trace.phases)
    return TraceProfile(target, trace.inferences, names, mean, clock)


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
