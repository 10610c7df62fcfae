"""``edgec profile``: what an inference costs on the target, per layer, without a board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from edgec.console.tables import Column, Shown, Table, columns, full_name
from edgec.converter.graph.errors import printable
from edgec.converter.graph.ir import Array, Graph
from edgec.converter.graph.work import Notify
from edgec.folder.read import open_checked
from edgec.reports.records import LayerCost
from edgec.samples.data import InputSpec, random_samples, source_shape, to_device
from edgec.targets import energy
from edgec.targets.machine.profile import Cost, Profile, profile_model
from edgec.targets.reader import Target

UNHELD = "; not compared with boards"
COLUMNS = (
    Column("#", right=True),
    Column("layer", code=True),
    Column("op", spare=3),
    Column("kernel", spare=1, code=True),
    Column("share", right=True),
    Column("instructions", right=True),
    Column("cycles (est.)", right=True, spare=2),
    Column("MACs", right=True, spare=5),
    Column("instr/MAC", right=True, spare=4),
)


@dataclass(frozen=True, repr=False)
class ProfileResult(Shown):
    """A profile with what it is measured against."""

    target: Target
    samples: int
    macs: int
    layers: tuple[LayerCost, ...]
    profile: Profile
    clock_hz: float

    @property
    def latency_ms(self) -> float | None:
        """Estimated time of one inference; None without a clock or without cycles."""
        return latency_ms(self.profile.total, self.clock_hz)

    @property
    def energy_uj(self) -> float | None:
        """Estimated energy of one inference; None when the target states neither energy nor current."""
        return energy_uj(self.profile.total, self.target)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``profile --json``."""
        total = self.profile.total
        return {
            "target": self.target.name,
            "samples": self.samples,
            "macs": self.macs,
            "instructions": total.instructions,
            "cycles_estimate": total.cycles,
            "fetch_cycles_estimate": total.fetch,
            "constant_cycles_estimate": total.constants,
            "instructions_per_mac": _per_mac(total, self.macs),
            "clock_hz": self.clock_hz or None,
            "latency_ms_estimate": self.latency_ms,
            "energy_uj_estimate": self.energy_uj,
            "energy_source": self.target.energy_source or None,
            "notice": self.profile.notice or None,
            "mix": mix_json(self.profile),
            "layers": [
                {
                    "name": layer.name,
                    "op": layer.op,
                    "kernel": layer.kernel,
                    "macs": layer.macs,
                    "instructions": cost.instructions,
                    "cycles_estimate": cost.cycles,
                    "instructions_per_mac": _per_mac(cost, layer.macs),
                }
                for layer, cost in zip(self.layers, self.profile.layers, strict=True)
            ],
        }

    def table(self) -> Table:
        """The text form: a row for each layer, and the sum."""
        whole = self.profile.total.instructions or 1
        rows = []
        for i, (layer, cost) in enumerate(zip(self.layers, self.profile.layers, strict=True)):
            row = (f"{cost.instructions / whole:.1%}", *_figures(cost, layer.macs))
            rows.append((str(i), full_name(layer.name), layer.op, layer.kernel, *row))
        rows.append(("", "total", "", "", "100.0%", *_figures(self.profile.total, self.macs)))
        return Table(COLUMNS, tuple(rows))

    def mix_table(self) -> Table:
        """The same for the classes of instructions."""
        return mix_table(self.profile)

    def summary(self) -> str:
        """Latency, energy and what the figures are."""
        return estimate(self.profile.total, self.target, self.clock_hz)


def mix_json(measured: Profile) -> dict[str, Any]:
    """Instructions and cycles by class, as JSON has them."""
    return {k.value: {"instructions": c.instructions, "cycles_estimate": c.cycles} for k, c in measured.mix.items()}


def mix_table(measured: Profile) -> Table:
    """Instructions and cycles by class."""
    rows = tuple((k.value, f"{c.instructions:,}", _number(c.cycles)) for k, c in measured.mix.items())
    return Table(columns("class", "instructions", "cycles (est.)", right=(1, 2)), rows)


