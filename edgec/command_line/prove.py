"""The command line of ``edgec prove``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec prove out/kws --only forms --timeout 60", "Layer arithmetic only, at most a minute"),
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def prove(
    folder: Path,
    target: str | None,
    only: str | None,
    timeout: float,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Prove the machine code of OUT correct for all inputs.

    Integer layers are compared with their definition for all inputs, argument checks and helpers of the header at every
    boundary.  Floats, and code that cannot be followed, are not proven; the last line names them.  Exit code 5:
    something could not be proven.
    """
    from edgec.commands import prove as proving

    with terminal.working() as work:
        found = proving.prove(
            folder, only, terminal.notes, target, timeout=timeout, allow_edited=allow_edited, step=work("proving"),
        )  # fmt: skip
    if as_json:
        terminal.result_json(found.as_json())
    else:
        terminal.result_tables(found.table())
    found.raise_on_failure()
