"""The command line of ``edgec profile``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import ProfileOptions


@command(
    ("edgec profile out/kws --clock 80", "Instructions per layer, and latency at 80 MHz"),
    ("edgec profile out/kws --port /dev/ttyACM0", "Cycles per layer, measured on a board that has the runner"),
    settings=True,
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path))
def profile(folder: Path, options: ProfileOptions, mix: bool, as_json: bool) -> None:
    """Count the instructions of each layer under QEMU; estimate cycles.

    Instructions are exact; cycles, latency and energy are estimates. With --port, cycles are measured on the device.
    """
    from edgec.commands import device_profile
    from edgec.commands import profile as profiling

    if options.port is not None:
        measured = device_profile.profile_device(folder, options, terminal.notes)
        if as_json:
            terminal.result_json(measured.as_json())
            return
        terminal.result_tables(measured.table())
        terminal.result_text("\n" + measured.summary())
        return
    o = options
    found = profiling.profile(folder, o.target, o.clock, o.samples, terminal.notes, allow_edited=o.allow_edited)
    if as_json:
        terminal.result_json(found.as_json())
        return
    terminal.result_tables(found.table(), *([found.mix_table()] if mix else []))
    terminal.result_text("\n" + found.summary())
