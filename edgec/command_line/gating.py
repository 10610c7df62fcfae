"""Gates on the command line: what ``[gates]`` of the settings file asks for, judged, told, and raised when broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from edgec.command_line.settings_file import gates
from edgec.console import terminal
from edgec.reports.checks import Check

if TYPE_CHECKING:
    from edgec.gates.records import Run
    from edgec.reports import Report


@dataclass(frozen=True)
class Judged:
    """The gates of a command: every check, and what they are judged by (``file``)."""

    checks: tuple[Check, ...] = ()
    file: str = ""

    def finish(self, others: Sequence[str] = ()) -> None:
        """Say that all hold, or end the command.

        Args:
            others: what else is wrong with the accuracy, a sentence each.

        Raises:
            AccuracyGate: a gate of accuracy is broken, or there are ``others``; names all that are broken.
            SizeOrSpeedGate: a gate of size or speed is broken.
        """
        from edgec.gates.judge import failure

        error = failure(self.checks, others)
        if error is not None:
            raise error
        if self.checks:
            terminal.message("note", f"{self.file}: all gates passed ({len(self.checks)})")


def judge(report: Report, run: Run | None = None, baseline: str | None = None) -> Judged:
    """The gates of the settings file, as far as they can be judged here; the rest is told in notes.

    Args:
        report: of the model.
        run: what running it told; None: it was not run.
        baseline: what ``--baseline`` names, which wins over the settings file.

    Raises:
        UsageError: there is no report at the baseline.
    """
    from edgec.folder.report import read_report
    from edgec.gates.judge import judged, left_out

    limits = gates()
    if limits is None:
        return Judged()
    where = Path(baseline) if baseline is not None else limits.baseline
    old = read_report(where) if where is not None and limits.max_growth_pct is not None else None
    terminal.notes(left_out(limits, run, old))
    return Judged(judged(limits, report, run, old), limits.source)
