"""The command line of ``edgec new``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec new hello out/digits --data evaluation.npz", "For QEMU; run it with 'make run'"),
    ("edgec new app out/kws --for zephyr", "A Zephyr application"),
    ("edgec new device out/kws --program runner", "Runs what 'edgec verify out/kws --port ...' sends"),
)
@click.argument("project", metavar="PROJECT", type=click.Path(path_type=Path))
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def new(
    project: Path, folder: Path, kind: str, program: str, data: str | None, number: int, as_json: bool
) -> None:  # fmt: skip
    """Create a complete PROJECT that runs a generated folder OUT."""
    from edgec.commands import new as projects

    made = projects.new(project, folder, kind, data, number, terminal.notes, program)
    if as_json:
        terminal.result_json(made.as_json())
    else:
        terminal.result_text(
            f"{made.folder}: {', '.join(made.files)} and the model in {made.model}/\nnext: {made.next_step}"
        )
