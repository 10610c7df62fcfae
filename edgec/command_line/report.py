"""The command line of ``edgec report``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec import terminal
from edgec.command_line import options as shared
from edgec.config import gates


@click.command()
@click.argument("folders", metavar="OUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@shared.baseline
@shared.allow_edited
@shared.config_file
@shared.as_json
def report(folders: tuple[Path, ...], baseline: str | None, allow_edited: bool, as_json: bool) -> None:
    """Show sizes, memory and layers of a generated folder OUT; of several, what they need together in one arena."""
    from edgec import folder as generated
    from edgec.command_line.gating import judge
    from edgec.report import render, to_json

    reports = [generated.checked_report(f, allow_edited, terminal.notes) for f in folders]
    if len(reports) > 1:
        from edgec.commands.sharing import together

        found = together(reports)
        if as_json:
            terminal.result_json(found.as_json())
        else:
            terminal.result_tables(found.table())
            terminal.result_text("\n" + found.summary())
    elif as_json:
        terminal.result_json(to_json(reports[0]))
    else:
        terminal.result_text(render(reports[0], terminal.width()))
    if len(reports) == 1:
        judge(reports[0], baseline=baseline).finish()
    elif gates() is not None:
        terminal.message("note", "gates are judged of one folder at a time")
