"""The command line of ``edgec targets``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line import complete
from edgec.command_line.help import command
from edgec.console import terminal
from edgec.converter.graph.errors import UsageError


@command(
    ("edgec targets stm32 cortex-m33", "STM32 boards with a Cortex-M33"),
    ("edgec targets stm32l4r5 --toml > targets/node.toml", "Start a target of your own; then: --target node"),
    ("edgec targets --check targets/node.toml", "Check it"),
)
@click.argument("words", metavar="[WORD]...", nargs=-1, shell_complete=complete.targets)
def targets(words: tuple[str, ...], toml: bool, checked: Path | None, as_json: bool) -> None:
    """List the supported cores and boards; words filter the list.

    Your own targets are found by name in the folders listed in EDGEC_TARGETS, in ./targets, and in the folder
    targets of your configuration folder.
    """
    from edgec.commands import boards, inspection

    if (toml and (len(words) != 1 or as_json)) or (checked and (toml or words or as_json)):
        raise UsageError("--toml takes the name of one target, --check a file, each alone")
    if checked is not None:
        terminal.result_tables(boards.checked(Path(checked)))
    elif toml:
        terminal.result_text(boards.toml_of(words[0]).rstrip())
    elif as_json:
        terminal.result_json(inspection.targets_json(words))
    else:
        terminal.result_tables(*inspection.targets_tables(words))
