"""The command line of ``edgec profile``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.commands.device_profile import DeviceProfile
    from edgec.commands.profile import ProfileResult
    from edgec.commands.trace_profile import TraceProfile
    from edgec.console.tables import Table
    from edgec.settings.values import ProfileOptions


@command(
    ("edgec profile out/kws --clock 80", "Instructions per layer, and latency at 80 MHz"),
    ("edgec profile out/kws --port /dev/ttyACM0", "Cycles per layer, measured on a board that has the runner"),
    (
        "edgec profile --trace firmware.txt -t stm32l4r5",
        "Estimated cycles of any firmware, from the blocks that it ran",
    ),
    settings=True,
)
@click.argument("folder", metavar="OUT", type=click.Path(path_type=Path), required=False)
def profile(folder: Path | None, options: ProfileOptions, mix: bool, as_json: bool) -> None:
    """Count the instructions of each layer under QEMU; estimate cycles.

    Instructions are exact; cycles, latency and energy are estimates. With --port, cycles are measured on the device;
    with --trace, those of any program are estimated from the blocks that it ran.
    """
    from edgec.commands import device_profile, trace_profile
    from edgec.commands import profile as profiling

    o, trace = options, options.trace
    if trace is not None and folder is None:
        traced = trace_profile.profile_trace(trace, o)
        _show(traced, as_json, traced.table(), *([traced.mix_table()] if mix else []))
    elif trace is not None or folder is None:
        raise click.UsageError("Give either a folder that 'edgec convert' made, or --trace FILE.")
    elif o.port is not None:
        measured = device_profile.profile_device(folder, o, terminal.notes)
        _show(measured, as_json, measured.table())
    else:
        result = profiling.profile(folder, o.target, o.clock, o.samples, terminal.notes, allow_edited=o.allow_edited)
        _show(result, as_json, result.table(), *([result.mix_table()] if mix else []))


def _show(result: ProfileResult | DeviceProfile | TraceProfile, as_json: bool, *tables: Table) -> None:
    if as_json:
        terminal.result_json(result.as_json())
        return
    terminal.result_tables(*tables)
    terminal.result_text("\n" + result.summary())
