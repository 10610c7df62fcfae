"""Time and energy of an inference on a target whose clock and cycles are known."""

from __future__ import annotations

from edgec.converter.graph.frozen import dataclass
from edgec.reports.records import Report
from edgec.reports.results import CountedRun, OnDevice

ASIDE = "; without flash wait states and cache misses"
COUNTED = "counted instructions, cycles by instruction mix and order"


@dataclass(frozen=True)
class Latency:
    """Milliseconds at ``clock_hz`` (0: not known), microjoules where the target states them, and what both are from."""

    milliseconds: float
    microjoules: float | None
    clock_hz: float
    basis: str
    measured: bool = False

    @property
    def clock_text(self) -> str:
        """The clock, and whether it is an estimate."""
        clock = f"at {self.clock_hz / 1e6:g} MHz, " if self.clock_hz else ""
        return f"{clock}{'measured' if self.measured else 'estimated'}"


def latency(report: Report, counted: CountedRun | None = None, device: OnDevice | None = None) -> Latency | None:
    """Return the latency: measured on a device, else from counted instructions, else from the report's estimate.

    None without clock or cycles.
    """
    machine = report.machine
    if device is not None and device.latency_ms is not None:
        basis = f"measured on a device, by its {device.timer} timer"
        return Latency(device.latency_ms, device.energy_uj, device.clock_hz or 0.0, basis, measured=True)
    if counted is not None and counted.latency_ms_estimate is not None and counted.clock_hz:
        basis = COUNTED + (ASIDE if counted.fetch_cycles_estimate is None else " and by the flash")
        return Latency(counted.latency_ms_estimate, counted.energy_uj_estimate, counted.clock_hz, basis)
    if machine is None or machine.cycles is None or not machine.clock_hz or not report.instructions:
        return None
    costs = machine.cycles
    mean = costs.mean_float if report.scheme.startswith("float") else costs.mean_integer
    if mean is None:
        return None
    cycles, each = report.instructions * mean, machine.cycle_nanojoules
    energy = None if each is None else cycles * each / 1e3
    basis = f"estimated instructions, {mean:g} cycles each{ASIDE}"
    return Latency(cycles / machine.clock_hz * 1e3, energy, float(machine.clock_hz), basis)
