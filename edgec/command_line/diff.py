"""The command line of ``edgec diff``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec diff out/old out/new --format markdown", "A comment for a pull request"),
)
@click.argument("old", metavar="OLD", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW", type=click.Path(path_type=Path))
def diff(old: Path, new: Path, verified: tuple[Path, Path] | None, form: str, as_json: bool) -> None:
    """Compare two generated folders, OLD and NEW, or report.json files."""
    from edgec.command_line.gating import Judged, judge
    from edgec.commands import diff as differences
    from edgec.gates.judge import GROWTH

    verdicts = None
    if verified:
        verdicts = (differences.read_verdict(verified[0]), differences.read_verdict(verified[1]))
    difference = differences.diff(old, new, verdicts)
    gated = judge(difference.new, baseline=str(old))
    known = [c for c in (verdicts[1].checks if verdicts is not None else ()) if c.name != GROWTH]  # OLD is the baseline
    checks = (*known, *(c for c in gated.checks if c.name not in {k.name for k in known}))
    if as_json:
        terminal.result_json(difference.as_json(checks))
    elif form == "markdown":
        terminal.result_text(difference.markdown(checks))
    else:
        terminal.result_text(difference.text(terminal.width()))
    Judged(checks, gated.file or str(verified[1] if verified else "")).finish()
