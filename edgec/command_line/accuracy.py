"""The command line of ``edgec accuracy``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from edgec.command_line.help import command
from edgec.console import terminal

if TYPE_CHECKING:
    from edgec.settings.values import AccuracyOptions


@command(
    (
        "edgec accuracy kws.onnx --data evaluation.npz --calibration samples.npz",
        "Layers that lose accuracy in int8, worst first",
    ),
    (
        "edgec accuracy kws.onnx --data evaluation.npz --calibration samples.npz --write edgec.toml",
        "Save the remedies for convert",
    ),
    settings=True,
)
@click.argument("model", type=click.Path(path_type=Path))
def accuracy(model: Path, write: Path | None, as_json: bool, options: AccuracyOptions) -> None:
    """Find the layers that lose accuracy when quantized, and remedies."""
    from edgec.commands import accuracy as measuring

    with terminal.working() as work:
        result = measuring.measure(model, options, terminal.notes, work, best=write is not None)
    if write is not None:
        from edgec.settings.update import keep

        gone = keep(write, "convert", measuring.settings_of(options, result, write), measuring.GONE)
        terminal.message("note", f"written to {write}: {result.kept_text()}")
        terminal.notes([measuring.WITHOUT_DROP] if "max-drop" in gone else [])
    if as_json:
        terminal.result_json(result.as_json())
        return
    terminal.result_tables(result.table())
    terminal.result_text("\n" + result.summary())
