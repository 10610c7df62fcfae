"""The command line of ``edgec prove``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec prove out/kws --only forms --timeout 60", "Machine code against formulas"),
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
    """Prove what a generated folder OUT computes, layer by layer, and that it has no run-time error.

    Integer layers are compared with their definition for all inputs, from the machine code; argument checks and the
    header's helpers are compared on every boundary.  Floats, and code that cannot be followed, are not proven: the last
    line says what is not.  Exit code 5: something that was looked at is not proven.
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