def estimate(total: Cost, target: Target, clock_hz: float) -> str:
    """The lines below a table of costs: where the cycles go, latency, energy and what the figures are."""
    lines = []
    if total.cycles is not None and total.fetch is not None and total.constants is not None:
        core = total.cycles - total.fetch - total.constants
        lines.append(
            f"cycles   {total.cycles:,} = core {core:,} + waiting for instructions {total.fetch:,} "
            f"and constants {total.constants:,} of the flash (estimate)"
        )
    latency, spent = latency_ms(total, clock_hz), energy_uj(total, target)
    if latency is not None:
        lines.append(f"latency  {latency:.3f} ms at {clock_hz / 1e6:g} MHz (estimate)")
    if spent is not None:
        source = printable(target.energy_source)
        lines.append(f"energy   {spent:.1f} uJ (estimate: {energy.basis(target)}, {source})")
    known = "by instruction mix and order, wait states and flash cache"
    unknown = "by instruction mix and order, without wait states and caches"
    limits = "instructions are exact; cycles, latency and energy are estimates "
    limits += unknown if total.fetch is None else known
    costs = target.cycles
    error = "" if costs is None or total.fetch is None else f"; mean error {costs.error}" if costs.error else UNHELD
    return "\n".join([*lines, f"note     {limits}{error}"])


def latency_ms(total: Cost, clock_hz: float) -> float | None:
    """Estimated time; None without a clock or without cycles."""
    return total.cycles / clock_hz * 1e3 if total.cycles is not None and clock_hz else None


def energy_uj(total: Cost, target: Target) -> float | None:
    """Estimated energy; None when the target states neither energy nor current."""
    each = target.cycle_nanojoules
    return total.cycles * each / 1e3 if total.cycles is not None and each is not None else None


def profile(
    folder: Path,
    target: str | None = None,
    clock_mhz: float | None = None,
    samples: int = 1,
    notify: Notify = lambda _: None,
    plugin: bool = True,
    allow_edited: bool = False,
) -> ProfileResult:
    """Profile a generated folder on seeded random samples.

    Args:
        folder: made by ``edgec convert``.
        target: name or file of the target to profile for; None for the one the folder was made for.
        clock_mhz: clock for the latency; None for the target's own (a bare core has none).
        samples: number of inferences; the figures are means.
        notify: called with messages for the user.
        plugin: False counts with the timer only.
        allow_edited: go on when files of the folder were changed.

    Raises:
        UsageError: the folder is unusable or was changed, or its target is not emulated.
        ToolchainMissing: no compiler or no QEMU.
    """
    out = open_checked(folder, target, allow_edited, notify)
    inputs = random_inputs(out.graph, samples)
    with out.running():
        measured = profile_model(folder, out.bench, out.target, inputs, len(out.report.layers), plugin=plugin)
    if measured.notice:
        notify([measured.notice])
    clock = clock_mhz * 1e6 if clock_mhz is not None else float(out.target.clock_hz)
    return ProfileResult(out.target, samples, out.report.macs, out.report.layers, measured, clock)


def random_inputs(graph: Graph, samples: int) -> list[Array]:
    """Seeded random samples, one array [n, ...] per input, as the device takes them."""
    tensors = [graph.tensors[name] for name in graph.inputs]
    specs = [InputSpec(t.name, source_shape(t), t.dtype, t.quant) for t in tensors]
    arrays = random_samples(specs, samples).inputs
    return [to_device(x, t) for x, t in zip(arrays, tensors, strict=True)]


def _per_mac(cost: Cost, macs: int) -> float | None:
    return round(cost.instructions / macs, 4) if macs else None


def _figures(cost: Cost, macs: int) -> tuple[str, ...]:
    ratio = _per_mac(cost, macs)
    work = (f"{macs:,}", f"{ratio:.2f}") if ratio is not None else ("-", "-")
    return (f"{cost.instructions:,}", _number(cost.cycles), *work)


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"
