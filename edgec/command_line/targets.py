"""The command line of ``edgec targets``."""

from __future__ import annotations

import click

from edgec.command_line import complete
from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec targets stm32 cortex-m33", "STM32 boards with a Cortex-M33"),
)
@click.argument("words", metavar="[WORD]...", nargs=-1, shell_complete=complete.targets)
def targets(words: tuple[str, ...], as_json: bool) -> None:
    """List the supported cores and boards; words filter the list."""
    from edgec.commands import inspection

    if as_json:
        terminal.result_json(inspection.targets_json(words))
    else:
        terminal.result_tables(*inspection.targets_tables(words))
