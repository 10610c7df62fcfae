"""The command line of ``edgec convert``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.command_line.settings_file import raw_input, settings_file
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import ConvertOptions


@command(
    ("edgec convert kws.onnx -t cortex-m4 --calibration samples.npz -o out/kws", "int8 for a Cortex-M4"),
    (
        "edgec convert kws.onnx -t stm32l4r5 --calibration samples.npz --max-flash 64K --max-drop 1",
        "Fit 64 KB of flash, losing at most one point of top-1",
    ),
    (
        "edgec convert kws.onnx -t nrf52840 --calibration samples.npz --max-ram 32K --optimize balanced",
        "Less RAM and flash, somewhat slower",
    ),
    ("edgec convert kws.onnx --check", "Is the committed folder up to date?"),
    settings=True,
)
@click.argument("model", type=click.Path(path_type=Path))
def convert(
    model: Path, output: str | None, force: bool, check: bool, as_json: bool, options: ConvertOptions
) -> None:  # fmt: skip
    """Generate a folder of C code from an ONNX MODEL."""
    from edgec import pipeline
    from edgec.reports import render, to_json

    options = replace(options, raw=raw_input())
    folder = Path(output) if output else None
    if check:
        _check(model, options, folder, as_json)
        return
    with terminal.working() as work:
        done = pipeline.convert(model, options, folder, force, terminal.notes, work, settings_file())
    if as_json:
        terminal.result_json(to_json(done.report))
    elif not terminal.Verbosity.quiet:
        beside = "" if options.keep_model else f"; the model, for 'edgec verify', to {done.folder.name}.model beside it"
        written = f"written to {done.folder}{beside}"
        if done.report.choice:  # what was taken is the last line
            terminal.message("note", written)
        width = terminal.width()
        terminal.result_text(done.text if width is None else render(done.report, width))
        if not done.report.choice:
            terminal.message("note", written)


def _check(model: Path, options: ConvertOptions, output: Path | None, as_json: bool) -> None:
    """Check that the folder is what the model gives, and print the result.

    Raises:
        OutOfDate: it is not; names what differs.
    """
    from edgec.commands.current import compare

    with terminal.working() as work:
        comparison = compare(model, options, output, terminal.notes, work)
    if as_json:
        terminal.result_json(comparison.as_json())
    comparison.raise_on_difference()
    if not as_json:
        terminal.result_text(f"{comparison.folder}: is up to date")
