"""The command line of ``edgec prove``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal
from edgec.converter.graph.errors import UsageError


@command(
    ("edgec prove out/kws --only forms --timeout 60", "Layer arithmetic only, at most a minute"),
    ("edgec prove out/kws --time", "Instructions of every layer, for all inputs"),
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def prove(
    folder: Path,
    target: str | None,
    only: str | None,
    time: bool,
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
    from edgec.commands import prove_time as timing

    if time and only:
        raise UsageError(f"--time: is a part of its own; leave out --only {only}")
    result: proving.Proven | timing.Timed
    with terminal.working() as work:
        step = work("proving")
        if time:
            result = timing.prove_steady(
                folder, terminal.notes, target, timeout=timeout, allow_edited=allow_edited, step=step
            )
        else:
            result = proving.prove(
                folder, only, terminal.notes, target, timeout=timeout, allow_edited=allow_edited, step=step
            )
    if as_json:
        terminal.result_json(result.as_json())
    else:
        terminal.result_tables(result.table())
    result.raise_on_failure()
