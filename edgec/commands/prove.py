"""``edgec prove``: a folder's arithmetic equals its formulas for all values, and its plain C has no run-time error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgec.converter.graph.errors import AccuracyGate, ToolchainMissing
from edgec.folder import open_checked
from edgec.proof.eva import run_time_errors
from edgec.proof.findings import Proof, Runtime, Unproven
from edgec.proof.forms import prove_forms
from edgec.tables import Table, columns

FORMS, RUNTIME = "forms", "runtime"
PARTS = (FORMS, RUNTIME)
SHOWN = 3

Notify = Callable[[Sequence[str]], None]
Step = Callable[[int, int], None]


@dataclass(frozen=True)
class Proven:
    """The outcome of both parts; ``runtime`` is None when it was not looked at."""

    forms: tuple[Proof, ...]
    runtime: Runtime | None
    unproven: tuple[Unproven, ...]

    @property
    def failures(self) -> tuple[str, ...]:
        """A sentence for each form that is not proven, and for each alarm without an explanation."""
        forms = [f"{p.where}: {p.form} is not proven: {p.detail}" for p in self.forms if not p.proven]
        alarms = [a.sentence for a in (self.runtime.alarms if self.runtime else ()) if not a.explanation]
        return (*forms, *alarms)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``prove --json``."""
        return {
            "proven": not self.failures and not self.unproven,
            "forms": [asdict(p) for p in self.forms],
            "runtime": asdict(self.runtime) if self.runtime else None,
            "unproven": [asdict(u) for u in self.unproven],
        }

    def table(self) -> Table:
        """The text form: a row for each form, and for the run-time errors."""
        rows: list[tuple[str, ...]] = [
            (p.form, p.where, p.range, p.method, "proven" if p.proven else "NOT PROVEN", f"{p.seconds:.1f}")
            for p in self.forms
        ]
        if self.runtime is not None:
            open_alarms = sum(not a.explanation for a in self.runtime.alarms)
            said = f"{len(self.runtime.alarms)} alarms, {open_alarms} unexplained"
            where = f"{self.runtime.functions} functions"
            taken = f"{self.runtime.seconds:.1f}"
            rows.append(("no run-time error", where, "any input", self.runtime.tool, said, taken))
        return Table(columns("form", "layers", "range", "method", "result", "seconds", right=(5,)), tuple(rows))

    def raise_on_failure(self) -> None:
        """Raise when anything is not proven that was looked at, or that was asked for and could not be.

        Raises:
            AccuracyGate: a form is not proven, or an alarm has no explanation.
            ToolchainMissing: a part was asked for whose tool is missing.
        """
        if self.failures:
            more = f"; and {len(self.failures) - SHOWN} more" if len(self.failures) > SHOWN else ""
            raise AccuracyGate("; ".join(self.failures[:SHOWN]) + more)
        for part in self.unproven:
            if part.asked:
                raise ToolchainMissing(part.reason)


def prove(
    folder: Path,
    only: str | None = None,
    notify: Notify = lambda _: None,
    target: str | None = None,
    *,
    timeout: float = 600.0,
    allow_edited: bool = False,
    step: Step = lambda _done, _total: None,
) -> Proven:
    """Prove a generated folder.

    Args:
        folder: made by ``edgec convert``.
        only: "forms" or "runtime" for one part; None for both.
        notify: called with messages for the user.
        target: name or file of the target; None for the one the folder was made for.
        timeout: seconds for each part.
        allow_edited: go on when files of the folder were changed.
        step: called with how many of how many layers are done.

    Raises:
        UsageError: the folder is unusable, or files of it were changed.
    """
    out = open_checked(folder, target, allow_edited, notify)
    forms: tuple[Proof, ...] = ()
    runtime: Runtime | None = None
    unproven: list[Unproven] = []
    if only in (None, FORMS):
        try:
            forms = prove_forms(out, timeout, step)
        except ToolchainMissing as e:
            unproven.append(Unproven(FORMS, str(e), asked=True))
    if only in (None, RUNTIME):
        try:
            runtime = run_time_errors(out, timeout)
        except ToolchainMissing as e:
            unproven.append(Unproven(RUNTIME, str(e), asked=only == RUNTIME))
    notify([f"{u.part} not proven: {u.reason}" for u in unproven if not u.asked])
    return Proven(forms, runtime, tuple(unproven))
