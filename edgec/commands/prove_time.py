"""``edgec prove --time``: a run takes as many instructions for all inputs; layers where it does not are named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgec.console.tables import Table, columns
from edgec.converter.graph.errors import AccuracyGate, listed
from edgec.converter.graph.work import Notify
from edgec.folder.read import open_checked
from edgec.proof.steady import InstructionRange, prove_time

MAX_SHOWN_LAYERS = 3
OUTSIDE = "cycles, which values of a division and addresses may change; unaligned buffers; other compilers and options"
"""Outside of what the command looks at."""

Step = Callable[[int, int], None]


@dataclass(frozen=True)
class Timed:
    """The outcome: a row for each layer, and what follows the last one."""

    target: str
    layers: tuple[InstructionRange, ...]

    @property
    def uneven(self) -> tuple[InstructionRange, ...]:
        """Layers whose number of instructions depends on the data."""
        return tuple(row for row in self.layers if not row.reason and not row.steady)

    @property
    def unknown(self) -> tuple[InstructionRange, ...]:
        """Layers whose number of instructions is not known."""
        return tuple(row for row in self.layers if row.reason)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``prove --time --json``; ``least`` and ``most`` are null where a layer is not known."""
        known = not self.unknown
        return {
            "proven": known and not self.uneven,
            "target": self.target,
            "least": sum(row.least for row in self.layers) if known else None,
            "most": sum(row.most for row in self.layers) if known else None,
            "layers": [{**asdict(row), "steady": row.steady} for row in self.layers],
        }

    def table(self) -> Table:
        """The text form: a row for each layer, and their sum."""
        rows = [(row.where, _range(row.least, row.most, row.reason), _why(row)) for row in self.layers]
        if not self.unknown:
            total = sum(row.least for row in self.layers), sum(row.most for row in self.layers)
            rows.append(("total", _range(*total), ""))
        divided = [f"{row.where} ({row.divisions})" for row in self.layers if row.divisions]
        divisions = [
            f"Divisions of values that depend on the data: {listed(divided, MAX_SHOWN_LAYERS, ', ', ' and ')}."
        ]
        return Table(
            columns("layer", "instructions", "depends on the data", right=(1,)),
            tuple(rows),
            notes=(*(divisions if divided else ()), f"Not proven: {OUTSIDE}."),
        )

    def raise_on_failure(self) -> None:
        """Raise when the number depends on the data anywhere, or is not known.

        Raises:
            AccuracyGate: with the layers.
        """
        failures = []
        if self.uneven:
            named = [f"{row.where} ({_range(row.least, row.most)})" for row in self.uneven]
            failures.append(
                f"the number of instructions depends on the data in {listed(named, MAX_SHOWN_LAYERS, ', ', ' and ')}"
            )
        if self.unknown:
            first, count = self.unknown[0], len(self.unknown)
            more = f", nor are {count - 1} layers behind it" if count > 1 else ""
            failures.append(f"layer {first.where} is not covered: {first.reason}{more}")
        if failures:
            raise AccuracyGate("; ".join(failures))


def _range(least: int, most: int, reason: str = "") -> str:
    return "" if reason else f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _why(row: InstructionRange) -> str:
    if row.reason:
        return f"NOT KNOWN: {row.reason}"
    branches = [f"{b.function} ({b.times:,} times, {b.more} more)" for b in row.branches]
    return f"YES: a branch in {listed(branches, MAX_SHOWN_LAYERS, ', ', ' and ')}" if branches else "no"


def prove_steady(
    folder: Path,
    notify: Notify = lambda _: None,
    target: str | None = None,
    *,
    timeout: float = 600.0,
    allow_edited: bool = False,
    step: Step = lambda _done, _total: None,
) -> Timed:
    """Count the instructions of a folder's layers for all inputs.

    Args:
        folder: made by ``edgec convert``.
        notify: called with messages for the user.
        target: name or file of the target; None for the one the folder was made for.
        timeout: seconds; layers that are not executed by then are not known.
        allow_edited: go on when files of the folder were changed.
        step: called with how many of how many layers are done.

    Raises:
        UsageError: the folder is unusable, files of it were changed, or its target is neither a Cortex-M nor RV32.
        ToolchainMissing: no compiler.
    """
    out = open_checked(folder, target, allow_edited, notify)
    return Timed(out.target.name, prove_time(out, None, timeout, step))
