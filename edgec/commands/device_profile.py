"""``edgec profile --port``: what an inference takes on a device, per layer, beside the estimates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgec.codegen.emit.runner import TickUnit
from edgec.commands.places import board_of
from edgec.commands.profile import random_inputs
from edgec.console.tables import Column, Shown, Table, full_name
from edgec.converter.graph.work import Notify
from edgec.device.measure import DeviceMeasurement, measured, suffix
from edgec.folder.read import open_checked
from edgec.reports import Report
from edgec.settings.values import ProfileOptions
from edgec.targets import energy
from edgec.targets.machine.bench import sample_bytes
from edgec.targets.reader import Target

LONG_LAYER = 0.5  # of a pass of the timer: a layer that is estimated to be longer may be more than one
STALE = "the layers sum to {sum:,.0f}, the whole run to {whole:,.0f} {unit}: interrupts or other tasks ran in between"
ONE_PERCENT = 0.01


@dataclass(frozen=True)
class DeviceProfile(Shown):
    """A measurement on a device, with the estimates that it is compared with."""

    target: Target
    report: Report
    measurement: DeviceMeasurement
    clock_hz: float

    @property
    def unit(self) -> str:
        """The unit of all figures."""
        return suffix(self.measurement.hello.unit)

    @property
    def latency_ms(self) -> float | None:
        """Time of one inference; None of instructions, and of cycles without a clock."""
        if self.measurement.hello.unit is TickUnit.NANOSECONDS:
            return self.measurement.whole / 1e6
        if self.measurement.hello.unit is TickUnit.CYCLES and self.clock_hz:
            return self.measurement.whole / self.clock_hz * 1e3
        return None

    @property
    def energy_uj(self) -> float | None:
        """Energy of one inference, where the target states energy per cycle, or current and voltage."""
        each = self.target.cycle_nanojoules
        if each is None or self.latency_ms is None:
            return None
        if self.measurement.hello.unit is TickUnit.CYCLES:
            return self.measurement.whole * each / 1e3
        return self.latency_ms * self.clock_hz * each / 1e6 if self.clock_hz else None

    @property
    def estimates(self) -> tuple[float | None, ...]:
        """Each layer's estimate in the unit of the figures."""
        factor = self._factor
        known = (layer.instructions for layer in self.report.layers)
        return tuple(None if n is None or factor is None else n * factor for n in known)

    @property
    def _factor(self) -> float | None:
        """The factor from estimated instructions to the unit of the figures."""
        if self.measurement.hello.unit is TickUnit.INSTRUCTIONS:
            return 1.0
        costs = self.target.cycles
        mean = (
            None
            if costs is None
            else costs.mean_float
            if self.report.scheme.startswith("float")
            else costs.mean_integer
        )
        if mean is None or self.measurement.hello.unit is TickUnit.CYCLES:
            return mean
        return mean / self.clock_hz * 1e9 if self.clock_hz else None

    @property
    def notices(self) -> Iterator[str]:
        """Yield the notices that belong to the figures."""
        m, layers = self.measurement, sum(self.measurement.layers) + self.measurement.outside
        if not m.layers:
            yield (
                "the layers are not measured: the model's code has no hooks; compile it with '-include "
                "edgec_runner_hooks.h'"
            )
        elif abs(layers - m.whole) > ONE_PERCENT * m.whole:
            yield STALE.format(sum=layers, whole=m.whole, unit=self.unit)
        if m.deeper:
            yield f"the stack is at least {m.stack:,} bytes, all that is painted; set EDGEC_RUNNER_STACK higher"
        limit = LONG_LAYER * (1 << m.hello.bits) * float(m.hello.scale)
        for layer, estimate in zip(self.report.layers, self.estimates, strict=True):
            if estimate is not None and estimate > limit:
                yield f"layer {full_name(layer.name)} may be longer than a pass of the timer, then counts too little"

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``profile --port --json``."""
        m = self.measurement
        rows = zip(self.report.layers, m.layers or [None] * len(self.report.layers), self.estimates, strict=True)
        return {
            "target": self.target.name,
            "samples": m.samples,
            "measured_unit": self.unit,
            "timer": m.hello.timer.name.lower(),
            "measured": m.whole,
            "outside_of_layers": m.outside if m.layers else None,
            "stack_bytes": m.stack,
            "stack_estimate": self.report.ram.stack,
            "clock_hz": self.clock_hz or None,
            "latency_ms": self.latency_ms,
            "energy_uj": self.energy_uj,
            "energy_source": self.target.energy_source or None,
            "layers": [
                {"name": layer.name, "op": layer.op, "kernel": layer.kernel, "measured": got, "estimate": estimate}
                for layer, got, estimate in rows
            ],
        }

    def table(self) -> Table:
        """The text form: a row for each layer, what is outside of them, and the whole."""
        m, unit = self.measurement, self.unit
        columns = (
            Column("#", right=True),
            Column("layer", code=True),
            Column("op", spare=3),
            Column("kernel", spare=1, code=True),
            Column("share", right=True),
            Column(unit, right=True),
            Column(f"{unit} (est.)", right=True, spare=2),
            Column("ratio", right=True),
        )
        rows = []
        for i, (layer, estimate) in enumerate(zip(self.report.layers, self.estimates, strict=True)):
            got = m.layers[i] if m.layers else None
            rows.append((str(i), full_name(layer.name), layer.op, layer.kernel, *self._figures(got, estimate)))
        if m.layers:
            rows.append(("", "outside of layers", "", "", *self._figures(m.outside, None)))
        whole = [e for e in self.estimates if e is not None]
        rows.append(("", "total", "", "", *self._figures(m.whole, sum(whole) if whole else None)))
        return Table(columns, tuple(rows))

    def _figures(self, got: float | None, estimate: float | None) -> tuple[str, ...]:
        if got is None:
            return ("-", "-", _number(estimate), "-")
        ratio = f"{got / estimate:.2f}" if estimate else "-"
        return (f"{got / (self.measurement.whole or 1):.1%}", _number(got), _number(estimate), ratio)

    def summary(self) -> str:
        """Latency, energy and stack."""
        lines = []
        if self.latency_ms is not None:
            clock = f" at {self.clock_hz / 1e6:g} MHz" if self.clock_hz else ""
            lines.append(f"latency  {self.latency_ms:.3f} ms{clock}")
        if self.energy_uj is not None:
            lines.append(f"energy   {self.energy_uj:.1f} uJ ({energy.basis(self.target)})")
        if self.measurement.stack is not None:
            estimate = self.report.ram.stack
            told = "unknown" if estimate is None else f"{estimate:,} bytes"
            more = "at least " if self.measurement.deeper else ""
            lines.append(f"stack    {more}{self.measurement.stack:,} bytes (computed: {told})")
        return "\n".join(lines)


def profile_device(folder: Path, options: ProfileOptions, notify: Notify = lambda _: None) -> DeviceProfile:
    """Measure a folder's model on a device, on seeded random samples.

    Args:
        folder: made by ``edgec convert``.
        options: as the command line has them; ``port`` is given.
        notify: called with messages for the user.

    Raises:
        UsageError: the folder or the port is unusable, or the device runs another model.
        ToolchainMissing: pyserial is not installed.
        ToolFailed: the device does not answer, or has no timer.
    """
    out = open_checked(folder, options.target, options.allow_edited, notify)
    rows = sample_bytes(out.model, random_inputs(out.graph, options.samples))
    with board_of(out, options.port, options.baud, options.timeout) as board:
        measurement = measured(board, [row.tobytes() for row in rows])
    clock = (
        options.clock * 1e6 if options.clock is not None else float(measurement.hello.clock_hz or out.target.clock_hz)
    )
    made = DeviceProfile(out.target, out.report, measurement, clock)
    notify(tuple(made.notices))
    return made


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"
