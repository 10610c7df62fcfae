"""``edgec prove``: a folder computes its formulas, refuses what it must, and its plain C has no run-time error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from edgec.console.tables import Table, columns
from edgec.converter.graph.errors import AccuracyGate, ToolchainMissing, listed
from edgec.converter.graph.work import Notify
from edgec.folder.read import OutputFolder, open_checked
from edgec.proof.eva import run_time_errors
from edgec.proof.findings import Proof, Runtime, Unproven
from edgec.proof.forms import prove_forms
from edgec.proof.image import compiled
from edgec.proof.interface import prove_interface
from edgec.proof.solver import need_z3
from edgec.proof.thumb.machine import NotCovered

FORMS, RUNTIME = "forms", "runtime"
PARTS = (FORMS, RUNTIME)
MAX_SHOWN_NAMES = 3

NEVER = (
    "time and stack",
    "other compilers, versions and options",
    "that the model's integers are near its floats (edgec verify compares them)",
)
"""Properties that no part of the command looks at."""

Step = Callable[[int, int], None]


@dataclass(frozen=True)
class Proven:
    """The outcome of all parts; ``runtime`` is None when it was not looked at, ``interface`` holds calls and header."""

    forms: tuple[Proof, ...]
    interface: tuple[Proof, ...]
    runtime: Runtime | None
    unproven: tuple[Unproven, ...]

    @property
    def failures(self) -> tuple[str, ...]:
        """A sentence for each form that is not proven, and for each alarm without an explanation."""
        forms = [f"{p.where}: {p.form} is not proven: {p.detail}" for p in self.forms if not p.proven]
        forms += [f"{p.where}: {p.detail}" for p in self.interface if not p.proven]
        alarms = [a.sentence for a in (self.runtime.alarms if self.runtime else ()) if not a.explanation]
        return (*forms, *alarms)

    @property
    def outside(self) -> tuple[str, ...]:
        """Properties that are not proven: looked at without success, left out, or never proven by this command."""
        layers = [p.where for p in self.forms if not p.proven]
        left = [p.form for p in self.interface if not p.proven]
        if not self.forms:
            left += ["the arithmetic of the layers", "argument checks and header"]
        if self.runtime is None:
            left.append("that there is no run-time error")
        elif self.runtime.replaced:
            libraries = listed(self.runtime.replaced, MAX_SHOWN_NAMES, ", ", " and ")
            left.append(
                f"that the kernels of {libraries} have no run-time error (the same model with plain ones was analysed)"
            )
        return (*(["layers " + listed(layers, MAX_SHOWN_NAMES, ", ", " and ")] if layers else []), *left, *NEVER)

    def as_json(self) -> dict[str, Any]:
        """The stable keys of ``prove --json``."""
        return {
            "proven": not self.failures and not self.unproven,
            "forms": [asdict(p) for p in self.forms],
            "interface": [asdict(p) for p in self.interface],
            "runtime": asdict(self.runtime) if self.runtime else None,
            "unproven": [asdict(u) for u in self.unproven],
            "outside": list(self.outside),
        }

    def table(self) -> Table:
        """The text form: a row for each form, and for the run-time errors."""
        rows: list[tuple[str, ...]] = [
            (p.form, p.where, p.range, p.method, "proven" if p.proven else "NOT PROVEN", f"{p.seconds:.1f}")
            for p in self.forms
        ]
        rows += [
            (p.form, p.where, p.range, p.method, "equal" if p.proven else "NOT EQUAL", f"{p.seconds:.1f}")
            for p in self.interface
        ]
        if self.runtime is not None:
            open_alarms = sum(not a.explanation for a in self.runtime.alarms)
            said = f"{len(self.runtime.alarms)} alarms, {open_alarms} unexplained"
            where = f"{self.runtime.functions} functions"
            taken = f"{self.runtime.seconds:.1f}"
            rows.append(("no run-time error", where, "any input", self.runtime.tool, said, taken))
        return Table(
            columns("form", "layers", "range", "method", "result", "seconds", right=(5,)),
            tuple(rows),
            notes=(f"Not proven: {'; '.join(self.outside)}.",),
        )

    def raise_on_failure(self) -> None:
        """Raise when anything is not proven that was looked at, or that was asked for and could not be.

        Raises:
            AccuracyGate: a form is not proven, or an alarm has no explanation.
            ToolchainMissing: a part was asked for whose tool is missing.
        """
        if self.failures:
            raise AccuracyGate(listed(self.failures, MAX_SHOWN_NAMES, "; ", "; and "))
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
    interface: tuple[Proof, ...] = ()
    runtime: Runtime | None = None
    unproven: list[Unproven] = []
    if only in (None, FORMS):
        try:
            forms, interface = _executed(out, timeout, step)
        except ToolchainMissing as e:
            unproven.append(Unproven(FORMS, str(e), asked=True))
    if only in (None, RUNTIME):
        try:
            runtime = run_time_errors(out, timeout)
        except ToolchainMissing as e:
            unproven.append(Unproven(RUNTIME, str(e), asked=only == RUNTIME))
    notify([f"{u.part} not proven: {u.reason}" for u in unproven if not u.asked])
    return Proven(forms, interface, runtime, tuple(unproven))


def _executed(out: OutputFolder, timeout: float, step: Step) -> tuple[tuple[Proof, ...], tuple[Proof, ...]]:
    """Proofs about the layers, and about calls and header; the folder is compiled once."""
    need_z3()
    try:
        image = compiled(out)
    except NotCovered as e:
        reason = f"not covered: {e}"
        return (Proof("machine code", "all layers", "", "", False, 0.0, reason),), prove_interface(out, None)
    return prove_forms(out, image, timeout, step), prove_interface(out, image)
