"""The command line of ``edgec profile``."""

from __future__ import annotations

from pathlib import Path

import click

from edgec.command_line.help import command
from edgec.console import terminal


@command(
    ("edgec profile out/kws --clock 80", "Instructions per layer, and latency at 80 MHz"),
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def profile(
    folder: Path,
    target: str | None,
    clock: float | None,
    samples: int,
    mix: bool,
    allow_edited: bool,
    as_json: bool,
) -> None:
    """Count the instructions of each layer under QEMU; estimate cycles.

    Instructions are exact; cycles, latency and energy are estimates.
    """
    from edgec.commands import profile as profiling

    found = profiling.profile(folder, target, clock, samples, terminal.notes, allow_edited=allow_edited)
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_tables(found.table(), *([found.mix_table()] if mix else []))
    terminal.result_text("\n" + found.summary())
